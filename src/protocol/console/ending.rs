use ajeeb_base::{Outcome, Side};
use ajeeb_game::{Ending, Record};

use super::side_name;
use crate::catalog::{Family, GameName, Playable};

/// The result of the finished game `record` and its reason, in a sentence.
pub(super) fn explain<G: Playable>(name: GameName, record: &Record<G>, ending: Ending) -> String {
    let mover = G::side(record.position());
    match ending.outcome() {
        Outcome::Draw => format!("The game is drawn: {}.", why_drawn(name, ending)),
        Outcome::Win => won(mover, &why_won(name, ending, !mover)),
        Outcome::Loss => won(!mover, &why_won(name, ending, mover)),
    }
}

/// The result when the time of `loser` is up.
pub(super) fn flag_fell(loser: Side) -> String {
    won(!loser, &format!("{}'s time is up", side_name(loser)))
}

fn won(winner: Side, why: &str) -> String {
    format!("{} wins: {why}.", side_name(winner))
}

fn why_won(name: GameName, ending: Ending, loser: Side) -> String {
    match (name, ending) {
        (GameName::Chess, _) => "checkmate".to_owned(),
        (GameName::Breakthrough, Ending::Over(_)) => {
            format!("{} has a king", side_name(!loser))
        }
        // Whoever runs out of moves or pieces wins losing draughts.
        (GameName::Losing, _) => format!("{} has no move left", side_name(!loser)),
        _ => format!("{} has no move left", side_name(loser)),
    }
}

fn why_drawn(name: GameName, ending: Ending) -> &'static str {
    match (ending, name.family()) {
        (Ending::Threefold, _) => "the same position has come up for the third time",
        (Ending::Stuck(_), _) => "stalemate",
        (Ending::Over(_), _) => "neither side has enough to win",
        (Ending::RuleDraw, Family::Chess) => "fifty moves each without a capture or pawn move",
        (Ending::RuleDraw, Family::Draughts) => {
            "too many moves without progress (of kings alone, or in a small ending)"
        }
    }
}
