//! A game as the page's script reads it.

use std::collections::BTreeMap;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_game::Unobserved;
use serde::Serialize;

use super::board::Diagram;
use crate::archive::{Game, Remark};
use crate::engine::Verdict;
use crate::games::Arena;

/// A mate in `n` moves is a score of so much less `n` hundredths.
const MATE: i32 = 1_000_000;

/// A game, each list with a place for every move.
#[derive(Debug, Default, Serialize)]
pub(super) struct Score {
    white: String,
    black: String,
    result: String,
    /// Why it ended, as its tag says.
    termination: String,
    /// Does Black move first?
    black_first: bool,
    /// The first move's number.
    number: usize,
    /// The first diagram.
    start: String,
    /// The moves as people read them.
    moves: Vec<String>,
    /// What each changes on the board.
    changes: Vec<String>,
    /// The mover's judgement in hundredths, for White.
    scores: Vec<Option<i32>>,
    depths: Vec<Option<u32>>,
    /// In milliseconds.
    times: Vec<Option<u64>>,
    /// Other comments, by the number of moves before them.
    notes: BTreeMap<usize, String>,
}

impl Score {
    /// Writes down a game.
    pub(super) fn of<G: Arena>(game: &Game<G>) -> Score {
        let first = G::side(&game.start);
        let tag = |name: &str| game.heading.tags.get(name).unwrap_or_default().to_owned();
        let mut score = Score {
            white: game.heading.player(Side::White).to_owned(),
            black: game.heading.player(Side::Black).to_owned(),
            result: game.heading.result.to_string(),
            termination: tag("Termination"),
            black_first: first == Side::Black,
            number: first_number::<G>(&game.start),
            start: Diagram::of::<G>(&game.start).text(),
            ..Score::default()
        };
        if let Some(preface) = &game.preface {
            score.notes.insert(0, preface.clone());
        }
        score.add_moves(game);
        score
    }

    fn add_moves<G: Arena>(&mut self, game: &Game<G>) {
        let mut position = game.start.clone();
        let mut diagram = Diagram::of::<G>(&position);
        for (number, played) in (1..).zip(&game.moves) {
            let side = G::side(&position);
            let remark = Remark::read(played.comment.as_deref().unwrap_or_default(), side);
            self.moves.push(G::write_short(&position, played.mv));
            position = G::play(&position, played.mv, &mut Unobserved);
            let after = Diagram::of::<G>(&position);
            self.changes.push(diagram.changes(&after));
            diagram = after;
            self.scores
                .push(remark.score.map(|score| for_white(score, side)));
            self.depths.push(remark.depth);
            self.times.push(remark.elapsed.map(milliseconds));
            if !remark.text.is_empty() {
                self.notes.insert(number, remark.text);
            }
        }
    }

    /// How many moves of both sides.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The times of a side's moves that are known, in milliseconds.
    pub(super) fn times(&self, side: Side) -> impl Iterator<Item = u64> {
        let skip = usize::from(self.black_first != (side == Side::Black));
        self.times
            .iter()
            .skip(skip)
            .step_by(2)
            .filter_map(|time| *time)
    }

    /// The last comment of the game.
    pub(super) fn last_note(&self) -> &str {
        self.notes.get(&self.plies()).map_or("", String::as_str)
    }

    /// Why it ended, as its tag says.
    pub(super) fn termination(&self) -> &str {
        &self.termination
    }

    /// Why it ended: a last comment says more than the tag.
    pub(super) fn end(&self) -> &str {
        match self.last_note() {
            "" => &self.termination,
            note => note,
        }
    }

    /// The game as JSON that can stand in a page: no `<` begins anything in it.
    pub(super) fn json(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace('<', "\\u003c")
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn for_white(verdict: Verdict, side: Side) -> i32 {
    let own = match verdict {
        Verdict::Units(units) => (100.0 * units).round().clamp(-1e5, 1e5) as i32,
        Verdict::Mate(moves) if moves > 0 => MATE - moves.min(1000),
        Verdict::Mate(moves) => -MATE - moves.max(-1000),
    };
    if side.is_white() { own } else { -own }
}

/// Chess positions count moves; others do not.
fn first_number<G: Arena>(start: &G::Position) -> usize {
    let fen = G::write_position(start);
    let counted = fen.split(' ').nth(5).and_then(|text| text.parse().ok());
    counted.unwrap_or(1)
}
