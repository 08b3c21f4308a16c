//! What a match says about two engines.
//!
//! - Elo difference of a score: A. Elo, "The rating of chess players, past and present" (1978),
//!   in the logistic form that FIDE's and most engines' lists use.
//! - Error bars and likelihood of superiority from pairs of games rather than from games: M. Van
//!   den Bergh, "A practical introduction to the GSPRT" and the notes on the pentanomial model
//!   beside fishtest (2019). The two games of a pair share their opening, so their results are
//!   not independent, but those of different pairs are.
//! - Normalised Elo: M. Van den Bergh, "Comments on normalized Elo" (2021). It measures the score
//!   in standard deviations of a game, so that it says how many games it takes to see a
//!   difference; draws and openings hardly change it.

use ajeeb_base::{Outcome, Side};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// A game's result for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameScore {
    Win,
    Draw,
    Loss,
}

impl GameScore {
    /// The same game for the other side.
    pub(crate) const fn reversed(self) -> GameScore {
        match self {
            GameScore::Win => GameScore::Loss,
            GameScore::Draw => GameScore::Draw,
            GameScore::Loss => GameScore::Win,
        }
    }

    /// What White's result is to `side`, and what that side's is to White.
    pub(crate) const fn seen_by(self, side: Side) -> GameScore {
        match side {
            Side::White => self,
            Side::Black => self.reversed(),
        }
    }

    /// 2 for a win, 1 for a draw, 0 for a loss.
    const fn halves(self) -> usize {
        match self {
            GameScore::Win => 2,
            GameScore::Draw => 1,
            GameScore::Loss => 0,
        }
    }
}

/// What an outcome is to the side it is for.
impl From<Outcome> for GameScore {
    fn from(outcome: Outcome) -> GameScore {
        match outcome {
            Outcome::Win => GameScore::Win,
            Outcome::Draw => GameScore::Draw,
            Outcome::Loss => GameScore::Loss,
        }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Tally {
    /// The same games for the other side.
    pub(crate) fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Points: one for a win, a half for a draw.
    pub(crate) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
        }
    }

    /// All games.
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; one half before the first game.
    pub(crate) fn score(&self) -> f64 {
        share(self.points(), self.games(), 0.5)
    }

    /// The share of the games that were drawn.
    pub(crate) fn draw_ratio(&self) -> f64 {
        share(self.draws as f64, self.games(), 0.0)
    }
}

fn share(part: f64, whole: u64, of_nothing: f64) -> f64 {
    if whole == 0 {
        of_nothing
    } else {
        part / whole as f64
    }
}

/// Pairs of games by their points: 0, half a point, 1, one and a half, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

/// What follows from pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Estimate {
    /// Share of the points.
    pub(crate) score: f64,
    /// Elo difference; infinite if one side has all the points.
    pub(crate) elo: f64,
    /// Both ends of the 95% interval of the Elo difference.
    pub(crate) interval: (f64, f64),
    /// Normalised Elo difference.
    pub(crate) normalized_elo: f64,
    /// Both ends of its 95% interval.
    pub(crate) normalized_interval: (f64, f64),
    /// How likely the first engine is the better one, 0 to 1.
    pub(crate) superiority: f64,
}

/// The normal distribution has 95% of its weight within so many standard deviations.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo for a score that is one standard deviation of a game above one half. Near
/// equality, and without draws, it makes normalised Elo the same as Elo.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

impl Pairs {
    /// Counts a pair of games.
    pub(crate) fn add(&mut self, games: [GameScore; 2]) {
        self.0[games[0].halves() + games[1].halves()] += 1;
    }

    /// All pairs.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points in a pair: mean and variance.
    fn moments(&self) -> (f64, f64) {
        let pairs = self.count() as f64;
        let weighed = |value: &dyn Fn(f64) -> f64| {
            let values = (0..5).map(|halves| value(f64::from(halves) / 4.0));
            values
                .zip(self.0)
                .map(|(value, count)| value * count as f64)
                .sum::<f64>()
                / pairs
        };
        let mean = weighed(&|score| score);
        (mean, weighed(&|score| (score - mean).powi(2)))
    }

    /// The same pairs for the other side.
    pub(crate) fn reversed(mut self) -> Pairs {
        self.0.reverse();
        self
    }

    /// Pairs won for each pair lost; `None` without a lost one.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let [lost, more_lost, _, more_won, won] = self.0;
        (lost + more_lost > 0).then(|| (won + more_won) as f64 / (lost + more_lost) as f64)
    }

    /// What these pairs say; nothing as long as all are alike, since then they do not say how far
    /// results vary.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let (score, variance) = self.moments();
        let error = (variance / self.count() as f64).sqrt();
        // Also false for the error that no pairs at all have.
        (error > 0.0).then(|| {
            let reach = DEVIATIONS_95 * error;
            // The variance of a game, if the two of a pair were independent.
            let normalized = |score| NORMALIZED_ELO * (score - 0.5) / (2.0 * variance).sqrt();
            Estimate {
                score,
                elo: elo(score),
                interval: (elo(score - reach), elo(score + reach)),
                normalized_elo: normalized(score),
                normalized_interval: (normalized(score - reach), normalized(score + reach)),
                superiority: Normal::standard().cdf((score - 0.5) / error),
            }
        })
    }
}

impl Estimate {
    /// Half the width of the interval of the Elo difference.
    pub(crate) fn margin(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }

    /// The same of the normalised one.
    pub(crate) fn normalized_margin(&self) -> f64 {
        (self.normalized_interval.1 - self.normalized_interval.0) / 2.0
    }
}

/// The Elo difference that corresponds to a share of the points; infinite for all and nothing.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score.clamp(0.0, 1.0) / (1.0 - score.clamp(0.0, 1.0))).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, by: f64) {
        assert!((left - right).abs() <= by, "{left} is not {right}");
    }

    #[test]
    fn elo_agrees_with_the_published_curve() {
        // Ten times the odds are 400 points, by definition.
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        close(elo(0.5), 0.0, 1e-9);
        // The usual figures for 60%, 64%, 75% and 76%.
        close(elo(0.6), 70.44, 0.005);
        close(elo(0.64), 99.95, 0.005);
        close(elo(0.75), 190.85, 0.005);
        close(elo(0.24), -200.24, 0.005);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(elo(1.2), f64::INFINITY);
    }

    #[test]
    fn the_normal_distribution_agrees_with_its_table() {
        let normal = Normal::standard();
        close(normal.cdf(1.0), 0.841_344_746, 1e-9);
        close(normal.cdf(DEVIATIONS_95), 0.975, 1e-10);
        close(normal.cdf(-3.0), 0.001_349_898, 1e-9);
    }

    #[test]
    fn a_tally_counts() {
        let mut tally = Tally::default();
        assert_eq!((tally.score(), tally.draw_ratio()), (0.5, 0.0));
        for score in [
            GameScore::Win,
            GameScore::Win,
            GameScore::Draw,
            GameScore::Loss,
        ] {
            tally.add(score);
        }
        assert_eq!(
            tally,
            Tally {
                wins: 2,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!(
            (tally.games(), tally.score(), tally.draw_ratio()),
            (4, 0.625, 0.25)
        );
    }

    #[test]
    fn pairs_count_points() {
        use GameScore::{Draw, Loss, Win};
        let mut pairs = Pairs::default();
        for games in [
            [Loss, Loss],
            [Draw, Loss],
            [Win, Loss],
            [Draw, Draw],
            [Win, Draw],
            [Win, Win],
        ] {
            pairs.add(games);
        }
        assert_eq!((pairs, pairs.count()), (Pairs([1, 1, 2, 1, 1]), 6));
    }

    /// Mean 0.55 and variance 0.05375 by hand; superiority from a table of the normal distribution.
    #[test]
    fn an_estimate_done_by_hand() {
        let pairs = Pairs([5, 15, 40, 35, 5]);
        let (mean, variance) = pairs.moments();
        close(mean, 0.55, 1e-12);
        close(variance, 0.053_75, 1e-12);
        let estimate = pairs.estimate().unwrap();
        let reach = DEVIATIONS_95 * 0.053_75_f64.sqrt() / 10.0;
        close(estimate.elo, 34.86, 0.005);
        close(estimate.interval.0, elo(0.55 - reach), 1e-9);
        close(estimate.interval.1, elo(0.55 + reach), 1e-9);
        close(estimate.superiority, 0.984_48, 1e-5);
        // 800 / ln 10 * 0.05 / sqrt(2 * 0.05375), and 800 / ln 10 * 1.96 / sqrt(200 games).
        close(estimate.normalized_elo, 52.98, 0.005);
        close(estimate.normalized_margin(), 48.15, 0.005);
        close(pairs.ratio().unwrap(), 2.0, 1e-12);
        let other = pairs.reversed().estimate().unwrap();
        close(other.elo, -estimate.elo, 1e-9);
        close(other.normalized_elo, -estimate.normalized_elo, 1e-9);
    }

    /// Without draws a game has standard deviation one half, and at equality the logistic curve
    /// has slope ln 10 / 1600 per point: there both Elos agree, by definition.
    #[test]
    fn normalized_elo_is_elo_near_equality_without_draws() {
        let estimate = Pairs([2_499_000, 0, 5_000_000, 0, 2_501_000])
            .estimate()
            .unwrap();
        close(estimate.elo / estimate.normalized_elo, 1.0, 1e-6);
    }

    /// The classic formula LOS = (1 + erf((W - L) / sqrt(2 (W + L)))) / 2 (Chess
    /// Programming Wiki, "Match statistics") holds for independent games. Pairs of such games
    /// come out the same, up to the variance of the mean, which it neglects.
    #[test]
    fn pairs_of_independent_games_agree_with_the_classic_formula() {
        let (win, draw, loss) = (0.305_f64, 0.4, 0.295);
        let counts = [
            loss * loss,
            2.0 * draw * loss,
            2.0 * win * loss + draw * draw,
            2.0 * win * draw,
            win * win,
        ];
        let pairs = 10_000.0;
        let estimate = Pairs(counts.map(|share| (share * pairs).round() as u64))
            .estimate()
            .unwrap();
        let (wins, losses) = (2.0 * win * pairs, 2.0 * loss * pairs);
        let classic = 0.5
            + 0.5 * statrs::function::erf::erf((wins - losses) / (2.0 * (wins + losses)).sqrt());
        close(estimate.superiority, classic, 2e-3);
    }

    #[test]
    fn pairs_that_are_all_alike_give_no_estimate() {
        assert_eq!(Pairs::default().estimate(), None);
        assert_eq!(Pairs([0, 0, 8, 0, 0]).estimate(), None);
        assert_eq!(Pairs([0, 0, 0, 0, 3]).estimate(), None);
        let wide = Pairs([0, 0, 0, 1, 9]).estimate().unwrap();
        assert_eq!(wide.interval.1, f64::INFINITY);
    }
}
