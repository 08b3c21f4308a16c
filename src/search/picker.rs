//! Which move to try next: the table move, promising noisy moves, quiet moves by their history,
//! and last the noisy moves that lose material.

use ajeeb_base::Score;
use ajeeb_game::{PackedMove, Policy, Select};
use arrayvec::ArrayVec;

use crate::history::{Before, Histories};

/// The most moves that are put in order; further ones, in positions that no game reaches, come
/// in the order of generation.
const RANKED: usize = 320;
/// The most losing captures that are kept for the end; further ones are tried in their place.
const POSTPONED: usize = 32;

/// Ranks above every history.
const TABLE_MOVE: i32 = 1 << 30;
const FIRST_KILLER: i32 = 1 << 17;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;
/// A noisy move's gain counts this much against its history.
const GAIN_WEIGHT: i32 = 64;
/// Where all moves come at once, noisy ones come before quiet ones.
const NOISY_FIRST: i32 = 1 << 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateAll,
    All,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    Quiet,
    Postponed,
    Done,
}

/// What the order of moves depends on at a node.
pub(crate) struct Clues<M> {
    /// The best move known from earlier.
    pub(crate) table_move: PackedMove,
    /// Quiet moves that cut off in sibling nodes; perhaps not legal here.
    pub(crate) killers: [Option<M>; 2],
    /// The continuation slots of the one and the two moves before.
    pub(crate) before: [Before; 2],
}

/// Hands out the moves of a node, each once, best first as far as known.
pub(crate) struct Picker<G: Policy> {
    stage: Stage,
    clues: Clues<G::Move>,
    noisy_only: bool,
    /// Exchanges that lose more than this come last, and not at all in quiescence.
    see_floor: Score,
    moves: G::Moves,
    ranks: ArrayVec<i32, RANKED>,
    next: usize,
    postponed: ArrayVec<G::Move, POSTPONED>,
}

impl<G: Policy> Picker<G> {
    /// All moves, for the main search.
    pub(crate) fn new(clues: Clues<G::Move>) -> Self {
        Self::with(clues, false, Score::DRAW)
    }

    /// Noisy moves that do not lose material, for quiescence.
    pub(crate) fn noisy(clues: Clues<G::Move>, see_floor: Score) -> Self {
        Self::with(clues, true, see_floor)
    }

    fn with(clues: Clues<G::Move>, noisy_only: bool, see_floor: Score) -> Self {
        let stage = match (G::STAGED || noisy_only, clues.table_move.is_none()) {
            (true, false) => Stage::TableMove,
            (true, true) => Stage::GenerateNoisy,
            (false, _) => Stage::GenerateAll,
        };
        Picker {
            stage,
            clues,
            noisy_only,
            see_floor,
            moves: G::Moves::default(),
            ranks: ArrayVec::new(),
            next: 0,
            postponed: ArrayVec::new(),
        }
    }

    /// How many moves the node has, as far as they have been generated. Complete from the first
    /// [`Picker::next`] on where moves do not come in stages.
    #[inline]
    pub(crate) fn known(&self) -> usize {
        self.moves.len()
    }

    /// The next move to try.
    pub(crate) fn next(
        &mut self,
        position: &G::Position,
        histories: &Histories,
    ) -> Option<G::Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    match G::unpack(position, self.clues.table_move) {
                        Some(mv) if !self.noisy_only || G::noisy(position, mv) => return Some(mv),
                        _ => self.clues.table_move = PackedMove::NONE,
                    }
                }
                Stage::GenerateAll => {
                    G::moves(position, Select::All, &mut self.moves);
                    self.rank(position, histories);
                    self.stage = Stage::All;
                }
                Stage::All => match self.best() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateNoisy => {
                    G::moves(position, Select::Noisy, &mut self.moves);
                    self.rank(position, histories);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best() {
                    Some(mv) if self.is_table_move(mv) => {}
                    Some(mv) if self.postpones(position, mv) => {}
                    Some(mv) => return Some(mv),
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.moves = G::Moves::default();
                    self.ranks.clear();
                    self.next = 0;
                    G::moves(position, Select::Quiet, &mut self.moves);
                    self.rank(position, histories);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(mv) if self.is_table_move(mv) => {}
                    Some(mv) => return Some(mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::Postponed;
                    }
                },
                Stage::Postponed => match self.postponed.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Hand out no more quiet moves: enough of them have failed.
    pub(crate) fn skip_quiet(&mut self) {
        if matches!(self.stage, Stage::GenerateQuiet | Stage::Quiet) {
            self.next = 0;
            self.stage = Stage::Postponed;
        }
    }

    fn is_table_move(&self, mv: G::Move) -> bool {
        self.clues.table_move == G::pack(mv)
    }

    /// Puts a losing capture aside (or drops it, in quiescence); false if `mv` is to be played.
    fn postpones(&mut self, position: &G::Position, mv: G::Move) -> bool {
        if !G::SEE || G::see_ge(position, mv, self.see_floor) {
            return false;
        }
        self.noisy_only || self.postponed.try_push(mv).is_ok()
    }

    fn rank(&mut self, position: &G::Position, histories: &Histories) {
        let ranked = self.moves.iter().take(RANKED);
        self.ranks
            .extend(ranked.map(|&mv| rank::<G>(position, mv, &self.clues, histories)));
    }

    /// The best of the moves not yet handed out.
    fn best(&mut self) -> Option<G::Move> {
        let first = self.next;
        if first < self.ranks.len() {
            let mut best = first;
            for index in first + 1..self.ranks.len() {
                if self.ranks[index] > self.ranks[best] {
                    best = index;
                }
            }
            self.ranks.swap(first, best);
            self.moves.swap(first, best);
        }
        self.next += 1;
        self.moves.get(first).copied()
    }
}

/// A move's place in the order: the higher, the earlier.
fn rank<G: Policy>(
    position: &G::Position,
    mv: G::Move,
    clues: &Clues<G::Move>,
    histories: &Histories,
) -> i32 {
    if clues.table_move == G::pack(mv) {
        return TABLE_MOVE;
    }
    let slots = G::slots(position, mv);
    if G::noisy(position, mv) {
        return NOISY_FIRST + G::gain(position, mv) * GAIN_WEIGHT + histories.noisy(slots);
    }
    if clues.killers[0] == Some(mv) {
        FIRST_KILLER
    } else if clues.killers[1] == Some(mv) {
        SECOND_KILLER
    } else {
        histories.quiet(slots, clues.before)
    }
}
