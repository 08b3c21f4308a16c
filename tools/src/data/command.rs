//! `ajeeb-lab data`: what is in files of games.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ajeeb_game::{Ending, Record};
use ajeeb_protocol::catalog::{GameName, UnknownGame};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::{DataError, StoredGame, store};
use crate::games::{self, Arena, Visitor};
use crate::stats::{GameScore, Tally};

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
    /// Plies played again, opening included; only if that was asked for.
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
                replayed += replay(&game).map_err(|why| DataError::Game {
                    path: self.path.to_owned(),
                    game: contents.games,
                    why,
                })?;
            }
        }
        contents.replayed = self.replay.then_some(replayed);
        Ok(contents)
    }
}

/// Plays a game again, by the rules. Its moves are legal, since they are kept as numbers of legal
/// moves; but nothing may be played after the end, and an end on the board gives the result.
///
/// # Errors
/// What is wrong with the game.
fn replay<G: Arena>(game: &StoredGame<G>) -> Result<u64, &'static str> {
    let mut record = Record::<G>::new(game.start.clone());
    for &mv in &game.opening {
        record.play(mv);
    }
    for &(mv, _) in &game.plies {
        if record.ending().is_some() {
            return Err("it goes on after its end");
        }
        record.play(mv);
    }
    let side = G::side(record.position());
    match record.ending() {
        Some(Ending::Over(outcome) | Ending::Stuck(outcome))
            if GameScore::from(outcome).seen_by(side) != game.result =>
        {
            Err("its result is not that on the board")
        }
        _ => Ok(record.moves().len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_base::Score;
    use ajeeb_chess::Chess;
    use ajeeb_game::{Notation, Rules};

    use super::*;

    fn game(moves: &str, result: GameScore) -> StoredGame<Chess> {
        let mut record = Record::<Chess>::new(Chess::start());
        let plies = moves.split(' ').map(|text| {
            let mv = Chess::read_move(record.position(), text).unwrap();
            record.play(mv);
            (mv, Score::DRAW)
        });
        StoredGame {
            start: Chess::start(),
            opening: Vec::new(),
            plies: plies.collect(),
            result,
        }
    }

    #[test]
    fn games_must_end_as_they_say() {
        use GameScore::{Draw, Loss, Win};
        let fools_mate = |result| game("f3 e5 g4 Qh4#", result);
        assert_eq!(replay(&fools_mate(Loss)), Ok(4));
        assert!(replay(&fools_mate(Win)).is_err() && replay(&fools_mate(Draw)).is_err());
        // Given up, or decided by the scores.
        assert_eq!(replay(&game("f3 e5 g4", Loss)), Ok(3));
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        assert_eq!(replay(&game(shuffle, Draw)), Ok(8));
        assert!(replay(&game(&format!("{shuffle} e4"), Draw)).is_err());
    }
}
