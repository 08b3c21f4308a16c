//! Chess and Chess960: rules, notation, evaluation, and what the search may assume.

pub mod notation;
pub mod rules;

/// The game of chess; Chess960 included, as positions know where their rooks castle from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;
