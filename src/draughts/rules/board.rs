//! Squares and sets of squares.
//!
//! A row is half as many bits as the board has columns; a ghost bit after each even row and two
//! after each odd one hold no square, so that every direction is one constant shift and nothing
//! wraps round the edge: 10x10 takes 63 bits, 8x8 takes 42.
//!
//! ```text
//!    0   1   2   3   4      5 is a ghost
//!  6   7   8   9  10        11, 12 are ghosts
//!   13  14  15  16  17      18 is a ghost ...
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use ajeeb_base::{Bits, bits};

use super::Variant;

/// A dark square, by its bit in [`Squares`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    #[inline]
    pub(crate) const fn from_bit(bit: u8) -> Square {
        Square(bit & 63)
    }

    /// The square with a number as draughts players count, from 1 on, left to right and from
    /// Black's side down; `None` if the board has no such number.
    pub fn from_number<V: Variant>(number: usize) -> Option<Square> {
        let index = number.checked_sub(1)?;
        if index >= V::SQUARES {
            return None;
        }
        V::TABLES.bit.get(index).map(|&bit| Square(bit))
    }

    /// The square's number: 1..=50, or 1..=32 on the small board.
    pub fn number<V: Variant>(self) -> usize {
        usize::from(self.index::<V>()) + 1
    }

    /// The row, counted from Black's side, and the column, light squares counted.
    pub fn place<V: Variant>(self) -> (usize, usize) {
        let tables = V::TABLES;
        let (row, col) = (tables.row[self.bit()], tables.col[self.bit()]);
        (row.into(), col.into())
    }

    /// The square counted from 0, without ghosts.
    #[inline]
    pub fn index<V: Variant>(self) -> u8 {
        V::TABLES.index[self.bit()]
    }

    /// The bit, 0..=62.
    #[inline]
    pub const fn bit(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square alone.
    #[inline]
    pub const fn set(self) -> Squares {
        Squares(1 << (self.0 & 63))
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);

    /// Is there none?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The number of squares, quick where there are few.
    #[inline(always)]
    pub(crate) const fn few(self) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return self.len();
        }
        let (mut rest, mut count) = (self.0, 0);
        while rest != 0 {
            rest &= rest - 1;
            count += 1;
        }
        count
    }

    /// Are there more squares than `limit`?
    #[inline]
    pub(crate) const fn exceeds(self, limit: u32) -> bool {
        let (mut rest, mut left) = (self.0, limit);
        while left > 0 && rest != 0 {
            rest &= rest - 1;
            left -= 1;
        }
        rest != 0
    }

    /// The number of squares in both sets together.
    #[inline]
    pub(crate) const fn len_of_both(self, other: Squares) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return self.len() + other.len();
        }
        // The two counts share their last steps: no nibble of the sum goes above 8.
        const TWOS: u64 = 0x3333_3333_3333_3333;
        const fn nibbles(word: u64) -> u64 {
            let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
            (pairs & TWOS) + (pairs >> 2 & TWOS)
        }
        let sum = nibbles(self.0) + nibbles(other.0);
        let bytes = (sum & 0x0F0F_0F0F_0F0F_0F0F) + (sum >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Do the sets share a square?
    #[inline]
    pub const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of `self` that are not in `other`.
    #[inline]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// The square with the lowest number. The set must not be empty.
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square(self.0.trailing_zeros() as u8)
    }

    /// The square with the highest number. The set must not be empty.
    #[inline]
    pub(crate) const fn highest(self) -> Square {
        Square(63 - (self.0 | 1).leading_zeros() as u8)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    #[inline]
    fn into_iter(self) -> SquaresIter {
        SquaresIter(bits(self.0))
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct SquaresIter(Bits);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(Square)
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $operator for Squares {
            type Output = Squares;

            #[inline]
            fn $method(self, other: Squares) -> Squares {
                Squares(self.0.$method(other.0))
            }
        }

        impl $assign for Squares {
            #[inline]
            fn $assign_method(&mut self, other: Squares) {
                self.0.$assign_method(other.0);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

/// The eight directions. The first four go to higher bits, the others back: the opposite of
/// `d` is `d ^ 4`.
pub(crate) mod direction {
    pub(crate) const DOWN_LEFT: usize = 0;
    pub(crate) const DOWN_RIGHT: usize = 1;
    pub(crate) const DOWN: usize = 2;
    pub(crate) const RIGHT: usize = 3;
    pub(crate) const UP_RIGHT: usize = 4;
    pub(crate) const UP_LEFT: usize = 5;
    pub(crate) const UP: usize = 6;
    pub(crate) const LEFT: usize = 7;

    /// The directions in which pieces move.
    pub(crate) const DIAGONAL: [usize; 4] = [DOWN_LEFT, DOWN_RIGHT, UP_RIGHT, UP_LEFT];
    /// The directions in which they capture besides, under
    /// [`Variant::STRAIGHT_CAPTURES`](crate::Variant::STRAIGHT_CAPTURES).
    pub(crate) const STRAIGHT: [usize; 4] = [DOWN, RIGHT, UP, LEFT];

    /// The way back.
    pub(crate) const fn opposite(direction: usize) -> usize {
        direction ^ 4
    }
}

/// What follows from the size of a rule set's board.
pub(crate) trait Geometry: Variant {
    /// Dark squares on the board.
    const SQUARES: usize = Self::COLS * Self::ROWS / 2;
    /// The shifts of the first four directions.
    const STEPS: [u32; 4] = steps(Self::COLS);
    /// All squares.
    const BOARD: Squares = {
        let mut board = 0;
        let mut row = 0;
        while row < Self::ROWS {
            board |= row_of(Self::COLS, row).0;
            row += 1;
        }
        Squares(board)
    };
    /// The rows on which White's and Black's men are crowned.
    const LAST_ROW: [Squares; 2] = [row_of(Self::COLS, 0), row_of(Self::COLS, Self::ROWS - 1)];
    /// The rows before them.
    const ROW_BEFORE_LAST: [Squares; 2] =
        [row_of(Self::COLS, 1), row_of(Self::COLS, Self::ROWS - 2)];
    /// The long diagonal from White's left corner, 46 to 5 on the large board (art. 2.6).
    const MAIN_ROAD: Squares = {
        let (corner, tables) = (row_start(Self::COLS, Self::ROWS - 1), Self::TABLES);
        Squares(1 << corner | tables.rays[direction::UP_RIGHT][corner].0)
    };
    /// The squares left of the middle.
    const LEFT_HALF: Squares = {
        let (mut left, mut bit) = (0, 0);
        while bit < 64 {
            if (Self::TABLES.col[bit] as usize) < Self::COLS / 2 {
                left |= 1 << bit;
            }
            bit += 1;
        }
        Squares(left & Self::BOARD.0)
    };
    /// Tables by square.
    const TABLES: &'static Tables = &Tables::new(Self::COLS, Self::ROWS);
}

impl<V: Variant> Geometry for V {}

/// The squares of a row, counted from Black's side.
pub(crate) const fn row_of(cols: usize, row: usize) -> Squares {
    let half = cols / 2;
    Squares(((1 << half) - 1) << row_start(cols, row))
}

const fn row_start(cols: usize, row: usize) -> usize {
    let half = cols / 2;
    row / 2 * (cols + 3) + row % 2 * (half + 1)
}

const fn steps(cols: usize) -> [u32; 4] {
    let half = cols as u32 / 2;
    [half + 1, half + 2, 2 * half + 3, 1]
}

/// The whole set one step further. Squares that leave the board become ghosts: mask the result.
#[inline(always)]
pub(crate) fn step<V: Variant, const D: usize>(squares: Squares) -> Squares {
    if D < 4 {
        Squares(squares.0 << V::STEPS[D % 4])
    } else {
        Squares(squares.0 >> V::STEPS[D % 4])
    }
}

/// Tables by square, made at compile time.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The squares from a square (left out) to the edge, by direction and bit.
    pub(crate) rays: [[Squares; 64]; 8],
    /// The squares that a man can still reach by moving, by side and bit.
    pub(crate) ahead: [[Squares; 64]; 2],
    /// The number of the square less one, by bit.
    pub(crate) index: [u8; 64],
    /// The bit, by the number of the square less one.
    pub(crate) bit: [u8; 50],
    /// The row, counted from Black's side, by bit.
    pub(crate) row: [u8; 64],
    /// The column, light squares counted, by bit.
    pub(crate) col: [u8; 64],
}

impl Tables {
    const fn new(cols: usize, rows: usize) -> Tables {
        let mut tables = Tables {
            rays: [[Squares::NONE; 64]; 8],
            ahead: [[Squares::NONE; 64]; 2],
            index: [0; 64],
            bit: [0; 50],
            row: [0; 64],
            col: [0; 64],
        };
        let mut board = 0u64;
        let mut number = 0;
        while number < cols * rows / 2 {
            let (row, place) = (number / (cols / 2), number % (cols / 2));
            let bit = row_start(cols, row) + place;
            board |= 1 << bit;
            tables.index[bit] = number as u8;
            tables.bit[number] = bit as u8;
            tables.row[bit] = row as u8;
            tables.col[bit] = (2 * place + 1 - row % 2) as u8;
            number += 1;
        }
        let mut direction = 0;
        while direction < 8 {
            let mut bit = 0;
            while bit < 64 {
                if board >> bit & 1 == 1 {
                    tables.rays[direction][bit] = ray(cols, board, direction, 1 << bit);
                    tables.ahead[direction % 2][bit] = ahead(cols, board, direction % 2, 1 << bit);
                }
                bit += 1;
            }
            direction += 1;
        }
        tables
    }
}

const fn ray(cols: usize, board: u64, direction: usize, start: u64) -> Squares {
    let shift = steps(cols)[direction % 4];
    let mut ray = 0;
    let mut at = start;
    loop {
        at = if direction < 4 {
            at << shift
        } else {
            at >> shift
        };
        at &= board;
        if at == 0 {
            return Squares(ray);
        }
        ray |= at;
    }
}

/// What a man of White (0) or Black (1) on `start` can still reach.
const fn ahead(cols: usize, board: u64, side: usize, start: u64) -> Squares {
    let [left, right, ..] = steps(cols);
    let (mut ahead, mut row) = (0, start);
    while row != 0 {
        row = if side == 0 {
            row >> left | row >> right
        } else {
            row << left | row << right
        };
        row &= board;
        ahead |= row;
    }
    Squares(ahead)
}

/// The first square of `blockers` that a slide in `direction` meets, if any. `blockers` must lie
/// on the slide's ray.
#[inline(always)]
pub(crate) fn nearest(direction: usize, blockers: Squares) -> Option<Square> {
    if blockers.is_empty() {
        None
    } else if direction < 4 {
        Some(blockers.lowest())
    } else {
        Some(blockers.highest())
    }
}

/// The empty squares from `square` (left out) in `direction` up to the first piece.
#[inline(always)]
pub(crate) fn slide<V: Variant>(direction: usize, square: Square, empty: Squares) -> Squares {
    let ray = V::TABLES.rays[direction & 7][square.bit()];
    let blockers = ray.without(empty);
    if direction < 4 {
        // Below the lowest blocker; all of them if there is none.
        ray & Squares((blockers.0 & blockers.0.wrapping_neg()).wrapping_sub(1))
    } else {
        let above = u64::MAX << ((64 - blockers.0.leading_zeros()) & 63);
        ray & Squares(above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Russian};

    #[test]
    fn numbers_run_over_the_whole_board() {
        let squares: Vec<usize> = International::BOARD
            .into_iter()
            .map(|square| square.number::<International>())
            .collect();
        assert_eq!(squares, (1..=50).collect::<Vec<_>>());
        assert_eq!(International::BOARD.highest().bit(), 62);
        assert_eq!(Russian::BOARD.len(), 32);
        assert_eq!(Russian::BOARD.highest().bit(), 41);
        assert_eq!(Square::from_number::<International>(0), None);
        assert_eq!(Square::from_number::<International>(51), None);
        assert_eq!(Square::from_number::<Russian>(33), None);
    }

    #[test]
    fn slides_stop_before_pieces_and_at_the_edge() {
        let square = |number| Square::from_number::<International>(number).unwrap();
        let numbers = |squares: Squares| -> Vec<usize> {
            squares
                .into_iter()
                .map(|s| s.number::<International>())
                .collect()
        };
        let empty = International::BOARD.without(square(14).set());
        assert_eq!(
            numbers(slide::<International>(
                direction::UP_RIGHT,
                square(46),
                empty
            )),
            [19, 23, 28, 32, 37, 41]
        );
        assert_eq!(
            numbers(slide::<International>(
                direction::DOWN_LEFT,
                square(5),
                empty
            )),
            [10]
        );
        assert_eq!(
            numbers(slide::<International>(direction::UP, square(46), empty)),
            [6, 16, 26, 36]
        );
        assert_eq!(
            numbers(slide::<International>(direction::LEFT, square(50), empty)),
            [46, 47, 48, 49]
        );
        assert!(slide::<International>(direction::DOWN, square(50), empty).is_empty());
    }
}
