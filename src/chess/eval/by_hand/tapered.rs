use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in hundredths of a pawn: for the middlegame, and for the endgame with few pieces
/// left. An evaluation lies between them, by what is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Tapered {
    pub(super) middle: i32,
    pub(super) end: i32,
}

/// Shorthand for the tables.
pub(super) const fn tapered(middle: i32, end: i32) -> Tapered {
    Tapered { middle, end }
}

/// The weight of all pieces in the initial position, and so the top of the scale.
pub(super) const FULL_PHASE: i32 = 24;

/// How much of the middlegame each kind stands for, pawn to king.
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

impl Tapered {
    /// The value for a board of this `phase`, 0 to [`FULL_PHASE`] (more, after promotions, counts
    /// as full).
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        let phase = phase.min(FULL_PHASE);
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        tapered(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        tapered(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        tapered(-self.middle, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline]
    fn mul(self, times: i32) -> Tapered {
        tapered(self.middle * times, self.end * times)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}
