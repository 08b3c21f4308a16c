//! What nets for draughts have to be; for the evaluation and for the build script.

use ajeeb_nnue::Expected;

/// The rule sets that nets know, in the order of their numbers from 1, with the squares of their
/// boards.
pub(super) const RULE_SETS: [(&str, u16); 7] = [
    ("international", 50),
    ("killer", 50),
    ("breakthrough", 50),
    ("frisian", 50),
    ("losing", 50),
    ("russian", 32),
    ("brazilian", 32),
];

/// Men and kings of two sides on the squares of the rule set called `name`; nothing that a net
/// could be for a name that is not listed.
pub(super) fn expected(name: &str) -> Expected {
    let place = RULE_SETS.iter().position(|(known, _)| *known == name);
    let squares = place.map_or(0, |place| RULE_SETS[place].1);
    Expected {
        game: 2,
        variant: place.map_or(0, |place| place as u8 + 1),
        inputs: 2 * 2 * squares,
    }
}
