//! The arithmetic of an evaluation, once for each kind of processor. All kernels give the same
//! numbers.
//!
//! The plain kernel says what is computed. The others share their loops ([`vector`]) and bring
//! vectors of 8, 16 or 32 numbers with them.

mod scalar;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vector;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use std::sync::LazyLock;

use crate::{MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA};

/// So many squared activations times their weights can be added up in an `i32`.
const TERMS: usize = 256;

/// A kernel for vectors adds them up in at least so many lanes.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const LANES: usize = 8;

const _: () = {
    let largest = QA * QA * MAX_OUTPUT_WEIGHT as i32;
    assert!(TERMS as i64 * largest as i64 <= i32::MAX as i64);
    assert!(QA * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    assert!(2 * MAX_HIDDEN <= TERMS * LANES);
};

/// `units = base + rows added - rows removed`: see [`Kernel::update`].
type Update =
    unsafe fn(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]);

/// The sum over the units of both halves: see [`Kernel::output`].
type Output = unsafe fn(us: &[i16], them: &[i16], weights: &[i16]) -> i64;

/// The two loops that an evaluation spends its time in, for one kind of processor.
#[derive(Debug)]
pub struct Kernel {
    name: &'static str,
    runs_here: fn() -> bool,
    update: Update,
    output: Output,
}

/// All kernels for processors of this architecture, the plain one first and the fastest last.
static KERNELS: &[Kernel] = &[
    scalar::KERNEL,
    #[cfg(target_arch = "x86_64")]
    avx2::KERNEL,
    #[cfg(target_arch = "x86_64")]
    avx512::KERNEL,
    #[cfg(target_arch = "aarch64")]
    neon::KERNEL,
];

impl Kernel {
    /// The fastest one that this processor can run.
    pub fn best() -> &'static Kernel {
        static BEST: LazyLock<&Kernel> =
            LazyLock::new(|| Kernel::available().last().unwrap_or(&KERNELS[0]));
        *BEST
    }

    /// All that this processor can run, from the plain one to the fastest.
    pub fn available() -> impl Iterator<Item = &'static Kernel> {
        KERNELS.iter().filter(|kernel| (kernel.runs_here)())
    }

    /// The instruction set it is written for.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Sets `units` to `base`, plus the rows that are `added`, less those that are `removed`. They
    /// are rows of `rows` by number, each as long as `units` and `base`, which is a multiple of
    /// [`HIDDEN_STEP`](crate::HIDDEN_STEP). Sums wrap around.
    #[inline]
    pub(crate) fn update(
        &self,
        units: &mut [i16],
        base: &[i16],
        rows: &[i16],
        added: &[u16],
        removed: &[u16],
    ) {
        // SAFETY: the only kernels that are handed out are those that this processor can run.
        unsafe { (self.update)(units, base, rows, added, removed) }
    }

    /// The sum over all units of `clamp(unit, 0, QA)² * weight`; the first half of `weights` is for
    /// `us`, the second for `them`. There are at most [`MAX_HIDDEN`] units on either side, a
    /// multiple of [`HIDDEN_STEP`](crate::HIDDEN_STEP), and no weight is beyond
    /// ±[`MAX_OUTPUT_WEIGHT`].
    #[inline]
    pub(crate) fn output(&self, us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
        // SAFETY: as above.
        unsafe { (self.output)(us, them, weights) }
    }
}
