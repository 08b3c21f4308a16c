//! What every room of Ajeeb counts with: sides, scores, depths, keys, values that
//! follow a line of play, bit loops and a fixed random sequence. No game and no input or output lives here.

mod bits;
mod by_ply;
mod depth;
mod key;
mod random;
mod score;
mod side;

pub use bits::{Bits, bits};
pub use by_ply::ByPly;
pub use depth::{Depth, MAX_PLY, Ply};
pub use key::Key;
pub use random::SplitMix64;
pub use score::{Outcome, Score};
pub use side::Side;
