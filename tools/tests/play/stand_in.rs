//! Engines made for tests: UCI or Hub, as they are spoken to. They play the moves they are given
//! or the first legal one, and misbehave at a ply of their choice.
//!
//! Arguments:
//! - `line=MOVE,MOVE,...`: the moves of both sides by ply.
//! - `FAULT@PLY`: what goes wrong when a move is due at that ply, counted from 0, once for each
//!   process.
//! - `game=N`: faults do not occur before this process's Nth game.
//! - `from=TEXT`: faults occur only in games that start from a position with this in its text.
//! - `score=N`, `nodes=N`: the score in hundredths and the nodes to tell; 25 and 100 if left out.
//! - `nodestime`: the engine has this option.
//! - `heard=FILE`: every line heard is appended to the file.
//! - `starts=FILE,N`: only so many processes start, which count themselves in the file.

use std::fs::{File, OpenOptions};
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
    faults: Vec<(Fault, usize)>,
    /// Faults do not occur before this game, counted from 1.
    faulty_from: usize,
    /// Faults occur only where the game starts from such a position.
    faulty_start: String,
    games: usize,
    score: Option<i32>,
    nodes: Option<u64>,
    nodestime: bool,
    heard: Option<File>,
    /// It reads on and never answers, not even to `quit`. The end of the input ends it all the
    /// same, so that nothing is left behind.
    hangs: bool,
    chess: bool,
    /// The moves sent with the last position.
    moves: Vec<String>,
    start: String,
}

/// Speaks until the input ends or it is told to quit.
pub(crate) fn run(persona: &[String]) -> ExitCode {
    let mut engine = StandIn::new(persona);
    if engine
        .faults
        .iter()
        .any(|(fault, _)| *fault == Fault::Absent)
    {
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
            } else if let Some((key, value)) = item.split_once('=') {
                engine.set(key, value);
            } else if item == "nodestime" {
                engine.nodestime = true;
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
                engine.faults.push((fault, ply.parse().expect("a ply")));
            } else {
                panic!("{item} means nothing");
            }
        }
        engine
    }

    fn set(&mut self, key: &str, value: &str) {
        let number = || value.parse().expect("a number");
        match key {
            "game" => self.faulty_from = value.parse().expect("a number"),
            "from" => self.faulty_start = value.to_owned(),
            "score" => self.score = Some(number()),
            "nodes" => self.nodes = Some(value.parse().expect("a number")),
            "heard" => self.heard = Some(appending(value)),
            "starts" => {
                let (path, most) = value.split_once(',').expect("a file and a number");
                writeln!(appending(path), "started").expect("the file can be written");
                let starts = std::fs::read_to_string(path).expect("the file can be read");
                if starts.lines().count() > most.parse().expect("a number") {
                    self.faults.push((Fault::Absent, 0));
                }
            }
            _ => panic!("{key} means nothing"),
        }
    }

    fn hear(&mut self, line: &str) -> Option<ExitCode> {
        if self.hangs {
            return None;
        }
        if let Some(heard) = &mut self.heard {
            writeln!(heard, "{line}").expect("the file can be written");
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" => {
                self.chess = true;
                println!("id name stand-in\noption name Hash type spin default 1 min 1 max 9");
                if self.nodestime {
                    println!("option name nodestime type spin default 0 min 0 max 9999");
                }
                println!("uciok");
            }
            "hub" => println!("id name=stand-in\nparam name=variant value=normal type=enum\nwait"),
            "isready" => println!("readyok"),
            "init" => println!("ready"),
            "ping" => println!("pong"),
            "ucinewgame" | "new-game" => self.games += 1,
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
        let fault = self.fault(ply);
        match fault {
            Some(Fault::Hang) => {
                self.hangs = true;
                return None;
            }
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
        let (score, nodes) = (self.score.unwrap_or(25), self.nodes.unwrap_or(100));
        if self.chess {
            println!("info depth 3 score cp {score} nodes {nodes} pv {mv}\nbestmove {mv}");
        } else {
            let score = f64::from(score) / 100.0;
            println!("info depth=3 score={score} nodes={nodes} pv={mv}\ndone move={mv}");
        }
        None
    }

    /// What goes wrong now, and never again.
    fn fault(&mut self, ply: usize) -> Option<Fault> {
        if self.games < self.faulty_from || !self.start.contains(&self.faulty_start) {
            return None;
        }
        let index = self.faults.iter().position(|(_, at)| *at == ply)?;
        Some(self.faults.remove(index).0)
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

fn appending(path: &str) -> File {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.unwrap_or_else(|error| panic!("{path}: {error}"))
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
