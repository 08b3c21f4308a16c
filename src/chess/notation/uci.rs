//! Moves as the UCI protocol writes them: from, to, and a promotion letter.

use super::{NotationError, legal_moves, shown};
use crate::rules::{File, Move, PieceKind, Position, Square, castling_targets};

/// Writes a move: castling as the king's own step (`e1g1`), or with `chess960` as king takes
/// rook (`e1h1`).
pub fn uci_text(position: &Position, mv: Move, chess960: bool) -> String {
    if mv.is_castling() && !chess960 {
        debug_assert_eq!(mv.from(), position.king(position.side()));
        let (king_to, _) = castling_targets(mv.from(), mv.to());
        format!("{}{king_to}", mv.from())
    } else {
        mv.to_string()
    }
}

/// Reads a UCI move. Castling may be king takes rook, or the king's step to the c- or g-file
/// where no ordinary king move is written so; promotion letters in either case.
///
/// # Errors
/// `Unreadable` if it does not have the form of a UCI move, `NoPromotion` or `Illegal`.
pub fn read_uci(position: &Position, text: &str) -> Result<Move, NotationError> {
    let (from, to, promotion) =
        parse(text.as_bytes()).ok_or_else(|| NotationError::Unreadable { text: shown(text) })?;
    let moves = legal_moves(position);
    let matching = |mv: &&Move| mv.from() == from && mv.to() == to;
    if let Some(&mv) = moves
        .iter()
        .filter(matching)
        .find(|mv| mv.promotion() == promotion)
    {
        return Ok(mv);
    }
    if promotion.is_none() {
        if moves.iter().any(|mv| matching(&mv)) {
            return Err(NotationError::NoPromotion { text: shown(text) });
        }
        if let Some(&castling) = moves.iter().find(|mv| is_king_step(**mv, from, to)) {
            return Ok(castling);
        }
    }
    Err(NotationError::Illegal { text: shown(text) })
}

/// Is `mv` castling in which the king goes from `from` to `to`?
fn is_king_step(mv: Move, from: Square, to: Square) -> bool {
    mv.is_castling()
        && mv.from() == from
        && matches!(to.file(), File::C | File::G)
        && castling_targets(mv.from(), mv.to()).0 == to
}

fn parse(text: &[u8]) -> Option<(Square, Square, Option<PieceKind>)> {
    let (squares, rest) = text.split_at_checked(4)?;
    let (from, to) = squares.split_at_checked(2)?;
    let promotion = match rest {
        [] => None,
        &[letter] => {
            let kind = PieceKind::from_letter(letter)?;
            Some(kind)
                .filter(|kind| PieceKind::PROMOTIONS.contains(kind))?
                .into()
        }
        _ => return None,
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
}
