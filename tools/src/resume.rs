//! Goes on with a match that was cut short: what its game records tell of it.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use ajeeb_base::Side;

use crate::archive::{self, ArchiveError, Heading, Remark};
use crate::engine::{Answer, Info};
use crate::games::Arena;
use crate::record::{CONTROL_TAG, CONTROL_TAGS};
use crate::runner::Plan;
use crate::schedule::{Job, Schedule};
use crate::stats::GameScore;
use crate::usage::{Conduct, Usage};

/// A game that was played before.
#[derive(Debug)]
pub(crate) struct Earlier {
    pub(crate) job: Job,
    /// The result for White.
    pub(crate) white: GameScore,
    /// What the engines have used as far as the record tells, White's first.
    pub(crate) usage: [Usage; 2],
}

/// The records of a match that was cut short.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// Its games, in the order in which they ended.
    pub(crate) games: Vec<Earlier>,
    /// Where a last game begins that was not written to its end.
    cut: Option<u64>,
}

/// Why a match cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ResumeError {
    /// The records cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The records are those of something else.
    #[error("{} does not belong to this match: game {game} {why}", path.display())]
    OtherMatch {
        path: PathBuf,
        /// Counted from 1.
        game: usize,
        why: String,
    },
    /// What is left of the last game cannot be cut off.
    #[error("cannot write {}: {error}", path.display())]
    Cut {
        path: PathBuf,
        error: std::io::Error,
    },
}

impl Records {
    /// Reads the records of the match `plan`, whose games are in `schedule` and start from
    /// `starts`. The file is left as it is. No file is no games.
    ///
    /// # Errors
    /// If the file cannot be read or belongs to another match: other engines, time controls,
    /// openings or rounds.
    pub(crate) fn read<G: Arena>(
        path: &Path,
        plan: &Plan,
        schedule: &Schedule,
        starts: &[G::Position],
    ) -> Result<Records, ResumeError> {
        let mut records = Records::default();
        if !path.exists() {
            return Ok(records);
        }
        let mut seen = HashSet::new();
        for (number, game) in (1..).zip(archive::read::<G>(path)?) {
            if !game.heading.complete {
                records.cut = Some(game.heading.bytes.start as u64);
                continue;
            }
            let earlier = recognised(&game, plan, schedule, starts);
            let earlier = earlier.and_then(|earlier| {
                if seen.insert(earlier.job.number) {
                    Ok(earlier)
                } else {
                    Err(format!(
                        "is another one of round {}",
                        earlier.job.round_tag()
                    ))
                }
            });
            records
                .games
                .push(earlier.map_err(|why| ResumeError::OtherMatch {
                    path: path.to_owned(),
                    game: number,
                    why,
                })?);
        }
        Ok(records)
    }

    /// Cuts off a last game that was not written to its end; true if there was one.
    pub(crate) fn cut(&self, path: &Path) -> Result<bool, ResumeError> {
        let Some(end) = self.cut else {
            return Ok(false);
        };
        let file = OpenOptions::new().write(true).open(path);
        let cut = file.and_then(|file| file.set_len(end));
        cut.map_err(|error| ResumeError::Cut {
            path: path.to_owned(),
            error,
        })?;
        Ok(true)
    }
}

/// The game of the schedule that this is, or why it is none.
fn recognised<G: Arena>(
    game: &archive::Game<G>,
    plan: &Plan,
    schedule: &Schedule,
    starts: &[G::Position],
) -> Result<Earlier, String> {
    let heading = &game.heading;
    let round = heading.tags.get("Round").unwrap_or("?");
    let job = read_round(round)
        .and_then(|(round, board)| schedule.job(round, board))
        .ok_or_else(|| format!("has round {round}, which is none of this match"))?;
    for side in Side::BOTH {
        let spec = &plan.engines[job.player(side).0];
        let colour = if side.is_white() { "White" } else { "Black" };
        expect(colour, heading.player(side), &spec.name)?;
        let what = format!("for {colour} the time control");
        expect(&what, control(heading, side), &spec.control.to_string())?;
    }
    if game.start != starts[job.opening] {
        let expected = G::write_position(&starts[job.opening]);
        return Err(format!("has not the opening of its round, {expected}"));
    }
    let white = heading.result.score();
    Ok(Earlier {
        job,
        white: white.ok_or("has no result")?,
        usage: usage(game),
    })
}

/// Reads `round.board`, counted from 1, as numbers counted from 0.
fn read_round(text: &str) -> Option<(usize, usize)> {
    let (round, board) = text.split_once('.')?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((number(round)?, number(board)?))
}

fn control(heading: &Heading, side: Side) -> &str {
    let own = heading.tags.get(CONTROL_TAGS[side.index()]);
    own.or_else(|| heading.tags.get(CONTROL_TAG)).unwrap_or("?")
}

fn expect(what: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("has {what} \"{found}\", not \"{expected}\""))
}

/// What the comments say about the use of time, and the tags about its end.
fn usage<G: Arena>(game: &archive::Game<G>) -> [Usage; 2] {
    let mut usage = [Usage::default(), Usage::default()];
    let mut side = G::side(&game.start);
    for played in &game.moves {
        let remark = Remark::read(played.comment.as_deref().unwrap_or_default(), side);
        let answer = Answer {
            text: String::new(),
            info: Info {
                depth: remark.depth,
                nodes: remark.nodes,
                score: remark.score,
            },
            elapsed: remark.elapsed.unwrap_or_default(),
        };
        usage[side.index()].note(&answer, None);
        side = !side;
    }
    let termination = game.heading.tags.get("Termination").unwrap_or_default();
    if let Some(conduct) = Conduct::of_termination(termination) {
        let loser = match game.heading.result.score() {
            Some(GameScore::Win) => Side::Black,
            _ => Side::White,
        };
        usage[loser.index()].forfeits.add(conduct);
    }
    usage
}
