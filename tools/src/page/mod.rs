//! `ajeeb-lab report`: games as one web page that needs nothing but itself: ranking, crosstable,
//! charts, incidents, and a board to replay every game on.

mod board;
mod charts;
mod incident;
mod layout;
mod score;
mod standings;

use std::io;
use std::path::{Path, PathBuf};

use ajeeb_protocol::catalog::{GameName, UnknownGame};
use clap::Args;

use crate::archive::{self, ArchiveError, Game, Kind};
use crate::files::{self, Clash, Named};
use crate::games::{self, Arena, Visitor};
use crate::rating::RateError;

pub(crate) use layout::page;

/// The arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Game records, PGN or PDN, all of one game
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The page to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The page's title; the event of the first game if left out
    #[arg(long)]
    title: Option<String>,

    /// The rule set, where the records do not say it
    #[arg(long, value_name = "GAME")]
    variant: Option<GameName>,
}

/// Why a page cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    /// The games cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A game that is not known here.
    #[error("the games are of {0}, which has no rules here")]
    Kind(String),
    /// The same of `--variant`.
    #[error(transparent)]
    Variant(#[from] UnknownGame),
    /// There is nothing to show.
    #[error("there are no games")]
    NoGames,
    /// The players cannot be rated.
    #[error(transparent)]
    Rate(#[from] RateError),
    /// The page would replace its games.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The page cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
}

impl ReportArgs {
    /// Writes the page.
    ///
    /// # Errors
    /// If the games cannot be read, or the page not be written.
    pub(crate) fn run(self) -> Result<(), PageError> {
        self.check_files()?;
        let name = match self.variant {
            Some(name) => name,
            None => {
                let headings = archive::headings(&self.files[0])?;
                match &headings.first().ok_or(PageError::NoGames)?.kind {
                    Kind::Known(name) => *name,
                    Kind::Other(text) => return Err(PageError::Kind(text.clone())),
                }
            }
        };
        games::with_game(name, Report(self))
    }

    fn check_files(&self) -> Result<(), PageError> {
        let games = self.files.iter().map(|path| Named {
            by: "the games",
            path,
            output: false,
        });
        let page = Named {
            by: "--out",
            path: &self.out,
            output: true,
        };
        Ok(files::check_distinct(
            &games.chain([page]).collect::<Vec<_>>(),
        )?)
    }
}

struct Report(ReportArgs);

impl Visitor for Report {
    type Output = Result<(), PageError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let ReportArgs {
            files, out, title, ..
        } = self.0;
        write_from::<G>(&files, &out, title.as_deref())
    }
}

/// Writes a page about the games of some record files to `path`.
///
/// # Errors
/// Those of [`archive::read`] and [`write()`].
pub(crate) fn write_from<G: Arena>(
    records: &[PathBuf],
    path: &Path,
    title: Option<&str>,
) -> Result<(), PageError> {
    let mut games = Vec::new();
    for file in records {
        games.extend(archive::read::<G>(file)?);
    }
    write(path, title, &games)
}

/// Writes a page about `games` to `path`; without a title it has that of the first game's event.
///
/// # Errors
/// If there are no games, or the file cannot be written.
pub(crate) fn write<G: Arena>(
    path: &Path,
    title: Option<&str>,
    games: &[Game<G>],
) -> Result<(), PageError> {
    let first = games.first().ok_or(PageError::NoGames)?;
    let event = first
        .heading
        .tags
        .get("Event")
        .filter(|event| *event != "?");
    let title = title.or(event).unwrap_or("Games");
    files::write_whole(path, page(title, games)).map_err(|error| unwritable(path, error))
}

/// Can a page be written to `path`? Better known before a long match than after it.
///
/// # Errors
/// If it cannot.
pub(crate) fn check(path: &Path) -> Result<(), PageError> {
    files::check(path).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: io::Error) -> PageError {
    PageError::File {
        path: path.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests;
