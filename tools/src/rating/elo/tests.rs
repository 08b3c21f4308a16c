use super::*;
use crate::archive::Heading;
use crate::stats;

/// Games as `White Black result`, one a line, each `times` times.
fn table(games: &[(&str, &str, &str, usize)]) -> Crosstable {
    let games = games.iter().flat_map(|&(white, black, result, times)| {
        std::iter::repeat_n(Heading::example(white, black, result), times)
    });
    Crosstable::of(&games.collect::<Vec<_>>())
}

fn rate(games: &[(&str, &str, &str, usize)]) -> (Crosstable, Ratings) {
    let table = table(games);
    let ratings = Ratings::of(&table, None).expect("games");
    (table, ratings)
}

fn names<'a>(table: &'a Crosstable, ratings: &Ratings) -> Vec<&'a str> {
    let players = ratings.players.iter();
    players
        .map(|rating| table.names()[rating.player].as_str())
        .collect()
}

fn close(left: f64, right: f64, by: f64) {
    assert!((left - right).abs() <= by, "{left} is not {right}");
}

/// Between two players the likelihood has its maximum where the expected score is the actual
/// one, and the textbook's binomial error is the observed information's.
#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let (table, ratings) = rate(&[
        ("A", "B", "1-0", 60),
        ("B", "A", "1-0", 20),
        ("A", "B", "1/2-1/2", 20),
    ]);
    assert_eq!(names(&table, &ratings), ["A", "B"]);
    let [a, b] = &ratings.players[..] else {
        panic!()
    };
    let difference = a.elo.unwrap() - b.elo.unwrap();
    close(difference, stats::elo(0.7), 1e-6);
    close(a.elo.unwrap() + b.elo.unwrap(), 0.0, 1e-9);
    let deviation = ELO_A_NAT / (100.0_f64 * 0.7 * 0.3).sqrt();
    close(a.margin.unwrap(), DEVIATIONS_95 * deviation / 2.0, 1e-6);
    let superiority = ratings.superiority(a, b).unwrap();
    close(
        superiority,
        Normal::standard().cdf(difference / deviation),
        1e-9,
    );
    close(ratings.superiority(b, a).unwrap(), 1.0 - superiority, 1e-12);
}

/// Baseball's American League of 1987, home and away together: A. Agresti, "Categorical Data
/// Analysis" (2nd ed., 2002), table 10.10, and the ratings he gives for it, as natural logarithms
/// with Baltimore at 0.
#[test]
fn a_textbook_example() {
    let teams = [
        "Milwaukee",
        "Detroit",
        "Toronto",
        "New York",
        "Boston",
        "Cleveland",
        "Baltimore",
    ];
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut games = Vec::new();
    for (winner, row) in wins.iter().enumerate() {
        for (loser, &times) in row.iter().enumerate() {
            games.push((teams[winner], teams[loser], "1-0", times));
        }
    }
    let table = table(&games);
    let anchor = Anchor::read("Baltimore=0").unwrap();
    let ratings = Ratings::of(&table, Some(&anchor)).unwrap();
    let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
    for (team, published) in teams.iter().zip(published) {
        let rating = ratings
            .players
            .iter()
            .find(|rating| table.names()[rating.player] == *team);
        let rating = rating.unwrap();
        close(rating.elo.unwrap() / ELO_A_NAT, published, 1e-3);
    }
    assert_eq!(names(&table, &ratings), teams);
    assert_eq!(ratings.players[6].margin, Some(0.0));
}

/// D. Hunter's algorithm, which ends at the same maximum by another way.
#[test]
fn the_maximum_is_the_one_that_the_mm_algorithm_finds() {
    let players = ["a", "b", "c", "d", "e"];
    let mut games = Vec::new();
    for (index, white) in players.iter().enumerate() {
        for (other, black) in players.iter().enumerate().skip(index + 1) {
            games.push((*white, *black, "1-0", 3 + index * other));
            games.push((*white, *black, "1/2-1/2", index + 1));
            games.push((*white, *black, "0-1", 1 + other));
        }
    }
    let (table, ratings) = rate(&games);
    let mut strength = [1.0_f64; 5];
    for _ in 0..20_000 {
        for player in 0..5 {
            let tally = table.total(player);
            let points = tally.wins as f64 + tally.draws as f64 / 2.0;
            let others = (0..5).filter(|&other| other != player);
            let sum: f64 = others
                .map(|other| {
                    table.between(player, other).games() as f64
                        / (strength[player] + strength[other])
                })
                .sum();
            strength[player] = points / sum;
        }
    }
    let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / 5.0;
    for rating in &ratings.players {
        close(
            rating.elo.unwrap(),
            ELO_A_NAT * (strength[rating.player].ln() - mean),
            1e-6,
        );
    }
}

#[test]
fn who_only_wins_or_loses_has_no_rating_but_a_place() {
    let (table, ratings) = rate(&[
        ("loser", "A", "0-1", 1),
        ("A", "B", "1-0", 1),
        ("A", "B", "0-1", 2),
        ("B", "winner", "0-1", 3),
    ]);
    assert_eq!(names(&table, &ratings), ["winner", "B", "A", "loser"]);
    let elos: Vec<_> = ratings
        .players
        .iter()
        .map(|rating| rating.elo.is_some())
        .collect();
    assert_eq!(elos, [false, true, true, false]);
    let standings: Vec<_> = ratings.pools.iter().map(|pool| pool.standing).collect();
    assert_eq!(
        standings,
        [Standing::Above, Standing::Between, Standing::Below]
    );
    assert_eq!(
        ratings.superiority(&ratings.players[0], &ratings.players[1]),
        None
    );
}

#[test]
fn pools_without_games_between_them_are_rated_apart() {
    let (_, ratings) = rate(&[("A", "B", "1/2-1/2", 4), ("C", "D", "1/2-1/2", 4)]);
    assert_eq!(ratings.pools.len(), 2);
    assert!(
        ratings
            .pools
            .iter()
            .all(|pool| pool.standing == Standing::Apart)
    );
    assert!(
        ratings
            .players
            .iter()
            .all(|rating| rating.elo.is_some_and(|elo| elo.abs() < 1e-9))
    );
}

/// 400 Elo a step, and the ends eight steps apart: a start at 0 is far away.
#[test]
fn a_long_chain_of_players_is_rated() {
    let players = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let games: Vec<_> = players
        .windows(2)
        .flat_map(|pair| {
            [
                (pair[0], pair[1], "1-0", 1000),
                (pair[0], pair[1], "0-1", 100),
            ]
        })
        .collect();
    let (_, ratings) = rate(&games);
    for pair in ratings.players.windows(2) {
        close(pair[0].elo.unwrap() - pair[1].elo.unwrap(), 400.0, 1e-6);
    }
}

#[test]
fn anchors_are_read_and_must_play() {
    assert_eq!(
        Anchor::read("a=b=-12.5"),
        Ok(Anchor {
            name: "a=b".into(),
            elo: -12.5
        })
    );
    for wrong in ["a", "a=x", "a=inf", "a=NaN", "a=1e308"] {
        assert!(Anchor::read(wrong).is_err(), "{wrong}");
    }
    let table = table(&[("A", "B", "1-0", 1), ("A", "B", "0-1", 1)]);
    let anchored = Ratings::of(&table, Anchor::read("B=100").ok().as_ref()).unwrap();
    assert_eq!(anchored.players[0].elo.map(f64::round), Some(100.0));
    let unknown = Ratings::of(&table, Anchor::read("C=1").ok().as_ref());
    assert!(matches!(unknown, Err(RateError::UnknownAnchor(_))));
    assert!(matches!(
        Ratings::of(&Crosstable::default(), None),
        Err(RateError::NoGames)
    ));
}
