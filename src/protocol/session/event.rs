use std::time::Duration;

use ajeeb_base::{Outcome, Score};
use ajeeb_search::{Bound, Effort};

/// What a session tells its front end, in the order it happened. Moves are text by now, so that
/// front ends need not know the game.
#[derive(Clone, Debug)]
pub enum Event {
    /// The best lines so far.
    Report(Report),
    /// The root move being searched.
    Current {
        /// The move.
        mv: String,
        /// Its place in the order, from 1.
        number: usize,
        /// The iteration, in plies.
        depth: i32,
    },
    /// A search has ended: the answer to the oldest unanswered `go`.
    Finished(Finished),
    /// One root move of a count of positions.
    Divided {
        /// The move.
        mv: String,
        /// The positions below it at the wanted depth.
        nodes: u64,
    },
    /// A count has ended with this total, or `None` if it was stopped: the answer to the oldest
    /// unanswered `go`.
    Counted(Option<u64>),
    /// A line of text from a [task](super::Session::run).
    Text(String),
    /// A task has ended: the answer to the command that started it.
    Ran,
    /// A piece of upkeep has been done, or tried.
    Kept,
    /// Something was not done; a sentence for the user.
    Trouble(String),
    /// The search thread is gone, by an internal error. Nothing more will come.
    Crashed,
}

/// The best lines found, in text.
#[derive(Clone, Debug)]
pub struct Report {
    /// The lines, best first.
    pub lines: Vec<ReportLine>,
    /// What the search has used so far.
    pub effort: Effort,
}

/// One of the lines.
#[derive(Clone, Debug)]
pub struct ReportLine {
    /// Which of the best lines it is, from 1.
    pub number: usize,
    /// The iteration it comes from, in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub selective_depth: usize,
    /// Its value for the side to move at the root.
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// The moves, with blanks between them.
    pub moves: String,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub enum Finished {
    /// A move to play.
    Move {
        /// The move.
        best: String,
        /// The reply to think about next.
        ponder: Option<String>,
    },
    /// There is no legal move, and the game has ended this way for the side to move.
    NoMove(Outcome),
}

/// Thins out reports: a few at once, then one line every ten milliseconds, and after the first
/// second at most twenty a second. A position without choices goes through a hundred iterations
/// in no time, and writing them all would cost more than the search.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    next: Duration,
    sent: u32,
}

impl Throttle {
    const BURST: u32 = 12;
    const INTERVAL: Duration = Duration::from_millis(10);
    const FREE: Duration = Duration::from_secs(1);
    const PAUSE: Duration = Duration::from_millis(50);

    /// May a report of `lines` lines, made `time` after the search began, be sent?
    pub(super) fn admits(&mut self, lines: usize, time: Duration) -> bool {
        let lines = u32::try_from(lines).unwrap_or(1);
        let early = time < Throttle::FREE;
        let wait = self.sent.saturating_sub(Throttle::BURST);
        if (early && time < Throttle::INTERVAL * wait) || (!early && time < self.next) {
            return false;
        }
        self.sent += lines;
        self.next = time + Throttle::PAUSE * lines;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h10_reports_are_free_for_a_second_and_then_rare() {
        let mut throttle = Throttle::default();
        let millis = Duration::from_millis;
        assert!((0..100).all(|n| throttle.admits(1, millis(n * 9))));
        let sent = (1000..3000)
            .filter(|&n| throttle.admits(1, millis(n)))
            .count();
        assert_eq!(sent, 40);
        let blocks = (3000..5000)
            .filter(|&n| throttle.admits(10, millis(n)))
            .count();
        assert_eq!(blocks, 4);
    }

    #[test]
    fn a_search_over_in_no_time_is_not_told_in_full() {
        let mut throttle = Throttle::default();
        let sent = (0..128)
            .filter(|_| throttle.admits(1, Duration::ZERO))
            .count();
        assert!((1..=20).contains(&sent), "{sent}");
        assert!(throttle.admits(1, Duration::from_millis(200)));
    }
}
