//! Forsyth-Edwards notation with its Chess960 dialects, X-FEN and Shredder-FEN.

use std::fmt::Write;

use ajeeb_base::Side;

use super::{NotationError, shown};
use crate::rules::{Bitboard, File, PieceKind, Position, Rank, Setup, Square, back_rank};

/// The largest half-move clock kept; FIDE 9.6 ends every game at 150.
const MAX_HALFMOVE: u32 = 150;
/// The largest move number kept; far beyond any game, far below what could overflow.
const MAX_FULLMOVE: u32 = 30_000;

/// Reads a position. The first field is required; the others default to `w - - 0 1`. Anything
/// after the counters, and EPD operations in their place, are ignored. Castling rights and en
/// passant squares that cannot be are dropped, counters are brought into their range.
///
/// # Errors
/// The field that cannot be read, or why the pieces cannot stand so.
pub fn read_fen(text: &str) -> Result<Position, NotationError> {
    let mut fields = text
        .split([' ', '\t', '\r', '\n', '_', ';'])
        .filter(|field| !field.is_empty());
    let board = read_board(fields.next().ok_or(NotationError::Empty)?)?;
    let side = fields.next().map_or(Ok(Side::White), read_side)?;
    let castling = match fields.next() {
        Some(field) => read_castling(field, &board)?,
        None => Bitboard::EMPTY,
    };
    let (en_passant, glued) = match fields.next() {
        Some(field) => read_passing(field)?,
        None => (None, None),
    };
    let mut counters = glued.into_iter().chain(fields).map_while(read_counter);
    let halfmove = counters.next().unwrap_or(0).min(MAX_HALFMOVE);
    let fullmove = counters.next().unwrap_or(1).clamp(1, MAX_FULLMOVE);
    let setup = Setup {
        board,
        side,
        castling,
        en_passant,
        halfmove: halfmove as u8,
        fullmove: fullmove as u16,
    };
    Ok(setup.build()?)
}

type Board = [Option<(Side, PieceKind)>; 64];

fn read_board(text: &str) -> Result<Board, NotationError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(NotationError::Ranks { ranks });
    }
    let mut board = [None; 64];
    for (index, text) in text.split('/').enumerate() {
        let rank = 7 - index;
        let row = read_rank(text, rank + 1)?;
        board[8 * rank..8 * rank + 8].copy_from_slice(&row);
    }
    Ok(board)
}

fn read_rank(text: &str, rank: usize) -> Result<[Option<(Side, PieceKind)>; 8], NotationError> {
    let mut row = [None; 8];
    let mut file = 0;
    for letter in text.chars() {
        let byte = u8::try_from(letter).unwrap_or(0);
        if let digit @ b'1'..=b'8' = byte {
            file += usize::from(digit - b'0');
        } else if let Some(kind) = PieceKind::from_letter(byte) {
            let side = if byte.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            if let Some(square) = row.get_mut(file) {
                *square = Some((side, kind));
            }
            file += 1;
        } else {
            return Err(NotationError::BoardLetter { rank, letter });
        }
    }
    if file == 8 {
        Ok(row)
    } else {
        let text = shown(text);
        Err(NotationError::RankLength { rank, text })
    }
}

fn read_side(text: &str) -> Result<Side, NotationError> {
    match text {
        "w" | "W" => Ok(Side::White),
        "b" | "B" => Ok(Side::Black),
        _ => Err(NotationError::Side { text: shown(text) }),
    }
}

/// Reads `KQkq`, `HAha`, a mixture, or `-` into the squares of the rooks that may castle. In
/// X-FEN a K or Q means the outermost rook on that side of the king.
fn read_castling(text: &str, board: &Board) -> Result<Bitboard, NotationError> {
    if text.bytes().all(|letter| letter == b'-') {
        return Ok(Bitboard::EMPTY);
    }
    let mut rooks = Bitboard::EMPTY;
    for letter in text.bytes() {
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let square = match letter.to_ascii_uppercase() {
            b'K' => outermost_rook(side, board, Square::ALL.iter().rev()),
            b'Q' => outermost_rook(side, board, Square::ALL.iter()),
            _ => match File::from_letter(letter.to_ascii_lowercase()) {
                Some(file) => Some(Square::at(file, back_rank(side))),
                None => return Err(NotationError::Castling { text: shown(text) }),
            },
        };
        rooks |= square.into_iter().collect();
    }
    Ok(rooks)
}

/// The first rook on the back rank in that order, unless the king comes before it.
fn outermost_rook<'a>(
    side: Side,
    board: &Board,
    mut order: impl Iterator<Item = &'a Square>,
) -> Option<Square> {
    let rook_or_king = |square: &&Square| {
        square.rank() == back_rank(side)
            && matches!(
                board[square.index()],
                Some((owner, PieceKind::Rook | PieceKind::King)) if owner == side
            )
    };
    let found = *order.find(rook_or_king)?;
    (board[found.index()] == Some((side, PieceKind::Rook))).then_some(found)
}

/// Reads the en passant field. A counter glued to the dash, as in `-0 1`, is handed on.
fn read_passing(text: &str) -> Result<(Option<Square>, Option<&str>), NotationError> {
    match text.strip_prefix('-') {
        Some("") => Ok((None, None)),
        Some(rest) if read_counter(rest).is_some() => Ok((None, Some(rest))),
        _ => match Square::parse(text.as_bytes()) {
            Some(square) => Ok((Some(square), None)),
            None => Err(NotationError::EnPassant { text: shown(text) }),
        },
    }
}

/// Reads a counter; negative ones count as 0, huge ones as the largest number. `None` for
/// anything else, such as an EPD operation.
fn read_counter(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        None
    } else if text.starts_with('-') {
        Some(0)
    } else {
        Some(digits.parse().unwrap_or(u32::MAX))
    }
}

/// Writes a position in the normal form: six fields, castling as KQkq in the standard setup and
/// in Shredder-FEN's rook files in all others, the en passant square only where a capture is
/// legal.
pub fn write_fen(position: &Position) -> String {
    let mut fen = String::with_capacity(90);
    write_board(position, &mut fen);
    fen.push_str(if position.side().is_white() {
        " w "
    } else {
        " b "
    });
    write_castling(position, &mut fen);
    match position.en_passant() {
        Some(square) => write!(fen, " {square}"),
        None => write!(fen, " -"),
    }
    .and_then(|()| write!(fen, " {} {}", position.halfmove(), position.fullmove()))
    .expect("a string takes everything");
    fen
}

fn write_board(position: &Position, fen: &mut String) {
    for rank in (0..8).rev().map(Rank::new) {
        let mut empty = 0;
        for file in (0..8).map(File::new) {
            let Some((side, kind)) = position.piece_on(Square::at(file, rank)) else {
                empty += 1;
                continue;
            };
            push_number(fen, &mut empty);
            fen.push(piece_letter(side, kind));
        }
        push_number(fen, &mut empty);
        if rank != Rank::FIRST {
            fen.push('/');
        }
    }
}

fn push_number(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

/// The FEN letter of a piece: upper case for White.
pub fn piece_letter(side: Side, kind: PieceKind) -> char {
    if side.is_white() {
        kind.letter()
    } else {
        kind.letter().to_ascii_lowercase()
    }
}

fn write_castling(position: &Position, fen: &mut String) {
    if position.castling_rooks().is_empty() {
        fen.push('-');
    }
    let standard = position.has_standard_castling();
    for side in Side::BOTH {
        let rooks: Vec<Square> = (position.castling_rooks() & position.of(side))
            .into_iter()
            .collect();
        // The king's side first.
        for rook in rooks.into_iter().rev() {
            let letter = match (standard, rook > position.king(side)) {
                (true, true) => 'k',
                (true, false) => 'q',
                (false, _) => rook.file().letter(),
            };
            fen.push(if side.is_white() {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
    }
}
