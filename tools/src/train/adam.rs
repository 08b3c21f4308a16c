//! How weights follow their gradients: AdamW (Loshchilov and Hutter, "Decoupled weight decay
//! regularization", 2019) on a rate that falls by half a cosine.

/// How much of the last mean gradient stays.
const BETA: f32 = 0.9;
/// The same of the mean squared gradient.
const BETA_SQUARED: f32 = 0.999;
/// Keeps a step from being divided by nothing.
const EPSILON: f32 = 1e-8;

/// The largest weight: a clamped sum of 255 times 64 such a weight still fits 16 bits.
pub(super) const LARGEST: f32 = 1.98;

/// The weights and what is remembered of their gradients.
#[derive(Debug)]
pub(super) struct Adam {
    pub(super) weights: Vec<f32>,
    pub(super) mean: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// What is left of the powers of both betas: the means began with zero, and are too small by
    /// that.
    powers: [f64; 2],
}

/// How far weights go in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The learning rate.
    pub(super) rate: f32,
    /// The part of a weight that a step takes away.
    pub(super) decay: f32,
    /// What the means are to be divided by.
    corrections: [f32; 2],
}

impl Adam {
    /// Starts from `weights`.
    pub(super) fn new(weights: Vec<f32>) -> Adam {
        Adam {
            mean: vec![0.0; weights.len()],
            squares: vec![0.0; weights.len()],
            weights,
            powers: [1.0; 2],
        }
    }

    /// The next step, at the learning rate `rate`.
    pub(super) fn step(&mut self, rate: f32, weight_decay: f32) -> Step {
        self.powers[0] *= f64::from(BETA);
        self.powers[1] *= f64::from(BETA_SQUARED);
        Step {
            rate,
            decay: rate * weight_decay,
            corrections: self.powers.map(|power| (1.0 / (1.0 - power)) as f32),
        }
    }
}

impl Step {
    /// Takes the step with some of the weights.
    #[inline(always)]
    pub(super) fn take(
        self,
        gradient: &[f32],
        weights: &mut [f32],
        mean: &mut [f32],
        squares: &mut [f32],
    ) {
        let [first, second] = self.corrections;
        let memory = mean.iter_mut().zip(squares);
        for ((weight, (mean, square)), &slope) in weights.iter_mut().zip(memory).zip(gradient) {
            *mean = BETA * *mean + (1.0 - BETA) * slope;
            *square = BETA_SQUARED * *square + (1.0 - BETA_SQUARED) * slope * slope;
            let way = *mean * first / ((*square * second).sqrt() + EPSILON);
            let moved = *weight - self.rate * way - self.decay * *weight;
            let moved = if moved > LARGEST { LARGEST } else { moved };
            *weight = if moved < -LARGEST { -LARGEST } else { moved };
        }
    }
}

/// The learning rate `done` of the way, from 0 to 1: half a cosine from `start` to `end`.
pub(super) fn cosine(start: f64, end: f64, done: f64) -> f32 {
    (end + (start - end) * (1.0 + libm::cos(std::f64::consts::PI * done)) / 2.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_by_half_a_cosine() {
        let rates = [0.0, 0.5, 1.0].map(|done| cosine(0.1, 0.02, done));
        assert_eq!(rates, [0.1, 0.06, 0.02]);
    }

    /// Whatever the size of a gradient, the first step is as long as the rate says.
    #[test]
    fn steps_go_downhill_and_not_too_far() {
        let mut adam = Adam::new(vec![1.0, 1.0, -1.97, 0.5]);
        let step = adam.step(0.1, 0.0);
        let gradient = [1e-4, -3.0, 7.0, 0.0];
        step.take(
            &gradient,
            &mut adam.weights,
            &mut adam.mean,
            &mut adam.squares,
        );
        for (weight, expected) in adam.weights.iter().zip([0.9, 1.1, -LARGEST, 0.5]) {
            assert!(
                (weight - expected).abs() < 1e-4,
                "{weight} is not {expected}"
            );
        }
        let decay = adam.step(0.1, 0.5);
        decay.take(&[0.0], &mut adam.weights[3..], &mut [0.0], &mut [0.0]);
        assert!((adam.weights[3] - 0.475).abs() < 1e-6);
    }
}
