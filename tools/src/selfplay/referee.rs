use ajeeb_base::Score;

use super::Settings;
use crate::stats::GameScore;

/// Ends games that are decided, by the scores of both sides.
#[derive(Debug, Default)]
pub(crate) struct Referee {
    /// Plies for which the side that now moved has been winning (or losing, if negative).
    winning: i32,
    even: usize,
}

impl Referee {
    /// The result for the side that moves, if `score` is one too many of its kind.
    pub(crate) fn settles(
        &mut self,
        settings: &Settings,
        score: Score,
        plies: usize,
    ) -> Option<GameScore> {
        if score.is_decided() {
            return Some(if score.is_won() {
                GameScore::Win
            } else {
                GameScore::Loss
            });
        }
        let centi = score.centi();
        // The other side moved last: what it won is what this one loses.
        let run = -self.winning;
        self.winning = if centi >= settings.win_score {
            run.max(0) + 1
        } else if centi <= -settings.win_score {
            run.min(0) - 1
        } else {
            0
        };
        let even = centi.abs() <= settings.draw_score && plies >= settings.draw_from;
        self.even = if even { self.even + 1 } else { 0 };
        if self.winning.unsigned_abs() >= settings.win_plies {
            Some(if self.winning > 0 {
                GameScore::Win
            } else {
                GameScore::Loss
            })
        } else {
            (self.even >= settings.draw_plies).then_some(GameScore::Draw)
        }
    }
}
