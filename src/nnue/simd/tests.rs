use std::io::Write;

use ajeeb_base::SplitMix64;

use super::{KERNELS, Kernel};
use crate::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA};

/// Miri takes its time, but checks AVX-512 on any machine if told that it is there: it gets less.
const MIRI: bool = cfg!(miri);

/// Sizes of hidden layers, of which vectors of 8, 16 and 32 numbers leave different remainders.
const SIZES: &[usize] = if MIRI {
    &[16, 96, 240]
} else {
    &[16, 32, 48, 64, 80, 128, 144, 240, 256, 512, MAX_HIDDEN]
};

/// Random cases for each kernel, size and range.
const ROUNDS: usize = if MIRI { 1 } else { 20 };

/// The most rows added or removed.
const MOST_ROWS: usize = if MIRI { 3 } else { 40 };

/// All kernels that can run here, other than the plain one.
fn others() -> impl Iterator<Item = &'static Kernel> {
    KERNELS[1..].iter().filter(|kernel| {
        let runs_here = (kernel.runs_here)();
        if !runs_here {
            let name = kernel.name();
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED the {name} kernel: this processor cannot run it"
            );
        }
        runs_here
    })
}

fn numbers(random: &mut SplitMix64, len: usize, limit: i16) -> Vec<i16> {
    let mut number = || random.below(2 * limit as usize + 1) as i16;
    (0..len).map(|_| number().wrapping_sub(limit)).collect()
}

fn row_numbers(random: &mut SplitMix64, most: usize, rows: usize) -> Vec<u16> {
    let count = random.below(most + 1);
    (0..count).map(|_| random.below(rows) as u16).collect()
}

#[test]
fn updates_are_the_plain_ones() {
    const ROWS: usize = if MIRI { 4 } else { 64 };
    let mut random = SplitMix64::new(1);
    for (kernel, hidden) in
        others().flat_map(|kernel| SIZES.iter().map(move |&hidden| (kernel, hidden)))
    {
        for limit in [500, i16::MAX] {
            let rows = numbers(&mut random, ROWS * hidden, limit);
            let base = numbers(&mut random, hidden, limit);
            for _ in 0..ROUNDS {
                let added = row_numbers(&mut random, MOST_ROWS, ROWS);
                let removed = row_numbers(&mut random, MOST_ROWS, ROWS);
                let [mut expected, mut found] = [vec![0; hidden], vec![0; hidden]];
                KERNELS[0].update(&mut expected, &base, &rows, &added, &removed);
                kernel.update(&mut found, &base, &rows, &added, &removed);
                assert_eq!(found, expected, "{} at {hidden}", kernel.name());
            }
        }
    }
}

#[test]
fn outputs_are_the_plain_ones() {
    let mut random = SplitMix64::new(2);
    for (kernel, hidden) in
        others().flat_map(|kernel| SIZES.iter().map(move |&hidden| (kernel, hidden)))
    {
        for limit in [300, 3000, i16::MAX] {
            for _ in 0..ROUNDS {
                let [us, them] = [(); 2].map(|()| numbers(&mut random, hidden, limit));
                let weights = numbers(&mut random, 2 * hidden, MAX_OUTPUT_WEIGHT);
                let expected = KERNELS[0].output(&us, &them, &weights);
                let found = kernel.output(&us, &them, &weights);
                assert_eq!(found, expected, "{} at {hidden}", kernel.name());
            }
        }
    }
}

/// The most that any net can ask of an output.
#[test]
fn no_output_overflows() {
    const STEP: usize = if MIRI { MAX_HIDDEN / 2 } else { HIDDEN_STEP };
    for kernel in Kernel::available() {
        for hidden in (STEP..=MAX_HIDDEN).step_by(STEP) {
            for weight in [-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT] {
                for unit in [QA as i16, i16::MAX, i16::MIN] {
                    let units = vec![unit; hidden];
                    let found = kernel.output(&units, &units, &vec![weight; 2 * hidden]);
                    let active = i64::from(unit).clamp(0, 255);
                    let expected = active * active * i64::from(weight) * 2 * hidden as i64;
                    assert_eq!(found, expected, "{} at {hidden}", kernel.name());
                }
            }
        }
    }
}

#[test]
fn the_plain_output_is_the_formula() {
    let [us, them] = [[-5, 0, 100, 300], [1, 255, 2, 256]].map(|units| units.repeat(4));
    let weights = [[1, 2, 3, -4].repeat(4), [127, -127, 5, 6].repeat(4)].concat();
    let by_hand = 3 * 100 * 100 - 4 * 255 * 255 + 127 - 127 * 255 * 255 + 5 * 4 + 6 * 255 * 255;
    assert_eq!(KERNELS[0].output(&us, &them, &weights), 4 * by_hand);
}

#[test]
#[should_panic(expected = "out of range")]
fn a_row_that_is_not_there_is_not_read() {
    let (mut units, base, rows) = ([0; 16], [0; 16], [0; 32]);
    Kernel::best().update(&mut units, &base, &rows, &[2], &[]);
}

#[test]
fn the_best_kernel_is_the_last_that_runs() {
    let available: Vec<_> = Kernel::available().map(Kernel::name).collect();
    assert_eq!(available[0], "scalar");
    assert_eq!(Some(&Kernel::best().name()), available.last());
    #[cfg(target_arch = "aarch64")]
    assert_eq!(Kernel::best().name(), "neon");
}
