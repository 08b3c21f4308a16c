//! Perft: the number of move sequences of a given length, the standard check of a move
//! generator.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ajeeb_base::Outcome;
use ajeeb_game::{Rules, Select, Unobserved};
use parking_lot::Mutex;
use serde::Serialize;

use super::{Failure, Subject, write_json};
use crate::catalog::{GameName, Playable, Visitor, with_game};

/// The options of `perft`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The position to start from.
    pub subject: Subject,
    /// The length of the sequences, in plies.
    pub depth: u8,
    /// Also count for each first move.
    pub divide: bool,
    /// Threads among which the first moves are shared out; 0 counts as 1.
    pub threads: usize,
    /// Write JSON.
    pub json: bool,
}

/// Counts and writes what was asked for.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let name = options.subject.name()?;
    with_game(name, Command { name, options, out })
}

/// The number of sequences of `depth` legal moves from `position`. A decided game has none, but
/// draws by rule do not stop the count.
pub fn count<R: Rules>(position: &R::Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    if decided::<R>(position) {
        return 0;
    }
    if depth == 1 {
        return R::count(position);
    }
    let mut moves = R::Moves::default();
    R::moves(position, Select::All, &mut moves);
    let mut total = 0;
    if depth == 2 {
        // Nearly all the time goes here. A plain loop: through a recursive call the generator
        // is not inlined, at a cost of almost half the speed.
        for &mv in moves.iter() {
            total += R::count(&R::play(position, mv, &mut Unobserved));
        }
    } else {
        for &mv in moves.iter() {
            total += count_after::<R>(position, mv, depth);
        }
    }
    total
}

/// Each legal move of `position` in generation order, with the number of sequences of `depth`
/// moves that begin with it. Empty at depth 0. The moves are shared out among `threads`.
pub fn divide<R: Rules>(position: &R::Position, depth: u8, threads: usize) -> Vec<(R::Move, u64)> {
    let mut moves = R::Moves::default();
    if depth > 0 && !decided::<R>(position) {
        R::moves(position, Select::All, &mut moves);
    }
    let moves: &[R::Move] = &moves;
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![0; moves.len()]);
    let work = || {
        while let Some((index, &mv)) = take(moves, &next) {
            let nodes = count_after::<R>(position, mv, depth);
            counts.lock()[index] = nodes;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            scope.spawn(work);
        }
        work();
    });
    let counts = counts.into_inner();
    moves.iter().copied().zip(counts).collect()
}

/// The next item that no thread has taken yet, with its index.
fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

fn count_after<R: Rules>(position: &R::Position, mv: R::Move, depth: u8) -> u64 {
    count::<R>(&R::play(position, mv, &mut Unobserved), depth - 1)
}

/// Won or lost before anyone moves. Chess without enough pieces to mate goes on: published
/// counts ignore draws.
fn decided<R: Rules>(position: &R::Position) -> bool {
    matches!(R::over(position), Some(Outcome::Win | Outcome::Loss))
}

struct Command<'a> {
    name: GameName,
    options: &'a Options,
    out: &'a mut dyn Write,
}

impl Visitor for Command<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Command { name, options, out } = self;
        let position = options.subject.position::<G>(name)?;
        let begin = Instant::now();
        let moves = divide::<G>(&position, options.depth, options.threads);
        let time = begin.elapsed();
        let nodes = match options.depth {
            0 => 1,
            _ => moves.iter().map(|&(_, nodes)| nodes).sum(),
        };
        let divided = options.divide.then(|| {
            let text = |(mv, nodes)| Share {
                r#move: G::write_move(&position, mv),
                nodes,
            };
            moves.into_iter().map(text).collect()
        });
        let result = Count {
            game: name.family().to_string(),
            variant: name.as_str(),
            fen: G::write_position(&position),
            depth: options.depth,
            nodes,
            time_ms: time.as_millis() as u64,
            moves: divided,
        };
        if options.json {
            write_json(out, &result)
        } else {
            result.write(time, out)
        }
    }
}

/// The JSON record of `perft`.
#[derive(Serialize)]
struct Count {
    game: String,
    variant: &'static str,
    fen: String,
    depth: u8,
    nodes: u64,
    time_ms: u64,
    /// `null` unless asked for.
    moves: Option<Vec<Share>>,
}

#[derive(Serialize)]
struct Share {
    r#move: String,
    nodes: u64,
}

impl Count {
    fn write(&self, time: Duration, out: &mut dyn Write) -> Result<(), Failure> {
        for share in self.moves.iter().flatten() {
            writeln!(out, "{}: {}", share.r#move, share.nodes)?;
        }
        let millions = self.nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
        writeln!(
            out,
            "time {:.3} s, {millions:.1} million nodes a second",
            time.as_secs_f64()
        )?;
        writeln!(out, "perft {}: {}", self.depth, self.nodes)?;
        Ok(out.flush()?)
    }
}
