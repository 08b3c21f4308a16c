use std::marker::PhantomData;

use ajeeb_base::{Key, Side};
use ajeeb_game::{Observer, Placement};

use super::board::Geometry;
use super::draws::{self, EndingClock};
use super::{Move, Square, Squares, Variant, zobrist};

/// The kinds of pieces, as [`Placement::kind`] counts them.
pub const MAN: u8 = 0;
/// See [`MAN`].
pub const KING: u8 = 1;

/// Pieces, side to move, and the counts that draws and [`Variant::SAME_KING_LIMIT`] go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<V> {
    /// The pieces of the side to move.
    mine: Squares,
    /// The pieces of the other side.
    theirs: Squares,
    kings: Squares,
    key: Key,
    side: Side,
    pub(crate) king_plies: u8,
    pub(crate) ending: EndingClock,
    walks: [Walk; 2],
    rules: PhantomData<V>,
}

/// How often running a side has moved the same king without capturing, as far as that matters:
/// only where there is a limit, and while the side has men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Where the king stands.
    pub(crate) king: Square,
    /// Moves running; 0 for none.
    pub(crate) moves: u8,
}

impl<V: Variant> Position<V> {
    /// The initial position. Art. 2.8.
    pub(crate) fn start() -> Position<V> {
        let men = V::COLS / 2 * V::MEN_ROWS;
        let numbers = |from: usize| {
            (from..from + men)
                .filter_map(Square::from_number::<V>)
                .fold(Squares::NONE, |set, square| set | square.set())
        };
        let pieces = [numbers(V::SQUARES - men + 1), numbers(1)];
        Position::new(Side::White, pieces, Squares::NONE)
    }

    /// A position with all counts at zero. The sets of pieces must be disjoint squares of the
    /// board, and `kings` some of them.
    pub(crate) fn new(side: Side, pieces: [Squares; 2], kings: Squares) -> Position<V> {
        let mut position = Position {
            mine: pieces[side.index()],
            theirs: pieces[(!side).index()],
            kings,
            key: Key::default(),
            side,
            king_plies: 0,
            ending: EndingClock::default(),
            walks: [Walk::default(); 2],
            rules: PhantomData,
        };
        position.ending = EndingClock::start(&position);
        position.key = position.fresh_key();
        position
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The pieces of a side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Squares {
        if side.is_white() == self.side.is_white() {
            self.mine
        } else {
            self.theirs
        }
    }

    /// The men of a side.
    #[inline]
    pub const fn men(&self, side: Side) -> Squares {
        self.pieces(side).without(self.kings)
    }

    /// The kings of a side.
    #[inline]
    pub fn kings_of(&self, side: Side) -> Squares {
        self.pieces(side) & self.kings
    }

    /// The kings of both sides.
    #[inline]
    pub const fn kings(&self) -> Squares {
        self.kings
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Squares {
        V::BOARD.without(self.mine | self.theirs)
    }

    /// Plies of king moves since the last capture or move of a man.
    pub const fn king_plies(&self) -> u8 {
        self.king_plies
    }

    /// Plies since the present counted ending ([`Variant::ENDINGS`]) came about.
    pub const fn ending_plies(&self) -> u8 {
        self.ending.plies()
    }

    /// The Zobrist key.
    #[inline]
    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    /// The Zobrist key, computed from nothing.
    pub fn fresh_key(&self) -> Key {
        let mut key = Key::default();
        for side in Side::BOTH {
            for square in self.pieces(side) {
                key ^= zobrist::piece(side, self.kings.meets(square.set()), square);
            }
            let walk = self.walk(side);
            key ^= zobrist::walk(side, walk.king, walk.moves);
        }
        if self.side == Side::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// The moves that `side` has made running with one king.
    #[inline]
    pub(crate) const fn walk(&self, side: Side) -> Walk {
        self.walks[side.index()]
    }

    /// Replaces the moves that `side` has made running with one king.
    pub(crate) fn set_walk(&mut self, side: Side, walk: Walk) {
        let old = self.walk(side);
        self.key ^= zobrist::walk(side, old.king, old.moves);
        self.key ^= zobrist::walk(side, walk.king, walk.moves);
        self.walks[side.index()] = walk;
    }

    /// The kings of the side to move that may make a quiet move.
    #[inline]
    pub(crate) fn free_kings(&self) -> Squares {
        let kings = self.kings_of(self.side);
        let walk = self.walk(self.side);
        if V::SAME_KING_LIMIT > 0 && walk.moves >= V::SAME_KING_LIMIT {
            kings.without(walk.king.set())
        } else {
            kings
        }
    }

    /// Does `mv`, made by a piece of `side`, end with a king where a man began?
    #[inline]
    fn crowns(&self, side: Side, mv: Move) -> bool {
        // A man that takes from the row before its last one lands on the last one, before or
        // after: there is no other way over such a piece.
        let in_passing =
            V::CROWN_IN_PASSING && mv.captured().meets(V::ROW_BEFORE_LAST[side.index()]);
        mv.to().set().meets(V::LAST_ROW[side.index()]) || in_passing
    }

    /// Does `mv` crown a man?
    #[inline]
    pub(crate) fn promotes(&self, mv: Move) -> bool {
        !self.kings.meets(mv.from().set()) && self.crowns(self.side, mv)
    }

    /// The position after the legal move `mv`.
    #[inline(always)]
    pub(crate) fn play(&self, mv: Move, observer: &mut impl Observer) -> Position<V> {
        let side = self.side;
        let (from, to) = (mv.from(), mv.to());
        let was_king = self.kings.meets(from.set());
        let is_king = was_king || self.crowns(side, mv);

        let mut kings = self.kings.without(from.set());
        if is_king {
            kings |= to.set();
        }
        let mut key = self.key ^ zobrist::black_to_move();
        key ^= zobrist::piece(side, was_king, from) ^ zobrist::piece(side, is_king, to);
        observer.removed(placement::<V>(side, was_king, from));
        observer.placed(placement::<V>(side, is_king, to));

        for square in mv.captured() {
            let king = self.kings.meets(square.set());
            key ^= zobrist::piece(!side, king, square);
            observer.removed(placement::<V>(!side, king, square));
        }

        let walked = was_king && !mv.is_capture();
        let mut next = Position {
            mine: self.theirs.without(mv.captured()),
            theirs: self.mine ^ from.set() ^ to.set(),
            kings: kings.without(mv.captured()),
            key,
            side: !side,
            king_plies: if walked {
                self.king_plies.saturating_add(1)
            } else {
                0
            },
            ending: self.ending.next(),
            walks: self.walks,
            rules: PhantomData,
        };
        if mv.is_capture() || was_king != is_king {
            next.change_ending(self.ending);
        }
        if V::SAME_KING_LIMIT > 0 {
            next.count_walk(side, mv, walked);
        }
        next
    }

    /// The material is not what it was: sets the ending's clock, which was `before`.
    #[inline]
    fn change_ending(&mut self, before: EndingClock) {
        let counted = const { draws::most_pieces(V::ENDINGS) };
        if counted > 0 && !(self.mine | self.theirs).exceeds(counted) {
            self.ending = before.change(self);
        }
    }

    /// Counts `mv`, played by `side`, among the moves running with the same king.
    fn count_walk(&mut self, side: Side, mv: Move, counts: bool) {
        let before = self.walk(side);
        let mut walk = Walk::default();
        if counts && !self.men(side).is_empty() {
            let same = before.moves > 0 && before.king == mv.from();
            walk.king = mv.to();
            walk.moves = if same {
                before.moves.saturating_add(1)
            } else {
                1
            };
        }
        self.set_walk(side, walk);
        if mv.is_capture() {
            let theirs = self.walk(!side);
            if mv.captured().meets(theirs.king.set()) || self.men(!side).is_empty() {
                self.set_walk(!side, Walk::default());
            }
        }
    }

    /// Tells `observer` of every piece.
    pub(crate) fn survey(&self, observer: &mut impl Observer) {
        for side in Side::BOTH {
            for square in self.pieces(side) {
                let king = self.kings.meets(square.set());
                observer.placed(placement::<V>(side, king, square));
            }
        }
    }
}

#[inline]
fn placement<V: Variant>(side: Side, king: bool, square: Square) -> Placement {
    Placement {
        side,
        kind: if king { KING } else { MAN },
        square: square.index::<V>(),
    }
}
