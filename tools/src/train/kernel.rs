//! The arithmetic of training. Plain loops over [`Tile`]s, which the compiler turns into the widest
//! vectors it may use, and no sum whose order depends on them: the same numbers on every machine.

use super::shape::{Parts, PartsMut, Shape, TILE, Tile};

/// Positions that are worked on one after the other, their rows as both sides see them.
#[derive(Debug, Default)]
pub(super) struct Batch {
    rows: Vec<u16>,
    items: Vec<Item>,
}

/// A position of a [`Batch`].
#[derive(Clone, Copy, Debug)]
struct Item {
    /// Where its rows begin: first as the side to move sees the pieces, then as the other does.
    first: u32,
    pieces: u8,
    bucket: u8,
    target: f32,
}

impl Batch {
    /// Takes all positions out.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.items.clear();
    }

    /// Adds a position: its rows as the side to move sees them, and as the other side does.
    pub(super) fn push(
        &mut self,
        own: impl ExactSizeIterator<Item = u16>,
        other: impl ExactSizeIterator<Item = u16>,
        bucket: u8,
        target: f32,
    ) {
        self.items.push(Item {
            first: self.rows.len() as u32,
            pieces: own.len() as u8,
            bucket,
            target,
        });
        self.rows.extend(own);
        self.rows.extend(other);
    }

    fn rows(&self, item: Item) -> [&[u16]; 2] {
        let pieces = usize::from(item.pieces);
        let rows = &self.rows[item.first as usize..][..2 * pieces];
        let (own, other) = rows.split_at(pieces);
        [own, other]
    }
}

/// What is worked out on the way: kept, so that the memory need not be asked for again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The first layer's sums: for each tile those of all positions, the side to move's first.
    sums: Vec<[Tile; 2]>,
    /// The output for each position, before the sigmoid; then its slope.
    outputs: Vec<f32>,
}

/// What the net gives for each position of `batch`, before the sigmoid.
#[inline(always)]
pub(super) fn outputs<'a>(
    shape: Shape,
    net: Parts<'_>,
    batch: &Batch,
    scratch: &'a mut Scratch,
) -> &'a [f32] {
    let positions = batch.items.len();
    scratch
        .sums
        .resize(shape.tiles() * positions, [[0.0; TILE]; 2]);
    scratch.outputs.clear();
    let biases = batch.items.iter();
    let biases = biases.map(|item| net.out_bias[usize::from(item.bucket)]);
    scratch.outputs.extend(biases);
    for tile in 0..shape.tiles() {
        let sums = &mut scratch.sums[tile * positions..][..positions];
        forward(shape, net, batch, tile, sums, &mut scratch.outputs);
    }
    &scratch.outputs
}

/// The sum of the squared errors over `batch`.
#[inline(always)]
pub(super) fn loss(shape: Shape, net: Parts<'_>, batch: &Batch, scratch: &mut Scratch) -> f64 {
    let outputs = outputs(shape, net, batch, scratch);
    let errors = outputs.iter().zip(&batch.items);
    let errors = errors.map(|(&out, item)| f64::from(sigmoid(out) - item.target));
    errors.map(|error| error * error).sum()
}

/// Adds the gradient of the squared errors over `batch`, times `weight`, to `gradient`. Gives the
/// sum of the errors themselves.
#[inline(always)]
pub(super) fn learn(
    shape: Shape,
    net: Parts<'_>,
    batch: &Batch,
    weight: f32,
    gradient: &mut PartsMut<'_>,
    scratch: &mut Scratch,
) -> f64 {
    outputs(shape, net, batch, scratch);
    let mut loss = 0.0;
    for (item, output) in batch.items.iter().zip(&mut scratch.outputs) {
        let found = sigmoid(*output);
        let error = found - item.target;
        loss += f64::from(error) * f64::from(error);
        *output = weight * 2.0 * error * found * (1.0 - found);
        gradient.out_bias[usize::from(item.bucket)] += *output;
    }
    let positions = batch.items.len();
    for tile in 0..shape.tiles() {
        let sums = &scratch.sums[tile * positions..][..positions];
        backward(shape, net, batch, tile, sums, &scratch.outputs, gradient);
    }
    loss
}

/// Where a tile's weights stand in the output layer, for both perspectives.
#[inline(always)]
fn out_tiles(shape: Shape, bucket: u8, tile: usize) -> [usize; 2] {
    let first = usize::from(bucket) * 2 * shape.tiles() + tile;
    [first, first + shape.tiles()]
}

/// Works out a tile's sums for all positions, and adds to the outputs what comes of them.
#[inline(always)]
fn forward(
    shape: Shape,
    net: Parts<'_>,
    batch: &Batch,
    tile: usize,
    sums: &mut [[Tile; 2]],
    outputs: &mut [f32],
) {
    let weights = &net.rows[tile * shape.inputs..][..shape.inputs];
    for ((&item, sums), output) in batch.items.iter().zip(sums).zip(outputs) {
        let [own, other] = batch.rows(item);
        *sums = [
            add_up(weights, &net.bias[tile], own),
            add_up(weights, &net.bias[tile], other),
        ];
        let mut lanes = [0.0; TILE];
        for (sum, out) in sums.iter().zip(out_tiles(shape, item.bucket, tile)) {
            let out = &net.out[out];
            for lane in 0..TILE {
                let active = clamp(sum[lane]);
                lanes[lane] += active * active * out[lane];
            }
        }
        *output += total(lanes);
    }
}

/// The biases and all `rows`.
#[inline(always)]
fn add_up(weights: &[Tile], bias: &Tile, rows: &[u16]) -> Tile {
    let mut sum = *bias;
    for &row in rows {
        let weights = &weights[usize::from(row)];
        for lane in 0..TILE {
            sum[lane] += weights[lane];
        }
    }
    sum
}

/// Adds to the gradient what the outputs' slopes mean for a tile's weights.
#[inline(always)]
fn backward(
    shape: Shape,
    net: Parts<'_>,
    batch: &Batch,
    tile: usize,
    sums: &[[Tile; 2]],
    slopes: &[f32],
    gradient: &mut PartsMut<'_>,
) {
    let weights = &mut gradient.rows[tile * shape.inputs..][..shape.inputs];
    let bias = &mut gradient.bias[tile];
    for ((&item, sums), &slope) in batch.items.iter().zip(sums).zip(slopes) {
        let tiles = out_tiles(shape, item.bucket, tile);
        for ((sum, rows), out) in sums.iter().zip(batch.rows(item)).zip(tiles) {
            let mut slopes = [0.0; TILE];
            let (out, out_slope) = (&net.out[out], &mut gradient.out[out]);
            for lane in 0..TILE {
                let active = clamp(sum[lane]);
                out_slope[lane] += slope * active * active;
                // Beyond either end the activation is flat, and at the lower one its slope is
                // zero anyway.
                let open = if sum[lane] < 1.0 { 2.0 } else { 0.0 };
                slopes[lane] = slope * out[lane] * active * open;
            }
            add(bias, &slopes);
            for &row in rows {
                add(&mut weights[usize::from(row)], &slopes);
            }
        }
    }
}

#[inline(always)]
fn add(numbers: &mut Tile, others: &Tile) {
    let mut sum = *numbers;
    for lane in 0..TILE {
        sum[lane] += others[lane];
    }
    *numbers = sum;
}

/// Half of the lanes to the other half, until one is left.
#[inline(always)]
fn total(mut lanes: Tile) -> f32 {
    let mut half = TILE / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// Written so that it becomes two instructions.
#[inline(always)]
fn clamp(number: f32) -> f32 {
    let number = if number > 0.0 { number } else { 0.0 };
    if number < 1.0 { number } else { 1.0 }
}

/// The share of the points that an output stands for. The system's `exp` is another one on every
/// system, libm's is not.
pub(super) fn sigmoid(number: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ajeeb_base::SplitMix64;

    const SHAPE: Shape = Shape {
        inputs: 6,
        hidden: 2 * TILE,
        buckets: 2,
    };

    type Example = ([Vec<u16>; 2], u8, f32);

    fn examples() -> Vec<Example> {
        vec![
            ([vec![0, 2, 5], vec![1, 3, 4]], 0, 0.9),
            ([vec![4], vec![0]], 1, 0.2),
            ([vec![1, 1], vec![5, 2]], 0, 0.4),
        ]
    }

    fn batch() -> Batch {
        let mut batch = Batch::default();
        for ([own, other], bucket, target) in examples() {
            batch.push(own.into_iter(), other.into_iter(), bucket, target);
        }
        batch
    }

    /// Weights such that some activations are below 0 and some above 1.
    fn weights() -> Vec<f32> {
        let mut random = SplitMix64::new(3);
        let weights = (0..SHAPE.len()).map(|_| random.below(2001) as f32 / 1000.0 - 0.8);
        weights.map(|weight| weight * 0.6).collect()
    }

    /// The same net by its definition, with more digits.
    fn loss_of(weights: &[f32], index: usize, change: f64) -> f64 {
        let at = |place: usize| {
            let change = if place == index { change } else { 0.0 };
            f64::from(weights[place]) + change
        };
        let Shape {
            inputs,
            hidden,
            buckets,
        } = SHAPE;
        let row =
            |input: usize, unit: usize| at((unit / TILE * inputs + input) * TILE + unit % TILE);
        let bias = inputs * hidden;
        let out = bias + hidden;
        let losses = examples().into_iter().map(|(rows, bucket, target)| {
            let bucket = usize::from(bucket);
            let mut sum = at(out + buckets * 2 * hidden + bucket);
            for (half, rows) in rows.iter().enumerate() {
                for unit in 0..hidden {
                    let rows = rows.iter().map(|&input| row(input.into(), unit));
                    let active = (at(bias + unit) + rows.sum::<f64>()).clamp(0.0, 1.0);
                    sum += active * active * at(out + (2 * bucket + half) * hidden + unit);
                }
            }
            (1.0 / (1.0 + (-sum).exp()) - f64::from(target)).powi(2)
        });
        losses.sum()
    }

    #[test]
    fn the_loss_is_that_of_the_definition() {
        let weights = weights();
        let found = loss(
            SHAPE,
            SHAPE.split(&weights),
            &batch(),
            &mut Scratch::default(),
        );
        let expected = loss_of(&weights, usize::MAX, 0.0);
        assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }

    #[test]
    fn the_gradient_is_that_of_the_definition() {
        let weights = weights();
        let mut gradient = vec![0.0; SHAPE.len()];
        let mut parts = SHAPE.split_mut(&mut gradient);
        let net = SHAPE.split(&weights);
        let mut scratch = Scratch::default();
        let found = learn(SHAPE, net, &batch(), 0.5, &mut parts, &mut scratch);
        assert_eq!(found, loss(SHAPE, net, &batch(), &mut scratch));
        let mut flat = 0;
        for (place, &slope) in gradient.iter().enumerate() {
            let by = |change| loss_of(&weights, place, change);
            let expected = 0.5 * (by(1e-5) - by(-1e-5)) / 2e-5;
            let error = (f64::from(slope) - expected).abs();
            assert!(
                error < 1e-5 + 1e-3 * expected.abs(),
                "{place}: {slope} is not {expected}"
            );
            flat += usize::from(slope == 0.0);
        }
        // Both clamps have been at work, and not everywhere.
        assert!((50..SHAPE.len() - 50).contains(&flat), "{flat} are flat");
    }
}
