//! Commands that run once, write their results to a stream and are done. Each is a struct of
//! options with a `run`; results for programs are JSON, one object a line.

pub mod analyse;
pub mod bench;
pub mod eval;
pub mod moves;
pub mod perft;
pub(crate) mod score;
pub mod show;
mod subject;

use std::io::{self, Write};

use serde::Serialize;

pub use subject::Subject;

use crate::catalog::{Family, GameName};
use crate::dxp::DxpError;
use crate::eval_file::EvalFileError;

/// Why a command could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A text that is no position of the game.
    #[error("{game}: {reason}")]
    Position {
        /// The game it was read for.
        game: GameName,
        /// The reader's own words.
        reason: String,
    },
    /// A variant that does not belong to the game asked for.
    #[error("{variant} is not a kind of {game}")]
    Mismatch {
        /// The variant asked for.
        variant: GameName,
        /// The game asked for.
        game: Family,
    },
    /// A file that cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Its name as given.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// Some of many inputs were refused, each with a message of its own.
    #[error("{refused} of {total} positions could not be read")]
    Partly {
        /// How many were refused.
        refused: usize,
        /// How many there were.
        total: usize,
    },
    /// No memory for the hash table.
    #[error(transparent)]
    Memory(#[from] ajeeb_search::TableError),
    /// A net that cannot be used.
    #[error(transparent)]
    EvalFile(#[from] EvalFileError),
    /// No connection with an opponent.
    #[error(transparent)]
    Dxp(#[from] DxpError),
    /// The output went away, or another trouble with it.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Has the reader of the output gone, as `head` does after its lines? No reason to complain.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(
            self,
            Failure::Output(error) | Failure::Dxp(DxpError::Output(error))
                if error.kind() == io::ErrorKind::BrokenPipe
        )
    }
}

/// Writes `record` as one line of JSON and sends it off.
fn write_json(out: &mut dyn Write, record: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record).map_err(io::Error::from)?;
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
