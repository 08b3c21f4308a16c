//! Games to learn from. What is kept is the games, not their positions: where they started, the
//! moves, what the search thought of each, and the result. Everything else follows from the rules.

mod codec;
mod command;
mod store;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

use ajeeb_base::Score;
use ajeeb_game::{Rules, Unobserved};
use serde::{Deserialize, Serialize};

use crate::stats::GameScore;

pub(crate) use command::DataArgs;
pub(crate) use store::{Store, read_games};

/// A game to learn from.
pub(crate) struct StoredGame<G: Rules> {
    /// The position that the opening started from.
    pub(crate) start: G::Position,
    /// Moves that nobody chose for their worth, and nobody is to learn from.
    pub(crate) opening: Vec<G::Move>,
    /// The moves that were searched, with the score for the side to move before the move.
    pub(crate) plies: Vec<(G::Move, Score)>,
    /// The result for White.
    pub(crate) result: GameScore,
}

impl<G: Rules> StoredGame<G> {
    /// The position in which the search began to choose the moves.
    pub(crate) fn first_searched(&self) -> G::Position {
        self.opening
            .iter()
            .fold(self.start.clone(), |position, &mv| {
                G::play(&position, mv, &mut Unobserved)
            })
    }
}

impl<G: Rules> PartialEq for StoredGame<G> {
    fn eq(&self, other: &StoredGame<G>) -> bool {
        self.start == other.start
            && self.opening == other.opening
            && self.plies == other.plies
            && self.result == other.result
    }
}

impl<G: Rules> fmt::Debug for StoredGame<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredGame")
            .field("start", &self.start)
            .field("opening", &self.opening)
            .field("plies", &self.plies)
            .field("result", &self.result)
            .finish()
    }
}

/// What a file of games says about itself, on its first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The game or draughts variant.
    pub(crate) game: String,
    /// How the games were made: anything that distinguishes one run from another, so that a run
    /// is not continued by a different one.
    pub(crate) settings: serde_json::Value,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DataError {
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    #[error("{} is no file of games", .0.display())]
    Foreign(PathBuf),
    #[error("{} holds games of {found}, not of {wanted}", path.display())]
    OtherGame {
        path: PathBuf,
        found: String,
        wanted: String,
    },
    #[error("{} was made with other settings: {found}", path.display())]
    OtherSettings { path: PathBuf, found: String },
    #[error("{}, byte {at}: the file ends within a block", path.display())]
    CutOff { path: PathBuf, at: u64 },
    #[error("{}, game {game}: {why}", path.display())]
    Game {
        path: PathBuf,
        /// Counted from 1.
        game: u64,
        why: &'static str,
    },
    #[error("{}, byte {at}: {why}", path.display())]
    Broken { path: PathBuf, at: u64, why: String },
}
