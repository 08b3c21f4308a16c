//! `ajeeb-lab data`: what is in files of games.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ajeeb_game::Unobserved;
use ajeeb_protocol::catalog::{GameName, UnknownGame};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::{DataError, store};
use crate::games::{self, Arena, Visitor};
use crate::stats::Tally;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ajeeb-lab data info data/chess.games\n  \
ajeeb-lab data verify data/*.games")]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// How many games, how they ended, and how they were made
    Info(Files),
    /// Check every sum, and replay every game by the rules
    Verify(Files),
}

#[derive(Debug, Args)]
struct Files {
    /// Files that datagen has written
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// One JSON object a file
    #[arg(long)]
    json: bool,
}

/// Why a command about data failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DataCommandError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl DataArgs {
    /// Does what was asked for; the text is for standard output.
    ///
    /// # Errors
    /// At the first file that cannot be read to its end.
    pub(crate) fn run(&self) -> Result<String, DataCommandError> {
        let (DataCommand::Info(files) | DataCommand::Verify(files)) = &self.command;
        let replay = matches!(self.command, DataCommand::Verify(_));
        let mut text = String::new();
        for path in &files.files {
            let name: GameName = store::open(path)?.origin.game.parse()?;
            let contents = games::with_game(name, Count { path, replay })?;
            if files.json {
                text += &serde_json::to_string(&contents).unwrap_or_default();
                text.push('\n');
            } else {
                contents.describe(&mut text);
            }
        }
        Ok(text)
    }
}

/// What is in a file.
#[derive(Debug, Default, Serialize)]
struct Contents {
    file: String,
    game: String,
    settings: serde_json::Value,
    bytes: u64,
    games: u64,
    /// Searched plies.
    plies: u64,
    /// Results for White.
    results: Tally,
    /// Legal plies played again, opening included; only if that was asked for.
    replayed: Option<u64>,
}

impl Contents {
    fn describe(&self, text: &mut String) {
        let Tally {
            wins,
            draws,
            losses,
        } = self.results;
        let bytes_a_ply = self.bytes as f64 / self.plies.max(1) as f64;
        let _ = writeln!(
            text,
            "{}: {}, {} games, {} plies, {bytes_a_ply:.2} bytes a ply\n  White +{wins} ={draws} -{losses}\n  {}",
            self.file, self.game, self.games, self.plies, self.settings
        );
        if let Some(replayed) = self.replayed {
            let _ = writeln!(text, "  all sums right, {replayed} moves replayed");
        }
    }
}

struct Count<'a> {
    path: &'a Path,
    replay: bool,
}

impl Visitor for Count<'_> {
    type Output = Result<Contents, DataError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let mut contents = Contents {
            file: self.path.display().to_string(),
            game: G::VARIANT.into(),
            settings: store::open(self.path)?.origin.settings,
            bytes: std::fs::metadata(self.path)
                .map_err(|error| DataError::File(self.path.to_owned(), error))?
                .len(),
            ..Contents::default()
        };
        let mut replayed = 0;
        for game in store::read_games::<G>(self.path)? {
            let game = game?;
            contents.games += 1;
            contents.plies += game.plies.len() as u64;
            contents.results.add(game.result);
            if self.replay {
                replayed += game.opening.len() as u64 + replay(&game);
            }
        }
        contents.replayed = self.replay.then_some(replayed);
        Ok(contents)
    }
}

/// Plays a game again; its moves are legal, since they are kept as numbers of legal moves.
fn replay<G: Arena>(game: &super::StoredGame<G>) -> u64 {
    game.plies
        .iter()
        .fold(game.first_searched(), |position, &(mv, _)| {
            G::play(&position, mv, &mut Unobserved)
        });
    game.plies.len() as u64
}
