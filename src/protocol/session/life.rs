use std::collections::VecDeque;
use std::sync::Arc;

use ajeeb_search::Signals;

/// Which searches have been started and not been answered yet. Every `go` enters here once and
/// leaves when its answer arrives, so that answers cannot be lost or doubled whatever the
/// interleaving of commands. Each search has its own [`Signals`]: a stop meant for one can never
/// reach another.
#[derive(Debug, Default)]
pub struct Life {
    /// Oldest first. All but the newest have been stopped.
    searches: VecDeque<Search>,
    /// Pieces of upkeep ordered so far.
    ordered: u64,
    /// Those of them that have been done.
    done: u64,
    /// Questions whether all is ready that await their answer: how many pieces had been ordered.
    asked: VecDeque<u64>,
}

#[derive(Debug)]
struct Search {
    signals: Arc<Signals>,
    limited: bool,
}

impl Life {
    /// Starts the account of a search and stops those before it. `limited`: does it end by
    /// itself (once the expected move is played, if it begins by pondering)?
    pub(super) fn begin(&mut self, limited: bool, ponder: bool) -> Arc<Signals> {
        self.stop();
        let signals = Arc::new(Signals::new());
        signals.prepare(ponder);
        self.searches.push_back(Search {
            signals: signals.clone(),
            limited,
        });
        signals
    }

    /// An answer has arrived. To be called before it is printed, for whoever reads it may send
    /// the next command at once.
    pub fn answered(&mut self) {
        self.searches.pop_front();
    }

    /// Is there a search that has not been answered?
    pub fn searching(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Asks the search to come back now; without one nothing happens, nor later.
    pub fn stop(&self) {
        if let Some(search) = self.searches.back() {
            search.signals.stop();
        }
    }

    /// The move pondered on was played; without a search or pondering nothing happens.
    pub fn ponder_hit(&self) {
        if let Some(search) = self.searches.back() {
            search.signals.ponder_hit();
        }
    }

    /// No command will come any more: stops the search if it would not end by itself.
    pub fn stop_unless_limited(&self) {
        if let Some(search) = self.searches.back()
            && (!search.limited || search.signals.pondering())
        {
            search.signals.stop();
        }
    }

    /// Upkeep has been ordered.
    pub(super) fn ordered(&mut self) {
        self.ordered += 1;
    }

    /// The client asks whether all is ready. True if that can be confirmed now: nothing is being
    /// done, or a search runs, which is no reason to wait. Otherwise [`Life::kept`] will tell.
    #[must_use]
    pub fn ask_ready(&mut self) -> bool {
        let now = self.done == self.ordered || self.searching();
        if !now {
            self.asked.push_back(self.ordered);
        }
        now
    }

    /// Upkeep has been done. The number of questions that can be answered now.
    #[must_use]
    pub fn kept(&mut self) -> usize {
        self.done += 1;
        let before = self.asked.len();
        self.asked.retain(|&ordered| ordered > self.done);
        before - self.asked.len()
    }

    /// Is there anything that still has to be answered?
    pub fn busy(&self) -> bool {
        self.searching() || !self.asked.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b4_ready_means_that_everything_before_has_been_done() {
        let mut life = Life::default();
        assert!(life.ask_ready());
        life.ordered();
        assert!(!life.ask_ready());
        life.ordered();
        assert!(!life.ask_ready());
        life.begin(false, false);
        life.ordered();
        assert!(life.ask_ready(), "a search is no reason to wait");
        assert_eq!(life.kept(), 1);
        assert_eq!(life.kept(), 1);
        assert!(life.searching() && life.busy());
        life.answered();
        assert!(!life.busy());
        assert!(!life.ask_ready());
        assert_eq!(life.kept(), 1);
        assert!(!life.busy());
    }

    #[test]
    fn f16_a_new_search_stops_the_old_one_and_only_that() {
        let mut life = Life::default();
        let first = life.begin(false, false);
        let second = life.begin(true, true);
        assert!(first.stopped() && !second.stopped());
        life.ponder_hit();
        life.stop_unless_limited();
        assert!(!second.stopped());
        let third = life.begin(true, true);
        life.stop_unless_limited();
        assert!(third.stopped(), "pondering would not end by itself");
    }
}
