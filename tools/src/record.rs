//! Game records: PGN for chess (PGN specification, 1994, export format), PDN 3.0 for draughts.
//! A game is appended when it is over, so that a match that is cut short loses nothing.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ajeeb_base::Side;

use crate::game::{Game, Played, Reason};
use crate::games::RecordForm;
use crate::stats::GameScore;

/// Export format: no line is longer.
const WIDTH: usize = 80;

/// How every record begins.
pub(crate) const BEGIN: &str = "[Event \"Ajeeb lab match\"]\n";

/// A file of game records.
pub(crate) struct Records {
    path: PathBuf,
    file: File,
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub(crate) struct RecordError {
    path: PathBuf,
    error: io::Error,
}

impl RecordError {
    /// What went wrong with `path`.
    pub(crate) fn new(path: &Path, error: impl Into<io::Error>) -> RecordError {
        RecordError {
            path: path.to_owned(),
            error: error.into(),
        }
    }
}

impl Records {
    /// Opens a file to append to.
    pub(crate) fn open(path: &Path) -> Result<Records, RecordError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| RecordError::new(path, error))?;
        Ok(Records {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a game.
    pub(crate) fn append(&mut self, game: &str) -> Result<(), RecordError> {
        let written = self.file.write_all(game.as_bytes());
        written.map_err(|error| RecordError::new(&self.path, error))
    }
}

/// What a record says about a game beside the game itself.
pub(crate) struct Header<'a> {
    pub(crate) form: RecordForm,
    /// The rule set, unless it goes without saying.
    pub(crate) variant: Option<&'a str>,
    /// Round and board.
    pub(crate) round: String,
    /// The day: `2026.11.30`.
    pub(crate) date: String,
    /// White's and Black's name.
    pub(crate) names: [&'a str; 2],
    /// White's and Black's time control.
    pub(crate) controls: [String; 2],
}

/// The record of a game, with an empty line at its end.
pub(crate) fn write(header: &Header<'_>, game: &Game) -> String {
    let result = result(header.form, game.end.white);
    let mut text = BEGIN.to_owned();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Site", "?");
    tag("Date", &header.date);
    tag("Round", &header.round);
    tag("White", header.names[0]);
    tag("Black", header.names[1]);
    tag("Result", result);
    if let RecordForm::Pdn(Some(number)) = header.form {
        tag("GameType", &number.to_string());
    }
    if let Some(variant) = header.variant {
        tag("Variant", variant);
    }
    if !game.usual_start {
        if header.form == RecordForm::Pgn {
            tag("SetUp", "1");
        }
        tag("FEN", &game.start);
    }
    tag("PlyCount", &game.moves.len().to_string());
    let [white, black] = &header.controls;
    if white == black {
        tag(CONTROL_TAG, white);
    } else {
        tag(CONTROL_TAGS[0], white);
        tag(CONTROL_TAGS[1], black);
    }
    tag("Termination", termination(&game.end.reason));
    text.push('\n');
    text + &wrap(&tokens(header.form, game, result)) + "\n"
}

/// The tag of a time control that both sides have.
pub(crate) const CONTROL_TAG: &str = "TimeControl";

/// The tags of White's and Black's, where they differ.
pub(crate) const CONTROL_TAGS: [&str; 2] = ["WhiteTimeControl", "BlackTimeControl"];

/// The words of the PGN standard, section 9.8.1. The last comment says it in detail.
fn termination(reason: &Reason) -> &'static str {
    match reason {
        Reason::Rules(_) | Reason::Resignation(_) => "normal",
        Reason::MaxPlies | Reason::Adjudicated => "adjudication",
        Reason::Forfeit(_, offence) => offence.conduct().termination(),
    }
}

/// A result as the format writes it.
pub(crate) fn result(form: RecordForm, white: GameScore) -> &'static str {
    match (form, white) {
        (RecordForm::Pgn, GameScore::Win) => "1-0",
        (RecordForm::Pgn, GameScore::Draw) => "1/2-1/2",
        (RecordForm::Pgn, GameScore::Loss) => "0-1",
        (RecordForm::Pdn(_), GameScore::Win) => "2-0",
        (RecordForm::Pdn(_), GameScore::Draw) => "1-1",
        (RecordForm::Pdn(_), GameScore::Loss) => "0-2",
    }
}

/// Move numbers, moves and comments, and the result.
fn tokens(form: RecordForm, game: &Game, result: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let (mut number, mut side) = (first_number(form, game), game.first);
    for (index, played) in game.moves.iter().enumerate() {
        if side.is_white() {
            tokens.push(format!("{number}."));
        } else if index == 0 {
            tokens.push(format!("{number}..."));
        }
        tokens.push(played.text.clone());
        tokens.extend(comment(played).split(' ').map(str::to_owned));
        number += usize::from(side == Side::Black);
        side = !side;
    }
    tokens.push(format!("{{{}}}", game.end.reason).replace(['\n', '\r'], " "));
    tokens.push(result.to_owned());
    tokens
}

/// Chess FENs count moves; others do not.
fn first_number(form: RecordForm, game: &Game) -> usize {
    let counted = match form {
        RecordForm::Pgn => game
            .start
            .split(' ')
            .nth(5)
            .and_then(|text| text.parse().ok()),
        RecordForm::Pdn(_) => None,
    };
    counted.unwrap_or(1)
}

/// Score, depth, time and nodes, as far as they are known: `{+0.34/12 0.053s, n=12345}`.
fn comment(played: &Played) -> String {
    let mut text = "{".to_owned();
    if let Some(score) = played.info.score {
        text += &score.to_string();
        if let Some(depth) = played.info.depth {
            text += &format!("/{depth}");
        }
        text.push(' ');
    }
    text += &format!("{:.3}s", played.elapsed.as_secs_f64());
    if let Some(nodes) = played.info.nodes {
        text += &format!(", n={nodes}");
    }
    text + "}"
}

/// Puts as many tokens on a line as fit.
fn wrap(tokens: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for token in tokens {
        let width = token.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += token;
        column += width;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::{Info, Verdict};
    use crate::game::End;
    use crate::usage::Usage;

    fn game(moves: &[&str], first: Side) -> Game {
        let info = Info {
            depth: Some(7),
            nodes: Some(90),
            score: Some(Verdict::Units(0.5)),
        };
        let moves = moves.iter().map(|text| Played {
            text: (*text).to_owned(),
            info,
            elapsed: Duration::from_millis(12),
        });
        Game {
            start: "8/8/8/8/8/8/8/8 b - - 0 31".into(),
            first,
            usual_start: false,
            moves: moves.collect(),
            end: End {
                white: GameScore::Draw,
                reason: Reason::Rules("stalemate"),
            },
            usage: [Usage::default(), Usage::default()],
        }
    }

    fn header(form: RecordForm) -> Header<'static> {
        Header {
            form,
            variant: None,
            round: "3.2".into(),
            date: "2026.11.30".into(),
            names: ["A \"1\"", "B"],
            controls: ["1+0".into(), "nodes=5".into()],
        }
    }

    #[test]
    fn a_chess_game_is_written_as_pgn() {
        let text = write(
            &header(RecordForm::Pgn),
            &game(&["Kd7", "Kd5", "Ke7"], Side::Black),
        );
        assert_eq!(
            text,
            r#"[Event "Ajeeb lab match"]
[Site "?"]
[Date "2026.11.30"]
[Round "3.2"]
[White "A \"1\""]
[Black "B"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/8/8/8/8/8 b - - 0 31"]
[PlyCount "3"]
[WhiteTimeControl "1+0"]
[BlackTimeControl "nodes=5"]
[Termination "normal"]

31... Kd7 {+0.50/7 0.012s, n=90} 32. Kd5 {+0.50/7 0.012s, n=90} Ke7 {+0.50/7
0.012s, n=90} {stalemate} 1/2-1/2

"#
        );
    }

    #[test]
    fn a_draughts_game_is_written_as_pdn() {
        let text = write(
            &header(RecordForm::Pdn(Some(40))),
            &game(&["32-28"], Side::White),
        );
        assert!(
            text.contains("[GameType \"40\"]\n") && !text.contains("SetUp"),
            "{text}"
        );
        assert!(
            text.ends_with("\n1. 32-28 {+0.50/7 0.012s, n=90} {stalemate} 1-1\n\n"),
            "{text}"
        );
    }

    #[test]
    fn a_common_time_control_has_one_tag() {
        let same = Header {
            controls: ["1+0".into(), "1+0".into()],
            ..header(RecordForm::Pgn)
        };
        let text = write(&same, &game(&["Kd7"], Side::Black));
        assert!(text.contains("\n[TimeControl \"1+0\"]\n"), "{text}");
        assert!(!text.contains("[WhiteTimeControl"), "{text}");
    }

    #[test]
    fn lines_are_kept_short() {
        let tokens: Vec<_> = (0..100).map(|number| format!("token-{number}")).collect();
        let text = wrap(&tokens);
        assert!(text.lines().count() > 10 && text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 100);
    }
}
