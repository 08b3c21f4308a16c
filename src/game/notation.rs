use std::error::Error;

use crate::Rules;

/// A game in text: one FEN dialect for positions, one exact form for moves that protocols
/// write, and whatever users type.
pub trait Notation: Rules {
    /// Why a text was refused; its `Display` is one sentence that names the offending part.
    type Error: Error + Send + Sync + 'static;

    /// The game's family: `chess` or `draughts`.
    const GAME: &'static str;

    /// The rule set's own name: `chess`, `international`, `frisian`, ...
    const VARIANT: &'static str;

    /// Reads a FEN. Harmless slips are repaired; what cannot be a position is refused.
    fn read_position(text: &str) -> Result<Self::Position, Self::Error>;

    /// The normal form of a position: [`Notation::read_position`] gives the same position back.
    fn write_position(position: &Self::Position) -> String;

    /// Reads a move of `position` in any usual form (chess: UCI and SAN; draughts: `32-28`,
    /// `28x19`, `28x19x23`). Refuses what is illegal or fits more than one legal move.
    fn read_move(position: &Self::Position, text: &str) -> Result<Self::Move, Self::Error>;

    /// The exact form that protocols use: UCI text, or Hub text with every captured square in
    /// ascending order.
    fn write_move(position: &Self::Position, mv: Self::Move) -> String;

    /// The short form that people read: SAN, or from and to, with as much more as it takes to
    /// be unambiguous.
    fn write_short(position: &Self::Position, mv: Self::Move) -> String;

    /// The board drawn in text, White below, several lines without a final line end.
    fn draw(position: &Self::Position) -> String;
}
