//! What a net for chess has to be; for the evaluation and for the build script.

use ajeeb_nnue::Expected;

/// Six kinds of pieces of two sides on 64 squares.
pub(super) const EXPECTED: Expected = Expected {
    game: 1,
    variant: 0,
    inputs: 2 * 6 * 64,
};
