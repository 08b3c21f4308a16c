//! Ends games that both engines agree about. Off unless asked for: the rules end games well
//! enough, only later.

use ajeeb_base::Side;

use crate::clock::{ControlError, read_count};
use crate::engine::Verdict;
use crate::stats::GameScore;

/// When to call a game decided by the engines' own scores.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adjudication {
    /// Drawn?
    pub(crate) draw: Option<Condition>,
    /// Lost for the side that says so?
    pub(crate) resign: Option<Condition>,
}

/// Scores that hold for long enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Condition {
    /// Not before so many moves of each side.
    pub(crate) from_move: u32,
    /// So many moves running of each side, all sides counted that must agree.
    pub(crate) moves: u32,
    /// In pawns or men: at most this for a draw, at least this for a lost game.
    pub(crate) score: f64,
    /// Must the winner agree that the game is lost?
    pub(crate) both: bool,
}

/// A text that is no condition.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ConditionError {
    #[error("\"{0}\" is not known; known are from=MOVE, moves=N, score=HUNDREDTHS, both=yes")]
    Unknown(String),
    #[error(transparent)]
    Number(#[from] ControlError),
}

impl Condition {
    /// Changes what `items` say, each `key=value`.
    pub(crate) fn with<'a>(
        mut self,
        items: impl IntoIterator<Item = &'a str>,
    ) -> Result<Condition, ConditionError> {
        for item in items {
            match item.split_once('=') {
                Some(("from", text)) => self.from_move = read_count(text)?,
                Some(("moves", text)) => self.moves = read_count(text)?,
                Some(("score", text)) => self.score = f64::from(read_count::<u32>(text)?) / 100.0,
                Some(("both", "yes")) => self.both = true,
                Some(("both", "no")) => self.both = false,
                _ => return Err(ConditionError::Unknown(item.to_owned())),
            }
        }
        Ok(self)
    }
}

/// Watches the scores of one game.
#[derive(Debug)]
pub(crate) struct Referee {
    conditions: Adjudication,
    plies: u32,
    even: u32,
    lost: [u32; 2],
    won: [u32; 2],
}

impl Referee {
    /// For a new game.
    pub(crate) fn new(conditions: Adjudication) -> Referee {
        Referee {
            conditions,
            plies: 0,
            even: 0,
            lost: [0; 2],
            won: [0; 2],
        }
    }

    /// Takes note of what `side` says about its move; the result for White if that settles the
    /// game.
    pub(crate) fn settles(&mut self, side: Side, verdict: Option<Verdict>) -> Option<GameScore> {
        self.plies += 1;
        let units = verdict.map(Verdict::units);
        self.settles_draw(units)
            .or_else(|| self.settles_loss(side, units))
    }

    fn settles_draw(&mut self, units: Option<f64>) -> Option<GameScore> {
        let condition = self.conditions.draw?;
        let even = units.is_some_and(|units| units.abs() <= condition.score);
        count(&mut self.even, even);
        let old_enough = self.plies >= 2 * condition.from_move;
        (old_enough && self.even >= 2 * condition.moves).then_some(GameScore::Draw)
    }

    fn settles_loss(&mut self, side: Side, units: Option<f64>) -> Option<GameScore> {
        let condition = self.conditions.resign?;
        let index = side.index();
        count(
            &mut self.lost[index],
            units.is_some_and(|units| units <= -condition.score),
        );
        count(
            &mut self.won[index],
            units.is_some_and(|units| units >= condition.score),
        );
        let loser = Side::BOTH.into_iter().find(|loser| {
            self.lost[loser.index()] >= condition.moves
                && (!condition.both || self.won[(!*loser).index()] >= condition.moves)
        })?;
        let score = if loser.is_white() {
            GameScore::Loss
        } else {
            GameScore::Win
        };
        (self.plies >= 2 * condition.from_move).then_some(score)
    }
}

fn count(counter: &mut u32, again: bool) {
    *counter = if again { *counter + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONDITION: Condition = Condition {
        from_move: 0,
        moves: 2,
        score: 0.1,
        both: false,
    };

    /// The ply after which the game is settled, counted from 1, and the result for White.
    fn settled(conditions: Adjudication, scores: &[f64]) -> Option<(usize, GameScore)> {
        let mut referee = Referee::new(conditions);
        scores.iter().enumerate().find_map(|(ply, &units)| {
            let side = Side::BOTH[ply % 2];
            Some((ply + 1, referee.settles(side, Some(Verdict::Units(units)))?))
        })
    }

    #[test]
    fn nothing_is_settled_unless_asked_for() {
        assert_eq!(settled(Adjudication::default(), &[0.0; 50]), None);
    }

    #[test]
    fn a_draw_needs_both_sides_for_a_while() {
        let draw = |draw| Adjudication {
            draw: Some(draw),
            resign: None,
        };
        let scores = [0.0, 0.1, -0.05, 0.2, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(
            settled(draw(CONDITION), &scores),
            Some((8, GameScore::Draw))
        );
        let later = Condition {
            from_move: 10,
            ..CONDITION
        };
        assert_eq!(
            settled(draw(later), &[0.0; 30]),
            Some((20, GameScore::Draw))
        );
    }

    #[test]
    fn a_lost_game_is_lost_for_the_side_that_says_so() {
        let condition = Condition {
            score: 5.0,
            ..CONDITION
        };
        let one = Adjudication {
            draw: None,
            resign: Some(condition),
        };
        let scores = [0.0, -6.0, 1.0, -7.0, 9.0, -7.0, 9.0, -9.0];
        assert_eq!(settled(one, &scores), Some((4, GameScore::Win)));
        let both = Adjudication {
            draw: None,
            resign: Some(Condition {
                both: true,
                ..condition
            }),
        };
        assert_eq!(settled(both, &scores), Some((7, GameScore::Win)));
        let mut referee = Referee::new(one);
        assert_eq!(referee.settles(Side::White, Some(Verdict::Mate(-2))), None);
        assert_eq!(referee.settles(Side::Black, None), None);
        assert_eq!(
            referee.settles(Side::White, Some(Verdict::Mate(-1))),
            Some(GameScore::Loss)
        );
    }

    #[test]
    fn conditions_are_read() {
        let read = CONDITION.with(["from=40", "moves=8", "score=15", "both=yes"]);
        let expected = Condition {
            from_move: 40,
            moves: 8,
            score: 0.15,
            both: true,
        };
        assert_eq!(read, Ok(expected));
        assert!(CONDITION.with(["both=maybe"]).is_err() && CONDITION.with(["moves=0"]).is_err());
    }
}
