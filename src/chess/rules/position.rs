use std::fmt;

use ajeeb_base::{Key, Side};

use super::{Bitboard, File, PieceKind, Rank, Square, attacks, zobrist};

/// A chess position: the pieces, and with them everything future moves and draws depend on,
/// repetition excepted. A small value that is copied, changed by [`play`](Position::play) only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) kinds: [Bitboard; 6],
    pub(super) sides: [Bitboard; 2],
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// The rooks that may still castle, of both sides.
    pub(super) castling: Bitboard,
    pub(super) key: Key,
    /// White's pieces without pawns, Black's, all pawns.
    pub(super) part_keys: [Key; 3],
    pub(super) side: Side,
    /// The square a pawn has just passed, only if a capture there is legal.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove: u8,
    pub(super) fullmove: u16,
}

// Two cache lines, as every node of the search copies one.
const _: () = assert!(size_of::<Position>() == 128);

/// Where the pawns' key is kept among the part keys, after the sides' pieces.
pub(super) const PAWN_PART: usize = 2;

impl Position {
    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// All pieces of a side.
    #[inline]
    pub const fn of(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.of(side) & self.kind(kind)
    }

    /// The squares that are not empty.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.pieces(side, PieceKind::King).lowest()
    }

    /// The opponent's pieces that give check.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The pieces of the side to move that may not leave a line with their king.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The rooks, of both sides, with which castling is still allowed.
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The square behind a pawn that has just made a double step and can legally be captured in
    /// passing.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move; stays at 255 beyond.
    #[inline]
    pub const fn halfmove(&self) -> u8 {
        self.halfmove
    }

    /// The number of the move, from 1; grows after Black's.
    #[inline]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The Zobrist key: pieces, side to move, castling rights, and the file of a legal capture
    /// in passing.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// A key of the pawns alone.
    #[inline]
    pub const fn pawn_key(&self) -> Key {
        self.part_keys[PAWN_PART]
    }

    /// A key of one side's pieces other than pawns.
    #[inline]
    pub const fn piece_key(&self, side: Side) -> Key {
        self.part_keys[side.index()]
    }

    /// The kind of the piece on `square`; meaningless on an empty square.
    #[inline]
    pub(crate) fn kind_on(&self, square: Square) -> PieceKind {
        // Without branches, as captures are hard to predict.
        let bit = |kind: PieceKind| (self.kind(kind).0 >> square.index() & 1) as u32;
        let index = bit(PieceKind::Knight)
            + 2 * bit(PieceKind::Bishop)
            + 3 * bit(PieceKind::Rook)
            + 4 * bit(PieceKind::Queen)
            + 5 * bit(PieceKind::King);
        PieceKind::from_index(index).unwrap_or(PieceKind::King)
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<(Side, PieceKind)> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.of(side).contains(square))?;
        Some((side, self.kind_on(square)))
    }

    /// The pieces that move like bishops: bishops and queens of both sides.
    #[inline]
    pub(crate) fn slanting(&self) -> Bitboard {
        self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)
    }

    /// The pieces that move like rooks: rooks and queens of both sides.
    #[inline]
    pub(crate) fn straight(&self) -> Bitboard {
        self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)
    }

    /// The pieces of both sides that attack `square` on a board with these `occupied` squares.
    /// Pieces outside `occupied` still attack by their place; mask them if they are gone.
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Side::Black, square) & self.of(Side::White)
            | attacks::pawn(Side::White, square) & self.of(Side::Black);
        pawns & self.kind(PieceKind::Pawn)
            | attacks::knight(square) & self.kind(PieceKind::Knight)
            | attacks::king(square) & self.kind(PieceKind::King)
            | attacks::bishop(square, occupied) & self.slanting()
            | attacks::rook(square, occupied) & self.straight()
    }

    /// Would capturing in passing from `from` to `to` leave the king of the side to move safe?
    /// Both pawns leave their squares at once, so pins alone do not tell.
    #[inline(never)]
    pub(super) fn passing_is_legal(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.side);
        let victim = Square::at(to.file(), from.rank()).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ victim) | to.bitboard();
        !self
            .attackers(king, occupied)
            .meets(self.of(!self.side) & occupied)
    }

    /// The pawns of the side to move that may legally capture in passing on `to`.
    pub(super) fn passing_pawns(&self, to: Square) -> Bitboard {
        let near = attacks::pawn(!self.side, to) & self.pieces(self.side, PieceKind::Pawn);
        near.into_iter()
            .filter(|&from| self.passing_is_legal(from, to))
            .collect()
    }

    /// Finds out anew who gives check and who is pinned.
    #[inline]
    pub(super) fn find_checks(&mut self) {
        let side = self.side;
        let king = self.king(side);
        let theirs = self.of(!side);
        let occupied = self.occupied();
        self.checkers = theirs
            & (attacks::knight(king) & self.kind(PieceKind::Knight)
                | attacks::pawn(side, king) & self.kind(PieceKind::Pawn));
        let mut blockers = Bitboard::EMPTY;
        let facing = theirs
            & (attacks::rook_rays(king) & self.straight()
                | attacks::bishop_rays(king) & self.slanting());
        for slider in facing {
            let between = attacks::between(king, slider) & occupied;
            if between.is_empty() {
                self.checkers |= slider.bitboard();
            } else if !between.several() {
                blockers |= between;
            }
        }
        self.pinned = blockers & self.of(side);
    }

    /// Is this the castling setup of standard chess: no rights, or kings on the e-file and rooks
    /// in the corners?
    pub fn has_standard_castling(&self) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let rooks = self.castling & self.of(side);
            let corners = File::A.bitboard() | File::H.bitboard();
            rooks.is_empty() || self.king(side).file() == File::E && (rooks & !corners).is_empty()
        })
    }

    /// Do all bishops stand on squares of one colour, with no pieces but them and kings? Or is
    /// there one knight, or nothing, beside the kings? Nobody can be mated then (rule book 10.4
    /// and the general sentence before it).
    #[inline]
    pub fn is_dead(&self) -> bool {
        let heavy =
            self.kind(PieceKind::Pawn) | self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        heavy.is_empty() && self.minors_cannot_mate()
    }

    fn minors_cannot_mate(&self) -> bool {
        let bishops = self.kind(PieceKind::Bishop);
        let knights = self.kind(PieceKind::Knight);
        if knights.is_empty() {
            !(bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK))
        } else {
            bishops.is_empty() && !knights.several()
        }
    }
}

/// The squares where king and rook land when the king on `king` castles with `rook`: c and d, or
/// g and f, on their rank (rule book 5.1.2; Chess960 keeps these squares).
#[inline]
pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook > king {
        (File::G, File::F)
    } else {
        (File::C, File::D)
    };
    let rank = king.rank();
    (Square::at(king_file, rank), Square::at(rook_file, rank))
}

/// The first rank as `side` sees it.
#[inline]
pub(crate) const fn back_rank(side: Side) -> Rank {
    match side {
        Side::White => Rank::FIRST,
        Side::Black => Rank::EIGHTH,
    }
}

impl Position {
    /// All keys computed from the pieces: the whole and its parts.
    fn fresh_keys(&self) -> (Key, [Key; 3]) {
        let mut parts = [Key(0); 3];
        for side in Side::BOTH {
            for kind in PieceKind::ALL {
                for square in self.pieces(side, kind) {
                    let part = part_of(side, kind);
                    parts[part] ^= zobrist::piece(side, kind, square);
                }
            }
        }
        let mut key = parts[0] ^ parts[1] ^ parts[2];
        for rook in self.castling {
            key ^= zobrist::castling(rook);
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        if self.side == Side::Black {
            key ^= zobrist::black_to_move();
        }
        (key, parts)
    }

    /// The same position with its keys, checks and pins computed anew: what incremental updates
    /// must agree with.
    #[must_use]
    pub fn refreshed(&self) -> Position {
        let mut fresh = *self;
        (fresh.key, fresh.part_keys) = self.fresh_keys();
        fresh.find_checks();
        fresh
    }

    /// Colours and sides exchanged: the same game seen from the other side of the board.
    #[must_use]
    pub fn flipped(&self) -> Position {
        Position {
            kinds: self.kinds.map(Bitboard::flipped),
            sides: [self.sides[1].flipped(), self.sides[0].flipped()],
            castling: self.castling.flipped(),
            side: !self.side,
            en_passant: self.en_passant.map(Square::flipped),
            ..*self
        }
        .refreshed()
    }
}

/// Which part key a piece belongs to.
#[inline]
pub(super) fn part_of(side: Side, kind: PieceKind) -> usize {
    if kind == PieceKind::Pawn {
        PAWN_PART
    } else {
        side.index()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::write_fen(self))
    }
}
