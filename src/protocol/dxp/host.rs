//! One end of a connection with whoever thinks there: opponents come, play and go.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Instant;

use ajeeb_base::Side;
use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::Notation;
use crossbeam::channel::{Receiver, after, never, select};

use super::endpoint::{Action, Endpoint, Manners, Task};
use super::link::{Door, Link};
use super::message::{End, EndReason, Message, Request, SQUARES};
use crate::catalog::GameName;
use crate::eval_file::EvalFileError;
use crate::input::Input;
use crate::panic;

/// Where to meet opponents, and for what.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The rule set; the board must have 50 squares. The protocol does not speak of it: both
    /// programs must be told.
    pub variant: GameName,
    /// Where the opponent is.
    pub place: Place,
    /// The games to offer, as the initiator; a follower waits for offers.
    pub offers: Option<Offers>,
    /// How to behave.
    pub manners: Manners,
    /// End with the first connection.
    pub once: bool,
}

/// Where the opponent is. Addresses are `HOST`, `HOST:PORT` or `PORT`, on this machine if there
/// is no host.
#[derive(Clone, Debug)]
pub enum Place {
    /// It comes here.
    Listen(String),
    /// It waits there.
    Connect(String),
}

/// What an initiator offers.
#[derive(Clone, Debug)]
pub struct Offers {
    /// How many games, with colours changed each time.
    pub games: u32,
    /// Minutes for each player and game.
    pub minutes: f64,
    /// Moves for each player, if there is a limit.
    pub moves: Option<u32>,
    /// Our side in the first game.
    pub side: Side,
    /// The position to start from, a FEN; the initial one if `None`.
    pub fen: Option<String>,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// The board has not 50 squares.
    #[error("DXP has a board of 50 squares: it cannot be used for {0}")]
    Variant(GameName),
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Listen(String, io::Error),
    /// Nobody answers there.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, io::Error),
    /// The position to offer is none.
    #[error("{0}: {1}")]
    Position(GameName, String),
    /// The net cannot be used.
    #[error(transparent)]
    EvalFile(#[from] EvalFileError),
    /// No thread.
    #[error("cannot serve: {0}")]
    System(io::Error),
    /// Nobody reads what is told.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The search is gone.
    #[error("the search ended by an internal error")]
    Crashed,
}

/// Whoever thinks at this end.
pub trait Brain {
    /// What it tells while it thinks.
    type Event;

    /// Where it tells that.
    fn events(&self) -> &Receiver<Self::Event>;

    /// What that means; `None` if nothing to us. The answers of searches that have been
    /// replaced or halted must not appear.
    fn heard(&mut self, event: Self::Event) -> Option<Thought>;

    /// A new game begins.
    fn new_game(&mut self);

    /// Finds a move, or thinks on the opponent's time if `ponder`. Replaces every search before.
    fn think(&mut self, task: &Task, ponder: bool);

    /// The move pondered on was played.
    fn ponder_hit(&mut self);

    /// Its answer is not wanted any more.
    fn halt(&mut self);
}

/// What comes of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    /// A move in the Hub protocol's form, and the reply to ponder on.
    Found(String, Option<String>),
    /// Something the user should know.
    Trouble(String),
}

/// Meets opponents and lets `brain` play, and tells on `out` what happens.
///
/// # Errors
/// If there can be no connection, or if the brain is gone. A listener serves one opponent after
/// the other and returns only if told to serve one.
pub fn host<V: Variant, B: Brain>(
    meeting: &Meeting,
    brain: B,
    out: &mut dyn Write,
) -> Result<(), DxpError> {
    if V::COLS * V::ROWS / 2 != SQUARES {
        return Err(DxpError::Variant(meeting.variant));
    }
    let fen = meeting
        .offers
        .as_ref()
        .and_then(|offers| offers.fen.as_ref());
    let board = match fen {
        None => None,
        Some(fen) => Some(read_board::<V>(meeting.variant, fen)?),
    };
    let (door, link) = match &meeting.place {
        Place::Listen(address) => {
            let refused = |error| DxpError::Listen(address.clone(), error);
            let door = Door::open(address).map_err(refused)?;
            writeln!(out, "listening at {}", door.address)?;
            (Some(door), None)
        }
        Place::Connect(address) => {
            let refused = |error| DxpError::Connect(address.clone(), error);
            let link = Link::connect(address).map_err(refused)?;
            writeln!(out, "connected to {address}")?;
            (None, Some(link))
        }
    };
    out.flush()?;
    let arrivals = door.map_or_else(never, |door| door.arrivals);
    let mut host = Host::<V, B> {
        meeting,
        out,
        board,
        brain,
        seat: None,
        played: 0,
    };
    if let Some(link) = link {
        host.sit_down(link)?;
    }
    host.serve(&arrivals)
}

/// A FEN in the letters that the protocol's own come from.
fn read_board<V: Variant>(game: GameName, fen: &str) -> Result<String, DxpError> {
    match Draughts::<V>::read_position(fen) {
        Ok(position) => Ok(Draughts::<V>::write_hub(&position)),
        Err(error) => Err(DxpError::Position(game, error.to_string())),
    }
}

/// A table for two.
struct Host<'a, V: Variant, B> {
    meeting: &'a Meeting,
    out: &'a mut dyn Write,
    board: Option<String>,
    brain: B,
    seat: Option<Seat<V>>,
    /// Games begun on this connection.
    played: u32,
}

/// The opponent and what is agreed with it.
struct Seat<V: Variant> {
    link: Link,
    endpoint: Endpoint<V>,
    /// Has there been a game?
    known: bool,
}

/// Is there more to do?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Service {
    Continue,
    End,
}

impl<V: Variant, B: Brain> Host<'_, V, B> {
    fn serve(&mut self, arrivals: &Receiver<TcpStream>) -> Result<(), DxpError> {
        let thoughts = self.brain.events().clone();
        loop {
            let nobody = never();
            let seat = self.seat.as_ref();
            let messages = seat.map_or(&nobody, |seat| seat.link.messages()).clone();
            let wake = seat.and_then(|seat| seat.endpoint.wakes_at());
            let wake = wake.map_or_else(never, |at| {
                after(at.saturating_duration_since(Instant::now()))
            });
            let service = select! {
                recv(thoughts) -> event => match event {
                    Err(_) => return Err(DxpError::Crashed),
                    Ok(event) => self.heard(event)?,
                },
                recv(wake) -> _ => self.with_seat(|seat| seat.endpoint.tick(Instant::now()))?,
                recv(messages) -> input => self.input(input.unwrap_or(Input::End))?,
                recv(arrivals) -> arrival => match arrival {
                    Ok(stream) => self.arrival(stream)?,
                    Err(_) => Service::End,
                },
            };
            if service == Service::End {
                return Ok(());
            }
        }
    }

    /// Works on a message, or on its absence.
    fn input(&mut self, input: Input) -> Result<Service, DxpError> {
        match input {
            Input::Line(text) => self.with_seat(|seat| {
                let text = text.trim_matches(['\r', '\n']);
                panic::note_command(text);
                seat.link.received(text);
                seat.endpoint.receive(text, Instant::now())
            }),
            Input::TooLong => self.with_seat(|seat| seat.endpoint.dropped()),
            Input::End => {
                self.say("connection closed by the opponent")?;
                self.leave()
            }
        }
    }

    /// Passes on what the brain tells.
    fn heard(&mut self, event: B::Event) -> Result<Service, DxpError> {
        match self.brain.heard(event) {
            None => Ok(Service::Continue),
            Some(Thought::Found(best, ponder)) => {
                self.with_seat(|seat| seat.endpoint.found(best, ponder, Instant::now()))
            }
            Some(Thought::Trouble(text)) => {
                self.say(&text)?;
                Ok(Service::Continue)
            }
        }
    }

    /// Somebody has come. One game is played at a time; who neither plays nor has played a game
    /// lately gives way.
    fn arrival(&mut self, stream: TcpStream) -> Result<Service, DxpError> {
        let Ok(mut link) = Link::new(stream) else {
            return Ok(Service::Continue);
        };
        // The opponent may have gone a moment ago, perhaps to come again.
        while let Some(Ok(input)) = self
            .seat
            .as_ref()
            .map(|seat| seat.link.messages().try_recv())
        {
            if self.input(input)? == Service::End {
                return Ok(Service::End);
            }
        }
        let taken = self
            .seat
            .as_ref()
            .is_some_and(|seat| seat.known && seat.link.silence() < seat.endpoint.patience());
        if taken {
            link.send(&Message::Chat("busy with another opponent".to_string()));
            return Ok(Service::Continue);
        }
        if self.seat.is_some() {
            self.say("the opponent has given way to another one")?;
            self.stand_up();
        }
        self.say("an opponent has connected")?;
        self.sit_down(link)
    }

    fn sit_down(&mut self, link: Link) -> Result<Service, DxpError> {
        self.played = 0;
        self.seat = Some(Seat {
            link,
            endpoint: Endpoint::new(self.meeting.manners.clone()),
            known: false,
        });
        self.offer()
    }

    /// Offers the next game, if it is ours to offer.
    fn offer(&mut self) -> Result<Service, DxpError> {
        let Some(offers) = &self.meeting.offers else {
            return Ok(Service::Continue);
        };
        let swapped = self.played % 2 == 1;
        let ours = if swapped { !offers.side } else { offers.side };
        let request = Request {
            name: self.meeting.manners.name.clone(),
            follower: !ours,
            minutes: offers.minutes,
            moves: offers.moves,
            board: self.board.clone(),
        };
        let last = self.played + 1 >= offers.games;
        self.with_seat(|seat| seat.endpoint.offer(request, last))
    }

    /// The opponent is gone.
    fn leave(&mut self) -> Result<Service, DxpError> {
        self.stand_up();
        let ends = self.meeting.once || matches!(self.meeting.place, Place::Connect(_));
        Ok(if ends {
            Service::End
        } else {
            Service::Continue
        })
    }

    fn stand_up(&mut self) {
        self.seat = None;
        self.brain.halt();
    }

    /// Does what the opponent's endpoint says.
    fn with_seat(
        &mut self,
        act: impl FnOnce(&mut Seat<V>) -> Vec<Action>,
    ) -> Result<Service, DxpError> {
        let actions = self.seat.as_mut().map(act).unwrap_or_default();
        for action in actions {
            if self.carry_out(action)? == Service::End {
                return Ok(Service::End);
            }
        }
        if self.seat.as_ref().is_some_and(|seat| !seat.link.is_open()) {
            self.say("the opponent does not read any more")?;
            return self.leave();
        }
        Ok(Service::Continue)
    }

    fn carry_out(&mut self, action: Action) -> Result<Service, DxpError> {
        match action {
            Action::Send(message) => {
                if let Some(seat) = &mut self.seat {
                    seat.link.send(&message);
                }
            }
            Action::Think(task) => self.brain.think(&task, false),
            Action::Ponder(task) => self.brain.think(&task, true),
            Action::PonderHit => self.brain.ponder_hit(),
            Action::Halt => self.brain.halt(),
            Action::Begun(request) => self.begin(request)?,
            Action::Over(end) => self.tell_result(end)?,
            Action::Note(text) => self.say(&text)?,
            Action::Idle => return self.offer(),
            Action::HangUp => {
                self.say("the session is over")?;
                return self.leave();
            }
        }
        Ok(Service::Continue)
    }

    fn begin(&mut self, request: Request) -> Result<(), DxpError> {
        self.brain.new_game();
        self.played += 1;
        let moves = request
            .moves
            .map_or_else(String::new, |moves| format!(", {moves} moves"));
        self.say(&format!(
            "game {}: {} min{moves}",
            self.played, request.minutes
        ))?;
        if let Some(seat) = &mut self.seat {
            seat.known = true;
        }
        Ok(())
    }

    fn tell_result(&mut self, end: End) -> Result<(), DxpError> {
        let result = match end.reason {
            EndReason::Win => "won",
            EndReason::Draw => "drawn",
            EndReason::Loss => "lost",
            EndReason::Unknown => "ended without a result",
        };
        self.say(&format!("game {}: {result}", self.played))
    }

    fn say(&mut self, text: &str) -> Result<(), DxpError> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }
}
