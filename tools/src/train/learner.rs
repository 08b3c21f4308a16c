//! A net that learns, on any number of threads with the same result: each batch is cut into a
//! fixed number of shards with a gradient of its own, and these are added up in order.

use ajeeb_base::SplitMix64;
use pulp::{Arch, NullaryFnOnce};
use rayon::prelude::*;

use super::adam::{Adam, Step};
use super::kernel::{self, Batch, Scratch};
use super::samples::{Pick, Samples};
use super::shape::Shape;

/// Parts of a batch, whatever the number of threads. More threads than that have nothing to do.
pub(super) const SHARDS: usize = 8;

/// Positions that a shard works on together: enough to make it worth while to fetch each tile of
/// weights, and few enough for their sums to stay near.
const PORTION: usize = 256;

/// Weights that are moved together.
const CHUNK: usize = 1024;

/// A net and what it takes to make it better.
#[derive(Debug)]
pub(super) struct Learner {
    shape: Shape,
    adam: Adam,
    shards: Vec<Shard>,
    arch: Arch,
}

/// A thread's work on a part of a batch.
#[derive(Debug, Default)]
struct Shard {
    gradient: Vec<f32>,
    batch: Batch,
    scratch: Scratch,
}

impl Learner {
    /// A net of random weights.
    pub(super) fn new(shape: Shape, seed: u64) -> Learner {
        let shard = || Shard {
            gradient: vec![0.0; shape.len()],
            ..Shard::default()
        };
        Learner {
            shape,
            adam: Adam::new(first_weights(shape, seed)),
            shards: std::iter::repeat_with(shard).take(SHARDS).collect(),
            arch: Arch::new(),
        }
    }

    /// The net's form.
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The weights, as [`Shape`] orders them.
    pub(super) fn weights(&self) -> &[f32] {
        &self.adam.weights
    }

    /// Learns from a batch, and gives the sum of the squared errors before.
    pub(super) fn learn(
        &mut self,
        samples: &Samples,
        picks: &[Pick],
        rate: f32,
        decay: f32,
    ) -> f64 {
        let (shape, arch, weights) = (self.shape, self.arch, &self.adam.weights);
        let weight = 1.0 / picks.len() as f32;
        let shards = self.shards.par_iter_mut().enumerate();
        let losses: Vec<f64> = shards
            .map(|(index, shard)| {
                let Shard {
                    gradient,
                    batch,
                    scratch,
                } = shard;
                gradient.fill(0.0);
                let portions = part(picks, index).chunks(PORTION);
                let losses = portions.map(|picks| {
                    samples.gather(picks, batch);
                    let gradient = &mut *gradient;
                    arch.dispatch(Learn {
                        shape,
                        weights,
                        batch,
                        weight,
                        gradient,
                        scratch,
                    })
                });
                losses.sum()
            })
            .collect();
        let step = self.adam.step(rate, decay);
        self.follow(step);
        losses.iter().sum()
    }

    /// Moves all weights.
    fn follow(&mut self, step: Step) {
        let (arch, shards) = (self.arch, &self.shards);
        let Adam {
            weights,
            mean,
            squares,
            ..
        } = &mut self.adam;
        let weights = weights.par_chunks_mut(CHUNK);
        let memory = mean
            .par_chunks_mut(CHUNK)
            .zip(squares.par_chunks_mut(CHUNK));
        let chunks = weights.zip(memory).enumerate();
        chunks.for_each(|(index, (weights, (mean, squares)))| {
            let from = index * CHUNK;
            arch.dispatch(Follow {
                step,
                shards,
                from,
                weights,
                mean,
                squares,
            });
        });
    }

    /// The mean squared error over all positions.
    pub(super) fn loss(&mut self, samples: &Samples, picks: &[Pick]) -> f64 {
        let (shape, arch, weights) = (self.shape, self.arch, &self.adam.weights);
        let shards = self.shards.par_iter_mut().enumerate();
        let losses: Vec<f64> = shards
            .map(|(index, Shard { batch, scratch, .. })| {
                let portions = part(picks, index).chunks(PORTION);
                let losses = portions.map(|picks| {
                    samples.gather(picks, batch);
                    arch.dispatch(Loss {
                        shape,
                        weights,
                        batch,
                        scratch,
                    })
                });
                losses.sum()
            })
            .collect();
        losses.iter().sum::<f64>() / picks.len() as f64
    }

    /// What the net gives for some positions, before the sigmoid.
    pub(super) fn outputs(&self, samples: &Samples, picks: &[Pick]) -> Vec<f32> {
        let mut batch = Batch::default();
        samples.gather(picks, &mut batch);
        let net = self.shape.split(&self.adam.weights);
        kernel::outputs(self.shape, net, &batch, &mut Scratch::default()).to_vec()
    }
}

/// The part of a batch that belongs to a shard.
fn part(picks: &[Pick], shard: usize) -> &[Pick] {
    let bound = |shard| picks.len() * shard / SHARDS;
    &picks[bound(shard)..bound(shard + 1)]
}

/// Small random weights: about twenty rows are added up, and their sum should fall where the
/// activation is not flat.
fn first_weights(shape: Shape, seed: u64) -> Vec<f32> {
    let mut random = SplitMix64::new(seed);
    // 24 bits are what an f32 holds.
    let mut within = |bound: f32| ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * bound;
    let mut weights = vec![0.0; shape.len()];
    let parts = shape.split_mut(&mut weights);
    let out = 1.0 / (2.0 * shape.hidden as f32).sqrt();
    for weight in parts.rows.as_flattened_mut() {
        *weight = within(0.1);
    }
    for weight in parts.bias.as_flattened_mut() {
        *weight = 0.1 + within(0.1);
    }
    for weight in parts.out.as_flattened_mut() {
        *weight = within(out);
    }
    weights
}

/// [`kernel::learn`], to be compiled for the vectors of this machine.
struct Learn<'a> {
    shape: Shape,
    weights: &'a [f32],
    batch: &'a Batch,
    weight: f32,
    gradient: &'a mut [f32],
    scratch: &'a mut Scratch,
}

impl NullaryFnOnce for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn call(self) -> f64 {
        let net = self.shape.split(self.weights);
        let mut gradient = self.shape.split_mut(self.gradient);
        kernel::learn(
            self.shape,
            net,
            self.batch,
            self.weight,
            &mut gradient,
            self.scratch,
        )
    }
}

/// [`kernel::loss`] in the same way.
struct Loss<'a> {
    shape: Shape,
    weights: &'a [f32],
    batch: &'a Batch,
    scratch: &'a mut Scratch,
}

impl NullaryFnOnce for Loss<'_> {
    type Output = f64;

    #[inline(always)]
    fn call(self) -> f64 {
        let net = self.shape.split(self.weights);
        kernel::loss(self.shape, net, self.batch, self.scratch)
    }
}

/// [`Step::take`] along the sum of the shards' gradients, in the same way.
struct Follow<'a> {
    step: Step,
    shards: &'a [Shard],
    /// The place of the first of these weights among all.
    from: usize,
    weights: &'a mut [f32],
    mean: &'a mut [f32],
    squares: &'a mut [f32],
}

impl NullaryFnOnce for Follow<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut sum = [0.0; CHUNK];
        let sum = &mut sum[..self.weights.len()];
        for shard in self.shards {
            let slopes = &shard.gradient[self.from..][..sum.len()];
            for (sum, slope) in sum.iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
        self.step.take(sum, self.weights, self.mean, self.squares);
    }
}
