use crate::rules::{File, Position, Rank, Square};

use super::fen::piece_letter;

/// The board in letters, White below, with its ranks and files named.
pub(super) fn draw(position: &Position) -> String {
    let mut lines: Vec<String> = (0..8)
        .rev()
        .map(Rank::new)
        .map(|rank| {
            let row: String = (0..8)
                .map(|file| Square::at(File::new(file), rank))
                .map(|square| match position.piece_on(square) {
                    Some((side, kind)) => format!(" {}", piece_letter(side, kind)),
                    None => " .".to_owned(),
                })
                .collect();
            format!("{} {row}", rank.digit())
        })
        .collect();
    lines.push("   a b c d e f g h".to_owned());
    lines.join("\n")
}
