//! Nets that know nothing, for tests of how nets are used.

use ajeeb_base::SplitMix64;
use ajeeb_nnue::{Header, Network, Networked, Weights};

/// A small net for game `G` with weights by chance; `mirrored` makes sense for chess alone.
pub fn random_network<G: Networked>(seed: u64, mirrored: bool) -> Network {
    let expected = G::expected();
    let header = Header {
        game: expected.game,
        variant: expected.variant,
        inputs: expected.inputs,
        hidden: 32,
        buckets: 4,
        max_pieces: 40,
        scale: 150,
        mirrored,
        training: [0; 16],
    };
    let [inputs, hidden, buckets] = [header.inputs, header.hidden, header.buckets].map(usize::from);
    let mut random = SplitMix64::new(seed);
    let mut within = |bound: i16| random.below(2 * bound as usize + 1) as i16 - bound;
    let rows: Vec<_> = (0..inputs * hidden).map(|_| within(60)).collect();
    let bias: Vec<_> = (0..hidden).map(|_| within(120)).collect();
    let output: Vec<_> = (0..buckets * 2 * hidden).map(|_| within(40)).collect();
    let output_bias: Vec<_> = (0..buckets).map(|_| within(3000).into()).collect();
    let network = Network::from_parts(header, &rows, &bias, &output, &output_bias);
    network.expect("the parts fit")
}

/// The same as what an evaluation goes by.
pub fn random_weights<G: Networked>(seed: u64, mirrored: bool) -> Weights<G> {
    Weights::of(random_network::<G>(seed, mirrored)).expect("it is made for the game")
}
