//! What things are worth, in hundredths of a man, by rule set. First values by reasoning, until
//! games have tuned them or a net takes their place.

use crate::rules::{Geometry, Majority, Variant};

/// The weights of one rule set.
#[derive(Debug)]
pub(super) struct Weights {
    /// Men and kings by square (counted from 0), for White; Black's are those of the board
    /// turned round.
    pub(super) placed: [[i32; 50]; 2],
    /// A man with a man of its own right behind it.
    pub(super) backed: i32,
    /// One man more on one wing than on the other.
    pub(super) lopsided: i32,
    /// A man that no man can stop any more, by steps to its crown.
    pub(super) runaway: [i32; 10],
    /// A square that a king can go to.
    pub(super) king_reach: i32,
    /// A king that cannot move.
    pub(super) locked_king: i32,
    /// The only king or kings on the main road.
    pub(super) main_road: i32,
    /// The right to move.
    pub(super) to_move: i32,
    /// What is left of an advantage, in 1/16, against a lone king: of at most two pieces, of
    /// three, and of three while it holds the main road.
    pub(super) against_king: [i32; 3],
    /// What is left, in 1/16, of one piece more where both sides have kings and few pieces.
    pub(super) both_crowned: i32,
}

/// What a man gains by rows advanced, and more where the first crown wins.
const ADVANCE: [i32; 10] = [2, 0, 2, 4, 5, 7, 12, 22, 40, 0];
const ADVANCE_TO_WIN: [i32; 10] = [4, 0, 3, 7, 12, 20, 34, 60, 120, 0];

/// A trait of its own, so that [`Variant`] stays a page of rules.
pub(super) trait Weighed: Variant {
    const WEIGHTS: &'static Weights = &weights::<Self>();
}

impl<V: Variant> Weighed for V {}

const fn weights<V: Variant>() -> Weights {
    let small = V::COLS < 10;
    let value = matches!(V::MAJORITY, Majority::Value);
    if V::MISERE {
        return Weights {
            // Fewer pieces is better, and a king finds it harder to get rid of itself.
            placed: placed::<V>(-60, -90, &[0; 10]),
            backed: 0,
            lopsided: 0,
            runaway: [0; 10],
            king_reach: 1,
            locked_king: 40,
            main_road: 0,
            to_move: 0,
            against_king: [16; 3],
            both_crowned: 16,
        };
    }
    if V::CROWNING_WINS {
        return Weights {
            placed: placed::<V>(100, 100, &ADVANCE_TO_WIN),
            backed: 3,
            lopsided: -2,
            runaway: [1200, 1100, 1000, 900, 800, 700, 600, 500, 400, 300],
            king_reach: 0,
            locked_king: 0,
            main_road: 0,
            to_move: 5,
            against_king: [16; 3],
            both_crowned: 16,
        };
    }
    Weights {
        // Kings see every way in Frisian draughts; on the small board they reach less.
        placed: placed::<V>(
            100,
            if value {
                400
            } else if small {
                270
            } else {
                300
            },
            &ADVANCE,
        ),
        backed: 2,
        lopsided: -2,
        runaway: [0, 150, 125, 105, 85, 70, 55, 45, 35, 30],
        king_reach: 2,
        locked_king: -80,
        main_road: 15,
        to_move: 4,
        against_king: if V::HALT_BEHIND_KING {
            // Two kings mostly win there.
            [10, 16, 16]
        } else if value {
            [8, 14, 12]
        } else if small {
            // Petrov's triangle wins unless the road is held.
            [2, 14, 2]
        } else {
            [1, 4, 2]
        },
        both_crowned: if V::HALT_BEHIND_KING { 14 } else { 8 },
    }
}

const fn placed<V: Variant>(man: i32, king: i32, advance: &[i32; 10]) -> [[i32; 50]; 2] {
    let mut placed = [[0; 50]; 2];
    let mut index = 0;
    while index < V::SQUARES {
        let bit = V::TABLES.bit[index] as usize;
        let (row, col) = (V::TABLES.row[bit] as i32, V::TABLES.col[bit] as i32);
        let home = V::ROWS as i32 - 1 - row;
        // 0 in the middle, half the board's width at the edge.
        let off_centre = (2 * col - (V::COLS as i32 - 1)).abs() / 2;
        let centre = 3 - 2 * off_centre + off_centre / 4;
        // On the small board the last rows come sooner.
        let rows = if V::ROWS < 10 && home > 1 {
            home + 2
        } else {
            home
        };
        let sign = if V::MISERE { 0 } else { 1 };
        placed[0][index] = man + advance[rows as usize] + sign * centre;
        placed[1][index] = king + sign * (centre - (2 * row - (V::ROWS as i32 - 1)).abs() / 2);
        index += 1;
    }
    placed
}
