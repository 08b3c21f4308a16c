//! What the search may assume about draughts. Beside it, `chess/policy.rs` answers the same
//! questions in the same order.

use ajeeb_base::{Depth, Key};
use ajeeb_game::{Leaf, Params, Policy, ProbCut, SlotCounts, Slots};

use crate::eval::Evaluation;
use crate::rules::{Geometry, Move, Position, Squares, Variant, can_capture};
use crate::{Draughts, params};

/// Quiet moves, and captures: side, from, to.
const MOVE_SLOTS: usize = 2 * 64 * 64;

impl<V: Variant> Policy for Draughts<V> {
    type Eval = Evaluation<V>;

    const PARAMS: Params = params::PARAMS;
    // A settled node is quiet for the side to move alone: the other side may be about to take
    // three men, and no static evaluation sees that. To be measured.
    const NODE_EVAL: bool = false;
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const STAGED: bool = false;
    const PROBCUT: ProbCut = ProbCut::SameNode;
    const SLOTS: SlotCounts = SlotCounts {
        main: 2 * MOVE_SLOTS,
        continuation: 2 * 2 * 64,
    };
    const CORRECTIONS: usize = 2;

    /// Nothing to capture: capturing is compulsory (art. 4.2, 4.13).
    #[inline]
    fn settled(position: &Position<V>) -> bool {
        !can_capture(position, position.side())
    }

    /// What can be captured must be; what could be captured from here gets one more ply.
    #[inline]
    fn leaf(position: &Position<V>) -> Leaf {
        let side = position.side();
        if can_capture(position, side) {
            Leaf::MustMove
        } else if can_capture(position, !side) {
            Leaf::FullPly
        } else {
            Leaf::Settled
        }
    }

    #[inline]
    fn noisy(_: &Position<V>, mv: Move) -> bool {
        mv.is_capture()
    }

    /// Men and kings taken, and the crown.
    #[inline]
    fn gain(position: &Position<V>, mv: Move) -> i32 {
        let kings = (mv.captured() & position.kings()).len() as i32;
        let gain = 100 * mv.captured().len() as i32 + 200 * kings;
        let gain = gain + if position.promotes(mv) { 200 } else { 0 };
        if V::MISERE { -gain } else { gain }
    }

    /// Quiet moves, except those of men that reach the last two rows.
    #[inline]
    fn reducible(position: &Position<V>, mv: Move, _: &Position<V>) -> bool {
        let side = position.side().index();
        let near_crown = V::LAST_ROW[side] | V::ROW_BEFORE_LAST[side];
        let king = position.kings().meets(mv.from().set());
        !mv.is_capture() && (king || !near_crown.meets(mv.to().set()))
    }

    /// A single reply costs nothing to follow, and exchanges are rows of them.
    #[inline]
    fn extend(_: &Position<V>, _: Move, _: &Position<V>, choices: usize) -> Depth {
        if choices == 1 {
            Depth::ONE
        } else {
            Depth::ZERO
        }
    }

    #[inline]
    fn slots(position: &Position<V>, mv: Move) -> Slots {
        let side = position.side().index();
        let (from, to) = (mv.from().bit(), mv.to().bit());
        let king = usize::from(position.kings().meets(mv.from().set()));
        let captures = if mv.is_capture() { MOVE_SLOTS } else { 0 };
        Slots {
            main: captures + (side * 64 + from) * 64 + to,
            continuation: (side * 2 + king) * 64 + to,
        }
    }

    /// The men of both sides; the kings and the number of men.
    #[inline]
    fn correction_key(position: &Position<V>, index: usize) -> Key {
        use ajeeb_base::Side::{Black, White};
        let (white, black) = (position.men(White), position.men(Black));
        match index {
            0 => mix(white, black),
            _ => {
                let counts = u64::from(white.len() << 6 | black.len());
                let kings = [position.kings_of(White), position.kings_of(Black)];
                let mixed = mix(kings[0], kings[1]);
                Key(mixed.0 ^ counts.wrapping_mul(0xD6E8_FEB8_6659_FD93))
            }
        }
    }
}

/// A key for two sets of squares: odd multipliers spread the low bits upwards, the fold brings
/// them down again.
#[inline]
fn mix(one: Squares, other: Squares) -> Key {
    let word = one.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ other.0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(29);
    Key(word ^ word >> 32)
}
