//! `ajeeb-lab suite`: how many positions with a known solution an engine solves, and how soon.

mod epd;
mod report;
mod solve;
mod task;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use ajeeb_protocol::catalog::{Family, GameName, UnknownGame};
use clap::Args;

use crate::engine::{Protocol, Spec, SpecError, Subject};
use crate::games::{self, Arena, Visitor};
use crate::interrupt::Interrupt;
use crate::progress;
use report::Summary;
use solve::Crew;
use task::SuiteError;

/// The arguments of `suite`.
#[derive(Debug, Args)]
pub(crate) struct SuiteArgs {
    /// Positions: EPD with bm, am or dm, or a table with the columns fen and solution
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The engine, described as for a match
    #[arg(long, required = true, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,

    /// Time for each position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,

    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Depth for each position, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// The rule set; chess or international draughts by the first position if left out
    #[arg(long, value_name = "GAME")]
    variant: Option<GameName>,

    /// Positions at a time, each with an engine of its own
    #[arg(long, default_value_t = 1, value_name = "N")]
    concurrency: usize,

    /// Write JSON instead of a report
    #[arg(long)]
    json: bool,
}

/// Why a suite cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteRunError {
    /// The positions cannot be used.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The engine's description cannot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The rule set is not known.
    #[error(transparent)]
    Variant(#[from] UnknownGame),
    /// No worker, no work.
    #[error("--concurrency must be above zero")]
    Concurrency,
    /// The system does not let us listen for interrupts.
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    /// The user has interrupted the suite.
    #[error("interrupted: {0} positions were not tried")]
    Interrupted(usize),
    /// Nobody takes the result.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    /// The engine does not start.
    #[error("{name} {why}")]
    Engine { name: String, why: String },
}

impl SuiteArgs {
    /// Runs the suite, and says on standard output what has come of it, also if it was interrupted.
    ///
    /// # Errors
    /// If the suite cannot be read, the engine not be started, or the user interrupts it.
    pub(crate) fn run(self) -> Result<(), SuiteRunError> {
        if self.concurrency == 0 {
            return Err(SuiteRunError::Concurrency);
        }
        let game = match (self.variant, task::family(&self.file)?) {
            (Some(game), _) => game,
            (None, Family::Chess) => GameName::Chess,
            (None, Family::Draughts) => GameName::International,
        };
        games::with_game(game, Run { args: self, game })
    }

    /// The engine with the limits of this command.
    fn spec(&self, game: GameName) -> Result<Spec, SpecError> {
        let protocol = match game.family() {
            Family::Chess => Protocol::Uci,
            Family::Draughts => Protocol::Hub,
        };
        let limits = [
            self.movetime
                .map(|ms| format!("st={}", f64::from(ms) / 1e3)),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        let items = self
            .engine
            .iter()
            .cloned()
            .chain(limits.into_iter().flatten());
        let items: Vec<_> = items.collect();
        Spec::read(items.iter().map(String::as_str), protocol)
    }
}

struct Run {
    args: SuiteArgs,
    game: GameName,
}

impl Visitor for Run {
    type Output = Result<(), SuiteRunError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let suite = task::read::<G>(&self.args.file)?;
        let spec = Arc::new(self.args.spec(self.game)?);
        let subject = Subject {
            game: self.game,
            chess960: suite
                .tasks
                .iter()
                .any(|task| G::needs_chess960(&task.position)),
        };
        let template = "{wide_bar} {pos}/{len} {msg} {eta}";
        let progress = progress::bar(suite.tasks.len() as u64, template);
        let mut solved = 0;
        let interrupt = Interrupt::listen()?;
        let crew = Crew {
            spec: &spec,
            subject,
            workers: self.args.concurrency,
            interrupt: &interrupt,
        };
        let findings = solve::solve_all(&suite.tasks, &crew, |finding| {
            solved += usize::from(finding.solved.is_some());
            progress.set_message(format!("{solved} solved"));
            progress.inc(1);
        });
        progress.finish_and_clear();
        let findings = findings.map_err(|(fault, tail)| SuiteRunError::Engine {
            name: spec.name.clone(),
            why: [fault.to_string()]
                .into_iter()
                .chain(tail)
                .collect::<Vec<_>>()
                .join("\n    "),
        })?;
        let file = self.args.file.display().to_string();
        let missing = suite.tasks.len() - findings.len();
        let summary = Summary::new(&file, &spec, &findings, suite.left_out, missing);
        let text = if self.args.json {
            summary.json()
        } else {
            summary.text()
        };
        crate::print(&text)?;
        match missing {
            0 => Ok(()),
            _ => Err(SuiteRunError::Interrupted(missing)),
        }
    }
}
