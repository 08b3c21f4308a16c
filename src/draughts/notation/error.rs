/// Why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A position text without a side to move.
    #[error("\"{0}\" does not say who is to move: W or B")]
    NoSide(String),
    /// A part of a position text that is nothing known.
    #[error("\"{0}\" is no part of a position")]
    BadField(String),
    /// A piece list with something other than squares in it.
    #[error("\"{0}\" is no square of this board, which has squares 1 to {1}")]
    BadSquare(String, usize),
    /// A range that runs backwards.
    #[error("the range \"{0}\" runs backwards")]
    BadRange(String),
    /// A square named twice.
    #[error("square {0} has more than one piece")]
    Occupied(usize),
    /// Two lists of pieces for one side.
    #[error("there are two lists of {0} pieces")]
    RepeatedSide(&'static str),
    /// A man where it should have been crowned.
    #[error("the {side} man on {square} should be a king")]
    UncrownedMan {
        /// `white` or `black`.
        side: &'static str,
        /// The square's number.
        square: usize,
    },
    /// No pieces at all.
    #[error("there is no piece on the board")]
    Empty,
    /// A Hub position of the wrong length.
    #[error("a Hub position has 1 + {expected} letters, not {found}")]
    BadLength {
        /// Squares of the board.
        expected: usize,
        /// Letters read.
        found: usize,
    },
    /// A letter that Hub positions do not have.
    #[error("\"{0}\" is no letter of a Hub position, which has w, b, W, B and e")]
    BadLetter(char),
    /// A text that is not a move.
    #[error("\"{0}\" is not a move")]
    BadMove(String),
    /// A move that cannot be played.
    #[error("\"{0}\" is not a legal move here")]
    IllegalMove(String),
    /// A move that could be several.
    #[error("\"{0}\" fits more than one legal move: name the captured squares")]
    AmbiguousMove(String),
}

/// At most 40 characters of a text, so that a message stays one short line.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}
