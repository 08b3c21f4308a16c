use ajeeb_base::{Depth, Key, Outcome, Score};

use crate::{Observer, Params, Rules};

/// What the quiescence search does with a position at the end of the main search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The evaluation is the answer. Draughts: nothing to capture, nothing threatened.
    Settled,
    /// The evaluation is a lower bound; noisy moves may better it. Chess, not in check.
    StandPat,
    /// The evaluation means nothing: every legal move is tried, in quiescence. Chess: in check.
    /// Draughts: a capture is compulsory (rule book 4.2), and so all moves are captures; or the
    /// side to move is blocked, and there are none.
    MustMove,
    /// The evaluation cannot be believed yet, but no move is forced: every move is tried, as long
    /// as [`Params::full_plies`] lasts. Draughts: the opponent threatens a capture.
    FullPly,
}

/// Which kind of ProbCut a game uses: a shallow search that predicts the deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbCut {
    /// None.
    Off,
    /// After each promising capture. Chess.
    Captures,
    /// Of the node itself, to a share of the depth. Draughts, where captures are forced.
    SameNode,
}

/// The sizes of a game's history tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotCounts {
    /// Distinct values of [`Slots::main`].
    pub main: usize,
    /// Distinct values of [`Slots::continuation`].
    pub continuation: usize,
}

/// Where a move's statistics live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    /// In the table of moves by themselves: side, from and to, for quiet moves; side, piece,
    /// square and victim for noisy ones. Quiet and noisy moves do not share slots.
    pub main: usize,
    /// In the tables of moves that follow moves: side, piece and square entered.
    pub continuation: usize,
}

/// An evaluation that follows the search from ply to ply.
///
/// The search calls [`push`](Evaluator::push), then plays a move with the evaluator as the
/// observer, and [`pop`](Evaluator::pop)s when it comes back; so an evaluator may keep sums or
/// neural accumulators for each ply and bring them up to date when they are asked for.
pub trait Evaluator<P>: Observer + Send + 'static {
    /// What it evaluates by, shared by all threads: the choice of a neural network, for one. The
    /// default is what is built in; a game without a choice has `()`.
    type Weights: Clone + Default + Send + Sync + 'static;

    /// An evaluator for one search thread.
    fn new(weights: &Self::Weights) -> Self;

    /// Starts again from `position`, as if at the root.
    fn reset(&mut self, position: &P);

    /// Enters the next ply; what is observed from now on belongs to it.
    fn push(&mut self);

    /// Leaves the latest ply.
    fn pop(&mut self);

    /// The static evaluation of `position`, the one reached by the observed moves, from the
    /// side to move and within ±[`Score::MAX_EVAL`].
    fn evaluate(&mut self, position: &P) -> Score;
}

/// What game `G` evaluates by.
pub type Weights<G> = <<G as Policy>::Eval as Evaluator<<G as Rules>::Position>>::Weights;

/// What the search may assume about a game.
pub trait Policy: Rules {
    /// The static evaluation.
    type Eval: Evaluator<Self::Position>;

    /// The search's margins for this game.
    const PARAMS: Params;

    /// Is the static evaluation worth taking at every settled node, to prune by? Chess: yes.
    /// Draughts: only by measurement.
    const NODE_EVAL: bool;

    /// May the search try a null move? Chess: yes. Draughts: no, having to move is often a
    /// disadvantage there.
    const NULL_MOVE: bool;

    /// Does the game have a static exchange evaluation ([`Policy::see_ge`])?
    const SEE: bool;

    /// Are moves generated in stages (table move, noisy, quiet)? Chess: yes. Draughts: no, as
    /// where there is a capture there are no quiet moves.
    const STAGED: bool;

    /// The kind of ProbCut.
    const PROBCUT: ProbCut;

    /// The sizes of the history tables.
    const SLOTS: SlotCounts;

    /// How many correction histories the game keeps, each with its own key.
    const CORRECTIONS: usize;

    /// May a static evaluation be believed here? Chess: not in check. Draughts: nothing to
    /// capture, since capturing is compulsory (rule book 4.2, 4.13).
    fn settled(position: &Self::Position) -> bool;

    /// What quiescence does here.
    fn leaf(position: &Self::Position) -> Leaf;

    /// Does `mv`, a legal move, belong to the noisy ones?
    fn noisy(position: &Self::Position, mv: Self::Move) -> bool;

    /// How promising a noisy move looks by itself, in hundredths of a pawn or man: what it wins
    /// at once.
    fn gain(position: &Self::Position, mv: Self::Move) -> i32;

    /// May late move reductions and pruning of quiet moves touch `mv`, which leads to `after`?
    fn reducible(position: &Self::Position, mv: Self::Move, after: &Self::Position) -> bool;

    /// How much deeper to search `mv`, one of `choices` legal moves (or at least that many where
    /// moves come in stages), because of the rules of the game. Draughts: a single reply costs
    /// nothing to follow. Chess: see its policy.
    fn extend(
        position: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
        choices: usize,
    ) -> Depth;

    /// Where the statistics of `mv` live.
    fn slots(position: &Self::Position, mv: Self::Move) -> Slots;

    /// The key of correction history `index` (below [`Policy::CORRECTIONS`]): a part of the
    /// position, such as its pawns or men, that the evaluation tends to misjudge in one way.
    fn correction_key(position: &Self::Position, index: usize) -> Key;

    /// The exact outcome for the side to move by endgame tables, if they hold the position.
    fn probe(_position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The position after passing, if passing tells anything here: `None` in check, in pawn
    /// endings, and in every game without [`Policy::NULL_MOVE`].
    fn pass(_position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Does the exchange that `mv` starts on its target square gain at least `threshold`?
    /// Asked only where [`Policy::SEE`] says there is one.
    fn see_ge(_position: &Self::Position, _mv: Self::Move, _threshold: Score) -> bool {
        true
    }
}
