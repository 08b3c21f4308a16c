//! The form of a net in training, and where its numbers stand.

use ajeeb_nnue::Header;

/// So many numbers are worked on together, always in the same order: a hidden layer has a multiple
/// of these. It is the compiler's part to make vectors of them.
pub(super) const TILE: usize = 32;

/// [`TILE`] numbers that stand side by side.
pub(super) type Tile = [f32; TILE];

/// The form of a net. All its numbers stand in one row: the first layer's weights, its biases, for
/// each bucket the output's weights (the half of the side to move first), and the output's biases.
/// The first layer's weights stand tile by tile, and by input within: training works on one tile of
/// neurons for many positions before it comes to the next, as a tile's weights fit the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Rows of the first layer.
    pub(super) inputs: usize,
    /// Neurons for each perspective, a multiple of [`TILE`].
    pub(super) hidden: usize,
    /// Outputs, of which the number of pieces selects one.
    pub(super) buckets: usize,
}

impl Shape {
    /// The form of the net that `header` describes.
    pub(super) fn of(header: &Header) -> Shape {
        let [inputs, hidden, buckets] =
            [header.inputs, header.hidden, header.buckets].map(usize::from);
        Shape {
            inputs,
            hidden,
            buckets,
        }
    }

    /// All numbers of such a net.
    pub(super) const fn len(self) -> usize {
        self.inputs * self.hidden + self.hidden + self.buckets * 2 * self.hidden + self.buckets
    }

    /// The tiles of a perspective's neurons.
    pub(super) const fn tiles(self) -> usize {
        self.hidden / TILE
    }

    /// The first layer's weights of an input.
    pub(super) fn row<'a>(self, parts: &Parts<'a>, input: usize) -> impl Iterator<Item = f32> + 'a {
        let tiles = parts.rows.iter().skip(input).step_by(self.inputs);
        tiles.flatten().copied()
    }

    /// The parts of a net's numbers.
    pub(super) fn split(self, numbers: &[f32]) -> Parts<'_> {
        let (rows, rest) = numbers.split_at(self.inputs * self.hidden);
        let (bias, rest) = rest.split_at(self.hidden);
        let (out, out_bias) = rest.split_at(self.buckets * 2 * self.hidden);
        Parts {
            rows: rows.as_chunks().0,
            bias: bias.as_chunks().0,
            out: out.as_chunks().0,
            out_bias,
        }
    }

    /// The same, to be changed.
    pub(super) fn split_mut(self, numbers: &mut [f32]) -> PartsMut<'_> {
        let (rows, rest) = numbers.split_at_mut(self.inputs * self.hidden);
        let (bias, rest) = rest.split_at_mut(self.hidden);
        let (out, out_bias) = rest.split_at_mut(self.buckets * 2 * self.hidden);
        PartsMut {
            rows: rows.as_chunks_mut().0,
            bias: bias.as_chunks_mut().0,
            out: out.as_chunks_mut().0,
            out_bias,
        }
    }
}

/// A net's numbers by their meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    /// The first layer's weights: for each of [`Shape::tiles`] one tile for each input.
    pub(super) rows: &'a [Tile],
    /// The first layer's biases.
    pub(super) bias: &'a [Tile],
    /// The output's weights, twice [`Shape::tiles`] for each bucket.
    pub(super) out: &'a [Tile],
    /// The output's bias for each bucket.
    pub(super) out_bias: &'a [f32],
}

/// See [`Parts`].
#[derive(Debug)]
pub(super) struct PartsMut<'a> {
    pub(super) rows: &'a mut [Tile],
    pub(super) bias: &'a mut [Tile],
    pub(super) out: &'a mut [Tile],
    pub(super) out_bias: &'a mut [f32],
}
