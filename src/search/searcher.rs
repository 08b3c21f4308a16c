//! The search as the rest of Ajeeb sees it: a table, threads that remember, and one question.

use std::sync::atomic::{AtomicBool, Ordering};

use ajeeb_base::{Depth, Ply};
use ajeeb_game::{Policy, Record, Rules, Select, Unobserved, Weights};
use crossbeam::utils::CachePadded;

use crate::clock::Timer;
use crate::table::{Table, TableError};
use crate::thread::{Counter, Memory, Shared, Thread};
use crate::{Event, Found, Limits, Line, Signals};

/// Stack of a search thread: the deepest line, with room to spare in unoptimised builds.
const STACK: usize = 32 << 20;

/// A search for one game with its own table and threads, kept from move to move.
pub struct Searcher<G: Policy> {
    table: Table,
    megabytes: usize,
    weights: Weights<G>,
    memories: Vec<Memory<G>>,
}

impl<G: Policy> Searcher<G> {
    /// The table size without any option, in MB.
    pub const DEFAULT_MEGABYTES: usize = 16;
    /// The largest table size accepted, in MB.
    pub const MAX_MEGABYTES: usize = 1 << 20;
    /// The most threads accepted.
    pub const MAX_THREADS: usize = 1024;
    /// Bytes of stack that a search thread needs.
    pub const STACK: usize = STACK;

    /// A searcher with a table of `megabytes` and `threads` search threads.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, TableError> {
        let error = TableError { megabytes, kept: 0 };
        let table = Table::new(megabytes).ok_or(error)?;
        let mut searcher = Searcher {
            table,
            megabytes,
            weights: Weights::<G>::default(),
            memories: Vec::new(),
        };
        searcher.set_threads(threads);
        Ok(searcher)
    }

    /// Changes the table's size, forgetting its contents; the same size changes nothing. Where
    /// memory is short the old table stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes != self.megabytes {
            let error = TableError {
                megabytes,
                kept: self.megabytes,
            };
            self.table = Table::new(megabytes).ok_or(error)?;
            self.megabytes = megabytes;
        }
        Ok(())
    }

    /// The table's size in MB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Changes the number of search threads, `1..=MAX_THREADS`; others are brought into range.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        self.memories
            .resize_with(threads, || Memory::new(&self.weights));
        self.memories.shrink_to_fit();
    }

    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Evaluates by `weights` from now on, and forgets everything learnt by the old ones.
    pub fn set_weights(&mut self, weights: Weights<G>) {
        self.weights = weights;
        for memory in &mut self.memories {
            memory.set_weights(&self.weights);
        }
        self.clear();
    }

    /// What positions are evaluated by.
    pub fn weights(&self) -> &Weights<G> {
        &self.weights
    }

    /// Forgets everything learnt: the next search equals that of a new searcher.
    pub fn clear(&mut self) {
        // Fresh memory comes cleared and untouched, so even a large table is there at once.
        match Table::new(self.megabytes) {
            Some(table) => self.table = table,
            None => self.table.clear(self.threads()),
        }
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches the present position of `game` and comes back with the best lines.
    ///
    /// Blocks until a limit is reached or [`Signals::stop`] is called, and tells `report` on the
    /// way (called on a search thread, one call at a time). `signals` must have been
    /// [prepared](Signals::prepare) for this search. Threads that the system does not grant are
    /// done without.
    pub fn search(
        &mut self,
        game: &Record<G>,
        limits: &Limits<G::Move>,
        signals: &Signals,
        report: &mut (dyn FnMut(Event<'_, G::Move>) + Send),
    ) -> Found<G::Move> {
        self.ask(game, limits, signals, |shared, memories| {
            run(shared, memories, report)
        })
    }

    /// The same with no other thread than the one that calls, and without a report: for
    /// programs that ask many short questions. That thread must have
    /// [`STACK`](Searcher::STACK) bytes of stack.
    pub fn search_here(
        &mut self,
        game: &Record<G>,
        limits: &Limits<G::Move>,
        signals: &Signals,
    ) -> Found<G::Move> {
        self.ask(game, limits, signals, |shared, memories| {
            search_main(shared, &mut memories[0], &mut |_| {})
        })
    }

    fn ask(
        &mut self,
        game: &Record<G>,
        limits: &Limits<G::Move>,
        signals: &Signals,
        work: impl FnOnce(&Shared<'_, G>, &mut [Memory<G>]) -> Vec<Line<G::Move>>,
    ) -> Found<G::Move> {
        self.table.age();
        let shared = Shared {
            game,
            table: &self.table,
            limits,
            signals,
            timer: Timer::start(limits, &G::PARAMS),
            halt: AtomicBool::new(false),
            counters: self
                .memories
                .iter()
                .map(|_| CachePadded::new(Counter::default()))
                .collect(),
        };
        let lines = work(&shared, &mut self.memories);
        let effort = shared.effort();
        let ponder = lines
            .first()
            .and_then(|line| self.ponder_move(game.position(), line));
        Found {
            lines,
            ponder,
            effort,
        }
    }

    /// The reply to think about: the line's second move, or what the table expects after its
    /// first. `None` if the game is over by then.
    fn ponder_move(&self, position: &G::Position, line: &Line<G::Move>) -> Option<G::Move> {
        let position = G::play(position, *line.moves.first()?, &mut Unobserved);
        let reply = line.moves.get(1).copied().or_else(|| {
            let entry = self.table.probe(G::key(&position), Ply::ROOT)?;
            G::unpack(&position, entry.mv)
        })?;
        (G::is_legal(&position, reply) && goes_on::<G>(&G::play(&position, reply, &mut Unobserved)))
            .then_some(reply)
    }
}

/// Is there anything left to play?
fn goes_on<R: Rules>(position: &R::Position) -> bool {
    let mut moves = R::Moves::default();
    R::moves(position, Select::All, &mut moves);
    R::over(position).is_none() && !moves.is_empty() && !R::rule_draw(position)
}

/// Sets all threads to work and waits for the main one's lines.
fn run<G: Policy>(
    shared: &Shared<'_, G>,
    memories: &mut [Memory<G>],
    report: &mut (dyn FnMut(Event<'_, G::Move>) + Send),
) -> Vec<Line<G::Move>> {
    let (first, others) = memories
        .split_first_mut()
        .expect("there is always one thread");
    crossbeam::scope(|scope| {
        for (index, memory) in others.iter_mut().enumerate() {
            let helper = scope.builder().stack_size(STACK).spawn(move |_| {
                Thread::new(index + 1, shared, memory).deepen(None);
            });
            if let Err(error) = helper {
                log::warn!("search thread {} did not start: {error}", index + 1);
                break;
            }
        }
        let main = scope
            .builder()
            .stack_size(STACK)
            .spawn(move |_| search_main(shared, first, report));
        let lines = match main {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                log::warn!("the main search thread did not start: {error}");
                first_legal(shared)
            }
        };
        shared.halt.store(true, Ordering::Relaxed);
        lines
    })
    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The main thread's part: search, then wait where an answer is not wanted yet, then say what
/// all of it took.
fn search_main<G: Policy>(
    shared: &Shared<'_, G>,
    memory: &mut Memory<G>,
    report: &mut (dyn FnMut(Event<'_, G::Move>) + Send),
) -> Vec<Line<G::Move>> {
    let mut thread = Thread::new(0, shared, memory);
    thread.deepen(Some(&mut *report));
    shared.halt.store(true, Ordering::Relaxed);
    if shared.must_wait() {
        shared.signals.wait(shared.limits.infinite);
    }
    if !thread.lines.is_empty() {
        report(Event::Lines(&thread.lines, shared.effort()));
    }
    thread.lines
}

/// Any legal move, for a system that grants no thread at all.
fn first_legal<G: Policy>(shared: &Shared<'_, G>) -> Vec<Line<G::Move>> {
    let mut moves = G::Moves::default();
    G::moves(shared.game.position(), Select::All, &mut moves);
    let line = moves.first().map(|&mv| Line {
        number: 1,
        depth: Depth::ZERO,
        selective_depth: 0,
        score: ajeeb_base::Score::DRAW,
        bound: crate::Bound::Exact,
        moves: vec![mv],
    });
    line.into_iter().collect()
}
