//! Positions and moves in text. Squares are numbered from Black's side on every board, 1 to 50
//! or, on the small one, 1 to 32: `W:W21-32:B1-12` starts Russian draughts.

mod error;
mod fen;
mod hub;
mod path;
mod text;

use ajeeb_game::{Notation, Rules, Select};

use crate::Draughts;
use crate::rules::{Move, MoveList, Position, Square, Variant};

pub use error::Error;
pub use hub::piece_letter;

impl<V: Variant> Notation for Draughts<V> {
    type Error = Error;

    const GAME: &'static str = "draughts";
    const VARIANT: &'static str = V::NAME;

    /// Reads `W:W31-50:B1-20`; see the module `fen` for what else it takes.
    fn read_position(text: &str) -> Result<Position<V>, Error> {
        fen::read(text)
    }

    fn write_position(position: &Position<V>) -> String {
        fen::write(position)
    }

    fn read_move(position: &Position<V>, text: &str) -> Result<Move, Error> {
        text::read(position, &legal(position), text)
    }

    fn write_move(_position: &Position<V>, mv: Move) -> String {
        text::write::<V>(mv)
    }

    fn write_short(position: &Position<V>, mv: Move) -> String {
        text::write_short::<V>(&legal(position), mv)
    }

    /// `w` and `b` are men, `W` and `B` kings, `.` are empty dark squares; the numbers are those
    /// of a row's first and last square.
    fn draw(position: &Position<V>) -> String {
        let half = V::COLS / 2;
        let rows = (0..V::ROWS).map(|row| {
            let first = row * half + 1;
            let squares = (first..first + half).filter_map(Square::from_number::<V>);
            let cells: String = squares
                .map(|square| match hub::letter(position, square) {
                    'e' => '.',
                    piece => piece,
                })
                .map(|cell| {
                    if row % 2 == 0 {
                        format!("  {cell} ")
                    } else {
                        format!("{cell}   ")
                    }
                })
                .collect();
            format!(
                "{first:>2}  {}  {}",
                cells.get(..2 * V::COLS - 1).unwrap_or(&cells),
                first + half - 1
            )
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn legal<V: Variant>(position: &Position<V>) -> MoveList {
    let mut moves = MoveList::new();
    Draughts::<V>::moves(position, Select::All, &mut moves);
    moves
}
