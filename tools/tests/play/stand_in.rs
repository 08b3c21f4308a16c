//! Engines made for tests: UCI or Hub, as they are spoken to. They play the moves they are given
//! or the first legal one, and misbehave at a ply of their choice.
//!
//! Arguments: `line=MOVE,MOVE,...` are the moves of both sides by ply; `FAULT@PLY` is what goes
//! wrong when a move is due at that ply, counted from 0, once for each process.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, International};
use ajeeb_game::{Notation, Record, Select};

/// How late the late one is: more than any margin in these tests, however slow the machine.
pub(crate) const LATE: Duration = Duration::from_millis(60);

/// The exit code of a crash.
pub(crate) const CRASH_CODE: u8 = 42;

/// Something to do instead of answering properly.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Hang,
    Crash,
    Illegal,
    Garbage,
    Late,
    /// Ends before the first word, whatever the ply.
    Absent,
}

#[derive(Default)]
struct StandIn {
    line: Vec<String>,
    fault: Option<(Fault, usize)>,
    chess: bool,
    /// The moves sent with the last position.
    moves: Vec<String>,
    start: String,
}

/// Speaks until the input ends or it is told to quit.
pub(crate) fn run(persona: &[String]) -> ExitCode {
    let mut engine = StandIn::new(persona);
    if matches!(engine.fault, Some((Fault::Absent, _))) {
        return ExitCode::from(CRASH_CODE);
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match engine.hear(&line) {
            Some(code) => return code,
            None => io::stdout().flush().expect("the runner listens"),
        }
    }
    ExitCode::SUCCESS
}

impl StandIn {
    fn new(persona: &[String]) -> StandIn {
        let mut engine = StandIn::default();
        for item in persona {
            if let Some(line) = item.strip_prefix("line=") {
                engine.line = line.split(',').map(str::to_owned).collect();
            } else if let Some((fault, ply)) = item.split_once('@') {
                let fault = match fault {
                    "hang" => Fault::Hang,
                    "crash" => Fault::Crash,
                    "illegal" => Fault::Illegal,
                    "garbage" => Fault::Garbage,
                    "late" => Fault::Late,
                    "absent" => Fault::Absent,
                    _ => panic!("no fault is called {fault}"),
                };
                engine.fault = Some((fault, ply.parse().expect("a ply")));
            } else {
                panic!("{item} means nothing");
            }
        }
        engine
    }

    fn hear(&mut self, line: &str) -> Option<ExitCode> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" => {
                self.chess = true;
                println!(
                    "id name stand-in\noption name Hash type spin default 1 min 1 max 9\nuciok"
                );
            }
            "hub" => println!("id name=stand-in\nparam name=variant value=normal type=enum\nwait"),
            "isready" => println!("readyok"),
            "init" => println!("ready"),
            "ping" => println!("pong"),
            "position" => self.set_position(rest.strip_prefix("fen ").expect("a FEN"), " moves "),
            "pos" => self.set_position(rest.strip_prefix("pos=").expect("a position"), " moves="),
            "go" => return self.go(),
            "quit" => return Some(ExitCode::SUCCESS),
            _ => {}
        }
        None
    }

    fn set_position(&mut self, text: &str, separator: &str) {
        let (start, moves) = text.split_once(separator).unwrap_or((text, ""));
        self.start = start.to_owned();
        self.moves = moves
            .trim_matches('"')
            .split_whitespace()
            .map(str::to_owned)
            .collect();
    }

    fn go(&mut self) -> Option<ExitCode> {
        let ply = self.moves.len();
        let fault = self
            .fault
            .take_if(|(_, at)| *at == ply)
            .map(|(fault, _)| fault);
        match fault {
            Some(Fault::Hang) => return Some(hang()),
            Some(Fault::Crash) => {
                eprintln!("something terrible has happened");
                return Some(ExitCode::from(CRASH_CODE));
            }
            Some(Fault::Garbage) => garbage(),
            Some(Fault::Late) => thread::sleep(LATE),
            Some(Fault::Illegal | Fault::Absent) | None => {}
        }
        let mv = match fault {
            Some(Fault::Illegal) => "a1a1".to_owned(),
            _ => self.choose(ply),
        };
        if self.chess {
            println!("info depth 3 score cp 25 nodes 100 pv {mv}\nbestmove {mv}");
        } else {
            println!("info depth=3 score=0.25 nodes=100 pv={mv}\ndone move={mv}");
        }
        None
    }

    fn choose(&self, ply: usize) -> String {
        match self.line.get(ply) {
            Some(mv) => mv.clone(),
            None if self.chess => {
                let start = Chess::read_position(&self.start).expect("the runner sends positions");
                first_legal::<Chess>(start, &self.moves)
            }
            None => {
                let start = Draughts::<International>::read_hub(&self.start);
                let start = start.expect("the runner sends positions");
                first_legal::<Draughts<International>>(start, &self.moves)
            }
        }
    }
}

/// Reads on and never answers, not even to `quit`. The end of the input ends it all the same, so
/// that nothing is left behind if a test fails.
fn hang() -> ExitCode {
    for line in io::stdin().lock().lines() {
        drop(line);
    }
    ExitCode::SUCCESS
}

/// Bytes that are no text, a line without end, and the half of an answer.
fn garbage() {
    let mut out = io::stdout().lock();
    let mut bytes = vec![0xff, 0, b'\n'];
    bytes.extend([b'x'; 300_000]);
    bytes.extend(b"\nbest move e2e4\ndone\xfe move\ninfo depth score nodes pv=\"\n\n");
    out.write_all(&bytes).expect("the runner listens");
}

fn first_legal<G: Notation>(start: G::Position, moves: &[String]) -> String {
    let mut record = Record::<G>::new(start);
    for text in moves {
        let mv = G::read_move(record.position(), text).expect("the runner sends legal moves");
        record.play(mv);
    }
    let mut moves = G::Moves::default();
    G::moves(record.position(), Select::All, &mut moves);
    G::write_move(record.position(), moves[0])
}
