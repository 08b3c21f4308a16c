//! Lists of positions to start games from: FEN and EPD lines, or the ends of recorded games.

use std::fs;
use std::path::{Path, PathBuf};

use ajeeb_base::SplitMix64;
use ajeeb_game::{Record, Unobserved};

use crate::archive::{self, ArchiveError};
use crate::clock::{ControlError, read_count};
use crate::games::{Arena, RecordForm};

/// Where openings come from, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Openings {
    pub(crate) path: PathBuf,
    format: Format,
    /// The seed of a random order; `None` for that of the file.
    pub(crate) shuffle: Option<u64>,
    /// Of a recorded game: so many plies at most.
    plies: Option<usize>,
    /// The place of the first one to be used, in the final order, counted from 1.
    start: usize,
}

/// What a file of openings is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Positions, one a line.
    Lines,
    /// Recorded games of chess.
    Pgn,
    /// Recorded games of draughts.
    Pdn,
}

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
    #[error("{path}, game {game}: {why}", path = path.display())]
    Game {
        path: PathBuf,
        game: usize,
        why: String,
    },
    #[error("{} has no positions", .0.display())]
    Empty(PathBuf),
    #[error("{} holds no games of this match: chess games are PGN, draughts games PDN", .0.display())]
    OtherRecords(PathBuf),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Words that do not describe openings.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DescriptionError {
    #[error(
        "\"{0}\" is not known; known are file=, format=epd|pgn|pdn, order=sequential|random, seed=, plies=, start="
    )]
    Unknown(String),
    #[error("--openings needs a file")]
    NoFile,
    #[error("plies= is for openings in PGN and PDN")]
    PliesOfLines,
    #[error(transparent)]
    Number(#[from] ControlError),
}

impl Openings {
    /// Positions one a line, in the order of the file.
    pub(crate) fn lines(path: &Path) -> Openings {
        Openings {
            path: path.to_owned(),
            format: Format::Lines,
            shuffle: None,
            plies: None,
            start: 1,
        }
    }

    /// Reads a path alone, or `key=value` items. `shuffle` and `seed` are what holds where these
    /// do not say anything about the order.
    pub(crate) fn describe<'a>(
        items: impl IntoIterator<Item = &'a str>,
        shuffle: bool,
        seed: u64,
    ) -> Result<Openings, DescriptionError> {
        let (mut path, mut format, mut plies) = (None, None, None);
        let (mut shuffle, mut seed, mut start) = (shuffle, seed, 1);
        for item in items {
            match item.split_once('=') {
                Some(("file", text)) => path = Some(text),
                Some(("format", "epd" | "fen")) => format = Some(Format::Lines),
                Some(("format", "pgn")) => format = Some(Format::Pgn),
                Some(("format", "pdn")) => format = Some(Format::Pdn),
                Some(("order", "sequential")) => shuffle = false,
                Some(("order", "random")) => shuffle = true,
                Some(("seed", text)) => seed = read_count(text)?,
                Some(("plies", text)) => plies = Some(read_count(text)?),
                Some(("start", text)) => start = read_count(text)?,
                None if path.is_none() => path = Some(item),
                // A path may hold anything.
                Some(_) if path.is_none() && Path::new(item).exists() => path = Some(item),
                _ => return Err(DescriptionError::Unknown(item.to_owned())),
            }
        }
        let path = path.filter(|path| !path.is_empty());
        let path = Path::new(path.ok_or(DescriptionError::NoFile)?);
        let format = format.unwrap_or_else(|| Format::of(path));
        if plies.is_some() && format == Format::Lines {
            return Err(DescriptionError::PliesOfLines);
        }
        Ok(Openings {
            path: path.to_owned(),
            format,
            shuffle: shuffle.then_some(seed),
            plies,
            start,
        })
    }

    /// The positions in the order in which they are to be used.
    pub(crate) fn read<G: Arena>(&self) -> Result<Vec<G::Position>, OpeningError> {
        let mut positions = match self.format {
            Format::Lines => self.read_lines::<G>()?,
            Format::Pgn | Format::Pdn => self.read_games::<G>()?,
        };
        if positions.is_empty() {
            return Err(OpeningError::Empty(self.path.clone()));
        }
        if let Some(seed) = self.shuffle {
            shuffle(&mut positions, seed);
        }
        let first = (self.start - 1) % positions.len();
        positions.rotate_left(first);
        Ok(positions)
    }

    /// One FEN or EPD a line. What comes after a tab is skipped, and so are blank lines and lines
    /// that begin with `#`.
    fn read_lines<G: Arena>(&self) -> Result<Vec<G::Position>, OpeningError> {
        let path = &self.path;
        let text =
            fs::read_to_string(path).map_err(|error| OpeningError::File(path.clone(), error))?;
        parse::<G>(&text).map_err(|(line, why)| OpeningError::Line {
            path: path.clone(),
            line,
            why,
        })
    }

    /// Where recorded games have come to after their moves.
    fn read_games<G: Arena>(&self) -> Result<Vec<G::Position>, OpeningError> {
        let path = &self.path;
        if (self.format == Format::Pgn) != (G::RECORD == RecordForm::Pgn) {
            return Err(OpeningError::OtherRecords(path.clone()));
        }
        let games = archive::read::<G>(path)?;
        let ends = (1..).zip(&games).map(|(number, game)| {
            let end = self.end(game);
            still_open::<G>(&end).map_err(|why| OpeningError::Game {
                path: path.clone(),
                game: number,
                why,
            })?;
            Ok(end)
        });
        ends.collect()
    }

    fn end<G: Arena>(&self, game: &archive::Game<G>) -> G::Position {
        let moves = game.moves.iter().take(self.plies.unwrap_or(usize::MAX));
        moves.fold(game.start.clone(), |position, played| {
            G::play(&position, played.mv, &mut Unobserved)
        })
    }
}

impl Format {
    /// What a file's name says.
    fn of(path: &Path) -> Format {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("pgn") => Format::Pgn,
            Some("pdn") => Format::Pdn,
            _ => Format::Lines,
        }
    }
}

fn parse<G: Arena>(text: &str) -> Result<Vec<G::Position>, (usize, String)> {
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('\t').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = G::read_position(line).map_err(|error| (number, error.to_string()))?;
        still_open::<G>(&position).map_err(|why| (number, why))?;
        positions.push(position);
    }
    Ok(positions)
}

/// Refuses a position that ends the game.
fn still_open<G: Arena>(position: &G::Position) -> Result<(), String> {
    match Record::<G>::new(position.clone()).ending() {
        None => Ok(()),
        Some(ending) => Err(format!("the game is over already: {}", G::describe(ending))),
    }
}

/// Puts `list` in an order that depends on `seed` alone (R. Durstenfeld, "Algorithm 235: random
/// permutation", 1964).
fn shuffle<T>(list: &mut [T], seed: u64) {
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
    use tempfile::TempDir;

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

    fn describe(text: &str) -> Result<Openings, DescriptionError> {
        Openings::describe(text.split(' '), false, 7)
    }

    #[test]
    fn openings_are_described_by_a_path_or_by_keys() {
        let plain = describe("list.tsv").unwrap();
        assert_eq!((plain.format, plain.shuffle), (Format::Lines, None));
        let full = "file=a=b format=pgn order=random seed=5 plies=8 start=3";
        let full = describe(full).unwrap();
        assert_eq!(
            full,
            Openings {
                path: "a=b".into(),
                format: Format::Pgn,
                shuffle: Some(5),
                plies: Some(8),
                start: 3,
            }
        );
        let named = describe("order=random x.PDN").unwrap();
        assert_eq!((named.format, named.shuffle), (Format::Pdn, Some(7)));
        assert_eq!(describe("order=random"), Err(DescriptionError::NoFile));
        assert_eq!(describe("file="), Err(DescriptionError::NoFile));
        assert_eq!(
            describe("x.epd plies=4"),
            Err(DescriptionError::PliesOfLines)
        );
        assert_eq!(
            describe("x.epd y=4"),
            Err(DescriptionError::Unknown("y=4".into()))
        );
        assert_eq!(
            describe("x.epd y"),
            Err(DescriptionError::Unknown("y".into()))
        );
        assert!(describe("x.epd start=0").is_err());
    }

    /// Two games, the second one mate.
    const GAMES: &str = "[Result \"*\"]\n\n1. e4 {best by test} e5 2. Nf3 *\n\n\
        [Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

    fn read_games(description: &str) -> Result<Vec<String>, OpeningError> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, GAMES).unwrap();
        let items = description.split(' ').chain(path.to_str());
        let openings = Openings::describe(items.filter(|item| !item.is_empty()), false, 1);
        let positions = openings.unwrap().read::<Chess>()?;
        Ok(positions.iter().map(Chess::write_position).collect())
    }

    #[test]
    fn recorded_games_are_openings_after_so_many_plies() {
        assert_eq!(
            read_games("plies=2").unwrap(),
            [
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
            ]
        );
        let second = read_games("plies=3 start=2").unwrap();
        assert!(second[0].contains("6P1"), "{second:?}");
        assert!(second[1].contains("5N2"), "{second:?}");
        let over = read_games("").unwrap_err().to_string();
        assert!(
            over.ends_with("game 2: the game is over already: checkmate"),
            "{over}"
        );
        let wrong = read_games("format=pdn").unwrap_err();
        assert!(matches!(wrong, OpeningError::OtherRecords(_)), "{wrong}");
    }
}
