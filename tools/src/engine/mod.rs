//! Engines: started, told what to think about, and listened to. What they answer is text; the
//! game is the one who knows whether it is a move.

mod dialect;
mod hub;
mod process;
mod spec;
mod uci;

use std::fmt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ajeeb_base::Side;
use ajeeb_protocol::catalog::GameName;

use crate::clock::Clock;
use crate::interrupt::Interrupt;
use dialect::{Dialect, Heard};
use process::{Line, Process, Silence};

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
    /// It is silent.
    #[error("has not answered within {} ms: {expected} was expected", .patience.as_millis())]
    Hang {
        patience: Duration,
        expected: &'static str,
    },
    /// It is not waited for any more.
    #[error("was interrupted")]
    Interrupted,
}

/// A running engine that waits for a question.
pub(crate) struct Engine {
    spec: Arc<Spec>,
    dialect: &'static dyn Dialect,
    process: Process,
    warnings: Vec<String>,
    node_time: bool,
}

/// The option by which engines are told that their clock counts nodes (Stockfish's name).
const NODE_TIME: &str = "nodestime";

/// How long an engine may take to end when asked to.
const FAREWELL: Duration = Duration::from_secs(1);

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// The rule set.
    pub(crate) game: GameName,
    /// Is castling written in the way of Chess960?
    pub(crate) chess960: bool,
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
    ) -> Result<Engine, (Fault, Vec<String>)> {
        let process = Process::start(spec, interrupt)
            .map_err(|error| (Fault::Start(describe(spec, &error)), Vec::new()))?;
        let mut engine = Engine {
            spec: spec.clone(),
            dialect: dialect::of(spec.protocol),
            process,
            warnings: Vec::new(),
            node_time: false,
        };
        match engine.shake_hands(subject) {
            Ok(()) => Ok(engine),
            Err(fault) => Err((fault, engine.tail())),
        }
    }

    fn shake_hands(&mut self, subject: Subject) -> Result<(), Fault> {
        let (dialect, phrases) = (self.dialect, self.dialect.phrases());
        let mut declared = Vec::new();
        self.process.send(phrases.hello);
        self.wait_for(phrases.hello_answer, |line| {
            declared.extend(dialect.declared(line));
        })?;
        let mut options = dialect
            .options_for(subject, &declared)
            .map_err(Fault::Unable)?;
        self.node_time = declared.iter().any(|option| option.is_called(NODE_TIME));
        let rate = self.spec.control.node_rate.filter(|_| self.node_time);
        options.extend(rate.map(|rate| (NODE_TIME.to_owned(), rate.to_string())));
        options.extend(self.spec.options.iter().cloned());
        for (name, value) in options {
            match declared.iter().find(|known| known.is_called(&name)) {
                Some(known) => self.process.send(&dialect.set_option(known, &value)),
                None => self
                    .warnings
                    .push(format!("{} has no option {name}", self.spec.name)),
            }
        }
        self.process.send(phrases.init);
        self.wait_for(phrases.init_answer, |_| {})
    }

    /// Prepares for a new game.
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        let phrases = self.dialect.phrases();
        self.process.forget_lines();
        self.process.send(phrases.new_game);
        self.process.send(phrases.ping);
        self.wait_for(phrases.pong, |_| {})
    }

    /// Asks for a move. The time runs from just before the question is sent until the answer is
    /// read.
    pub(crate) fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.think_aloud(turn, |_, _, _| {})
    }

    /// The same; `listen` hears what the engine says on the way, the first move of the play it
    /// holds for best, and the time since the question.
    pub(crate) fn think_aloud(
        &mut self,
        turn: &Turn<'_>,
        mut listen: impl FnMut(Info, Option<&str>, Duration),
    ) -> Result<Answer, Fault> {
        let clock = &turn.clocks[turn.side.index()];
        let patience = match clock.deadline() {
            Some(time) => time + clock.control().margin + self.spec.patience.late,
            None => self.spec.patience.search,
        };
        let question = self.dialect.question(turn);
        let mut info = Info::default();
        self.process.forget_lines();
        let asked = Instant::now();
        self.process.send(&question);
        loop {
            let line = self.hear(asked, patience, "a move")?;
            match self.dialect.heard(&line.text) {
                Heard::Move(text) => {
                    let elapsed = line.at.saturating_duration_since(asked);
                    return Ok(Answer {
                        text,
                        info,
                        elapsed,
                    });
                }
                Heard::Info(news) => {
                    info.update(news);
                    let time = line.at.saturating_duration_since(asked);
                    listen(news, self.dialect.first_move(&line.text), time);
                }
                Heard::Nothing => {}
            }
        }
    }

    /// This engine's clock at the start of a game.
    pub(crate) fn clock(&self) -> Clock {
        Clock::new(&self.spec.control, self.dialect.credit()).with_node_time_known(self.node_time)
    }

    /// What should be told to the user about this engine, once.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The last lines of the conversation.
    pub(crate) fn tail(&self) -> Vec<String> {
        self.process.tail()
    }

    /// Lets the engine go.
    pub(crate) fn quit(self) {
        self.process.quit(self.dialect.phrases().quit, FAREWELL);
    }

    fn wait_for(&mut self, answer: &'static str, mut other: impl FnMut(&str)) -> Result<(), Fault> {
        let (asked, patience) = (Instant::now(), self.spec.patience.answer);
        loop {
            let line = self.hear(asked, patience, answer)?;
            if line.text.split_whitespace().next() == Some(answer) {
                return Ok(());
            }
            other(&line.text);
        }
    }

    /// The next line, unless the engine ends or `patience` does.
    fn hear(
        &mut self,
        asked: Instant,
        patience: Duration,
        expected: &'static str,
    ) -> Result<Line, Fault> {
        let silence = match self.process.hear(asked + patience) {
            Ok(line) if line.at <= asked + patience => return Ok(line),
            Ok(_) => Silence::Timeout,
            Err(silence) => silence,
        };
        let status = self.process.kill();
        Err(match silence {
            Silence::Timeout => Fault::Hang { patience, expected },
            Silence::Interrupted => Fault::Interrupted,
            Silence::Closed => Fault::Crash {
                status: ending(status),
                expected,
            },
        })
    }
}

fn describe(spec: &Spec, error: &std::io::Error) -> String {
    format!("{}: {error}", spec.program.display())
}

fn ending(status: Option<ExitStatus>) -> String {
    status.map_or_else(
        || "for an unknown reason".to_owned(),
        |status| status.to_string(),
    )
}

impl Info {
    /// Takes over what `news` knows.
    pub(crate) fn update(&mut self, news: Info) {
        self.depth = news.depth.or(self.depth);
        self.nodes = news.nodes.or(self.nodes);
        self.score = news.score.or(self.score);
    }
}
