//! The arithmetic, once for each kind of processor. All kernels give the same numbers.

mod scalar;

/// The two loops that an evaluation spends its time in, for one kind of processor.
#[derive(Debug)]
pub struct Kernel {
    name: &'static str,
    update: UpdateFn,
    output: OutputFn,
}

type UpdateFn = unsafe fn(&mut [i16], &[i16], &[i16], &[u16], &[u16]);
type OutputFn = unsafe fn(&[i16], &[i16], &[i16]) -> i64;

impl Kernel {
    /// The fastest one that this processor can run.
    pub fn best() -> &'static Kernel {
        &scalar::KERNEL
    }

    /// All that this processor can run, the one that runs anywhere first.
    pub fn available() -> Vec<&'static Kernel> {
        vec![&scalar::KERNEL]
    }

    /// The instruction set it is written for.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// `units = base + rows added - rows removed`, each a row of `rows` by number.
    #[inline]
    pub(crate) fn update(
        &self,
        units: &mut [i16],
        base: &[i16],
        rows: &[i16],
        added: &[u16],
        removed: &[u16],
    ) {
        unsafe { (self.update)(units, base, rows, added, removed) }
    }

    /// The sum over all units of `clamp(unit, 0, 255)² * weight`; the first half of `weights` is
    /// for `us`, the second for `them`.
    #[inline]
    pub(crate) fn output(&self, us: &[i16], them: &[i16], weights: &[i16]) -> i64 {
        unsafe { (self.output)(us, them, weights) }
    }
}
