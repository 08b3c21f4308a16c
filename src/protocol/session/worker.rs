use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ajeeb_base::Outcome;
use ajeeb_game::{Record, Rules, Select, Unobserved};
use ajeeb_nnue::Weights;
use ajeeb_search::{Effort, Found, Limits, Line, Searcher, Signals};
use crossbeam::channel::{Receiver, Sender};

use super::event::{Event, Finished, Report, ReportLine, Throttle};
use super::{Task, Upkeep, WriteMove};
use crate::catalog::Playable;
use crate::commands::perft;

/// What the search thread is told to do. It does one after another.
pub(super) enum Job<G: Playable> {
    Search(Box<SearchJob<G>>),
    Divide(Box<DivideJob<G>>),
    Upkeep(Upkeep),
    EvaluateBy(Weights<G>),
    Run(Task, Arc<Signals>),
}

pub(super) struct SearchJob<G: Playable> {
    pub(super) game: Arc<Record<G>>,
    pub(super) limits: Limits<G::Move>,
    pub(super) signals: Arc<Signals>,
    pub(super) write: WriteMove<G>,
    /// When the command came: the time in the queue is part of the move's time.
    pub(super) since: Instant,
}

pub(super) struct DivideJob<G: Playable> {
    pub(super) position: G::Position,
    pub(super) depth: u32,
    pub(super) signals: Arc<Signals>,
    pub(super) write: WriteMove<G>,
}

/// The life of the search thread: it owns the searcher and works until nobody can give it work.
pub(super) fn work<G: Playable>(jobs: &Receiver<Job<G>>, events: &Sender<Event>) {
    let _alarm = Alarm(events);
    let Some(mut searcher) = make_searcher::<G>(events) else {
        return;
    };
    send(events, Event::Kept);
    for job in jobs {
        match job {
            Job::Search(job) => search(&mut searcher, *job, events),
            Job::Divide(job) => divide(&job, events),
            Job::Upkeep(upkeep) => {
                keep_up(&mut searcher, upkeep, events);
                send(events, Event::Kept);
            }
            Job::EvaluateBy(weights) => {
                searcher.set_weights(weights);
                send(events, Event::Kept);
            }
            Job::Run(task, signals) => {
                let mut lines = Lines {
                    events,
                    line: Vec::new(),
                };
                if let Err(trouble) = task(&signals, &mut lines) {
                    send(events, Event::Trouble(trouble));
                }
                send(events, Event::Ran);
            }
        }
    }
}

/// Tells the front end if the thread dies before its time, so that nobody waits for it.
struct Alarm<'a>(&'a Sender<Event>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            send(self.0, Event::Crashed);
        }
    }
}

/// Turns what a task writes into events, a line each.
struct Lines<'a> {
    events: &'a Sender<Event>,
    line: Vec<u8>,
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                send(
                    self.events,
                    Event::Text(String::from_utf8_lossy(&line).into_owned()),
                );
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A front end that has left wants no events.
fn send(events: &Sender<Event>, event: Event) {
    let _ = events.send(event);
}

/// A searcher with the usual table, or with the smallest one if there is no memory for that.
fn make_searcher<G: Playable>(events: &Sender<Event>) -> Option<Searcher<G>> {
    let made = Searcher::new(Searcher::<G>::DEFAULT_MEGABYTES, 1).or_else(|error| {
        send(events, Event::Trouble(error.to_string()));
        Searcher::new(1, 1)
    });
    match made {
        Ok(searcher) => Some(searcher),
        Err(error) => {
            send(events, Event::Trouble(error.to_string()));
            send(events, Event::Crashed);
            None
        }
    }
}

fn keep_up<G: Playable>(searcher: &mut Searcher<G>, upkeep: Upkeep, events: &Sender<Event>) {
    match upkeep {
        Upkeep::Resize(megabytes) => {
            if let Err(error) = searcher.resize(megabytes) {
                send(events, Event::Trouble(error.to_string()));
            }
        }
        Upkeep::Threads(count) => searcher.set_threads(count),
        Upkeep::Clear => searcher.clear(),
    }
}

/// Takes time that is gone already off every limit of time.
fn spend<M>(limits: &mut Limits<M>, time: Duration) {
    if let Some(clock) = &mut limits.clock {
        clock.left = clock.left.saturating_sub(time);
    }
    if let Some(left) = &mut limits.move_time {
        *left = left.saturating_sub(time);
    }
}

fn search<G: Playable>(searcher: &mut Searcher<G>, job: SearchJob<G>, events: &Sender<Event>) {
    let SearchJob {
        game,
        mut limits,
        signals,
        write,
        since,
    } = job;
    if !limits.ponder {
        spend(&mut limits, since.elapsed());
    }
    let root = game.position();
    let mut throttle = Throttle::default();
    let mut held_back = true;
    let found = searcher.search(&game, &limits, &signals, &mut |event| match event {
        ajeeb_search::Event::Lines(lines, effort) => {
            held_back = !throttle.admits(lines.len(), effort.time);
            if !held_back {
                send(
                    events,
                    Event::Report(report::<G>(root, lines, effort, write)),
                );
            }
        }
        ajeeb_search::Event::Current { mv, number, depth } => {
            let mv = write(root, mv);
            send(
                events,
                Event::Current {
                    mv,
                    number,
                    depth: depth.plies(),
                },
            );
        }
    });
    if held_back && !found.lines.is_empty() {
        send(
            events,
            Event::Report(report::<G>(root, &found.lines, found.effort, write)),
        );
    }
    send(events, Event::Finished(finished::<G>(root, &found, write)));
}

fn report<G: Playable>(
    root: &G::Position,
    lines: &[Line<G::Move>],
    effort: Effort,
    write: WriteMove<G>,
) -> Report {
    let lines = lines
        .iter()
        .map(|line| ReportLine {
            number: line.number,
            depth: line.depth.plies(),
            selective_depth: line.selective_depth,
            score: line.score,
            bound: line.bound,
            moves: write_line::<G>(root, &line.moves, write),
        })
        .collect();
    Report { lines, effort }
}

/// The text of moves that follow each other, with blanks between them.
fn write_line<G: Playable>(root: &G::Position, moves: &[G::Move], write: WriteMove<G>) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for &mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&write(&position, mv));
        position = G::play(&position, mv, &mut Unobserved);
    }
    text
}

fn finished<G: Playable>(
    root: &G::Position,
    found: &Found<G::Move>,
    write: WriteMove<G>,
) -> Finished {
    let Some(best) = found.best() else {
        return Finished::NoMove(G::stuck(root));
    };
    let ponder = found.ponder.map(|reply| {
        let after = G::play(root, best, &mut Unobserved);
        write(&after, reply)
    });
    Finished::Move {
        best: write(root, best),
        ponder,
    }
}

fn divide<G: Playable>(job: &DivideJob<G>, events: &Sender<Event>) {
    let mut total = Some(0);
    if job.depth == 0 {
        total = Some(1);
    } else {
        let mut moves = G::Moves::default();
        G::moves(&job.position, Select::All, &mut moves);
        for &mv in moves.iter() {
            let after = G::play(&job.position, mv, &mut Unobserved);
            let nodes = count::<G>(&after, job.depth - 1, &job.signals);
            total = total.zip(nodes).map(|(sum, nodes)| sum + nodes);
            let Some(nodes) = nodes else { break };
            send(
                events,
                Event::Divided {
                    mv: (job.write)(&job.position, mv),
                    nodes,
                },
            );
        }
    }
    send(events, Event::Counted(total));
}

/// The lines of `depth` plies from `position`, `None` if stopped. Looks at the signals only so
/// far from the leaves that it costs nothing.
fn count<G: Rules>(position: &G::Position, depth: u32, signals: &Signals) -> Option<u64> {
    const BLIND: u32 = 3;
    if signals.stopped() {
        return None;
    }
    if depth <= BLIND {
        return Some(perft::count::<G>(position, depth as u8));
    }
    if matches!(G::over(position), Some(Outcome::Win | Outcome::Loss)) {
        return Some(0);
    }
    let mut moves = G::Moves::default();
    G::moves(position, Select::All, &mut moves);
    moves.iter().try_fold(0, |sum, &mv| {
        let after = G::play(position, mv, &mut Unobserved);
        Some(sum + count::<G>(&after, depth - 1, signals)?)
    })
}
