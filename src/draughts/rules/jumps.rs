//! Jumps of men, all at once: a set of squares for each direction.

use super::board::direction::opposite;
use super::board::{Geometry, step};
use super::{Squares, Variant};

/// Runs a block for each direction in which rule set `$V` captures, with `$D` as a constant, so
/// that nothing of the loop is left when it runs.
macro_rules! each_direction {
    ($V:ident, $D:ident => $body:block) => {{
        use $crate::rules::board::direction;
        each_direction!(@one $D, direction::DOWN_LEFT, $body);
        each_direction!(@one $D, direction::DOWN_RIGHT, $body);
        each_direction!(@one $D, direction::UP_RIGHT, $body);
        each_direction!(@one $D, direction::UP_LEFT, $body);
        if $V::STRAIGHT_CAPTURES {
            each_direction!(@one $D, direction::DOWN, $body);
            each_direction!(@one $D, direction::RIGHT, $body);
            each_direction!(@one $D, direction::UP, $body);
            each_direction!(@one $D, direction::LEFT, $body);
        }
    }};
    (@one $D:ident, $direction:expr, $body:block) => {{
        const $D: usize = $direction;
        $body
    }};
}

pub(super) use each_direction;

/// A set for each direction of capture; the others stay empty.
#[derive(Clone, Copy, Default)]
pub(super) struct Jumps([Squares; 8]);

impl Jumps {
    /// The squares from which one can jump over one of `targets` to an `empty` square.
    #[inline(always)]
    pub(super) fn over<V: Variant>(targets: Squares, empty: Squares) -> Jumps {
        let mut jumps = Jumps::default();
        each_direction!(V, D => {
            let back = const { opposite(D) };
            let over = shift::<V>(back, empty) & targets;
            jumps.0[D] = shift::<V>(back, over);
        });
        jumps
    }

    /// The jumps that start on `squares`.
    #[inline(always)]
    pub(super) fn from<V: Variant>(mut self, squares: Squares) -> Jumps {
        each_direction!(V, D => { self.0[D] &= squares; });
        self
    }

    /// The squares where the jumps land, by their direction.
    #[inline(always)]
    pub(super) fn landings<V: Variant>(mut self) -> Jumps {
        each_direction!(V, D => { self.0[D] = step::<V, D>(step::<V, D>(self.0[D])); });
        self
    }

    /// The jumps of direction `D`.
    #[inline(always)]
    pub(super) fn of<const D: usize>(&self) -> Squares {
        self.0[D]
    }

    /// The squares of all jumps but those back, after a jump in direction `D`: they would go
    /// over the piece just taken.
    #[inline(always)]
    pub(super) fn but_back<V: Variant, const D: usize>(&self) -> Squares {
        let mut union = Squares::NONE;
        each_direction!(V, NEXT => {
            if NEXT != opposite(D) {
                union |= self.0[NEXT];
            }
        });
        union
    }

    /// The squares of all jumps.
    #[inline(always)]
    pub(super) fn union<V: Variant>(&self) -> Squares {
        let mut union = Squares::NONE;
        each_direction!(V, D => { union |= self.0[D]; });
        union
    }

    /// The number of jumps; meant for few.
    #[inline(always)]
    pub(super) fn len<V: Variant>(&self) -> u32 {
        let mut len = 0;
        each_direction!(V, D => { len += self.0[D].few(); });
        len
    }
}

#[inline(always)]
fn shift<V: Variant>(direction: usize, squares: Squares) -> Squares {
    if direction < 4 {
        Squares(squares.0 << V::STEPS[direction % 4])
    } else {
        Squares(squares.0 >> V::STEPS[direction % 4])
    }
}
