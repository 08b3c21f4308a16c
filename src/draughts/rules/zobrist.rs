use ajeeb_base::{Key, Side, SplitMix64};

use super::Square;

/// The random words that keys are made of. They go by bits, so every rule set shares them.
struct Words {
    /// By side, man or king, and bit.
    piece: [[[u64; 64]; 2]; 2],
    /// By side, moves running (less one) and bit: what binds a king under
    /// [`Variant::SAME_KING_LIMIT`](super::Variant::SAME_KING_LIMIT).
    walk: [[[u64; 64]; 3]; 2],
    black_to_move: u64,
}

static WORDS: Words = Words::new();

impl Words {
    const fn new() -> Words {
        let mut random = SplitMix64::new(0x6472_6175_6768_7473);
        let mut words = Words {
            piece: [[[0; 64]; 2]; 2],
            walk: [[[0; 64]; 3]; 2],
            black_to_move: random.next(),
        };
        let mut side = 0;
        while side < 2 {
            let mut bit = 0;
            while bit < 64 {
                words.piece[side][0][bit] = random.next();
                words.piece[side][1][bit] = random.next();
                let mut moves = 0;
                while moves < 3 {
                    words.walk[side][moves][bit] = random.next();
                    moves += 1;
                }
                bit += 1;
            }
            side += 1;
        }
        words
    }
}

/// A man or king of `side` on `square`.
#[inline]
pub(crate) fn piece(side: Side, king: bool, square: Square) -> Key {
    Key(WORDS.piece[side.index()][usize::from(king)][square.bit()])
}

/// The king of `side` on `square` has moved `moves` times running; nothing for 0.
#[inline]
pub(crate) fn walk(side: Side, square: Square, moves: u8) -> Key {
    match usize::from(moves).checked_sub(1) {
        Some(row) => Key(WORDS.walk[side.index()][row.min(2)][square.bit()]),
        None => Key(0),
    }
}

/// Black is to move.
#[inline]
pub(crate) fn black_to_move() -> Key {
    Key(WORDS.black_to_move)
}
