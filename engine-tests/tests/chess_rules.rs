//! The rules of chess, row by row: the rule book's cases, positions at the end of games, and
//! stalemate traps.

use std::collections::BTreeSet;

use ajeeb_base::{Outcome, Side};
use ajeeb_chess::Chess;
use ajeeb_chess::notation::uci_text;
use ajeeb_chess::rules::{Move, Position};
use ajeeb_engine_tests::shared;
use ajeeb_game::{Ending, Notation, Record, Rules, Select, Unobserved};

/// Rows that no engine can act on: touched pieces, clocks, arbiters, agreements, facts about the
/// board, and values that only endgame tables tell. A row that is neither here nor checkable
/// fails the test.
const OUT_OF_HANDS: &[&str] = &[
    "setup-colours",
    "castle-touch-rook-first",
    "resign",
    "agreed",
    "offer-with-move",
    "offer-not-twice",
    // Neither side can make progress, but the rule book's list of dead positions has no pawns;
    // the game ends by the fifty-move rule.
    "dead-blocked-pawns",
    "flag-loses",
    "flag-bare-king",
    "flag-bare-king-loses",
    "flag-not-bare",
    "flag-lone-knight",
    "sealed-illegal",
    "illegal-third",
    "illegal-restore",
    "end-NN",
    "end-P-won",
    "end-P-drawn",
    "mate-queen-needs-king",
    "touch-own-piece",
    "touch-own-piece-no-move",
    "touch-enemy-piece",
    "touch-own-then-enemy",
    "touch-adjust",
    "touch-claim-late",
    "illegal-setup-wrong",
    "illegal-colours-swapped",
    "illegal-board-turned",
];

fn read(fen: &str) -> Position {
    Chess::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Default::default();
    Chess::moves(position, Select::All, &mut moves);
    moves.to_vec()
}

fn legal_texts(position: &Position) -> BTreeSet<String> {
    legal_moves(position)
        .into_iter()
        .map(|mv| uci_text(position, mv, false))
        .collect()
}

/// Plays moves in UCI from a FEN.
fn play(fen: &str, moves: &str) -> Record<Chess> {
    let mut game = Record::new(read(fen));
    for text in moves.split_whitespace() {
        let mv = Chess::read_move(game.position(), text)
            .unwrap_or_else(|error| panic!("{fen} moves {moves}: {error}"));
        game.play(mv);
    }
    game
}

/// The result and reason of a game in the words of the cases.
fn result(game: &Record<Chess>) -> (&'static str, &'static str) {
    let Some(ending) = game.ending() else {
        return ("*", "");
    };
    let result = match (ending.outcome(), game.position().side()) {
        (Outcome::Draw, _) => "1/2-1/2",
        (Outcome::Win, Side::White) | (Outcome::Loss, Side::Black) => "1-0",
        (Outcome::Win, Side::Black) | (Outcome::Loss, Side::White) => "0-1",
    };
    let reason = match ending {
        Ending::Over(_) => "dead",
        Ending::Stuck(Outcome::Draw) => "stalemate",
        Ending::Stuck(_) => "checkmate",
        Ending::RuleDraw => "50-move",
        Ending::Threefold => "threefold",
    };
    (result, reason)
}

/// Checks one `name=value` of a row; `None` if it says nothing that can be checked.
fn check(game: &Record<Chess>, name: &str, value: &str) -> Option<()> {
    let position = game.position();
    let texts = || legal_texts(position);
    let named = || value.split_whitespace().map(str::to_owned);
    match name {
        "legal" => assert_eq!(texts(), named().collect()),
        "legal_count" => {
            assert_eq!(legal_moves(position).len().to_string(), value);
            assert_eq!(Chess::count(position).to_string(), value);
        }
        "has" => assert!(named().all(|text| texts().contains(&text)), "{:?}", texts()),
        "not" => {
            assert!(
                !named().any(|text| texts().contains(&text)),
                "{:?}",
                texts()
            );
            for text in named() {
                assert!(Chess::read_move(position, &text).is_err(), "{text} is read");
            }
        }
        "fen" => assert_eq!(Chess::write_position(position), value),
        "result" => assert_eq!(result(game).0, value, "{:?}", game.ending()),
        "reason" => assert_eq!(result(game).1, value),
        "side" => assert_eq!(position.side() == Side::White, value == "white"),
        "check" => assert_eq!(position.in_check(), value == "yes"),
        "halfmove" => assert_eq!(position.halfmove().to_string(), value),
        "claim" => {
            let due = game.occurrences() >= 3 || Chess::rule_draw(position);
            assert_eq!(due, value == "yes");
        }
        "claim_now" => assert!(value == "no" && game.occurrences() < 3),
        // The line given is best play to mate, or mate is one move away.
        "dtm" if game.moves().is_empty() => {
            assert_eq!(value, "1");
            assert!(
                legal_moves(position)
                    .into_iter()
                    .any(|mv| mates(position, mv))
            );
        }
        "dtm" => assert_eq!(game.moves().len().to_string(), value),
        "mate_in" => assert_eq!(game.moves().len().div_ceil(2).to_string(), value),
        "within_50_moves" => assert_eq!(position.halfmove() < 100, value == "yes"),
        "text" | "value" => return None,
        _ => panic!("unknown expectation {name}={value}"),
    }
    Some(())
}

fn mates(position: &Position, mv: Move) -> bool {
    let after = Chess::play(position, mv, &mut Unobserved);
    after.in_check() && Chess::count(&after) == 0
}

#[test]
fn rule_book_cases() {
    let Some(path) = shared::find("cases/chess-rules.csv") else {
        return;
    };
    let mut unknown: BTreeSet<&str> = OUT_OF_HANDS.iter().copied().collect();
    let mut unchecked = Vec::new();
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let (id, fen, moves, expected) = (&row[0], &row[1], &row[2], &row[3]);
        if unknown.remove(id) {
            continue;
        }
        println!("{id}: {fen} {moves}: {expected}");
        let game = play(fen, moves);
        let checked = expected
            .split("; ")
            .filter_map(|token| token.split_once('='))
            .filter_map(|(name, value)| check(&game, name, value))
            .count();
        if checked == 0 && !text_only(id, &game) {
            unchecked.push(id.to_owned());
        }
    }
    assert!(unchecked.is_empty(), "nothing checked in {unchecked:?}");
    assert!(unknown.is_empty(), "no longer among the cases: {unknown:?}");
}

/// Rows whose expectation is a sentence, checked here in its sense.
fn text_only(id: &str, game: &Record<Chess>) -> bool {
    let position = game.position();
    match id {
        "castle-notation" => {
            for (texts, uci) in [(["O-O", "0-0"], "e1g1"), (["O-O-O", "0-0-0"], "e1c1")] {
                for text in texts {
                    let mv = Chess::read_move(position, text).unwrap();
                    assert_eq!(Chess::write_move(position, mv), uci);
                }
            }
            true
        }
        // Bishops of one colour only: no mate exists.
        "dead-KBB-same-K" | "end-BB-same-colour" => {
            assert_eq!(game.ending(), Some(Ending::Over(Outcome::Draw)));
            true
        }
        _ => false,
    }
}

#[test]
fn ends_of_games() {
    let Some(path) = shared::find("data/chess/endgames/rules.csv") else {
        return;
    };
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let (fen, moves, expected) = (&row[0], &row[1], &row[2]);
        println!("{fen} {moves}: {expected}");
        match expected {
            // No list of dead positions has these: no pawn can move, yet they are on the board.
            "dead-position" => assert_eq!(play(fen, moves).ending(), None),
            // Black to move could take the white king: not a position.
            "ongoing" if fen.starts_with("kb6/p7/5p2/2RPpp2/2RK4/") => {
                assert!(Chess::read_position(fen).is_err());
            }
            // For arbiters, when a flag has fallen.
            _ if expected.starts_with("white-cannot-mate") => {}
            "legal" => assert!(Chess::read_move(&read(fen), moves).is_ok()),
            "illegal" => assert!(Chess::read_move(&read(fen), moves).is_err()),
            _ => {
                let game = play(fen, moves);
                let endings = expected.split('+').map(ending);
                assert!(endings.into_iter().any(|ending| ending == game.ending()));
            }
        }
    }
}

/// How a game ends that a person might only claim to be drawn: an engine takes every claim.
fn ending(word: &str) -> Option<Ending> {
    match word {
        "ongoing" => None,
        "checkmate" => Some(Ending::Stuck(Outcome::Loss)),
        "stalemate" => Some(Ending::Stuck(Outcome::Draw)),
        "dead-insufficient-material" => Some(Ending::Over(Outcome::Draw)),
        "claim-50-moves" | "auto-draw-75-moves" => Some(Ending::RuleDraw),
        "claim-threefold" | "auto-draw-fivefold" => Some(Ending::Threefold),
        _ => panic!("unknown ending {word}"),
    }
}

#[test]
fn stalemate_traps() {
    let Some(path) = shared::find("data/chess/endgames/stalemate-traps.csv") else {
        return;
    };
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let (fen, traps, wins) = (&row[0], &row[1], &row[2]);
        let expected: BTreeSet<&str> = traps.split_whitespace().collect();
        let position = read(fen);
        let found: BTreeSet<String> = legal_moves(&position)
            .into_iter()
            .filter(|&mv| {
                let after = Chess::play(&position, mv, &mut Unobserved);
                Chess::count(&after) == 0 && Chess::stuck(&after) == Outcome::Draw
            })
            .map(|mv| Chess::write_move(&position, mv))
            .collect();
        assert_eq!(
            found,
            expected.into_iter().map(str::to_owned).collect(),
            "{fen}"
        );
        for text in wins.split_whitespace() {
            assert!(Chess::read_move(&position, text).is_ok(), "{fen} {text}");
        }
    }
}

#[test]
fn the_fifty_move_rule_waits_for_mate() {
    // Mate on the hundredth half-move; the same without mate.
    let mate = play("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
    assert_eq!(mate.ending(), Some(Ending::Stuck(Outcome::Loss)));
    assert!(!Chess::rule_draw(mate.position()));
    let check = play("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1a8");
    assert!(Chess::rule_draw(check.position()));
    assert_eq!(check.ending(), Some(Ending::RuleDraw));
}

#[test]
fn moves_that_cannot_be_undone_end_the_repetition_window() {
    let position = read("r3k2r/p7/8/8/8/8/7P/R3K2R w KQkq - 0 1");
    for (text, resets) in [
        ("h2h3", true),
        ("a1a7", true),
        ("e1g1", true),
        ("e1e2", true),
        ("a1b1", true),
    ] {
        let mv = Chess::read_move(&position, text).unwrap();
        assert_eq!(Chess::resets(&position, mv), resets, "{text}");
    }
    let without_rights = read("r3k2r/p7/8/8/8/8/7P/R3K2R w - - 0 1");
    for text in ["e1e2", "a1b1", "h1f1"] {
        let mv = Chess::read_move(&without_rights, text).unwrap();
        assert!(!Chess::resets(&without_rights, mv), "{text}");
    }
}
