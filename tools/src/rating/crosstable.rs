//! Who has scored what against whom.

use std::collections::HashMap;

use ajeeb_base::Side;

use super::Heading;
use crate::stats::Tally;

/// Results of all players against each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crosstable {
    names: Vec<String>,
    /// `tallies[i][j]` is what player `i` has done against player `j`.
    tallies: Vec<Vec<Tally>>,
    /// Games that say nothing about two players: without a result, without names, or of one
    /// player against itself.
    left_out: usize,
}

impl Crosstable {
    /// The results of `games`, players in the order in which they turn up.
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a Heading>) -> Crosstable {
        let mut table = Crosstable::default();
        let mut places = HashMap::new();
        for game in games {
            let (Some([white, black]), Some(score)) = (players(game), game.result.score()) else {
                table.left_out += 1;
                continue;
            };
            let mut place = |name: &str| {
                *places
                    .entry(name.to_owned())
                    .or_insert_with(|| table.enter(name))
            };
            let (white, black) = (place(white), place(black));
            table.tallies[white][black].add(score);
            table.tallies[black][white].add(score.reversed());
        }
        table
    }

    fn enter(&mut self, name: &str) -> usize {
        let place = self.names.len();
        self.names.push(name.to_owned());
        for row in &mut self.tallies {
            row.push(Tally::default());
        }
        self.tallies.push(vec![Tally::default(); place + 1]);
        place
    }

    /// The players.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// What `player` has done against `other`, both by their places in [`names`](Self::names).
    pub(crate) fn between(&self, player: usize, other: usize) -> Tally {
        self.tallies[player][other]
    }

    /// What `player` has done against all others.
    pub(crate) fn total(&self, player: usize) -> Tally {
        let row = self.tallies[player].iter();
        row.fold(Tally::default(), |sum, tally| Tally {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    }

    /// Games that do not count.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }
}

/// The two players of a game that counts.
pub(super) fn players(game: &Heading) -> Option<[&str; 2]> {
    let names = Side::BOTH.map(|side| game.player(side));
    let known = names.iter().all(|name| !["?", ""].contains(name));
    (known && names[0] != names[1]).then_some(names)
}
