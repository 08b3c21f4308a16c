//! Epoch after epoch.

use std::time::{Duration, Instant};

use ajeeb_base::SplitMix64;
use ajeeb_nnue::Header;
use serde::Serialize;

use super::TrainError;
use super::adam::cosine;
use super::config::Recipe;
use super::learner::Learner;
use super::load::Loaded;
use super::samples::Pick;
use super::shape::Shape;
use crate::progress;

/// A net that has learned.
#[derive(Debug)]
pub(super) struct Fitted {
    pub(super) learner: Learner,
    pub(super) epochs: Vec<Epoch>,
    /// Positions learned from in an epoch, mirrored ones included.
    pub(super) positions: usize,
    /// The time it took to learn, without the held-out games.
    pub(super) learning: Duration,
}

/// What came of an epoch.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Epoch {
    pub(super) epoch: u32,
    /// The mean squared error on the way, before each batch was learned from.
    pub(super) training: f64,
    /// The mean squared error over the held-out games at the end.
    pub(super) held_out: f64,
    /// The learning rate at the end.
    pub(super) rate: f32,
}

/// Trains a net.
///
/// # Errors
/// If the training goes astray, or is interrupted.
pub(super) fn fit(
    recipe: &Recipe,
    header: &Header,
    loaded: &Loaded,
    stop: &impl Fn() -> bool,
) -> Result<Fitted, TrainError> {
    let config = &recipe.config;
    let learner = Learner::new(Shape::of(header), config.seed);
    let mut picks = loaded.training.picks(config.augment_mirror);
    let held_out = loaded.held_out.picks(false);
    let mut order = SplitMix64::new(!config.seed);
    let positions = picks.len();
    let batches = positions.div_ceil(config.batch);
    let bar = progress::bar(batches as u64 * u64::from(config.epochs), PROGRESS);
    let mut fitted = Fitted {
        learner,
        epochs: Vec::new(),
        positions,
        learning: Duration::ZERO,
    };
    for epoch in 1..=config.epochs {
        let begun = Instant::now();
        shuffle(&mut picks, &mut order);
        let mut errors = 0.0;
        let mut rate = 0.0;
        for batch in 0..batches {
            if stop() {
                return Err(TrainError::Interrupted);
            }
            let done = (epoch - 1) as f64 + batch as f64 / batches as f64;
            let ends = config.learning_rate;
            rate = cosine(ends.start, ends.end, done / f64::from(config.epochs));
            let picks = portion(&picks, batch, batches);
            errors += fitted
                .learner
                .learn(&loaded.training, picks, rate, config.weight_decay);
            bar.inc(1);
        }
        fitted.learning += begun.elapsed();
        let held_out = fitted.learner.loss(&loaded.held_out, &held_out);
        fitted.end_epoch(Epoch {
            epoch,
            training: errors / positions as f64,
            held_out,
            rate,
        })?;
        bar.suspend(|| eprintln!("{}", line(&fitted, config.epochs)));
    }
    bar.finish_and_clear();
    Ok(fitted)
}

impl Fitted {
    fn end_epoch(&mut self, epoch: Epoch) -> Result<(), TrainError> {
        self.epochs.push(epoch);
        match (epoch.training + epoch.held_out).is_finite() {
            true => Ok(()),
            false => Err(TrainError::Diverged),
        }
    }
}

/// One of `count` parts that differ by no more than one position.
fn portion(picks: &[Pick], index: usize, count: usize) -> &[Pick] {
    &picks[picks.len() * index / count..picks.len() * (index + 1) / count]
}

/// Every order as likely as any other (Fisher and Yates, 1938; Durstenfeld, 1964).
fn shuffle(picks: &mut [Pick], random: &mut SplitMix64) {
    for last in (1..picks.len()).rev() {
        picks.swap(last, random.below(last + 1));
    }
}

/// What is shown while a net learns.
const PROGRESS: &str = "{bar:30} {percent} %, {elapsed_precise} so far, {eta_precise} left";

/// So many marks stand for the loss of the first epoch.
const WIDTH: f64 = 40.0;

/// The latest epoch in a line; its marks are a part of the curve of the held-out loss.
fn line(fitted: &Fitted, all: u32) -> String {
    let [first, ..] = fitted.epochs[..] else {
        return String::new();
    };
    let last = fitted.epochs[fitted.epochs.len() - 1];
    let learned = f64::from(last.epoch) * fitted.positions as f64;
    let speed = learned / fitted.learning.as_secs_f64().max(1e-9) / 1e6;
    let marks = WIDTH * (last.held_out / first.held_out).clamp(0.0, 2.0);
    format!(
        "epoch {:>3}/{all}  loss {:.6}  held out {:.6}  rate {:.6}  {speed:.2} M positions/s  {}",
        last.epoch,
        last.training,
        last.held_out,
        last.rate,
        "#".repeat(marks.round() as usize)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::samples::{Sample, Samples};

    #[test]
    fn every_position_comes_once_in_an_epoch() {
        let mut samples = Samples::new(vec![0]);
        for _ in 0..103 {
            samples.push(&[0], Sample::of(1, 0, 0.5)).unwrap();
        }
        let ordered = samples.picks(false);
        let mut picks = ordered.clone();
        shuffle(&mut picks, &mut SplitMix64::new(1));
        assert_ne!(picks, ordered);
        let batches: Vec<_> = (0..10).map(|at| portion(&picks, at, 10)).collect();
        assert!(batches.iter().all(|batch| [10, 11].contains(&batch.len())));
        let mut all = batches.concat();
        all.sort_by_key(|pick| ordered.iter().position(|other| other == pick));
        assert_eq!(all, ordered);
    }
}
