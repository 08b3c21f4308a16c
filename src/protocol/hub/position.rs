use std::fmt::Write;

use crate::session::excerpt;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BoardError {
    #[error("the side to move must be W or B, not '{0}'")]
    Side(String),
    #[error("a square must be one of w W b B e, not '{0}'")]
    Square(char),
    #[error("there must be {expected} squares, not {found}")]
    Length { expected: usize, found: usize },
}

/// Turns the protocol's form of a position, a letter for the side to move and one for each of
/// `squares` squares, into a FEN.
pub(super) fn to_fen(text: &str, squares: usize) -> Result<String, BoardError> {
    let mut letters = text.chars();
    let side = letters.next().filter(|side| matches!(side, 'W' | 'B'));
    let side = side.ok_or_else(|| BoardError::Side(excerpt(text)))?;
    let found = letters.clone().count();
    if found != squares {
        return Err(BoardError::Length {
            expected: squares,
            found,
        });
    }
    let (mut white, mut black) = (String::new(), String::new());
    for (number, letter) in (1..).zip(letters) {
        let (pieces, king) = match letter {
            'w' => (&mut white, ""),
            'W' => (&mut white, "K"),
            'b' => (&mut black, ""),
            'B' => (&mut black, "K"),
            'e' => continue,
            _ => return Err(BoardError::Square(letter)),
        };
        let comma = if pieces.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(pieces, "{comma}{king}{number}");
    }
    Ok(format!("{side}:W{white}:B{black}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c1_letters_become_a_fen() {
        assert_eq!(
            to_fen("BwWeb", 4),
            Ok("B:Ww,".replace("w,", "1,K2") + ":B4")
        );
        assert_eq!(to_fen("Weeee", 4), Ok("W:W:B".to_string()));
    }

    #[test]
    fn c3_bad_letters_sides_and_lengths_are_named() {
        assert_eq!(to_fen("", 4), Err(BoardError::Side(String::new())));
        assert_eq!(to_fen("weeee", 4), Err(BoardError::Side("weeee".into())));
        assert_eq!(
            to_fen("Weee", 4),
            Err(BoardError::Length {
                expected: 4,
                found: 3
            })
        );
        assert_eq!(to_fen("Wexee", 4), Err(BoardError::Square('x')));
        assert_eq!(
            to_fen("W\u{fffd}eee", 4),
            Err(BoardError::Square('\u{fffd}'))
        );
    }
}
