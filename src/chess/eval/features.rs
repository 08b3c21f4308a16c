//! What a net for chess sees of a position.

use ajeeb_base::Side;
use ajeeb_game::Placement;
use ajeeb_nnue::Feature;

use crate::rules::Square;

/// The rows of a net: six kinds of pieces, own and the other side's, on 64 squares.
pub const INPUTS: usize = super::expected::EXPECTED.inputs as usize;

/// The rows of a piece on its square: each side sees its own pieces as the first six kinds, and
/// the board with its own back rank lowest.
#[inline]
pub fn feature(piece: Placement) -> Feature {
    Feature {
        white: row(piece, Side::White),
        black: row(piece, Side::Black),
    }
}

#[inline]
fn row(piece: Placement, viewer: Side) -> u16 {
    let other = u16::from(piece.side != viewer);
    let square = if viewer.is_white() {
        piece.square
    } else {
        piece.square ^ 56
    };
    (other * 6 + u16::from(piece.kind)) * 64 + u16::from(square)
}

/// Does a net that mirrors see the board mirrored, for the side whose king stands there? So a
/// king is always on the queen's wing.
#[inline]
pub fn mirrors(king: Square) -> bool {
    king.file().index() > 3
}
