use std::ops::{Add, AddAssign, Sub};

/// The deepest ply the search may reach below the root.
pub const MAX_PLY: usize = 240;

/// Remaining search depth in plies; at zero or below the quiescence search takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Depth(i32);

impl Depth {
    /// No full plies left.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const ONE: Depth = Depth(1);
    /// The deepest iteration that will be started.
    pub const MAX: Depth = Depth(128);

    /// `plies` plies.
    #[inline]
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl AddAssign for Depth {
    #[inline]
    fn add_assign(&mut self, other: Depth) {
        self.0 += other.0;
    }
}

impl Sub for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

/// Distance from the root in plies, `0..=MAX_PLY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ply(u16);

impl Ply {
    /// The root itself.
    pub const ROOT: Ply = Ply(0);

    /// `plies` plies below the root.
    #[inline]
    pub const fn new(plies: usize) -> Ply {
        Ply(plies as u16)
    }

    /// One ply further down.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// The number of plies, as an index into per-ply arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
