//! Plays a case against the engine and sorts what came back: which search, from which position,
//! found what and answered when.

use std::collections::VecDeque;
use std::time::Duration;

use ajeeb_game::{Notation, Rules, Unobserved};

use crate::dialect::{Answer, Command, Dialect, Info, Output, Position};
use crate::engine::{Engine, Event, What};
use crate::script::{Script, Step};

/// How long the machine may be busy with something else before a late answer counts as none:
/// `AJEEB_SLACK_MS`, or one and a half seconds.
pub(crate) fn slack() -> Duration {
    let millis = std::env::var("AJEEB_SLACK_MS").map_or(1500, |text| {
        text.parse()
            .expect("AJEEB_SLACK_MS is a number of milliseconds")
    });
    Duration::from_millis(millis)
}

/// Time for anything that has no limit of its own.
const PATIENCE: Duration = Duration::from_secs(10);

/// One search that the client asked for.
pub(crate) struct Search<D: Dialect> {
    /// The positions that may be meant: more than one only after a command that an engine may
    /// refuse as a whole or obey in part.
    pub(crate) roots: Vec<Position<D>>,
    /// Is castling written the Chess960 way?
    pub chess960: bool,
    /// What it found, in order.
    pub(crate) infos: Vec<Info>,
    /// Its end, and where in the events that is.
    pub(crate) answer: Option<(Answer, usize)>,
}

/// A case as it went.
pub(crate) struct Run<D: Dialect> {
    /// Everything that was said.
    pub(crate) events: Vec<Event>,
    /// Every search, in the order they were asked for.
    pub(crate) searches: Vec<Search<D>>,
    /// What perft printed: root moves, and the total under the empty name.
    pub(crate) perft: Vec<(String, u64)>,
    /// What went wrong while it was played.
    pub(crate) faults: Vec<String>,
}

/// Plays `script` and sorts what came back.
pub(crate) fn play<D: Dialect>(mut engine: Engine, script: &Script) -> Run<D> {
    let mut faults = Vec::new();
    let mut expect = |found: Option<_>, what: &str| {
        if found.is_none() {
            faults.push(format!("{what}: nothing in time"));
        }
    };
    if script.handshake {
        for (question, answer) in D::HANDSHAKE {
            engine.send(question);
            expect(engine.wait(answer, PATIENCE), answer);
        }
    }
    for step in &script.steps {
        match step {
            Step::Line(line) => engine.send(line),
            Step::Raw(bytes) => engine.send_raw(bytes.clone()),
            Step::Sleep(time) => std::thread::sleep(*time),
            Step::Wait(prefix, time) => expect(engine.wait(prefix, *time + slack()), prefix),
            Step::Eof => engine.close_input(),
        }
    }
    if !script.ends_engine() {
        let (question, answer) = D::ALIVE;
        finish_searches::<D>(&mut engine);
        engine.send(question);
        expect(engine.wait(answer, PATIENCE), "alive at the end");
        engine.send("quit");
    }
    match engine.wait_exit(Duration::from_secs(1) + slack()) {
        Some(status) if status.success() => {}
        Some(status) => faults.push(format!("the process ended with {status}")),
        None => faults.push("the process does not end".to_owned()),
    }
    sort(engine.events(), faults)
}

/// Waits, for a while, until every search has been answered.
fn finish_searches<D: Dialect>(engine: &mut Engine) {
    let open = |event: &Event| match &event.what {
        What::Sent(line) if D::command(line) == Command::Go => 1,
        What::Said(line) if line.starts_with(D::ANSWER) => -1,
        _ => 0,
    };
    let all_answered = |events: &[Event]| events.iter().map(open).sum::<i32>() <= 0;
    engine.wait_until(all_answered, Duration::from_secs(1) + slack());
}

/// Sorts the events into searches.
fn sort<D: Dialect>(events: Vec<Event>, faults: Vec<String>) -> Run<D> {
    let mut run = Run {
        events: Vec::new(),
        searches: Vec::new(),
        perft: Vec::new(),
        faults,
    };
    let mut setup = Setup::<D>::default();
    let mut unanswered = VecDeque::new();
    for (at, event) in events.iter().enumerate() {
        match &event.what {
            What::Sent(line) => match D::command(line) {
                Command::Go => {
                    unanswered.push_back(run.searches.len());
                    run.searches.push(setup.search());
                }
                command => setup.follow(command),
            },
            What::Said(line) => run.hear(line, at, &mut unanswered),
            What::Muttered(_) => {}
        }
    }
    run.events = events;
    run
}

impl<D: Dialect> Run<D> {
    /// Takes in one line of the engine.
    fn hear(&mut self, line: &str, at: usize, unanswered: &mut VecDeque<usize>) {
        let output = match D::output(line) {
            Ok(output) => output,
            Err(why) => {
                let start: String = line.chars().take(200).collect();
                self.faults.push(format!("malformed line {start:?}: {why}"));
                return;
            }
        };
        match output {
            Output::Info(info) => match unanswered.front() {
                Some(&search) => self.searches[search].infos.push(info),
                None => self.faults.push(format!("info without a search: {line}")),
            },
            Output::Answer(answer) => match unanswered.pop_front() {
                Some(search) => self.searches[search].answer = Some((answer, at)),
                None => self
                    .faults
                    .push(format!("an answer that nobody asked for: {line}")),
            },
            Output::Perft(name, count) => self.perft.push((name, count)),
            Output::Notice | Output::Other => {}
        }
    }

    /// The time of an event.
    pub(crate) fn at(&self, event: usize) -> Duration {
        self.events[event].at
    }

    /// Every line that the engine sent, on either stream.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Said(line) | What::Muttered(line) => Some(line.as_str()),
            What::Sent(_) => None,
        })
    }

    /// The conversation, for a report: long lines cut, `>` to the engine, `<` from it.
    pub(crate) fn transcript(&self) -> String {
        let line = |event: &Event| {
            let (mark, text) = match &event.what {
                What::Sent(text) => ('>', text),
                What::Said(text) => ('<', text),
                What::Muttered(text) => ('!', text),
            };
            let text: String = text.chars().take(160).collect();
            format!("{:7.3} {mark} {text}\n", event.at.as_secs_f64())
        };
        self.events.iter().map(line).collect()
    }
}

/// What the client has set up: the positions that the engine may be in.
struct Setup<D: Dialect> {
    roots: Vec<Position<D>>,
    chess960: bool,
}

impl<D: Dialect> Default for Setup<D> {
    fn default() -> Self {
        Setup {
            roots: vec![D::Game::start()],
            chess960: false,
        }
    }
}

impl<D: Dialect> Setup<D> {
    fn search(&self) -> Search<D> {
        Search {
            roots: self.roots.clone(),
            chess960: self.chess960,
            infos: Vec::new(),
            answer: None,
        }
    }

    fn follow(&mut self, command: Command) {
        match command {
            Command::Position { fen, moves } => self.set_up(fen.as_deref(), &moves),
            Command::Chess960(on) => self.chess960 = on,
            _ => {}
        }
    }

    /// A position that cannot be read leaves the former one in force. After an illegal move
    /// either the moves before it count, or the command does not count at all.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match fen {
            None => Some(D::Game::start()),
            Some(fen) => D::Game::read_position(fen).ok(),
        };
        let Some(mut position) = start else {
            return;
        };
        for text in moves {
            let Ok(mv) = D::Game::read_move(&position, text) else {
                self.roots.push(position);
                return;
            };
            position = D::Game::play(&position, mv, &mut Unobserved);
        }
        self.roots = vec![position];
    }
}
