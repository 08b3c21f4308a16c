//! `ajeeb-lab datagen`: games of the engine against itself, for nets to learn from.
//!
//! [`game`] plays one; here workers play many and one writer keeps them, in the order of their
//! numbers and in whole blocks, so that a run that was killed goes on where it stopped.

mod game;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ajeeb_nnue::Weights;
use ajeeb_protocol::eval_file::EvalFile;
use ajeeb_search::Signals;
use clap::Args;
use crossbeam::channel::{self, Receiver};
use indicatif::{HumanDuration, ProgressBar};
use sha2::{Digest, Sha256};

use crate::data::{DataError, Store, StoredGame};
use crate::files::hex;
use crate::games::{self, Arena, Visitor};
use crate::interrupt::Interrupt;
use crate::openings::{OpeningError, Openings};
use crate::progress;
use crate::selfplay::{self, SelfPlayArgs, SelfPlayError, Settings};

use game::Player;

/// How often a program that is not watched on a terminal says how far it is.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// Play games for nets to learn from
#[derive(Debug, Args)]
#[command(
    long_about = "Let the engine play against itself and keep the games, with a score for every \
move, for nets to learn from. Game number i follows from the seed and i alone, whatever the number \
of workers; a run that was stopped goes on if it is called again.",
    after_help = "Examples:\n  ajeeb-lab datagen chess --games 100000 --out data/chess-0.games\n  \
ajeeb-lab datagen international --games 50000 --nodes 1000 --out data/draughts-1.games"
)]
pub(crate) struct DatagenArgs {
    #[command(flatten)]
    play: SelfPlayArgs,

    /// The file that keeps the games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Games in the file when it is complete
    #[arg(long, value_name = "N")]
    games: u64,

    /// Begin no new iteration of a search after so many nodes [default: chess 200, draughts 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,

    /// The least and the most random plies of an opening, as 8-9
    #[arg(long, value_name = "MIN-MAX", value_parser = range)]
    random_plies: Option<[usize; 2]>,

    /// Share of the openings that start elsewhere: from --openings, or in chess from the 960 times
    /// 960 starts of double Chess960
    #[arg(long, value_name = "SHARE", value_parser = permille)]
    unusual: Option<u32>,

    /// The evaluation that plays: a net, "none" for the hand-made one, or what is built in
    #[arg(long, value_name = "FILE", default_value_t)]
    eval_file: EvalFile,

    /// Positions to start from, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

fn range(text: &str) -> Result<[usize; 2], String> {
    let parse = |text: &str| text.parse::<usize>().ok().filter(|&plies| plies <= 200);
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (parse(least), parse(most)) {
        (Some(least), Some(most)) if least <= most => Ok([least, most]),
        _ => Err("must be two numbers up to 200, the smaller one first: 8-9".into()),
    }
}

fn permille(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok((share * 1000.0).round() as u32),
        _ => Err("must be a share from 0 to 1".into()),
    }
}

/// Why no games were made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatagenError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(transparent)]
    Play(#[from] SelfPlayError),
    #[error("stopped at {0} games; the same command goes on")]
    Stopped(u64),
}

impl DatagenArgs {
    /// Makes what is missing of the games.
    ///
    /// # Errors
    /// If the file cannot be gone on with, or the user stops the run.
    pub(crate) fn run(self) -> Result<(), DatagenError> {
        let (name, mut settings) = self.play.settings()?;
        if let Some(nodes) = self.nodes {
            settings.nodes = nodes;
        }
        if let Some(plies) = self.random_plies {
            settings.random_plies = plies;
        }
        if let Some(permille) = self.unusual {
            settings.unusual_permille = permille;
        }
        games::with_game(
            name,
            Run {
                args: self,
                settings,
            },
        )
    }
}

struct Run {
    args: DatagenArgs,
    settings: Settings,
}

impl Visitor for Run {
    type Output = Result<(), DatagenError>;

    fn visit<G: Arena>(mut self) -> Self::Output {
        let weights = self.args.eval_file.weights::<G>();
        let weights = weights.map_err(SelfPlayError::from)?;
        self.settings.evaluation = name_of(&weights);
        let starts = match &self.args.openings {
            Some(path) => Openings::lines(path).read::<G>()?,
            None => Vec::new(),
        };
        let mut store = Store::open(&self.args.out, &self.settings.origin::<G>())?;
        let interrupt = Interrupt::listen().map_err(SelfPlayError::from)?;
        let run = Games::<G> {
            settings: &self.settings,
            weights,
            starts: &starts,
            workers: self.args.play.workers(),
            count: self.args.games,
        };
        run.make(&mut store, &interrupt)
    }
}

/// What games are said to have been played with: a net by the SHA-256 of its file.
fn name_of<G>(weights: &Weights<G>) -> String {
    match weights.network() {
        None => "by hand".into(),
        Some(network) => hex(&Sha256::digest(network.write())),
    }
}

/// The games of a run.
struct Games<'a, G: Arena> {
    settings: &'a Settings,
    weights: Weights<G>,
    starts: &'a [G::Position],
    workers: usize,
    /// How many there are to be in the end.
    count: u64,
}

impl<G: Arena> Games<'_, G> {
    /// Plays those that are not in `store` yet.
    fn make(&self, store: &mut Store, interrupt: &Interrupt) -> Result<(), DatagenError> {
        let (signals, missing) = (Signals::new(), store.games()..self.count);
        let hire = || {
            let searcher = selfplay::searcher(self.settings, &self.weights)?;
            let mut player = Player::new(self.settings, self.starts, searcher, &signals);
            Ok(move |number| player.play(number))
        };
        let collect = |games: &_| self.keep(store, games, interrupt);
        selfplay::work::<G, _, _, _, _>(self.workers, missing, &signals, hire, collect)
    }

    /// Writes the games in order until all are there or the user has had enough.
    fn keep(
        &self,
        store: &mut Store,
        games: &Receiver<(u64, Option<StoredGame<G>>)>,
        interrupt: &Interrupt,
    ) -> Result<(), DatagenError> {
        let mut waiting = BTreeMap::new();
        let mut progress = Progress::new(store, self.count);
        while store.games() < self.count {
            channel::select! {
                recv(games) -> game => match game {
                    Ok((number, Some(game))) => waiting.insert(number, game),
                    _ => return Err(SelfPlayError::NoOpening.into()),
                },
                recv(interrupt.channel()) -> _ => {
                    store.flush()?;
                    return Err(DatagenError::Stopped(store.games()));
                }
            };
            while let Some(game) = waiting.remove(&store.games()) {
                store.push(&game)?;
                progress.tell(store);
            }
        }
        store.flush()?;
        progress.done(store);
        Ok(())
    }
}

/// Says how far a run is: a bar on a terminal, else a line now and then.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    told: Instant,
    games_before: u64,
    plies_before: u64,
    games: u64,
}

impl Progress {
    fn new(store: &Store, games: u64) -> Progress {
        let bar = progress::bar(games, "{wide_bar} {pos}/{len} games, {msg}, {eta} left");
        Progress {
            bar: bar.with_position(store.games()),
            started: Instant::now(),
            told: Instant::now(),
            games_before: store.games(),
            plies_before: store.plies(),
            games,
        }
    }

    fn tell(&mut self, store: &Store) {
        self.bar.set_position(store.games());
        if self.bar.is_hidden() {
            if self.told.elapsed() >= TELL_EVERY {
                self.told = Instant::now();
                eprintln!("{}", self.line(store));
            }
        } else {
            self.bar
                .set_message(format!("{:.0} positions/s", self.speed(store)));
        }
    }

    fn done(&self, store: &Store) {
        self.bar.finish_and_clear();
        eprintln!("{}", self.line(store));
    }

    fn line(&self, store: &Store) -> String {
        let made = store.games() - self.games_before;
        let left = self.games.saturating_sub(store.games());
        let left = self.started.elapsed().as_secs_f64() * left as f64 / made.max(1) as f64;
        format!(
            "{} of {} games, {} positions, {:.0} positions/s, {} left",
            store.games(),
            self.games,
            store.plies(),
            self.speed(store),
            HumanDuration(Duration::from_secs_f64(left))
        )
    }

    fn speed(&self, store: &Store) -> f64 {
        (store.plies() - self.plies_before) as f64 / self.started.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;
    use ajeeb_draughts::{Draughts, International};
    use ajeeb_protocol::catalog::GameName;
    use std::path::Path;
    use tempfile::TempDir;

    use super::*;
    use crate::data::read_games;

    /// Goes on with a file until there are `count` quick games in it.
    fn make<G: Arena>(path: &Path, name: GameName, workers: usize, count: u64) {
        let mut settings = Settings::of(name);
        (settings.nodes, settings.unusual_permille) = (40, 500);
        let games = Games::<G> {
            settings: &settings,
            weights: Weights::BY_HAND,
            starts: &[],
            workers,
            count,
        };
        let mut store = Store::open(path, &settings.origin::<G>()).unwrap();
        let (_user, quiet) = channel::bounded(0);
        games.make(&mut store, &Interrupt::from(quiet)).unwrap();
    }

    /// A dozen games, made at once or in two runs.
    fn games<G: Arena>(name: GameName, workers: usize, stop_at: u64) -> Vec<StoredGame<G>> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games");
        make::<G>(&path, name, workers, stop_at);
        make::<G>(&path, name, workers, 12);
        // There are enough: nothing is to be done, and nothing taken away.
        make::<G>(&path, name, workers, 7);
        let games = read_games::<G>(&path).unwrap();
        games.collect::<Result<_, _>>().unwrap()
    }

    fn any_crew_makes_the_same_games<G: Arena>(name: GameName) {
        let one = games::<G>(name, 1, 12);
        assert_eq!(one.len(), 12);
        assert_eq!(one, games::<G>(name, 3, 12));
        assert_eq!(one, games::<G>(name, 2, 5));
        assert!(one.iter().any(|game| game != &one[0]));
    }

    #[test]
    fn any_crew_makes_the_same_games_of_chess() {
        any_crew_makes_the_same_games::<Chess>(GameName::Chess);
    }

    #[test]
    fn any_crew_makes_the_same_games_of_draughts() {
        any_crew_makes_the_same_games::<Draughts<International>>(GameName::International);
    }
}
