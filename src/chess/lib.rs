//! Chess and Chess960: [rules], [notation], [evaluation](eval), and what the search may assume
//! ([`Policy`](ajeeb_game::Policy), with its [numbers](params)).

pub mod eval;
pub mod notation;
pub mod params;
mod policy;
pub mod rules;

/// The game of chess; Chess960 included, as positions know where their rooks castle from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;
