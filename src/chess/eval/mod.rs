//! The evaluation by hand-made terms: what the pieces are worth where they stand, kept up to date
//! move by move, and what they do together, looked at when asked.

mod endings;
mod king;
mod pawns;
mod pieces;
mod placement;
mod tapered;

use ajeeb_base::{MAX_PLY, Score, Side};
use ajeeb_game::{Evaluator, Observer, Placement};

use crate::rules::{PieceKind, Position, Square};
use tapered::{PHASE, Tapered};

/// What it is worth to be on the move, in hundredths of a pawn.
const TEMPO: i32 = 14;

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

/// What the evaluation goes by.
#[derive(Clone, Debug, Default)]
pub enum Weights {
    /// The hand-made terms.
    #[default]
    ByHand,
}

/// The evaluation of one search thread: sums for each ply it has gone down.
#[derive(Clone, Debug)]
pub struct Evaluation {
    above: Vec<Sums>,
    here: Sums,
}

impl Observer for Evaluation {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        self.here.add(piece, -1);
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        self.here.add(piece, 1);
    }
}

impl Evaluator<Position> for Evaluation {
    type Weights = Weights;

    fn new(_: &Weights) -> Evaluation {
        Evaluation {
            above: Vec::with_capacity(MAX_PLY + 1),
            here: Sums::default(),
        }
    }

    fn reset(&mut self, position: &Position) {
        self.above.clear();
        self.here = Sums::default();
        position.survey(self);
    }

    #[inline]
    fn push(&mut self) {
        self.above.push(self.here);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(sums) = self.above.pop() {
            self.here = sums;
        }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let score = for_white(position, self.here);
        let score = if position.side().is_white() {
            score
        } else {
            -score
        };
        Score::eval(score + TEMPO)
    }
}

/// All terms together, for White, without the tempo.
fn for_white(position: &Position, sums: Sums) -> i32 {
    if let Some(score) = endings::bare_king(position) {
        return score;
    }
    let mut total = sums.worth;
    for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
        let terms = pawns::structure(position, side)
            + pieces::activity(position, side)
            + king::shelter(position, side);
        total += terms * sign;
    }
    let score = total.at(sums.phase);
    let strong = if score > 0 { Side::White } else { Side::Black };
    score * endings::scale(position, strong) / endings::FULL_SCALE
}
