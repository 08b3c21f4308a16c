//! The static evaluation: by a net, or by hand-made terms; and what both get wrong at the end.

mod by_hand;
mod expected;
pub mod features;
mod net;

use ajeeb_base::{Score, Side};
use ajeeb_game::{Evaluator, Observer, Placement};
use ajeeb_nnue::{Expected, Networked};

use self::by_hand::{ByHand, drawish};
use self::net::ByNet;
use crate::Draughts;
use crate::rules::{Position, Variant};

pub use net::lifted;

/// What the evaluation of rule set `V` goes by.
pub type Weights<V> = ajeeb_nnue::Weights<Draughts<V>>;

/// The nets that are built in, by rule set.
const BUILT_IN: &[(&str, Option<&[u8]>)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

impl<V: Variant> Networked for Draughts<V> {
    fn expected() -> Expected {
        expected::expected(V::NAME)
    }

    fn built_in() -> Option<&'static [u8]> {
        let mut all = BUILT_IN.iter();
        all.find(|(name, _)| *name == V::NAME)?.1
    }
}

/// The evaluation of one search thread, by rule set `V`.
pub struct Evaluation<V>(By<V>);

/// How it is done.
enum By<V> {
    Hand(ByHand<V>),
    Net(ByNet<V>),
}

impl<V: Variant> Observer for Evaluation<V> {
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

impl<V: Variant> Evaluator<Position<V>> for Evaluation<V> {
    type Weights = Weights<V>;

    fn new(weights: &Weights<V>) -> Evaluation<V> {
        Evaluation(match weights.network() {
            None => By::Hand(ByHand::new()),
            Some(network) => By::Net(ByNet::new(network.clone())),
        })
    }

    fn reset(&mut self, position: &Position<V>) {
        match &mut self.0 {
            By::Hand(sums) => sums.reset(position),
            By::Net(net) => net.reset(),
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

    fn evaluate(&mut self, position: &Position<V>) -> Score {
        let us = position.side();
        // A net knows by itself what it is worth to be on the move.
        let (score, to_move) = match &mut self.0 {
            By::Hand(sums) => {
                let white = sums.for_white(position);
                let own = if us == Side::White { white } else { -white };
                (own, ByHand::<V>::TO_MOVE)
            }
            By::Net(net) => (net.evaluate(position), 0),
        };
        let strong = if score > 0 { us } else { !us };
        Score::eval(drawish(position, score, strong) + to_move)
    }
}
