//! One game under way and the thread that searches it: what UCI and Hub have in common.
//!
//! A front end gives orders here and never waits. Orders go to the search thread through a
//! channel and are done one after another; what happens comes back as [`Event`]s through
//! another. So a table resized, or histories cleared, between two searches is a matter of order
//! in the channel, not of states. [`Life`] keeps count of the searches that await their answer
//! and holds the strings by which the running one is stopped.

mod event;
mod life;
mod worker;

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use ajeeb_game::Record;
use ajeeb_nnue::Weights;
use ajeeb_search::{Limits, Signals};
use crossbeam::channel::{Sender, unbounded};

use self::worker::{DivideJob, Job, SearchJob};
use crate::catalog::Playable;
use crate::panic;

pub use event::{Event, Finished, Report, ReportLine};
pub use life::Life;

/// How moves are to be written; usually [`Notation::write_move`](ajeeb_game::Notation::write_move).
pub type WriteMove<G> =
    fn(&<G as ajeeb_game::Rules>::Position, <G as ajeeb_game::Rules>::Move) -> String;

/// Anything else to be done on the search thread; each line it writes becomes [`Event::Text`],
/// and the signals tell it to stop. An error is what the user is to be told as [`Event::Trouble`].
pub type Task = Box<dyn FnOnce(&Signals, &mut dyn io::Write) -> Result<(), String> + Send>;

/// Work between searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// Change the size of the table, in MB.
    Resize(usize),
    /// Change the number of search threads.
    Threads(usize),
    /// Forget everything learnt.
    Clear,
}

/// Why a position was refused. What was set up before stays, unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The position cannot be read or cannot be one.
    #[error("position refused, the one before stays: {0}")]
    Refused(String),
    /// A move is not legal. The moves before it have been played.
    #[error("illegal move {text} (number {number}) ignored with all after it: {reason}")]
    IllegalMove {
        /// The move as it was given, shortened if it is long.
        text: String,
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// A game and its searcher.
pub struct Session<G: Playable> {
    /// Shared with the searches of it; a new position is a new record.
    game: Arc<Record<G>>,
    jobs: Sender<Job<G>>,
    life: Life,
    /// What the next search evaluates by.
    weights: Weights<G>,
}

impl<G: Playable> Session<G> {
    /// A session at the game's initial position that tells `events` what happens. `life` is the
    /// account of the same conversation's session before, with no search in it, or empty.
    /// Nothing big is made here; the search thread does that on its own time, as upkeep.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(events: Sender<Event>, mut life: Life) -> io::Result<Session<G>> {
        let (jobs, queue) = unbounded();
        thread::Builder::new()
            .name(format!("search {}", G::VARIANT))
            .spawn(move || worker::work::<G>(&queue, &events))?;
        life.ordered();
        let game = Arc::new(Record::new(G::start()));
        Ok(Session {
            game,
            jobs,
            life,
            weights: Weights::default(),
        })
    }

    /// The game as the next search will see it.
    pub fn game(&self) -> &Record<G> {
        &self.game
    }

    /// The account of searches.
    pub fn life(&self) -> &Life {
        &self.life
    }

    /// The account of searches, to enter answers.
    pub fn life_mut(&mut self) -> &mut Life {
        &mut self.life
    }

    /// Sets up `start` and plays `moves`. A search under way is not touched: it has its own copy.
    ///
    /// # Errors
    /// [`PositionError::IllegalMove`] at the first bad move; the ones before it count.
    pub fn set_up<'a>(
        &mut self,
        start: G::Position,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), PositionError> {
        let mut game = Record::new(start);
        let mut played = Ok(());
        for (index, text) in moves.into_iter().enumerate() {
            match G::read_move(game.position(), text) {
                Ok(mv) => game.play(mv),
                Err(error) => {
                    played = Err(PositionError::IllegalMove {
                        text: excerpt(text),
                        number: index + 1,
                        reason: error.to_string(),
                    });
                    break;
                }
            }
        }
        panic::note_position(&G::write_position(game.position()));
        self.game = Arc::new(game);
        played
    }

    /// Starts a search of the present game; one under way is stopped and answers first. The
    /// answer is [`Event::Finished`].
    pub fn search(&mut self, limits: Limits<G::Move>, write: WriteMove<G>) {
        let signals = self.life.begin(is_limited(&limits), limits.ponder);
        self.give(Job::Search(Box::new(SearchJob {
            game: self.game.clone(),
            limits,
            signals,
            write,
            since: Instant::now(),
        })));
    }

    /// Starts counting the positions `depth` plies from here, by root move. The answer is
    /// [`Event::Counted`].
    pub fn divide(&mut self, depth: u32, write: WriteMove<G>) {
        let signals = self.life.begin(true, false);
        let position = self.game.position().clone();
        self.give(Job::Divide(Box::new(DivideJob {
            position,
            depth,
            signals,
            write,
        })));
    }

    /// Orders work to be done between searches. Each piece is reported by [`Event::Kept`].
    pub fn upkeep(&mut self, upkeep: Upkeep) {
        self.life.ordered();
        self.give(Job::Upkeep(upkeep));
    }

    /// Evaluates by other weights from the next search on, as a piece of upkeep that also forgets
    /// everything learnt.
    pub fn evaluate_by(&mut self, weights: Weights<G>) {
        self.weights = weights.clone();
        self.life.ordered();
        self.give(Job::EvaluateBy(weights));
    }

    /// What the next search evaluates by.
    pub fn weights(&self) -> &Weights<G> {
        &self.weights
    }

    /// Starts `task`. The answer is [`Event::Ran`].
    pub fn run(&mut self, task: Task) {
        let signals = self.life.begin(true, false);
        self.give(Job::Run(task, signals));
    }

    fn give(&self, job: Job<G>) {
        // The search thread outlives every session, unless it crashed: that is an event.
        let _ = self.jobs.send(job);
    }
}

impl<G: Playable> Drop for Session<G> {
    fn drop(&mut self) {
        self.life.stop();
    }
}

/// Does a search with these limits end by itself, pondering apart?
fn is_limited<M>(limits: &Limits<M>) -> bool {
    !limits.infinite
        && (limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some())
}

/// The beginning of `text`, for messages about it.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}
