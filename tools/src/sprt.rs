//! A sequential probability ratio test: how long a match must be to tell two hypotheses about an
//! Elo difference apart.
//!
//! The test is Wald's (A. Wald, "Sequential tests of statistical hypotheses", 1945) on the
//! generalised likelihood ratio of the pentanomial model (M. Van den Bergh, "A practical
//! introduction to the GSPRT", 2020): each hypothesis fixes the score, or the normalised score,
//! and gets the likelihood of the most likely distribution of pairs that agrees with it. That
//! distribution is found exactly, not by a normal approximation; for normalised Elo as in
//! "Comments on normalized Elo" (2021) by the same author.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use roots::{SimpleConvergency, find_root_brent};
use serde::{Serialize, Serializer};

use crate::stats::{NORMALIZED_ELO, Pairs};

/// What the two hypotheses are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Model {
    /// Normalised Elo.
    Normalized,
    /// Elo on the logistic curve.
    Logistic,
}

/// A test as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Sprt {
    /// The difference by hypothesis H0.
    elo0: f64,
    /// The difference by hypothesis H1, the larger one.
    elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    beta: f64,
    /// The kind of Elo.
    model: Model,
}

/// Which hypothesis a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Verdict {
    H0,
    H1,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Progress {
    /// What is tested.
    #[serde(flatten)]
    pub(crate) sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    pub(crate) llr: f64,
    /// H0 is accepted here.
    pub(crate) lower: f64,
    /// H1 is accepted here.
    pub(crate) upper: f64,
    /// What was accepted, first of all if both were.
    #[serde(serialize_with = "in_words")]
    pub(crate) verdict: Option<Verdict>,
}

/// A text that is no test.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum SprtError {
    #[error(
        "\"{0}\" is not known; known are elo0=, elo1=, alpha=, beta=, model=normalized|logistic"
    )]
    Unknown(String),
    #[error("\"{0}\" is no number")]
    Number(String),
    #[error("--sprt needs elo0= and elo1=, the larger one")]
    Hypotheses,
    #[error("elo0= and elo1= are from -{LARGEST} to {LARGEST}")]
    Size,
    #[error("alpha= and beta= are error rates above 0, together below 1")]
    Errors,
}

/// No hypothesis is about more: such differences need no test, and the condition on normalised
/// Elo could not be met far beyond.
const LARGEST: f64 = 200.0;

impl Sprt {
    /// Reads `key=value` items.
    pub(crate) fn read<'a>(items: impl IntoIterator<Item = &'a str>) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt {
            elo0: f64::NAN,
            elo1: f64::NAN,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        };
        for item in items {
            match item.split_once('=') {
                Some(("elo0", text)) => sprt.elo0 = number(text)?,
                Some(("elo1", text)) => sprt.elo1 = number(text)?,
                Some(("alpha", text)) => sprt.alpha = number(text)?,
                Some(("beta", text)) => sprt.beta = number(text)?,
                Some(("model", "normalized")) => sprt.model = Model::Normalized,
                Some(("model", "logistic")) => sprt.model = Model::Logistic,
                _ => return Err(SprtError::Unknown(item.to_owned())),
            }
        }
        sprt.checked()
    }

    fn checked(self) -> Result<Sprt, SprtError> {
        // Numbers that were not given compare with nothing.
        if self.elo0.partial_cmp(&self.elo1) != Some(Ordering::Less) {
            Err(SprtError::Hypotheses)
        } else if self.elo0.abs().max(self.elo1.abs()) > LARGEST {
            Err(SprtError::Size)
        } else if self.alpha <= 0.0 || self.beta <= 0.0 || self.alpha + self.beta >= 1.0 {
            Err(SprtError::Errors)
        } else {
            Ok(self)
        }
    }

    /// Wald's bounds of the log-likelihood ratio.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of H1 and H0.
    pub(crate) fn llr(&self, pairs: &Pairs) -> f64 {
        let counts = pairs.0.map(|count| (count as f64).max(EMPTY));
        let distribution = Distribution::of(&counts);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => distribution.with_mean(score(elo)),
            Model::Normalized => {
                // In standard deviations of a pair, which has two games.
                distribution.with_deviations(elo / NORMALIZED_ELO * std::f64::consts::SQRT_2)
            }
        };
        let [h0, h1] = [self.elo0, self.elo1].map(likeliest);
        let ratios = h1.0.iter().zip(h0.0).map(|(h1, h0)| (h1 / h0).ln());
        counts.iter().zip(ratios).map(|(n, ratio)| n * ratio).sum()
    }

    /// How the test stands after `pairs`, if `verdict` has been reached before.
    pub(crate) fn progress(&self, pairs: &Pairs, verdict: Option<Verdict>) -> Progress {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        let crossed = if llr >= upper {
            Some(Verdict::H1)
        } else {
            (llr <= lower).then_some(Verdict::H0)
        };
        Progress {
            sprt: *self,
            llr,
            lower,
            upper,
            verdict: verdict.or(crossed),
        }
    }
}

fn number(text: &str) -> Result<f64, SprtError> {
    let number = f64::from_str(text).ok().filter(|number| number.is_finite());
    number.ok_or_else(|| SprtError::Number(text.to_owned()))
}

fn in_words<S: Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(words(*verdict))
}

fn words(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "continues",
        Some(Verdict::H0) => "H0 accepted",
        Some(Verdict::H1) => "H1 accepted",
    }
}

/// `LLR 1.20 (-2.94, 2.94) [0, 5] normalised, continues`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.sprt.model {
            Model::Normalized => "normalised",
            Model::Logistic => "logistic",
        };
        write!(
            f,
            "LLR {:.2} ({:.2}, {:.2}) [{}, {}] {kind}, {}",
            self.llr,
            self.lower,
            self.upper,
            self.sprt.elo0,
            self.sprt.elo1,
            words(self.verdict)
        )
    }
}

/// A result that has not occurred counts as so many pairs, as fishtest and OpenBench have it:
/// else nothing could be said before everything has occurred.
const EMPTY: f64 = 1e-3;

/// The expected score of a player who is so much stronger.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How probable each result of a pair is: of 0, a half, 1, one and a half and 2 points.
#[derive(Clone, Copy, Debug)]
struct Distribution([f64; 5]);

/// The shares of the points that these results are.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Distribution {
    fn of(counts: &[f64; 5]) -> Distribution {
        let sum: f64 = counts.iter().sum();
        Distribution(counts.map(|count| count / sum))
    }

    fn expect(&self, values: &[f64; 5]) -> f64 {
        self.0.iter().zip(values).map(|(p, value)| p * value).sum()
    }

    /// Mean and standard deviation of the share of the points.
    fn moments(&self) -> (f64, f64) {
        let mean = self.expect(&SCORES);
        let variance = self.expect(&SCORES.map(|score| (score - mean).powi(2)));
        (mean, variance.sqrt())
    }

    /// The most likely distribution, seen this one, whose mean is `mean`.
    fn with_mean(&self, mean: f64) -> Distribution {
        self.with_none_of(&SCORES.map(|score| score - mean))
    }

    /// The most likely distribution, seen this one, whose mean is so many of its own standard
    /// deviations above one half.
    ///
    /// The condition mean - 1/2 = t * deviation is not linear, but at the solution it has the
    /// same gradient as E[x - 1/2 - t s (1 + ((x - m) / s)^2) / 2] = 0 with the solution's mean m
    /// and deviation s in place; so the solution is where solving that changes nothing.
    fn with_deviations(&self, t: f64) -> Distribution {
        // Without knowing anything, so that results that are all alike are no dead end.
        let mut solution = Distribution([0.2; 5]);
        for _ in 0..ROUNDS {
            let (mean, deviation) = solution.moments();
            let values = SCORES.map(|score| {
                let square = ((score - mean) / deviation).powi(2);
                score - 0.5 - t * deviation * (1.0 + square) / 2.0
            });
            let next = self.with_none_of(&values);
            let change = next.0.iter().zip(solution.0).map(|(a, b)| (a - b).abs());
            let settled = change.fold(0.0, f64::max) < SETTLED;
            solution = next;
            if settled {
                break;
            }
        }
        solution
    }

    /// The most likely distribution under which `values` have expectation 0: Lagrange's multiplier
    /// gives p / (1 + l v) for each probability p and value v, with the one l that fulfils it.
    fn with_none_of(&self, values: &[f64; 5]) -> Distribution {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // All probabilities are positive between these, and at these one is infinite.
        let (low, high) = (-1.0 / most, -1.0 / least);
        let tilted = |share: f64| {
            let l = low + (high - low) * share;
            Distribution(std::array::from_fn(|i| self.0[i] / (1.0 + l * values[i])))
        };
        let mut precision = SimpleConvergency {
            eps: PRECISION,
            max_iter: 1000,
        };
        let expectation = |share| tilted(share).expect(values);
        let root = find_root_brent(EDGE, 1.0 - EDGE, expectation, &mut precision);
        // There is a root as long as values of both signs have a probability, as they have here.
        root.map_or(*self, tilted)
    }
}

/// As precise as numbers between 0 and 1 can be.
const PRECISION: f64 = 1e-15;

/// No root is closer to 0 or 1.
const EDGE: f64 = 1e-13;

/// A solution that changes no probability by more than this has been found.
const SETTLED: f64 = 1e-10;

/// Enough for any counts and hypotheses; a handful is usual.
const ROUNDS: usize = 100;

#[cfg(test)]
mod tests {
    use ajeeb_base::SplitMix64;

    use super::*;

    fn close(left: f64, right: f64, by: f64) {
        assert!((left - right).abs() <= by, "{left} is not {right}");
    }

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    /// Computed by maximising the likelihood under each hypothesis with SciPy's general
    /// constrained optimiser (`minimize`, SLSQP, on the logarithms of the probabilities), which
    /// shares neither the algebra nor the root finding with this file.
    #[test]
    fn ratios_agree_with_a_general_optimiser() {
        let cases: &[([u64; 5], f64, f64, f64, f64)] = &[
            (
                [152, 5128, 11754, 5464, 158],
                0.0,
                2.0,
                3.169_273,
                4.796_797,
            ),
            ([5, 15, 40, 35, 5], 0.0, 5.0, 0.394_546, 0.560_043),
            ([12, 250, 500, 200, 10], -1.75, 0.25, -0.565_969, -1.033_945),
            ([7, 31, 77, 52, 9], 0.0, 8.0, 0.787_612, 1.137_456),
            ([0, 3, 20, 9, 1], 0.0, 10.0, 0.446_125, 0.909_161),
            ([30, 20, 9, 3, 1], -5.0, 5.0, -1.926_527, -1.719_461),
        ];
        for &(counts, elo0, elo1, normalized, logistic) in cases {
            let llr = |model| sprt(elo0, elo1, model).llr(&Pairs(counts));
            close(llr(Model::Normalized), normalized, 2e-6);
            close(llr(Model::Logistic), logistic, 2e-6);
        }
    }

    /// For many pairs near the hypotheses the ratio is that of two normal distributions with the
    /// observed variance: n (s1 - s0) (2 mean - s0 - s1) / (2 variance), the approximation in
    /// section 2 of "A practical introduction to the GSPRT".
    #[test]
    fn the_normal_limit_is_met() {
        let pairs = Pairs([1_500, 51_000, 117_000, 55_000, 1_600]);
        let n = pairs.count() as f64;
        let counts = pairs.0.map(|count| count as f64);
        let (mean, deviation) = Distribution::of(&counts).moments();
        let (s0, s1) = (score(0.0), score(2.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * deviation.powi(2));
        let exact = sprt(0.0, 2.0, Model::Logistic).llr(&pairs);
        close(exact / normal, 1.0, 0.01);
    }

    /// Independent games, as pairs, give the ratio that the games themselves give in the
    /// trinomial model, up to what a normal approximation neglects.
    #[test]
    fn the_trinomial_limit_is_met() {
        let (win, draw, loss) = (0.302_f64, 0.4, 0.298);
        let pairs = 200_000.0;
        let counts = [
            loss * loss,
            2.0 * loss * draw,
            2.0 * win * loss + draw * draw,
            2.0 * win * draw,
            win * win,
        ];
        let pentanomial = Pairs(counts.map(|share| (share * pairs).round() as u64));
        let (mean, games) = (win + draw / 2.0, 2.0 * pairs);
        let variance = win + draw / 4.0 - mean * mean;
        let (s0, s1) = (score(0.0), score(2.0));
        let trinomial = games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = sprt(0.0, 2.0, Model::Logistic).llr(&pentanomial);
        close(exact / trinomial, 1.0, 0.01);
    }

    #[test]
    fn the_hypotheses_are_met_exactly() {
        let largest = LARGEST / NORMALIZED_ELO * std::f64::consts::SQRT_2;
        let mut random = SplitMix64::new(1);
        for _ in 0..500 {
            // Many kinds of results do not occur, others often.
            let counts = [(); 5].map(|()| match random.below(6) {
                digits @ 1.. => random.below(10_usize.pow(digits as u32)).max(1) as f64,
                0 => EMPTY,
            });
            let seen = Distribution::of(&counts);
            close(seen.with_mean(0.51).moments().0, 0.51, 1e-6);
            for t in [-largest, -0.04, 0.0, 0.02, largest] {
                let (mean, deviation) = seen.with_deviations(t).moments();
                close(mean - 0.5, t * deviation, 1e-6);
            }
        }
    }

    #[test]
    fn colours_changed_change_the_sign() {
        for model in [Model::Normalized, Model::Logistic] {
            let pairs = Pairs([7, 31, 77, 52, 9]);
            let there = sprt(0.0, 8.0, model).llr(&pairs);
            let back = sprt(-8.0, 0.0, model).llr(&pairs.reversed());
            close(there, -back, 1e-9);
        }
    }

    #[test]
    fn no_results_say_nothing_and_one_sided_ones_much() {
        let test = sprt(0.0, 10.0, Model::Normalized);
        close(test.llr(&Pairs::default()), 0.0, 1e-3);
        let lost = test.progress(&Pairs([100, 0, 0, 0, 0]), None);
        assert_eq!(lost.verdict, Some(Verdict::H0));
        assert!(lost.llr.is_finite());
        let won = test.progress(&Pairs([0, 0, 0, 0, 100]), None);
        assert_eq!(won.verdict, Some(Verdict::H1));
        // What has been accepted stays so.
        let later = test.progress(&Pairs([100, 0, 0, 0, 0]), Some(Verdict::H1));
        assert_eq!(later.verdict, Some(Verdict::H1));
    }

    /// Wald's bounds for 5% and 5%, as every test on fishtest prints them.
    #[test]
    fn the_usual_bounds() {
        let (lower, upper) = sprt(0.0, 2.0, Model::Normalized).bounds();
        close(lower, -2.94, 0.005);
        close(upper, 2.94, 0.005);
    }

    #[test]
    fn a_test_is_read() {
        let read = |text: &str| Sprt::read(text.split(' '));
        assert_eq!(
            read("elo0=-1.75 elo1=0.25"),
            Ok(sprt(-1.75, 0.25, Model::Normalized))
        );
        let all = read("elo0=0 elo1=5 alpha=0.1 beta=0.2 model=logistic").unwrap();
        assert_eq!(
            (all.alpha, all.beta, all.model),
            (0.1, 0.2, Model::Logistic)
        );
        assert_eq!(read("elo0=0"), Err(SprtError::Hypotheses));
        assert_eq!(read("elo0=5 elo1=0"), Err(SprtError::Hypotheses));
        assert_eq!(read("elo0=0 elo1=300"), Err(SprtError::Size));
        assert_eq!(read("elo0=0 elo1=x"), Err(SprtError::Number("x".into())));
        assert_eq!(
            read("elo0=0 elo1=1 model=b"),
            Err(SprtError::Unknown("model=b".into()))
        );
        assert_eq!(read("elo0=0 elo1=1 alpha=0"), Err(SprtError::Errors));
        assert_eq!(
            read("elo0=0 elo1=1 alpha=0.5 beta=0.5"),
            Err(SprtError::Errors)
        );
    }

    #[test]
    fn progress_is_told_in_a_line() {
        let progress = sprt(0.0, 5.0, Model::Normalized).progress(&Pairs([5, 15, 40, 35, 5]), None);
        assert_eq!(
            progress.to_string(),
            "LLR 0.39 (-2.94, 2.94) [0, 5] normalised, continues"
        );
        let json = serde_json::to_value(progress).unwrap();
        assert_eq!(
            (&json["verdict"], &json["elo1"]),
            (&"continues".into(), &5.0.into())
        );
    }
}
