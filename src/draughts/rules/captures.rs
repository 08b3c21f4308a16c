//! Captures. Most positions have none, most others only single ones by men: both are settled
//! with a few shifts of whole sets. The rest is a search through the chains of each piece.

use std::marker::PhantomData;

use ajeeb_base::Side;

use super::board::{Geometry, direction, nearest, slide, step};
use super::chains::Chains;
use super::jumps::{Jumps, each_direction};
use super::{Majority, Move, MoveList, Position, Square, Squares, Variant};

/// Asks whether and how one side can capture.
#[derive(Clone, Copy)]
pub(crate) struct Captor<V> {
    men: Squares,
    kings: Squares,
    pub(super) targets: Squares,
    pub(super) target_kings: Squares,
    pub(super) side: Side,
    rules: PhantomData<V>,
}

impl<V: Variant> Captor<V> {
    #[inline(always)]
    pub(crate) fn new(position: &Position<V>, side: Side) -> Captor<V> {
        Captor {
            men: position.men(side),
            kings: position.kings_of(side),
            targets: position.pieces(!side),
            target_kings: position.kings_of(!side),
            side,
            rules: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> Squares {
        V::BOARD.without(self.men | self.kings | self.targets)
    }

    /// The jumps that a man of this side, or one that has begun to capture, can make.
    #[inline(always)]
    fn jumps(&self) -> Jumps {
        Jumps::over::<V>(self.targets, self.empty())
    }

    /// Is there any capture?
    #[inline(always)]
    pub(crate) fn can_capture(&self) -> bool {
        self.jumps().union::<V>().meets(self.men)
            || (!self.kings.is_empty() && self.king_can_capture())
    }

    fn king_can_capture(&self) -> bool {
        self.kings.into_iter().any(|king| {
            direction::DIAGONAL
                .into_iter()
                .any(|direction| self.hits(direction, king))
                || (V::STRAIGHT_CAPTURES
                    && direction::STRAIGHT
                        .into_iter()
                        .any(|direction| self.hits(direction, king)))
        })
    }

    /// Can a king on `square` take the first piece in `direction`?
    #[inline]
    fn hits(&self, direction: usize, square: Square) -> bool {
        let ray = V::TABLES.rays[direction & 7][square.bit()];
        nearest(direction, ray.without(self.empty())).is_some_and(|over| {
            self.targets.meets(over.set()) && !slide::<V>(direction, over, self.empty()).is_empty()
        })
    }

    /// Do only men capture, and is each piece they can take worth as much as any other?
    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.kings.is_empty() && (V::MAJORITY != Majority::Value || self.target_kings.is_empty())
    }

    /// Where, after a first jump in the given direction, men go on. That their own square is
    /// empty does not matter yet: no second jump leads there.
    #[inline(always)]
    fn chains(&self, jumps: &Jumps, landings: &Jumps) -> Squares {
        let crowned = if V::CROWN_IN_PASSING {
            V::LAST_ROW[self.side.index()]
        } else {
            Squares::NONE
        };
        let mut chains = Squares::NONE;
        each_direction!(V, D => {
            chains |= landings.of::<D>() & (jumps.but_back::<V, D>() | crowned);
        });
        chains
    }

    /// The number of captures. There must be one.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        if self.is_plain() {
            let jumps = self.jumps();
            let first = jumps.from::<V>(self.men);
            let landings = first.landings::<V>();
            if self.chains(&jumps, &landings).is_empty() {
                return u64::from(first.len::<V>());
            }
            if let Some(count) = count_pairs::<V>(&jumps, &landings) {
                return u64::from(count);
            }
        }
        count_chains::<V>(
            self.men,
            self.kings,
            self.targets,
            self.target_kings,
            self.side,
        )
    }

    /// Appends the captures. There must be one.
    #[inline(always)]
    pub(crate) fn list(&self, list: &mut MoveList) {
        let jumps = self.jumps();
        let first = jumps.from::<V>(self.men);
        if !self.is_plain() || !self.chains(&jumps, &first.landings::<V>()).is_empty() {
            return self.list_chains(list);
        }
        each_direction!(V, D => {
            for from in first.of::<D>() {
                let over = step::<V, D>(from.set());
                let to = step::<V, D>(over).lowest();
                let _ = list.try_push(Move::capture(from, to, over));
            }
        });
    }

    #[inline(never)]
    fn list_chains(&self, list: &mut MoveList) {
        let start = list.len();
        let jumpers = self.jumps().union::<V>() & self.men;
        let mut chains = Chains::new(self, jumpers, list);
        for from in jumpers {
            chains.add_man(from);
        }
        for from in self.kings {
            chains.add_king(from);
        }
        number_twins(&mut list[start..]);
    }
}

/// The number of captures of two pieces, given where first `jumps` land, if no man can take
/// three. Only where the most pieces must be taken. Two jumps in different directions or the
/// other way round take different pieces, so no two of these captures are the same; and a third
/// jump along diagonals leads neither back to the start nor over the first piece.
#[inline(always)]
fn count_pairs<V: Variant>(jumps: &Jumps, landings: &Jumps) -> Option<u32> {
    if V::MAJORITY != Majority::Count {
        return None;
    }
    let (mut count, mut thirds) = (0, Squares::NONE);
    each_direction!(V, SECOND => {
        let mut from = Squares::NONE;
        each_direction!(V, FIRST => {
            if const { FIRST != direction::opposite(SECOND) } {
                let pairs = landings.of::<FIRST>() & jumps.of::<SECOND>();
                count += pairs.few();
                from |= pairs;
            }
        });
        let landings = step::<V, SECOND>(step::<V, SECOND>(from));
        thirds |= landings & jumps.but_back::<V, SECOND>();
    });
    thirds.is_empty().then_some(count)
}

/// The number of captures, chains among them. Takes the fields of [`Captor`] in registers: a
/// reference would keep the counting of every other position from staying there.
#[inline(never)]
fn count_chains<V: Variant>(
    men: Squares,
    kings: Squares,
    targets: Squares,
    target_kings: Squares,
    side: Side,
) -> u64 {
    let captor = Captor::<V> {
        men,
        kings,
        targets,
        target_kings,
        side,
        rules: PhantomData,
    };
    let mut list = MoveList::new();
    captor.list_chains(&mut list);
    list.len() as u64
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
