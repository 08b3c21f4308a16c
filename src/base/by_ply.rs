use std::ops::{Deref, DerefMut};

use crate::MAX_PLY;

/// A value that follows a line of play: the one of the latest ply, while those of the plies above
/// wait to come back.
#[derive(Clone, Debug)]
pub struct ByPly<T> {
    here: T,
    above: Vec<T>,
}

impl<T: Copy + Default> Default for ByPly<T> {
    /// At the root, with room for the longest line.
    fn default() -> ByPly<T> {
        ByPly {
            here: T::default(),
            above: Vec::with_capacity(MAX_PLY + 1),
        }
    }
}

impl<T: Copy + Default> ByPly<T> {
    /// Back to the root, where nothing is known yet.
    pub fn reset(&mut self) {
        self.here = T::default();
        self.above.clear();
    }

    /// Enters the next ply, with the same value at first.
    #[inline]
    pub fn push(&mut self) {
        self.above.push(self.here);
    }

    /// Leaves the latest ply. At the root, where there is nothing to leave, nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(value) = self.above.pop() {
            self.here = value;
        }
    }
}

impl<T> Deref for ByPly<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.here
    }
}

impl<T> DerefMut for ByPly<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.here
    }
}

#[cfg(test)]
mod tests {
    use super::ByPly;

    #[test]
    fn values_come_back() {
        let mut value = ByPly::<i32>::default();
        *value += 3;
        value.push();
        *value -= 1;
        assert_eq!(*value, 2);
        value.pop();
        assert_eq!(*value, 3);
        value.pop();
        assert_eq!(*value, 3);
        value.push();
        value.reset();
        value.pop();
        assert_eq!(*value, 0);
    }
}
