//! Positions of the Hub protocol: a letter for the side to move and one for each square.

use ajeeb_base::Side;

use super::Error;
use super::fen::Pieces;
use crate::Draughts;
use crate::rules::{Geometry, Position, Square, Squares, Variant};

impl<V: Variant> Draughts<V> {
    /// Reads a Hub position: `W` or `B` to move, then a letter of `w`, `b`, `W`, `B`, `e` for
    /// each of the 50 (or 32) squares, square 1 first.
    ///
    /// # Errors
    /// If the length, a letter or the position is wrong; see [`Error`].
    pub fn read_hub(text: &str) -> Result<Position<V>, Error> {
        let letters = text.chars().count();
        if letters != V::SQUARES + 1 {
            return Err(Error::BadLength {
                expected: V::SQUARES,
                found: letters.saturating_sub(1),
            });
        }
        let mut letters = text.chars();
        let side = match letters.next() {
            Some('W' | 'w') => Side::White,
            Some('B' | 'b') => Side::Black,
            other => return Err(Error::BadLetter(other.unwrap_or(' '))),
        };
        let mut pieces = Pieces::default();
        for (number, letter) in (1..).zip(letters) {
            let (owner, king) = match letter {
                'w' => (Side::White, false),
                'W' => (Side::White, true),
                'b' => (Side::Black, false),
                'B' => (Side::Black, true),
                'e' => continue,
                other => return Err(Error::BadLetter(other)),
            };
            if let Some(square) = Square::from_number::<V>(number) {
                pieces.add::<V>(owner, king, square)?;
            }
        }
        pieces.position(side)
    }

    /// Writes a Hub position. It has no counts, so they are lost.
    pub fn write_hub(position: &Position<V>) -> String {
        let side = if position.side().is_white() { 'W' } else { 'B' };
        let squares = V::BOARD.into_iter().map(|square| letter(position, square));
        std::iter::once(side).chain(squares).collect()
    }
}

/// The Hub letter of what stands on `square`.
pub(super) fn letter<V: Variant>(position: &Position<V>, square: Square) -> char {
    let on = |set: Squares| set.meets(square.set());
    let owner = Side::BOTH
        .into_iter()
        .find(|&side| on(position.pieces(side)));
    owner.map_or('e', |side| piece_letter(side, on(position.kings())))
}

/// The Hub letter of a piece: upper case for a king.
pub fn piece_letter(side: Side, king: bool) -> char {
    match (side, king) {
        (Side::White, false) => 'w',
        (Side::White, true) => 'W',
        (Side::Black, false) => 'b',
        (Side::Black, true) => 'B',
    }
}
