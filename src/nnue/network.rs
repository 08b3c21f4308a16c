use aligned_vec::{AVec, ConstAlign};

use crate::{Expected, Header, MAX_OUTPUT_WEIGHT, NetError, QA, QB};

/// Weights that start with a cache line, as rows of 32 units or more then do too.
pub(crate) type Aligned = AVec<i16, ConstAlign<64>>;

/// A net, ready for use: sound to evaluate by whatever its weights are.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    header: Header,
    rows: Aligned,
    bias: Aligned,
    output: Aligned,
    output_bias: Vec<i32>,
}

impl Network {
    /// Reads a file that a net for `expected` was [written](Network::write) to.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file, or that it holds a net for another game.
    pub fn read(bytes: &[u8], expected: &Expected) -> Result<Network, NetError> {
        let (header, payload) = Header::read(bytes)?;
        header.suits(expected)?;
        let hidden = usize::from(header.hidden);
        let outputs = usize::from(header.buckets) * 2 * hidden;
        let (rows, rest) = payload.split_at(2 * hidden * usize::from(header.inputs));
        let (bias, rest) = rest.split_at(2 * hidden);
        let (output, output_bias) = rest.split_at(2 * outputs);
        Network {
            rows: read_i16s(rows),
            bias: read_i16s(bias),
            output: read_i16s(output),
            output_bias: read_i32s(output_bias),
            header,
        }
        .checked()
    }

    /// A net of these weights, with the shape and the uses that `header` says.
    ///
    /// `rows` is the first layer in units of [`QA`], [`hidden`](Header::hidden) numbers for each
    /// input, and `bias` one number for each unit. `output` is in units of [`QB`]: for each bucket
    /// first the weights of the side to move's units, then the opponent's; `output_bias` is one
    /// number in units of `QA * QB` for each bucket.
    ///
    /// # Errors
    ///
    /// Says which number does not fit the others, or the arithmetic.
    pub fn from_parts(
        header: Header,
        rows: &[i16],
        bias: &[i16],
        output: &[i16],
        output_bias: &[i32],
    ) -> Result<Network, NetError> {
        header.check()?;
        let [inputs, hidden, buckets] =
            [header.inputs, header.hidden, header.buckets].map(usize::from);
        for (layer, found, expected) in [
            ("rows", rows.len(), inputs * hidden),
            ("bias", bias.len(), hidden),
            ("output", output.len(), buckets * 2 * hidden),
            ("output bias", output_bias.len(), buckets),
        ] {
            if found != expected {
                return Err(NetError::Layer {
                    layer,
                    expected,
                    found,
                });
            }
        }
        Network {
            header,
            rows: aligned(rows.iter().copied()),
            bias: aligned(bias.iter().copied()),
            output: aligned(output.iter().copied()),
            output_bias: output_bias.to_vec(),
        }
        .checked()
    }

    /// The net as a file, which [`Network::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.header.payload_len());
        for layer in [&self.rows, &self.bias, &self.output] {
            payload.extend(layer.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        payload.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut file = self.header.write(&payload).to_vec();
        file.append(&mut payload);
        file
    }

    /// What this net is.
    #[inline]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Units for each perspective.
    #[inline]
    pub(crate) fn hidden(&self) -> usize {
        usize::from(self.header.hidden)
    }

    /// The first layer's rows, one after another.
    #[inline]
    pub(crate) fn rows(&self) -> &[i16] {
        &self.rows
    }

    /// The first layer's bias.
    #[inline]
    pub(crate) fn bias(&self) -> &[i16] {
        &self.bias
    }

    /// The output weights of a bucket: the side to move's half, and the opponent's.
    #[inline]
    pub(crate) fn output(&self, bucket: usize) -> &[i16] {
        let len = 2 * self.hidden();
        &self.output[bucket * len..][..len]
    }

    /// The score for the side to move, in hundredths, of `sum`: that of all squared activations
    /// times their weights. Divisions round towards zero.
    #[inline]
    pub(crate) fn score(&self, sum: i64, bucket: usize) -> i32 {
        let output = sum / i64::from(QA) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(self.header.scale) / i64::from(QA * QB);
        score.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Does 16-bit arithmetic hold with these weights?
    fn checked(self) -> Result<Network, NetError> {
        let limit = MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = self.output.iter().find(|it| it.unsigned_abs() > limit) {
            return Err(NetError::OutputWeight(weight));
        }
        let mut largest = vec![0; self.hidden()];
        for row in self.rows.chunks_exact(self.hidden()) {
            for (largest, weight) in largest.iter_mut().zip(row) {
                *largest = weight.unsigned_abs().max(*largest);
            }
        }
        for (unit, (&largest, bias)) in largest.iter().zip(self.bias.iter()).enumerate() {
            let pieces = u32::from(self.header.max_pieces);
            let reach = u32::from(bias.unsigned_abs()) + pieces * u32::from(largest);
            if reach > i16::MAX as u32 {
                return Err(NetError::Unit { unit, reach });
            }
        }
        Ok(self)
    }
}

fn aligned(weights: impl IntoIterator<Item = i16>) -> Aligned {
    Aligned::from_iter(64, weights)
}

fn read_i16s(bytes: &[u8]) -> Aligned {
    let (words, _) = bytes.as_chunks::<2>();
    aligned(words.iter().map(|&word| i16::from_le_bytes(word)))
}

fn read_i32s(bytes: &[u8]) -> Vec<i32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|&word| i32::from_le_bytes(word)).collect()
}
