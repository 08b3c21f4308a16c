//! Chess in text: what is read, repaired and refused, and what is written.

use ajeeb_chess::Chess;
use ajeeb_chess::notation::{NotationError, uci_text};
use ajeeb_chess::rules::Position;
use ajeeb_engine_tests::shared;
use ajeeb_game::{Notation, Rules, Unobserved};
use proptest::prelude::*;

fn read(fen: &str) -> Position {
    Chess::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Positions that the outside list calls valid and we refuse, and why.
const REFUSED_THOUGH_VALID: &[&str] = &[
    // Thirteen and fourteen promoted pieces out of eight pawns.
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
];

/// Slips of writing that the outside list calls errors and we repair: a counter glued to the
/// dash, text after the counters, a negative counter, a capital W, castling letters without such
/// rooks, two numbers in a row.
const REPAIRED: &[&str] = &[
    "error: invalid en passant part in fen",
    "error: fen string has more parts than expected",
    "error: half-move clock cannot be negative",
    "error: invalid castling part in fen",
    "error: two subsequent digits in position part of fen",
];

#[test]
fn fen_cases() {
    let Some(text) = shared::read("data/chess/fen-cases.tsv") else {
        return;
    };
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (fen, parse, status) = (columns[0], columns[1], columns[2]);
        let found = Chess::read_position(fen);
        println!("{fen}: {parse} {status}: {found:?}");
        match status {
            "VALID" if REFUSED_THOUGH_VALID.contains(&fen) => assert!(found.is_err()),
            "VALID" => assert!(found.is_ok()),
            // Rights and squares that cannot be are dropped, or read as X-FEN.
            "BAD_CASTLING_RIGHTS" if !fen.starts_with("rnbnkbnn/bbbb") => assert!(found.is_ok()),
            "INVALID_EP_SQUARE" => assert_eq!(found.unwrap().en_passant(), None),
            "" => check_unparsed(fen, parse, found),
            _ => assert!(found.is_err()),
        }
    }
}

/// A FEN that the outside list could not parse: refused, or repaired into what it repeats.
fn check_unparsed(fen: &str, parse: &str, found: Result<Position, NotationError>) {
    let repairable = REPAIRED.contains(&parse) || fen.contains(" W ");
    match found {
        Ok(position) => {
            assert!(repairable, "{fen} is read");
            let board = fen.split_whitespace().next().unwrap().replace("44", "8");
            assert!(Chess::write_position(&position).starts_with(&board));
        }
        Err(NotationError::Setup(_)) => assert!(repairable, "{fen} is read but for its pieces"),
        Err(_) => {}
    }
}

#[test]
fn fens_are_repaired_or_refused() {
    let read_as = [
        // Missing fields, extra text, odd counters.
        ("4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 b", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"7 8\";",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - -5 -7",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 99999999999999999999 3;",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 150 3",
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1;",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        ),
        // Rights and squares that cannot be.
        (
            "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1",
            "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1",
        ),
        (
            "k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1",
            "k1r5/8/8/1pP5/2K5/8/8/8 w - - 0 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        // X-FEN: the outermost rook; the inner one by its letter.
        (
            "4rrk1/8/8/8/8/8/8/4RRK1 w Ff - 0 1",
            "4rrk1/8/8/8/8/8/8/4RRK1 w Ff - 0 1",
        ),
        (
            "4rrk1/8/8/8/8/8/8/4RRK1 w Qq - 0 1",
            "4rrk1/8/8/8/8/8/8/4RRK1 w Ee - 0 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        ),
        // Nine queens; an impossible double check.
        (
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ),
        (
            "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
            "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
        ),
    ];
    for (text, normal) in read_as {
        assert_eq!(Chess::write_position(&read(text)), normal, "{text}");
    }
    let refused = [
        ("", "empty"),
        ("startpos", "8 ranks, not 1"),
        ("8/8/8/8/8/6q1/8/7K w - - 0 1", "Black has 0 kings"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "kings touch"),
        (
            "8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1",
            "Black, who is not to move, is in check",
        ),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn stands on h1"),
        (
            "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
            "more than 16",
        ),
        (
            "rnbqkbnr/pppppppp/p7/8/8/P7/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
            "9 pawns, more than 8",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPQ/RNBQKB1Q w - - 0 1",
            "2 promoted pieces, but only 1 pawns",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rank 7",
        ),
        (
            "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNä w KQkq - 0 1",
            "'ä' on rank 1",
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1", "\"x\", neither w nor b"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w KZ - 0 1",
            "\"KZ\" is not a castling field",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - e9 0 1",
            "\"e9\" is neither an en passant square",
        ),
    ];
    for (text, reason) in refused {
        let error = Chess::read_position(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn move_cases() {
    let Some(path) = shared::find("data/chess/move-cases.csv") else {
        return;
    };
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let (fen, san, uci, after) = (&row[0], &row[1], &row[2], &row[3]);
        println!("{fen} {san} {uci}");
        let position = read(fen);
        let mv = Chess::read_move(&position, uci).unwrap();
        assert_eq!(Chess::read_move(&position, san), Ok(mv));
        assert_eq!(Chess::write_short(&position, mv), san);
        assert_eq!(Chess::write_move(&position, mv), uci);
        let next = Chess::play(&position, mv, &mut Unobserved);
        assert_eq!(Chess::write_position(&next), after);
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let position = read("r3k2r/pP4pp/8/3pP3/2N3N1/8/P5PP/R3K2R w KQkq d6 0 20");
    let same = [
        (
            "e1g1",
            &["O-O", "0-0", "O-O+", "0-0!?", "OO", "o-o", "e1h1"][..],
        ),
        ("e1c1", &["O-O-O", "0-0-0", "e1a1"]),
        (
            "e5d6",
            &[
                "exd6",
                "exd6 e.p.",
                "exd6e.p.",
                "ed6",
                "e5xd6",
                "e5-d6",
                "exd6ep",
            ][..],
        ),
        (
            "b7a8q",
            &[
                "bxa8=Q", "bxa8Q", "bxa8=Q+", "ba8Q", "b7xa8(Q)", "b7a8Q", "bxa8/Q!",
            ],
        ),
        ("b7b8n", &["b8=N", "b8N", "b7-b8=N", "b7b8N"]),
        (
            "c4d6",
            &["Nd6", "Nd6+", "Ncd6", "Nc4d6", "Nc4-d6", "Nd6+!!", "N4d6+"],
        ),
        ("c4e3", &["Nce3", "Nc4e3"]),
        ("a1d1", &["Rd1", "Rad1", "R1d1", "Ra1-d1"]),
    ];
    for (uci, texts) in same {
        for text in texts {
            let mv = Chess::read_move(&position, text);
            let mv = mv.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(Chess::write_move(&position, mv), uci, "{text}");
        }
    }
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let position = read("r3k2r/pP4pp/8/3pP3/2N3N1/8/P5PP/R3K2R w KQkq d6 0 20");
    let refused = [
        ("", "not a move"),
        ("e", "not a move"),
        ("0000", "not a move"),
        ("a1a1", "not legal"),
        ("e2e4", "not legal"),
        ("b7b8", "what the pawn becomes"),
        ("b8", "what the pawn becomes"),
        ("bxa8", "what the pawn becomes"),
        ("b7b8k", "not legal"),
        ("Ne3", "may be Nce3 or Nge3"),
        ("Nge5", "not legal"),
        ("Qd1", "not legal"),
        ("Kxe8", "not legal"),
        ("O-O-O-O", "not a move"),
        ("ä4", "not a move"),
        ("e5d6q", "not legal"),
    ];
    for (text, reason) in refused {
        let error = Chess::read_move(&position, text)
            .expect_err(text)
            .to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn castling_is_written_for_the_setup() {
    let standard = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mv = Chess::read_move(&standard, "O-O-O").unwrap();
    assert_eq!(Chess::write_move(&standard, mv), "e1c1");
    assert_eq!(uci_text(&standard, mv, true), "e1a1");
    // King f1, rooks b1 and g1: the king goes to g1 or c1.
    let shuffled = read("1r3kr1/6p1/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1");
    let short = Chess::read_move(&shuffled, "O-O").unwrap();
    assert_eq!(Chess::write_move(&shuffled, short), "f1g1");
    assert_eq!(uci_text(&shuffled, short, true), "f1g1");
    assert_eq!(Chess::read_move(&shuffled, "f1g1"), Ok(short));
    let long = Chess::read_move(&shuffled, "f1c1").unwrap();
    assert_eq!(Chess::write_move(&shuffled, long), "f1b1");
    assert_eq!(Chess::write_short(&shuffled, long), "O-O-O");
    // The king's own step comes first where both could be meant.
    let both = read("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1");
    let step = Chess::read_move(&both, "f1g1").unwrap();
    assert!(!step.is_castling());
    assert!(Chess::read_move(&both, "f1h1").unwrap().is_castling());
}

#[test]
fn the_board_is_drawn_with_white_below() {
    let drawn = Chess::draw(&Chess::start());
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "8  r n b q k b n r");
    assert_eq!(lines[4], "4  . . . . . . . .");
    assert_eq!(lines[7], "1  R N B Q K B N R");
    assert_eq!(lines[8], "   a b c d e f g h");
}
proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = Chess::read_position(&text);
        let _ = Chess::read_move(&Chess::start(), &text);
    }

    #[test]
    fn any_near_fen_is_read_or_refused(
        text in "[1-9pnbrqkPNBRQK]{1,9}(/[1-8pnbrqkPNBRQK]{1,8}){7} [wb] [KQkqA-Ha-h-]{1,5} ([a-h][1-9]|-)( -?[0-9]{1,25}){0,3}",
    ) {
        if let Ok(position) = Chess::read_position(&text) {
            prop_assert_eq!(read(&Chess::write_position(&position)), position);
        }
    }

    #[test]
    fn any_near_move_is_read_or_refused(text in "[a-h1-8KQRBNPOo0x=+#.ep!?-]{0,10}") {
        let position = read("qrkr4/p1pp4/8/8/8/8/4PP1P/4RKRQ w GEdb - 0 1");
        if let Ok(mv) = Chess::read_move(&position, &text) {
            prop_assert!(Chess::is_legal(&position, mv));
        }
    }
}
