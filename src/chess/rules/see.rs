use ajeeb_base::Side;

use super::{Bitboard, Move, PieceKind, Position, Square, attacks};

/// What an exchange counts for each kind, in hundredths of a pawn, pawn to king. Knight and
/// bishop are equal, so that trading one for the other is even.
const VALUES: [i32; 6] = [100, 320, 320, 500, 950, 0];

#[inline]
const fn value(kind: PieceKind) -> i32 {
    VALUES[kind.index()]
}

/// What `mv` wins at once, in hundredths of a pawn: its victim, and what the new piece is worth
/// above the pawn.
#[inline]
pub(crate) fn gain(mv: Move) -> i32 {
    let victim = mv.victim().map_or(0, value);
    let promotion = mv
        .promotion()
        .map_or(0, |kind| value(kind) - value(PieceKind::Pawn));
    victim + promotion
}

impl Position {
    /// Does the exchange on its target square that the legal move `mv` starts gain at least
    /// `threshold` hundredths of a pawn, when both sides take with the least piece that is free
    /// to and stop when they like? Later captures never promote.
    pub(crate) fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let (from, to, us) = (mv.from(), mv.to(), self.side());
        // By how much the side that took last has what it wants, if the other stops here; and
        // the piece with which it took.
        let mut surplus = gain(mv) - threshold;
        let mut at_risk = value(mv.promotion().unwrap_or(mv.kind()));
        if surplus < 0 || surplus >= at_risk {
            return surplus >= 0;
        }
        let mut occupied = (self.occupied() ^ from.bitboard()) | to.bitboard();
        if mv.is_en_passant() {
            occupied ^= Square::at(to.file(), from.rank()).bitboard();
        }
        let mut taker = us;
        while let Some((kind, from)) = self.least_attacker(!taker, to, occupied) {
            taker = !taker;
            occupied ^= from.bitboard();
            // One less: if the first side gains the threshold exactly, it has what it wants.
            surplus = at_risk - surplus - 1;
            at_risk = value(kind);
            if surplus < 0 {
                return taker != us;
            }
            if surplus >= at_risk {
                break;
            }
        }
        taker == us
    }

    /// The least piece of `side` that can take on `to`, where an enemy stands, when only the
    /// `occupied` squares still are.
    fn least_attacker(
        &self,
        side: Side,
        to: Square,
        occupied: Bitboard,
    ) -> Option<(PieceKind, Square)> {
        let present = occupied & !to.bitboard();
        let attackers = self.attackers(to, occupied) & present;
        let ours = attackers & self.of(side);
        for kind in PieceKind::ALL {
            for from in ours & self.kind(kind) {
                let free = if kind == PieceKind::King {
                    !attackers.meets(self.of(!side))
                } else {
                    !self.is_held(side, from, to, present)
                };
                if free {
                    return Some((kind, from));
                }
            }
        }
        None
    }

    /// Would the king of `side` stand in check from a slider if the piece on `from` went to `to`?
    fn is_held(&self, side: Side, from: Square, to: Square, present: Bitboard) -> bool {
        let king = self.king(side);
        let line = attacks::line(king, from);
        if line.is_empty() || line.contains(to) {
            return false;
        }
        let occupied = (present ^ from.bitboard()) | to.bitboard();
        let theirs = self.of(!side) & present & line;
        attacks::rook(king, occupied).meets(theirs & self.straight())
            || attacks::bishop(king, occupied).meets(theirs & self.slanting())
    }
}
