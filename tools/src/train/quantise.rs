//! A trained net in integers.

use std::sync::Arc;

use ajeeb_base::Side;
use ajeeb_nnue::{Accumulators, Feature, Header, Network, QA, QB};
use serde::Serialize;

use super::TrainError;
use super::config::Recipe;
use super::learner::Learner;
use super::samples::Samples;
use super::shape::Shape;
use crate::games::Arena;

/// Positions that are evaluated both ways.
const COMPARED: usize = 20_000;
/// The largest mean difference between both ways, as a share of the net's scale. Nets that are fine
/// have one or two hundredths: output weights are small, and whole in units of 1/64.
const BOUND: f64 = 0.04;

/// What the file of a recipe's net says about it.
///
/// # Errors
/// If there can be no such net.
pub(super) fn header<G: Arena>(recipe: &Recipe) -> Result<Header, TrainError> {
    let config = &recipe.config;
    let expected = G::expected();
    let mut training = [0; 16];
    training.copy_from_slice(&recipe.hash[..16]);
    let header = Header {
        game: expected.game,
        variant: expected.variant,
        inputs: expected.inputs,
        hidden: config.hidden,
        buckets: config.buckets,
        max_pieces: G::MOST_PIECES,
        scale: config.scale,
        mirrored: config.mirrored,
        training,
    };
    // Better now than after the training.
    let shape = Shape::of(&header);
    network(&header, shape, &vec![0.0; shape.len()])?;
    Ok(header)
}

/// The net of these weights.
///
/// # Errors
/// If there can be no such net.
pub(super) fn network(
    header: &Header,
    shape: Shape,
    weights: &[f32],
) -> Result<Network, TrainError> {
    let parts = shape.split(weights);
    let whole = |weight: &f32, unit: i32| (weight * unit as f32).round();
    let small = |weights: &[f32], unit| -> Vec<i16> {
        weights
            .iter()
            .map(|weight| whole(weight, unit) as i16)
            .collect()
    };
    let rows: Vec<f32> = (0..shape.inputs)
        .flat_map(|input| shape.row(&parts, input))
        .collect();
    let out_bias = parts
        .out_bias
        .iter()
        .map(|bias| whole(bias, QA * QB) as i32);
    Ok(Network::from_parts(
        header.clone(),
        &small(&rows, QA),
        &small(parts.bias.as_flattened(), QA),
        &small(parts.out.as_flattened(), QB),
        &out_bias.collect::<Vec<_>>(),
    )?)
}

/// How far the net in integers is from what was trained, in hundredths of a pawn or man.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rounding {
    /// Positions that were evaluated both ways.
    positions: usize,
    pub(super) mean: f64,
    pub(super) max: f64,
    /// The largest mean difference that a net may have.
    pub(super) bound: f64,
}

impl Rounding {
    /// Evaluates some of `samples`, evenly taken from all, both ways.
    pub(super) fn measure(network: &Network, learner: &Learner, samples: &Samples) -> Rounding {
        let all = samples.picks(false);
        let picks: Vec<_> = all
            .iter()
            .step_by(all.len().div_ceil(COMPARED))
            .copied()
            .collect();
        let scale = f64::from(network.header().scale);
        let mut accumulators = Accumulators::new(Arc::new(network.clone()));
        let outputs = learner.outputs(samples, &picks);
        let differences: Vec<f64> = picks
            .iter()
            .zip(outputs)
            .map(|(&pick, output)| {
                let (rows, mirrored) = samples.view(pick);
                accumulators.reset();
                for (side, mirrored) in Side::BOTH.into_iter().zip(mirrored) {
                    accumulators.set_mirror(side, mirrored);
                }
                let whole = accumulators.evaluate(Side::White, rows.len() as u32, |see| {
                    for &[white, black] in &rows {
                        see(Feature { white, black });
                    }
                });
                (f64::from(whole) - f64::from(output) * scale).abs()
            })
            .collect();
        Rounding {
            positions: picks.len(),
            mean: differences.iter().sum::<f64>() / picks.len() as f64,
            max: differences.iter().copied().fold(0.0, f64::max),
            bound: BOUND * scale,
        }
    }

    /// Is the net in integers still the same?
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn check(self) -> Result<(), TrainError> {
        let Rounding { mean, bound, .. } = self;
        match mean <= bound {
            true => Ok(()),
            false => Err(TrainError::Rounding { mean, bound }),
        }
    }
}
