/// The indices of the set bits of a word, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(u64);

/// Iterates over the indices (0..64) of the set bits of `word`, lowest first.
#[inline]
pub const fn bits(word: u64) -> Bits {
    Bits(word)
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Bits {}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn visits_each_set_bit_once_from_below() {
        assert_eq!(bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(bits(1 << 63).collect::<Vec<_>>(), [63]);
        assert_eq!(bits(0).count(), 0);
        assert_eq!(bits(u64::MAX).len(), 64);
    }
}
