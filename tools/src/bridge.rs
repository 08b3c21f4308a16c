//! `ajeeb-lab dxp`: lets a Hub engine play over DXP, so that any draughts program on a socket can
//! meet it.

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::Rules;
use ajeeb_protocol::catalog::{VariantVisitor, with_variant};
use ajeeb_protocol::dxp::{Brain, DxpError, Meeting, MeetingArgs, Place, Task, Thought};
use ajeeb_protocol::dxp::{complete, host};
use clap::Args;
use crossbeam::channel::{self, Receiver, Sender};

use crate::clock::{Clock, Credit, Periods};
use crate::engine::{Engine, Fault, NoStart, Protocol, Spec, SpecError, Subject, Turn};
use crate::error::indented;
use crate::interrupt::{Interrupt, Switch};

#[derive(Debug, Args)]
pub(crate) struct BridgeArgs {
    /// The engine, which speaks Hub: [name=NAME] cmd=PROGRAM [args=ARGUMENTS] [dir=FOLDER]
    /// [option.NAME=VALUE] [nodes=N] [depth=N] [st=SECONDS]
    #[arg(long, num_args = 1.., required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,

    #[command(flatten)]
    meeting: MeetingArgs,
}

/// Why an engine cannot play over DXP.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BridgeError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("{0}: the engine of a DXP endpoint speaks Hub")]
    Protocol(String),
    #[error("{name} {fault}{}", indented(.tail))]
    Engine {
        name: String,
        fault: Fault,
        tail: Vec<String>,
    },
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("interrupted")]
    Interrupted,
    #[error("the opponent has gone before any game")]
    NoGame,
    #[error(transparent)]
    Connection(#[from] DxpError),
    #[error("no thread: {0}")]
    Thread(#[from] io::Error),
}

impl BridgeArgs {
    /// Plays until the session is over.
    ///
    /// # Errors
    /// If there is no connection or no game on it, the engine does not start, or the user
    /// interrupts us. What the engine does later is told to the opponent: one that fails resigns.
    pub(crate) fn run(self) -> Result<(), BridgeError> {
        // The time comes from the opponent.
        let items = ["tc=1"]
            .into_iter()
            .chain(self.engine.iter().map(String::as_str));
        let spec = Spec::read(items, Protocol::Hub)?;
        if spec.protocol != Protocol::Hub {
            return Err(BridgeError::Protocol(spec.name));
        }
        let mut meeting = self.meeting.meeting(&spec.name);
        if let Place::Connect(address) = &mut meeting.place {
            *address = complete(address);
        }
        let subject = Subject {
            game: meeting.variant,
            chess960: false,
        };
        let (interrupt, switch) = Interrupt::with_switch()?;
        let mut worker = Worker {
            spec: Arc::new(spec),
            subject,
            interrupt,
            engine: None,
        };
        // One that cannot play is known before anybody comes to play.
        let started = worker.start().map_err(|(fault, tail)| BridgeError::Engine {
            name: worker.spec.name.clone(),
            fault,
            tail,
        });
        worker.engine = Some(started?);
        let serving = Serving {
            meeting: &meeting,
            worker,
            switch,
        };
        match with_variant(meeting.variant, serving) {
            Ok(result) => result,
            Err(_) => Err(DxpError::Variant(meeting.variant).into()),
        }
    }
}

struct Serving<'a> {
    meeting: &'a Meeting,
    worker: Worker,
    switch: Switch,
}

impl VariantVisitor for Serving<'_> {
    type Output = Result<(), BridgeError>;

    fn visit<V: Variant>(self) -> Self::Output {
        let (jobs, queue) = channel::unbounded();
        let (sender, answers) = channel::unbounded();
        let worker = self.worker;
        let name = worker.spec.name.clone();
        let interrupt = worker.interrupt.clone();
        let worker = thread::Builder::new()
            .name(name)
            .spawn(move || worker.work(&queue, &sender))?;
        let games = Rc::new(Cell::new(0));
        let brain = Bridge {
            jobs,
            answers,
            usual: Draughts::<V>::write_hub(&Draughts::<V>::start()),
            asked: 0,
            wanted: None,
            games: games.clone(),
        };
        let result = host::<V, _>(self.meeting, brain, &mut io::stdout());
        let interrupted = interrupt.is_set();
        // The engine may still think about a game that is over, and must not outlive us.
        self.switch.throw();
        let _ = worker.join();
        match result {
            _ if interrupted => Err(BridgeError::Interrupted),
            Ok(()) if games.get() == 0 => Err(BridgeError::NoGame),
            result => Ok(result?),
        }
    }
}

/// What the engine's thread is to do.
enum Job {
    NewGame,
    Think {
        number: u64,
        start: String,
        task: Task,
    },
}

/// The engine's answers, by the number of the question.
type Reply = (u64, Thought);

/// An engine behind a thread of its own, as the host's brain.
struct Bridge {
    jobs: Sender<Job>,
    answers: Receiver<Reply>,
    /// The initial position.
    usual: String,
    asked: u64,
    /// The question whose answer is wanted.
    wanted: Option<u64>,
    /// Games begun.
    games: Rc<Cell<u32>>,
}

impl Brain for Bridge {
    type Event = Reply;

    fn events(&self) -> &Receiver<Reply> {
        &self.answers
    }

    fn heard(&mut self, (number, thought): Reply) -> Option<Thought> {
        match thought {
            Thought::Found(..) if self.wanted != Some(number) => None,
            thought => Some(thought),
        }
    }

    fn new_game(&mut self) {
        self.games.set(self.games.get() + 1);
        let _ = self.jobs.send(Job::NewGame);
    }

    /// The runner's engines do not ponder, so nothing is done on the opponent's time.
    fn think(&mut self, task: &Task, ponder: bool) {
        if ponder {
            return;
        }
        self.asked += 1;
        self.wanted = Some(self.asked);
        // The thread outlives us, unless it crashed: then the channel of answers is closed.
        let _ = self.jobs.send(Job::Think {
            number: self.asked,
            start: task.board.clone().unwrap_or_else(|| self.usual.clone()),
            task: task.clone(),
        });
    }

    fn ponder_hit(&mut self) {}

    fn halt(&mut self) {
        self.wanted = None;
    }
}

/// The engine's side of the thread.
struct Worker {
    spec: Arc<Spec>,
    subject: Subject,
    interrupt: Interrupt,
    engine: Option<Engine>,
}

impl Worker {
    /// Works until the host is gone or we are interrupted. The channel of answers closes behind us,
    /// which the host takes for the end.
    fn work(mut self, jobs: &Receiver<Job>, answers: &Sender<Reply>) {
        while let Some(job) = self.next(jobs) {
            let Job::Think {
                number,
                start,
                task,
            } = job
            else {
                self.new_game();
                continue;
            };
            let thought = match self.think(&start, &task) {
                Ok(best) => Thought::Found(best, None),
                Err(Fault::Interrupted) => return,
                Err(fault) => {
                    let text = format!("{} {fault}", self.spec.name);
                    if answers.send((number, Thought::Trouble(text))).is_err() {
                        return;
                    }
                    // No move at all: the game is given up.
                    Thought::Found(String::new(), None)
                }
            };
            if answers.send((number, thought)).is_err() {
                return;
            }
        }
        if let Some(engine) = self.engine {
            engine.quit();
        }
    }

    fn next(&self, jobs: &Receiver<Job>) -> Option<Job> {
        channel::select! {
            recv(jobs) -> job => job.ok(),
            recv(self.interrupt.channel()) -> _ => None,
        }
    }

    fn start(&self) -> Result<Engine, NoStart> {
        Engine::start(&self.spec, self.subject, &self.interrupt)
    }

    fn new_game(&mut self) {
        // If that fails, the first move is asked of a fresh one.
        if self
            .engine
            .as_mut()
            .is_some_and(|engine| engine.new_game().is_err())
        {
            self.engine = None;
        }
    }

    fn think(&mut self, start: &str, task: &Task) -> Result<String, Fault> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.start().map_err(|(fault, _)| fault)?,
        };
        let clock = self.clock(task);
        let turn = Turn {
            start,
            moves: &task.moves,
            side: side(start, task.moves.len()),
            clocks: &[clock.clone(), clock],
        };
        let answer = engine.think(&turn)?;
        self.engine = Some(engine);
        Ok(answer.text)
    }

    /// The clock as the opponent's request left it, beside the engine's own limits.
    fn clock(&self, task: &Task) -> Clock {
        let mut control = self.spec.control.clone();
        control.clock = Some(Periods {
            moves: task.moves_to_go.filter(|&moves| moves > 0),
            time: task.left,
            increment: Duration::ZERO,
        });
        Clock::new(&control, Credit::BeforeMove)
    }
}

/// Who is to move `plies` after the position `start`, a text that begins with the side to move.
fn side(start: &str, plies: usize) -> Side {
    if start.starts_with('W') == plies.is_multiple_of(2) {
        Side::White
    } else {
        Side::Black
    }
}
