use ajeeb_game::PackedMove;

use super::{Bitboard, Move, PieceKind, Position, Square, attacks};

impl Position {
    /// The legal move that packs to `packed`, found without generating the others.
    pub(crate) fn unpack(&self, packed: PackedMove) -> Option<Move> {
        let from = Square::new(packed.0 as u8);
        let to = Square::new((packed.0 >> 6) as u8);
        if !self.of(self.side()).contains(from) {
            return None;
        }
        let kind = self.kind_on(from);
        let victim = self.of(!self.side()).contains(to).then(|| self.kind_on(to));
        let mv = self.shaped(packed, kind, from, to, victim)?;
        let legal = if mv.is_castling() {
            self.castling_rooks().contains(to) && !self.in_check() && self.may_castle(to)
        } else if mv.is_en_passant() {
            self.passing_pawns(to).contains(from)
        } else {
            self.destinations(kind, from).contains(to)
        };
        legal.then_some(mv)
    }

    /// The move that packs to `packed` if such moves can be: pawns promote on the last rank and
    /// only there, kings castle with own rooks, and so on.
    fn shaped(
        &self,
        packed: PackedMove,
        kind: PieceKind,
        from: Square,
        to: Square,
        victim: Option<PieceKind>,
    ) -> Option<Move> {
        let promotes = kind == PieceKind::Pawn && Bitboard::BACK_RANKS.contains(to);
        let plain = match victim {
            Some(victim) => Move::capture(kind, from, to, victim),
            None => Move::quiet(kind, from, to),
        };
        let promoted = PieceKind::PROMOTIONS.map(|kind| Move::promoting(from, to, kind, victim));
        let castles = kind == PieceKind::King && self.of(self.side()).contains(to);
        let passes = kind == PieceKind::Pawn && self.en_passant() == Some(to);
        let fits = |mv: &Move| mv.pack() == packed;
        if promotes {
            promoted.into_iter().find(fits)
        } else if castles {
            Some(Move::castling(from, to)).filter(fits)
        } else {
            let passing = passes.then(|| Move::passing(from, to));
            passing.filter(fits).or(Some(plain).filter(fits))
        }
    }

    /// Where the piece of this `kind` on `from`, of the side to move, may legally go, castling
    /// and capturing in passing apart.
    fn destinations(&self, kind: PieceKind, from: Square) -> Bitboard {
        let us = self.side();
        let king = self.king(us);
        let occupied = self.occupied();
        let reached = match kind {
            PieceKind::Pawn => self.pawn_destinations(from),
            PieceKind::Knight => attacks::knight(from),
            PieceKind::Bishop => attacks::bishop(from, occupied),
            PieceKind::Rook => attacks::rook(from, occupied),
            PieceKind::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            PieceKind::King => {
                let steps = attacks::king(from) & !self.of(us);
                return steps & !self.attacked_within(steps);
            }
        } & !self.of(us);
        let answers = match self.checkers() {
            none if none.is_empty() => Bitboard::ALL,
            one if !one.several() => attacks::between(king, one.lowest()) | one,
            _ => Bitboard::EMPTY,
        };
        if self.pinned().contains(from) {
            reached & answers & attacks::line(king, from)
        } else {
            reached & answers
        }
    }

    fn pawn_destinations(&self, from: Square) -> Bitboard {
        let us = self.side();
        let (up, home) = if us.is_white() { (8, 1) } else { (-8, 6) };
        let empty = !self.occupied();
        let single = from.bitboard().shifted(up) & empty;
        let double = if from.rank().index() == home {
            single.shifted(up) & empty
        } else {
            Bitboard::EMPTY
        };
        single | double | attacks::pawn(us, from) & self.of(!us)
    }
}
