use std::time::Duration;

use ajeeb_base::{Depth, Score};

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// One line of play found by the search.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// Which of the best lines it is, from 1.
    pub number: usize,
    /// The iteration it comes from.
    pub depth: Depth,
    /// The deepest ply reached, quiescence included.
    pub selective_depth: usize,
    /// Its value for the side to move at the root.
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// The moves, all legal in sequence; they stop where the game ends. Never empty.
    pub moves: Vec<M>,
}

/// What the search has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Positions answered by endgame tables.
    pub table_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Share of the transposition table written by this search, in thousandths.
    pub hash_full: u32,
}

impl Effort {
    /// Nodes a second; 0 before any time has passed.
    pub fn speed(&self) -> u64 {
        let nanos = self.time.as_nanos();
        if nanos == 0 {
            return 0;
        }
        (u128::from(self.nodes) * 1_000_000_000 / nanos) as u64
    }
}

/// What a search tells while it runs, from the main thread and in order.
#[derive(Clone, Debug)]
pub enum Event<'a, M> {
    /// The best lines after an iteration, or after one of its parts: numbered from 1, best
    /// first, with distinct first moves. The last such event before the search comes back holds
    /// the final effort.
    Lines(&'a [Line<M>], Effort),
    /// Still at it: the root move being searched. At most a few a second, and only after three
    /// seconds.
    Current {
        /// The move.
        mv: M,
        /// Its place in the order, from 1.
        number: usize,
        /// The iteration.
        depth: Depth,
    },
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The best lines as last reported; empty only if there is no legal move at the root.
    pub lines: Vec<Line<M>>,
    /// The reply to think about next: legal after the best move, and the game is not over then.
    pub ponder: Option<M>,
    /// What was used.
    pub effort: Effort,
}

impl<M: Copy> Found<M> {
    /// The best move, `None` only if there is no legal move at the root.
    pub fn best(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
    }
}
