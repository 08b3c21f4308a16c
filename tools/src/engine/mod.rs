//! Engines: started, told what to think about, and listened to. What they answer is text; the
//! game is the one who knows whether it is a move.

mod dialect;
mod dxp;
mod hub;
mod lines;
mod process;
mod spec;
mod uci;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_protocol::catalog::GameName;

use crate::clock::Clock;
use crate::interrupt::Interrupt;
use dxp::Dxp;
use lines::Lines;

pub(crate) use spec::{Protocol, Spec, SpecError};

/// What an engine is to think about.
pub(crate) struct Turn<'a> {
    /// The position the game started from, as the protocol writes it.
    pub(crate) start: &'a str,
    /// The moves since, as the protocol writes them.
    pub(crate) moves: &'a [String],
    /// Who is to move.
    pub(crate) side: Side,
    /// Both clocks, White's first.
    pub(crate) clocks: &'a [Clock; 2],
}

/// What an engine has said about its search: the last of each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Info {
    /// Depth in plies.
    pub(crate) depth: Option<u32>,
    /// Nodes searched.
    pub(crate) nodes: Option<u64>,
    /// The score for the side to move.
    pub(crate) score: Option<Verdict>,
}

/// An engine's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// In pawns or men.
    Units(f64),
    /// Mate in so many moves, negative if the side to move is mated.
    Mate(i32),
}

impl Verdict {
    /// In pawns or men, a mate as far more than anything else.
    pub(crate) fn units(self) -> f64 {
        match self {
            Verdict::Units(units) => units,
            Verdict::Mate(moves) if moves > 0 => 1000.0,
            Verdict::Mate(_) => -1000.0,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Units(units) => write!(f, "{units:+.2}"),
            Verdict::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            Verdict::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// An engine's move, not looked at yet.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The move as written.
    pub(crate) text: String,
    /// What was said on the way.
    pub(crate) info: Info,
    /// From the question to the answer.
    pub(crate) elapsed: Duration,
}

/// Why an engine is no longer there. It has been ended, if it had not ended by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It cannot be started at all.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It lacks what the match needs.
    #[error("{0}")]
    Unable(String),
    /// It has ended.
    #[error("has ended ({status}) while {expected} was expected")]
    Crash {
        status: String,
        expected: &'static str,
    },
    /// It lives, but has closed its output or its connection.
    #[error("has broken off the conversation while {expected} was expected")]
    BrokenOff { expected: &'static str },
    /// It is silent.
    #[error("has not answered within {} ms: {expected} was expected", .patience.as_millis())]
    Hang {
        patience: Duration,
        expected: &'static str,
    },
    /// It cannot be reached.
    #[error("cannot be reached at {0}: {1}")]
    Unreachable(String, String),
    /// It gives up a game.
    #[error("resigns")]
    Resignation,
    /// It is not waited for any more.
    #[error("was interrupted")]
    Interrupted,
}

/// Why an engine did not start, and the last lines of the conversation.
pub(crate) type NoStart = (Fault, Vec<String>);

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// The rule set.
    pub(crate) game: GameName,
    /// Is castling written in the way of Chess960?
    pub(crate) chess960: bool,
}

/// A running engine that waits for a question.
pub(crate) enum Engine {
    /// One that is spoken to in lines of text.
    Lines(Box<Lines>),
    /// One at the other end of a socket.
    Dxp(Box<Dxp>),
}

/// Calls the same method of either kind.
macro_rules! either {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Engine::Lines(engine) => engine.$method($($argument),*),
            Engine::Dxp(engine) => engine.$method($($argument),*),
        }
    };
}

impl Engine {
    /// Starts an engine, and waits until it is ready to play `subject`.
    ///
    /// # Errors
    /// The fault, and the last lines of the conversation.
    pub(crate) fn start(
        spec: &Arc<Spec>,
        subject: Subject,
        interrupt: &Interrupt,
    ) -> Result<Engine, NoStart> {
        Ok(match spec.protocol {
            Protocol::Uci => Engine::lines(Lines::start(spec, &uci::Uci, subject, interrupt)?),
            Protocol::Hub => Engine::lines(Lines::start(spec, &hub::Hub, subject, interrupt)?),
            Protocol::Dxp => Engine::Dxp(Box::new(Dxp::start(spec, interrupt)?)),
        })
    }

    fn lines(engine: Lines) -> Engine {
        Engine::Lines(Box::new(engine))
    }

    /// Prepares for a new game.
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        either!(self.new_game())
    }

    /// Asks for a move. The time runs from just before the question is sent until the answer is
    /// read.
    pub(crate) fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.think_aloud(turn, |_, _, _| {})
    }

    /// The same; `listen` hears what the engine says on the way, the first move of the play it
    /// holds for best, and the time since the question. On a socket they are silent.
    pub(crate) fn think_aloud(
        &mut self,
        turn: &Turn<'_>,
        listen: impl FnMut(Info, Option<&str>, Duration),
    ) -> Result<Answer, Fault> {
        match self {
            Engine::Lines(engine) => engine.think_aloud(turn, listen),
            Engine::Dxp(engine) => engine.think(turn),
        }
    }

    /// The game is over, and this engine waits for a move that will not come.
    pub(crate) fn game_over(&mut self) {
        match self {
            // These are not told: their next question may be about any game.
            Engine::Lines(_) => {}
            Engine::Dxp(engine) => engine.game_over(),
        }
    }

    /// This engine's clock at the start of a game.
    pub(crate) fn clock(&self) -> Clock {
        either!(self.clock())
    }

    /// What should be told to the user about this engine, once.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        either!(self.take_warnings())
    }

    /// The last lines of the conversation.
    pub(crate) fn tail(&self) -> Vec<String> {
        either!(self.tail())
    }

    /// Lets the engine go.
    pub(crate) fn quit(self) {
        either!(self.quit());
    }
}

impl Info {
    /// Takes over what `news` knows.
    pub(crate) fn update(&mut self, news: Info) {
        self.depth = news.depth.or(self.depth);
        self.nodes = news.nodes.or(self.nodes);
        self.score = news.score.or(self.score);
    }
}
