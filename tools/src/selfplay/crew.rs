//! Workers that play games by number, each with a searcher of its own.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ajeeb_nnue::Weights;
use ajeeb_protocol::catalog::{GameName, UnknownGame};
use ajeeb_protocol::eval_file::EvalFileError;
use ajeeb_search::{Searcher, Signals, TableError};
use clap::Args;
use crossbeam::channel::{self, Receiver};

use super::Settings;
use crate::games::Arena;

/// Results that may wait to be collected, for each worker.
const WAITING: usize = 64;

/// What every command is asked that lets the engine play itself.
#[derive(Debug, Args)]
pub(crate) struct SelfPlayArgs {
    /// chess, international (or draughts), killer, breakthrough, frisian, losing, russian, brazilian
    game: String,

    /// What the openings, and so the games, follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games at a time; one for each processor core if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
}

impl SelfPlayArgs {
    /// The game, and what suits it.
    pub(crate) fn settings(&self) -> Result<(GameName, Settings), SelfPlayError> {
        let name = self.game.parse()?;
        let settings = Settings {
            seed: self.seed,
            ..Settings::of(name)
        };
        Ok((name, settings))
    }

    /// How many are to play at a time.
    pub(crate) fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.map_or_else(cores, usize::from)
    }
}

/// Why the engine cannot play itself.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelfPlayError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error(transparent)]
    Net(#[from] EvalFileError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("no worker could be started: {0}")]
    Worker(io::Error),
    #[error("cannot listen for Ctrl-C: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error("there is no opening within the allowed score")]
    NoOpening,
}

/// A searcher with a table of the size that `settings` say, which evaluates by `weights`.
pub(crate) fn searcher<G: Arena>(
    settings: &Settings,
    weights: &Weights<G>,
) -> Result<Searcher<G>, TableError> {
    let mut searcher = Searcher::new(settings.hash, 1)?;
    searcher.set_weights(weights.clone());
    Ok(searcher)
}

/// Lets `workers` do the jobs with the numbers `jobs`. `hire` gives each of them what it works
/// with, `collect` gets the results as they come, in any order; when it is content, what is
/// still being done is stopped by `signals` and forgotten.
pub(crate) fn work<G: Arena, W, T, R, E>(
    workers: usize,
    jobs: Range<u64>,
    signals: &Signals,
    mut hire: impl FnMut() -> Result<W, SelfPlayError>,
    collect: impl FnOnce(&Receiver<(u64, T)>) -> Result<R, E>,
) -> Result<R, E>
where
    W: FnMut(u64) -> T + Send,
    T: Send,
    E: From<SelfPlayError>,
{
    let hired = (0..workers)
        .map(|_| hire())
        .collect::<Result<Vec<W>, _>>()?;
    let next = AtomicU64::new(jobs.start);
    let (sender, results) = channel::bounded(workers * WAITING);
    crossbeam::scope(|scope| {
        for mut worker in hired {
            let (sender, next) = (sender.clone(), &next);
            let thread = scope.builder().stack_size(Searcher::<G>::STACK);
            let started = thread.spawn(move |_| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs.end || sender.send((number, worker(number))).is_err() {
                        return;
                    }
                }
            });
            if let Err(error) = started {
                signals.stop();
                return Err(SelfPlayError::Worker(error).into());
            }
        }
        drop(sender);
        let result = collect(&results);
        signals.stop();
        drop(results);
        result
    })
    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
