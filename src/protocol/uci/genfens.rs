//! Start positions for games, as OpenBench asks for them before it generates data:
//! `genfens N seed S book None`.

use std::fs;
use std::io::{self, Write};

use ajeeb_base::SplitMix64;
use ajeeb_chess::Chess;
use ajeeb_chess::rules::Position;
use ajeeb_game::{Notation, Record, Rules};
use ajeeb_nnue::Weights;
use ajeeb_search::{Limits, Searcher, Signals, TableError};

use crate::commands::analyse::fen_in_line;
use crate::session::excerpt;

/// So many random plies lead to a position, or one more: both sides begin as often.
const PLIES: usize = 8;
/// A position is worth playing on from if a search of this many nodes ...
const NODES: u64 = 1000;
/// ... finds neither side further ahead than this, in hundredths of a pawn.
const BALANCE: i32 = 300;
/// So many positions may be looked at for each that is wanted.
const PATIENCE: usize = 1000;

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    count: usize,
    seed: u64,
    /// A book's text, a position a line; without it all begin at the initial position.
    book: Option<String>,
}

/// Why a request cannot be understood.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    #[error("genfens needs a number of positions, as in: genfens 10 seed 1 book None")]
    NoCount,
    #[error("genfens: seed must be a number, not '{0}'")]
    Seed(String),
    #[error("genfens: the book {path} cannot be read: {error}")]
    Book { path: String, error: io::Error },
}

impl Request {
    /// Reads what follows `genfens`, and the book. Words that are not known are skipped.
    pub(super) fn read(text: &str) -> Result<Request, RequestError> {
        let mut words = text.split_whitespace();
        let count = words.next().and_then(|word| word.parse().ok());
        let mut request = Request {
            count: count.ok_or(RequestError::NoCount)?,
            seed: 0,
            book: None,
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => {
                    let seed = words.next().unwrap_or_default();
                    let wrong = |_| RequestError::Seed(excerpt(seed));
                    request.seed = seed.parse().map_err(wrong)?;
                }
                "book" => {
                    let path = words.next().unwrap_or("None");
                    if !path.eq_ignore_ascii_case("none") {
                        request.book = Some(read_book(path)?);
                    }
                }
                _ => {}
            }
        }
        Ok(request)
    }

    /// Writes the positions to `out`, a line each; the same ones for the same seed. A stop ends it
    /// early.
    pub(super) fn run(
        &self,
        weights: Weights<Chess>,
        signals: &Signals,
        out: &mut dyn Write,
    ) -> Result<(), RunError> {
        let lines: Vec<_> = self.book.iter().flat_map(|book| book.lines()).collect();
        let mut maker = Maker::new(self.seed, weights)?;
        let mut made = 0;
        for _ in 0..self.count.saturating_mul(PATIENCE) {
            if made == self.count || signals.stopped() {
                break;
            }
            let start = if lines.is_empty() {
                Some(Chess::start())
            } else {
                let line = lines[maker.random.below(lines.len())];
                Chess::read_position(&fen_in_line(line)).ok()
            };
            if let Some(position) = start.and_then(|start| maker.make(start, signals)) {
                let fen = Chess::write_position(&position);
                writeln!(out, "info string genfens {fen}")?;
                made += 1;
            }
        }
        if made < self.count && !signals.stopped() {
            return Err(RunError::Few(made, self.count));
        }
        Ok(())
    }
}

/// Why not all positions have been written.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error("genfens: only {0} of {1} positions found")]
    Few(usize, usize),
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// The lines of a book, those that are not blank.
fn read_book(path: &str) -> Result<String, RequestError> {
    let text = fs::read_to_string(path).map_err(|error| RequestError::Book {
        path: path.to_owned(),
        error,
    })?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Makes positions by chance.
struct Maker {
    random: SplitMix64,
    searcher: Searcher<Chess>,
}

impl Maker {
    fn new(seed: u64, weights: Weights<Chess>) -> Result<Maker, TableError> {
        let mut searcher = Searcher::new(1, 1)?;
        searcher.set_weights(weights);
        Ok(Maker {
            random: SplitMix64::new(seed),
            searcher,
        })
    }

    /// A position some random moves after `start`, unless the game is over there or one side
    /// nearly won.
    fn make(&mut self, start: Position, signals: &Signals) -> Option<Position> {
        let mut game = Record::<Chess>::new(start);
        let plies = PLIES + self.random.below(2);
        let playable = game.wander(plies, &mut self.random) && self.is_balanced(&game, signals);
        playable.then(|| *game.position())
    }

    fn is_balanced(&mut self, game: &Record<Chess>, signals: &Signals) -> bool {
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        self.searcher.clear();
        let found = self.searcher.search(game, &limits, signals, &mut |_| ());
        let best = found.lines.first();
        best.is_some_and(|line| line.score.centi().abs() <= BALANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fens(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        let signals = Signals::new();
        signals.prepare(false);
        let request = Request::read(text).expect("understood");
        let run = request.run(Weights::BY_HAND, &signals, &mut out);
        run.expect("nothing can fail");
        let text = String::from_utf8(out).expect("UTF-8");
        let fens = text.lines().map(|line| {
            let fen = line.strip_prefix("info string genfens ");
            fen.expect("the form that is asked for").to_owned()
        });
        fens.collect()
    }

    #[test]
    fn positions_are_playable_and_depend_on_nothing_but_the_seed() {
        let first = fens("20 seed 1234567890123456789 book None");
        assert_eq!(first.len(), 20);
        assert_eq!(first, fens("20 book none seed 1234567890123456789 extra 3"));
        assert_ne!(first, fens("20 seed 2 book None"));
        let mut sides = [0; 2];
        for fen in first {
            let position = Chess::read_position(&fen).expect("a position");
            assert!(Record::<Chess>::new(position).ending().is_none());
            sides[position.side().index()] += 1;
        }
        assert!(sides.iter().all(|&count| count > 2), "{sides:?}");
        assert_eq!(fens("0"), Vec::<String>::new());
    }

    #[test]
    fn a_book_is_where_they_begin() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book.epd");
        let book = "\n4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 30;\nno position\n\n";
        fs::write(&path, book).expect("a file");
        for fen in fens(&format!("5 seed 7 book {}", path.display())) {
            let position = Chess::read_position(&fen).expect("a position");
            assert!(position.fullmove() >= 34, "{fen}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let error = |text: &str| Request::read(text).expect_err("refused").to_string();
        for text in ["", "seed 1", "-1 seed 1", "x"] {
            assert!(error(text).starts_with("genfens needs a number"), "{text}");
        }
        assert!(error("3 seed x book None").contains("'x'"));
        assert!(error("3 seed 1 book /no/such/book.epd").contains("/no/such/book.epd"));
        let won = Request {
            count: 1,
            seed: 1,
            book: Some("4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1".to_owned()),
        };
        let signals = Signals::new();
        signals.prepare(false);
        let run = won.run(Weights::BY_HAND, &signals, &mut io::sink());
        assert!(matches!(run, Err(RunError::Few(0, 1))));
    }
}
