//! What the kernels compute, in plain Rust.

use super::{Kernel, TERMS};
use crate::QA;

/// Runs on any processor; all others are tested against it.
pub(super) const KERNEL: Kernel = Kernel {
    name: "scalar",
    runs_here: || true,
    update,
    output,
};

fn update(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]) {
    let hidden = units.len();
    let row = |&number: &u16| &rows[usize::from(number) * hidden..][..hidden];
    units.copy_from_slice(base);
    for row in added.iter().map(row) {
        for (unit, weight) in units.iter_mut().zip(row) {
            *unit = unit.wrapping_add(*weight);
        }
    }
    for row in removed.iter().map(row) {
        for (unit, weight) in units.iter_mut().zip(row) {
            *unit = unit.wrapping_sub(*weight);
        }
    }
}

fn output(us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
    let (for_us, for_them) = weights.split_at(us.len());
    half(us, for_us) + half(them, for_them)
}

/// The sum over one side's units.
fn half(units: &[i16], weights: &[i16]) -> i64 {
    let parts = units.chunks(TERMS).zip(weights.chunks(TERMS));
    let sums = parts.map(|(units, weights)| {
        let terms = units.iter().zip(weights).map(|(&unit, &weight)| {
            let active = i32::from(unit).clamp(0, QA);
            active * active * i32::from(weight)
        });
        i64::from(terms.sum::<i32>())
    });
    sums.sum()
}
