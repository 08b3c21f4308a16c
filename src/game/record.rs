use ajeeb_base::{Key, Outcome, SplitMix64};

use crate::{Rules, Select, Unobserved};

/// How a game ended, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules decided before anyone moved ([`Rules::over`]); the outcome is for the side to
    /// move.
    Over(Outcome),
    /// The side to move has no move; the outcome is its own.
    Stuck(Outcome),
    /// A move-counting rule ([`Rules::rule_draw`]).
    RuleDraw,
    /// The same position for the third time.
    Threefold,
}

impl Ending {
    /// The result for the side to move.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Over(outcome) | Ending::Stuck(outcome) => outcome,
            Ending::RuleDraw | Ending::Threefold => Outcome::Draw,
        }
    }
}

/// A game in progress: where it started, the moves played, the position reached, and the keys
/// that a repetition can still refer to.
#[derive(Debug)]
pub struct Record<R: Rules> {
    start: R::Position,
    moves: Vec<R::Move>,
    position: R::Position,
    window: Vec<Key>,
}

impl<R: Rules> Clone for Record<R> {
    fn clone(&self) -> Record<R> {
        Record {
            start: self.start.clone(),
            moves: self.moves.clone(),
            position: self.position.clone(),
            window: self.window.clone(),
        }
    }
}

impl<R: Rules> Record<R> {
    /// A game that starts from `position`.
    pub fn new(position: R::Position) -> Record<R> {
        Record {
            start: position.clone(),
            moves: Vec::new(),
            position,
            window: Vec::new(),
        }
    }

    /// Plays the legal move `mv`.
    pub fn play(&mut self, mv: R::Move) {
        if R::resets(&self.position, mv) {
            self.window.clear();
        } else {
            self.window.push(R::key(&self.position));
        }
        self.position = R::play(&self.position, mv, &mut Unobserved);
        self.moves.push(mv);
    }

    /// Plays so many legal moves by chance; false if the game is over then, or before.
    pub fn wander(&mut self, plies: usize, random: &mut SplitMix64) -> bool {
        for _ in 0..plies {
            let mut moves = R::Moves::default();
            R::moves(&self.position, Select::All, &mut moves);
            if moves.is_empty() {
                return false;
            }
            self.play(moves[random.below(moves.len())]);
        }
        self.ending().is_none()
    }

    /// The position the game started from.
    pub fn start(&self) -> &R::Position {
        &self.start
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// The position reached.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// The keys of the earlier positions that can still come back, oldest first, without the
    /// present one.
    pub fn window(&self) -> &[Key] {
        &self.window
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = R::key(&self.position);
        1 + self
            .window
            .iter()
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// How the game has ended, if it has. A side without moves, and a game already decided,
    /// come before every draw.
    pub fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = R::over(&self.position) {
            return Some(Ending::Over(outcome));
        }
        let mut moves = R::Moves::default();
        R::moves(&self.position, Select::All, &mut moves);
        if moves.is_empty() {
            Some(Ending::Stuck(R::stuck(&self.position)))
        } else if R::rule_draw(&self.position) {
            Some(Ending::RuleDraw)
        } else if self.occurrences() >= 3 {
            Some(Ending::Threefold)
        } else {
            None
        }
    }
}
