use std::fmt::Debug;
use std::ops::DerefMut;

use ajeeb_base::{Key, Outcome, Side};

use crate::Observer;

/// Which of the legal moves to generate. Noisy and quiet moves together are all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// Every legal move.
    All,
    /// Moves that change the balance at once: captures, and in chess promotions to a queen.
    Noisy,
    /// The others.
    Quiet,
}

/// A move in 16 bits, as the transposition table stores it. Meaningful only together with the
/// position it belongs to; 0 is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// The absence of a move.
    pub const NONE: PackedMove = PackedMove(0);

    /// True for [`PackedMove::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The rules of a game: deterministic, two players, complete information.
pub trait Rules: Sized + Send + Sync + 'static {
    /// A position with everything that future moves and draws depend on (except repetition).
    type Position: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// A legal move of some position.
    type Move: Copy + Debug + PartialEq + Eq + Send + Sync + 'static;
    /// A list that can hold every move of any position. Its `default()` must not clear memory:
    /// one is made at every node of the search.
    type Moves: Default + DerefMut<Target = [Self::Move]>;

    /// The initial position.
    fn start() -> Self::Position;

    /// The side to move.
    fn side(position: &Self::Position) -> Side;

    /// Appends the selected legal moves to `moves`, in an order that depends on nothing but the
    /// position.
    fn moves(position: &Self::Position, select: Select, moves: &mut Self::Moves);

    /// The number of legal moves; games override it where counting is faster than listing.
    fn count(position: &Self::Position) -> u64 {
        let mut moves = Self::Moves::default();
        Self::moves(position, Select::All, &mut moves);
        moves.len() as u64
    }

    /// Is `mv` one of the legal moves of `position`?
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = Self::Moves::default();
        Self::moves(position, Select::All, &mut moves);
        moves.contains(&mv)
    }

    /// The position after the legal move `mv`, telling `observer` each piece that leaves or
    /// enters a square.
    fn play(
        position: &Self::Position,
        mv: Self::Move,
        observer: &mut impl Observer,
    ) -> Self::Position;

    /// Tells `observer` every piece on the board, as placed.
    fn survey(position: &Self::Position, observer: &mut impl Observer);

    /// The Zobrist key: equal for positions that are the same for repetition (same pieces, same
    /// side to move, same possible moves), incremental in `play`.
    fn key(position: &Self::Position) -> Key;

    /// The outcome for the side to move if the game has ended before anyone moves (a man
    /// crowned in breakthrough, neither side able to mate in chess), whatever moves there are.
    fn over(position: &Self::Position) -> Option<Outcome>;

    /// The outcome for the side to move if it has no legal move: checkmate and stalemate in
    /// chess, a loss in draughts, a win in losing draughts. Meaningless where there are moves.
    fn stuck(position: &Self::Position) -> Outcome;

    /// Has the game ended in a draw by a move-counting rule? A side to move that is [`stuck`]
    /// comes first: mate on the hundredth ply wins.
    ///
    /// [`stuck`]: Rules::stuck
    fn rule_draw(position: &Self::Position) -> bool;

    /// After `mv`, can no earlier position come back? Captures and moves of men or pawns.
    fn resets(position: &Self::Position, mv: Self::Move) -> bool;

    /// `mv` in 16 bits, never [`PackedMove::NONE`]; distinct for distinct moves of a position.
    fn pack(mv: Self::Move) -> PackedMove;

    /// The legal move of `position` that packs to `packed`, if there is one. Takes any number,
    /// also one that belongs to another position.
    fn unpack(position: &Self::Position, packed: PackedMove) -> Option<Self::Move>;
}
