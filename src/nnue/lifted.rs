use std::sync::Arc;

use ajeeb_base::Side;

use crate::{Accumulators, Feature, Network};

/// What each piece of a position adds to the net's score for `side`, the side to move, in
/// hundredths: the score of the whole less the score without that piece. `pieces` are the features
/// of the position, `mirrored` says for each side whether it sees the board mirrored.
pub fn lifted(
    network: &Arc<Network>,
    side: Side,
    mirrored: [bool; 2],
    pieces: &[Feature],
) -> Vec<i32> {
    let mut accumulators = Accumulators::new(network.clone());
    let mut score_without = |absent: Option<usize>| {
        accumulators.reset();
        for viewer in Side::BOTH {
            accumulators.set_mirror(viewer, mirrored[viewer.index()]);
        }
        let present = |place: usize| Some(place) != absent;
        let count = pieces.len() - usize::from(absent.is_some());
        accumulators.evaluate(side, count as u32, |see| {
            let all = pieces.iter().enumerate();
            let left = all.filter(|&(place, _)| present(place));
            left.for_each(|(_, &feature)| see(feature));
        })
    };
    let whole = score_without(None);
    let without = (0..pieces.len()).map(|place| whole - score_without(Some(place)));
    without.collect()
}
