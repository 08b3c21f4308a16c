//! A net as the evaluation: the board told to accumulators.

use std::sync::Arc;

use ajeeb_base::Side;
use ajeeb_game::{EachPlaced, Observer, Placement};
use ajeeb_nnue::{Accumulators, Network};

use super::features::{feature, mirrors};
use crate::rules::{PieceKind, Position, Square};

/// The net's evaluation of one search thread.
pub(super) struct ByNet(Accumulators);

impl Observer for ByNet {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        self.0.removed(feature(piece));
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        self.0.placed(feature(piece));
        if usize::from(piece.kind) == PieceKind::King.index() {
            self.0
                .set_mirror(piece.side, mirrors(Square::new(piece.square)));
        }
    }
}

impl ByNet {
    pub(super) fn new(network: Arc<Network>) -> ByNet {
        ByNet(Accumulators::new(network))
    }

    pub(super) fn reset(&mut self, position: &Position) {
        self.0.reset();
        for side in Side::BOTH {
            self.0.set_mirror(side, mirrors(position.king(side)));
        }
    }

    #[inline]
    pub(super) fn push(&mut self) {
        self.0.push();
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// The net's output for the side to move, in hundredths of a pawn.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position) -> i32 {
        let pieces = position.occupied().len();
        self.0.evaluate(position.side(), pieces, |see| {
            position.survey(&mut EachPlaced(|piece| see(feature(piece))));
        })
    }
}

/// How much the net's score of `position` (for White, in hundredths of a pawn) owes to each piece:
/// what it falls by when the piece is lifted off. Kings cannot be.
pub fn lifted(network: &Arc<Network>, position: &Position) -> Vec<(Placement, i32)> {
    let is_king = |piece: &Placement| usize::from(piece.kind) == PieceKind::King.index();
    let mut pieces = Vec::new();
    position.survey(&mut EachPlaced(|piece| pieces.push(piece)));
    let features: Vec<_> = pieces.iter().copied().map(feature).collect();
    let mirrored = Side::BOTH.map(|side| mirrors(position.king(side)));
    let shares = ajeeb_nnue::lifted(network, position.side(), mirrored, &features);
    let sign = if position.side().is_white() { 1 } else { -1 };
    let shares = shares.into_iter().map(|share| share * sign);
    let all = pieces.into_iter().zip(shares);
    all.filter(|(piece, _)| !is_king(piece)).collect()
}
