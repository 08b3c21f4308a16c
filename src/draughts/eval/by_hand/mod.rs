//! Hand-made terms: what stands where, followed move by move, and a few things seen from whole
//! sets of squares when asked.

mod terms;
mod weights;

use std::marker::PhantomData;

use ajeeb_base::{ByPly, Side};
use ajeeb_game::{Observer, Placement};

use crate::rules::{Geometry, Position, Variant};
use weights::Weighed;

pub(super) use terms::drawish;

/// The hand-made evaluation of one search thread, by rule set `V`.
pub(super) struct ByHand<V> {
    /// White's pieces on their squares less Black's.
    placed: ByPly<i32>,
    rules: PhantomData<V>,
}

impl<V: Variant> Observer for ByHand<V> {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        *self.placed -= worth::<V>(piece);
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        *self.placed += worth::<V>(piece);
    }
}

fn worth<V: Variant>(piece: Placement) -> i32 {
    let squares = &V::WEIGHTS.placed[usize::from(piece.kind & 1)];
    let square = usize::from(piece.square);
    match piece.side {
        Side::White => squares[square],
        Side::Black => -squares[V::SQUARES - 1 - square],
    }
}

impl<V: Variant> ByHand<V> {
    /// What it is worth to be on the move, in hundredths of a man.
    pub(super) const TO_MOVE: i32 = V::WEIGHTS.to_move;

    pub(super) fn new() -> ByHand<V> {
        ByHand {
            placed: ByPly::default(),
            rules: PhantomData,
        }
    }

    pub(super) fn reset(&mut self, position: &Position<V>) {
        self.placed.reset();
        position.survey(self);
    }

    #[inline]
    pub(super) fn push(&mut self) {
        self.placed.push();
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.placed.pop();
    }

    /// All terms together, for White, whoever is to move.
    pub(super) fn for_white(&self, position: &Position<V>) -> i32 {
        *self.placed + terms::balance(position)
    }
}
