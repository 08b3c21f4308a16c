//! From games to positions to learn from.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ajeeb_base::Side;
use ajeeb_game::{EachPlaced, Unobserved};
use ajeeb_nnue::Header;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::TrainError;
use super::config::{Config, DataFile, Recipe};
use super::kernel::sigmoid;
use super::samples::{Sample, Samples, TooMany};
use crate::data::{StoredGame, read_games};
use crate::files::hex;
use crate::games::Arena;
use crate::progress;
use crate::stats::GameScore;

/// Everything there is to learn from.
#[derive(Debug)]
pub(super) struct Loaded {
    /// Positions to train on.
    pub(super) training: Samples,
    /// Positions of games that were held out.
    pub(super) held_out: Samples,
    /// What was found in each file.
    pub(super) files: Vec<FileReport>,
}

/// What was found in a file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FileReport {
    /// The file, and its sum as it is.
    #[serde(flatten)]
    file: DataFile,
    pub(super) games: u64,
    /// Searched plies.
    pub(super) plies: u64,
    /// Positions of them that are learned from or held out.
    pub(super) positions: usize,
}

/// Reads all games of a recipe.
///
/// # Errors
/// If a file is not what the recipe says, or there is too much or nothing.
pub(super) fn load<G: Arena>(
    recipe: &Recipe,
    header: &Header,
    stop: &impl Fn() -> bool,
) -> Result<Loaded, TrainError> {
    let mut loader = Loader::<G>::new(&recipe.config, header);
    let bar = progress::bar(None, "reading: {pos} games, {per_sec}, {elapsed_precise}");
    let mut files = Vec::new();
    for data in &recipe.config.data {
        let path = recipe.path(&data.file);
        let file = checked(data, &path)?;
        let before = (loader.plies, loader.positions());
        let mut games = 0;
        for game in read_games::<G>(&path)? {
            if stop() {
                return Err(TrainError::Interrupted);
            }
            loader.game(&game?).map_err(|TooMany| TrainError::TooMany)?;
            games += 1;
            bar.inc(1);
        }
        files.push(FileReport {
            file,
            games,
            plies: loader.plies - before.0,
            positions: loader.positions() - before.1,
        });
    }
    bar.finish_and_clear();
    let (training, held_out) = (loader.training, loader.held_out);
    if training.len() == 0 || held_out.len() == 0 {
        let (training, held_out) = (training.len(), held_out.len());
        return Err(TrainError::TooFew { training, held_out });
    }
    Ok(Loaded {
        training,
        held_out,
        files,
    })
}

/// The file with its sum, if that is the one it should have; one that need not have any is told.
fn checked(data: &DataFile, path: &Path) -> Result<DataFile, TrainError> {
    let found = sum(path).map_err(|error| TrainError::file(path, error))?;
    let file = data.file.clone();
    if data.sha256.is_empty() {
        eprintln!("{}: sha256 = \"{found}\"", file.display());
    } else if !data.sha256.eq_ignore_ascii_case(&found) {
        return Err(TrainError::OtherData {
            path: path.to_owned(),
            expected: data.sha256.clone(),
            found,
        });
    }
    let sha256 = found;
    Ok(DataFile { file, sha256 })
}

/// A file's SHA-256 in hexadecimal.
fn sum(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hasher.finalize())),
            length => hasher.update(&buffer[..length]),
        }
    }
}

/// Takes the positions out of games.
struct Loader<'a, G> {
    config: &'a Config,
    header: &'a Header,
    training: Samples,
    held_out: Samples,
    games: u64,
    plies: u64,
    rows: Vec<u16>,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Arena> Loader<'a, G> {
    fn new(config: &'a Config, header: &'a Header) -> Loader<'a, G> {
        Loader {
            config,
            header,
            training: Samples::new(G::other_rows()),
            held_out: Samples::new(G::other_rows()),
            games: 0,
            plies: 0,
            rows: Vec::new(),
            game: std::marker::PhantomData,
        }
    }

    fn positions(&self) -> usize {
        self.training.len() + self.held_out.len()
    }

    fn game(&mut self, game: &StoredGame<G>) -> Result<(), TooMany> {
        let held_out = self.games.is_multiple_of(self.config.held_out);
        let mut position = game.first_searched();
        for &(mv, score) in &game.plies {
            let centi = score.centi();
            let within = !score.is_decided() && centi.abs() <= self.config.max_score;
            if within && G::usable(&position, mv) {
                let sample = self.sample(&position, centi, game.result);
                let samples = if held_out {
                    &mut self.held_out
                } else {
                    &mut self.training
                };
                samples.push(&self.rows, sample)?;
            }
            position = G::play(&position, mv, &mut Unobserved);
        }
        self.games += 1;
        self.plies += game.plies.len() as u64;
        Ok(())
    }

    /// What is to be learned about a position; its rows are in `self.rows` then.
    fn sample(&mut self, position: &G::Position, centi: i32, result: GameScore) -> Sample {
        let side = G::side(position);
        let rows = &mut self.rows;
        rows.clear();
        let see = |piece| {
            let feature = G::feature(piece);
            rows.push(match side {
                Side::White => feature.white,
                Side::Black => feature.black,
            });
        };
        G::survey(position, &mut EachPlaced(see));
        let pieces = rows.len() as u8;
        let bucket = self.header.bucket(pieces.into()) as u8;
        let mut sample = Sample::of(pieces, bucket, self.target(centi, result.seen_by(side)));
        if self.config.mirrored {
            let mirrored = G::mirrored(position);
            sample.mirrored = [mirrored[side.index()], mirrored[(!side).index()]];
        }
        sample.mirrorable = G::mirrorable(position);
        sample
    }

    /// The points that the side to move should expect.
    fn target(&self, centi: i32, result: GameScore) -> f32 {
        let result = match result {
            GameScore::Win => 1.0,
            GameScore::Draw => 0.5,
            GameScore::Loss => 0.0,
        };
        let score = sigmoid(centi as f32 / f32::from(self.config.scale));
        let share = self.config.result_share as f32;
        (1.0 - share) * score + share * result
    }
}
