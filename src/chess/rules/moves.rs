use std::fmt;

use ajeeb_game::PackedMove;

use super::{PieceKind, Square};

/// A legal move of some position, in 32 bits.
///
/// The lower half is the packed move: from (6 bits), to (6), and what is special about it (4).
/// The upper half repeats what the position knows, the moving kind (3) and the captured kind (3),
/// so that playing, ordering and counting need no look at the board. Castling is written as the
/// king taking its own rook, which serves Chess960 as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// What is special about a move: bits 12..16 of the packed form.
mod special {
    pub(super) const NONE: u32 = 0;
    pub(super) const CASTLING: u32 = 1;
    pub(super) const EN_PASSANT: u32 = 2;
    /// Four plus 0..3 for knight, bishop, rook, queen.
    pub(super) const PROMOTION: u32 = 4;
}

/// The victim field of a move that captures nothing.
const NO_VICTIM: u32 = 7;

impl Move {
    #[inline]
    const fn new(kind: PieceKind, from: Square, to: Square, special: u32, victim: u32) -> Move {
        Move(
            from.index() as u32
                | (to.index() as u32) << 6
                | special << 12
                | (kind as u32) << 16
                | victim << 19,
        )
    }

    /// A move of a piece to an empty square.
    #[inline]
    pub(crate) const fn quiet(kind: PieceKind, from: Square, to: Square) -> Move {
        Move::new(kind, from, to, special::NONE, NO_VICTIM)
    }

    /// A capture of `victim` on its square.
    #[inline]
    pub(crate) const fn capture(
        kind: PieceKind,
        from: Square,
        to: Square,
        victim: PieceKind,
    ) -> Move {
        Move::new(kind, from, to, special::NONE, victim as u32)
    }

    /// A promotion to knight, bishop, rook or queen.
    #[inline]
    pub(crate) const fn promoting(
        from: Square,
        to: Square,
        promotion: PieceKind,
        victim: Option<PieceKind>,
    ) -> Move {
        let victim = match victim {
            Some(victim) => victim as u32,
            None => NO_VICTIM,
        };
        let promotion = promotion as u32 - PieceKind::Knight as u32;
        Move::new(
            PieceKind::Pawn,
            from,
            to,
            special::PROMOTION + promotion,
            victim,
        )
    }

    /// A capture in passing.
    #[inline]
    pub(crate) const fn passing(from: Square, to: Square) -> Move {
        Move::new(
            PieceKind::Pawn,
            from,
            to,
            special::EN_PASSANT,
            PieceKind::Pawn as u32,
        )
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub(crate) const fn castling(king: Square, rook: Square) -> Move {
        Move::new(PieceKind::King, king, rook, special::CASTLING, NO_VICTIM)
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Where the piece goes; in castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// The kind of the moving piece, before promotion.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        match PieceKind::from_index(self.0 >> 16 & 7) {
            Some(kind) => kind,
            None => PieceKind::King,
        }
    }

    /// The kind of the captured piece.
    #[inline]
    pub const fn victim(self) -> Option<PieceKind> {
        PieceKind::from_index(self.0 >> 19 & 7)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        let special = self.special();
        if special < special::PROMOTION {
            None
        } else {
            PieceKind::from_index(special - special::PROMOTION + PieceKind::Knight as u32)
        }
    }

    /// Is this castling?
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.special() == special::CASTLING
    }

    /// Does a pawn capture in passing?
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.special() == special::EN_PASSANT
    }

    /// Does the move capture?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 >> 19 != NO_VICTIM
    }

    /// Does the move capture or make a queen: is it one of the noisy ones?
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.is_capture()
            || self.special()
                == special::PROMOTION + PieceKind::Queen as u32 - PieceKind::Knight as u32
    }

    /// The 16-bit form; never [`PackedMove::NONE`], as from and to differ.
    #[inline]
    pub const fn pack(self) -> PackedMove {
        PackedMove(self.0 as u16)
    }

    #[inline]
    const fn special(self) -> u32 {
        self.0 >> 12 & 15
    }
}

/// From and to, and the promotion if there is one: `e7e8q`; castling as king takes rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back() {
        let (from, to) = (Square::new(52), Square::new(61));
        for promotion in PieceKind::PROMOTIONS {
            let mv = Move::promoting(from, to, promotion, Some(PieceKind::Rook));
            assert_eq!((mv.from(), mv.to()), (from, to));
            assert_eq!(mv.promotion(), Some(promotion));
            assert_eq!(mv.victim(), Some(PieceKind::Rook));
            assert_eq!(mv.kind(), PieceKind::Pawn);
            assert!(mv.is_capture() && mv.is_noisy());
            let push = Move::promoting(from, to, promotion, None);
            assert!(!push.is_capture());
            assert_eq!(push.is_noisy(), promotion == PieceKind::Queen);
        }
        let castling = Move::castling(Square::new(4), Square::new(7));
        assert!(castling.is_castling() && !castling.is_noisy());
        assert_eq!(castling.promotion(), None);
        let passing = Move::passing(Square::new(36), Square::new(43));
        assert!(passing.is_en_passant() && passing.is_noisy());
        assert_eq!(passing.victim(), Some(PieceKind::Pawn));
        assert!(!Move::quiet(PieceKind::Queen, from, to).is_noisy());
        assert_eq!(size_of::<Option<Move>>(), 8);
    }
}
