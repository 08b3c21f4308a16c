//! Where the king of the side to move may stand, and what castling asks for.

use ajeeb_base::Side;

use super::{Bitboard, File, PieceKind, Position, Square, attacks, castling_targets};

impl Position {
    /// Those squares of `region` that the side not to move attacks, once the king of the side to
    /// move has left the board: it cannot hide behind itself.
    #[inline]
    pub(super) fn attacked_within(&self, region: Bitboard) -> Bitboard {
        let us = self.side();
        let theirs = self.of(!us);
        let occupied = self.occupied() ^ self.pieces(us, PieceKind::King);
        let mut attacked = attacks::king(self.king(!us)) | self.attacked_by_pawns(!us);
        for knight in self.kind(PieceKind::Knight) & theirs {
            attacked |= attacks::knight(knight);
        }
        // Lines are looked at only if they lead where it matters.
        for slider in self.straight() & theirs {
            if attacks::rook_rays(slider).meets(region) {
                attacked |= attacks::rook(slider, occupied);
            }
        }
        for slider in self.slanting() & theirs {
            if attacks::bishop_rays(slider).meets(region) {
                attacked |= attacks::bishop(slider, occupied);
            }
        }
        attacked & region
    }

    #[inline]
    fn attacked_by_pawns(&self, by: Side) -> Bitboard {
        let pawns = self.pieces(by, PieceKind::Pawn);
        let up = if by.is_white() { 8 } else { -8 };
        (pawns & !File::A.bitboard()).shifted(up - 1)
            | (pawns & !File::H.bitboard()).shifted(up + 1)
    }

    /// The squares the king passes and reaches in castling with `rook`, if the way is free for
    /// both and the rook does not shield its king; whether they are attacked is another question
    /// (rule book 5.1.6).
    #[inline]
    pub(super) fn castling_path(&self, rook: Square) -> Option<Bitboard> {
        let king = self.king(self.side());
        let (king_to, rook_to) = castling_targets(king, rook);
        let others = self.occupied() ^ king.bitboard() ^ rook.bitboard();
        let king_path = attacks::between(king, king_to) | king_to.bitboard();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
        let free = !others.meets(king_path | rook_path);
        (free && !self.pinned().contains(rook)).then_some(king_path)
    }

    /// May the side to move, not in check, castle now with `rook`, with which it has the right
    /// to?
    pub(super) fn may_castle(&self, rook: Square) -> bool {
        self.castling_path(rook)
            .is_some_and(|path| self.attacked_within(path).is_empty())
    }
}
