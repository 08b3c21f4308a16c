//! Where pieces attack, from tables built at compile time.
//!
//! Sliding pieces use kindergarten bitboards (G. Isenberg, 2006): the squares of one line that
//! could block, six at most, are gathered into a number by a multiplication, and a table gives
//! the attacks for it. All tables together take 9 KB and so stay in the first-level cache, which
//! the big tables of magic bitboards would not do beside a transposition table and a network.

use ajeeb_base::Side;

use super::{Bitboard, File, Square};

/// The squares a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares a pawn of `side` on `square` attacks.
#[inline]
pub fn pawn(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// The squares that a bishop on `square` attacks, `occupied` squares stopping it.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let file = square.file().index();
    along(lines.diagonal, GATHER, &BY_FILE[file], occupied)
        | along(lines.antidiagonal, GATHER, &BY_FILE[file], occupied)
}

/// The squares that a rook on `square` attacks, `occupied` squares stopping it.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let file = square.file().index();
    let rank = square.rank().index();
    along(lines.rank, GATHER, &BY_FILE[file], occupied)
        | along(lines.file, lines.gather_file, &BY_RANK[rank], occupied)
}

/// The squares that a bishop on `square` attacks on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(lines.diagonal | lines.antidiagonal)
}

/// The squares that a rook on `square` attacks on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(lines.rank | lines.file)
}

/// The squares strictly between two squares of a line; none if they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line through two squares, from edge to edge; none if they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    let lines = &LINES[a.index()];
    let mut through = 0;
    for line in [lines.rank, lines.file, lines.diagonal, lines.antidiagonal] {
        if line & b.bitboard().0 != 0 {
            through = line | a.bitboard().0;
        }
    }
    Bitboard(through)
}

/// The attacks along one line (without the attacker's own square).
#[inline]
fn along(line: u64, gather: u64, attacks: &[u64; 64], occupied: Bitboard) -> Bitboard {
    // The six inner squares decide; the product brings them to the top of the word.
    let blockers = (occupied.0 & line).wrapping_mul(gather) >> 58;
    Bitboard(attacks[blockers as usize] & line)
}

/// The four lines through a square, each without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    rank: u64,
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
    /// Brings the second to seventh squares of `file` to the upper six bits.
    gather_file: u64,
}

/// Brings the b- to g-file squares of a line that meets each file once to the upper six bits.
const GATHER: u64 = 0x0202_0202_0202_0202;
/// The same for the squares of the a-file; one bit lower for each file further right.
const GATHER_FILE: u64 = 0x0004_0810_2040_8000;

const A_FILE: u64 = File::A.bitboard().0;

static KNIGHT: [Bitboard; 64] = leaper(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [Bitboard; 64] = leaper(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static LINES: [Lines; 64] = lines();
/// Attacks along a rank or diagonal by the attacker's file and the blockers on the b- to g-files,
/// whole files at a time.
static BY_FILE: [[u64; 64]; 8] = attacks_by_place(A_FILE, 1);
/// Attacks along a file by the attacker's rank and the blockers on the inner ranks, whole ranks
/// at a time.
static BY_RANK: [[u64; 64]; 8] = attacks_by_place(0xFF, 8);
static BETWEEN: [[Bitboard; 64]; 64] = all_between();

/// The square `files` and `ranks` away, if it is on the board.
const fn step(square: usize, (files, ranks): (isize, isize)) -> Option<usize> {
    let file = (square % 8) as isize + files;
    let rank = (square / 8) as isize + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

const fn leaper(steps: &[(isize, isize)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < steps.len() {
            if let Some(target) = step(square, steps[index]) {
                table[square].0 |= 1 << target;
            }
            index += 1;
        }
        square += 1;
    }
    table
}

/// The squares from `square` in one direction, up to and with the first of `occupied`.
const fn ray(square: usize, direction: (isize, isize), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = step(square, direction);
    while let Some(next) = at {
        reached |= 1 << next;
        if occupied & 1 << next != 0 {
            break;
        }
        at = step(next, direction);
    }
    reached
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines {
        rank: 0,
        file: 0,
        diagonal: 0,
        antidiagonal: 0,
        gather_file: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Lines {
            rank: ray(square, (1, 0), 0) | ray(square, (-1, 0), 0),
            file: ray(square, (0, 1), 0) | ray(square, (0, -1), 0),
            diagonal: ray(square, (1, 1), 0) | ray(square, (-1, -1), 0),
            antidiagonal: ray(square, (-1, 1), 0) | ray(square, (1, -1), 0),
            gather_file: GATHER_FILE >> (square % 8),
        };
        square += 1;
    }
    table
}

/// For each place 0..8 on a line and each set of blockers on places 1..7: the attacked places,
/// each as `row` moved by `spread` bits a place.
const fn attacks_by_place(row: u64, spread: usize) -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut place = 0;
    while place < 8 {
        let mut blockers = 0;
        while blockers < 64 {
            // A rank will do for any line.
            let occupied = (blockers as u64) << 1;
            let reached = ray(place, (1, 0), occupied) | ray(place, (-1, 0), occupied);
            let mut target = 0;
            while target < 8 {
                if reached & 1 << target != 0 {
                    table[place][blockers] |= row << (target * spread);
                }
                target += 1;
            }
            blockers += 1;
        }
        place += 1;
    }
    table
}

const fn all_between() -> [[Bitboard; 64]; 64] {
    let directions = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < directions.len() {
            let mut passed = 0;
            let mut at = step(square, directions[index]);
            while let Some(next) = at {
                table[square][next] = Bitboard(passed);
                passed |= 1 << next;
                at = step(next, directions[index]);
            }
            index += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use ajeeb_base::SplitMix64;

    use super::*;

    fn walk(square: Square, directions: [(isize, isize); 4], occupied: u64) -> Bitboard {
        Bitboard(directions.into_iter().fold(0, |reached, direction| {
            reached | ray(square.index(), direction, occupied)
        }))
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut random = SplitMix64::new(1);
        for round in 0..2000 {
            // From nearly empty to nearly full boards.
            let occupied = (0..round % 4).fold(random.next(), |set, _| set & random.next());
            for square in Square::ALL {
                let straight = walk(square, [(0, 1), (1, 0), (0, -1), (-1, 0)], occupied);
                let slanting = walk(square, [(1, 1), (1, -1), (-1, -1), (-1, 1)], occupied);
                assert_eq!(rook(square, Bitboard(occupied)), straight);
                assert_eq!(bishop(square, Bitboard(occupied)), slanting);
            }
        }
    }

    #[test]
    fn lines_and_the_squares_between() {
        let square = |name: &str| Square::parse(name.as_bytes()).unwrap();
        let set = |names: &[&str]| names.iter().map(|name| square(name)).collect::<Bitboard>();
        assert_eq!(between(square("b2"), square("e5")), set(&["c3", "d4"]));
        assert_eq!(between(square("h1"), square("h2")), Bitboard::EMPTY);
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        let diagonal = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"];
        assert_eq!(line(square("g7"), square("b2")), set(&diagonal));
        assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(rook_rays(square("a1")).len(), 14);
        assert_eq!(bishop_rays(square("d4")).len(), 13);
    }

    #[test]
    fn leapers_stay_on_the_board() {
        let square = |name: &str| Square::parse(name.as_bytes()).unwrap();
        assert_eq!(KNIGHT.iter().map(|set| set.len()).sum::<u32>(), 336);
        assert_eq!(KING.iter().map(|set| set.len()).sum::<u32>(), 420);
        assert_eq!(pawn(Side::White, square("a2")), square("b3").bitboard());
        assert_eq!(pawn(Side::Black, square("h7")), square("g6").bitboard());
    }
}
