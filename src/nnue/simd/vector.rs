//! The loops of all kernels that work with vectors.
//!
//! Everything here is inlined into functions that are compiled for the instructions in question,
//! and would make no sense without them.

use super::LANES;

/// A vector of `LEN` numbers of 16 bits, and what a kernel needs of it.
///
/// # Safety
///
/// All functions may only be called where the processor has the instructions of this vector.
pub(super) trait Vector<const LEN: usize>: Copy {
    /// Sums of 32 bits in at least [`LANES`] lanes, over which the numbers of a vector are spread
    /// evenly.
    type Sums: Copy;

    /// The sums over [`LANES`] lanes are known not to overflow.
    const ENOUGH_LANES: () = assert!(LEN >= LANES);

    /// All zero.
    unsafe fn no_sums() -> Self::Sums;

    /// The numbers as they stand in memory.
    unsafe fn load(from: &[i16; LEN]) -> Self;

    /// Leaves the numbers in memory.
    unsafe fn store(self, to: &mut [i16; LEN]);

    /// Number by number, wrapping around.
    unsafe fn add(self, other: Self) -> Self;

    /// Number by number, wrapping around.
    unsafe fn sub(self, other: Self) -> Self;

    /// Adds `clamp(unit, 0, QA)² * weight` to the sums for each of these units.
    ///
    /// No product with a weight goes beyond 16 bits if done in the right order: first activation
    /// times weight, then that times the activation again.
    unsafe fn weigh(self, weights: Self, sums: Self::Sums) -> Self::Sums;

    /// All lanes together, in 64 bits.
    unsafe fn total(sums: Self::Sums) -> i64;
}

/// [`Kernel::update`](super::Kernel::update) by vectors of this kind, of which the units are a
/// multiple.
///
/// # Safety
///
/// The processor has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn update<V: Vector<LEN>, const LEN: usize>(
    units: &mut [i16],
    base: &[i16],
    rows: &[i16],
    added: &[u16],
    removed: &[u16],
) {
    let (units, base, rows) = (
        units.as_chunks_mut().0,
        base.as_chunks().0,
        rows.as_chunks().0,
    );
    let mut at = 0;
    while at < units.len() {
        let pass = Pass {
            base,
            rows,
            row_len: units.len(),
            at,
            added,
            removed,
        };
        // SAFETY: the caller's.
        at += unsafe {
            match units.len() - at {
                8.. => pass.run::<V, 8>(units),
                4.. => pass.run::<V, 4>(units),
                2.. => pass.run::<V, 2>(units),
                _ => pass.run::<V, 1>(units),
            }
        };
    }
}

/// A part of an update that fits in registers: some vectors of the units, and of each row.
struct Pass<'a, const LEN: usize> {
    base: &'a [[i16; LEN]],
    rows: &'a [[i16; LEN]],
    /// Vectors in a row.
    row_len: usize,
    /// The first vector of this pass in a row.
    at: usize,
    added: &'a [u16],
    removed: &'a [u16],
}

impl<const LEN: usize> Pass<'_, LEN> {
    /// Does `N` vectors; says how many that are.
    ///
    /// # Safety
    ///
    /// The processor has the vector's instructions.
    #[inline(always)]
    unsafe fn run<V: Vector<LEN>, const N: usize>(&self, units: &mut [[i16; LEN]]) -> usize {
        // SAFETY: the caller's, for all vectors.
        unsafe {
            let mut sums = [V::load(&self.base[self.at]); N];
            for (sum, base) in sums.iter_mut().zip(&self.base[self.at..][..N]) {
                *sum = V::load(base);
            }
            for &row in self.added {
                for (sum, weights) in sums.iter_mut().zip(self.part::<N>(row)) {
                    *sum = sum.add(V::load(weights));
                }
            }
            for &row in self.removed {
                for (sum, weights) in sums.iter_mut().zip(self.part::<N>(row)) {
                    *sum = sum.sub(V::load(weights));
                }
            }
            for (sum, unit) in sums.into_iter().zip(&mut units[self.at..][..N]) {
                sum.store(unit);
            }
        }
        N
    }

    /// This pass's part of a row.
    #[inline(always)]
    fn part<const N: usize>(&self, row: u16) -> &[[i16; LEN]] {
        &self.rows[usize::from(row) * self.row_len + self.at..][..N]
    }
}

/// [`Kernel::output`](super::Kernel::output) by vectors of this kind, of which the units are a
/// multiple.
///
/// # Safety
///
/// The processor has the vector's instructions.
#[inline(always)]
pub(super) unsafe fn output<V: Vector<LEN>, const LEN: usize>(
    us: &[i16],
    them: &[i16],
    weights: &[i16],
) -> i64 {
    const { V::ENOUGH_LANES };
    let (for_us, for_them) = weights.split_at(us.len());
    // SAFETY: the caller's, for all vectors.
    unsafe {
        let mut sums = V::no_sums();
        for (units, weights) in [(us, for_us), (them, for_them)] {
            let (units, weights) = (units.as_chunks().0, weights.as_chunks().0);
            for (units, weights) in units.iter().zip(weights) {
                sums = V::load(units).weigh(V::load(weights), sums);
            }
        }
        V::total(sums)
    }
}
