//! A stand-in on a socket: follows in every game, and plays the first legal move.
//!
//! Arguments: `dxp:PORT` (it listens) or `dxp:to:PORT` (it connects), then `FAULT@PLY`: what goes
//! wrong when a move is due at that ply.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_draughts::{Draughts, International};
use ajeeb_game::{Notation, Record, Rules, Select};
use ajeeb_protocol::dxp::message::{Answer, AnswerCode, End, EndReason, Message, MoveMessage};

use crate::stand_in::CRASH_CODE;

type Game = Draughts<International>;

struct Follower {
    stream: TcpStream,
    fault: String,
    side: Side,
    record: Record<Game>,
}

/// Plays until the other side closes the connection.
pub(crate) fn run(place: &str, persona: &[String]) -> ExitCode {
    let fault = persona.first().cloned().unwrap_or_default();
    if fault == "absent@0" {
        return ExitCode::SUCCESS;
    }
    let stream = match place.strip_prefix("to:") {
        Some(port) => TcpStream::connect(format!("127.0.0.1:{port}")).expect("the lab listens"),
        None => {
            let listener = TcpListener::bind(format!("127.0.0.1:{place}")).expect("a free port");
            listener.accept().expect("the lab connects").0
        }
    };
    let mut follower = Follower {
        stream,
        fault,
        side: Side::White,
        record: Record::new(Game::start()),
    };
    while let Some(text) = follower.hear() {
        if let Some(code) = follower.obey(&text) {
            return code;
        }
    }
    ExitCode::SUCCESS
}

impl Follower {
    fn hear(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut byte = [0];
        loop {
            match self.stream.read(&mut byte) {
                Ok(1) if byte[0] == 0 => return Some(text),
                Ok(1) => text.push(char::from(byte[0])),
                _ => return None,
            }
        }
    }

    fn say(&mut self, message: &Message) {
        // The lab may have gone.
        let _ = self.stream.write_all(format!("{message}\0").as_bytes());
    }

    fn obey(&mut self, text: &str) -> Option<ExitCode> {
        match Message::read(text).expect("the lab speaks well") {
            Message::Request(request) => {
                self.side = request.follower;
                let board = request.board.as_deref();
                let start = board.map_or(Ok(Game::start()), Game::read_hub);
                self.record = Record::new(start.expect("a position"));
                let code = if self.fault == "refuse@0" {
                    AnswerCode::Unacceptable
                } else {
                    AnswerCode::Accepted
                };
                let name = "stand-in".to_owned();
                self.say(&Message::Answer(Answer { name, code }));
            }
            Message::Move(mv) => {
                let mv = Game::read_move(self.record.position(), &mv.hub()).expect("a legal move");
                self.record.play(mv);
            }
            Message::End(end) => {
                let reason = EndReason::Unknown;
                self.say(&Message::End(End { reason, ..end }));
                return None;
            }
            _ => return None,
        }
        if Game::side(self.record.position()) == self.side && self.fault != "refuse@0" {
            return self.play();
        }
        None
    }

    /// Plays the first legal move, or what is to go wrong.
    fn play(&mut self) -> Option<ExitCode> {
        let ply = self.record.moves().len();
        let end = |reason| {
            Message::End(End {
                reason,
                stop: false,
            })
        };
        match self.fault.split_once('@') {
            Some((fault, at)) if at == ply.to_string() => match fault {
                "crash" => return Some(ExitCode::from(CRASH_CODE)),
                "illegal" => {
                    let text = "M0000010200";
                    let _ = self.stream.write_all(format!("{text}\0").as_bytes());
                }
                "resign" => self.say(&end(EndReason::Loss)),
                "claim" => self.say(&end(EndReason::Draw)),
                _ => thread::sleep(Duration::from_secs(3600)),
            },
            _ => {
                let position = self.record.position();
                let mut moves = <Game as Rules>::Moves::default();
                Game::moves(position, Select::All, &mut moves);
                let mv = *moves.first()?;
                let text = Game::write_move(position, mv);
                self.record.play(mv);
                let message = MoveMessage::from_hub(&text, 0).expect("a move");
                self.say(&Message::Move(message));
            }
        }
        None
    }
}
