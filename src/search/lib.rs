//! One alpha-beta search for every game that answers the contract in `ajeeb-game`.

mod limits;
mod report;
mod searcher;
mod signals;

pub use limits::{Clock, Limits};
pub use report::{Bound, Effort, Event, Found, Line};
pub use searcher::Searcher;
pub use signals::Signals;
pub use table::TableError;

mod table {
    /// Why a transposition table could not be made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
    #[error("no memory for a hash table of {megabytes} MB; keeping {kept} MB")]
    pub struct TableError {
        /// The size asked for.
        pub megabytes: usize,
        /// The size still in use.
        pub kept: usize,
    }
}
