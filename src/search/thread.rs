//! One search thread: what it remembers, the line it stands on, and how it knows when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ajeeb_base::{Depth, Key, MAX_PLY, Ply, Score};
use ajeeb_game::{Evaluator, Policy, Record, Slots, Weights};
use crossbeam::utils::CachePadded;

use crate::clock::Timer;
use crate::history::{Before, Histories};
use crate::root::RootMove;
use crate::table::Table;
use crate::{Effort, Limits, Line, Signals};

/// Nodes between two looks at the clock and the signals.
const CHECK_INTERVAL: u64 = 1024;
/// Frames above the root, so that "the move before the last" always has a place.
const ABOVE_ROOT: usize = 2;

/// What a thread has visited so far, for the others to read.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

/// What all threads of one search share.
pub(crate) struct Shared<'a, G: Policy> {
    pub(crate) game: &'a Record<G>,
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits<G::Move>,
    pub(crate) signals: &'a Signals,
    pub(crate) timer: Timer,
    /// The main thread has finished: the others may go home.
    pub(crate) halt: AtomicBool,
    pub(crate) counters: Vec<CachePadded<Counter>>,
}

impl<G: Policy> Shared<'_, G> {
    /// What all threads together have used.
    pub(crate) fn effort(&self) -> Effort {
        let sum = |of: fn(&Counter) -> &AtomicU64| {
            self.counters
                .iter()
                .map(|counter| of(counter).load(Ordering::Relaxed))
                .sum()
        };
        Effort {
            nodes: sum(|counter| &counter.nodes),
            table_hits: sum(|counter| &counter.table_hits),
            time: self.timer.elapsed(),
            hash_full: self.table.fill(),
        }
    }
}

/// What a thread keeps from search to search.
pub(crate) struct Memory<G: Policy> {
    pub(crate) histories: Histories,
    eval: G::Eval,
    frames: Box<[Frame<G>]>,
}

impl<G: Policy> Memory<G> {
    pub(crate) fn new(weights: &Weights<G>) -> Memory<G> {
        Memory {
            histories: Histories::new::<G>(),
            eval: G::Eval::new(weights),
            frames: (0..MAX_PLY + ABOVE_ROOT + 2)
                .map(|_| Frame::default())
                .collect(),
        }
    }

    /// Forgets everything learnt.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
    }

    /// Evaluates by `weights` from the next search on.
    pub(crate) fn set_weights(&mut self, weights: &Weights<G>) {
        self.eval = G::Eval::new(weights);
    }
}

/// What is known about one ply of the line being searched.
pub(crate) struct Frame<G: Policy> {
    /// The corrected static evaluation, or [`Score::NONE`].
    pub(crate) eval: Score,
    /// The continuation slot of the move played from here, `None` for a null move.
    pub(crate) slot: Before,
    /// Was the move played from here a null move?
    pub(crate) null: bool,
    /// Quiet moves that cut off at this ply.
    pub(crate) killers: [Option<G::Move>; 2],
    /// The move left out while the search asks whether it is the only good one.
    pub(crate) excluded: Option<G::Move>,
    /// The best line from here; valid after a search of a node on the principal variation.
    pub(crate) pv: Vec<G::Move>,
    /// Where in the list of keys the positions begin that can still come back.
    window: usize,
}

impl<G: Policy> Default for Frame<G> {
    fn default() -> Self {
        Frame {
            eval: Score::NONE,
            slot: None,
            null: false,
            killers: [None; 2],
            excluded: None,
            pv: Vec::new(),
            window: 0,
        }
    }
}

/// A thread at work.
pub(crate) struct Thread<'a, G: Policy> {
    pub(crate) id: usize,
    pub(crate) shared: &'a Shared<'a, G>,
    pub(crate) memory: &'a mut Memory<G>,
    /// The keys of the positions before the one being searched, from the game and the line.
    keys: Vec<Key>,
    /// How many of them are from before the root.
    game_keys: usize,
    pub(crate) root_moves: Vec<RootMove<G>>,
    pub(crate) root_depth: Depth,
    pub(crate) lines: Vec<Line<G::Move>>,
    pub(crate) selective_depth: usize,
    /// No null moves above this ply while one is being verified.
    pub(crate) null_from: Ply,
    nodes: u64,
    table_hits: u64,
    next_check: u64,
    pub(crate) stopped: bool,
}

impl<'a, G: Policy> Thread<'a, G> {
    pub(crate) fn new(id: usize, shared: &'a Shared<'a, G>, memory: &'a mut Memory<G>) -> Self {
        let keys = shared.game.window().to_vec();
        memory.eval.reset(shared.game.position());
        memory
            .frames
            .iter_mut()
            .for_each(|frame| *frame = Frame::default());
        let mut thread = Thread {
            id,
            shared,
            memory,
            game_keys: keys.len(),
            keys,
            root_moves: Vec::new(),
            root_depth: Depth::ZERO,
            lines: Vec::new(),
            selective_depth: 0,
            null_from: Ply::ROOT,
            nodes: 0,
            table_hits: 0,
            next_check: 0,
            stopped: false,
        };
        thread.plan_check();
        thread
    }

    #[inline]
    pub(crate) fn frame(&self, ply: Ply) -> &Frame<G> {
        &self.memory.frames[ply.index() + ABOVE_ROOT]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: Ply) -> &mut Frame<G> {
        &mut self.memory.frames[ply.index() + ABOVE_ROOT]
    }

    /// The frame `back` (at most two) plies above `ply`.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, back: usize) -> &Frame<G> {
        &self.memory.frames[ply.index() + ABOVE_ROOT - back]
    }

    /// The continuation slots of the one and the two moves before `ply`.
    #[inline]
    pub(crate) fn before(&self, ply: Ply) -> [Before; 2] {
        [
            self.frame_before(ply, 1).slot,
            self.frame_before(ply, 2).slot,
        ]
    }

    /// Counts a node and looks at the clock when it is time to. False if the search must stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: Ply, pv: bool) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
        if pv {
            self.selective_depth = self.selective_depth.max(ply.index());
            self.frame_mut(ply).pv.clear();
        }
        !self.stopped
    }

    #[inline]
    pub(crate) fn count_table_hit(&mut self) {
        self.table_hits += 1;
    }

    /// Lets the others see what this thread has visited.
    pub(crate) fn publish(&self) {
        let counter = &self.shared.counters[self.id];
        counter.nodes.store(self.nodes, Ordering::Relaxed);
        counter.table_hits.store(self.table_hits, Ordering::Relaxed);
    }

    #[cold]
    fn check(&mut self) {
        self.publish();
        let Shared {
            signals,
            limits,
            timer,
            halt,
            ..
        } = self.shared;
        let nodes_used = || {
            limits
                .nodes
                .is_some_and(|most| self.shared.effort_nodes() >= most)
        };
        if signals.stopped() || halt.load(Ordering::Relaxed) || nodes_used() {
            self.stopped = true;
        }
        if self.id == 0 && timer.is_up(signals) {
            self.stopped = true;
        }
        self.plan_check();
    }

    fn plan_check(&mut self) {
        self.next_check = self.nodes + CHECK_INTERVAL;
        if let (Some(most), 1) = (self.shared.limits.nodes, self.shared.counters.len()) {
            self.next_check = self.next_check.min(most.max(1));
        }
    }

    /// Plays `mv` from `position` at `ply`.
    #[inline]
    pub(crate) fn play(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        slots: Slots,
        ply: Ply,
    ) -> G::Position {
        self.memory.eval.push();
        let child = G::play(position, mv, &mut self.memory.eval);
        let key = G::key(&child);
        self.shared.table.prefetch(key);
        let window = self.frame(ply).window;
        let window = if G::resets(position, mv) {
            self.keys.len() + 1
        } else {
            window
        };
        self.step(position, ply, Some(slots.continuation), window);
        child
    }

    /// Passes at `ply`, where [`Policy::pass`] has made the position after it.
    pub(crate) fn play_null(&mut self, position: &G::Position, ply: Ply) {
        self.memory.eval.push();
        self.step(position, ply, None, self.keys.len() + 1);
        self.frame_mut(ply).null = true;
    }

    #[inline]
    fn step(&mut self, position: &G::Position, ply: Ply, slot: Before, window: usize) {
        self.keys.push(G::key(position));
        let frame = self.frame_mut(ply);
        frame.slot = slot;
        frame.null = false;
        self.frame_mut(ply.next()).window = window;
    }

    /// Takes back the latest move or pass.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.memory.eval.pop();
        self.keys.pop();
    }

    /// Is the position with `key` at `ply` a draw by repetition? One return to a position of the
    /// line being searched is enough: what could be done there again could be done before. A
    /// position of the game before the root must have occurred twice.
    pub(crate) fn repeats(&self, key: Key, ply: Ply) -> bool {
        let window = self.frame(ply).window;
        let mut in_game = 0;
        let mut index = self.keys.len();
        while index >= window + 2 {
            index -= 2;
            if self.keys[index] == key {
                in_game += 1;
                if index >= self.game_keys || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation of the position the line has come to, as the game gives it.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &G::Position) -> Score {
        self.memory.eval.evaluate(position)
    }

    /// A static evaluation put right by what was learnt about such positions.
    #[inline]
    pub(crate) fn corrected(&self, position: &G::Position, eval: Score) -> Score {
        Score::eval(eval.centi() + self.memory.histories.correction::<G>(position))
    }

    /// Puts `mv` before the best line of the child at `ply + 1` and keeps the result at `ply`.
    pub(crate) fn keep_line(&mut self, mv: G::Move, ply: Ply) {
        let place = ply.index() + ABOVE_ROOT;
        let (upper, lower) = self.memory.frames.split_at_mut(place + 1);
        let line = &mut upper[place].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].pv);
    }
}

impl<G: Policy> Shared<'_, G> {
    /// Is an answer not wanted yet, even if the search is over?
    pub(crate) fn must_wait(&self) -> bool {
        self.limits.infinite || self.signals.pondering()
    }

    pub(crate) fn effort_nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.nodes.load(Ordering::Relaxed))
            .sum()
    }
}
