//! Chess in text: FEN, UCI moves, SAN, and a drawn board.

mod drawing;
mod fen;
mod san;
mod uci;

use ajeeb_game::{Notation, Rules, Select};
use thiserror::Error;

pub use fen::{piece_letter, read_fen, write_fen};
pub use san::{read_san, write_san};
pub use uci::{read_uci, uci_text};

use crate::Chess;
use crate::rules::{Move, MoveList, Position, SetupError};

/// Why a text is not a position or not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// There is nothing to read.
    #[error("the text is empty")]
    Empty,
    /// The board does not have eight ranks.
    #[error("the board must have 8 ranks, not {ranks}")]
    Ranks {
        /// How many ranks were found.
        ranks: usize,
    },
    /// A rank does not add up to eight squares.
    #[error("rank {rank} ({text:?}) does not have 8 squares")]
    RankLength {
        /// The number of the rank, 1 to 8.
        rank: usize,
        /// What is written for it.
        text: String,
    },
    /// Neither a piece letter nor a digit 1 to 8.
    #[error("{letter:?} on rank {rank} is neither a piece nor a number of empty squares")]
    BoardLetter {
        /// The number of the rank, 1 to 8.
        rank: usize,
        /// The letter.
        letter: char,
    },
    /// The side to move is neither w nor b.
    #[error("the side to move is {text:?}, neither w nor b")]
    Side {
        /// What is written.
        text: String,
    },
    /// The castling field holds something else than rights.
    #[error("{text:?} is not a castling field such as KQkq, HAha or -")]
    Castling {
        /// What is written.
        text: String,
    },
    /// The en passant field is neither a square nor a dash.
    #[error("{text:?} is neither an en passant square nor -")]
    EnPassant {
        /// What is written.
        text: String,
    },
    /// The pieces cannot stand like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move that cannot be understood at all.
    #[error("{text:?} is not a move")]
    Unreadable {
        /// What is written.
        text: String,
    },
    /// A pawn reaches the last rank, but what it becomes is not said.
    #[error("{text:?} does not say what the pawn becomes")]
    NoPromotion {
        /// What is written.
        text: String,
    },
    /// A move that the rules do not allow here.
    #[error("{text:?} is not legal here")]
    Illegal {
        /// What is written.
        text: String,
    },
    /// More than one legal move fits.
    #[error("{text:?} may be {} or {}", write_san(position, *.first), write_san(position, *.second))]
    Ambiguous {
        /// What is written.
        text: String,
        /// Where it was read.
        position: Box<Position>,
        /// A move that fits.
        first: Move,
        /// Another.
        second: Move,
    },
}

/// At most so many characters of a bad text are repeated in an error.
const SHOWN: usize = 32;

/// The beginning of a text, for an error message.
fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// All legal moves.
fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    Chess::moves(position, Select::All, &mut moves);
    moves
}

impl Notation for Chess {
    type Error = NotationError;

    const GAME: &'static str = "chess";
    const VARIANT: &'static str = "chess";

    fn read_position(text: &str) -> Result<Position, NotationError> {
        read_fen(text)
    }

    fn write_position(position: &Position) -> String {
        write_fen(position)
    }

    /// UCI first, then SAN: no text is both, as a pawn's UCI move ends with a digit that its SAN
    /// would need a capture sign for.
    fn read_move(position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        match read_uci(position, text) {
            Err(NotationError::Unreadable { .. }) => read_san(position, text),
            result => result,
        }
    }

    fn write_move(position: &Position, mv: Move) -> String {
        uci_text(position, mv, !position.has_standard_castling())
    }

    fn write_short(position: &Position, mv: Move) -> String {
        write_san(position, mv)
    }

    fn draw(position: &Position) -> String {
        drawing::draw(position)
    }
}
