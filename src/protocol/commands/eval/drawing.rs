use std::fmt;

use ajeeb_base::Score;
use ajeeb_game::Placement;

use crate::catalog::Playable;
use crate::commands::score::Spoken;

/// The width of a square in characters: a sign, up to three digits, a point, two digits, a blank.
const WIDTH: usize = 8;

/// A board with two lines a row: the pieces, and what each is worth.
#[derive(Clone, Debug)]
pub(super) struct Drawing(Vec<[Vec<String>; 2]>);

impl Drawing {
    /// A board with `pieces`; `worth` knows what some of them are worth, in hundredths.
    pub(super) fn new<G: Playable>(pieces: &[Placement], worth: &[(Placement, i32)]) -> Drawing {
        let empty = || vec![String::new(); G::COLUMNS];
        let mut rows: Vec<_> = (0..G::COLUMNS).map(|_| [empty(), empty()]).collect();
        for square in (0..).take(G::SQUARES) {
            let (row, column) = G::place(square);
            ".".clone_into(&mut rows[row][0][column]);
        }
        for &piece in pieces {
            let (row, column) = G::place(piece.square);
            rows[row][0][column] = G::piece_letter(piece).to_string();
        }
        for &(piece, worth) in worth {
            let (row, column) = G::place(piece.square);
            rows[row][1][column] = Spoken(Score::new(worth)).to_string();
        }
        Drawing(rows)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.iter().flatten() {
            let cells: String = line.iter().map(|cell| format!("{cell:^WIDTH$}")).collect();
            writeln!(f, "{}", cells.trim_end())?;
        }
        Ok(())
    }
}
