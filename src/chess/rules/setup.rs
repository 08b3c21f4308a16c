use ajeeb_base::{Key, Side};
use thiserror::Error;

use super::{Bitboard, PieceKind, Position, Square, attacks, back_rank};

/// A position as it may be described from outside, not yet checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces, a1 first.
    pub board: [Option<(Side, PieceKind)>; 64],
    /// The side to move.
    pub side: Side,
    /// The rooks that shall be allowed to castle.
    pub castling: Bitboard,
    /// The square that a pawn is said to have just passed.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u8,
    /// The number of the move.
    pub fullmove: u16,
}

/// Why a described position cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Each side has exactly one king (rule book 2.2).
    #[error("{} has {count} kings instead of one", name(*.side))]
    Kings {
        /// The side.
        side: Side,
        /// How many kings it has.
        count: u32,
    },
    /// Kings never stand next to each other (rule book 9.1).
    #[error("the kings touch")]
    TouchingKings,
    /// The side that has just moved left its king to be taken (rule book 9.1).
    #[error("{}, who is not to move, is in check", name(*.side))]
    KingCanBeTaken {
        /// The side whose king could be taken.
        side: Side,
    },
    /// Pawns promote on the last rank and never stand on their first (rule book 5.6).
    #[error("a pawn stands on {square}")]
    PawnOnBackRank {
        /// The pawn's square.
        square: Square,
    },
    /// Sixteen men a side (rule book 2.2).
    #[error("{} has {count} men, more than 16", name(*.side))]
    Men {
        /// The side.
        side: Side,
        /// How many men it has.
        count: u32,
    },
    /// Eight pawns a side (rule book 2.2).
    #[error("{} has {count} pawns, more than 8", name(*.side))]
    Pawns {
        /// The side.
        side: Side,
        /// How many pawns it has.
        count: u32,
    },
    /// Every piece beyond the first set was a pawn (rule book 5.6.4).
    #[error(
        "{} has {promoted} promoted pieces, but only {missing} pawns are missing",
        name(*.side)
    )]
    Promoted {
        /// The side.
        side: Side,
        /// Pieces beyond the initial ones.
        promoted: u32,
        /// Pawns no longer there.
        missing: u32,
    },
}

fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

impl Setup {
    /// Checks the description and makes the position. Castling rights without king and rook in
    /// place, and an en passant square where no capture is legal, are dropped.
    ///
    /// # Errors
    /// The first thing that cannot be, see [`SetupError`]. Positions that cannot have arisen but
    /// can be played, such as impossible double checks, are not refused.
    pub fn build(&self) -> Result<Position, SetupError> {
        let mut position = self.place();
        for side in Side::BOTH {
            check_material(&position, side)?;
        }
        let pawns = position.kind(PieceKind::Pawn) & Bitboard::BACK_RANKS;
        if let Some(square) = pawns.first() {
            return Err(SetupError::PawnOnBackRank { square });
        }
        let [white, black] = Side::BOTH.map(|side| position.king(side));
        if attacks::king(white).contains(black) {
            return Err(SetupError::TouchingKings);
        }
        let waiting = !self.side;
        let attackers = position.attackers(position.king(waiting), position.occupied());
        if attackers.meets(position.of(self.side)) {
            return Err(SetupError::KingCanBeTaken { side: waiting });
        }
        position.castling = self.possible_castling(&position);
        position.en_passant = self.possible_passing(&position);
        Ok(position.refreshed())
    }

    fn place(&self) -> Position {
        let mut position = Position {
            kinds: [Bitboard::EMPTY; 6],
            sides: [Bitboard::EMPTY; 2],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            key: Key::default(),
            part_keys: [Key::default(); 3],
            side: self.side,
            en_passant: None,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
        };
        for (square, piece) in Square::ALL.into_iter().zip(self.board) {
            if let Some((side, kind)) = piece {
                position.kinds[kind.index()] |= square.bitboard();
                position.sides[side.index()] |= square.bitboard();
            }
        }
        position
    }

    /// The wanted rooks that can castle: on the back rank with their king, one a wing, the
    /// outermost if there are more.
    fn possible_castling(&self, position: &Position) -> Bitboard {
        let mut possible = Bitboard::EMPTY;
        for side in Side::BOTH {
            let king = position.king(side);
            let rank = back_rank(side);
            if king.rank() != rank {
                continue;
            }
            let rooks = self.castling & rank.bitboard() & position.pieces(side, PieceKind::Rook);
            let left = rooks.into_iter().find(|&rook| rook < king);
            let right = rooks.into_iter().filter(|&rook| rook > king).last();
            possible |= left.into_iter().chain(right).collect();
        }
        possible
    }

    /// The en passant square if a pawn can have come past it and a capture is legal.
    fn possible_passing(&self, position: &Position) -> Option<Square> {
        let square = self.en_passant?;
        let forward = if self.side.is_white() { -8 } else { 8 };
        let passed_rank = if self.side.is_white() { 5 } else { 2 };
        if square.rank().index() != passed_rank {
            return None;
        }
        let pawn = square.offset(forward);
        let path = square.bitboard() | square.offset(-forward).bitboard();
        let came_past = position.pieces(!self.side, PieceKind::Pawn).contains(pawn)
            && !position.occupied().meets(path);
        (came_past && !position.passing_pawns(square).is_empty()).then_some(square)
    }
}

fn check_material(position: &Position, side: Side) -> Result<(), SetupError> {
    let count = |kind| position.pieces(side, kind).len();
    let kings = count(PieceKind::King);
    let men = position.of(side).len();
    let pawns = count(PieceKind::Pawn);
    if kings != 1 {
        return Err(SetupError::Kings { side, count: kings });
    }
    if men > 16 {
        return Err(SetupError::Men { side, count: men });
    }
    if pawns > 8 {
        return Err(SetupError::Pawns { side, count: pawns });
    }
    let promoted = count(PieceKind::Knight).saturating_sub(2)
        + count(PieceKind::Bishop).saturating_sub(2)
        + count(PieceKind::Rook).saturating_sub(2)
        + count(PieceKind::Queen).saturating_sub(1);
    let missing = 8 - pawns;
    if promoted > missing {
        return Err(SetupError::Promoted {
            side,
            promoted,
            missing,
        });
    }
    Ok(())
}
