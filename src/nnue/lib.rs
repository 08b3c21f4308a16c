//! Ajeeb's small neural evaluations, of one form for all games.
//!
//! Each side sees the pieces as rows of one table, numbered from where it sits: a first layer sums
//! the rows of all pieces into an *accumulator* for each perspective. Both accumulators, the side
//! to move's first, are clipped, squared and weighed into one output; which set of output weights
//! depends on how many pieces there are (the *bucket*). All of it is integer arithmetic, the same
//! on every processor to the last bit.
//!
//! A net is a file ([`Network`], [`Header`]); [`Accumulators`] follow a search from ply to ply and
//! do the sums when asked for an evaluation; [`Kernel`] is the arithmetic, as this processor does
//! it best.

mod accumulator;
pub mod embed;
mod error;
mod header;
mod lifted;
mod network;
#[allow(unsafe_code)]
mod simd;
mod weights;

pub use accumulator::{Accumulators, Feature};
pub use error::NetError;
pub use header::{Expected, Header};
pub use lifted::lifted;
pub use network::Network;
pub use simd::Kernel;
pub use weights::{Networked, Weights};

/// What a weight of 1 in the first layer, and so a fully active unit, is in integers.
pub const QA: i32 = 255;

/// What a weight of 1 in the output layer is in integers.
pub const QB: i32 = 64;

/// The largest output weight either way, 1.98 of [`QB`]: times [`QA`] it still fits an `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// Hidden layers are a multiple of this.
pub const HIDDEN_STEP: usize = 16;

/// The largest hidden layer, for each perspective: as far as sums of squares fit their lanes.
pub const MAX_HIDDEN: usize = 1024;
