//! # Draughts
//!
//! Seven rule sets, one set of rooms. A rule set is an empty type of constants
//! ([`Variant`]); the game of that rule set is [`Draughts<V>`], which answers
//! the whole contract of `ajeeb-game`:
//!
//! * [`rules`]: squares, positions, moves and draws;
//! * [`notation`]: FEN, Hub and PDN text;
//! * [`eval`]: the static evaluation;
//! * `policy` and [`params`]: what the search may assume.

use std::marker::PhantomData;

pub mod eval;
pub mod notation;
pub mod params;
mod policy;
pub mod rules;

pub use notation::Error;
pub use rules::{
    Brazilian, Breakthrough, Frisian, International, Killer, Losing, Move, Position, Russian,
    Square, Squares, Variant,
};

/// Draughts by the rules of `V`: the empty type that implements
/// [`Rules`](ajeeb_game::Rules), [`Notation`](ajeeb_game::Notation) and
/// [`Policy`](ajeeb_game::Policy).
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts<V>(PhantomData<V>);
