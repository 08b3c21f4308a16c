//! For 64-bit ARM processors: vectors of 8 numbers.

use std::arch::aarch64::*;

use super::Kernel;
use super::vector::{self, Vector};
use crate::QA;

pub(super) const KERNEL: Kernel = Kernel {
    name: "neon",
    runs_here: || std::arch::is_aarch64_feature_detected!("neon"),
    update,
    output,
};

#[target_feature(enable = "neon")]
fn update(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]) {
    // SAFETY: this function has the instructions.
    unsafe { vector::update::<int16x8_t, 8>(units, base, rows, added, removed) }
}

#[target_feature(enable = "neon")]
fn output(us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
    // SAFETY: this function has the instructions.
    unsafe { vector::output::<int16x8_t, 8>(us, them, weights) }
}

// SAFETY of all: NEON is there, as `Vector` demands; loads and stores need no alignment and touch
// just the 16 bytes of the array they are given.
impl Vector<8> for int16x8_t {
    type Sums = (int32x4_t, int32x4_t);

    #[inline(always)]
    unsafe fn no_sums() -> Self::Sums {
        unsafe { (vdupq_n_s32(0), vdupq_n_s32(0)) }
    }

    #[inline(always)]
    unsafe fn load(from: &[i16; 8]) -> int16x8_t {
        unsafe { vld1q_s16(from.as_ptr()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut [i16; 8]) {
        unsafe { vst1q_s16(to.as_mut_ptr(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: int16x8_t) -> int16x8_t {
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: int16x8_t) -> int16x8_t {
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn weigh(self, weights: int16x8_t, (low, high): Self::Sums) -> Self::Sums {
        unsafe {
            let active = vminq_s16(vmaxq_s16(self, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
            let weighed = vmulq_s16(active, weights);
            (
                vmlal_s16(low, vget_low_s16(active), vget_low_s16(weighed)),
                vmlal_high_s16(high, active, weighed),
            )
        }
    }

    #[inline(always)]
    unsafe fn total((low, high): Self::Sums) -> i64 {
        unsafe { vaddlvq_s32(low) + vaddlvq_s32(high) }
    }
}
