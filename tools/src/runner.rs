//! A whole match: workers that play games, and one collector that counts, writes and tells.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ajeeb_base::Side;
use ajeeb_protocol::catalog::GameName;
use crossbeam::channel::{self, Receiver, Sender};

use crate::adjudicate::Adjudication;
use crate::engine::{Engine, Fault, Spec, Subject};
use crate::game::{self, Conditions, Game, Offence, Reason};
use crate::games::{self, Arena, RecordForm, Visitor};
use crate::openings::{self, OpeningError};
use crate::record::{self, Header, RecordError, Records};
use crate::report::Standing;
use crate::schedule::{self, Contestant, Job};

/// A match as it was asked for.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The rule set.
    pub(crate) game: GameName,
    /// Chess960, even if the openings do not need it.
    pub(crate) chess960: bool,
    /// The engines; the results are the first one's.
    pub(crate) engines: [Arc<Spec>; 2],
    /// Pairs of games.
    pub(crate) pairs: usize,
    /// Games at a time.
    pub(crate) concurrency: usize,
    /// The list of openings; the initial position if there is none.
    pub(crate) openings: Option<PathBuf>,
    /// The seed of a random order of the openings; `None` for that of the list.
    pub(crate) shuffle: Option<u64>,
    /// A game of so many plies is a draw.
    pub(crate) max_plies: usize,
    /// Whether the engines' scores can end a game.
    pub(crate) adjudication: Adjudication,
    /// Where game records go.
    pub(crate) records: Option<PathBuf>,
    /// Where the state goes, for programs.
    pub(crate) json: Option<PathBuf>,
    /// The state is told every so many games.
    pub(crate) every: u64,
}

/// Why a match cannot be played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    /// The command line does not make sense.
    #[error("{0}")]
    Arguments(String),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An engine does not start.
    #[error("{name} {fault}{}", indented(.tail))]
    Engine {
        name: String,
        fault: Fault,
        tail: Vec<String>,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Plays a match.
///
/// # Errors
/// If it cannot be set up, or a file cannot be written. Whatever engines do in the games is a
/// result and no error.
pub(crate) fn run(plan: Plan) -> Result<(), MatchError> {
    games::with_game(plan.game, Play(plan))
}

struct Play(Plan);

impl Visitor for Play {
    type Output = Result<(), MatchError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let plan = self.0;
        let mut starts = match &plan.openings {
            Some(path) => openings::read::<G>(path)?,
            None => vec![G::start()],
        };
        if let Some(seed) = plan.shuffle {
            openings::shuffle(&mut starts, seed);
        }
        let chess960 = plan.chess960 || starts.iter().any(G::needs_chess960);
        let desk = Desk::open(&plan, chess960, G::RECORD)?;
        let hall = Hall::<G> {
            subject: Subject {
                game: plan.game,
                chess960,
            },
            conditions: Conditions {
                chess960,
                max_plies: plan.max_plies,
                adjudication: plan.adjudication,
            },
            jobs: schedule::jobs(plan.pairs, starts.len()).collect(),
            next: AtomicUsize::new(0),
            starts,
            plan: &plan,
        };
        hall.play_all(desk)
    }
}

/// Where the games are played: what all workers share.
struct Hall<'a, G: Arena> {
    plan: &'a Plan,
    subject: Subject,
    conditions: Conditions,
    starts: Vec<G::Position>,
    jobs: Vec<Job>,
    next: AtomicUsize,
}

/// What a worker has to tell.
enum News {
    /// A game is over. If it was forfeited: the offender's last lines.
    Over(Job, Box<Game>, Vec<String>),
    /// Something to be told once.
    Warning(String),
    /// An engine does not start for its first game.
    NoStart(MatchError),
}

impl<G: Arena> Hall<'_, G> {
    fn play_all(&self, mut desk: Desk<'_>) -> Result<(), MatchError> {
        let (sender, news) = channel::unbounded();
        thread::scope(|scope| {
            for _ in 0..self.plan.concurrency.min(self.jobs.len()) {
                let sender = sender.clone();
                scope.spawn(move || self.work(&sender));
            }
            drop(sender);
            let result = desk.collect(&news);
            // Nothing new is begun after an error.
            self.next.store(self.jobs.len(), Ordering::Relaxed);
            result
        })
    }

    /// Plays games until there are none left, or nobody listens any more.
    fn work(&self, news: &Sender<News>) {
        let mut seats = self
            .plan
            .engines
            .each_ref()
            .map(|spec| Seat { spec, engine: None });
        if let Err(error) = self.seat_all(&mut seats, news) {
            // If nobody listens, there is nothing left to do.
            let _ = news.send(News::NoStart(error));
            return;
        }
        while let Some(&job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let (game, tail) = self.play(job, &mut seats);
            if news.send(News::Over(job, Box::new(game), tail)).is_err() {
                return;
            }
        }
        for engine in seats.into_iter().filter_map(|seat| seat.engine) {
            engine.quit();
        }
    }

    /// Starts the engines for the first time.
    fn seat_all(&self, seats: &mut [Seat<'_>; 2], news: &Sender<News>) -> Result<(), MatchError> {
        for seat in seats {
            let name = seat.spec.name.clone();
            let failed = |(fault, tail)| MatchError::Engine { name, fault, tail };
            let engine = seat.ready(self.subject).map_err(failed)?;
            for warning in engine.take_warnings() {
                let _ = news.send(News::Warning(warning));
            }
        }
        Ok(())
    }

    /// Plays a game; the second value is the last lines of an engine that has forfeited it.
    fn play(&self, job: Job, seats: &mut [Seat<'_>; 2]) -> (Game, Vec<String>) {
        let start = &self.starts[job.opening];
        let [first, second] = &mut *seats;
        let engines = match (first.ready(self.subject), second.ready(self.subject)) {
            (Ok(first), Ok(second)) => match job.white {
                Contestant::First => [first, second],
                Contestant::Second => [second, first],
            },
            (Err((fault, tail)), _) => {
                let side = job.side(Contestant::First);
                return (Game::not_played::<G>(start, side, fault), tail);
            }
            (_, Err((fault, tail))) => {
                let side = job.side(Contestant::Second);
                return (Game::not_played::<G>(start, side, fault), tail);
            }
        };
        let game = game::play::<G>(engines, start, &self.conditions);
        let tail = match &game.end.reason {
            Reason::Forfeit(side, offence) => seats[job.player(*side).index()].after(offence),
            _ => Vec::new(),
        };
        (game, tail)
    }
}

/// An engine's place at a worker's board.
struct Seat<'a> {
    spec: &'a Arc<Spec>,
    engine: Option<Engine>,
}

impl Seat<'_> {
    /// The engine, started if it is not there.
    fn ready(&mut self, subject: Subject) -> Result<&mut Engine, (Fault, Vec<String>)> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(self.spec, subject)?,
        };
        Ok(self.engine.insert(engine))
    }

    /// Takes the engine's last lines after a forfeit, and the engine away: whatever state it is
    /// in, the next game gets a fresh one.
    fn after(&mut self, offence: &Offence) -> Vec<String> {
        let Some(engine) = self.engine.take() else {
            return Vec::new();
        };
        let tail = engine.tail();
        if !matches!(offence, Offence::Fault(_)) {
            engine.quit();
        }
        tail
    }
}

/// Where the results come together.
struct Desk<'a> {
    plan: &'a Plan,
    form: RecordForm,
    variant: Option<&'static str>,
    records: Option<Records>,
    standing: Standing,
    warned: Vec<String>,
}

impl<'a> Desk<'a> {
    fn open(plan: &'a Plan, chess960: bool, form: RecordForm) -> Result<Desk<'a>, MatchError> {
        let records = plan.records.as_deref().map(Records::open).transpose()?;
        let variant = match plan.game {
            GameName::Chess => chess960.then_some("Chess960"),
            GameName::International => None,
            other => Some(other.as_str()),
        };
        let standing = Standing::new(
            plan.game.to_string(),
            plan.engines.each_ref().map(|spec| spec.name.clone()),
            plan.engines.each_ref().map(|spec| spec.control.to_string()),
            2 * plan.pairs,
        );
        let desk = Desk {
            plan,
            form,
            variant,
            records,
            standing,
            warned: Vec::new(),
        };
        // A file that cannot be written is better known before the match than after it.
        desk.write_json()?;
        Ok(desk)
    }

    /// Listens to the workers until the last of them is gone.
    fn collect(&mut self, news: &Receiver<News>) -> Result<(), MatchError> {
        for item in news {
            match item {
                News::Over(job, game, tail) => self.take(job, &game, &tail)?,
                News::Warning(text) => self.warn(text),
                News::NoStart(error) => return Err(error),
            }
        }
        self.write_json()?;
        tell(&format!(
            "\nMatch finished.\n{}",
            self.standing.summary().trim_end()
        ));
        Ok(())
    }

    fn take(&mut self, job: Job, game: &Game, tail: &[String]) -> Result<(), MatchError> {
        let names =
            Side::BOTH.map(|side| self.plan.engines[job.player(side).index()].name.as_str());
        if let Reason::Forfeit(side, offence) = &game.end.reason {
            let name = names[side.index()];
            complain(&format!(
                "Game {}: {name} {offence}{}",
                job.number + 1,
                indented(tail)
            ));
        }
        if let Some(records) = &mut self.records {
            let spec = |side| &self.plan.engines[job.player(side).index()];
            let header = Header {
                form: self.form,
                variant: self.variant,
                round: (job.pair + 1, job.number % 2 + 1),
                names,
                controls: Side::BOTH.map(|side| spec(side).control.to_string()),
            };
            records.append(&record::write(&header, game))?;
        }
        let [white, black] = &game.usage;
        let (score, usage) = match job.white {
            Contestant::First => (game.end.white, [white, black]),
            Contestant::Second => (game.end.white.reversed(), [black, white]),
        };
        self.standing.add(job.pair, score, usage);
        if self.standing.games().is_multiple_of(self.plan.every) {
            tell(&self.standing.line());
            self.write_json()?;
        }
        Ok(())
    }

    fn warn(&mut self, text: String) {
        if !self.warned.contains(&text) {
            complain(&format!("Warning: {text}"));
            self.warned.push(text);
        }
    }

    fn write_json(&self) -> Result<(), RecordError> {
        let Some(path) = &self.plan.json else {
            return Ok(());
        };
        write_whole(path, &self.standing.json()).map_err(|error| RecordError::new(path, error))
    }
}

/// Says something on standard output. A match goes on even if nobody reads that any more.
fn tell(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// The same on standard error.
fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Replaces a file, so that a reader sees the old state or the new one and nothing between.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    fs::write(&draft, text)?;
    fs::rename(&draft, path)
}

/// Lines to stand under a message.
fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n    {line}")).collect()
}
