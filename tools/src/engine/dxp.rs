//! Engines at the other end of a socket (DXP). We are the initiator of every game and play the
//! opponent's moves; the engine keeps a clock of its own.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ajeeb_draughts::{Draughts, International};
use ajeeb_game::Rules;
use ajeeb_protocol::dxp::message::{AnswerCode, End, EndReason, Message, MoveMessage, Request};
use ajeeb_protocol::dxp::{Link, complete};
use ajeeb_protocol::input::Input;
use crossbeam::channel;

use super::process::{End as ProcessEnd, Process, Silence, Tail};
use super::spec::Address;
use super::{Answer, Fault, Info, NoStart, Spec, Turn};
use crate::clock::{Clock, Credit};
use crate::interrupt::Interrupt;

/// How often to look whether an engine can be reached by now.
const PAUSE: Duration = Duration::from_millis(20);

/// What an engine's arguments and address may hold: a free port of this machine.
const PORT: &str = "{port}";

/// The name we go by.
const NAME: &str = "ajeeb-lab";

/// A running engine that waits for a question.
pub(crate) struct Dxp {
    spec: Arc<Spec>,
    /// `None` if somebody else has started it.
    program: Option<Process>,
    link: Link,
    tail: Tail,
    interrupt: Interrupt,
    /// Has a game been agreed upon and not ended?
    in_game: bool,
    /// What went wrong where there was nobody to tell.
    fault: Option<Fault>,
}

impl Dxp {
    /// Starts the engine's program, if it has one, and connects.
    ///
    /// # Errors
    /// The fault, and the last lines of the conversation.
    pub(super) fn start(spec: &Arc<Spec>, interrupt: &Interrupt) -> Result<Dxp, NoStart> {
        let (started, address) = place(spec).map_err(|error| {
            let fault = Fault::Unreachable("a free port".to_owned(), error.to_string());
            (fault, Vec::new())
        })?;
        let alone = |fault| (fault, Vec::new());
        // Listening comes first: the program may connect at once.
        let listener = match &address {
            Address::Listen(address) => Some(listen(address).map_err(alone)?),
            Address::Connect(_) => None,
        };
        let mut program = match started.has_program() {
            true => Some(Process::start(&started, interrupt).map_err(alone)?),
            false => None,
        };
        let tail = program
            .as_ref()
            .map_or_else(Tail::default, Process::shared_tail);
        let deadline = Instant::now() + spec.patience.answer;
        let link = loop {
            let linked = match (&listener, &address) {
                (Some(listener), _) => listener.accept().and_then(|(stream, _)| {
                    stream.set_nonblocking(false)?;
                    Link::new(stream)
                }),
                (None, Address::Connect(address) | Address::Listen(address)) => {
                    Link::connect(address)
                }
            };
            let error = match linked {
                Ok(link) => break link,
                Err(error) => error,
            };
            if interrupt.is_set() {
                return Err((Fault::Interrupted, tail.lines()));
            }
            if Instant::now() >= deadline {
                let fault = Fault::Unreachable(address.text().to_owned(), error.to_string());
                return Err((fault, tail.lines()));
            }
            let Some(program) = &mut program else {
                thread::sleep(PAUSE);
                continue;
            };
            if program.hear(Instant::now() + PAUSE).err() == Some(Silence::Closed) {
                let fault = program.give_up(Silence::Closed, PAUSE, "a connection");
                return Err((fault, tail.lines()));
            }
        };
        Ok(Dxp {
            spec: spec.clone(),
            program,
            link,
            tail,
            interrupt: interrupt.clone(),
            in_game: false,
            fault: None,
        })
    }

    /// Prepares for a new game. The engine hears of it with the first question, so that its clock
    /// does not run while another one gets ready.
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.game_over();
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Sends the opponent's last move, or the game's beginning, and waits for a move.
    pub(super) fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        if let Some(program) = &mut self.program {
            // Nothing it writes is for us, but it must not have to wait.
            program.forget_lines();
        }
        if !self.in_game {
            self.agree(turn)?;
        }
        let clock = &turn.clocks[turn.side.index()];
        let asked = Instant::now();
        if let Some(mv) = turn.moves.last() {
            let message = MoveMessage::from_hub(mv, 0);
            let message = message.ok_or_else(|| Fault::Unable(format!("cannot be told {mv}")))?;
            self.send(&Message::Move(message));
        }
        let late = clock.control().margin + self.spec.patience.late;
        let patience = match clock.deadline() {
            Some(time) => time + late,
            None => self.spec.patience.search,
        };
        loop {
            let text = match self.hear(asked, patience, "a move")? {
                Message::Move(mv) => mv.hub(),
                Message::End(end) => {
                    self.acknowledge(end);
                    if end.reason == EndReason::Loss {
                        return Err(Fault::Resignation);
                    }
                    // Whether a game is drawn or won the rules say, not an engine.
                    Message::End(end).to_string()
                }
                _ => continue,
            };
            return Ok(Answer {
                text,
                info: Info::default(),
                elapsed: asked.elapsed(),
            });
        }
    }

    /// Ends the game that the engine believes to be in. It waits for a move, and gets an end.
    pub(super) fn game_over(&mut self) {
        if !std::mem::take(&mut self.in_game) {
            return;
        }
        self.send(&Message::End(End {
            reason: EndReason::Unknown,
            stop: false,
        }));
        let asked = Instant::now();
        loop {
            match self.hear(asked, self.spec.patience.answer, "the end of a game") {
                Ok(Message::End(_)) => return,
                Ok(_) => {}
                Err(fault) => {
                    self.fault = Some(fault);
                    return;
                }
            }
        }
    }

    pub(super) fn clock(&self) -> Clock {
        Clock::new(&self.spec.control, Credit::AfterMove)
    }

    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let name = &self.spec.name;
        let control = &self.spec.control;
        let mut warnings = Vec::new();
        if control
            .clock
            .is_some_and(|clock| !clock.increment.is_zero() || clock.moves.is_some())
        {
            warnings.push(format!(
                "{name} is told the first period's time alone: DXP has no more"
            ));
        }
        if !self.spec.options.is_empty() {
            warnings.push(format!("{name} cannot be given options: DXP has none"));
        }
        warnings
    }

    pub(super) fn tail(&self) -> Vec<String> {
        self.tail.lines()
    }

    pub(super) fn quit(mut self) {
        self.game_over();
    }

    /// Offers the game and waits until the engine has accepted it.
    fn agree(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let clock = turn.clocks[turn.side.index()].told().clock;
        let usual = Draughts::<International>::write_hub(&Draughts::<International>::start());
        let request = Request {
            name: NAME.to_owned(),
            follower: turn.side,
            minutes: clock.map_or(0.0, |clock| clock.left.as_secs_f64() / 60.0),
            moves: None,
            board: (turn.start != usual).then(|| turn.start.to_owned()),
        };
        self.send(&Message::Request(request));
        let asked = Instant::now();
        loop {
            match self.hear(asked, self.spec.patience.answer, "an answer to a request")? {
                Message::Answer(answer) if answer.code == AnswerCode::Accepted => break,
                Message::Answer(_) => return Err(Fault::Unable("refuses the game".to_owned())),
                _ => {}
            }
        }
        self.in_game = true;
        Ok(())
    }

    fn acknowledge(&mut self, end: End) {
        self.in_game = false;
        self.send(&Message::End(End {
            reason: EndReason::Unknown,
            stop: end.stop,
        }));
    }

    fn send(&mut self, message: &Message) {
        self.tail.push('>', &message.to_string());
        self.link.send(message);
    }

    /// The next message that makes sense, unless the connection ends or `patience` does.
    fn hear(
        &mut self,
        asked: Instant,
        patience: Duration,
        expected: &'static str,
    ) -> Result<Message, Fault> {
        loop {
            let silence = channel::select! {
                recv(self.link.messages()) -> input => match input.unwrap_or(Input::End) {
                    Input::Line(text) => {
                        self.tail.push('<', &text);
                        match Message::read(&text) {
                            Ok(message) => return Ok(message),
                            Err(_) => continue,
                        }
                    }
                    Input::TooLong => continue,
                    Input::End => Silence::Closed,
                },
                recv(self.interrupt.channel()) -> _ => Silence::Interrupted,
                default((asked + patience).saturating_duration_since(Instant::now())) => {
                    Silence::Timeout
                }
            };
            self.in_game = false;
            return Err(match &mut self.program {
                Some(program) => program.give_up(silence, patience, expected),
                None => silence.fault(patience, expected, ProcessEnd::Forced),
            });
        }
    }
}

/// The engine's description with a port filled in where one is wanted, and where it is reached.
fn place(spec: &Spec) -> io::Result<(Spec, Address)> {
    let mut spec = spec.clone();
    let address = spec.address.clone().unwrap_or_else(|| {
        let own = spec
            .arguments
            .iter()
            .any(|argument| argument.contains(PORT));
        Address::Connect(if own { PORT.to_owned() } else { String::new() })
    });
    if !spec.arguments.iter().any(|text| text.contains(PORT)) && !address.text().contains(PORT) {
        return Ok((spec, address));
    }
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
        .local_addr()?
        .port();
    let fill = |text: &str| text.replace(PORT, &port.to_string());
    spec.arguments = spec.arguments.iter().map(|text| fill(text)).collect();
    let address = match address {
        Address::Connect(text) => Address::Connect(fill(&text)),
        Address::Listen(text) => Address::Listen(fill(&text)),
    };
    Ok((spec, address))
}

/// Listens, without waiting for anybody yet.
fn listen(address: &str) -> Result<TcpListener, Fault> {
    let listener = TcpListener::bind(complete(address)).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|error| Fault::Unreachable(address.to_owned(), error.to_string()))
}
