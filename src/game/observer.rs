use ajeeb_base::Side;

/// A piece on a square, in numbers that evaluations index by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Whose piece it is.
    pub side: Side,
    /// The kind of piece, counted from 0 by the game (chess: pawn 0 .. king 5; draughts: man 0,
    /// king 1).
    pub kind: u8,
    /// The square, counted from 0 by the game.
    pub square: u8,
}

/// Sees the pieces change as moves are played. Incremental evaluations hang on this, so the
/// rules need not know them.
pub trait Observer {
    /// A piece left its square.
    fn removed(&mut self, piece: Placement);

    /// A piece entered a square.
    fn placed(&mut self, piece: Placement);
}

/// Watches nothing: for perft, notation and tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    #[inline]
    fn removed(&mut self, _: Placement) {}

    #[inline]
    fn placed(&mut self, _: Placement) {}
}

/// Calls a function with each piece that is placed: for [surveys](crate::Rules::survey).
#[derive(Clone, Copy, Debug)]
pub struct EachPlaced<F>(pub F);

impl<F: FnMut(Placement)> Observer for EachPlaced<F> {
    #[inline]
    fn removed(&mut self, _: Placement) {}

    #[inline]
    fn placed(&mut self, piece: Placement) {
        (self.0)(piece);
    }
}
