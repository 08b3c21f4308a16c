//! One game of the engine against itself, as quick as it can be played.

use ajeeb_base::{Outcome, Score, SplitMix64};
use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::{Notation, Record, Rules, Select};
use ajeeb_search::{Limits, Searcher, Signals};

use super::Settings;
use crate::data::StoredGame;
use crate::games::Arena;
use crate::stats::GameScore;

/// Openings that are tried before a game is given up, which no sensible settings come to.
const TRIES: usize = 1000;

/// Plays games, one after the other and each as if it were the first.
pub(crate) struct Player<'a, G: Arena> {
    settings: &'a Settings,
    starts: &'a [G::Position],
    searcher: Searcher<G>,
    limits: Limits<G::Move>,
    signals: &'a Signals,
}

impl<'a, G: Arena> Player<'a, G> {
    pub(crate) fn new(
        settings: &'a Settings,
        starts: &'a [G::Position],
        searcher: Searcher<G>,
        signals: &'a Signals,
    ) -> Player<'a, G> {
        Player {
            limits: Limits {
                soft_nodes: Some(settings.nodes),
                nodes: Some(settings.nodes * settings.hard_factor),
                analyse: true,
                ..Limits::default()
            },
            settings,
            starts,
            searcher,
            signals,
        }
    }

    /// Plays game `number` of the run: the same one whoever plays it, and whatever was played
    /// before. `None` if there is no opening that suits, or the run has been stopped.
    pub(crate) fn play(&mut self, number: u64) -> Option<StoredGame<G>> {
        let mut random = SplitMix64::new(self.settings.seed ^ mixed(number));
        for _ in 0..TRIES {
            let (start, opening, mut record) = self.opening(&mut random)?;
            self.searcher.clear();
            let (_, score) = self.search(&record)?;
            if score.centi().abs() > self.settings.opening_score {
                continue;
            }
            let (plies, result) = self.play_on(&mut record)?;
            return Some(StoredGame {
                start,
                opening,
                plies,
                result,
            });
        }
        None
    }

    /// A start and some random moves after which the game goes on.
    fn opening(
        &self,
        random: &mut SplitMix64,
    ) -> Option<(G::Position, Vec<G::Move>, Record<G>)> {
        for _ in 0..TRIES {
            let unusual = random.below(1000) < self.settings.unusual_permille as usize;
            let start = match (unusual, self.starts.len()) {
                (false, _) => G::start(),
                (true, 0) => G::unusual_start(random),
                (true, count) => self.starts[random.below(count)].clone(),
            };
            let [least, most] = self.settings.random_plies;
            let plies = least + random.below(most - least + 1);
            let mut record = Record::new(start.clone());
            for _ in 0..plies {
                let mut moves = G::Moves::default();
                G::moves(record.position(), Select::All, &mut moves);
                if moves.is_empty() {
                    break;
                }
                record.play(moves[random.below(moves.len())]);
            }
            if record.ending().is_none() {
                return Some((start, record.moves().to_vec(), record));
            }
        }
        None
    }

    /// The best move and its score; `None` if the run was stopped.
    fn search(&mut self, record: &Record<G>) -> Option<(G::Move, Score)> {
        let found = self
            .searcher
            .search_here(record, &self.limits, self.signals);
        let line = found.lines.first()?;
        let best = (*line.moves.first()?, line.score);
        (!self.signals.stopped()).then_some(best)
    }

    fn play_on(&mut self, record: &mut Record<G>) -> Option<(Vec<(G::Move, Score)>, GameScore)> {
        let mut plies = Vec::new();
        let mut referee = Referee::default();
        loop {
            let side = G::side(record.position());
            let white = |score: GameScore| {
                if side.is_white() {
                    score
                } else {
                    score.reversed()
                }
            };
            if let Some(ending) = record.ending() {
                return Some((plies, white(of(ending.outcome()))));
            }
            if plies.len() >= self.settings.max_plies {
                return Some((plies, GameScore::Draw));
            }
            let (mv, score) = self.search(record)?;
            plies.push((mv, score));
            if let Some(result) = referee.settles(self.settings, score, plies.len()) {
                return Some((plies, white(result)));
            }
            record.play(mv);
        }
    }
}

const fn of(outcome: Outcome) -> GameScore {
    match outcome {
        Outcome::Win => GameScore::Win,
        Outcome::Draw => GameScore::Draw,
        Outcome::Loss => GameScore::Loss,
    }
}

/// A number that has nothing to do with its neighbours'.
const fn mixed(number: u64) -> u64 {
    SplitMix64::new(number).next()
}

/// Ends games that are decided, by the scores of both sides.
#[derive(Debug, Default)]
struct Referee {
    /// Plies for which the side that now moved has been winning (or losing, if negative).
    winning: i32,
    even: usize,
}

impl Referee {
    /// The result for the side that moves, if `score` is one too many of its kind.
    fn settles(&mut self, settings: &Settings, score: Score, plies: usize) -> Option<GameScore> {
        if score.is_decided() {
            return Some(if score.is_won() {
                GameScore::Win
            } else {
                GameScore::Loss
            });
        }
        let centi = score.centi();
        // The other side moved last: what it won is what this one loses.
        let run = -self.winning;
        self.winning = if centi >= settings.win_score {
            run.max(0) + 1
        } else if centi <= -settings.win_score {
            run.min(0) - 1
        } else {
            0
        };
        let even = centi.abs() <= settings.draw_score && plies >= settings.draw_from;
        self.even = if even { self.even + 1 } else { 0 };
        if self.winning.unsigned_abs() >= settings.win_plies {
            Some(if self.winning > 0 {
                GameScore::Win
            } else {
                GameScore::Loss
            })
        } else {
            (self.even >= settings.draw_plies).then_some(GameScore::Draw)
        }
    }
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
        Self::read_position(&fen).unwrap_or_else(|_| Self::start())
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
}
