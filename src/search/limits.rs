use std::time::Duration;

use ajeeb_base::Depth;

/// A game clock, as it stands when a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the moves to go; zero means "move at once".
    pub left: Duration,
    /// Time added after each move; it cannot be spent before.
    pub increment: Duration,
    /// Moves until more time comes, `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends: whatever comes first. Without any limit it runs to the greatest depth.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Iterations to complete.
    pub depth: Option<Depth>,
    /// Nodes to visit, all threads together; exact to a handful with one thread.
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The game clock.
    pub clock: Option<Clock>,
    /// End when a win or loss in at most this many plies is proven.
    pub forced_within: Option<u32>,
    /// Search only these root moves; empty means all.
    pub only: Vec<M>,
    /// How many best lines to find, at least 1.
    pub lines: usize,
    /// Do not come back before [`Signals::stop`](crate::Signals::stop), whatever is proven.
    pub infinite: bool,
    /// Think on the opponent's time: no limit of time counts before
    /// [`Signals::ponder_hit`](crate::Signals::ponder_hit), and the search does not come back
    /// before that or a stop.
    pub ponder: bool,
    /// Look for the best move even where there is no choice (analysis).
    pub analyse: bool,
    /// Taken off every time limit, for the way to the user interface and back.
    pub overhead: Duration,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clock: None,
            forced_within: None,
            only: Vec::new(),
            lines: 1,
            infinite: false,
            ponder: false,
            analyse: false,
            overhead: Duration::from_millis(10),
        }
    }
}
