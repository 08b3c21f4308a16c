use ajeeb_chess::Chess;
use ajeeb_game::{Notation, Rules};

use super::options::split_word;
use crate::session::PositionError;

type Position = <Chess as Rules>::Position;

/// Reads the words after `position`: where the game started, and the text of the moves played
/// since, if there are any.
pub(super) fn read(text: &str) -> Result<(Position, Option<&str>), PositionError> {
    let refused = |reason: String| PositionError::Refused(reason);
    let (kind, rest) = split_word(text);
    let (start, moves) = split_moves(rest);
    match kind {
        "startpos" => Ok((Chess::start(), moves)),
        "fen" => Chess::read_position(start)
            .map(|position| (position, moves))
            .map_err(|error| refused(error.to_string())),
        "" => Err(refused("neither startpos nor fen is given".to_string())),
        _ => Err(refused(format!(
            "neither startpos nor fen but '{}'",
            crate::session::excerpt(kind)
        ))),
    }
}

/// The text before the word `moves`, and the one after it.
fn split_moves(text: &str) -> (&str, Option<&str>) {
    let mut rest = text;
    loop {
        let (word, after) = split_word(rest);
        if word.is_empty() {
            return (text.trim(), None);
        }
        if word == "moves" {
            let before = text.len() - rest.trim_start().len();
            return (text.get(..before).unwrap_or(text).trim(), Some(after));
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e1_e2_the_move_list_is_cut_off() {
        assert_eq!(
            split_moves("8/8 w - - 0 1  moves  e2e4 e7e5"),
            ("8/8 w - - 0 1", Some(" e2e4 e7e5"))
        );
        assert_eq!(split_moves(" moves"), ("", Some("")));
        assert_eq!(split_moves("8/8 w"), ("8/8 w", None));
        assert_eq!(split_moves(""), ("", None));
    }

    #[test]
    fn e1_e3_starts_and_short_fens() {
        assert_eq!(read("startpos"), Ok((Chess::start(), None)));
        let (kings, moves) = read("fen 4k3/8/8/8/8/8/4P3/4K3 w moves e2e4").unwrap();
        assert_eq!(
            Chess::write_position(&kings),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        );
        assert_eq!(moves, Some("e2e4"));
    }

    #[test]
    fn e7_e8_bad_positions_are_refused_with_a_reason() {
        for bad in [
            "",
            "fen",
            "fen startpos",
            "rnbqkbnr/8 w",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            let error = read(bad).unwrap_err();
            assert!(
                matches!(&error, PositionError::Refused(why) if !why.is_empty()),
                "{bad}"
            );
        }
    }
}
