//! The tags of a game, and what they say about the rules it is played by.

use std::fmt;

use ajeeb_protocol::catalog::{Family, GameName};

/// Names and values in the order of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tags(Vec<(String, String)>);

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A game that this program knows.
    Known(GameName),
    /// Another; what its tag says.
    Other(String),
}

impl Tags {
    /// The value of a tag.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let tag = self.0.iter().find(|(own, _)| own == name);
        tag.map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    /// Do the tags say what is played?
    pub(super) fn name_a_game(&self) -> bool {
        ["Variant", "GameType"]
            .iter()
            .any(|name| self.get(name).is_some())
    }

    /// What is played, in a record of games of `family`; its most usual game where no tag says
    /// anything.
    pub(super) fn kind(&self, family: Family) -> Kind {
        match (family, self.get("Variant"), self.get("GameType")) {
            (Family::Chess, Some(variant), _) => chess_variant(variant),
            (Family::Chess, None, _) => Kind::Known(GameName::Chess),
            (Family::Draughts, Some(variant), _) => draughts_variant(variant),
            (Family::Draughts, None, Some(number)) => game_type(number),
            (Family::Draughts, None, None) => Kind::Known(GameName::International),
        }
    }
}

/// Chess servers write a few names for chess itself.
fn chess_variant(text: &str) -> Kind {
    let name: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    match name.to_ascii_lowercase().as_str() {
        "chess" | "chess960" | "fischerandom" | "fischerrandom" | "standard" | "normal"
        | "fromposition" => Kind::Known(GameName::Chess),
        _ => Kind::Other(text.to_owned()),
    }
}

fn draughts_variant(text: &str) -> Kind {
    let known = text.parse().ok();
    let known = known.filter(|name: &GameName| name.family() == Family::Draughts);
    known.map_or_else(|| Kind::Other(text.to_owned()), Kind::Known)
}

/// PDN 3.0's numbers: `20`, or `20,W,10,10,N2,0` with a description of the board.
fn game_type(text: &str) -> Kind {
    match text.split(',').next().unwrap_or_default().trim() {
        "20" => Kind::Known(GameName::International),
        "25" => Kind::Known(GameName::Russian),
        "26" => Kind::Known(GameName::Brazilian),
        "40" => Kind::Known(GameName::Frisian),
        _ => Kind::Other(format!("GameType {text}")),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Known(name) => name.fmt(f),
            Kind::Other(text) => f.pad(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(family: Family, tags: &[(&str, &str)]) -> String {
        let tags = tags
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        Tags(tags.collect()).kind(family).to_string()
    }

    #[test]
    fn tags_say_what_is_played() {
        let chess = |variant| kind(Family::Chess, &[("Variant", variant)]);
        assert_eq!(kind(Family::Chess, &[]), "chess");
        assert_eq!(chess("Chess 960"), "chess");
        assert_eq!(chess("Fischerandom"), "chess");
        assert_eq!(chess("Crazyhouse"), "Crazyhouse");
        let draughts = |number| kind(Family::Draughts, &[("GameType", number)]);
        assert_eq!(kind(Family::Draughts, &[]), "international");
        assert_eq!(draughts("20,W,10,10,N1,0"), "international");
        assert_eq!(draughts("40"), "frisian");
        assert_eq!(draughts("21"), "GameType 21");
        let killer = [("GameType", "20"), ("Variant", "killer")];
        assert_eq!(kind(Family::Draughts, &killer), "killer");
        assert_eq!(kind(Family::Draughts, &[("Variant", "chess")]), "chess");
    }
}
