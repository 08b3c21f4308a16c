use arrayvec::ArrayVec;

use ajeeb_base::Side;
use ajeeb_game::{PackedMove, Select};

use super::board::{Geometry, direction, slide, step};
use super::captures::Captor;
use super::{Position, Square, Squares, Variant};

/// A move: from, to and the pieces it takes. Two routes over the same pieces are one move.
#[derive(Clone, Copy)]
pub struct Move {
    captured: Squares,
    from: Square,
    to: Square,
    pub(super) tag: u8,
}

/// A list of moves. Quiet moves number at most 170 (four into each empty square, or seventeen
/// of each king), and no position of play or of the problem literature has more captures than
/// this; in a contrived one the rest of its equal captures is left out.
pub type MoveList = ArrayVec<Move, 512>;

impl Move {
    /// A move that takes nothing.
    #[inline]
    pub(crate) const fn quiet(from: Square, to: Square) -> Move {
        Move::capture(from, to, Squares::NONE)
    }

    /// A move that takes the pieces on `captured`.
    #[inline]
    pub(crate) const fn capture(from: Square, to: Square, captured: Squares) -> Move {
        Move {
            captured,
            from,
            to,
            tag: 0,
        }
    }

    /// Where the piece starts.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends; a capture may come back to where it started.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The pieces taken.
    #[inline]
    pub const fn captured(self) -> Squares {
        self.captured
    }

    /// Does it take anything?
    #[inline]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// 6 bits each for from and to, counted from 1, and 4 for the place among the position's
    /// captures with that from and to (the sixteenth and later ones share the last number).
    #[inline]
    pub(crate) const fn pack(self) -> PackedMove {
        let (from, to) = (self.from.bit() as u16 + 1, self.to.bit() as u16 + 1);
        PackedMove(from | to << 6 | (self.tag as u16) << 12)
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Move) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }
}

impl Eq for Move {}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bits {}-{}", self.from.bit(), self.to.bit())?;
        self.captured
            .into_iter()
            .try_for_each(|square| write!(f, "x{}", square.bit()))
    }
}

/// Appends the selected legal moves of `position`.
#[inline]
pub(crate) fn moves<V: Variant>(position: &Position<V>, select: Select, list: &mut MoveList) {
    if is_over(position) {
        return;
    }
    let captor = Captor::new(position, position.side());
    if captor.can_capture() {
        if select != Select::Quiet {
            captor.list(list);
        }
    } else if select != Select::Noisy {
        list_quiet(position, list);
    }
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count<V: Variant>(position: &Position<V>) -> u64 {
    if is_over(position) {
        return 0;
    }
    let captor = Captor::new(position, position.side());
    if captor.can_capture() {
        captor.count()
    } else {
        count_quiet(position)
    }
}

/// Where crowning wins, nobody moves any more.
#[inline]
fn is_over<V: Variant>(position: &Position<V>) -> bool {
    V::CROWNING_WINS && !position.kings().is_empty()
}

/// Could `side` capture, if it were its turn?
#[inline]
pub(crate) fn can_capture<V: Variant>(position: &Position<V>, side: Side) -> bool {
    Captor::new(position, side).can_capture()
}

/// The squares that men of `side` can step on, by the two directions.
#[inline(always)]
fn men_steps<V: Variant>(position: &Position<V>) -> [Squares; 2] {
    use direction::*;
    let (men, empty) = (position.men(position.side()), position.empty());
    match position.side() {
        Side::White => [
            step::<V, UP_RIGHT>(men) & empty,
            step::<V, UP_LEFT>(men) & empty,
        ],
        Side::Black => [
            step::<V, DOWN_LEFT>(men) & empty,
            step::<V, DOWN_RIGHT>(men) & empty,
        ],
    }
}

#[inline(always)]
fn count_quiet<V: Variant>(position: &Position<V>) -> u64 {
    let [one, other] = men_steps(position);
    let mut count = u64::from(one.len_of_both(other));
    for king in position.free_kings() {
        count += u64::from(king_reach(position, king).len());
    }
    count
}

/// The empty squares that a king on `king` sees.
#[inline]
pub(crate) fn king_reach<V: Variant>(position: &Position<V>, king: Square) -> Squares {
    let empty = position.empty();
    direction::DIAGONAL
        .into_iter()
        .fold(Squares::NONE, |targets, direction| {
            targets | slide::<V>(direction, king, empty)
        })
}

#[inline]
fn list_quiet<V: Variant>(position: &Position<V>, list: &mut MoveList) {
    let [one, other] = men_steps(position);
    // White goes to lower bits, so it comes from higher ones.
    let back = |to: Square, distance: u32| match position.side() {
        Side::White => Square::from_bit(to.bit() as u8 + distance as u8),
        Side::Black => Square::from_bit((to.bit() as u8).wrapping_sub(distance as u8)),
    };
    for to in one {
        let _ = list.try_push(Move::quiet(back(to, V::STEPS[0]), to));
    }
    for to in other {
        let _ = list.try_push(Move::quiet(back(to, V::STEPS[1]), to));
    }
    for king in position.free_kings() {
        for to in king_reach(position, king) {
            let _ = list.try_push(Move::quiet(king, to));
        }
    }
}
