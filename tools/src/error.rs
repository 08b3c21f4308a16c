//! What ends a match before its end.

use crate::engine::Fault;
use crate::openings::OpeningError;
use crate::page::PageError;
use crate::record::RecordError;
use crate::resume::ResumeError;

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
    /// The records of an earlier run cannot be used.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The page about the games cannot be written.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The system does not let us listen for interrupts.
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    /// The user has interrupted the match.
    #[error("interrupted after {played} of {planned} games{}", advice(*.recorded))]
    Interrupted {
        played: usize,
        planned: usize,
        /// Are there records to go on from?
        recorded: bool,
    },
}

fn advice(recorded: bool) -> &'static str {
    if recorded {
        "; the same command with --resume goes on"
    } else {
        ""
    }
}

/// Lines to stand under a message.
pub(crate) fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n    {line}")).collect()
}
