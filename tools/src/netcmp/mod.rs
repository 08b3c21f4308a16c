//! `ajeeb-lab netcmp`: two evaluations against each other at fixed nodes, within this program. A
//! net is worth what it wins, not what its loss says.

mod pair;

use std::fmt::Write;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use ajeeb_protocol::catalog::{GameName, UnknownGame};
use ajeeb_protocol::eval_file::{EvalFile, EvalFileError};
use ajeeb_search::{Searcher, Signals, TableError};
use clap::Args;
use crossbeam::channel::{self, Receiver};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::games::{self, Arena, Visitor};
use crate::interrupt::Interrupt;
use crate::selfplay::Settings;
use crate::stats::{Estimate, GameScore, Pairs, Tally};

use pair::Table;

/// Compare two nets by games
#[derive(Debug, Args)]
#[command(
    long_about = "Let two evaluations play each other at a fixed number of nodes a move: pairs of \
games from the same random opening with colours changed. A net is named by its file; \"none\" is the \
hand-made evaluation, \"<embedded>\" what is built in. The same seed gives the same games, whatever \
the number of workers.",
    after_help = "Example:\n  ajeeb-lab netcmp international new.net none --games 400 --nodes 1000"
)]
pub(crate) struct NetcmpArgs {
    /// chess, international (or draughts), killer, breakthrough, frisian, losing, russian, brazilian
    game: String,

    /// The first net: the result is its own
    first: EvalFile,

    /// The other one
    second: EvalFile,

    /// Games, an even number
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// What the openings follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games at a time; one for each processor core if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// The result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Why nets were not compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NetcmpError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("--games must be even and above zero: games are played in pairs")]
    Odd,
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

impl NetcmpArgs {
    /// Plays the games; the text is for standard output. After Ctrl-C it is about those that are
    /// over.
    ///
    /// # Errors
    /// If a net cannot be used, or the system gives no memory or threads.
    pub(crate) fn run(self) -> Result<String, NetcmpError> {
        let name: GameName = self.game.parse()?;
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(NetcmpError::Odd);
        }
        let settings = Settings {
            seed: self.seed,
            nodes: self.nodes,
            ..Settings::of(name)
        };
        games::with_game(
            name,
            Run {
                args: self,
                settings,
            },
        )
    }
}

struct Run {
    args: NetcmpArgs,
    settings: Settings,
}

impl Visitor for Run {
    type Output = Result<String, NetcmpError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let Run { args, settings } = self;
        let weights = [args.first.weights::<G>()?, args.second.weights::<G>()?];
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = args.workers.map_or(cores, usize::from);
        let (next, signals) = (AtomicU64::new(0), Signals::new());
        let interrupt = Interrupt::listen()?;
        let (sender, scores) = channel::bounded(workers);
        let score = crossbeam::scope(|scope| {
            for _ in 0..workers {
                let mut searchers = [
                    Searcher::<G>::new(settings.hash, 1)?,
                    Searcher::new(settings.hash, 1)?,
                ];
                for (searcher, weights) in searchers.iter_mut().zip(&weights) {
                    searcher.set_weights(weights.clone());
                }
                let mut table = Table::new(&settings, searchers, &signals);
                let (sender, next) = (sender.clone(), &next);
                let worker = scope.builder().stack_size(Searcher::<G>::STACK);
                let started = worker.spawn(move |_| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= args.games / 2 || sender.send(table.pair(number)).is_err() {
                            return;
                        }
                    }
                });
                started.map_err(NetcmpError::Worker)?;
            }
            drop(sender);
            let result = Score::collect(&scores, &interrupt, args.games / 2);
            signals.stop();
            drop(scores);
            result
        })
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(score.text(&args, G::VARIANT))
    }
}

/// What has come of a comparison.
#[derive(Debug, Default)]
struct Score {
    games: Tally,
    pairs: Pairs,
}

/// The same for programs.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    game: &'a str,
    first: String,
    second: String,
    nodes: u64,
    seed: u64,
    games: Tally,
    pairs: Pairs,
    estimate: Option<Estimate>,
}

impl Score {
    /// Adds up pairs until all are there or the user has seen enough.
    fn collect(
        scores: &Receiver<Option<[GameScore; 2]>>,
        interrupt: &Interrupt,
        pairs: u64,
    ) -> Result<Score, NetcmpError> {
        let mut score = Score::default();
        let bar = ProgressBar::new(pairs);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} pairs, {msg}, {eta} left");
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        while score.pairs.count() < pairs {
            channel::select! {
                recv(scores) -> games => match games {
                    Ok(Some(games)) => score.add(games),
                    _ => return Err(NetcmpError::NoOpening),
                },
                recv(interrupt.channel()) -> _ => break,
            }
            bar.set_message(score.line());
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(score)
    }

    fn add(&mut self, games: [GameScore; 2]) {
        self.games.add(games[0]);
        self.games.add(games[1]);
        self.pairs.add(games);
    }

    /// `+12 =30 -8, Elo 27.9 +- 40.1`
    fn line(&self) -> String {
        let Tally {
            wins,
            draws,
            losses,
        } = self.games;
        let mut line = format!("+{wins} ={draws} -{losses}");
        if let Some(estimate) = self.pairs.estimate() {
            let (low, high) = estimate.interval;
            let _ = write!(line, ", Elo {:.1} [{low:.1}, {high:.1}]", estimate.elo);
        }
        line
    }

    fn text(&self, args: &NetcmpArgs, game: &str) -> String {
        if args.json {
            let summary = Summary {
                game,
                first: args.first.to_string(),
                second: args.second.to_string(),
                nodes: args.nodes,
                seed: args.seed,
                games: self.games,
                pairs: self.pairs,
                estimate: self.pairs.estimate(),
            };
            return serde_json::to_string(&summary).unwrap_or_default() + "\n";
        }
        format!(
            "{} against {} at {game}, {} nodes a move:\n{} in {} games, pairs {:?}\n",
            args.first,
            args.second,
            args.nodes,
            self.line(),
            self.games.games(),
            self.pairs.0
        )
    }
}
