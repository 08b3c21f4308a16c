use ajeeb_base::{Score, Side, SplitMix64};
use ajeeb_game::Record;
use ajeeb_search::{Limits, Searcher, Signals};

use crate::games::Arena;
use crate::selfplay::{Referee, Settings, TRIES, best_move, mixed, opening};
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
            let mut games = [GameScore::Draw; 2];
            for (game, first) in games.iter_mut().zip(Side::BOTH) {
                *game = self.game(start.clone(), first)?.seen_by(first);
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

    /// The result for White of a game from `record`, in which the first evaluation plays `first`.
    fn game(&mut self, mut record: Record<G>, first: Side) -> Option<GameScore> {
        self.searchers.iter_mut().for_each(Searcher::clear);
        let mut referee = Referee::default();
        let mut plies = 0;
        loop {
            let side = G::side(record.position());
            if let Some(ending) = record.ending() {
                return Some(GameScore::from(ending.outcome()).seen_by(side));
            }
            if plies >= self.settings.max_plies {
                return Some(GameScore::Draw);
            }
            let (mv, score) = self.search(usize::from(side != first), &record)?;
            plies += 1;
            if let Some(result) = referee.settles(self.settings, score, plies) {
                return Some(result.seen_by(side));
            }
            record.play(mv);
        }
    }
}
