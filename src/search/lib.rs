//! One alpha-beta search for every game that answers the contract in `ajeeb-game`.
//!
//! - [`Searcher`]: a table and threads, kept from move to move; [`Searcher::search`] is the one
//!   question it answers.
//! - [`Limits`] say when a search ends, [`Signals`] end it from outside, [`Event`]s tell what it
//!   finds on the way, [`Found`] is what it came to.
//!
//! Inside: `root` deepens, `node` searches one
//! position step by step (with `prune` and `quiescence`), `picker` orders the moves,
//! `history` learns, `table` remembers, `clock` plans the time, `thread` holds what one thread
//! stands on. The search never prints and never reads input, and knows no game.

mod clock;
mod history;
mod limits;
mod node;
mod picker;
mod prefetch;
mod prune;
mod quiescence;
mod reduction;
mod report;
mod root;
mod searcher;
mod signals;
mod table;
mod thread;

pub use limits::{Clock, Limits};
pub use report::{Bound, Effort, Event, Found, Line};
pub use searcher::Searcher;
pub use signals::Signals;
pub use table::TableError;
