use std::fmt;

use super::Bitboard;

/// A file, a = 0 to h = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

impl File {
    /// The file of the queen's rooks.
    pub const A: File = File(0);
    /// Where the king lands after queen-side castling.
    pub const C: File = File(2);
    /// Where the rook lands after queen-side castling.
    pub const D: File = File(3);
    /// The file of the kings in standard chess.
    pub const E: File = File(4);
    /// Where the rook lands after king-side castling.
    pub const F: File = File(5);
    /// Where the king lands after king-side castling.
    pub const G: File = File(6);
    /// The file of the king's rooks.
    pub const H: File = File(7);

    /// The file counted from 0; only the lowest three bits of `index` count.
    #[inline]
    pub const fn new(index: u8) -> File {
        File(index & 7)
    }

    /// The file of a letter `a`..`h`. In moves a large letter is a piece, so it is no file.
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter {
            b'a'..=b'h' => Some(File(letter - b'a')),
            _ => None,
        }
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// All eight squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.0)
    }
}

/// A rank, 0 for the first to 7 for the eighth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// White's back rank.
    pub const FIRST: Rank = Rank(0);
    /// Black's back rank.
    pub const EIGHTH: Rank = Rank(7);

    /// The rank counted from 0; only the lowest three bits of `index` count.
    #[inline]
    pub const fn new(index: u8) -> Rank {
        Rank(index & 7)
    }

    /// The rank of a digit `1`..`8`.
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank(digit - b'1')),
            _ => None,
        }
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The digit that names the rank.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }

    /// All eight squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xFF << (8 * self.0))
    }
}

/// A square, counted along the ranks: a1 = 0, b1 = 1, .. h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All squares, a1 first.
    pub const ALL: [Square; 64] = {
        let mut all = [Square(0); 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// The square counted from 0; only the lowest six bits of `index` count.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// Where a file and a rank meet.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// Reads `e4`; `None` for anything else.
    pub fn parse(text: &[u8]) -> Option<Square> {
        match *text {
            [file, rank] => Some(Square::at(
                File::from_letter(file)?,
                Rank::from_digit(rank)?,
            )),
            _ => None,
        }
    }

    /// 0 for a1 to 63 for h8, as an index into per-square arrays.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask costs next to nothing and spares every table look-up its bounds check.
        (self.0 & 63) as usize
    }

    /// The square's file.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The square's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank((self.0 >> 3) & 7)
    }

    /// The set that holds this square alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The square `steps` further in index order: 8 is one rank up, 1 one file right. The caller
    /// makes sure that it is on the board.
    #[inline]
    #[must_use]
    pub const fn offset(self, steps: i8) -> Square {
        Square(self.0.wrapping_add_signed(steps) & 63)
    }

    /// The same square seen by the other player: e2 becomes e7.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// True for the dark squares, such as a1.
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 0
    }

    /// King steps between two squares.
    pub const fn distance(self, other: Square) -> usize {
        let files = self.file().index().abs_diff(other.file().index());
        let ranks = self.rank().index().abs_diff(other.rank().index());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(Square::parse(square.to_string().as_bytes()), Some(square));
        }
        for bad in ["", "e", "e9", "i1", "e44", "4e", "é4", "E4"] {
            assert_eq!(Square::parse(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn the_near_right_corner_is_light() {
        // Rule book 1.2.
        assert!(!Square::parse(b"h1").unwrap().is_dark());
        assert!(!Square::parse(b"a8").unwrap().is_dark());
        assert!(Square::parse(b"a1").unwrap().is_dark());
        assert!(Square::parse(b"e1").unwrap().is_dark());
    }

    #[test]
    fn the_other_side_sees_ranks_reversed() {
        let square = Square::parse(b"c2").unwrap();
        assert_eq!(square.flipped(), Square::parse(b"c7").unwrap());
        assert_eq!(square.distance(Square::parse(b"g3").unwrap()), 4);
    }
}
