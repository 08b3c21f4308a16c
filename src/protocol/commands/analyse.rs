//! The best moves of one position or of a file of them: FEN or EPD in, text or JSON out.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ajeeb_base::Depth;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, Subject, write_json};
use crate::catalog::GameName;
use crate::eval_file::EvalFile;

mod desk;
mod line;
mod report;

pub(super) use desk::Desk;
pub(crate) use line::fen as fen_in_line;
pub use report::{LineReport, Report};

/// When the search of a position ends: whatever comes first. Without any limit it is one second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit {
    /// Iterations.
    pub depth: Option<Depth>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Limit {
    /// The limit where the user has set none.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The same, with the default time if there is no limit at all.
    #[must_use]
    pub fn or_default(self) -> Limit {
        match self {
            Limit {
                depth: None,
                nodes: None,
                time: None,
            } => Limit {
                time: Some(Self::DEFAULT_TIME),
                ..self
            },
            _ => self,
        }
    }
}

/// How to search: the same for every position.
#[derive(Clone, Debug)]
pub struct Settings {
    /// When to stop.
    pub limit: Limit,
    /// How many best lines to find, at least 1.
    pub lines: usize,
    /// Search threads.
    pub threads: usize,
    /// The hash table's size in MB.
    pub megabytes: usize,
    /// What to evaluate by.
    pub eval_file: EvalFile,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            limit: Limit::default(),
            lines: 1,
            threads: 1,
            megabytes: 16,
            eval_file: EvalFile::BuiltIn,
        }
    }
}

/// The options of `analyse`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The game, and the position unless there is a file.
    pub subject: Subject,
    /// A file of positions, one a line; `-` is the standard input.
    pub file: Option<PathBuf>,
    /// How to search.
    pub settings: Settings,
    /// Write JSON.
    pub json: bool,
}

/// Analyses what was asked for: one result for each position, in the order given. A line of a
/// file that is no position gives an error line on `errors` (and a JSON record), and the others
/// are analysed all the same.
pub fn run(options: &Options, out: &mut dyn Write, errors: &mut dyn Write) -> Result<(), Failure> {
    let mut desk = Desk::new(options.settings.clone());
    match &options.file {
        None => {
            let name = options.subject.name()?;
            let fen = options.subject.fen.as_deref();
            let report = desk.analyse(name, fen)?;
            write(&report, options.json, out)
        }
        Some(path) => analyse_file(path, options, &mut desk, out, errors),
    }
}

fn analyse_file(
    path: &Path,
    options: &Options,
    desk: &mut Desk,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let file = |error| Failure::File {
        path: path.display().to_string(),
        error,
    };
    let (input, bar) = open(path).map_err(file)?;
    let (mut refused, mut total) = (0, 0);
    for (number, bytes) in input.split(b'\n').enumerate() {
        let bytes = bytes.map_err(file)?;
        bar.inc(1);
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        total += 1;
        let report = analyse_line(text, options, desk);
        bar.suspend(|| -> Result<(), Failure> {
            let mut report = match report {
                Err(failure) if !matches!(failure, Failure::Position { .. }) => {
                    return Err(failure);
                }
                Err(failure) => {
                    refused += 1;
                    writeln!(errors, "{}:{}: {failure}", path.display(), number + 1)?;
                    Report::refused(text, &failure)
                }
                Ok(report) => report,
            };
            report.line = Some(number + 1);
            write(&report, options.json, out)
        })?;
    }
    bar.finish_and_clear();
    if refused == 0 {
        Ok(())
    } else {
        Err(Failure::Partly { refused, total })
    }
}

fn analyse_line(text: &str, options: &Options, desk: &mut Desk) -> Result<Report, Failure> {
    let fen = line::fen(text);
    let subject = Subject {
        fen: Some(fen),
        ..options.subject.clone()
    };
    desk.analyse(subject.name()?, subject.fen.as_deref())
}

/// The lines of `path` and a progress bar for them, which shows itself only on a terminal. What
/// is no plain file can be read only once, so its lines are not counted.
fn open(path: &Path) -> io::Result<(Box<dyn BufRead>, ProgressBar)> {
    if path == Path::new("-") {
        return Ok((Box::new(BufReader::new(io::stdin())), ProgressBar::hidden()));
    }
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Ok((Box::new(BufReader::new(file)), ProgressBar::hidden()));
    }
    let lines = BufReader::new(file).split(b'\n').count();
    let bar = ProgressBar::new(lines as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {eta} left");
    bar.set_style(style.expect("a valid template"));
    Ok((Box::new(BufReader::new(File::open(path)?)), bar))
}

fn write(report: &Report, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        return write_json(out, report);
    }
    if report.error.is_none() {
        writeln!(out, "{report}")?;
    }
    Ok(out.flush()?)
}

impl Report {
    /// The record of a text that is no position.
    fn refused(text: &str, failure: &Failure) -> Report {
        let game = match failure {
            Failure::Position { game, .. } => *game,
            _ => GameName::Chess,
        };
        Report {
            error: Some(failure.to_string()),
            ..Report::of(game, text.to_owned())
        }
    }
}
