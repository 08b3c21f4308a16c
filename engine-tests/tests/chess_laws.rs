//! The laws of the chess rules over random games and positions: keys, packed moves, generation in
//! parts, texts that come back, evaluation; and a second generator beside ours.

use std::collections::BTreeSet;

use ajeeb_base::SplitMix64;
use ajeeb_chess::Chess;
use ajeeb_chess::eval::{Evaluation, Weights};
use ajeeb_chess::notation::uci_text;
use ajeeb_chess::rules::{Move, MoveList, PieceKind, Position};
use ajeeb_engine_tests::nets;
use ajeeb_game::{Evaluator, Notation, PackedMove, Policy, Rules, Select, Unobserved};
use proptest::prelude::*;

fn read(fen: &str) -> Position {
    Chess::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(position: &Position, select: Select) -> MoveList {
    let mut moves = MoveList::new();
    Chess::moves(position, select, &mut moves);
    moves
}
/// Start positions of random games: standard, Chess960, double Chess960, and endings.
const STARTS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1",
    "rkbnnqbr/pppppppp/8/8/8/8/PPPPPPPP/BRKRNNQB w DBha - 0 1",
    "qrkr4/p1pp4/8/8/8/8/4PP1P/4RKRQ w GEdb - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/P1k4p/8/8/8/8/p4K1P/8 w - - 0 1",
];

/// Plays a random game and shows each position with the move about to be played.
fn random_game(
    start: &str,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Position, Option<Move>),
) {
    let mut random = SplitMix64::new(seed);
    let mut position = read(start);
    for _ in 0..plies {
        let list = moves(&position, Select::All);
        let mv = (!list.is_empty()).then(|| list[random.below(list.len())]);
        visit(&position, mv);
        match mv {
            Some(mv) => position = Chess::play(&position, mv, &mut Unobserved),
            None => break,
        }
    }
}

fn check_generation(position: &Position) {
    let all: BTreeSet<u16> = packed(position, Select::All);
    let noisy = packed(position, Select::Noisy);
    let quiet = packed(position, Select::Quiet);
    assert!(noisy.is_disjoint(&quiet));
    assert_eq!(all, &noisy | &quiet, "{position:?}");
    assert_eq!(
        all.len(),
        moves(position, Select::All).len(),
        "packed moves differ"
    );
    assert_eq!(Chess::count(position), all.len() as u64);
    for mv in moves(position, Select::Noisy) {
        assert!(Chess::noisy(position, mv));
    }
    for mv in moves(position, Select::Quiet) {
        assert!(!Chess::noisy(position, mv) && !mv.is_capture());
    }
}

fn packed(position: &Position, select: Select) -> BTreeSet<u16> {
    moves(position, select)
        .into_iter()
        .map(|mv| Chess::pack(mv).0)
        .collect()
}

/// All 65536 packed numbers: exactly the legal moves come back, as they were.
fn check_unpacking(position: &Position) {
    let list = moves(position, Select::All);
    for number in 0..=u16::MAX {
        let found = Chess::unpack(position, PackedMove(number));
        let expected = list.iter().copied().find(|&mv| Chess::pack(mv).0 == number);
        assert_eq!(found, expected, "{position:?} {number:#x}");
    }
}

fn check_texts(position: &Position) {
    let fen = Chess::write_position(position);
    assert_eq!(read(&fen), *position, "{fen}");
    for mv in moves(position, Select::All) {
        for text in [
            Chess::write_move(position, mv),
            Chess::write_short(position, mv),
            uci_text(position, mv, true),
        ] {
            assert_eq!(Chess::read_move(position, &text), Ok(mv), "{fen} {text}");
        }
        assert!(Chess::is_legal(position, mv));
        let slots = Chess::slots(position, mv);
        assert!(slots.main < Chess::SLOTS.main);
        assert!(slots.continuation < Chess::SLOTS.continuation);
    }
}

/// What an evaluation may go by: the hand-made terms, a net, and one that mirrors.
fn all_weights() -> [Weights; 3] {
    [
        Weights::BY_HAND,
        nets::random_weights(1, false),
        nets::random_weights(2, true),
    ]
}

fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let mut evaluation = Evaluation::new(weights);
    evaluation.reset(position);
    evaluation.evaluate(position).centi()
}

#[test]
fn laws_hold_in_random_games() {
    let all_weights = all_weights();
    for (number, start) in STARTS.iter().enumerate() {
        for seed in 0..12 {
            let seed = 100 * number as u64 + seed;
            random_game(start, seed, 160, |position, _| {
                assert_eq!(position.refreshed(), *position, "{position:?}");
                check_generation(position);
                check_texts(position);
                for weights in &all_weights {
                    assert_eq!(
                        evaluate(position, weights),
                        evaluate(&position.flipped(), weights),
                        "{position:?} {weights:?}"
                    );
                }
                assert_eq!(position.flipped().flipped(), *position);
            });
        }
    }
}

#[test]
fn packed_moves_are_exactly_the_legal_ones() {
    for (number, start) in STARTS.iter().enumerate() {
        random_game(start, 7 + number as u64, 60, |position, _| {
            check_unpacking(position)
        });
    }
    for fen in [
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4r1k1/5ppp/8/1B2N3/8/8/3P1PPP/4K2R b K - 0 1",
        "1b3b2/2P1P3/3K4/8/8/8/8/7k w - - 0 1",
        "5kr1/8/8/8/8/8/8/5KR1 w Gg - 0 1",
    ] {
        check_unpacking(&read(fen));
    }
}

#[test]
fn the_incremental_evaluation_equals_a_fresh_one() {
    for weights in &all_weights() {
        for (number, start) in STARTS.iter().enumerate() {
            follow(start, 31 + number as u64, weights);
        }
    }
}

/// Follows a random game and looks at each position, or only at the last, which leaves the most
/// to be caught up with.
fn follow(start: &str, seed: u64, weights: &Weights) {
    const PLIES: usize = 200;
    for only_last in [false, true] {
        let mut evaluation = Evaluation::new(weights);
        evaluation.reset(&read(start));
        let mut depth = 0;
        random_game(start, seed, PLIES, |position, mv| {
            let check = |evaluation: &mut Evaluation, position: &Position| {
                if !only_last || mv.is_none() || depth == PLIES - 1 {
                    let followed = evaluation.evaluate(position).centi();
                    assert_eq!(followed, evaluate(position, weights), "{position:?}");
                }
            };
            check(&mut evaluation, position);
            let Some(mv) = mv else { return };
            // Down a ply and back first: nothing of it may stay.
            evaluation.push();
            let after = Chess::play(position, mv, &mut evaluation);
            check(&mut evaluation, &after);
            evaluation.pop();
            check(&mut evaluation, position);
            evaluation.push();
            let _ = Chess::play(position, mv, &mut evaluation);
            depth += 1;
        });
        for _ in 0..depth {
            evaluation.pop();
        }
        let start = read(start);
        let followed = evaluation.evaluate(&start).centi();
        assert_eq!(followed, evaluate(&start, weights));
    }
}

/// The moves of the other generator, as packed texts.
fn cozy_moves(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    texts
}

#[test]
fn another_generator_finds_the_same_moves() {
    for (number, start) in STARTS.iter().enumerate() {
        for seed in 0..30 {
            let mut board = cozy_chess::Board::from_fen(start, true)
                .or_else(|_| cozy_chess::Board::from_fen(start, false))
                .unwrap();
            random_game(start, 1000 * number as u64 + seed, 200, |position, mv| {
                let ours: BTreeSet<String> = moves(position, Select::All)
                    .into_iter()
                    .map(|mv| uci_text(position, mv, true))
                    .collect();
                assert_eq!(ours, cozy_moves(&board), "{position:?}");
                if let Some(mv) = mv {
                    board.play(uci_text(position, mv, true).parse().unwrap());
                }
            });
        }
    }
}

#[test]
fn keys_tell_positions_apart() {
    let key = |fen: &str| read(fen).key();
    let base = key("4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1");
    for other in [
        "4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K2R w Q - 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K1R1 w Q - 0 1",
    ] {
        assert_ne!(key(other), base, "{other}");
    }
    // Neither counters nor a double step that nobody can capture make a difference.
    assert_eq!(key("4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 7 30"), base);
    let stepped = read("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
    let mv = Chess::read_move(&stepped, "e7e5").unwrap();
    let after = Chess::play(&stepped, mv, &mut Unobserved);
    assert_eq!(after.key(), key("4k3/8/8/4p3/8/8/8/4K3 w - - 0 2"));
}

#[test]
fn the_part_keys_follow_their_parts() {
    let position = read("r3k3/2p5/8/8/8/8/3P4/4K2R w Kq - 0 1");
    let after = |text: &str| {
        let mv = Chess::read_move(&position, text).unwrap();
        Chess::play(&position, mv, &mut Unobserved)
    };
    let (pawn, rook) = (after("d2d4"), after("h1h8"));
    let keys = |position: &Position| [0, 1, 2].map(|index| Chess::correction_key(position, index));
    let [pawns, white, black] = keys(&position);
    assert!(keys(&pawn)[0] != pawns && keys(&pawn)[1..] == [white, black]);
    assert!(keys(&rook)[1] != white && keys(&rook)[0] == pawns && keys(&rook)[2] == black);
}

#[test]
fn exchanges() {
    // Position, move, and what the exchange gains with best play of both.
    let cases = [
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100),
        ("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
        ("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 220),
        // Rooks behind rooks, a queen before a bishop.
        ("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", -400),
        ("6k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 100),
        // The king takes part only where nothing guards.
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -400),
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // In passing; promotion, plain and capturing; stepping where a pawn takes.
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("8/1P4k1/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 850),
        ("r7/1P4k1/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -100),
        ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3d5", -320),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3d5", 0),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
        // The guard of d5 is pinned to its king, so the pawn hangs.
        ("4k3/8/4n3/8/3p4/8/3R4/3KR3 w - - 0 1", "d2d4", 100),
        ("3k4/8/4n3/8/3p4/8/3R4/3KR3 w - - 0 1", "d2d4", -400),
    ];
    for (fen, text, worth) in cases {
        let position = read(fen);
        let mv = Chess::read_move(&position, text).unwrap();
        let reaches = |threshold| Chess::see_ge(&position, mv, ajeeb_base::Score::new(threshold));
        assert!(reaches(worth), "{fen} {text} gains less than {worth}");
        assert!(!reaches(worth + 1), "{fen} {text} gains more than {worth}");
    }
}

#[test]
fn passing_is_for_positions_with_pieces_and_without_check() {
    assert!(Chess::pass(&Chess::start()).is_some());
    assert!(Chess::pass(&read("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1")).is_none());
    assert!(Chess::pass(&read("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1")).is_none());
    let passed = Chess::pass(&read("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 5")).unwrap();
    assert_eq!(
        Chess::write_position(&passed),
        "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 1 5"
    );
    assert_eq!(passed.refreshed(), passed);
}

#[test]
fn the_evaluation_knows_what_matters() {
    let score = |fen: &str| evaluate(&read(fen), &Weights::BY_HAND);
    let mirrored = |fen: &str| evaluate(&read(fen).flipped(), &Weights::BY_HAND);
    assert_eq!(score(STARTS[0]), mirrored(STARTS[0]));
    // A pawn and a queen up; the mover's view.
    assert!(score("4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1") > 50);
    assert!(score("3qk3/8/8/8/8/8/8/4K2R w - - 0 1") < -200);
    // A bare king is nearer to mate on the edge; the right corner for bishop and knight.
    let dark_corner = score("7k/8/5K2/8/4N3/8/8/2B5 w - - 0 1");
    let light_corner = score("k7/8/2K5/8/4N3/8/8/2B5 w - - 0 1");
    assert!(
        dark_corner > light_corner + 60,
        "{dark_corner} {light_corner}"
    );
    assert!(score("7k/8/5K2/8/8/8/8/R7 w - - 0 1") > score("8/8/3k4/8/3K4/8/8/R7 w - - 0 1"));
    // What cannot win is near a draw.
    for drawn in [
        "4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/3BN3/8/8/3r4/4K3 b - - 0 1",
        "7k/8/8/7P/6K1/8/8/5B2 w - - 0 1",
    ] {
        assert!(score(drawn).abs() < 60, "{drawn} {}", score(drawn));
    }
}
proptest! {
    #[test]
    fn scattered_pieces_play_by_the_laws(seed in any::<u64>(), men in 0_usize..24) {
        if let Some(position) = scattered(seed, men) {
            check_generation(&position);
            prop_assert_eq!(position.refreshed(), position);
            let evaluate = |position| evaluate(position, &Weights::default());
            prop_assert_eq!(evaluate(&position), evaluate(&position.flipped()));
            for mv in moves(&position, Select::All) {
                let after = Chess::play(&position, mv, &mut Unobserved);
                prop_assert_eq!(after.refreshed(), after);
                prop_assert_eq!(read(&Chess::write_position(&after)), after);
            }
        }
    }
}

/// Kings and random men on random squares, if that is a position.
fn scattered(seed: u64, men: usize) -> Option<Position> {
    let mut random = SplitMix64::new(seed);
    let mut board = ['1'; 64];
    for letter in "Kk".chars() {
        board[random.below(64)] = letter;
    }
    for _ in 0..men {
        let square = random.below(64);
        let kind = PieceKind::ALL[random.below(5)];
        if board[square] == '1' {
            let letter = kind.letter();
            board[square] = if random.below(2) == 0 {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
        }
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    Chess::read_position(&format!("{} w - - 0 1", ranks.join("/"))).ok()
}
