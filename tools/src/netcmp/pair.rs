use ajeeb_base::{Score, SplitMix64};
use ajeeb_game::Record;
use ajeeb_search::{Limits, Searcher, Signals};

use crate::games::Arena;
use crate::selfplay::{Referee, Settings, TRIES, best_move, mixed, opening, score_of};
use crate::stats::GameScore;

/// Two evaluations that play each other, each with a table of its own.
pub(super) struct Table<'a, G: Arena> {
    settings: &'a Settings,
    searchers: [Searcher<G>; 2],
    limits: Limits<G::Move>,
    signals: &'a Signals,
}

impl<'a, G: Arena> Table<'a, G> {
    pub(super) fn new(
        settings: &'a Settings,
        searchers: [Searcher<G>; 2],
        signals: &'a Signals,
    ) -> Table<'a, G> {
        Table {
            settings,
            searchers,
            limits: Limits {
                nodes: Some(settings.nodes),
                analyse: true,
                ..Limits::default()
            },
            signals,
        }
    }

    /// The first evaluation's results in pair `number`: with White, then with Black. `None` if
    /// there is no opening that both find even enough, or the match has been stopped.
    pub(super) fn pair(&mut self, number: u64) -> Option<[GameScore; 2]> {
        let mut random = SplitMix64::new(self.settings.seed ^ mixed(number));
        for _ in 0..TRIES {
            let start = opening::<G>(self.settings, &[], &mut random)?;
            if !self.is_even(&start)? {
                continue;
            }
            let first_is_white = [true, false];
            let mut games = [GameScore::Draw; 2];
            for (game, first_is_white) in games.iter_mut().zip(first_is_white) {
                let white = self.game(start.clone(), first_is_white)?;
                *game = if first_is_white {
                    white
                } else {
                    white.reversed()
                };
            }
            return Some(games);
        }
        None
    }

    fn search(&mut self, player: usize, record: &Record<G>) -> Option<(G::Move, Score)> {
        let searcher = &mut self.searchers[player];
        best_move(searcher, record, &self.limits, self.signals)
    }

    fn is_even(&mut self, start: &Record<G>) -> Option<bool> {
        for player in 0..2 {
            self.searchers[player].clear();
            let (_, score) = self.search(player, start)?;
            if score.centi().abs() > self.settings.opening_score {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The result for White of a game from `record`.
    fn game(&mut self, mut record: Record<G>, first_is_white: bool) -> Option<GameScore> {
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut referee = Referee::default();
        let mut plies = 0;
        loop {
            let is_white = G::side(record.position()).is_white();
            let for_white = |score: GameScore| if is_white { score } else { score.reversed() };
            if let Some(ending) = record.ending() {
                return Some(for_white(score_of(ending.outcome())));
            }
            if plies >= self.settings.max_plies {
                return Some(GameScore::Draw);
            }
            let (mv, score) = self.search(usize::from(is_white != first_is_white), &record)?;
            plies += 1;
            if let Some(result) = referee.settles(self.settings, score, plies) {
                return Some(for_white(result));
            }
            record.play(mv);
        }
    }
}
