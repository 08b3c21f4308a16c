//! What the search may assume about chess. Beside it, `draughts/policy.rs` answers the same
//! questions in the same order.

use ajeeb_base::{Depth, Key, Score, Side};
use ajeeb_game::{Leaf, Params, Policy, ProbCut, SlotCounts, Slots};

use crate::Chess;
use crate::eval::Evaluation;
use crate::params;
use crate::rules::{Move, PieceKind, Position, gain};

/// Quiet moves: side, from, to.
const QUIET_SLOTS: usize = 2 * 64 * 64;
/// Noisy moves: side, piece, to, and what is taken, or nothing by a promotion.
const NOISY_SLOTS: usize = 2 * 6 * 64 * 7;

impl Policy for Chess {
    type Eval = Evaluation;

    const PARAMS: Params = params::PARAMS;
    const NODE_EVAL: bool = true;
    const NULL_MOVE: bool = true;
    const SEE: bool = true;
    const STAGED: bool = true;
    const PROBCUT: ProbCut = ProbCut::Captures;
    const SLOTS: SlotCounts = SlotCounts {
        main: QUIET_SLOTS + NOISY_SLOTS,
        continuation: 2 * 6 * 64,
    };
    const CORRECTIONS: usize = 3;

    /// Not in check: the evaluation does not see what an answer to it costs.
    #[inline]
    fn settled(position: &Position) -> bool {
        !position.in_check()
    }

    /// Nobody has to capture in chess, so the side to move may stand pat; in check it has to
    /// answer.
    #[inline]
    fn leaf(position: &Position) -> Leaf {
        if position.in_check() {
            Leaf::MustMove
        } else {
            Leaf::StandPat
        }
    }

    #[inline]
    fn noisy(_: &Position, mv: Move) -> bool {
        mv.is_noisy()
    }

    #[inline]
    fn gain(_: &Position, mv: Move) -> i32 {
        gain(mv)
    }

    /// Quiet moves that do not give check.
    #[inline]
    fn reducible(_: &Position, mv: Move, after: &Position) -> bool {
        !mv.is_noisy() && !after.in_check()
    }

    /// Nothing by the rules alone: forced replies are found by the singular extension, checks
    /// are too often harmless.
    #[inline]
    fn extend(_: &Position, _: Move, _: &Position, _: usize) -> Depth {
        Depth::ZERO
    }

    #[inline]
    fn slots(position: &Position, mv: Move) -> Slots {
        let side = position.side().index();
        let (from, to) = (mv.from().index(), mv.to().index());
        let piece = (side * 6 + mv.kind().index()) * 64 + to;
        let main = if mv.is_noisy() {
            let victim = mv.victim().map_or(6, PieceKind::index);
            QUIET_SLOTS + piece * 7 + victim
        } else {
            (side * 64 + from) * 64 + to
        };
        Slots {
            main,
            continuation: piece,
        }
    }

    /// Pawns, White's pieces, Black's pieces.
    #[inline]
    fn correction_key(position: &Position, index: usize) -> Key {
        match index {
            0 => position.pawn_key(),
            1 => position.piece_key(Side::White),
            _ => position.piece_key(Side::Black),
        }
    }

    /// With pawns alone having to move may be what loses (zugzwang), so passing tells nothing.
    #[inline]
    fn pass(position: &Position) -> Option<Position> {
        let small = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
        let pieces = position.of(position.side()) & !small;
        (!position.in_check() && !pieces.is_empty()).then(|| position.pass())
    }

    #[inline]
    fn see_ge(position: &Position, mv: Move, threshold: Score) -> bool {
        position.exchange_gains(mv, threshold.centi())
    }
}
