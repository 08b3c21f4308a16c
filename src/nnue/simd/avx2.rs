//! For processors with AVX2: vectors of 16 numbers.

use std::arch::x86_64::*;

use super::Kernel;
use super::vector::{self, Vector};
use crate::QA;

pub(super) const KERNEL: Kernel = Kernel {
    name: "avx2",
    runs_here: || is_x86_feature_detected!("avx2"),
    update,
    output,
};

#[target_feature(enable = "avx2")]
fn update(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]) {
    // SAFETY: this function has the instructions.
    unsafe { vector::update::<__m256i, 16>(units, base, rows, added, removed) }
}

#[target_feature(enable = "avx2")]
fn output(us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
    // SAFETY: this function has the instructions.
    unsafe { vector::output::<__m256i, 16>(us, them, weights) }
}

// SAFETY of all: AVX2 is there, as `Vector` demands; loads and stores need no alignment and touch
// just the 32 bytes of the array they are given.
impl Vector<16> for __m256i {
    type Sums = __m256i;

    #[inline(always)]
    unsafe fn no_sums() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn load(from: &[i16; 16]) -> __m256i {
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut [i16; 16]) {
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn weigh(self, weights: __m256i, sums: __m256i) -> __m256i {
        unsafe {
            let (low, high) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
            let active = _mm256_min_epi16(_mm256_max_epi16(self, low), high);
            let weighed = _mm256_mullo_epi16(active, weights);
            _mm256_add_epi32(sums, _mm256_madd_epi16(active, weighed))
        }
    }

    #[inline(always)]
    unsafe fn total(sums: __m256i) -> i64 {
        unsafe {
            let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
            let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
            let four = _mm256_add_epi64(low, high);
            let two = _mm_add_epi64(
                _mm256_castsi256_si128(four),
                _mm256_extracti128_si256::<1>(four),
            );
            _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two)
        }
    }
}
