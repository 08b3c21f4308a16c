//! The static evaluation: by a net, or by hand-made terms; and what both get wrong at the end.

mod by_hand;
mod endings;
mod expected;
pub mod features;
mod net;

use ajeeb_base::Score;
use ajeeb_game::{Evaluator, Observer, Placement};
use ajeeb_nnue::{Expected, Networked};

use self::by_hand::{ByHand, TEMPO};
use self::net::ByNet;
use crate::Chess;
use crate::rules::Position;

pub use net::lifted;

/// What the evaluation goes by.
pub type Weights = ajeeb_nnue::Weights<Chess>;

impl Networked for Chess {
    fn expected() -> Expected {
        expected::EXPECTED
    }

    fn built_in() -> Option<&'static [u8]> {
        include!(concat!(env!("OUT_DIR"), "/built_in.rs"))
    }
}

/// The evaluation of one search thread.
pub struct Evaluation(By);

/// How it is done.
enum By {
    Hand(ByHand),
    Net(ByNet),
}

impl Observer for Evaluation {
    #[inline]
    fn removed(&mut self, piece: Placement) {
        match &mut self.0 {
            By::Hand(sums) => sums.removed(piece),
            By::Net(net) => net.removed(piece),
        }
    }

    #[inline]
    fn placed(&mut self, piece: Placement) {
        match &mut self.0 {
            By::Hand(sums) => sums.placed(piece),
            By::Net(net) => net.placed(piece),
        }
    }
}

impl Evaluator<Position> for Evaluation {
    type Weights = Weights;

    fn new(weights: &Weights) -> Evaluation {
        Evaluation(match weights.network() {
            None => By::Hand(ByHand::default()),
            Some(network) => By::Net(ByNet::new(network.clone())),
        })
    }

    fn reset(&mut self, position: &Position) {
        match &mut self.0 {
            By::Hand(sums) => sums.reset(position),
            By::Net(net) => net.reset(position),
        }
    }

    #[inline]
    fn push(&mut self) {
        match &mut self.0 {
            By::Hand(sums) => sums.push(),
            By::Net(net) => net.push(),
        }
    }

    #[inline]
    fn pop(&mut self) {
        match &mut self.0 {
            By::Hand(sums) => sums.pop(),
            By::Net(net) => net.pop(),
        }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let us = position.side();
        let own = |white: i32| if us.is_white() { white } else { -white };
        if let Some(white) = endings::bare_king(position) {
            return Score::eval(own(white) + TEMPO);
        }
        // A net knows by itself what it is worth to be on the move.
        let (score, tempo) = match &mut self.0 {
            By::Hand(sums) => (own(sums.for_white(position)), TEMPO),
            By::Net(net) => (net.evaluate(position), 0),
        };
        let strong = if score > 0 { us } else { !us };
        let scale = endings::scale(position, strong);
        Score::eval(score * scale / endings::FULL_SCALE + tempo)
    }
}
