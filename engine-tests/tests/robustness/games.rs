//! Cases that are games: basic mates driven home, and clocks that must not run out.

use std::time::{Duration, Instant};

use ajeeb_chess::Chess;
use ajeeb_engine_tests::binary;
use ajeeb_game::base::{Outcome, Side};
use ajeeb_game::{Ending, Notation, Record, Rules};
use libtest_mimic::{Failed, Trial};

use crate::dialect::{Dialect, Output};
use crate::engine::Engine;
use crate::laws;
use crate::run::slack;
use crate::uci::Uci;

/// Endings that are won without pawns, each from a position where the king is far from the edge.
const MATES: &[(&str, &str)] = &[
    ("bishop and knight", "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1"),
    ("rook", "8/8/3k4/8/8/8/8/R3K3 w - - 0 1"),
    ("queen", "8/8/3k4/8/8/8/8/2Q1K3 w - - 0 1"),
    ("two bishops", "8/8/3k4/8/8/8/2B2B2/4K3 w - - 0 1"),
];

/// Time controls in which other engines have lost on time.
const CONTROLS: &[(&str, Control)] = &[
    (
        "fixed time",
        Control {
            base: 50,
            increment: 0,
            period: Some(1),
        },
    ),
    (
        "increment",
        Control {
            base: 1000,
            increment: 10,
            period: None,
        },
    ),
    (
        "40 moves in 2 s",
        Control {
            base: 2000,
            increment: 0,
            period: Some(40),
        },
    ),
    (
        "sudden death",
        Control {
            base: 500,
            increment: 0,
            period: None,
        },
    ),
];

/// Games of each time control in the long run.
const MANY_GAMES: usize = 20;
/// A game that is not over by then is broken off.
const LONGEST_GAME: usize = 400;

/// What the engine may spend on a move of an ending: nodes, so that every run is the same, and
/// in the long run the time that the case names.
const MATE_EFFORT: &str = "go nodes 100000";
const MATE_TIME: &str = "go movetime 200";

/// The tests; each is named by the case it stands for.
pub(crate) fn trials() -> Vec<Trial> {
    let mate = |go: &'static str, ignored: bool| {
        MATES.iter().map(move |&(name, fen)| {
            let name = format!("uci-10 mates with {name}: {go}");
            Trial::test(name, move || drives_home(fen, go)).with_ignored_flag(ignored)
        })
    };
    let mates = mate(MATE_EFFORT, false).chain(mate(MATE_TIME, true));
    let short = CONTROLS.iter().map(|&(name, control)| {
        Trial::test(format!("uci-11 keeps its clock: {name}"), move || {
            control.play(1)
        })
    });
    let long = CONTROLS.iter().map(|&(name, control)| {
        let name = format!("uci-11 keeps its clock for {MANY_GAMES} games: {name}");
        Trial::test(name, move || control.play(MANY_GAMES)).with_ignored_flag(true)
    });
    mates.chain(short).chain(long).collect()
}

/// A game of the engine against itself.
struct Game {
    engine: Engine,
    record: Record<Chess>,
    /// The moves so far, in UCI text.
    moves: Vec<String>,
    start: String,
}

impl Game {
    fn new(fen: &str) -> Result<Game, Failed> {
        let start = Chess::read_position(fen)?;
        let mut engine = Engine::start(binary::path(), &[]);
        for (question, answer) in [("uci", "uciok"), ("ucinewgame", ""), ("isready", "readyok")] {
            engine.send(question);
            if !answer.is_empty() {
                let ready = engine.wait(answer, Duration::from_secs(10));
                ready.ok_or_else(|| format!("no {answer}"))?;
            }
        }
        Ok(Game {
            engine,
            record: Record::new(start),
            moves: Vec::new(),
            start: fen.to_owned(),
        })
    }

    /// Lets the engine move; the time it took.
    fn step(&mut self, go: &str, patience: Duration) -> Result<Duration, Failed> {
        let position = format!("position fen {} moves {}", self.start, self.moves.join(" "));
        let asked = Instant::now();
        self.engine.send(&position);
        self.engine.send(go);
        let line = self.engine.wait("bestmove", patience);
        let line = line.ok_or_else(|| format!("no answer to {position}\n{go}"))?;
        let time = asked.elapsed();
        let Output::Answer(answer) = Uci::output(&line)? else {
            return Err(line.into());
        };
        let best = answer
            .best
            .ok_or_else(|| format!("no move after {position}"))?;
        laws::playable::<Uci>(self.record.position(), std::slice::from_ref(&best), false)?;
        let mv = Chess::read_move(self.record.position(), &best)?;
        self.record.play(mv);
        self.moves.push(best);
        Ok(time)
    }
}

/// The stronger side mates before the 50 moves are over, without tables.
fn drives_home(fen: &str, go: &str) -> Result<(), Failed> {
    let mut game = Game::new(fen)?;
    while game.record.ending().is_none() {
        game.step(go, Duration::from_secs(10))?;
    }
    let mated = game.record.ending() == Some(Ending::Stuck(Outcome::Loss));
    if mated && Chess::side(game.record.position()) == Side::Black {
        return Ok(());
    }
    Err(format!("{:?} after {}", game.record.ending(), game.moves.join(" ")).into())
}

/// A time control: milliseconds for so many moves, or for the whole game.
#[derive(Clone, Copy)]
struct Control {
    base: u64,
    increment: u64,
    period: Option<u64>,
}

impl Control {
    /// Plays games from the start position; no clock may run out.
    fn play(self, games: usize) -> Result<(), Failed> {
        for _ in 0..games {
            self.game()?;
        }
        Ok(())
    }

    fn game(self) -> Result<(), Failed> {
        let mut game = Game::new(&Chess::write_position(&Chess::start()))?;
        let mut clocks = [self.base; 2];
        while game.record.ending().is_none() && game.moves.len() < LONGEST_GAME {
            let ply = game.moves.len();
            let own = ply % 2;
            let patience = Duration::from_millis(clocks[own]) + slack();
            let time = game.step(&self.go(ply, clocks), patience)?;
            if time > patience {
                return Err(format!("overstepped by {:?}: {}", time - patience, ply).into());
            }
            // A busy machine may have eaten up the clock; the engine gets at least a breath.
            let used = time.as_millis() as u64;
            clocks[own] = clocks[own].saturating_sub(used).max(1) + self.increment;
            let moves_made = ply as u64 / 2 + 1;
            if self
                .period
                .is_some_and(|period| moves_made.is_multiple_of(period))
            {
                clocks[own] = self.base;
            }
        }
        Ok(())
    }

    fn go(self, ply: usize, [white, black]: [u64; 2]) -> String {
        if self.period == Some(1) {
            return format!("go movetime {}", self.base);
        }
        let increment = self.increment;
        let clock = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
        match self.period {
            Some(period) => format!("{clock} movestogo {}", period - ply as u64 / 2 % period),
            None => clock,
        }
    }
}
