//! The rules of draughts, case by case: every sentence of the rule book that an engine can act
//! on, and problem collections.

use std::collections::BTreeSet;

use ajeeb_base::{Outcome, Side};
use ajeeb_draughts::{Draughts, Error, Frisian, International, Move, Position, Russian, Variant};
use ajeeb_engine_tests::shared;
use ajeeb_game::{Ending, Notation, Record, Rules, Select};

type Game<V> = Record<Draughts<V>>;

fn position<V: Variant>(fen: &str) -> Position<V> {
    Draughts::<V>::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let mut moves = Default::default();
    Draughts::<V>::moves(position, Select::All, &mut moves);
    moves.to_vec()
}

/// Plays moves written in any form; bare move numbers and ellipses are passed over.
fn play<V: Variant>(fen: &str, moves: &str) -> Game<V> {
    let mut game = Record::new(position::<V>(fen));
    let is_move = |word: &&str| !word.ends_with('.') && *word != "…";
    for word in moves.split_whitespace().filter(is_move) {
        let mv = Draughts::<V>::read_move(game.position(), word)
            .unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        game.play(mv);
    }
    game
}

/// `28x17:22`, the form of the case files: captured squares after a colon.
fn name<V: Variant>(mv: Move) -> String {
    let (from, to) = (mv.from().number::<V>(), mv.to().number::<V>());
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let taken: Vec<_> = mv
        .captured()
        .into_iter()
        .map(|s| s.number::<V>().to_string())
        .collect();
    format!("{from}x{to}:{}", taken.join(","))
}

fn names<V: Variant>(position: &Position<V>) -> BTreeSet<String> {
    legal(position).into_iter().map(name::<V>).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Pieces and side to move, without counts.
fn board<V: Variant>(position: &Position<V>) -> String {
    let text = Draughts::<V>::write_position(position);
    text.split(':').take(3).collect::<Vec<_>>().join(":")
}

/// `W`, `B`, `D`, or `*` for a game that goes on.
fn result<V: Variant>(game: &Game<V>) -> &'static str {
    let Some(ending) = game.ending() else {
        return "*";
    };
    match (ending.outcome(), game.position().side()) {
        (Outcome::Draw, _) => "D",
        (Outcome::Win, Side::White) | (Outcome::Loss, Side::Black) => "W",
        _ => "B",
    }
}

fn reason<V: Variant>(game: &Game<V>) -> &'static str {
    match game.ending() {
        Some(Ending::RuleDraw) => "count",
        Some(Ending::Threefold) => "threefold",
        Some(_) => "won",
        None => "none",
    }
}

/// Checks one token of the expectations, `key=value`. False if it is nothing to check here.
fn check(id: &str, game: &Game<International>, token: &str) -> bool {
    let Some((key, value)) = token.split_once('=') else {
        return false;
    };
    let at = game.position();
    match key {
        "legal" => assert_eq!(names(at), words(value), "{id}"),
        "legal_count" => assert_eq!(legal(at).len().to_string(), value, "{id}"),
        "has" => assert!(names(at).is_superset(&words(value)), "{id}: {value}"),
        "not" => {
            for word in value.split_whitespace() {
                assert!(
                    Draughts::<International>::read_move(at, word).is_err(),
                    "{id}: {word}"
                );
            }
        }
        "fen" => assert_eq!(board(at), board(&position::<International>(value)), "{id}"),
        "result" => assert_eq!(result(game), value, "{id}"),
        "reason" => {
            let expected = if value == "threefold" { value } else { "count" };
            assert_eq!(reason(game), expected, "{id}");
        }
        _ => return false,
    }
    true
}

/// Rows about hands, clocks, offers and arbitration, about values that only endgame tables
/// know, and about rule sets that nobody plays here.
const OUT_OF_HANDS: &[&str] = &[
    "setup-l5-swapped",
    "board-geometry",
    "end-resign",
    "end-agreed",
    "end-flag",
    "not-star-only-move",
    "not-equals",
    "bad-accepted",
    "touch-piece",
    "touch-blocked-piece",
    "touch-change-square",
    "release-ends-move",
    "touch-adjust",
    "touch-off-move",
    "crown-by-opponent-or-self",
    "crown-missing",
    "cap-release-midway",
    "cap-lift-first",
    "cap-unclear",
    "irr-touch-one-move-other",
    "irr-take-back",
    "irr-lift-without-reason",
    "irr-chain-lift-wrong",
    "irr-chain-lift-too-few",
    "irr-lift-not-jumped",
    "irr-lift-stopped",
    "irr-lift-own",
    "irr-board-turned",
    "irr-setup-wrong",
    "irr-light-square",
    "irr-accident",
    "irr-refuses-rules",
    "irr-half-correction",
    "clock-moves-in-time",
    "clock-sudden-death",
    "var-short-king-moves",
    "var-short-king-capture",
    "var-short-king-no-distance",
    "var-king-lands-right-behind",
    "var-16-needs-main-road",
];

/// Rows whose expectation is a sentence; here is what it means. The first two are where the
/// articles leave a choice: a capture replaces the 16-move count by the new ending's own.
const READINGS: &[(&str, &str)] = &[
    ("draw-16-then-5-clash-32", "result=*"),
    ("draw-16-then-5-clash-40", "result=D; reason=5-move"),
    ("not-star-fork", "legal=21x34:27,38,39"),
    ("cap-order", "fen=B:W14:B"),
];

#[test]
fn rule_book() {
    let Some(text) = shared::read("cases/draughts-rules.csv") else {
        return;
    };
    let mut checked = 0;
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("a row of draughts-rules.csv");
        let (id, fen, moves, expected) = (&row[0], &row[1], &row[2], &row[3]);
        if OUT_OF_HANDS.contains(&id) {
            continue;
        }
        if id == "var-64-start" {
            assert_eq!(legal(&Draughts::<Russian>::start()).len(), 7);
            continue;
        }
        let game = play::<International>(fen, moves);
        let reading = READINGS.iter().find(|(known, _)| *known == id);
        let expected = reading.map_or(expected, |(_, meaning)| meaning);
        let tokens = expected.split(';').map(str::trim);
        let checks = tokens.filter(|token| check(id, &game, token)).count();
        assert!(checks > 0, "{id}: nothing to check in \"{expected}\"");
        checked += 1;
    }
    assert!(checked >= 100, "only {checked} rows");
}

#[test]
fn draw_counts() {
    let Some(text) = shared::read("data/draughts/problems/draw-rules.csv") else {
        return;
    };
    let mut checked = 0;
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("a row of draw-rules.csv");
        let (fen, moves, expected, rule, note) = (&row[0], &row[1], &row[2], &row[3], &row[4]);
        let game = play::<International>(fen, moves);
        let reason = reason(&game);
        match expected {
            "draw" if rule == "threefold" => assert_eq!(reason, "threefold", "{fen}: {note}"),
            "draw" => assert_eq!(reason, "count", "{fen}: {note}"),
            _ => assert_eq!(reason, "none", "{fen}: {note}"),
        }
        checked += 1;
    }
    assert!(checked >= 32, "only {checked} rows");
}

/// The rows of a problem file with a header line, split at tabs.
fn rows(file: &str) -> Option<Vec<Vec<String>>> {
    let text = shared::read(&format!("data/draughts/problems/{file}"))?;
    let rows = text.lines().skip(1).filter(|line| !line.is_empty());
    Some(
        rows.map(|line| line.split('\t').map(str::to_owned).collect())
            .collect(),
    )
}

/// Positions of other sources that are refused here.
const UNCROWNED: &[&str] = &["W:W1-40:B41-50"];

/// Positions with all their moves, except those whose answer hangs on the value of a king that
/// the sources do not agree on.
fn moves_of<V: Variant>(file: &str, least: usize) {
    let Some(rows) = rows(file) else { return };
    let rows: Vec<_> = rows
        .iter()
        .filter(|row| !row[3].contains("kvdiff"))
        .collect();
    assert!(rows.len() >= least, "only {} rows", rows.len());
    for row in rows {
        // A man on its last row would have been crowned: such a position cannot be.
        if let Err(Error::UncrownedMan { .. }) = Draughts::<V>::read_position(&row[0]) {
            assert!(UNCROWNED.contains(&row[0].as_str()), "{}", row[0]);
            continue;
        }
        let position = position::<V>(&row[0]);
        assert_eq!(names(&position), words(&row[1]), "{} {}", row[0], row[4]);
        let count = legal(&position).len();
        assert_eq!(count.to_string(), row[2], "{}", row[0]);
        assert_eq!(Draughts::<V>::count(&position), count as u64, "{}", row[0]);
    }
}

#[test]
fn international_problems() {
    moves_of::<International>("international.tsv", 490);
}

#[test]
fn frisian_problems() {
    moves_of::<Frisian>("frisian.tsv", 250);
}

#[test]
fn compositions_replay() {
    let Some(rows) = rows("compositions.tsv") else {
        return;
    };
    assert!(rows.len() >= 240, "only {} rows", rows.len());
    for row in rows {
        let game = play::<International>(&row[0], &row[1]);
        assert_eq!(game.moves().len().to_string(), row[2], "{}", row[0]);
        let end = position::<International>(&row[7]);
        assert_eq!(board(game.position()), board(&end), "{}", row[0]);
    }
}

#[test]
fn paths_tell_captures_apart() {
    let Some(rows) = rows("ambiguous-pdn.tsv") else {
        return;
    };
    let mut checked = 0;
    for row in rows {
        let position = position::<International>(&row[0]);
        for pair in row[1].split_whitespace() {
            let (exact, path) = pair.split_once('=').expect("move=path");
            let read = Draughts::<International>::read_move(&position, path);
            let mv = read.unwrap_or_else(|error| panic!("{}: {error}", row[0]));
            assert_eq!(name::<International>(mv), exact, "{} {path}", row[0]);
            checked += 1;
        }
    }
    assert!(checked >= 200, "only {checked} moves");
}
