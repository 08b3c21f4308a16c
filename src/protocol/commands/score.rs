use std::fmt;

use ajeeb_base::Score;

use crate::catalog::Family;

/// Moves to the forced end of the game, as UCI counts them: positive if the side to move wins,
/// negative or zero if it loses, `None` where no end is in sight.
pub(crate) fn moves_to_end(score: Score) -> Option<i32> {
    score.plies_to_end().map(|plies| {
        if plies > 0 {
            (plies + 1) / 2
        } else {
            plies / 2
        }
    })
}

/// The chances of a win, a draw and a loss in thousandths (they sum to 1000) that a score stands
/// for: two logistic curves, with even chances to win at `EVEN` hundredths. Between equals; a
/// rough guide, as the evaluation itself.
pub(crate) fn odds(family: Family, score: Score) -> [u32; 3] {
    const EVEN: f64 = 100.0;
    if score.is_won() {
        return [1000, 0, 0];
    }
    if score.is_lost() {
        return [0, 0, 1000];
    }
    // A small lead is held to a draw more easily in draughts.
    let width = match family {
        Family::Chess => 50.0,
        Family::Draughts => 40.0,
    };
    let chance = |lead: f64| (1000.0 / (1.0 + ((EVEN - lead) / width).exp())) as u32;
    let lead = f64::from(score.centi());
    let (win, loss) = (chance(lead), chance(-lead));
    [win, 1000 - win - loss, loss]
}

/// A score in words for people: in pawns or men, or the distance to the end.
pub(crate) struct Spoken(pub(crate) Score);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match moves_to_end(self.0) {
            Some(moves) if moves > 0 => format!("win in {moves}"),
            Some(moves) => format!("loss in {}", -moves),
            None => format!("{:+.2}", f64::from(self.0.centi()) / 100.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_base::Ply;

    use super::*;

    #[test]
    fn odds_sum_up_and_follow_the_score() {
        for family in [Family::Chess, Family::Draughts] {
            let mut earlier = 0;
            for centi in -3000..=3000 {
                let [win, draw, loss] = odds(family, Score::new(centi));
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= earlier, "{centi}");
                assert_eq!(odds(family, Score::new(-centi)), [loss, draw, win]);
                earlier = win;
            }
            assert_eq!(odds(family, Score::TABLE_WIN), [1000, 0, 0]);
            assert_eq!(odds(family, Score::loss_in(Ply::new(8))), [0, 0, 1000]);
            assert_eq!(odds(family, Score::new(100))[0], 500);
        }
    }

    #[test]
    fn distances_are_in_moves_of_the_winner() {
        let cases = [
            (Score::win_in(Ply::new(1)), Some(1), "win in 1"),
            (Score::win_in(Ply::new(5)), Some(3), "win in 3"),
            (Score::loss_in(Ply::ROOT), Some(0), "loss in 0"),
            (Score::loss_in(Ply::new(4)), Some(-2), "loss in 2"),
            (Score::new(31), None, "+0.31"),
            (Score::new(-205), None, "-2.05"),
        ];
        for (score, moves, spoken) in cases {
            assert_eq!(moves_to_end(score), moves);
            assert_eq!(Spoken(score).to_string(), spoken);
        }
    }
}
