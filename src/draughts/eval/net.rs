//! A net as the evaluation: the board told to accumulators.

use std::marker::PhantomData;
use std::sync::Arc;

use ajeeb_base::Side;
use ajeeb_game::{EachPlaced, Observer, Placement};
use ajeeb_nnue::{Accumulators, Network};

use super::features::feature;
use crate::rules::{Position, Variant};

/// The net's evaluation of one search thread, by rule set `V`.
pub(super) struct ByNet<V> {
    accumulators: Accumulators,
    rules: PhantomData<V>,
}

impl<V: Variant> Observer for ByNet<V> {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        self.accumulators.removed(feature::<V>(piece));
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        self.accumulators.placed(feature::<V>(piece));
    }
}

impl<V: Variant> ByNet<V> {
    pub(super) fn new(network: Arc<Network>) -> ByNet<V> {
        ByNet {
            accumulators: Accumulators::new(network),
            rules: PhantomData,
        }
    }

    pub(super) fn reset(&mut self) {
        self.accumulators.reset();
    }

    #[inline]
    pub(super) fn push(&mut self) {
        self.accumulators.push();
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// The net's output for the side to move, in hundredths of a man.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position<V>) -> i32 {
        let all = position.pieces(Side::White) | position.pieces(Side::Black);
        self.accumulators
            .evaluate(position.side(), all.len(), |see| {
                position.survey(&mut EachPlaced(|piece| see(feature::<V>(piece))));
            })
    }
}

/// How much the net's score of `position` (for White, in hundredths of a man) owes to each piece:
/// what it falls by when the piece is lifted off.
pub fn lifted<V: Variant>(network: &Arc<Network>, position: &Position<V>) -> Vec<(Placement, i32)> {
    let mut pieces = Vec::new();
    position.survey(&mut EachPlaced(|piece| pieces.push(piece)));
    let features: Vec<_> = pieces.iter().copied().map(feature::<V>).collect();
    let shares = ajeeb_nnue::lifted(network, position.side(), [false; 2], &features);
    let sign = if position.side().is_white() { 1 } else { -1 };
    let shares = shares.into_iter().map(|share| share * sign);
    pieces.into_iter().zip(shares).collect()
}
