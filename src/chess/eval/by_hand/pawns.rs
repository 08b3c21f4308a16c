//! Pawn structure.

use ajeeb_base::Side;

use super::tapered::{Tapered, tapered};
use crate::rules::{Bitboard, File, PieceKind, Position, Square};

const ISOLATED: Tapered = tapered(-12, -10);
const DOUBLED: Tapered = tapered(-8, -18);
const BACKWARD: Tapered = tapered(-8, -8);
const GUARDED: Tapered = tapered(9, 6);
const SIDE_BY_SIDE: Tapered = tapered(7, 4);

/// A passed pawn by its rank, counted from its own side.
const PASSED: [Tapered; 8] = [
    tapered(0, 0),
    tapered(2, 10),
    tapered(4, 14),
    tapered(10, 32),
    tapered(28, 60),
    tapered(60, 110),
    tapered(100, 175),
    tapered(0, 0),
];
/// A passed pawn whose next square is taken, less this part of its endgame bonus: a third.
const BLOCKED_SHARE: i32 = 3;
/// A passed pawn, for each step that the enemy king is further from its next square than the
/// own one, times its rank beyond the third.
const PASSED_KING_STEP: i32 = 4;

/// The pawns' structure of one side, for that side.
pub(super) fn structure(position: &Position, us: Side) -> Tapered {
    let ours = position.pieces(us, PieceKind::Pawn);
    let theirs = position.pieces(!us, PieceKind::Pawn);
    let our_files = fill(ours);
    let neighbours = sideways(our_files);
    let guarded = ours & pawn_attacks(us, ours);
    let ahead = fill_forward(us, step(us, ours));
    let doubled = ours & ahead;
    let isolated = ours & !neighbours;
    // No own pawn beside or behind can ever guard the next square, and an enemy pawn does.
    let support = sideways(fill_forward(us, ours));
    let stop = step(us, ours);
    let backward = stop & pawn_attacks(!us, theirs) & !support;
    let times = |bonus: Tapered, set: Bitboard| bonus * set.len() as i32;
    times(ISOLATED, isolated)
        + times(DOUBLED, doubled)
        + times(BACKWARD, backward)
        + times(GUARDED, guarded)
        + times(SIDE_BY_SIDE, ours & sideways(ours))
        + passed(position, us, ours, theirs)
}

/// The passed pawns: no enemy pawn before them on their own file or beside it, no own one before.
fn passed(position: &Position, us: Side, ours: Bitboard, theirs: Bitboard) -> Tapered {
    let their_front = fill_forward(!us, step(!us, theirs));
    let stopped = their_front | sideways(their_front) | fill_backward(us, step(!us, ours));
    let mut total = Tapered::default();
    for square in ours & !stopped {
        total += passed_pawn(position, us, square);
    }
    total
}

fn passed_pawn(position: &Position, us: Side, square: Square) -> Tapered {
    let rank = if us.is_white() {
        square.rank().index()
    } else {
        7 - square.rank().index()
    };
    let next = square.offset(if us.is_white() { 8 } else { -8 });
    let mut bonus = PASSED[rank];
    let closer = position.king(!us).distance(next) as i32 - position.king(us).distance(next) as i32;
    bonus.end += PASSED_KING_STEP * closer * (rank as i32 - 2).max(0);
    if position.occupied().contains(next) {
        bonus.end -= bonus.end / BLOCKED_SHARE;
        bonus.middle -= bonus.middle / BLOCKED_SHARE;
    }
    bonus
}

/// The squares that pawns of `side` on `pawns` attack.
#[inline]
pub(super) fn pawn_attacks(side: Side, pawns: Bitboard) -> Bitboard {
    sideways(step(side, pawns))
}

/// One square forward.
#[inline]
pub(super) fn step(side: Side, set: Bitboard) -> Bitboard {
    set.shifted(if side.is_white() { 8 } else { -8 })
}

/// The squares to the left and right of the set.
#[inline]
pub(super) fn sideways(set: Bitboard) -> Bitboard {
    (set & !File::A.bitboard()).shifted(-1) | (set & !File::H.bitboard()).shifted(1)
}

/// The set and everything before it, seen by `side`.
#[inline]
pub(super) fn fill_forward(side: Side, set: Bitboard) -> Bitboard {
    let mut all = set.0;
    if side.is_white() {
        all |= all << 8;
        all |= all << 16;
        all |= all << 32;
    } else {
        all |= all >> 8;
        all |= all >> 16;
        all |= all >> 32;
    }
    Bitboard(all)
}

/// The set and everything behind it, seen by `side`.
#[inline]
fn fill_backward(side: Side, set: Bitboard) -> Bitboard {
    fill_forward(!side, set)
}

/// All squares of the files that the set touches.
#[inline]
pub(super) fn fill(set: Bitboard) -> Bitboard {
    fill_forward(Side::White, set) | fill_forward(Side::Black, set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_fen;
    use crate::rules::attacks;

    fn of(fen: &str) -> Tapered {
        structure(&read_fen(fen).unwrap(), Side::White)
    }

    #[test]
    fn attacks_of_a_set_are_those_of_its_pawns() {
        let pawns = Bitboard(0x0000_0081_3C00_1800);
        for side in Side::BOTH {
            let single = pawns
                .into_iter()
                .fold(Bitboard::EMPTY, |set, from| set | attacks::pawn(side, from));
            assert_eq!(pawn_attacks(side, pawns), single);
        }
    }

    #[test]
    fn a_lone_pawn_is_isolated_and_passed() {
        let pawn = of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        let king_steps = 0;
        assert_eq!(pawn, ISOLATED + PASSED[1] + tapered(0, king_steps));
    }

    #[test]
    fn a_pawn_stopped_beside_is_not_passed() {
        let free = of("4k3/8/8/p7/3P4/8/8/4K3 w - - 0 1");
        let stopped = of("4k3/8/4p3/8/3P4/8/8/4K3 w - - 0 1");
        assert!(free.end > stopped.end + 20, "{free:?} {stopped:?}");
    }

    #[test]
    fn doubled_pawns_count_once_and_only_the_first_passes() {
        let doubled = of("4k3/8/8/8/8/3P4/3P4/4K3 w - - 0 1");
        let front = of("4k3/8/8/8/8/3P4/8/4K3 w - - 0 1");
        assert_eq!(doubled, front + ISOLATED + DOUBLED);
    }
}
