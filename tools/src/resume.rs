//! Goes on with a match that was cut short: what its game records tell of it.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use ajeeb_base::Side;

use crate::archive::{self, ArchiveError, Heading, Remark};
use crate::engine::{Answer, Info};
use crate::games::Arena;
use crate::plan::Plan;
use crate::record::{self, CONTROL_TAG, CONTROL_TAGS};
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
    /// The end of the complete games, if something comes after them: a game that was not written
    /// to its end.
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
        let other_match = |(game, why)| ResumeError::OtherMatch {
            path: path.to_owned(),
            game,
            why,
        };
        let games = archive::read::<G>(path)?;
        let (mut seen, mut end) = (HashSet::new(), 0);
        for (number, game) in (1..).zip(&games) {
            if !game.heading.complete && number == games.len() {
                break;
            }
            let earlier = recognised(game, plan, schedule, starts);
            let earlier = earlier.map_err(|why| other_match((number, why)))?;
            if !seen.insert(earlier.job.number) {
                let why = format!("is another one of round {}", earlier.job.round_tag());
                return Err(other_match((number, why)));
            }
            end = game.heading.bytes.end;
            records.games.push(earlier);
        }
        let bytes = fs::read(path).map_err(|error| ArchiveError::File {
            path: path.to_owned(),
            error,
        })?;
        let rest = bytes.get(end..).unwrap_or_default();
        if !is_begun(rest) {
            let why = "is incomplete, and not from such a match".to_owned();
            return Err(other_match((records.games.len() + 1, why)));
        }
        records.cut = (!rest.is_empty()).then_some(end as u64);
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

/// Is this how a record of ours begins, as far as it goes? Nothing else is cut off.
fn is_begun(rest: &[u8]) -> bool {
    let begin = record::BEGIN.as_bytes();
    rest.starts_with(begin) || begin.starts_with(rest)
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
    let white = heading.result.score().filter(|_| heading.complete);
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

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;
    use ajeeb_game::Rules;
    use clap::Parser;
    use tempfile::TempDir;

    use super::*;
    use crate::cli::{Cli, Command};

    /// Two games as a match writes them.
    const GAMES: &str = r#"[Event "Ajeeb lab match"]
[Site "?"]
[Date "2026.11.30"]
[Round "1.1"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]
[PlyCount "2"]
[TimeControl "depth=1"]
[Termination "adjudication"]

1. f3 {+0.25/3 0.100s, n=100} e5 {-0.25/5 0.300s, n=400} {too long} 1/2-1/2

[Event "Ajeeb lab match"]
[Site "?"]
[Date "2026.11.30"]
[Round "1.2"]
[White "B"]
[Black "A"]
[Result "1-0"]
[PlyCount "1"]
[TimeControl "depth=1"]
[Termination "stalled connection"]

1. f3 {+0.25/3 0.100s, n=100} {Black has not answered within 60 ms: a move was
expected} 1-0

"#;

    fn read(text: &str) -> Result<Records, ResumeError> {
        let words = "ajeeb-lab match --engine name=A cmd=x --engine name=B cmd=x --each depth=1";
        let Command::Match(args) = Cli::parse_from(words.split(' ')).command else {
            panic!("this is a match");
        };
        let plan = args.plan().unwrap();
        let schedule = Schedule::new(plan.format.pairings(2), plan.rounds, 1);
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, text).unwrap();
        Records::read::<Chess>(&path, &plan, &schedule, &[Chess::start()])
    }

    #[test]
    fn records_tell_results_and_use() {
        let records = read(GAMES).unwrap();
        assert_eq!(records.cut, None);
        let [first, second] = &records.games[..] else {
            panic!("two games: {records:?}");
        };
        assert_eq!(
            (first.white, second.white),
            (GameScore::Draw, GameScore::Win)
        );
        assert_eq!((first.job.number, second.job.number), (0, 1));
        let figures = first.usage[Side::Black.index()].figures();
        assert_eq!((figures.moves, figures.mean_depth), (1, Some(5.0)));
        assert_eq!(
            (figures.mean_ms, figures.nodes_per_move),
            (Some(300.0), Some(400.0))
        );
        let forfeits = second.usage.each_ref().map(|usage| usage.forfeits.hang);
        assert_eq!(forfeits, [0, 1]);
    }

    /// Wherever the writing stopped, what comes before the last game remains.
    #[test]
    fn a_game_may_be_cut_anywhere() {
        let second = GAMES.rfind("[Event").unwrap();
        let complete = GAMES.trim_end().len();
        for end in second + 1..complete {
            let records = read(&GAMES[..end]);
            let records =
                records.unwrap_or_else(|error| panic!("{error}: {}", &GAMES[second..end]));
            assert_eq!(records.games.len(), 1, "{}", &GAMES[second..end]);
            assert_eq!(records.cut, Some(second as u64), "{}", &GAMES[second..end]);
        }
        assert_eq!(read(&GAMES[..complete + 1]).unwrap().games.len(), 2);
        // But not if there is another game after it.
        let (first, last) = GAMES.split_at(second);
        let torn = first.replace("1/2-1/2\n\n", "\n\n") + last;
        let error = read(&torn).unwrap_err().to_string();
        assert!(error.ends_with("game 1 has no result"), "{error}");
        // And not if it is somebody else's.
        for rest in ["[Event \"x\"]\n1. e4", "notes", "1. e4 e5"] {
            let error = read(&(GAMES.to_owned() + rest)).unwrap_err().to_string();
            assert!(error.contains("game 3"), "{rest}: {error}");
        }
        let nothing = read("").unwrap();
        assert!(nothing.games.is_empty() && nothing.cut.is_none());
    }
}
