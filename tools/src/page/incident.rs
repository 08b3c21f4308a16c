//! Games that ended otherwise than by playing, by what their records say about it.

use ajeeb_base::Side;

use crate::archive::{GameResult, Heading};
use crate::stats::GameScore;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Time,
    Illegal,
    Crash,
    Hang,
    /// Given up without a reason that is known.
    Abandoned,
}

/// A game that was lost by a player's conduct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Incident {
    pub(super) kind: Kind,
    /// Who has lost by it, if anyone has.
    pub(super) side: Option<Side>,
    /// The record's own words.
    pub(super) text: String,
}

impl Kind {
    pub(super) const ALL: [Kind; 5] = [
        Kind::Time,
        Kind::Illegal,
        Kind::Crash,
        Kind::Hang,
        Kind::Abandoned,
    ];

    /// In words, for one game.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Time => "Lost on time",
            Kind::Illegal => "Illegal move",
            Kind::Crash => "Crash",
            Kind::Hang => "Hang",
            Kind::Abandoned => "Abandoned",
        }
    }

    fn said_by(text: &str) -> Option<Kind> {
        let text = text.to_lowercase();
        let said = |kind: &Kind| kind.phrases().iter().any(|phrase| text.contains(phrase));
        Kind::ALL.into_iter().find(said)
    }

    /// Phrases of this and other match runners, and PGN's own words for the tag `Termination`.
    const fn phrases(self) -> &'static [&'static str] {
        match self {
            Kind::Time => &["on time", "time forfeit", "time out", "timeout"],
            Kind::Illegal => &["no legal move:", "illegal", "rules infraction"],
            Kind::Crash => &[
                "has ended",
                "crash",
                "disconnect",
                "cannot be started",
                "died",
            ],
            Kind::Hang => &["has not answered", "stall", "hang", "unresponsive"],
            Kind::Abandoned => &["abandoned", "emergency"],
        }
    }
}

/// The incident that ended a game, by its tag `Termination` and its last comment. Without that tag
/// a comment counts only if it begins as this program's do, since people write of crashes and hangs
/// too.
pub(super) fn of(heading: &Heading, end: &str, last_note: &str) -> Option<Incident> {
    let tagged = Kind::said_by(end);
    let kind = match tagged {
        Some(Kind::Abandoned) => Kind::said_by(last_note).or(tagged),
        None if end.is_empty() && begins_with_a_side(last_note) => Kind::said_by(last_note),
        _ => tagged,
    };
    Some(Incident {
        kind: kind?,
        side: loser(heading.result),
        text: if last_note.is_empty() { end } else { last_note }.to_owned(),
    })
}

fn begins_with_a_side(text: &str) -> bool {
    ["White ", "Black "]
        .iter()
        .any(|side| text.starts_with(side))
}

fn loser(result: GameResult) -> Option<Side> {
    match result.score()? {
        GameScore::Win => Some(Side::Black),
        GameScore::Loss => Some(Side::White),
        GameScore::Draw => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incidents_are_told_from_ends_by_the_rules() {
        let heading = Heading::example("A", "B", "1-0");
        let kind = |end, note| of(&heading, end, note).map(|incident| incident.kind);
        assert_eq!(
            kind("Black loses on time, 12.0 ms late", ""),
            Some(Kind::Time)
        );
        assert_eq!(kind("time forfeit", "x"), Some(Kind::Time));
        assert_eq!(
            kind("Black answers with no legal move: \"e9\" is not a move", ""),
            Some(Kind::Illegal)
        );
        assert_eq!(
            kind("", "Black has ended (signal: 9) while a move was expected"),
            Some(Kind::Crash)
        );
        assert_eq!(
            kind(
                "Black has not answered within 10 ms: a move was expected",
                ""
            ),
            Some(Kind::Hang)
        );
        assert_eq!(kind("abandoned", ""), Some(Kind::Abandoned));
        let silent = "Black has not answered within 10 ms: a move was expected";
        assert_eq!(kind("abandoned", silent), Some(Kind::Hang));
        for end in [
            "checkmate",
            "no legal move",
            "50 moves",
            "adjudicated",
            "normal",
            "",
        ] {
            assert_eq!(kind(end, ""), None, "{end}");
            assert_eq!(
                kind(end, "This hangs the queen, and then a crash on f7"),
                None,
                "{end}"
            );
        }
        let late = "Black loses on time, 12.0 ms late";
        let incident = of(&heading, "time forfeit", late).unwrap();
        assert_eq!(
            (incident.side, incident.text.as_str()),
            (Some(Side::Black), late)
        );
    }
}
