//! What the harness has to know of a protocol: how a line is read, both ways, and how a client
//! opens and closes the conversation. [`Uci`](crate::uci::Uci) and [`Hub`](crate::hub::Hub) are
//! the two.

use ajeeb_game::{Notation, Rules};

/// A position of the dialect's game.
pub(crate) type Position<D> = <<D as Dialect>::Game as Rules>::Position;
/// A move of the dialect's game.
pub(crate) type Move<D> = <<D as Dialect>::Game as Rules>::Move;

/// A text protocol between an engine and its client, for one game.
pub(crate) trait Dialect {
    /// The game that is played over it.
    type Game: Notation;

    /// Command-line arguments that choose the protocol.
    const ARGUMENTS: &'static [&'static str];

    /// The opening: what is sent, and how the line begins that answers it.
    const HANDSHAKE: &'static [(&'static str, &'static str)];

    /// A question that is answered at any time, and its answer.
    const ALIVE: (&'static str, &'static str);

    /// How a line begins that ends a search.
    const ANSWER: &'static str;

    /// Reads a line of the client.
    fn command(line: &str) -> Command;

    /// Reads a line of the engine strictly; the error says what is malformed.
    fn output(line: &str) -> Result<Output, String>;

    /// The text in which the engine has to write a legal move.
    fn spell(position: &Position<Self>, mv: Move<Self>, chess960: bool) -> String;
}

/// A line of the client, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Sets up a position, given by a FEN (`None`: the start), and plays moves.
    Position {
        /// The FEN.
        fen: Option<String>,
        /// The moves played from it.
        moves: Vec<String>,
    },
    /// Starts a search.
    Go,
    /// Asks for the number of positions, which no move answers.
    Perft,
    /// Switches Chess960 castling text on or off.
    Chess960(bool),
    /// Anything else.
    Other,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// What a search has found so far.
    Info(Info),
    /// A remark or an error message.
    Notice,
    /// The end of a search.
    Answer(Answer),
    /// One root move of a perft, or its total.
    Perft(String, u64),
    /// Anything else that the protocol allows.
    Other,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The move; `None` if the engine says that there is none.
    pub(crate) best: Option<String>,
    /// The reply it expects.
    pub(crate) ponder: Option<String>,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info {
    /// Depth in plies.
    pub(crate) depth: Option<i64>,
    /// Which of the best lines, from 1.
    pub(crate) line: Option<usize>,
    /// The value from the side to move.
    pub(crate) score: Option<Score>,
    /// Is the score only a bound?
    pub(crate) bound: bool,
    /// Win, draw and loss in thousandths.
    pub(crate) wdl: Option<[i64; 3]>,
    /// Nodes visited.
    pub(crate) nodes: Option<i64>,
    /// Time used, in the protocol's unit.
    pub(crate) time: Option<f64>,
    /// The line of play.
    pub(crate) pv: Vec<String>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    /// In hundredths of a pawn or man.
    Centi(i64),
    /// Mate in so many moves, negative for the side that is mated.
    Mate(i64),
}

impl Score {
    /// Orders scores: a quick mate is worth more than a slow one, and any more than material.
    pub(crate) fn rank(self) -> i64 {
        const MATE: i64 = 1_000_000;
        match self {
            Score::Centi(value) => value,
            Score::Mate(moves) if moves > 0 => MATE - moves,
            Score::Mate(moves) => -MATE - moves,
        }
    }
}
