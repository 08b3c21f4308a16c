//! Positions as the page keeps them: a letter for each square, and what each move changes.

use ajeeb_base::Side;
use ajeeb_game::{Observer, Placement};

use crate::games::Arena;

/// Names of squares, in the order of their numbers from 0: one letter each.
const SQUARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A square without a piece.
const EMPTY: u8 = b'.';

/// The pieces on the board, by square: large letters for White's, small ones for Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Diagram {
    squares: [u8; 64],
    count: usize,
    letters: &'static [u8],
}

impl Diagram {
    /// The pieces of a position.
    pub(super) fn of<G: Arena>(position: &G::Position) -> Diagram {
        let (count, letters): (_, &[u8]) = match G::GAME {
            "draughts" => (G::BOARD.columns * G::BOARD.rows / 2, b"MK"),
            _ => (G::BOARD.columns * G::BOARD.rows, b"PNBRQK"),
        };
        let mut diagram = Diagram {
            squares: [EMPTY; 64],
            count: count.min(64),
            letters,
        };
        G::survey(position, &mut diagram);
        diagram
    }

    /// A letter for each square.
    pub(super) fn text(&self) -> String {
        self.squares[..self.count]
            .iter()
            .copied()
            .map(char::from)
            .collect()
    }

    /// The squares that differ in `after`, each with what is on it then.
    pub(super) fn changes(&self, after: &Diagram) -> String {
        let squares = SQUARES.iter().zip(self.squares.iter().zip(&after.squares));
        let changed = squares.filter(|(_, (before, after))| before != after);
        changed
            .flat_map(|(square, (_, &after))| [char::from(*square), char::from(after)])
            .collect()
    }
}

impl Observer for Diagram {
    fn removed(&mut self, piece: Placement) {
        self.squares[usize::from(piece.square) % 64] = EMPTY;
    }

    fn placed(&mut self, piece: Placement) {
        let letter = self
            .letters
            .get(usize::from(piece.kind))
            .copied()
            .unwrap_or(EMPTY);
        self.squares[usize::from(piece.square) % 64] = match piece.side {
            Side::White => letter,
            Side::Black => letter.to_ascii_lowercase(),
        };
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;
    use ajeeb_draughts::{Draughts, International, Russian};
    use ajeeb_game::{Rules, Unobserved};

    use super::*;

    fn changes<G: Arena>(fen: &str, mv: &str) -> String {
        let position = G::read_position(fen).unwrap();
        let mv = G::read_move(&position, mv).unwrap();
        let after = G::play(&position, mv, &mut Unobserved);
        Diagram::of::<G>(&position).changes(&Diagram::of::<G>(&after))
    }

    #[test]
    fn a_diagram_has_a_letter_for_each_square() {
        let chess = Diagram::of::<Chess>(&Chess::start()).text();
        assert_eq!(
            (chess.len(), &chess[..10], &chess[54..]),
            (64, "RNBQKBNRPP", "pprnbqkbnr")
        );
        let draughts = Diagram::of::<Draughts<International>>(&Draughts::start()).text();
        assert_eq!((draughts.len(), &draughts[18..32]), (50, "mm..........MM"));
        assert_eq!(
            Diagram::of::<Draughts<Russian>>(&Draughts::start())
                .text()
                .len(),
            32
        );
    }

    #[test]
    fn changes_are_what_leaves_and_enters() {
        let castling = changes::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
        assert_eq!(castling, "E.FRGKH.");
        let passing = changes::<Chess>("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3");
        assert_eq!(passing, "Upb.c.");
        type Game = Draughts<International>;
        assert_eq!(changes::<Game>("W:W7:B1,45", "7-2"), "BKG.");
        assert_eq!(changes::<Game>("W:W28:B23,1", "28x19"), "SMW.b.");
    }
}
