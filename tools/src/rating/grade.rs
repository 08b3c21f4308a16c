//! The grade points of the chess rule book: every game moves points from one player to the other
//! by the difference of their points, and a hundred points are a level.
//!
//! What the book leaves open is decided so: everybody begins with 0 points, in one running total
//! that may fall below 0; what one player gains the other loses, in draws too; "99" and "199"
//! bound their rows as "below 100" and "below 200"; gains are kept to a ten-thousandth of a point.

use std::collections::HashMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::crosstable::players;
use super::{Heading, RateError};
use crate::stats::GameScore;

/// Points in ten-thousandths, so that sums meet the table's bounds exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Points(i64);

/// A point.
const ONE: i64 = 10_000;

/// Games after which gains and losses are said to settle.
const SETTLED: u32 = 50;

impl Points {
    /// Whole points.
    const fn whole(points: i64) -> Points {
        Points(points * ONE)
    }

    /// What the side with fewer points gains by a draw, at a difference of `self`.
    fn gain_of_draw(self) -> Points {
        match self.0 / ONE {
            ..10 => Points(0),
            10..100 => Points(self.gain_of_lower().0 / 2),
            100.. => Points(self.0 / 4),
        }
    }

    /// What it gains by a win.
    fn gain_of_lower(self) -> Points {
        match self.0 / ONE {
            ..10 => Points::whole(10),
            10..100 => Points(10 * ONE + self.0 / 10),
            100.. => Points(self.0 / 2),
        }
    }

    /// What the other side gains by a win.
    fn gain_of_higher(self) -> Points {
        match self.0 / ONE {
            ..10 => Points::whole(10),
            10..100 => Points(10 * ONE - self.0 * 2 / 25),
            100..200 => Points::whole(2),
            200.. => Points(0),
        }
    }

    /// The level: 30 from 100 points on, up to 1 from 3000 on.
    pub(super) fn level(self) -> Option<u8> {
        let hundreds = self.0.div_euclid(100 * ONE).clamp(0, 30);
        (hundreds > 0).then_some(31 - hundreds as u8)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.2}", self.0 as f64 / ONE as f64))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / ONE as f64)
    }
}

/// What White gains by a game, which is what Black loses.
fn gain(white: Points, black: Points, score: GameScore) -> Points {
    let difference = Points((white.0 - black.0).abs());
    let white_is_lower = white < black;
    let of_winner = |winner_is_lower| match winner_is_lower {
        true => difference.gain_of_lower(),
        false => difference.gain_of_higher(),
    };
    match (score, white_is_lower) {
        (GameScore::Win, lower) => of_winner(lower),
        (GameScore::Loss, lower) => Points(-of_winner(!lower).0),
        (GameScore::Draw, true) => difference.gain_of_draw(),
        (GameScore::Draw, false) => Points(-difference.gain_of_draw().0),
    }
}

/// Everybody's points.
#[derive(Debug, Default)]
pub(super) struct Grades {
    players: Vec<Player>,
    left_out: usize,
}

/// One player's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) points: Points,
    pub(super) level: Option<u8>,
    pub(super) games: u32,
    /// So few games that the points have not settled yet.
    pub(super) provisional: bool,
}

impl Grades {
    /// Counts `games` in their order.
    ///
    /// # Errors
    /// If none counts.
    pub(super) fn of(games: &[Heading]) -> Result<Grades, RateError> {
        let mut grades = Grades::default();
        let mut places = HashMap::new();
        for game in games {
            let (Some([white, black]), Some(score)) = (players(game), game.result.score()) else {
                grades.left_out += 1;
                continue;
            };
            let mut place = |name: &str| {
                *places
                    .entry(name.to_owned())
                    .or_insert_with(|| grades.enter(name))
            };
            let (white, black) = (place(white), place(black));
            grades.count(white, black, score);
        }
        if grades.players.is_empty() {
            return Err(RateError::NoGames);
        }
        Ok(grades)
    }

    fn enter(&mut self, name: &str) -> usize {
        self.players.push(Player {
            name: name.to_owned(),
            points: Points(0),
            level: None,
            games: 0,
            provisional: true,
        });
        self.players.len() - 1
    }

    fn count(&mut self, white: usize, black: usize, score: GameScore) {
        let gain = gain(
            self.players[white].points,
            self.players[black].points,
            score,
        );
        for (player, gain) in [(white, gain.0), (black, -gain.0)] {
            let player = &mut self.players[player];
            player.points.0 += gain;
            player.level = player.points.level();
            player.games += 1;
            player.provisional = player.games < SETTLED;
        }
    }

    /// Most points first.
    pub(super) fn players(&self) -> Vec<&Player> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.points));
        players
    }

    /// Games that do not count.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: f64) -> Points {
        Points((points * ONE as f64).round() as i64)
    }

    /// Every row, every bound and both sides of it: the difference, and the gains by a draw, by a
    /// win of the lower side, and by one of the higher side.
    #[test]
    fn gains_follow_the_table() {
        for (difference, draw, lower, higher) in [
            (0.0, 0.0, 10.0, 10.0),
            (1.0, 0.0, 10.0, 10.0),
            (5.0, 0.0, 10.0, 10.0),
            (9.0, 0.0, 10.0, 10.0),
            (9.99, 0.0, 10.0, 10.0),
            (10.0, 5.5, 11.0, 9.2),
            (20.0, 6.0, 12.0, 8.4),
            (25.0, 6.25, 12.5, 8.0),
            (50.0, 7.5, 15.0, 6.0),
            (75.0, 8.75, 17.5, 4.0),
            (90.0, 9.5, 19.0, 2.8),
            (99.0, 9.95, 19.9, 2.08),
            (99.99, 9.9995, 19.999, 2.0008),
            (100.0, 25.0, 50.0, 2.0),
            (120.0, 30.0, 60.0, 2.0),
            (150.0, 37.5, 75.0, 2.0),
            (199.0, 49.75, 99.5, 2.0),
            (199.99, 49.9975, 99.995, 2.0),
            (200.0, 50.0, 100.0, 0.0),
            (300.0, 75.0, 150.0, 0.0),
            (400.0, 100.0, 200.0, 0.0),
            (1000.0, 250.0, 500.0, 0.0),
        ] {
            let gap = points(difference);
            assert_eq!(
                [
                    gap.gain_of_draw(),
                    gap.gain_of_lower(),
                    gap.gain_of_higher()
                ],
                [draw, lower, higher].map(points),
                "at a difference of {difference}"
            );
        }
    }

    #[test]
    fn levels_are_a_hundred_points_each() {
        for (total, level) in [
            (-50.0, None),
            (0.0, None),
            (99.99, None),
            (100.0, Some(30)),
            (199.99, Some(30)),
            (200.0, Some(29)),
            (1500.0, Some(16)),
            (2999.99, Some(2)),
            (3000.0, Some(1)),
            (5000.0, Some(1)),
        ] {
            assert_eq!(points(total).level(), level, "{total} points");
        }
    }

    #[test]
    fn the_side_with_fewer_points_is_the_lower_one_whatever_its_colour() {
        let (high, low) = (points(150.0), points(0.0));
        use GameScore::{Draw, Loss, Win};
        for (score, white_high, white_low) in
            [(Win, 2.0, 75.0), (Draw, -37.5, 37.5), (Loss, -75.0, -2.0)]
        {
            assert_eq!(gain(high, low, score), points(white_high), "{score:?}");
            assert_eq!(gain(low, high, score), points(white_low), "{score:?}");
        }
        assert_eq!(gain(high, high, Draw), Points(0));
        assert_eq!(gain(high, high, Win), points(10.0));
    }

    #[test]
    fn points_run_through_the_games_in_their_order() {
        let games = [
            Heading::example("A", "B", "1-0"),
            Heading::example("B", "A", "1/2-1/2"),
            Heading::example("B", "A", "*"),
        ];
        let grades = Grades::of(&games).unwrap();
        let [a, b] = grades.players()[..] else {
            panic!()
        };
        // 10 each for the win; then the draw at a difference of 20 gives B (10 + 2) / 2.
        assert_eq!((a.name.as_str(), a.points), ("A", points(4.0)));
        assert_eq!((b.points, b.games, b.provisional), (points(-4.0), 2, true));
        assert_eq!(grades.left_out(), 1);
        assert!(matches!(Grades::of(&games[2..]), Err(RateError::NoGames)));
        let many: Vec<_> = (0..50).map(|_| Heading::example("A", "B", "1-0")).collect();
        let grades = Grades::of(&many).unwrap();
        assert!(grades.players().iter().all(|player| !player.provisional));
    }
}
