//! One game of the engine against itself, as quick as it can be played.

use ajeeb_base::{Score, SplitMix64};
use ajeeb_game::{Record, Rules};
use ajeeb_search::{Limits, Searcher, Signals};

use crate::data::StoredGame;
use crate::games::Arena;
use crate::selfplay::{Referee, Settings, TRIES, best_move, mixed, opening};
use crate::stats::GameScore;

/// Moves and what the search thought of them.
type Plies<G> = Vec<(<G as Rules>::Move, Score)>;

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
            let mut record = opening(self.settings, self.starts, &mut random)?;
            let moves = record.moves().to_vec();
            self.searcher.clear();
            let (_, score) = self.search(&record)?;
            if score.centi().abs() > self.settings.opening_score {
                continue;
            }
            let (plies, result) = self.play_on(&mut record)?;
            return Some(StoredGame {
                start: record.start().clone(),
                opening: moves,
                plies,
                result,
            });
        }
        None
    }

    fn search(&mut self, record: &Record<G>) -> Option<(G::Move, Score)> {
        best_move(&mut self.searcher, record, &self.limits, self.signals)
    }

    fn play_on(&mut self, record: &mut Record<G>) -> Option<(Plies<G>, GameScore)> {
        let mut plies = Vec::new();
        let mut referee = Referee::default();
        loop {
            let side = G::side(record.position());
            if let Some(ending) = record.ending() {
                return Some((plies, GameScore::from(ending.outcome()).seen_by(side)));
            }
            if plies.len() >= self.settings.max_plies {
                return Some((plies, GameScore::Draw));
            }
            let (mv, score) = self.search(record)?;
            plies.push((mv, score));
            if let Some(result) = referee.settles(self.settings, score, plies.len()) {
                return Some((plies, result.seen_by(side)));
            }
            record.play(mv);
        }
    }
}
