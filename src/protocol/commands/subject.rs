use ajeeb_game::Notation;

use super::Failure;
use crate::catalog::{Family, GameName};

/// What a command is about: a position of some game, as far as the user has said.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// Chess or draughts.
    pub game: Option<Family>,
    /// The rule set, which says the game too.
    pub variant: Option<GameName>,
    /// The position; the initial one if not given.
    pub fen: Option<String>,
}

impl Subject {
    /// The game meant: the variant if given, else the game's usual variant, else what the FEN
    /// looks like, else chess.
    pub fn name(&self) -> Result<GameName, Failure> {
        match (self.variant, self.game) {
            (Some(variant), Some(game)) if variant.family() != game => {
                Err(Failure::Mismatch { variant, game })
            }
            (Some(variant), _) => Ok(variant),
            (None, Some(Family::Chess)) => Ok(GameName::Chess),
            (None, Some(Family::Draughts)) => Ok(GameName::International),
            (None, None) => Ok(self.fen.as_deref().map_or(GameName::Chess, guess)),
        }
    }

    /// The position meant, in the game `G`.
    pub(crate) fn position<G: Notation>(&self, game: GameName) -> Result<G::Position, Failure> {
        match &self.fen {
            None => Ok(G::start()),
            Some(text) => G::read_position(text).map_err(|error| Failure::Position {
                game,
                reason: error.to_string(),
            }),
        }
    }
}

/// The game that a FEN looks like: draughts FENs have colons (`W:W31-50:B1-20`), chess FENs
/// have none before the fifth field.
fn guess(fen: &str) -> GameName {
    match fen.split_whitespace().next() {
        Some(board) if board.contains(':') => GameName::International,
        _ => GameName::Chess,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(game: Option<Family>, variant: Option<GameName>, fen: Option<&str>) -> Subject {
        Subject {
            game,
            variant,
            fen: fen.map(String::from),
        }
    }

    #[test]
    fn the_variant_decides_then_the_game_then_the_fen() {
        let fen = Some("W:WK28:B5");
        let cases = [
            (subject(None, None, None), GameName::Chess),
            (subject(None, None, fen), GameName::International),
            (
                subject(None, None, Some("8/8/8/8/8/4k3/8/4K3 w - - 0 1")),
                GameName::Chess,
            ),
            (subject(None, None, Some("")), GameName::Chess),
            (
                subject(Some(Family::Draughts), None, None),
                GameName::International,
            ),
            (subject(Some(Family::Chess), None, fen), GameName::Chess),
            (
                subject(None, Some(GameName::Frisian), None),
                GameName::Frisian,
            ),
            (
                subject(Some(Family::Draughts), Some(GameName::Russian), None),
                GameName::Russian,
            ),
        ];
        for (subject, expected) in cases {
            assert_eq!(
                subject.name().expect("no contradiction"),
                expected,
                "{subject:?}"
            );
        }
    }

    #[test]
    fn a_variant_of_another_game_is_refused() {
        let odd = subject(Some(Family::Chess), Some(GameName::Killer), None);
        assert_eq!(
            odd.name().unwrap_err().to_string(),
            "killer is not a kind of chess"
        );
    }
}
