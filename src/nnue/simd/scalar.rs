//! What the kernels compute, in plain Rust.

use super::Kernel;
use crate::QA;

/// Runs on any processor, and is what all others are tested against.
pub(super) static KERNEL: Kernel = Kernel {
    name: "scalar",
    update,
    output,
};

fn update(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]) {
    let hidden = units.len();
    let row = |number: &u16| &rows[usize::from(*number) * hidden..][..hidden];
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
    let units = us.iter().chain(them);
    let terms = units.zip(weights).map(|(&unit, &weight)| {
        let active = i64::from(unit).clamp(0, i64::from(QA));
        active * active * i64::from(weight)
    });
    terms.sum()
}
