//! The games a match can be about: what the runner needs of a game beyond its rules and
//! notation, and the one place where the runner is instantiated for each.

use ajeeb_base::Outcome;
use ajeeb_chess::{Chess, notation as chess_text};
use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Frisian, International, Killer, Losing, Russian, Variant,
};
use ajeeb_game::{Ending, Notation};
use ajeeb_protocol::catalog::{GameName, Playable};

use crate::selfplay::SelfPlay;
use crate::train::Trainable;

/// A game that engines can be made to play.
pub(crate) trait Arena: Playable + SelfPlay + Trainable {
    /// The form in which game records are kept.
    const RECORD: RecordForm;

    /// The board it is played on.
    const BOARD: Board;

    /// A position as the engines' protocol sends it.
    fn protocol_position(position: &Self::Position) -> String;

    /// A legal move as the engines' protocol sends it; `chess960` is how castling is written.
    fn protocol_move(position: &Self::Position, mv: Self::Move, chess960: bool) -> String;

    /// Reads the protocol's form of a move, and no other where that is possible.
    fn read_protocol_move(position: &Self::Position, text: &str)
    -> Result<Self::Move, Self::Error>;

    /// Can this position only come from Chess960?
    fn needs_chess960(position: &Self::Position) -> bool;

    /// The reason a game ended, in a few words.
    fn describe(ending: Ending) -> &'static str;
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// The file format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordForm {
    /// Portable game notation (PGN standard, 1994).
    Pgn,
    /// Portable draughts notation 3.0, with the number of its `GameType` tag where the standard
    /// has one.
    Pdn(Option<u8>),
}

impl Arena for Chess {
    const RECORD: RecordForm = RecordForm::Pgn;

    const BOARD: Board = Board {
        columns: 8,
        rows: 8,
    };

    fn protocol_position(position: &Self::Position) -> String {
        Self::write_position(position)
    }

    fn protocol_move(position: &Self::Position, mv: Self::Move, chess960: bool) -> String {
        chess_text::uci_text(position, mv, chess960)
    }

    fn read_protocol_move(
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, Self::Error> {
        chess_text::read_uci(position, text)
    }

    fn needs_chess960(position: &Self::Position) -> bool {
        !position.has_standard_castling()
    }

    fn describe(ending: Ending) -> &'static str {
        match ending {
            Ending::Over(_) => "neither side can mate",
            Ending::Stuck(Outcome::Draw) => "stalemate",
            Ending::Stuck(_) => "checkmate",
            Ending::RuleDraw => "50 moves",
            Ending::Threefold => "threefold repetition",
        }
    }
}

impl<V: Variant> Arena for Draughts<V> {
    const RECORD: RecordForm = RecordForm::Pdn(game_type(V::NAME));

    const BOARD: Board = Board {
        columns: V::COLS,
        rows: V::ROWS,
    };

    fn protocol_position(position: &Self::Position) -> String {
        Self::write_hub(position)
    }

    fn protocol_move(position: &Self::Position, mv: Self::Move, _chess960: bool) -> String {
        Self::write_move(position, mv)
    }

    fn read_protocol_move(
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, Self::Error> {
        Self::read_move(position, text)
    }

    fn needs_chess960(_position: &Self::Position) -> bool {
        false
    }

    fn describe(ending: Ending) -> &'static str {
        match ending {
            Ending::Over(_) => "crowned",
            Ending::Stuck(_) => "no legal move",
            Ending::RuleDraw => "move count",
            Ending::Threefold => "threefold repetition",
        }
    }
}

/// PDN 3.0's `GameType` numbers; the standard has none for the younger rule sets.
const fn game_type(variant: &str) -> Option<u8> {
    match variant.as_bytes() {
        b"international" => Some(20),
        b"russian" => Some(25),
        b"brazilian" => Some(26),
        b"frisian" => Some(40),
        _ => None,
    }
}

/// Something to be done with a game whose type is not known before the program runs.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Arena>(self) -> Self::Output;
}

/// Calls `visitor` with the game called `name`.
pub(crate) fn with_game<V: Visitor>(name: GameName, visitor: V) -> V::Output {
    match name {
        GameName::Chess => visitor.visit::<Chess>(),
        GameName::International => visitor.visit::<Draughts<International>>(),
        GameName::Killer => visitor.visit::<Draughts<Killer>>(),
        GameName::Breakthrough => visitor.visit::<Draughts<Breakthrough>>(),
        GameName::Frisian => visitor.visit::<Draughts<Frisian>>(),
        GameName::Losing => visitor.visit::<Draughts<Losing>>(),
        GameName::Russian => visitor.visit::<Draughts<Russian>>(),
        GameName::Brazilian => visitor.visit::<Draughts<Brazilian>>(),
    }
}
