//! The late move reduction table, in whole numbers: the same on every machine.

use ajeeb_game::Params;

/// Base-2 logarithms of 0..256 in 1/1024, log2(0) taken as 0.
const LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        table[n] = log2(n as u64);
        n += 1;
    }
    table
};

/// log2 of `n` in 1/1024, rounded down: ten fraction bits by repeated squaring.
const fn log2(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut result = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        result <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            result += 1;
        }
        bit += 1;
    }
    result
}

/// How much less deep to search move number `number` (from 1) at `depth` plies, in 1/1024 ply.
#[inline]
pub(crate) fn late_move_reduction(params: &Params, depth: i32, number: usize) -> i32 {
    let depth = LOG2[depth.clamp(0, 255) as usize];
    let number = LOG2[number.min(255)];
    params.lmr_base + ((params.lmr_factor * ((depth * number) >> 10)) >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_their_last_place() {
        for (n, &value) in LOG2.iter().enumerate().skip(1) {
            let exact = (n as f64).log2() * 1024.0;
            assert!(
                (0.0..1.001).contains(&(exact - f64::from(value))),
                "log2({n})"
            );
        }
    }
}
