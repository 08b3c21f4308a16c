//! What whole sets of squares tell.

use ajeeb_base::Side;

use super::weights::Weighed;
use crate::rules::{Geometry, Position, Squares, Variant, direction, king_reach, step};

/// White's share of all terms less Black's.
pub(super) fn balance<V: Variant>(position: &Position<V>) -> i32 {
    share(position, Side::White) - share(position, Side::Black)
}

fn share<V: Variant>(position: &Position<V>, side: Side) -> i32 {
    let weights = V::WEIGHTS;
    let men = position.men(side);
    let wings = (men & V::LEFT_HALF).len() as i32 - (men & !V::LEFT_HALF).len() as i32;
    weights.backed * backed::<V>(men, side).len() as i32
        + weights.lopsided * wings.abs()
        + runaway(position, side)
        + kings(position, side)
}

/// The men with another right behind them.
fn backed<V: Variant>(men: Squares, side: Side) -> Squares {
    use direction::*;
    let before = match side {
        Side::White => step::<V, UP_RIGHT>(men) | step::<V, UP_LEFT>(men),
        Side::Black => step::<V, DOWN_LEFT>(men) | step::<V, DOWN_RIGHT>(men),
    };
    men & before
}

/// The man nearest to its crown that nobody can stop: the other side has no king, and no piece
/// where the man could still go.
fn runaway<V: Variant>(position: &Position<V>, side: Side) -> i32 {
    let theirs = position.pieces(!side);
    if V::MISERE || !position.kings_of(!side).is_empty() {
        return 0;
    }
    let free = position
        .men(side)
        .into_iter()
        .filter(|man| !V::TABLES.ahead[side.index()][man.bit()].meets(theirs))
        .map(|man| {
            let row = usize::from(V::TABLES.row[man.bit()]);
            let steps = if side.is_white() {
                row
            } else {
                V::ROWS - 1 - row
            };
            // Who is to move is half a step nearer, but one number for both is enough here.
            V::WEIGHTS.runaway[steps.min(9)]
        });
    free.max().unwrap_or(0)
}

fn kings<V: Variant>(position: &Position<V>, side: Side) -> i32 {
    let (weights, kings) = (V::WEIGHTS, position.kings_of(side));
    let mut sum = 0;
    for king in kings {
        let reach = king_reach(position, king).len() as i32;
        sum += if reach == 0 {
            weights.locked_king
        } else {
            weights.king_reach * reach
        };
    }
    let theirs = position.kings_of(!side);
    if kings.meets(V::MAIN_ROAD) && !theirs.meets(V::MAIN_ROAD) {
        sum += weights.main_road;
    }
    sum
}

/// Brings `score`, whose sign says that `strong` is better, nearer to a draw where that side can
/// hardly win.
pub(in crate::eval) fn drawish<V: Variant>(
    position: &Position<V>,
    score: i32,
    strong: Side,
) -> i32 {
    let weak_kings = position.kings_of(!strong);
    if weak_kings.is_empty() {
        return score;
    }
    let more = position.pieces(strong).len();
    let fewer = position.pieces(!strong).len();
    let left = match (more, fewer) {
        (0..=2, 1) => V::WEIGHTS.against_king[0],
        (3, 1) if weak_kings.meets(V::MAIN_ROAD) => V::WEIGHTS.against_king[2],
        (3, 1) => V::WEIGHTS.against_king[1],
        _ if more <= fewer + 1 && more + fewer <= 8 && !position.kings_of(strong).is_empty() => {
            V::WEIGHTS.both_crowned
        }
        _ => 16,
    };
    score * left / 16
}
