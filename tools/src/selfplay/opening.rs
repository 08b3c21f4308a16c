//! Openings by random moves.

use ajeeb_base::SplitMix64;
use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::{Notation, Record, Rules};

use super::{Settings, TRIES};
use crate::games::Arena;

/// A start and some random moves after which the game goes on; `None` if that never happens.
pub(crate) fn opening<G: Arena>(
    settings: &Settings,
    starts: &[G::Position],
    random: &mut SplitMix64,
) -> Option<Record<G>> {
    for _ in 0..TRIES {
        let unusual = random.below(1000) < settings.unusual_permille as usize;
        let start = match (unusual, starts.len()) {
            (false, _) => G::start(),
            (true, 0) => G::unusual_start(random),
            (true, count) => starts[random.below(count)].clone(),
        };
        let [least, most] = settings.random_plies;
        let plies = least + random.below(most - least + 1);
        let mut record = Record::new(start);
        if record.wander(plies, random) {
            return Some(record);
        }
    }
    None
}

/// A game that data can be made of.
pub(crate) trait SelfPlay: Notation {
    /// A start that is not the usual one, where nobody has given a list of them.
    fn unusual_start(random: &mut SplitMix64) -> Self::Position;
}

impl SelfPlay for Chess {
    /// Chess960 with a different rank for each side.
    fn unusual_start(random: &mut SplitMix64) -> Self::Position {
        let white = back_rank(random.below(960));
        let black = back_rank(random.below(960));
        let files = |rank: &str| -> String {
            let rooks = rank.char_indices().filter(|&(_, piece)| piece == 'R');
            rooks
                .map(|(file, _)| char::from(b'A' + file as u8))
                .collect()
        };
        let fen = format!(
            "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {}{} - 0 1",
            black.to_ascii_lowercase(),
            files(&white),
            files(&black).to_ascii_lowercase()
        );
        Self::read_position(&fen).expect("every start of Chess960 is a position")
    }
}

impl<V: Variant> SelfPlay for Draughts<V> {
    /// The usual one: draughts has no other without a list.
    fn unusual_start(_: &mut SplitMix64) -> Self::Position {
        Self::start()
    }
}

/// The pieces of a Chess960 start by its number (Scharnagl's numbering; 518 is chess).
fn back_rank(number: usize) -> String {
    let mut rank = [' '; 8];
    rank[number % 4 * 2 + 1] = 'B';
    rank[number / 4 % 4 * 2] = 'B';
    let mut fill = |free: usize, piece: char| {
        let square = (0..8).filter(|&file| rank[file] == ' ').nth(free);
        if let Some(file) = square {
            rank[file] = piece;
        }
    };
    fill(number / 16 % 6, 'Q');
    let (first, second) = KNIGHTS[number / 96 % 10];
    // The first knight's place is not free any more when the second one is put.
    fill(first, 'N');
    fill(second - 1, 'N');
    for piece in ['R', 'K', 'R'] {
        fill(0, piece);
    }
    rank.iter().collect()
}

/// The free squares that the knights take.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_starts_of_chess960_are_all_there() {
        assert_eq!(back_rank(518), "RNBQKBNR");
        assert_eq!(back_rank(0), "BBQNNRKR");
        assert_eq!(back_rank(959), "RKRNNQBB");
        let all: HashSet<_> = (0..960).map(back_rank).collect();
        assert_eq!(all.len(), 960);
    }

    #[test]
    fn unusual_starts_can_castle_on_both_wings() {
        let mut random = SplitMix64::new(4);
        for _ in 0..2000 {
            let start = Chess::unusual_start(&mut random);
            assert_eq!(start.castling_rooks().len(), 4, "{start:?}");
        }
    }
}
