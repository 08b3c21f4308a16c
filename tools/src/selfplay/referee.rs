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

#[cfg(test)]
mod tests {
    use ajeeb_base::Ply;
    use ajeeb_protocol::catalog::GameName;

    use super::*;

    /// What comes of these scores, each for the side that moves then, and after how many.
    fn settled(scores: impl IntoIterator<Item = i32>) -> Option<(GameScore, usize)> {
        let settings = Settings {
            win_score: 700,
            win_plies: 4,
            draw_score: 5,
            draw_plies: 6,
            draw_from: 10,
            ..Settings::of(GameName::International)
        };
        let mut referee = Referee::default();
        (1..).zip(scores).find_map(|(plies, score)| {
            let result = referee.settles(&settings, Score::new(score), plies);
            result.map(|result| (result, plies))
        })
    }

    #[test]
    fn a_game_is_won_when_both_sides_have_seen_it_for_long() {
        use GameScore::{Loss, Win};
        assert_eq!(settled([700, -700, 800, -900]), Some((Loss, 4)));
        assert_eq!(settled([0, 700, -700, 800, -900]), Some((Loss, 5)));
        assert_eq!(settled([-700, 700, -800, 900]), Some((Win, 4)));
        // One side alone, or not all the time, or both the same.
        assert_eq!(settled([700, 0, 800, 0, 900, 0]), None);
        assert_eq!(settled([700, -700, 699, -700, 700, -700]), None);
        assert_eq!(settled([800; 20]), None);
    }

    #[test]
    fn a_proven_end_is_one_at_once() {
        let win = Score::win_in(Ply::new(9)).centi();
        assert_eq!(settled([20, win]), Some((GameScore::Win, 2)));
        assert_eq!(settled([20, -win]), Some((GameScore::Loss, 2)));
    }

    #[test]
    fn an_even_game_is_drawn_late_and_after_long() {
        assert_eq!(settled([0, 5, -5].repeat(9)), Some((GameScore::Draw, 15)));
        let mut restless = [0; 40];
        (9..40).step_by(6).for_each(|ply| restless[ply] = 6);
        assert_eq!(settled(restless), None);
    }
}
