//! How games are made, and how that is written into their file.

use ajeeb_protocol::catalog::{Family, GameName};
use serde::Serialize;

use crate::data::Origin;
use crate::games::Arena;

/// What a run of games depends on. Two runs with the same settings make the same games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Settings {
    /// Game i follows from this and i alone.
    pub(crate) seed: u64,
    /// No new iteration of the search begins after so many nodes.
    pub(crate) nodes: u64,
    /// The search breaks off after that many times as many.
    pub(crate) hard_factor: u64,
    /// The evaluation that played: `by hand`, or the SHA-256 of the net.
    pub(crate) evaluation: String,
    /// The least and the most random plies an opening has.
    pub(crate) random_plies: [usize; 2],
    /// Openings from another start than the usual one, in thousandths.
    pub(crate) unusual_permille: u32,
    /// Openings with a larger score, in hundredths and for either side, are thrown away.
    pub(crate) opening_score: i32,
    /// A game is won once both sides have given it this much ...
    pub(crate) win_score: i32,
    /// ... for so many plies.
    pub(crate) win_plies: u32,
    /// A game is drawn once both sides have given it no more than this ...
    pub(crate) draw_score: i32,
    /// ... for so many plies ...
    pub(crate) draw_plies: usize,
    /// ... after so many.
    pub(crate) draw_from: usize,
    /// A game of so many plies is a draw.
    pub(crate) max_plies: usize,
    /// Transposition table of each worker, in MB.
    pub(crate) hash: usize,
}

impl Settings {
    /// What a file of games of `G` says about itself.
    pub(crate) fn origin<G: Arena>(&self) -> Origin {
        Origin {
            game: G::VARIANT.into(),
            // Numbers and text, of which JSON can be made.
            settings: serde_json::to_value(self).unwrap_or_default(),
        }
    }

    /// What suits a game.
    pub(crate) fn of(game: GameName) -> Settings {
        let draughts = Settings {
            seed: 1,
            nodes: 500,
            hard_factor: 8,
            evaluation: "by hand".into(),
            random_plies: [6, 10],
            unusual_permille: 0,
            opening_score: 150,
            win_score: 700,
            win_plies: 6,
            draw_score: 0,
            draw_plies: 30,
            draw_from: 100,
            max_plies: 300,
            hash: 1,
        };
        match game.family() {
            Family::Draughts => draughts,
            Family::Chess => Settings {
                nodes: 200,
                random_plies: [8, 9],
                unusual_permille: 100,
                opening_score: 600,
                win_score: 1500,
                win_plies: 5,
                draw_score: 5,
                draw_plies: 12,
                draw_from: 60,
                max_plies: 400,
                ..draughts
            },
        }
    }
}
