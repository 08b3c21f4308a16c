//! The games Ajeeb plays, by name. This is the one place where the generic engine is
//! instantiated for each of them: a front end asks for a game by name, hands over a
//! [`Visitor`], and everything behind that call is compiled for that game alone.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ajeeb_chess::{Chess, rules as chess};
use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Frisian, International, Killer, Losing, Russian, Variant,
    rules as draughts,
};
use ajeeb_game::{Evaluator, Notation, Placement, Policy, Rules};
use ajeeb_nnue::{Network, Networked, Weights};

/// A game that can be searched, read and written, and evaluated by nets.
pub trait Playable:
    Policy<Eval: Evaluator<<Self as Rules>::Position, Weights = Weights<Self>>> + Notation + Networked
{
    /// The columns of the board, as many as it has rows.
    const COLUMNS: usize;

    /// The squares that pieces stand on.
    const SQUARES: usize;

    /// The row of a square from above, White below, and its column from the left. The square is
    /// numbered as in a [`Placement`].
    fn place(square: u8) -> (usize, usize);

    /// What the square is called.
    fn square_name(square: u8) -> String;

    /// The piece as a letter: chess as in FEN, draughts as in Hub positions.
    fn piece_letter(piece: Placement) -> char;

    /// How much a net's score of `position` (for White, in hundredths) owes to each piece; pieces
    /// that the game cannot do without are not there.
    fn lifted(network: &Arc<Network>, position: &Self::Position) -> Vec<(Placement, i32)>;
}

impl Playable for Chess {
    const COLUMNS: usize = 8;

    const SQUARES: usize = 64;

    fn place(square: u8) -> (usize, usize) {
        let square = chess::Square::new(square);
        let from_below = square.rank().index();
        (7 - from_below, square.file().index())
    }

    fn square_name(square: u8) -> String {
        chess::Square::new(square).to_string()
    }

    fn piece_letter(piece: Placement) -> char {
        let kind = chess::PieceKind::from_index(piece.kind.into());
        kind.map_or('?', |kind| {
            ajeeb_chess::notation::piece_letter(piece.side, kind)
        })
    }

    fn lifted(network: &Arc<Network>, position: &Self::Position) -> Vec<(Placement, i32)> {
        ajeeb_chess::eval::lifted(network, position)
    }
}

impl<V: Variant> Playable for Draughts<V> {
    const COLUMNS: usize = V::COLS;

    const SQUARES: usize = V::COLS * V::ROWS / 2;

    fn place(square: u8) -> (usize, usize) {
        let square = draughts::Square::from_number::<V>(usize::from(square) + 1);
        square.unwrap_or_default().place::<V>()
    }

    fn square_name(square: u8) -> String {
        (square + 1).to_string()
    }

    fn piece_letter(piece: Placement) -> char {
        ajeeb_draughts::notation::piece_letter(piece.side, piece.kind == draughts::KING)
    }

    fn lifted(network: &Arc<Network>, position: &Self::Position) -> Vec<(Placement, i32)> {
        ajeeb_draughts::eval::lifted(network, position)
    }
}

/// Which board a game is played on, and so which protocol speaks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Chess and Chess960: UCI.
    Chess,
    /// Draughts in seven rule sets: Hub and DXP.
    Draughts,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Family::Chess => "chess",
            Family::Draughts => "draughts",
        })
    }
}

/// A game by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameName {
    /// Chess, Chess960 included.
    Chess,
    /// International draughts.
    International,
    /// Killer draughts: a king must halt directly behind a last captured king.
    Killer,
    /// Breakthrough draughts: the first king wins.
    Breakthrough,
    /// Frisian draughts: captures along ranks and files too.
    Frisian,
    /// Losing draughts: who cannot move wins.
    Losing,
    /// Russian draughts, on 64 squares.
    Russian,
    /// Brazilian draughts: the international rules on 64 squares.
    Brazilian,
}

impl GameName {
    /// All games, chess first.
    pub const ALL: [GameName; 8] = [
        GameName::Chess,
        GameName::International,
        GameName::Killer,
        GameName::Breakthrough,
        GameName::Frisian,
        GameName::Losing,
        GameName::Russian,
        GameName::Brazilian,
    ];

    /// The game's own name, as [`Display`](fmt::Display) writes it and [`FromStr`] reads it.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameName::Chess => "chess",
            GameName::International => "international",
            GameName::Killer => "killer",
            GameName::Breakthrough => "breakthrough",
            GameName::Frisian => "frisian",
            GameName::Losing => "losing",
            GameName::Russian => "russian",
            GameName::Brazilian => "brazilian",
        }
    }

    /// The family it belongs to.
    pub const fn family(self) -> Family {
        match self {
            GameName::Chess => Family::Chess,
            _ => Family::Draughts,
        }
    }

    /// The draughts variant's name in the Hub protocol, which has two names of its own; `None`
    /// for chess.
    pub const fn hub_name(self) -> Option<&'static str> {
        match self {
            GameName::Chess => None,
            GameName::International => Some("normal"),
            GameName::Breakthrough => Some("bt"),
            other => Some(other.as_str()),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A name that is no game's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown game \"{0}\"; known are chess, international, killer, breakthrough, frisian, losing, russian and brazilian"
)]
pub struct UnknownGame(pub String);

impl FromStr for GameName {
    type Err = UnknownGame;

    /// Reads a game's own name, its name in the Hub protocol or a usual other one, in any case.
    fn from_str(text: &str) -> Result<GameName, UnknownGame> {
        match text.to_ascii_lowercase().as_str() {
            "chess" | "chess960" | "960" => Ok(GameName::Chess),
            "international" | "normal" | "standard" | "draughts" => Ok(GameName::International),
            "killer" => Ok(GameName::Killer),
            "breakthrough" | "bt" => Ok(GameName::Breakthrough),
            "frisian" | "frysk" => Ok(GameName::Frisian),
            "losing" | "antidraughts" | "giveaway" => Ok(GameName::Losing),
            "russian" | "shashki" => Ok(GameName::Russian),
            "brazilian" => Ok(GameName::Brazilian),
            _ => Err(UnknownGame(text.chars().take(40).collect())),
        }
    }
}

/// Something to be done with a game whose type is not known before the program runs.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Playable>(self) -> Self::Output;
}

/// Calls `visitor` with the game called `name`.
pub fn with_game<V: Visitor>(name: GameName, visitor: V) -> V::Output {
    with_variant(name, AsGame(visitor)).unwrap_or_else(|AsGame(visitor)| visitor.visit::<Chess>())
}

/// Something to be done with a draughts variant whose type is not known before the program runs.
pub trait VariantVisitor {
    /// What comes of it.
    type Output;

    /// Does it with the variant `V`.
    fn visit<V: Variant>(self) -> Self::Output;
}

/// Calls `visitor` with the draughts variant called `name`, or gives it back if that is chess.
pub fn with_variant<V: VariantVisitor>(name: GameName, visitor: V) -> Result<V::Output, V> {
    match name {
        GameName::Chess => Err(visitor),
        GameName::International => Ok(visitor.visit::<International>()),
        GameName::Killer => Ok(visitor.visit::<Killer>()),
        GameName::Breakthrough => Ok(visitor.visit::<Breakthrough>()),
        GameName::Frisian => Ok(visitor.visit::<Frisian>()),
        GameName::Losing => Ok(visitor.visit::<Losing>()),
        GameName::Russian => Ok(visitor.visit::<Russian>()),
        GameName::Brazilian => Ok(visitor.visit::<Brazilian>()),
    }
}

/// A visitor of games sees a variant as a game.
struct AsGame<V>(V);

impl<U: Visitor> VariantVisitor for AsGame<U> {
    type Output = U::Output;

    fn visit<V: Variant>(self) -> U::Output {
        self.0.visit::<Draughts<V>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct OwnName;

    impl Visitor for OwnName {
        type Output = (&'static str, &'static str);

        fn visit<G: Playable>(self) -> Self::Output {
            (G::GAME, G::VARIANT)
        }
    }

    #[test]
    fn every_name_leads_to_its_game() {
        for name in GameName::ALL {
            let (family, variant) = with_game(name, OwnName);
            assert_eq!(
                (family, variant),
                (name.family().to_string().as_str(), name.as_str())
            );
        }
    }

    #[test]
    fn every_name_reads_back_in_any_case() {
        for name in GameName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
            if let Some(hub) = name.hub_name() {
                assert_eq!(hub.parse(), Ok(name));
            }
        }
        assert_eq!("Standard".parse(), Ok(GameName::International));
        assert_eq!("BT".parse(), Ok(GameName::Breakthrough));
        assert!("go".parse::<GameName>().is_err());
    }
}
