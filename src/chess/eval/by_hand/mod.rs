//! Hand-made terms: what the pieces are worth where they stand, kept up to date move by move, and
//! what they do together, looked at when asked.

mod king;
mod pawns;
mod pieces;
mod placement;
mod tapered;

use ajeeb_base::{ByPly, Side};
use ajeeb_game::{Observer, Placement};

use crate::rules::{PieceKind, Position, Square};
use tapered::{PHASE, Tapered};

/// What it is worth to be on the move, in hundredths of a pawn.
pub(super) const TEMPO: i32 = 14;

/// The bare worth of a piece when few are left.
pub(super) fn worth_at_the_end(kind: PieceKind) -> i32 {
    placement::MATERIAL[kind.index()].end
}

/// Sums over all pieces, White's less Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Sums {
    worth: Tapered,
    phase: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, placement: Placement, times: i32) {
        let kind = PieceKind::from_index(u32::from(placement.kind)).unwrap_or(PieceKind::King);
        let worth = placement::worth(placement.side, kind, Square::new(placement.square));
        let sign = if placement.side.is_white() {
            times
        } else {
            -times
        };
        self.worth += worth * sign;
        self.phase += PHASE[kind.index()] * times;
    }
}

/// The hand-made evaluation of one search thread: sums for each ply it has gone down.
#[derive(Debug, Default)]
pub(super) struct ByHand(ByPly<Sums>);

impl Observer for ByHand {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        self.0.add(piece, -1);
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        self.0.add(piece, 1);
    }
}

impl ByHand {
    pub(super) fn reset(&mut self, position: &Position) {
        self.0.reset();
        position.survey(self);
    }

    #[inline]
    pub(super) fn push(&mut self) {
        self.0.push();
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// All terms together, for White, without the tempo.
    pub(super) fn for_white(&self, position: &Position) -> i32 {
        let mut total = self.0.worth;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let terms = pawns::structure(position, side)
                + pieces::activity(position, side)
                + king::shelter(position, side);
            total += terms * sign;
        }
        total.at(self.0.phase)
    }
}
