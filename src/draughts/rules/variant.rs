//! The rule sets, a page of constants. "Art." are the articles of the FMJD "Official rules for
//! international draughts" unless another source is named.

use std::fmt::Debug;
use std::hash::Hash;

use super::draws::Ending;

/// Which captures are allowed where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Majority {
    /// Any; only a capture that has begun must be finished.
    Free,
    /// Those that take the most pieces, men and kings alike.
    Count,
    /// Those that take the greatest value, a king counting just under two men; at equal value
    /// a king that can capture goes before a man.
    Value,
}

/// A rule set: constants that one generator reads. International draughts is the default of
/// every constant that has one.
pub trait Variant: Copy + Debug + Default + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// The rule set's own name.
    const NAME: &'static str;

    /// Columns of the board, light squares included. Art. 2.1: ten.
    const COLS: usize = 10;
    /// Rows of the board. Art. 2.1: ten.
    const ROWS: usize = 10;
    /// Rows of men a side starts with. Art. 2.8: four.
    const MEN_ROWS: usize = 4;

    /// Do men and kings also capture along ranks and files?
    const STRAIGHT_CAPTURES: bool = false;
    /// Which captures are allowed. Art. 4.13: the most pieces.
    const MAJORITY: Majority = Majority::Count;
    /// Is a man crowned that touches the last row in the middle of a capture, to go on as a
    /// king? Art. 4.15: it stays a man.
    const CROWN_IN_PASSING: bool = false;
    /// Must a king whose last victim is a king halt directly behind it? Art. 4.3: any empty
    /// square behind.
    const HALT_BEHIND_KING: bool = false;
    /// Does the first king win the game?
    const CROWNING_WINS: bool = false;
    /// Does the side win that cannot move?
    const MISERE: bool = false;
    /// How often running the same king may move without capturing while its side has men; 0 is
    /// no limit.
    const SAME_KING_LIMIT: u8 = 0;

    /// A draw after this many plies of king moves without a capture; 0 is never. Art. 6.2:
    /// 25 moves each.
    const KING_PLIES: u8 = 50;
    /// Endings that are drawn after some plies. Art. 6.3 and 6.4.
    const ENDINGS: &'static [Ending] = &[
        Ending::against_lone_king(3, 3, false, 32),
        Ending::against_lone_king(1, 2, false, 10),
    ];
    /// Does every capture and promotion start the count of an ending again? Art. 6.3 and 6.4
    /// count from the moment the ending stands on the board, so only a change of ending does.
    const BALANCE_RESTARTS: bool = false;
}

macro_rules! rule_set {
    ($(#[$doc:meta])* $name:ident { $($constants:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Variant for $name {
            $($constants)*
        }
    };
}

rule_set! {
    /// International draughts (FMJD): every constant at its default.
    International {
        const NAME: &'static str = "international";
    }
}

rule_set! {
    /// Killer draughts: a king that has taken a king last stops behind it, so that two kings
    /// often beat one. The draw counts are those of international draughts, which the rule's
    /// authors left alone.
    Killer {
        const NAME: &'static str = "killer";
        const HALT_BEHIND_KING: bool = true;
    }
}

rule_set! {
    /// Breakthrough draughts: the first to crown a man wins. No king ever moves, so no move
    /// count can end the game.
    Breakthrough {
        const NAME: &'static str = "breakthrough";
        const CROWNING_WINS: bool = true;
        const KING_PLIES: u8 = 0;
        const ENDINGS: &'static [Ending] = &[];
    }
}

rule_set! {
    /// Frisian draughts (World Frisian Draughts Federation).
    Frisian {
        const NAME: &'static str = "frisian";
        // Captures go in all eight directions.
        const STRAIGHT_CAPTURES: bool = true;
        // The greatest value must be taken; a king is worth just under two men.
        const MAJORITY: Majority = Majority::Value;
        // Three moves running with the same king, then another piece or a capture.
        const SAME_KING_LIMIT: u8 = 3;
        // Two kings against one: seven moves each. King against king: two moves each. The rest
        // (25 moves of kings) is taken from international draughts: the federation's text
        // leaves it to the players.
        const ENDINGS: &'static [Ending] = &[
            Ending::against_lone_king(2, 2, true, 14),
            Ending::against_lone_king(1, 1, true, 4),
        ];
    }
}

rule_set! {
    /// Losing draughts (antidraughts): international rules, but the side that cannot move wins.
    /// The draw counts are those of international draughts, for want of a text of their own.
    Losing {
        const NAME: &'static str = "losing";
        const MISERE: bool = true;
    }
}

rule_set! {
    /// Russian draughts (IDF, draughts-64, Russian version).
    Russian {
        const NAME: &'static str = "russian";
        const COLS: usize = 8;
        const ROWS: usize = 8;
        const MEN_ROWS: usize = 3;
        const MAJORITY: Majority = Majority::Free;
        const CROWN_IN_PASSING: bool = true;
        const KING_PLIES: u8 = IDF_KING_PLIES;
        const ENDINGS: &'static [Ending] = IDF_ENDINGS;
        const BALANCE_RESTARTS: bool = true;
    }
}

rule_set! {
    /// Brazilian draughts (IDF, draughts-64, Brazilian version): international captures on the
    /// small board.
    Brazilian {
        const NAME: &'static str = "brazilian";
        const COLS: usize = 8;
        const ROWS: usize = 8;
        const MEN_ROWS: usize = 3;
        const KING_PLIES: u8 = IDF_KING_PLIES;
        const ENDINGS: &'static [Ending] = IDF_ENDINGS;
        const BALANCE_RESTARTS: bool = true;
    }
}

/// IDF draughts-64, both versions: 15 moves each of kings without a capture.
const IDF_KING_PLIES: u8 = 30;

/// IDF draughts-64, both versions: three or more kings against one, 15 moves each; where both
/// sides have kings and the balance does not change (no capture, no promotion), 5 moves each
/// with two or three pieces on the board, 30 with four or five, 60 with six or seven. The
/// shorter count for a lone king on the main road is left out: a game goes on longer at worst.
const IDF_ENDINGS: &[Ending] = &[
    Ending::against_lone_king(3, 12, true, 30),
    Ending::both_crowned(2, 3, 10),
    Ending::both_crowned(4, 5, 60),
    Ending::both_crowned(6, 7, 120),
];
