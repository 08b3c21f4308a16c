//! Captures. Most positions have none, most others only single ones by men: both are settled
//! with a few shifts of whole sets. The rest is a search through the jumps of each piece.

use std::marker::PhantomData;

use ajeeb_base::Side;

use super::board::direction::{
    DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT, opposite,
};
use super::board::{Geometry, nearest, slide, step};
use super::chains::Chains;
use super::{Majority, Move, MoveList, Position, Square, Squares, Variant};

/// The directions in which pieces move.
pub(crate) const DIAGONALS: [usize; 4] = [DOWN_LEFT, DOWN_RIGHT, UP_RIGHT, UP_LEFT];
/// The directions in which pieces capture besides, under [`Variant::STRAIGHT_CAPTURES`].
pub(super) const STRAIGHTS: [usize; 4] = [DOWN, RIGHT, UP, LEFT];

/// Asks whether and how one side can capture.
#[derive(Clone, Copy)]
pub(crate) struct Captor<V> {
    kings: Squares,
    pub(super) targets: Squares,
    pub(super) target_kings: Squares,
    pub(super) empty: Squares,
    pub(super) last_row: Squares,
    /// The men that can jump, by direction.
    jumpers: [Squares; 8],
    rules: PhantomData<V>,
}

/// Squares from which a jump in direction `D` goes over `targets` to `empty`.
#[inline(always)]
fn jump_from<V: Variant, const D: usize>(targets: Squares, empty: Squares) -> Squares {
    // One step back over the target, and another to where the jump starts.
    if D < 4 {
        let over = Squares(empty.0 >> V::STEPS[D % 4]) & targets;
        Squares(over.0 >> V::STEPS[D % 4])
    } else {
        let over = Squares(empty.0 << V::STEPS[D % 4]) & targets;
        Squares(over.0 << V::STEPS[D % 4])
    }
}

/// [`jump_from`] by direction; none in directions that do not capture.
#[inline(always)]
fn jumps_from<V: Variant>(targets: Squares, empty: Squares) -> [Squares; 8] {
    let mut jumps = [Squares::NONE; 8];
    jumps[DOWN_LEFT] = jump_from::<V, DOWN_LEFT>(targets, empty);
    jumps[DOWN_RIGHT] = jump_from::<V, DOWN_RIGHT>(targets, empty);
    jumps[UP_RIGHT] = jump_from::<V, UP_RIGHT>(targets, empty);
    jumps[UP_LEFT] = jump_from::<V, UP_LEFT>(targets, empty);
    if V::STRAIGHT_CAPTURES {
        jumps[DOWN] = jump_from::<V, DOWN>(targets, empty);
        jumps[RIGHT] = jump_from::<V, RIGHT>(targets, empty);
        jumps[UP] = jump_from::<V, UP>(targets, empty);
        jumps[LEFT] = jump_from::<V, LEFT>(targets, empty);
    }
    jumps
}

#[inline(always)]
fn shifted(direction: usize, squares: Squares, shift: u32) -> Squares {
    if direction < 4 {
        Squares(squares.0 << shift)
    } else {
        Squares(squares.0 >> shift)
    }
}

#[inline(always)]
fn union(sets: [Squares; 8]) -> Squares {
    sets.into_iter().fold(Squares::NONE, |all, set| all | set)
}

impl<V: Variant> Captor<V> {
    #[inline(always)]
    pub(crate) fn new(position: &Position<V>, side: Side) -> Captor<V> {
        let (men, targets) = (position.men(side), position.pieces(!side));
        let empty = position.empty();
        Captor {
            kings: position.kings_of(side),
            targets,
            target_kings: position.kings_of(!side),
            empty,
            last_row: V::LAST_ROW[side.index()],
            jumpers: jumps_from::<V>(targets, empty).map(|from| from & men),
            rules: PhantomData,
        }
    }

    /// Is there any capture?
    #[inline(always)]
    pub(crate) fn can_capture(&self) -> bool {
        !union(self.jumpers).is_empty() || (!self.kings.is_empty() && self.king_can_capture())
    }

    fn king_can_capture(&self) -> bool {
        self.kings.into_iter().any(|king| {
            DIAGONALS.into_iter().any(|direction| self.hits(direction, king))
                || (V::STRAIGHT_CAPTURES
                    && STRAIGHTS.into_iter().any(|direction| self.hits(direction, king)))
        })
    }

    /// Can a king on `square` take the first piece in `direction`?
    #[inline]
    fn hits(&self, direction: usize, square: Square) -> bool {
        let ray = V::TABLES.rays[direction & 7][square.bit()];
        nearest(direction, ray.without(self.empty)).is_some_and(|over| {
            self.targets.meets(over.set())
                && !slide::<V>(direction, over, self.empty).is_empty()
        })
    }

    /// Are all captures jumps of a man over one piece, each as good as the other? May say no
    /// where they are.
    #[inline(always)]
    fn all_single(&self) -> bool {
        if !self.kings.is_empty()
            || (V::MAJORITY == Majority::Value && !self.target_kings.is_empty())
        {
            return false;
        }
        // A man's own square is empty once it has left.
        let again = jumps_from::<V>(self.targets, self.empty | union(self.jumpers));
        let mut goes_on = Squares::NONE;
        for direction in 0..8 {
            let landed = shifted(direction, self.jumpers[direction], 2 * V::STEPS[direction % 4]);
            for next in 0..8 {
                // The way back is over the piece just taken.
                if next != opposite(direction) {
                    goes_on |= landed & again[next];
                }
            }
            if V::CROWN_IN_PASSING {
                goes_on |= landed & self.last_row;
            }
        }
        goes_on.is_empty()
    }

    /// The number of captures. There must be one.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        if self.all_single() {
            self.jumpers.into_iter().map(|set| u64::from(set.len())).sum()
        } else {
            self.count_chains()
        }
    }

    #[inline(never)]
    fn count_chains(&self) -> u64 {
        let mut list = MoveList::new();
        self.list_chains(&mut list);
        list.len() as u64
    }

    /// Appends the captures. There must be one.
    #[inline(always)]
    pub(crate) fn list(&self, list: &mut MoveList) {
        if self.all_single() {
            for direction in 0..8 {
                for from in self.jumpers[direction] {
                    let shift = V::STEPS[direction % 4];
                    let over = shifted(direction, from.set(), shift);
                    let to = shifted(direction, over, shift).lowest();
                    let _ = list.try_push(Move::capture(from, to, over));
                }
            }
        } else {
            let start = list.len();
            self.list_chains(list);
            number_twins(&mut list[start..]);
        }
    }

    fn list_chains(&self, list: &mut MoveList) {
        let mut chains = Chains::new(self, list);
        for from in union(self.jumpers) {
            chains.add_man(from);
        }
        for from in self.kings {
            chains.add_king(from);
        }
    }
}

/// Numbers the captures that share from and to, so that they pack differently.
fn number_twins(list: &mut [Move]) {
    for place in 1..list.len() {
        let (earlier, rest) = list.split_at_mut(place);
        let mv = &mut rest[0];
        let twins = earlier
            .iter()
            .rev()
            .take_while(|twin| twin.from() == mv.from())
            .filter(|twin| twin.to() == mv.to())
            .count();
        mv.tag = twins.min(15) as u8;
    }
}
