//! What a match is to be, before the first game.

use std::path::PathBuf;
use std::sync::Arc;

use ajeeb_protocol::catalog::GameName;

use crate::adjudicate::Adjudication;
use crate::engine::Spec;
use crate::openings::Openings;
use crate::schedule::Format;
use crate::sprt::Sprt;

/// A match as it was asked for.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The rule set.
    pub(crate) game: GameName,
    /// Chess960, even if the openings do not need it.
    pub(crate) chess960: bool,
    /// The engines, at least two; of two, the results are the first one's.
    pub(crate) engines: Vec<Arc<Spec>>,
    /// Who meets whom.
    pub(crate) format: Format,
    /// Pairs of games for each pairing.
    pub(crate) rounds: usize,
    /// When to end the match earlier.
    pub(crate) sprt: Option<Sprt>,
    /// Games at a time.
    pub(crate) concurrency: usize,
    /// The list of openings; the initial position if there is none.
    pub(crate) openings: Option<Openings>,
    /// A game of so many plies is a draw.
    pub(crate) max_plies: usize,
    /// Whether the engines' scores can end a game.
    pub(crate) adjudication: Adjudication,
    /// Where game records go.
    pub(crate) records: Option<PathBuf>,
    /// Where a page about those records goes.
    pub(crate) page: Option<PathBuf>,
    /// Go on after the games that are there already?
    pub(crate) resume: bool,
    /// Where the state goes, for programs.
    pub(crate) json: Option<PathBuf>,
    /// Where events go, each with its time.
    pub(crate) log: Option<PathBuf>,
    /// The state is told every so many games.
    pub(crate) every: usize,
    /// What is odd about this plan.
    pub(crate) warnings: Vec<String>,
}
