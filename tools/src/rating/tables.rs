//! Ratings in words and as JSON.

use serde::Serialize;

use super::elo::Standing;
use super::grade::Grades;
use super::{Crosstable, Pool, Rating, Ratings};
use crate::stats::Tally;
use crate::table::{aligned, plain};

/// Ratings for programs.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    players: Vec<Row<'a>>,
    pools: &'a [Pool],
    /// Games that do not count.
    left_out: usize,
    /// How likely each player is better than each other, in the order of `players`.
    superiority: Vec<Vec<Option<f64>>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    elo: Option<f64>,
    margin: Option<f64>,
    pool: usize,
    games: u64,
    score: f64,
    #[serde(flatten)]
    tally: Tally,
}

/// What JSON says about ratings.
pub(super) fn report<'a>(table: &'a Crosstable, ratings: &'a Ratings) -> Report<'a> {
    let row = |rating: &Rating| Row {
        name: &table.names()[rating.player],
        elo: rating.elo,
        margin: rating.margin,
        pool: rating.pool,
        games: rating.tally.games(),
        score: rating.tally.score(),
        tally: rating.tally,
    };
    let against = |rating| {
        let others = ratings.players.iter();
        others
            .map(|other| ratings.superiority(rating, other))
            .collect()
    };
    Report {
        players: ratings.players.iter().map(row).collect(),
        pools: &ratings.pools,
        left_out: table.left_out(),
        superiority: ratings.players.iter().map(against).collect(),
    }
}

/// A value as JSON, with a line end.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// The Elo table; `los` adds how likely each player is better than each other.
pub(super) fn elo(table: &Crosstable, ratings: &Ratings, los: bool) -> String {
    let several = ratings.pools.len() > 1;
    let mut head = vec![
        "", "Player", "Elo", "+/-", "Games", "Won", "Drawn", "Lost", "Points", "Score",
    ];
    head.extend(several.then_some("Pool"));
    let mut rows = plain(&head);
    for (place, rating) in (1..).zip(&ratings.players) {
        let tally = rating.tally;
        let mut row = vec![
            format!("{place}"),
            table.names()[rating.player].clone(),
            decimal(rating.elo, 1),
            decimal(rating.margin, 1),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            format!("{:.1}", tally.points()),
            format!("{:.1} %", 100.0 * tally.score()),
        ];
        row.extend(several.then(|| (rating.pool + 1).to_string()));
        rows.add_row(row);
    }
    let mut text = aligned(rows);
    for (number, pool) in (1..).zip(&ratings.pools).filter(|_| several) {
        text += &format!(
            "\n{}",
            describe(
                number,
                pool,
                ratings
                    .players
                    .iter()
                    .filter(|r| r.pool + 1 == number)
                    .count()
            )
        );
    }
    if several {
        text.push('\n');
    }
    if los {
        text += &format!(
            "\nHow likely the player of the row is better, in percent:\n{}",
            superiority(table, ratings)
        );
    }
    text + &left_out(table.left_out())
}

fn describe(number: usize, pool: &Pool, players: usize) -> String {
    let standing = match pool.standing {
        Standing::Apart => "no games against the other pools",
        Standing::Above => {
            "has won every game against other pools, so no number says how much better it is"
        }
        Standing::Below => {
            "has lost every game against other pools, so no number says how much worse it is"
        }
        Standing::Between => {
            "has won every game against the pools below it and lost every one against those above"
        }
    };
    let scale = match (&pool.anchor, players) {
        (Some(anchor), _) => format!("; Elo by {anchor}"),
        (None, 1) => String::new(),
        (None, _) => "; Elo by its own mean, not to be compared with other pools".to_owned(),
    };
    format!("Pool {number}: {standing}{scale}.")
}

fn superiority(table: &Crosstable, ratings: &Ratings) -> String {
    let name = |rating: &Rating| table.names()[rating.player].clone();
    let mut head = vec![String::new(), "Player".to_owned()];
    head.extend((1..=ratings.players.len()).map(|place| place.to_string()));
    let mut rows = plain(&head);
    for (place, rating) in (1..).zip(&ratings.players) {
        let mut row = vec![format!("{place}"), name(rating)];
        let others = ratings.players.iter();
        row.extend(others.map(|other| {
            decimal(
                ratings
                    .superiority(rating, other)
                    .map(|chance| 100.0 * chance),
                0,
            )
        }));
        rows.add_row(row);
    }
    aligned(rows)
}

/// The table of grade points.
pub(super) fn grades(grades: &Grades) -> String {
    let mut rows = plain(&["", "Player", "Points", "Level", "Games"]);
    for (place, player) in (1..).zip(grades.players()) {
        let mark = if player.provisional {
            " (provisional)"
        } else {
            ""
        };
        rows.add_row(vec![
            format!("{place}"),
            player.name.clone(),
            player.points.to_string(),
            player
                .level
                .map_or("none".to_owned(), |level| level.to_string()),
            format!("{}{mark}", player.games),
        ]);
    }
    aligned(rows) + &left_out(grades.left_out())
}

fn left_out(games: usize) -> String {
    match games {
        0 => String::new(),
        1 => "\n1 game does not count: it has no result, or not two players.\n".to_owned(),
        _ => format!("\n{games} games do not count: they have no result, or not two players.\n"),
    }
}

fn decimal(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Heading;

    fn table(games: &[(&str, &str, &str)]) -> Crosstable {
        let games = games
            .iter()
            .map(|&(white, black, result)| Heading::example(white, black, result));
        Crosstable::of(&games.collect::<Vec<_>>())
    }

    #[test]
    fn a_table_has_a_row_for_each_player() {
        let games = table(&[
            ("Ajeeb", "B", "1-0"),
            ("B", "Ajeeb", "1/2-1/2"),
            ("B", "Ajeeb", "*"),
        ]);
        let ratings = Ratings::of(&games, None).unwrap();
        assert_eq!(
            elo(&games, &ratings, true),
            "    Player    Elo    +/-  Games  Won  Drawn  Lost  Points   Score
 1  Ajeeb    95.4  278.0      2    1      1     0     1.5  75.0 %
 2  B       -95.4  278.0      2    0      1     1     0.5  25.0 %

How likely the player of the row is better, in percent:
    Player   1   2
 1  Ajeeb    -  75
 2  B       25   -

1 game does not count: it has no result, or not two players.
"
        );
    }

    #[test]
    fn pools_are_explained() {
        let games = table(&[("A", "B", "1-0"), ("B", "C", "1-0"), ("C", "B", "1-0")]);
        let text = elo(&games, &Ratings::of(&games, None).unwrap(), false);
        assert!(text.contains("Pool 1: has won every game"), "{text}");
        assert!(text.contains("Pool 2: has lost every game"), "{text}");
        assert!(text.contains("\n 1  A"), "{text}");
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }

    #[test]
    fn programs_get_json() {
        let games = table(&[("A", "B", "1-0"), ("B", "C", "1-0"), ("C", "B", "1-0")]);
        let ratings = Ratings::of(&games, None).unwrap();
        let value: serde_json::Value =
            serde_json::from_str(&json(&report(&games, &ratings))).unwrap();
        assert_eq!(value["players"][0]["name"], "A");
        assert!(value["players"][0]["elo"].is_null());
        assert_eq!(value["players"][1]["pool"], 1);
        assert_eq!(value["pools"][0]["standing"], "above");
        assert_eq!(
            value["superiority"][1][2]
                .as_f64()
                .map(|chance| (2.0 * chance).round()),
            Some(1.0)
        );
    }
}
