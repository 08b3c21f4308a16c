//! Captures of several pieces, by a search through the jumps of one piece at a time.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

use super::board::{Geometry, direction, nearest, slide, step};
use super::captures::Captor;
use super::jumps::{Jumps, each_direction};
use super::{Majority, Move, MoveList, Square, Squares, Variant};

/// Landings of one piece before the search begins to remember them. Nearly every position of
/// play stays below; where a piece can go round in circles, memory keeps the search short.
const LANDINGS_BEFORE_MEMORY: u32 = 64;

/// Landings of one piece after which the search gives up and keeps the best it has found: about
/// half a second. Only positions made for the purpose, with kings or Frisian men among thirty
/// pieces, get that far.
const MOST_LANDINGS: u32 = 2_000_000;

/// What men and kings count under [`Majority::Value`]: twice 64, to leave room for the
/// precedence of a king that captures, and just under twice that. No board has enough kings for
/// what they lack to add up to a man.
const MAN_VALUE: u32 = 2 * 64;
const KING_VALUE: u32 = 2 * 127;

/// Collects the best captures of one side.
pub(super) struct Chains<'a, V> {
    targets: Squares,
    target_kings: Squares,
    last_row: Squares,
    list: &'a mut MoveList,
    /// Where this side's captures begin in the list.
    first: usize,
    /// Where those of the present piece begin.
    first_of_piece: usize,
    /// The greatest worth so far.
    best: u32,
    from: Square,
    /// What is empty before anyone moves.
    all_empty: Squares,
    /// What is empty while `from` is on the move: its own square is. Pieces taken stay until
    /// the move is complete (art. 4.8, 4.11).
    empty: Squares,
    /// Where a man that has begun to capture may be able to jump on from, by direction.
    onwards: Jumps,
    landings: u32,
    /// Landings seen: pieces taken, the last of them or the square of a man, direction.
    seen: Option<HashSet<(Squares, Square, usize), BuildHasherDefault<Mixer>>>,
    rules: PhantomData<V>,
}

impl<'a, V: Variant> Chains<'a, V> {
    /// Captures by `captor`; `jumpers` are its men that have one.
    pub(super) fn new(
        captor: &Captor<V>,
        jumpers: Squares,
        list: &'a mut MoveList,
    ) -> Chains<'a, V> {
        let empty = captor.empty();
        Chains {
            targets: captor.targets,
            target_kings: captor.target_kings,
            last_row: V::LAST_ROW[captor.side.index()],
            first: list.len(),
            first_of_piece: list.len(),
            list,
            best: 0,
            from: Square::default(),
            all_empty: empty,
            empty,
            onwards: Jumps::over::<V>(captor.targets, empty | jumpers),
            landings: 0,
            seen: None,
            rules: PhantomData,
        }
    }

    /// Adds the captures of the man on `from`.
    pub(super) fn add_man(&mut self, from: Square) {
        self.start(from);
        self.man(from.set(), Squares::NONE, 0);
    }

    /// Adds the captures of the king on `from`.
    pub(super) fn add_king(&mut self, from: Square) {
        self.start(from);
        // Frisian: at equal value a king goes before a man.
        let worth = u32::from(V::MAJORITY == Majority::Value);
        self.king_turns(from, None, Squares::NONE, worth);
    }

    fn start(&mut self, from: Square) {
        self.from = from;
        self.first_of_piece = self.list.len();
        self.empty = self.all_empty | from.set();
        self.landings = 0;
        self.seen = None;
    }

    /// What taking the piece on `over` adds.
    fn worth(&self, over: Squares) -> u32 {
        match V::MAJORITY {
            Majority::Free => 0,
            Majority::Count => 1,
            Majority::Value if self.target_kings.meets(over) => KING_VALUE,
            Majority::Value => MAN_VALUE,
        }
    }

    /// Goes on with a man on `at`. Can it?
    fn man(&mut self, at: Squares, captured: Squares, worth: u32) -> bool {
        if !self.onwards.union::<V>().meets(at) {
            return false;
        }
        let mut more = false;
        each_direction!(V, D => { more |= self.man_jump::<D>(at, captured, worth); });
        more
    }

    #[inline]
    fn man_jump<const D: usize>(&mut self, at: Squares, captured: Squares, worth: u32) -> bool {
        let start = at & self.onwards.of::<D>();
        if start.is_empty() {
            return false;
        }
        let over = step::<V, D>(start).without(captured);
        let landing = step::<V, D>(over) & self.empty;
        if landing.is_empty() {
            return false;
        }
        let (captured, worth) = (captured | over, worth + self.worth(over));
        let to = landing.lowest();
        if !self.is_open(captured, to, 8, worth) {
            return true;
        }
        let more = if V::CROWN_IN_PASSING && landing.meets(self.last_row) {
            self.king_turns(to, None, captured, worth)
        } else {
            self.man(landing, captured, worth)
        };
        if !more {
            self.record(to, captured, worth);
        }
        true
    }

    /// Goes on with a king on `at` that came in direction `coming`, in all others but that and
    /// the way back. Can it?
    fn king_turns(
        &mut self,
        at: Square,
        coming: Option<usize>,
        captured: Squares,
        worth: u32,
    ) -> bool {
        let ahead_or_back = |way| coming.is_some_and(|d| d == way || d == direction::opposite(way));
        let mut more = false;
        for direction in direction::DIAGONAL {
            if !ahead_or_back(direction) {
                more |= self.king_jump(direction, at, captured, worth);
            }
        }
        if V::STRAIGHT_CAPTURES {
            for direction in direction::STRAIGHT {
                if !ahead_or_back(direction) {
                    more |= self.king_jump(direction, at, captured, worth);
                }
            }
        }
        more
    }

    /// Goes on with a king on `at` (or with empty squares between) in `direction`. Can it?
    fn king_jump(&mut self, direction: usize, at: Square, captured: Squares, worth: u32) -> bool {
        let ray = V::TABLES.rays[direction & 7][at.bit()];
        let Some(over) = nearest(direction, ray.without(self.empty)) else {
            return false;
        };
        let landings = slide::<V>(direction, over, self.empty);
        if landings.is_empty() || !self.targets.without(captured).meets(over.set()) {
            return false;
        }
        let (captured, worth) = (captured | over.set(), worth + self.worth(over.set()));
        if self.is_open(captured, over, direction, worth) {
            self.king_lands(direction, over, landings, captured, worth);
        }
        true
    }

    fn king_lands(
        &mut self,
        direction: usize,
        over: Square,
        landings: Squares,
        captured: Squares,
        worth: u32,
    ) {
        // Straight on is the same from every landing, so it is asked once.
        let mut more = self.king_jump(direction, over, captured, worth);
        for landing in landings {
            more |= self.king_turns(landing, Some(direction), captured, worth);
        }
        // Where one landing goes on, a capture must not end on another: majority says so, and
        // so do the Russian rules, that have none.
        if more {
            return;
        }
        if V::HALT_BEHIND_KING && self.target_kings.meets(over.set()) {
            if let Some(behind) = nearest(direction, landings) {
                self.record(behind, captured, worth);
            }
            return;
        }
        for landing in landings {
            self.record(landing, captured, worth);
        }
    }

    /// Is this landing worth going on from? What follows depends on nothing but the pieces
    /// taken, where the piece is, and how it came, so no landing is searched twice; nor one from
    /// which even all pieces left would be too few. Asked only of searches that grow long.
    #[inline]
    fn is_open(&mut self, captured: Squares, at: Square, direction: usize, worth: u32) -> bool {
        self.landings += 1;
        self.landings <= LANDINGS_BEFORE_MEMORY || self.is_promising(captured, at, direction, worth)
    }

    #[cold]
    fn is_promising(
        &mut self,
        captured: Squares,
        at: Square,
        direction: usize,
        worth: u32,
    ) -> bool {
        let left = self.targets.without(captured);
        let kings = (left & self.target_kings).len();
        let most = match V::MAJORITY {
            Majority::Free => 0,
            Majority::Count => left.len(),
            Majority::Value => (left.len() - kings) * MAN_VALUE + kings * KING_VALUE,
        };
        let seen = self.seen.get_or_insert_default();
        self.landings < MOST_LANDINGS
            && worth + most >= self.best
            && seen.insert((captured, at, direction))
    }

    /// Keeps a capture that cannot go on, if none is better and it is not there by another
    /// route.
    fn record(&mut self, to: Square, captured: Squares, worth: u32) {
        if worth < self.best {
            return;
        }
        if worth > self.best {
            self.list.truncate(self.first);
            self.first_of_piece = self.first;
            self.best = worth;
        }
        let mv = Move::capture(self.from, to, captured);
        if !self.list[self.first_of_piece..].contains(&mv) {
            let _ = self.list.try_push(mv);
        }
    }
}

/// A quick hash for landings; nobody can choose them to collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
