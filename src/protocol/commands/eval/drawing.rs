use std::fmt;

use ajeeb_base::Score;
use ajeeb_game::Placement;

use super::letter;
use crate::catalog::Family;
use crate::commands::score::Spoken;

/// The width of a square in characters: a sign, up to three digits, a point, two digits, a blank.
const WIDTH: usize = 8;

/// A board with two lines a row: the pieces, and what each is worth.
#[derive(Clone, Debug)]
pub(super) struct Drawing(Vec<[Vec<String>; 2]>);

impl Drawing {
    /// A board of so many `columns` (and rows) with `pieces`; `worth` knows what some of them are
    /// worth, in hundredths.
    pub(super) fn new(
        family: Family,
        columns: usize,
        pieces: &[Placement],
        worth: &[(Placement, i32)],
    ) -> Drawing {
        let mut rows = vec![[vec![String::new(); columns], vec![String::new(); columns]]; columns];
        for (row, [letters, _]) in rows.iter_mut().enumerate() {
            for (column, letter) in letters.iter_mut().enumerate() {
                if family == Family::Chess || (row + column) % 2 == 1 {
                    ".".clone_into(letter);
                }
            }
        }
        for &piece in pieces {
            let (row, column) = place(family, columns, piece.square);
            let Some([letters, _]) = rows.get_mut(row) else {
                continue;
            };
            letters[column] = letter(family, piece).to_string();
        }
        for &(piece, worth) in worth {
            let (row, column) = place(family, columns, piece.square);
            let Some([_, numbers]) = rows.get_mut(row) else {
                continue;
            };
            numbers[column] = Spoken(Score::new(worth)).to_string();
        }
        Drawing(rows)
    }
}

/// The row from above and the column of a square.
fn place(family: Family, columns: usize, square: u8) -> (usize, usize) {
    let square = usize::from(square);
    match family {
        Family::Chess => (
            (columns - 1).saturating_sub(square / columns),
            square % columns,
        ),
        Family::Draughts => {
            let half = columns / 2;
            let row = square / half;
            (row, 2 * (square % half) + 1 - row % 2)
        }
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
