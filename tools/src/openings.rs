//! Lists of positions to start games from.

use std::fs;
use std::path::{Path, PathBuf};

use ajeeb_base::SplitMix64;
use ajeeb_game::Record;

use crate::games::Arena;

/// Why an opening list cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpeningError {
    #[error("cannot read {0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("{path}, line {line}: {why}", path = path.display())]
    Line {
        path: PathBuf,
        line: usize,
        why: String,
    },
    #[error("{0} has no positions")]
    Empty(PathBuf),
}

/// Reads a list: one FEN or EPD a line. What comes after a tab is skipped, and so are blank
/// lines and lines that begin with `#`.
pub(crate) fn read<G: Arena>(path: &Path) -> Result<Vec<G::Position>, OpeningError> {
    let text = fs::read_to_string(path).map_err(|error| OpeningError::File(path.into(), error))?;
    let positions = parse::<G>(&text).map_err(|(line, why)| OpeningError::Line {
        path: path.into(),
        line,
        why,
    })?;
    if positions.is_empty() {
        return Err(OpeningError::Empty(path.into()));
    }
    Ok(positions)
}

fn parse<G: Arena>(text: &str) -> Result<Vec<G::Position>, (usize, String)> {
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('\t').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = G::read_position(line).map_err(|error| (number, error.to_string()))?;
        if let Some(ending) = Record::<G>::new(position.clone()).ending() {
            return Err((
                number,
                format!("the game is over already: {}", G::describe(ending)),
            ));
        }
        positions.push(position);
    }
    Ok(positions)
}

/// Puts `list` in an order that depends on `seed` alone (R. Durstenfeld, "Algorithm 235: random
/// permutation", 1964).
pub(crate) fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;
    use ajeeb_draughts::{Draughts, International};
    use ajeeb_game::{Notation, Rules};

    use super::*;

    #[test]
    fn lists_are_read_line_by_line() {
        let text = "# two positions\n\n\
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 5; ce 43;\r\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\n";
        let positions = parse::<Chess>(text).unwrap();
        assert_eq!(positions.len(), 2);
        assert_eq!(positions[0], Chess::start());
        assert_eq!(
            Chess::write_position(&positions[1]),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"
        );
        type Game = Draughts<International>;
        let positions = parse::<Game>("W:W31-50:B1-20\t\t32-28 | x\n").unwrap();
        assert_eq!(positions, [Game::start()]);
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(parse::<Chess>("\nnonsense").unwrap_err().0, 2);
        let (line, why) = parse::<Chess>("4k3/8/8/8/8/8/8/4K3 w - -").unwrap_err();
        assert_eq!(
            (line, why.as_str()),
            (1, "the game is over already: neither side can mate")
        );
    }

    #[test]
    fn a_shuffle_keeps_everything_and_depends_on_its_seed() {
        let shuffled = |seed| {
            let mut list: Vec<_> = (0..100).collect();
            shuffle(&mut list, seed);
            list
        };
        let mut sorted = shuffled(1);
        assert_eq!(sorted, shuffled(1));
        assert_ne!(sorted, shuffled(2));
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
    }
}
