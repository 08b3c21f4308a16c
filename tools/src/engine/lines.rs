//! Engines that are spoken to in lines of text, through pipes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dialect::{Dialect, Heard};
use super::process::{Line, Process};
use super::{Answer, Fault, Info, NoStart, Spec, Subject, Turn};
use crate::clock::Clock;
use crate::interrupt::Interrupt;

/// A running engine that waits for a question.
pub(crate) struct Lines {
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

impl Lines {
    /// Starts an engine, and waits until it is ready to play `subject`.
    ///
    /// # Errors
    /// The fault, and the last lines of the conversation.
    pub(super) fn start(
        spec: &Arc<Spec>,
        dialect: &'static dyn Dialect,
        subject: Subject,
        interrupt: &Interrupt,
    ) -> Result<Lines, NoStart> {
        let process = Process::start(spec, interrupt).map_err(|fault| (fault, Vec::new()))?;
        let mut engine = Lines {
            spec: spec.clone(),
            dialect,
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
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        let phrases = self.dialect.phrases();
        self.process.forget_lines();
        self.process.send(phrases.new_game);
        self.process.send(phrases.ping);
        self.wait_for(phrases.pong, |_| {})
    }

    /// Asks for a move. The time runs from just before the question is sent until the answer is
    /// read. `listen` hears what the engine says on the way, the first move of the play it holds
    /// for best, and the time since the question.
    pub(super) fn think_aloud(
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
                // What the last search had still to say comes with this one's first words.
                Heard::Info(_) if line.at < asked => {}
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
    pub(super) fn clock(&self) -> Clock {
        Clock::new(&self.spec.control, self.dialect.credit()).with_node_time_known(self.node_time)
    }

    /// What should be told to the user about this engine, once.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The last lines of the conversation.
    pub(super) fn tail(&self) -> Vec<String> {
        self.process.tail()
    }

    /// Lets the engine go.
    pub(super) fn quit(self) {
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
        self.process.expect(asked, patience, expected)
    }
}
