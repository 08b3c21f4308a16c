//! Reads game records: PGN (the standard of 1994) for chess, PDN 3.0 for draughts, as this
//! program writes them and as others do.

mod remark;
mod replay;
mod scan;
mod tags;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ajeeb_protocol::catalog::Family;

use crate::games::Arena;
use crate::stats::GameScore;

pub(crate) use remark::Remark;
pub(crate) use tags::{Kind, Tags};

/// A game without its moves: enough to count results.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) tags: Tags,
    /// The game's result: what ends its moves, or the tag `Result` where nothing does.
    pub(crate) result: GameResult,
    /// What is played.
    pub(crate) kind: Kind,
    /// Does it end with a result and white space? If the last game of a file does not, it may
    /// have been cut off while it was written.
    pub(crate) complete: bool,
    /// Its bytes in the file, with the white space after it. The next game begins where this
    /// one ends.
    pub(crate) bytes: Range<usize>,
}

/// A game that has been replayed by the rules.
#[derive(Clone, Debug)]
pub(crate) struct Game<G: Arena> {
    /// What is said about it.
    pub(crate) heading: Heading,
    /// Where it starts.
    pub(crate) start: G::Position,
    /// What is said before the first move.
    pub(crate) preface: Option<String>,
    /// The moves. An incomplete game has those before the first that cannot be read.
    pub(crate) moves: Vec<Played<G>>,
}

/// A move, and what is said about it.
#[derive(Clone, Debug)]
pub(crate) struct Played<G: Arena> {
    pub(crate) mv: G::Move,
    /// All comments on it, with blanks between them.
    pub(crate) comment: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    /// White's score.
    Score(GameScore),
    /// Nobody has the point (draughts, `0-0`).
    BothLose,
    /// It has not ended, or nobody says how.
    Unknown,
}

impl GameResult {
    pub(crate) const WIN: GameResult = GameResult::Score(GameScore::Win);
    pub(crate) const DRAW: GameResult = GameResult::Score(GameScore::Draw);
    pub(crate) const LOSS: GameResult = GameResult::Score(GameScore::Loss);

    /// Reads a result as the records of `family` write it: `1-0` (and in draughts `2-0`), with
    /// any dash.
    pub(crate) fn read(text: &str, family: Family) -> Option<GameResult> {
        let plain = text.replace(['\u{2010}', '–', '—', '−'], "-");
        match (family, plain.as_str()) {
            (_, "1-0") => Some(GameResult::WIN),
            (_, "0-1") => Some(GameResult::LOSS),
            (_, "1/2-1/2" | "1/2" | "½-½") => Some(GameResult::DRAW),
            (_, "*") => Some(GameResult::Unknown),
            (Family::Draughts, "2-0") => Some(GameResult::WIN),
            (Family::Draughts, "1-1") => Some(GameResult::DRAW),
            (Family::Draughts, "0-2") => Some(GameResult::LOSS),
            (Family::Draughts, "0-0") => Some(GameResult::BothLose),
            _ => None,
        }
    }

    /// White's score, where there is one.
    pub(crate) fn score(self) -> Option<GameScore> {
        match self {
            GameResult::Score(score) => Some(score),
            GameResult::BothLose | GameResult::Unknown => None,
        }
    }
}

/// The form that people read; draughts records have others of their own.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::Score(GameScore::Win) => "1-0",
            GameResult::Score(GameScore::Draw) => "1/2-1/2",
            GameResult::Score(GameScore::Loss) => "0-1",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
        })
    }
}

/// Why game records cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// A game cannot be understood.
    #[error("{}, line {line} (game {game}): {why}", path.display())]
    Game {
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        game: usize,
        why: String,
    },
}

/// Reads and replays all games of a file.
///
/// # Errors
/// If the file cannot be read, or a game in it is none of `G` or has an illegal move. Of an
/// incomplete last game, what can be read is good enough.
pub(crate) fn read<G: Arena>(path: &Path) -> Result<Vec<Game<G>>, ArchiveError> {
    let file = File::open(path)?;
    let family = if G::GAME == "chess" {
        Family::Chess
    } else {
        Family::Draughts
    };
    let written = file.split(family)?;
    let last = written.len();
    let replayed = (1..).zip(written).map(|(number, written)| {
        replay::game::<G>(written, family, number == last)
            .map_err(|(at, why)| file.error(at, number, why))
    });
    replayed.collect()
}

/// Reads what is said about all games of a file; moves are not looked at.
///
/// # Errors
/// If the file cannot be read, or is not made of games.
pub(crate) fn headings(path: &Path) -> Result<Vec<Heading>, ArchiveError> {
    let file = File::open(path)?;
    let family = file.family();
    let written = file.split(family)?;
    Ok(written
        .iter()
        .map(|game| Heading::of(game, family))
        .collect())
}

impl Heading {
    fn of(written: &scan::Written<'_>, family: Family) -> Heading {
        let tag = written.tags.get("Result");
        let tag = tag.and_then(|text| GameResult::read(text, family));
        let marked = written
            .result
            .filter(|result| *result != GameResult::Unknown);
        Heading {
            tags: written.tags.clone(),
            result: marked.or(tag).unwrap_or(GameResult::Unknown),
            kind: written.tags.kind(family),
            complete: written.result.is_some() && written.spaced,
            bytes: written.bytes.clone(),
        }
    }

    /// The name of a player; `?` is nobody's, but common.
    pub(crate) fn player(&self, side: ajeeb_base::Side) -> &str {
        let tag = if side.is_white() { "White" } else { "Black" };
        self.tags.get(tag).unwrap_or("?")
    }
}

#[cfg(test)]
impl Heading {
    /// A game of chess with these players and this result, for tests.
    pub(crate) fn example(white: &str, black: &str, result: &str) -> Heading {
        let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{result}\n");
        let games = scan::split(text.as_bytes(), Family::Chess).expect("a game");
        Heading::of(&games[0], Family::Chess)
    }
}

/// A file in memory.
struct File<'p> {
    path: &'p Path,
    bytes: Vec<u8>,
}

impl File<'_> {
    fn open(path: &Path) -> Result<File<'_>, ArchiveError> {
        let bytes = std::fs::read(path).map_err(|error| ArchiveError::File {
            path: path.to_owned(),
            error,
        })?;
        Ok(File { path, bytes })
    }

    /// By its name; or else by its first move, since squares have numbers in draughts.
    fn family(&self) -> Family {
        let named = |extension: &str| {
            let own = self.path.extension();
            own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
        };
        if named("pgn") {
            Family::Chess
        } else if named("pdn") || scan::begins_with_numbers(&self.bytes) {
            Family::Draughts
        } else {
            Family::Chess
        }
    }

    fn split(&self, family: Family) -> Result<Vec<scan::Written<'_>>, ArchiveError> {
        scan::split(&self.bytes, family)
            .map_err(|error| self.error(error.at, error.games + 1, error.why))
    }

    fn error(&self, at: usize, game: usize, why: String) -> ArchiveError {
        let before = self.bytes.get(..at).unwrap_or_default();
        ArchiveError::Game {
            path: self.path.to_owned(),
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            game,
            why,
        }
    }
}

/// The games of all `paths` together, each file's headings in turn.
///
/// # Errors
/// The first that [`headings`] meets.
pub(crate) fn all_headings(paths: &[PathBuf]) -> Result<Vec<Heading>, ArchiveError> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(headings(path)?);
    }
    Ok(all)
}
