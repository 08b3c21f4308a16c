//! The king behind its pawns.

use ajeeb_base::Side;

use super::pawns::fill_forward;
use super::tapered::{Tapered, tapered};
use crate::rules::{Bitboard, File, PieceKind, Position, attacks};

/// What a file beside or before the king costs, by how far its next own pawn stands before the
/// king: on the king's rank, one, two, three steps and more.
const SHELTER: [i32; 4] = [14, 0, 8, 18];
/// No own pawn before the king on that file.
const BARE_FILE: i32 = 30;
/// No pawn at all on that file: rooks will come.
const OPEN_FILE: i32 = 12;
/// An enemy pawn this near, in ranks, that storms the king's files: at most one, two, three steps.
const STORM: [i32; 4] = [6, 16, 14, 7];

/// How safe the king of one side is behind its pawns: never above zero.
pub(super) fn shelter(position: &Position, us: Side) -> Tapered {
    let king = position.king(us);
    let front = fill_forward(us, king.rank().bitboard());
    let ours = position.pieces(us, PieceKind::Pawn);
    let theirs = position.pieces(!us, PieceKind::Pawn);
    let near = attacks::king(king) | king.bitboard();
    let mut cost = 0;
    for file in (0..8).map(File::new) {
        if !near.meets(file.bitboard()) {
            continue;
        }
        let column = front & file.bitboard();
        let steps = |pawns: Bitboard| {
            let before = pawns & column;
            let nearest = if us.is_white() {
                before.first()
            } else {
                before.last()
            };
            nearest.map(|pawn| pawn.rank().index().abs_diff(king.rank().index()).min(3))
        };
        cost += match steps(ours) {
            Some(steps) => SHELTER[steps],
            None if theirs.meets(file.bitboard()) => BARE_FILE,
            None => BARE_FILE + OPEN_FILE,
        };
        cost += steps(theirs).map_or(0, |steps| STORM[steps]);
    }
    tapered(-cost, 0)
}
