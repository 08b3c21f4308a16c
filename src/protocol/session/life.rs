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
    /// Upkeep that has not been reported done.
    upkeep: usize,
    /// Questions whether all is ready that await their answer.
    asked: usize,
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
        self.upkeep += 1;
    }

    /// The client asks whether all is ready. True if that can be confirmed now: nothing is being
    /// done, or a search runs, which is no reason to wait. Otherwise [`Life::kept`] will tell.
    #[must_use]
    pub fn ask_ready(&mut self) -> bool {
        let now = self.upkeep == 0 || self.searching();
        if !now {
            self.asked += 1;
        }
        now
    }

    /// Upkeep has been done. The number of questions that can be answered now.
    #[must_use]
    pub fn kept(&mut self) -> usize {
        self.upkeep = self.upkeep.saturating_sub(1);
        if self.upkeep == 0 || self.searching() {
            std::mem::take(&mut self.asked)
        } else {
            0
        }
    }

    /// Is there anything that still has to be answered?
    pub fn busy(&self) -> bool {
        self.searching() || self.asked > 0
    }
}
