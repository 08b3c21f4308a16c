//! Chess move generation against known counts: a suite of our own, checked against another
//! generator as well, and the outside suites as deep as a minute allows.

use ajeeb_chess::Chess;
use ajeeb_engine_tests::shared;
use ajeeb_game::{Notation, Rules, Select, Unobserved};

/// Leaf positions of the move tree, counting (not listing) the last ply.
fn perft(position: &<Chess as Rules>::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => Chess::count(position),
        _ => {
            let mut moves = Default::default();
            Chess::moves(position, Select::All, &mut moves);
            moves
                .iter()
                .map(|&mv| perft(&Chess::play(position, mv, &mut Unobserved), depth - 1))
                .sum()
        }
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += cozy_perft(&next, depth - 1);
        }
        false
    });
    count
}

/// Positions made for this suite, each for what its comment says, with counts from depth 1 on.
const OWN: &[(&str, &[u64])] = &[
    // The start.
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8902, 197_281],
    ),
    // Pins on files, ranks and diagonals; checks by discovery.
    (
        "3r1rk1/1b3ppp/4p3/q1ppN3/3P1P2/2PB1R2/PP1Q2PP/4K2R w K - 3 20",
        &[46, 1397, 61_740],
    ),
    // Both sides may castle both ways; bishops and knights bar the squares.
    (
        "r3k2r/pb3p1p/1p2p1p1/n1bN4/4n3/1P1B1N2/PB3PPP/R3K2R w KQkq - 0 1",
        &[47, 1784, 76_760],
    ),
    // After g2-g4, capturing in passing would uncover the king along the rank.
    (
        "8/8/8/4p3/k4p1R/8/6P1/6K1 w - - 0 1",
        &[15, 96, 1495, 11_725, 191_786],
    ),
    // After e7-e5, the same with two pawns beside the one that passed.
    (
        "8/2p1p3/3p4/KP1P1P1r/1R3p1k/8/4P1P1/8 b - - 0 2",
        &[12, 198, 2724, 46_158, 721_220],
    ),
    // A pinned pawn captures in passing along its pin, another may not.
    (
        "6k1/2p1p3/8/b2P3b/3K4/8/8/8 b - - 0 1",
        &[21, 139, 3018, 18_166, 404_586],
    ),
    // Check by the pawn that passed: capturing it in passing is an answer.
    (
        "8/8/8/2k5/2pPp3/8/8/2R1K3 b - d3 0 1",
        &[8, 92, 662, 8817, 64_683],
    ),
    // Promotions by stepping and capturing on both wings, with check.
    (
        "1n4n1/P1P2P1P/8/3k4/8/3K4/p1p2p1p/1N4N1 b - - 0 1",
        &[43, 1554, 55_722],
    ),
    // Pinned pawns that may promote only by taking the pinner.
    (
        "1b3b2/2P1P3/3K4/8/8/8/8/7k w - - 0 1",
        &[14, 92, 1594, 16_477, 316_378],
    ),
    // Double check, and the king among many pieces.
    (
        "4r1k1/5ppp/8/1B2N3/8/8/3P1PPP/4K2R b K - 0 1",
        &[16, 388, 6270, 161_198],
    ),
    // Two queens a side in the open.
    ("4k3/2q4q/8/8/8/8/Q4Q2/3K4 w - - 0 1", &[43, 1400, 47_436]),
    // Knights and kings alone move much and far.
    (
        "2n1k1n1/8/8/8/8/8/8/1N1K2N1 b - - 12 40",
        &[12, 132, 1705, 21_743, 309_356],
    ),
    // Chess960: rook beside king, king ends where it stood, rook in the path.
    (
        "1rk2rb1/ppp1pppp/3n4/8/3N4/8/PPPP1PPP/1RK2RB1 w FBfb - 0 1",
        &[25, 619, 15_508, 387_203],
    ),
    // Chess960: castling would open the rank to a rook, so it may not.
    (
        "4k3/8/8/8/8/8/8/rR1K3R w HB - 0 1",
        &[18, 201, 4683, 67_994],
    ),
    // Chess960: king and rook change places.
    (
        "5kr1/pp3p1p/8/8/8/8/PP3P1P/5KR1 w Gg - 0 1",
        &[18, 292, 5295, 93_281],
    ),
    // Double Chess960: the two sides start differently.
    (
        "rk2r3/pppq1ppp/3b4/4n3/3P1B2/8/PPPQPPPP/1R2KR2 w FBea - 0 1",
        &[35, 1490, 50_192],
    ),
    // Black castles with the inner of two rooks.
    (
        "1rr1k2r/p4ppp/8/8/8/8/P4PPP/R3K1RR b GAhc - 0 1",
        &[32, 509, 17_244, 294_573],
    ),
];

#[test]
fn own_suite() {
    for &(fen, counts) in OWN {
        let position = Chess::read_position(fen).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
        }
    }
}

#[test]
fn own_suite_agrees_with_another_generator() {
    for &(fen, counts) in OWN {
        let board = cozy_chess::Board::from_fen(fen, true)
            .or_else(|_| cozy_chess::Board::from_fen(fen, false))
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(cozy_perft(&board, depth), count, "{fen} depth {depth}");
        }
    }
}

/// The largest known count of a line within `limit` leaf positions, if there is one: its depth
/// and the count.
fn deepest(line: &str, limit: u64) -> Option<(u32, u64)> {
    line.split(';')
        .filter_map(|field| {
            let (depth, count) = field.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, count.trim().parse().ok()?))
        })
        .filter(|&(_, count)| count <= limit)
        .max()
}

/// Checks every line of an outside suite at its deepest count within `limit`,; lines for
/// which `refused` holds may be refused.
fn suite(name: &str, limit: u64, refused: impl Fn(&str) -> bool) {
    let Some(text) = shared::read(&format!("data/chess/perft-{name}.epd")) else {
        return;
    };
    let mut wrong = Vec::new();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fen = line.split(';').next().unwrap_or_default();
        let position = match Chess::read_position(fen) {
            Ok(position) => position,
            Err(_) if refused(fen) => continue,
            Err(error) => panic!("{fen}: {error}"),
        };
        let Some((depth, count)) = deepest(line, limit) else {
            continue;
        };
        let found = perft(&position, depth);
        checked += 1;
        if found != count {
            wrong.push(format!("{fen} depth {depth}: {found} instead of {count}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 0, "{name} has no count within {limit}");
}

fn none(_: &str) -> bool {
    false
}

macro_rules! suites {
    ($($name:ident, $deep:ident: $file:literal, $limit:literal, $deep_limit:literal, $refused:expr;)*) => {
        $(
            #[test]
            fn $name() {
                suite($file, $limit, $refused);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn $deep() {
                suite($file, $deep_limit, $refused);
            }
        )*
    };
}

/// A side with more than sixteen men.
fn overfull(fen: &str) -> bool {
    let board = fen.split(' ').next().unwrap_or_default();
    let men = |side: fn(&char) -> bool| board.chars().filter(side).count();
    men(|letter| letter.is_ascii_uppercase()) > 16 || men(|letter| letter.is_ascii_lowercase()) > 16
}

suites! {
    // Leaf positions a line: within a minute in all, and within some more.
    standard_positions, standard_positions_deep: "standard", 12_000_000, 200_000_000, none;
    castling_with_inner_rooks, castling_with_inner_rooks_deep: "xfen", 15_000_000, 600_000_000, none;
    unreachable_positions, unreachable_positions_deep: "unreachable", 10_000_000, 10_000_000, overfull;
    chess960_positions, chess960_positions_deep: "960", 2_000_000, 20_000_000, none;
    double_chess960_positions, double_chess960_positions_deep: "dfrc", 1_000_000, 10_000_000, none;
    random_positions, random_positions_deep: "random", 700_000, 10_000_000, none;
    en_passant_positions, en_passant_positions_deep: "ep", 2_000_000, 10_000_000, none;
    positions_in_check, positions_in_check_deep: "check", 2_000_000, 10_000_000, none;
}
