//! The engine against itself, within this program: random openings, and when a game is over.

mod crew;
mod opening;
mod referee;
mod settings;

use ajeeb_base::{Score, SplitMix64};
use ajeeb_game::{Policy, Record};
use ajeeb_search::{Limits, Searcher, Signals};

pub(crate) use crew::{SelfPlayArgs, SelfPlayError, searcher, work};
pub(crate) use opening::{SelfPlay, opening};
pub(crate) use referee::Referee;
pub(crate) use settings::Settings;

/// Openings that are tried before a game is given up, which no sensible settings come to.
pub(crate) const TRIES: usize = 1000;

/// A number that has nothing to do with its neighbours'.
pub(crate) const fn mixed(number: u64) -> u64 {
    SplitMix64::new(number).next()
}

/// The best move of the position reached and its score, searched on this thread; `None` if the
/// search was stopped.
pub(crate) fn best_move<G: Policy>(
    searcher: &mut Searcher<G>,
    record: &Record<G>,
    limits: &Limits<G::Move>,
    signals: &Signals,
) -> Option<(G::Move, Score)> {
    let found = searcher.search_here(record, limits, signals);
    let line = found.lines.first()?;
    let best = (*line.moves.first()?, line.score);
    (!signals.stopped()).then_some(best)
}
