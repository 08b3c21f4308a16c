//! What a piece is worth where it stands. The numbers come from rules of thumb written as small
//! formulas, not from a table somebody tuned: knights belong in the centre, rooks on the seventh,
//! kings behind their pawns until the queens are gone.

use ajeeb_base::Side;

use super::tapered::{Tapered, tapered};
use crate::rules::{PieceKind, Square};

/// The bare worth of each kind, pawn to king.
pub(super) const MATERIAL: [Tapered; 6] = [
    tapered(82, 112),
    tapered(335, 305),
    tapered(350, 325),
    tapered(475, 550),
    tapered(980, 1000),
    tapered(0, 0),
];

/// Worth and placement by kind and square, seen by the owner with its back rank lowest.
static TABLE: [[Tapered; 64]; 6] = {
    let mut table = [[tapered(0, 0); 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let file = square % 8;
            let rank = square / 8;
            let place = place(kind, file, rank);
            table[kind][square] = tapered(
                MATERIAL[kind].middle + place.middle,
                MATERIAL[kind].end + place.end,
            );
            square += 1;
        }
        kind += 1;
    }
    table
};

/// The worth of a piece on a square, for its owner.
#[inline]
pub(super) fn worth(side: Side, kind: PieceKind, square: Square) -> Tapered {
    let seen = if side.is_white() {
        square
    } else {
        square.flipped()
    };
    TABLE[kind.index()][seen.index()]
}

/// Steps to the nearest edge, 0 to 3.
const fn inwards(coordinate: usize) -> i32 {
    let from_far = 7 - coordinate;
    (if coordinate < from_far {
        coordinate
    } else {
        from_far
    }) as i32
}

const fn place(kind: usize, file: usize, rank: usize) -> Tapered {
    let (by_file, by_rank) = (inwards(file), inwards(rank));
    let centre = by_file + by_rank;
    match kind {
        0 => pawn(by_file, rank),
        1 => knight(by_file, by_rank, rank),
        2 => bishop(file, rank, centre),
        3 => rook(by_file, rank),
        4 => tapered(2 * centre - 6, 5 * centre - 15),
        _ => king(file, rank, centre),
    }
}

/// Centre pawns forward in the opening; any pawn forward in the ending.
const fn pawn(by_file: i32, rank: usize) -> Tapered {
    const MIDDLE: [i32; 8] = [0, -4, -2, 3, 10, 22, 40, 0];
    const END: [i32; 8] = [0, -8, -4, 3, 14, 34, 60, 0];
    // Advance counts for little on the rook files, for much in the centre.
    let near = if rank > 4 { 3 } else { rank as i32 - 1 };
    tapered(MIDDLE[rank] + (by_file - 1) * 2 * near, END[rank] - by_file)
}

/// From the rim to the centre; best where an enemy camp begins.
const fn knight(by_file: i32, by_rank: i32, rank: usize) -> Tapered {
    const CAMP: [i32; 8] = [-12, -4, 2, 8, 14, 12, 2, -10];
    tapered(
        9 * by_file + 5 * by_rank - 26 + CAMP[rank],
        7 * by_file + 7 * by_rank - 22,
    )
}

/// Off the back rank, and on the long diagonals.
const fn bishop(file: usize, rank: usize, centre: i32) -> Tapered {
    let long = file == rank || file + rank == 7;
    let home = if rank == 0 { -10 } else { 0 };
    tapered(
        3 * centre - 8 + home + if long { 8 } else { 0 },
        4 * centre - 12,
    )
}

/// On the seventh rank; on central files in the opening.
const fn rook(by_file: i32, rank: usize) -> Tapered {
    let seventh = if rank == 6 { 18 } else { 0 };
    tapered(
        4 * by_file - 8 + seventh,
        seventh / 2 + if rank >= 3 { 4 } else { -2 },
    )
}

/// In its corner behind pawns while there are attackers; in the centre when they are gone.
const fn king(file: usize, rank: usize, centre: i32) -> Tapered {
    const MIDDLE_FILE: [i32; 8] = [14, 22, 6, -12, -8, -12, 24, 16];
    const MIDDLE_RANK: [i32; 8] = [10, -8, -30, -50, -65, -75, -80, -85];
    tapered(
        MIDDLE_FILE[file] + MIDDLE_RANK[rank],
        11 * centre - 38 + rank as i32,
    )
}
