//! # The contract
//!
//! All there is to know to add a game to Ajeeb. A game is an empty type (`struct Chess;`) that
//! answers three traits, each on the one before:
//!
//! 1. [`Rules`]: positions, moves, keys, endings. Positions are values: a move makes a new one,
//!    nothing is ever undone.
//! 2. [`Notation`]: the same in text.
//! 3. [`Policy`]: what the search may assume about the game: its evaluation, its numbers
//!    ([`Params`]), and its answer to the one question in which games truly differ,
//!    *when may a static evaluation be believed?*
//!
//! The search is generic over [`Policy`] and compiled once for each game, so every constant
//! below is folded away. A method has a default only where "this game does not have it" is the
//! truth. [`Record`] is what follows from the rules: a game in progress, with its draws.

mod notation;
mod observer;
mod params;
mod policy;
mod record;
mod rules;

pub use notation::Notation;
pub use observer::{EachPlaced, Observer, Placement, Unobserved};
pub use params::{ParamRange, Params};
pub use policy::{Evaluator, Leaf, Policy, ProbCut, SlotCounts, Slots, Weights};
pub use record::{Ending, Record};
pub use rules::{PackedMove, Rules, Select};

pub use ajeeb_base as base;
