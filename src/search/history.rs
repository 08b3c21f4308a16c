//! What the search learns from its own cutoffs: which moves have been good, alone and after
//! others, and where the static evaluation tends to be wrong. One set for each thread.

use ajeeb_base::{Depth, Key, Score};
use ajeeb_game::{Policy, SlotCounts, Slots};

/// Values stay within ±this.
const LIMIT: i32 = 16_384;
/// Entries for each correction history and side, a power of two.
const CORRECTION_ENTRIES: usize = 16_384;
/// Corrections are kept in 1/this of a point.
const CORRECTION_GRAIN: i32 = 256;
/// The largest correction, in points.
const CORRECTION_MAX: i32 = 32;

/// A move's continuation slot together with "no move": what the plies above a node were.
pub(crate) type Before = Option<usize>;

pub(crate) struct Histories {
    main: Vec<i16>,
    /// `[distance 1 or 2][slot before][slot]`, flattened.
    continuation: [Vec<i16>; 2],
    continuation_slots: usize,
    /// `[history][side][key]`, flattened.
    correction: Vec<i16>,
}

impl Histories {
    pub(crate) fn new<G: Policy>() -> Histories {
        let SlotCounts { main, continuation } = G::SLOTS;
        let pairs = continuation * continuation;
        Histories {
            main: vec![0; main],
            continuation: [vec![0; pairs], vec![0; pairs]],
            continuation_slots: continuation,
            correction: vec![0; G::CORRECTIONS * 2 * CORRECTION_ENTRIES],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.correction.fill(0);
    }

    /// How a noisy move has fared, in ±[`LIMIT`].
    #[inline]
    pub(crate) fn noisy(&self, slots: Slots) -> i32 {
        i32::from(self.main[slots.main])
    }

    /// How a quiet move has fared, by itself and after the two moves before, in ±3·[`LIMIT`].
    #[inline]
    pub(crate) fn quiet(&self, slots: Slots, before: [Before; 2]) -> i32 {
        let mut sum = i32::from(self.main[slots.main]);
        for (table, before) in self.continuation.iter().zip(before) {
            if let Some(before) = before {
                sum += i32::from(table[before * self.continuation_slots + slots.continuation]);
            }
        }
        sum
    }

    /// Moves a noisy move's record towards good (positive) or bad.
    pub(crate) fn learn_noisy(&mut self, slots: Slots, bonus: i32) {
        pull(&mut self.main[slots.main], bonus);
    }

    /// Moves a quiet move's records towards good (positive) or bad.
    pub(crate) fn learn_quiet(&mut self, slots: Slots, before: [Before; 2], bonus: i32) {
        pull(&mut self.main[slots.main], bonus);
        let width = self.continuation_slots;
        for (table, before) in self.continuation.iter_mut().zip(before) {
            if let Some(before) = before {
                pull(&mut table[before * width + slots.continuation], bonus);
            }
        }
    }

    /// How much the static evaluation of positions like this one has been too low, in points.
    #[inline]
    pub(crate) fn correction<G: Policy>(&self, position: &G::Position) -> i32 {
        let side = G::side(position).index();
        let sum: i32 = (0..G::CORRECTIONS)
            .map(|index| {
                let key = G::correction_key(position, index);
                i32::from(self.correction[correction_slot(index, side, key)])
            })
            .sum();
        sum * G::PARAMS.correction_weight / (1024 * CORRECTION_GRAIN)
    }

    /// Learns that the search found `score` where the static evaluation said `eval`.
    pub(crate) fn learn_correction<G: Policy>(
        &mut self,
        position: &G::Position,
        depth: Depth,
        score: Score,
        eval: Score,
    ) {
        let side = G::side(position).index();
        let error = (score - eval).centi() * CORRECTION_GRAIN;
        let limit = CORRECTION_MAX * CORRECTION_GRAIN;
        let weight = (depth.plies() + 1).min(16);
        for index in 0..G::CORRECTIONS {
            let key = G::correction_key(position, index);
            let slot = &mut self.correction[correction_slot(index, side, key)];
            let mixed =
                i32::from(*slot) * (256 - weight) + error.clamp(-4 * limit, 4 * limit) * weight;
            *slot = (mixed / 256).clamp(-limit, limit) as i16;
        }
    }
}

#[inline]
fn correction_slot(index: usize, side: usize, key: Key) -> usize {
    (index * 2 + side) * CORRECTION_ENTRIES + key.0 as usize % CORRECTION_ENTRIES
}

/// Moves `value` by `bonus`, less the nearer it is to the limit, so that it never passes it and
/// old experience fades.
#[inline]
fn pull(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulling_stays_inside_the_limit_and_fades() {
        let mut value = 0_i16;
        for _ in 0..1000 {
            pull(&mut value, 5000);
        }
        assert!((16_000..=16_384).contains(&value));
        let high = value;
        pull(&mut value, -300);
        assert!(value < high - 300, "against experience the step is larger");
        for _ in 0..1000 {
            pull(&mut value, -100_000);
        }
        assert_eq!(value, -16_384);
    }
}
