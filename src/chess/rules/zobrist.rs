//! The random numbers that position keys are made of (A. Zobrist, "A new hashing method with
//! application for game playing", 1970).

use ajeeb_base::{Key, Side, SplitMix64};

use super::{File, PieceKind, Square};

struct Numbers {
    pieces: [[[Key; 64]; 6]; 2],
    castling: [Key; 64],
    en_passant: [Key; 8],
    black_to_move: Key,
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut random = SplitMix64::new(0x1770_0A7E_EB00_C4E5);
    let mut pieces = [[[Key(0); 64]; 6]; 2];
    let mut castling = [Key(0); 64];
    let mut en_passant = [Key(0); 8];
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 6 {
            pieces[0][kind][square] = Key(random.next());
            pieces[1][kind][square] = Key(random.next());
            kind += 1;
        }
        castling[square] = Key(random.next());
        if square < 8 {
            en_passant[square] = Key(random.next());
        }
        square += 1;
    }
    Numbers {
        pieces,
        castling,
        en_passant,
        black_to_move: Key(random.next()),
    }
}

/// The part of a key that a piece on a square gives.
#[inline]
pub(crate) fn piece(side: Side, kind: PieceKind, square: Square) -> Key {
    NUMBERS.pieces[side.index()][kind.index()][square.index()]
}

/// The part of a key for the right to castle with the rook on `rook`.
#[inline]
pub(crate) fn castling(rook: Square) -> Key {
    NUMBERS.castling[rook.index()]
}

/// The part of a key for a legal capture in passing on `file`.
#[inline]
pub(crate) fn en_passant(file: File) -> Key {
    NUMBERS.en_passant[file.index()]
}

/// The part of a key for Black to move.
#[inline]
pub(crate) fn black_to_move() -> Key {
    NUMBERS.black_to_move
}
