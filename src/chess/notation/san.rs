//! Standard algebraic notation (FIDE Laws, appendix C).

use ajeeb_game::{Rules, Unobserved};

use super::{NotationError, legal_moves, shown};
use crate::Chess;
use crate::rules::{Bitboard, File, Move, PieceKind, Position, Rank, Square};

/// Writes a legal move: `Nbd2`, `exd6`, `e8=Q+`, `O-O#`.
pub fn write_san(position: &Position, mv: Move) -> String {
    let mut san = if mv.is_castling() {
        let king_side = mv.to() > mv.from();
        if king_side { "O-O" } else { "O-O-O" }.to_owned()
    } else if mv.kind() == PieceKind::Pawn {
        pawn_move(mv)
    } else {
        piece_move(position, mv)
    };
    let after = position.play(mv, &mut Unobserved);
    if after.in_check() {
        san.push(if Chess::count(&after) == 0 { '#' } else { '+' });
    }
    san
}

fn pawn_move(mv: Move) -> String {
    let mut san = if mv.is_capture() {
        format!("{}x{}", mv.from().file().letter(), mv.to())
    } else {
        mv.to().to_string()
    };
    if let Some(kind) = mv.promotion() {
        san.push('=');
        san.push(kind.letter());
    }
    san
}

fn piece_move(position: &Position, mv: Move) -> String {
    let takes = if mv.is_capture() { "x" } else { "" };
    let origin = origin(position, mv);
    format!("{}{origin}{takes}{}", mv.kind().letter(), mv.to())
}

/// As much of the origin as it takes to tell the move from those of equal pieces: nothing, the
/// file, the rank, or both.
fn origin(position: &Position, mv: Move) -> String {
    let from = mv.from();
    let others: Bitboard = legal_moves(position)
        .iter()
        .filter(|other| other.kind() == mv.kind() && other.to() == mv.to())
        .filter(|other| other.from() != from && !other.is_castling())
        .map(|other| other.from())
        .collect();
    if others.is_empty() {
        String::new()
    } else if !others.meets(from.file().bitboard()) {
        from.file().letter().to_string()
    } else if !others.meets(from.rank().bitboard()) {
        from.rank().digit().to_string()
    } else {
        from.to_string()
    }
}

/// Reads SAN as people write it: check marks, `!?` and `e.p.` are ignored; `x`, `=` and a needed
/// disambiguation may be missing or superfluous; castling with O or 0; long forms such as
/// `Ng1-f3`.
///
/// # Errors
/// `Unreadable`, `NoPromotion`, `Illegal`, or `Ambiguous` with two of the moves that fit.
pub fn read_san(position: &Position, text: &str) -> Result<Move, NotationError> {
    let pattern =
        Pattern::parse(text).ok_or_else(|| NotationError::Unreadable { text: shown(text) })?;
    let moves = legal_moves(position);
    let mut fitting = moves.iter().copied().filter(|&mv| pattern.fits(mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(first), Some(second)) => Err(NotationError::Ambiguous {
            text: shown(text),
            position: Box::new(*position),
            first,
            second,
        }),
        (None, _) if pattern.lacks_promotion(&moves) => {
            Err(NotationError::NoPromotion { text: shown(text) })
        }
        (None, _) => Err(NotationError::Illegal { text: shown(text) }),
    }
}

/// What a SAN text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Castling {
        king_side: bool,
    },
    Piece {
        kind: PieceKind,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        to: Square,
        promotion: Option<PieceKind>,
    },
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#', '!', '?', '.', ' ']);
        let text = ["e.p", "ep"]
            .into_iter()
            .find_map(|mark| text.strip_suffix(mark))
            .unwrap_or(text)
            .trim_end();
        match text.replace('0', "O").to_ascii_uppercase().as_str() {
            "O-O" | "OO" => return Some(Pattern::Castling { king_side: true }),
            "O-O-O" | "OOO" => return Some(Pattern::Castling { king_side: false }),
            _ => {}
        }
        // Signs that say nothing the position does not know.
        let letters: Vec<u8> = text
            .bytes()
            .filter(|letter| {
                !matches!(
                    letter,
                    b'x' | b'X' | b':' | b'-' | b'=' | b'(' | b')' | b'/'
                )
            })
            .collect();
        Pattern::parse_letters(&letters)
    }

    fn parse_letters(letters: &[u8]) -> Option<Pattern> {
        let (kind, letters) = match letters {
            // A small b is a file; everything else of a piece letter is written large.
            [
                letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'),
                rest @ ..,
            ] => (PieceKind::from_letter(*letter)?, rest),
            _ => (PieceKind::Pawn, letters),
        };
        let (promotion, letters) = match letters {
            [rest @ .., letter] if letter.is_ascii_alphabetic() => {
                let promotion = PieceKind::from_letter(*letter)?;
                (Some(promotion), rest)
            }
            _ => (None, letters),
        };
        let (origin, to) = letters.split_at_checked(letters.len().checked_sub(2)?)?;
        let (from_file, from_rank) = match *origin {
            [] => (None, None),
            [file, rank] => (
                Some(File::from_letter(file)?),
                Some(Rank::from_digit(rank)?),
            ),
            [one] => (File::from_letter(one), Rank::from_digit(one)),
            _ => return None,
        };
        if origin.len() == 1 && from_file.is_none() && from_rank.is_none() {
            return None;
        }
        Some(Pattern::Piece {
            kind,
            from_file,
            from_rank,
            to: Square::parse(to)?,
            promotion,
        })
    }

    fn fits(self, mv: Move) -> bool {
        match self {
            Pattern::Castling { king_side } => {
                mv.is_castling() && (mv.to() > mv.from()) == king_side
            }
            Pattern::Piece { promotion, .. } => {
                self.fits_squares(mv) && mv.promotion() == promotion
            }
        }
    }

    /// Does a move of this kind go from here to there, whatever it promotes to?
    fn fits_squares(self, mv: Move) -> bool {
        match self {
            Pattern::Castling { .. } => false,
            Pattern::Piece {
                kind,
                from_file,
                from_rank,
                to,
                ..
            } => {
                !mv.is_castling()
                    && mv.kind() == kind
                    && mv.to() == to
                    && from_file.is_none_or(|file| mv.from().file() == file)
                    && from_rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }

    fn lacks_promotion(self, moves: &[Move]) -> bool {
        let says_nothing = matches!(
            self,
            Pattern::Piece {
                promotion: None,
                ..
            }
        );
        says_nothing && moves.iter().any(|&mv| self.fits_squares(mv))
    }
}
