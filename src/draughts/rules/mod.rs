//! The rules: one generator for every rule set.

mod board;
mod captures;
mod chains;
mod draws;
mod jumps;
mod moves;
mod position;
mod variant;
mod zobrist;

use ajeeb_base::{Key, Outcome, Side};
use ajeeb_game::{Observer, PackedMove, Rules, Select};

use crate::Draughts;

pub use board::{Square, Squares, SquaresIter};
pub use draws::Ending;
pub use moves::{Move, MoveList};
pub use position::{KING, MAN, Position};
pub use variant::{
    Brazilian, Breakthrough, Frisian, International, Killer, Losing, Majority, Russian, Variant,
};

pub(crate) use board::{Geometry, direction, nearest, slide, step};
pub(crate) use moves::{can_capture, king_reach};
pub(crate) use position::Walk;

impl<V: Variant> Rules for Draughts<V> {
    type Position = Position<V>;
    type Move = Move;
    type Moves = MoveList;

    fn start() -> Position<V> {
        Position::start()
    }

    #[inline]
    fn side(position: &Position<V>) -> Side {
        position.side()
    }

    #[inline]
    fn moves(position: &Position<V>, select: Select, moves: &mut MoveList) {
        moves::moves(position, select, moves);
    }

    #[inline(always)]
    fn count(position: &Position<V>) -> u64 {
        moves::count(position)
    }

    // Inlined everywhere, so that what a caller does not look at (the key, in perft; the
    // observer, in most places) costs nothing.
    #[inline(always)]
    fn play(position: &Position<V>, mv: Move, observer: &mut impl Observer) -> Position<V> {
        position.play(mv, observer)
    }

    fn survey(position: &Position<V>, observer: &mut impl Observer) {
        position.survey(observer);
    }

    #[inline]
    fn key(position: &Position<V>) -> Key {
        position.key()
    }

    /// A king on the board, where crowning wins.
    #[inline]
    fn over(position: &Position<V>) -> Option<Outcome> {
        if !V::CROWNING_WINS || position.kings().is_empty() {
            return None;
        }
        // The side that has just moved crowned; only a set-up position can say otherwise.
        Some(if position.kings_of(!position.side()).is_empty() {
            Outcome::Win
        } else {
            Outcome::Loss
        })
    }

    /// Art. 7.2: who cannot move has lost.
    #[inline]
    fn stuck(_position: &Position<V>) -> Outcome {
        if V::MISERE {
            Outcome::Win
        } else {
            Outcome::Loss
        }
    }

    #[inline]
    fn rule_draw(position: &Position<V>) -> bool {
        draws::rule_draw(position)
    }

    /// Captures and moves of men.
    #[inline]
    fn resets(position: &Position<V>, mv: Move) -> bool {
        mv.is_capture() || !position.kings().meets(mv.from().set())
    }

    #[inline]
    fn pack(mv: Move) -> PackedMove {
        mv.pack()
    }

    fn unpack(position: &Position<V>, packed: PackedMove) -> Option<Move> {
        let mut moves = MoveList::new();
        moves::moves(position, Select::All, &mut moves);
        moves.into_iter().find(|mv| mv.pack() == packed)
    }
}
