//! The static evaluation: what stands where, followed move by move, and a few things seen from
//! whole sets of squares when asked.

mod terms;
mod weights;

use std::marker::PhantomData;

use ajeeb_base::{MAX_PLY, Score, Side};
use ajeeb_game::{Evaluator, Observer, Placement};

use crate::rules::{Geometry, Position, Variant};
use weights::Weighed;

/// What the evaluation goes by.
#[derive(Clone, Debug, Default)]
pub enum Weights {
    /// The hand-made terms.
    #[default]
    ByHand,
}

/// The evaluation of rule set `V`.
#[derive(Clone, Debug)]
pub struct Evaluation<V> {
    /// White's pieces on their squares less Black's, of the latest ply.
    placed: i32,
    /// The same of the plies before it.
    earlier: Vec<i32>,
    rules: PhantomData<V>,
}

impl<V: Variant> Evaluation<V> {
    fn worth(piece: Placement) -> i32 {
        let squares = &V::WEIGHTS.placed[usize::from(piece.kind & 1)];
        let square = usize::from(piece.square);
        match piece.side {
            Side::White => squares[square],
            Side::Black => -squares[V::SQUARES - 1 - square],
        }
    }
}

impl<V: Variant> Observer for Evaluation<V> {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        self.placed -= Self::worth(piece);
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        self.placed += Self::worth(piece);
    }
}

impl<V: Variant> Evaluator<Position<V>> for Evaluation<V> {
    type Weights = Weights;

    fn new(_: &Weights) -> Evaluation<V> {
        Evaluation {
            placed: 0,
            earlier: Vec::with_capacity(MAX_PLY + 1),
            rules: PhantomData,
        }
    }

    fn reset(&mut self, position: &Position<V>) {
        self.placed = 0;
        self.earlier.clear();
        position.survey(self);
    }

    #[inline]
    fn push(&mut self) {
        self.earlier.push(self.placed);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(placed) = self.earlier.pop() {
            self.placed = placed;
        }
    }

    fn evaluate(&mut self, position: &Position<V>) -> Score {
        let sum = self.placed + terms::balance(position);
        let sum = terms::drawish(position, sum);
        let own = if position.side().is_white() {
            sum
        } else {
            -sum
        };
        Score::eval(own + V::WEIGHTS.to_move)
    }
}
