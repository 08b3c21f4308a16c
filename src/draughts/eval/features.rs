//! What a net for draughts sees of a position.

use ajeeb_base::Side;
use ajeeb_game::Placement;
use ajeeb_nnue::Feature;

use crate::rules::{Geometry, Variant};

/// The rows of a piece on its square: each side sees its own men and kings, then the other
/// side's, and the board with its own men coming from the last squares (Black's turned round).
#[inline]
pub fn feature<V: Variant>(piece: Placement) -> Feature {
    Feature {
        white: row::<V>(piece, Side::White),
        black: row::<V>(piece, Side::Black),
    }
}

#[inline]
fn row<V: Variant>(piece: Placement, viewer: Side) -> u16 {
    let other = u16::from(piece.side != viewer);
    let squares = V::SQUARES as u16;
    let square = u16::from(piece.square);
    let seen = if viewer.is_white() {
        square
    } else {
        squares - 1 - square
    };
    (other * 2 + u16::from(piece.kind)) * squares + seen
}
