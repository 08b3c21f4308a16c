//! DXP, the DamExchange protocol (version 01): two draughts programs on a socket.
//!
//! [`message`] is the bytes, `endpoint` the rules of the conversation without any input or
//! output, `link` the connection, `host` what brings them together with a [`Brain`]. This module
//! is Ajeeb's own.

mod args;
mod endpoint;
mod host;
mod link;
pub mod message;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::Rules;
use ajeeb_search::{Clock, Limits};
use crossbeam::channel::{Receiver, unbounded};

pub use self::args::MeetingArgs;
pub use self::endpoint::{Action, Endpoint, Manners, Task};
pub use self::host::{Brain, DxpError, Meeting, Offers, Place, Thought, host};
pub use self::link::{Door, Link, complete};
use crate::catalog::{VariantVisitor, with_variant};
use crate::eval_file::EvalFile;
use crate::session::{Event, Finished, Life, Session, Upkeep};

/// The options of `dxp`.
#[derive(Clone, Debug)]
pub struct Options {
    /// With whom to play what.
    pub meeting: Meeting,
    /// Search threads.
    pub threads: usize,
    /// Size of the hash table.
    pub megabytes: usize,
    /// What to evaluate by.
    pub eval_file: EvalFile,
}

/// Plays over DXP, and tells on `out` what happens.
///
/// # Errors
/// Those of [`host()`].
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), DxpError> {
    let name = options.meeting.variant;
    match with_variant(name, Command { options, out }) {
        Ok(result) => result,
        Err(_) => Err(DxpError::Variant(name)),
    }
}

struct Command<'a> {
    options: &'a Options,
    out: &'a mut dyn Write,
}

impl VariantVisitor for Command<'_> {
    type Output = Result<(), DxpError>;

    fn visit<V: Variant>(self) -> Self::Output {
        let (sender, events) = unbounded();
        let mut session = Session::new(sender, Life::default()).map_err(DxpError::System)?;
        session.upkeep(Upkeep::Resize(self.options.megabytes));
        session.upkeep(Upkeep::Threads(self.options.threads));
        session.evaluate_by(self.options.eval_file.weights()?);
        let brain = Ajeeb::<V> {
            session,
            events,
            pending: 0,
            wanted: false,
        };
        host::<V, _>(&self.options.meeting, brain, self.out)
    }
}

/// Ajeeb's own search.
struct Ajeeb<V: Variant> {
    session: Session<Draughts<V>>,
    events: Receiver<Event>,
    /// Searches that have not been answered yet.
    pending: usize,
    /// Is the answer of the newest wanted?
    wanted: bool,
}

impl<V: Variant> Brain for Ajeeb<V> {
    type Event = Event;

    fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    fn heard(&mut self, event: Event) -> Option<Thought> {
        match event {
            Event::Finished(finished) => {
                self.session.life_mut().answered();
                self.pending = self.pending.saturating_sub(1);
                if self.pending > 0 || !std::mem::take(&mut self.wanted) {
                    return None;
                }
                Some(match finished {
                    Finished::Move { best, ponder } => Thought::Found(best, ponder),
                    Finished::NoMove(_) => Thought::Found(String::new(), None),
                })
            }
            Event::Trouble(message) => Some(Thought::Trouble(message)),
            // The channel closes behind it.
            Event::Crashed => None,
            Event::Kept => {
                let _ = self.session.life_mut().kept();
                None
            }
            _ => None,
        }
    }

    fn new_game(&mut self) {
        self.session.upkeep(Upkeep::Clear);
    }

    fn think(&mut self, task: &Task, ponder: bool) {
        let start = match &task.board {
            None => Ok(Draughts::<V>::start()),
            Some(board) => Draughts::<V>::read_hub(board),
        };
        // The endpoint has set up the same game, and the move to ponder on is legal: nothing of
        // this is refused.
        let Ok(start) = start else { return };
        let moves = task.moves.iter().map(String::as_str);
        if self.session.set_up(start, moves).is_err() {
            return;
        }
        let clock = Clock {
            left: task.left,
            increment: Duration::ZERO,
            moves_to_go: task.moves_to_go,
        };
        let limits = Limits {
            clock: Some(clock),
            ponder,
            ..Limits::default()
        };
        self.session
            .search(limits, <Draughts<V> as ajeeb_game::Notation>::write_move);
        self.pending += 1;
        self.wanted = true;
    }

    fn ponder_hit(&mut self) {
        self.session.life().ponder_hit();
    }

    fn halt(&mut self) {
        self.wanted = false;
        self.session.life().stop();
    }
}
