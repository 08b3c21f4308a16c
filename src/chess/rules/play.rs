use ajeeb_base::Side;
use ajeeb_game::{Observer, Placement};

use super::position::part_of;
use super::{Bitboard, Move, PieceKind, Position, Square, castling_targets, zobrist};

impl Position {
    /// The position after the legal move `mv`; `observer` sees each piece leave and enter.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move, observer: &mut impl Observer) -> Position {
        match self.side {
            Side::White => self.play_as::<true>(mv, observer),
            Side::Black => self.play_as::<false>(mv, observer),
        }
    }

    /// The position after the side to move, which must not be in check, has passed. Counts as a
    /// reversible half-move.
    #[must_use]
    pub fn pass(&self) -> Position {
        let mut next = *self;
        next.forget_passing();
        next.halfmove = next.halfmove.saturating_add(1);
        next.hand_over();
        next
    }

    #[inline]
    fn play_as<const WHITE: bool>(&self, mv: Move, observer: &mut impl Observer) -> Position {
        let (us, them) = if WHITE {
            (Side::White, Side::Black)
        } else {
            (Side::Black, Side::White)
        };
        let mut next = *self;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        next.side = us;
        next.forget_passing();
        next.halfmove = next.halfmove.saturating_add(1);
        if mv.is_castling() {
            next.castle(us, from, to, observer);
        } else {
            if let Some(victim) = mv.victim() {
                let square = if mv.is_en_passant() {
                    Square::at(to.file(), from.rank())
                } else {
                    to
                };
                next.remove(them, victim, square, observer);
                next.halfmove = 0;
            }
            if let Some(promotion) = mv.promotion() {
                next.remove(us, kind, from, observer);
                next.place(us, promotion, to, observer);
            } else {
                next.shift(us, kind, from, to, observer);
            }
            if kind == PieceKind::Pawn {
                next.halfmove = 0;
            }
        }
        next.lose_castling(us, kind, from.bitboard() | to.bitboard());
        next.hand_over();
        if kind == PieceKind::Pawn && from.index().abs_diff(to.index()) == 16 {
            next.expect_passing(to.offset(if WHITE { -8 } else { 8 }));
        }
        next
    }

    /// Turns the board over to the other side.
    #[inline]
    fn hand_over(&mut self) {
        self.fullmove = self
            .fullmove
            .saturating_add(u16::from(self.side == Side::Black));
        self.side = !self.side;
        self.key ^= zobrist::black_to_move();
        self.find_checks();
    }

    #[inline]
    fn remove(
        &mut self,
        side: Side,
        kind: PieceKind,
        square: Square,
        observer: &mut impl Observer,
    ) {
        self.toggle(side, kind, square);
        observer.removed(placement(side, kind, square));
    }

    #[inline]
    fn place(&mut self, side: Side, kind: PieceKind, square: Square, observer: &mut impl Observer) {
        self.toggle(side, kind, square);
        observer.placed(placement(side, kind, square));
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: PieceKind, square: Square) {
        let key = zobrist::piece(side, kind, square);
        self.kinds[kind.index()] ^= square.bitboard();
        self.sides[side.index()] ^= square.bitboard();
        self.key ^= key;
        self.part_keys[part_of(side, kind)] ^= key;
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn shift(
        &mut self,
        side: Side,
        kind: PieceKind,
        from: Square,
        to: Square,
        observer: &mut impl Observer,
    ) {
        let both = from.bitboard() | to.bitboard();
        let key = zobrist::piece(side, kind, from) ^ zobrist::piece(side, kind, to);
        self.kinds[kind.index()] ^= both;
        self.sides[side.index()] ^= both;
        self.key ^= key;
        self.part_keys[part_of(side, kind)] ^= key;
        observer.removed(placement(side, kind, from));
        observer.placed(placement(side, kind, to));
    }

    /// Both pieces leave before either enters: in Chess960 they may change places.
    fn castle(&mut self, side: Side, king: Square, rook: Square, observer: &mut impl Observer) {
        let (king_to, rook_to) = castling_targets(king, rook);
        self.remove(side, PieceKind::King, king, observer);
        self.remove(side, PieceKind::Rook, rook, observer);
        self.place(side, PieceKind::King, king_to, observer);
        self.place(side, PieceKind::Rook, rook_to, observer);
    }

    /// Takes the rights of rooks that moved or were taken, and all of a king that moved.
    #[inline]
    fn lose_castling(&mut self, side: Side, kind: PieceKind, touched: Bitboard) {
        if self.castling.is_empty() {
            return;
        }
        let ranks = if kind == PieceKind::King {
            super::back_rank(side).bitboard()
        } else {
            Bitboard::EMPTY
        };
        let lost = self.castling & (touched | ranks);
        for rook in lost {
            self.key ^= zobrist::castling(rook);
        }
        self.castling ^= lost;
    }

    #[inline]
    fn forget_passing(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// After a double step: notes the passed square if a pawn may legally capture there.
    #[inline]
    fn expect_passing(&mut self, passed: Square) {
        if !self.passing_pawns(passed).is_empty() {
            self.en_passant = Some(passed);
            self.key ^= zobrist::en_passant(passed.file());
        }
    }

    /// Shows `observer` every piece, as placed.
    pub fn survey(&self, observer: &mut impl Observer) {
        for side in Side::BOTH {
            for kind in PieceKind::ALL {
                for square in self.pieces(side, kind) {
                    observer.placed(placement(side, kind, square));
                }
            }
        }
    }
}

#[inline]
fn placement(side: Side, kind: PieceKind, square: Square) -> Placement {
    Placement {
        side,
        kind: kind as u8,
        square: square.index() as u8,
    }
}
