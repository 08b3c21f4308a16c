//! For processors with AVX-512 and its instructions for 16-bit numbers: vectors of 32 numbers, or
//! AVX2's where the units are no multiple of 32.

use std::arch::x86_64::*;

use super::Kernel;
use super::vector::{self, Vector};
use crate::QA;

pub(super) const KERNEL: Kernel = Kernel {
    name: "avx512",
    runs_here: || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
    update,
    output,
};

#[target_feature(enable = "avx512f,avx512bw")]
fn update(units: &mut [i16], base: &[i16], rows: &[i16], added: &[u16], removed: &[u16]) {
    // SAFETY: this function has the instructions, which include AVX2's.
    unsafe {
        if units.len().is_multiple_of(32) {
            vector::update::<__m512i, 32>(units, base, rows, added, removed);
        } else {
            vector::update::<__m256i, 16>(units, base, rows, added, removed);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn output(us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
    // SAFETY: this function has the instructions, which include AVX2's.
    unsafe {
        if us.len().is_multiple_of(32) {
            vector::output::<__m512i, 32>(us, them, weights)
        } else {
            vector::output::<__m256i, 16>(us, them, weights)
        }
    }
}

// SAFETY of all: AVX-512 F and BW are there, as `Vector` demands; loads and stores need no
// alignment and touch just the 64 bytes of the array they are given.
impl Vector<32> for __m512i {
    type Sums = __m512i;

    #[inline(always)]
    unsafe fn no_sums() -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn load(from: &[i16; 32]) -> __m512i {
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut [i16; 32]) {
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: __m512i) -> __m512i {
        unsafe { _mm512_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: __m512i) -> __m512i {
        unsafe { _mm512_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn weigh(self, weights: __m512i, sums: __m512i) -> __m512i {
        unsafe {
            let (low, high) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA as i16));
            let active = _mm512_min_epi16(_mm512_max_epi16(self, low), high);
            let weighed = _mm512_mullo_epi16(active, weights);
            _mm512_add_epi32(sums, _mm512_madd_epi16(active, weighed))
        }
    }

    #[inline(always)]
    unsafe fn total(sums: __m512i) -> i64 {
        unsafe {
            let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
            let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
            _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
        }
    }
}
