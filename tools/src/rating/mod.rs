//! `ajeeb-lab rate`: how strong players are, from the results of their games.

mod crosstable;
mod elo;
mod grade;
mod tables;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::archive::{self, ArchiveError, Heading};

pub(crate) use crosstable::Crosstable;
pub(crate) use elo::{Anchor, Pool, Rating, Ratings};

/// The arguments of `rate`.
#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// Game records with results: PGN or PDN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Elo by maximum likelihood, or the grade points of the chess rule book
    #[arg(long, default_value = "elo")]
    scheme: Scheme,

    /// Give a player this Elo; otherwise the mean of all is 0
    #[arg(long, value_name = "NAME=ELO", value_parser = Anchor::read)]
    anchor: Option<Anchor>,

    /// Also tell how likely each player is better than each other
    #[arg(long)]
    los: bool,

    /// Write JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scheme {
    Elo,
    Grade,
}

/// Why players cannot be rated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RateError {
    /// Their games cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// There is nothing to rate by.
    #[error("no game has two players and a result")]
    NoGames,
    /// An anchor that does not play.
    #[error("--anchor: nobody is called {0}")]
    UnknownAnchor(String),
    /// Grade points begin at 0 for everybody.
    #[error("--anchor and --los are for --scheme elo")]
    EloOnly,
}

impl RateArgs {
    /// Rates the players, and gives what is to be written on standard output.
    ///
    /// # Errors
    /// If the games cannot be read or rated.
    pub(crate) fn run(self) -> Result<String, RateError> {
        let games = archive::all_headings(&self.files)?;
        match self.scheme {
            Scheme::Grade if self.anchor.is_some() || self.los => Err(RateError::EloOnly),
            Scheme::Grade => {
                let grades = grade::Grades::of(&games)?;
                Ok(if self.json {
                    tables::json(&grades.players())
                } else {
                    tables::grades(&grades)
                })
            }
            Scheme::Elo => {
                let table = Crosstable::of(&games);
                let ratings = Ratings::of(&table, self.anchor.as_ref())?;
                Ok(if self.json {
                    tables::json(&tables::report(&table, &ratings))
                } else {
                    tables::elo(&table, &ratings, self.los)
                })
            }
        }
    }
}
