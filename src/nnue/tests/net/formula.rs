//! Random nets, and what they say by the formula.

use ajeeb_base::{Side, SplitMix64};
use ajeeb_nnue::{Expected, Feature, Header, NetError, Network, QA, QB};

/// The weights of a net.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) header: Header,
    pub(crate) rows: Vec<i16>,
    pub(crate) bias: Vec<i16>,
    pub(crate) output: Vec<i16>,
    pub(crate) output_bias: Vec<i32>,
}

/// A header for a game of 128 inputs and up to 40 pieces.
pub(crate) fn header(hidden: u16, buckets: u16, mirrored: bool) -> Header {
    Header {
        game: 2,
        variant: 6,
        inputs: 128,
        hidden,
        buckets,
        max_pieces: 40,
        scale: 300,
        mirrored,
        training: *b"sixteen bytes of",
    }
}

pub(crate) const EXPECTED: Expected = Expected {
    game: 2,
    variant: 6,
    inputs: 128,
};

impl Parts {
    pub(crate) fn random(header: Header, random: &mut SplitMix64) -> Parts {
        let [inputs, hidden, buckets] =
            [header.inputs, header.hidden, header.buckets].map(usize::from);
        let mut numbers = |count: usize, limit: i32| -> Vec<i32> {
            let mut number = || random.below(2 * limit as usize + 1) as i32 - limit;
            (0..count).map(|_| number()).collect()
        };
        let narrow = |numbers: Vec<i32>| numbers.into_iter().map(|it| it as i16).collect();
        Parts {
            rows: narrow(numbers(inputs * hidden, 200)),
            bias: narrow(numbers(hidden, 500)),
            output: narrow(numbers(buckets * 2 * hidden, 127)),
            output_bias: numbers(buckets, 1_000_000),
            header,
        }
    }

    pub(crate) fn network(&self) -> Result<Network, NetError> {
        Network::from_parts(
            self.header.clone(),
            &self.rows,
            &self.bias,
            &self.output,
            &self.output_bias,
        )
    }

    /// The score for `side` with these pieces on the board, seen by White and Black in a mirror or
    /// not.
    pub(crate) fn score(&self, side: Side, pieces: &[Feature], mirrored: [bool; 2]) -> i32 {
        let bucket = (pieces.len().clamp(1, 40) - 1) * usize::from(self.header.buckets) / 40;
        let hidden = usize::from(self.header.hidden);
        let white = self.units(pieces.iter().map(|piece| piece.white), mirrored[0]);
        let black = self.units(pieces.iter().map(|piece| piece.black), mirrored[1]);
        let units = match side {
            Side::White => [white, black].concat(),
            Side::Black => [black, white].concat(),
        };
        let weights = &self.output[bucket * 2 * hidden..][..2 * hidden];
        let terms = units.iter().zip(weights);
        let sum: i64 = terms
            .map(|(&unit, &weight)| unit.clamp(0, 255).pow(2) * i64::from(weight))
            .sum();
        let output = sum / i64::from(QA) + i64::from(self.output_bias[bucket]);
        (output * i64::from(self.header.scale) / i64::from(QA * QB)) as i32
    }

    /// The units of one perspective.
    fn units(&self, rows: impl Iterator<Item = u16>, mirrored: bool) -> Vec<i64> {
        let mut units: Vec<i64> = self.bias.iter().map(|&bias| bias.into()).collect();
        for row in rows {
            let row = usize::from(if mirrored { row ^ 7 } else { row });
            for (unit, weight) in units.iter_mut().zip(&self.rows[row * self.bias.len()..]) {
                *unit += i64::from(*weight);
            }
        }
        units
    }
}
