//! The transposition table: one for all threads, lock-free, in safe Rust.
//!
//! An entry is two 64-bit words, `data` and `key ^ data`. Threads write them without a lock; a
//! reader that meets words of two different writes sees a key that does not match and treats
//! the entry as empty (Hyatt and Mann, "A lockless transposition-table implementation for
//! parallel search", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use ajeeb_base::{Depth, Key, Ply, Score};
use ajeeb_game::PackedMove;

use crate::Bound;

/// Why a transposition table could not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB{}", keeping(*.kept))]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
    /// The size still in use; 0 if there is no table yet.
    pub kept: usize,
}

fn keeping(megabytes: usize) -> String {
    match megabytes {
        0 => String::new(),
        kept => format!("; keeping {kept} MB"),
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, or [`PackedMove::NONE`].
    pub(crate) mv: PackedMove,
    /// The score, its distances counted from the root of the search that reads it.
    pub(crate) score: Score,
    /// The static evaluation, or [`Score::NONE`].
    pub(crate) eval: Score,
    /// The depth the score was searched to.
    pub(crate) depth: Depth,
    /// What the score says; `None` if the entry holds an evaluation or a move only.
    pub(crate) bound: Option<Bound>,
}

/// Entries that share a cache line.
const WAYS: usize = 4;
/// Generations before the counter starts again.
const GENERATIONS: u8 = 32;
/// Plies of depth that one generation of age outweighs when an entry must go.
const AGE_WEIGHT: i32 = 8;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The size of a cache line, and of the slots that share one.
const LINE: usize = 64;
const _: () = assert!(size_of::<[Slot; WAYS]>() == LINE);

/// The table. Methods take `&self`: it is shared as it is between threads.
pub(crate) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line: the system hands out memory at any place, and
    /// cleared without touching it only if no alignment is asked for.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// A cleared table of about `megabytes` (at least one), or `None` where memory is short.
    pub(crate) fn new(megabytes: usize) -> Option<Table> {
        let buckets = megabytes.max(1).checked_mul(1 << 20)? / LINE;
        let slots = zeroed::slots(buckets.checked_add(1)?.checked_mul(WAYS)?)?;
        let first = slots.as_ptr().align_offset(LINE);
        let first = if first < WAYS { first } else { 0 };
        Some(Table {
            slots,
            first,
            buckets,
            generation: AtomicU8::new(0),
        })
    }

    /// Forgets everything, with `threads` threads at work.
    pub(crate) fn clear(&self, threads: usize) {
        let share = self.slots.len().div_ceil(threads.max(1));
        crossbeam::scope(|scope| {
            for part in self.slots.chunks(share) {
                scope.spawn(move |_| part.iter().for_each(Slot::clear));
            }
        })
        .expect("clearing does not panic");
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: entries of earlier ones become the first to go.
    pub(crate) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Asks the processor to bring the entry of `key` near.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        crate::prefetch::prefetch(&self.bucket(key)[0]);
    }

    /// What is known about the position with `key`, its distances counted from a root `ply`
    /// plies above it.
    #[inline]
    pub(crate) fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (check, data) = slot.load();
            (check ^ data == key.0 && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Remembers `entry` for the position with `key`, in place of what is worth least.
    pub(crate) fn store(&self, key: Key, ply: Ply, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let (check, data) = slot.load();
            if check ^ data == key.0 && data != 0 {
                place = Some((slot, Some(data)));
                break;
            }
            let worth = worth(data, generation);
            if worth < least {
                least = worth;
                place = Some((slot, None));
            }
        }
        let Some((slot, same)) = place else { return };
        let mut entry = entry;
        if let Some(old) = same {
            if entry.mv.is_none() {
                entry.mv = PackedMove(old as u16);
            }
            let keeps = entry.bound != Some(Bound::Exact)
                && (old >> 59) as u8 == generation
                && depth_of(old) > entry.depth.plies() + 3;
            if keeps {
                return;
            }
        }
        let data = pack(&entry, ply, generation);
        slot.check.store(key.0 ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// Share of the table that holds entries of the present search, in thousandths, estimated
    /// from its first part.
    pub(crate) fn fill(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample
            .iter()
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                data != 0 && (data >> 59) as u8 == generation
            })
            .count();
        (used * 1000 / sample.len()) as u32
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot] {
        let index = (u128::from(key.0) * self.buckets as u128) >> 64;
        let start = self.first + WAYS * index as usize;
        &self.slots[start..start + WAYS]
    }
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, u64) {
        (
            self.check.load(Ordering::Relaxed),
            self.data.load(Ordering::Relaxed),
        )
    }

    fn clear(&self) {
        self.check.store(0, Ordering::Relaxed);
        self.data.store(0, Ordering::Relaxed);
    }
}

// The data word: move 0..16, score 16..32, evaluation 32..48, depth 48..56, bound 56..58,
// unused 58, generation 59..64. A stored word is never 0, for its bound or its evaluation is not.

/// Stands for [`Score::NONE`] in the evaluation's 16 bits.
const NO_EVAL: i16 = i16::MIN;

fn pack(entry: &Entry, ply: Ply, generation: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    let eval = if entry.eval == Score::NONE {
        NO_EVAL
    } else {
        entry.eval.centi() as i16
    };
    u64::from(entry.mv.0)
        | u64::from(entry.score.from_root(ply).centi() as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.plies().clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(generation) << 59
}

#[inline]
fn unpack(data: u64, ply: Ply) -> Entry {
    let eval = (data >> 32) as i16;
    Entry {
        mv: PackedMove(data as u16),
        score: Score::new(i32::from((data >> 16) as i16)).to_root(ply),
        eval: if eval == NO_EVAL {
            Score::NONE
        } else {
            Score::new(i32::from(eval))
        },
        depth: Depth::new(depth_of(data)),
        bound: match data >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        },
    }
}

#[inline]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// The worth of keeping an entry: its depth, less for age; an empty slot is worth nothing.
#[inline]
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = (GENERATIONS + generation - (data >> 59) as u8) % GENERATIONS;
    depth_of(data) - AGE_WEIGHT * i32::from(age)
}

/// Memory for the table: pages that the system hands out cleared and only when they are used,
/// so that even a large table is there at once.
mod zeroed {
    use super::Slot;

    /// `count` empty slots, or `None` where memory is short.
    pub(super) fn slots(count: usize) -> Option<Box<[Slot]>> {
        bytemuck::allocation::try_zeroed_slice_box(count).ok()
    }

    #[expect(unsafe_code)]
    // SAFETY: a slot is two `AtomicU64`s, for which all bits zero is the value 0.
    unsafe impl bytemuck::Zeroable for Slot {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(mv: u16, score: Score, depth: i32) -> Entry {
        Entry {
            mv: PackedMove(mv),
            score,
            eval: Score::new(-12),
            depth: Depth::new(depth),
            bound: Some(Bound::Lower),
        }
    }

    #[test]
    fn gives_back_what_was_stored() {
        let table = Table::new(1).unwrap();
        let ply = Ply::new(5);
        for (index, score) in [
            Score::new(-31_999),
            Score::win_in(Ply::new(9)),
            Score::loss_in(Ply::new(6)),
            Score::DRAW,
            Score::new(250),
        ]
        .into_iter()
        .enumerate()
        {
            let key = Key(0x1234_5678_9ABC_DEF0 ^ (index as u64) << 60);
            let entry = entry(77, score.max(Score::loss_in(ply)), 9);
            table.store(key, ply, entry);
            assert_eq!(table.probe(key, ply), Some(entry));
        }
    }

    #[test]
    fn counts_distances_from_the_reader() {
        let table = Table::new(1).unwrap();
        let key = Key(42 << 40);
        table.store(key, Ply::new(10), entry(1, Score::win_in(Ply::new(13)), 3));
        let read = table.probe(key, Ply::new(2)).unwrap();
        assert_eq!(read.score, Score::win_in(Ply::new(5)));
    }

    #[test]
    fn other_keys_and_torn_entries_are_empty() {
        let table = Table::new(1).unwrap();
        let key = Key(7);
        assert_eq!(table.probe(key, Ply::ROOT), None);
        table.store(key, Ply::ROOT, entry(1, Score::DRAW, 3));
        assert_eq!(table.probe(Key(8), Ply::ROOT), None);
        table.bucket(key)[0]
            .data
            .fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(key, Ply::ROOT), None);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_and_oldest_entry() {
        let table = Table::new(1).unwrap();
        for (low, depth) in [(1, 9), (2, 3), (3, 8), (4, 12)] {
            table.store(Key(low), Ply::ROOT, entry(1, Score::DRAW, depth));
        }
        table.store(Key(5), Ply::ROOT, entry(1, Score::DRAW, 5));
        assert_eq!(
            table.probe(Key(2), Ply::ROOT),
            None,
            "the shallowest goes first"
        );
        table.age();
        table.store(Key(4), Ply::ROOT, entry(1, Score::DRAW, 12));
        table.store(Key(6), Ply::ROOT, entry(1, Score::DRAW, 1));
        assert_eq!(
            table.probe(Key(5), Ply::ROOT),
            None,
            "then the shallowest of the old"
        );
        assert!(table.probe(Key(4), Ply::ROOT).is_some());
    }

    #[test]
    fn keeps_a_move_that_a_later_store_does_not_know() {
        let table = Table::new(1).unwrap();
        table.store(Key(9), Ply::ROOT, entry(55, Score::DRAW, 3));
        table.store(Key(9), Ply::ROOT, entry(0, Score::DRAW, 4));
        assert_eq!(table.probe(Key(9), Ply::ROOT).unwrap().mv, PackedMove(55));
    }

    #[test]
    fn clearing_forgets_and_filling_counts() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.fill(), 0);
        for low in 0..40_000_u64 {
            let key = Key(low.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            table.store(key, Ply::ROOT, entry(1, Score::DRAW, 3));
        }
        assert!(table.fill() > 400);
        table.clear(3);
        assert_eq!(table.fill(), 0);
        assert_eq!(table.probe(Key(0), Ply::ROOT), None);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(Table::new(usize::MAX / (1 << 20)).is_none());
        assert!(Table::new(usize::MAX).is_none());
    }
}
