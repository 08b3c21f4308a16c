//! The search in the real games: with every pruning off it equals brute force, with pruning on
//! it finds forced results at their exact distance.

use ajeeb_base::{Depth, Score, SplitMix64};
use ajeeb_chess::Chess;
use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Frisian, International, Killer, Losing, Russian,
};
use ajeeb_engine_tests::plain::{Plain, negamax};
use ajeeb_game::{Notation, Observer, Placement, Policy, Record, Rules, Select, Unobserved};
use ajeeb_search::{Limits, Line, Searcher, Signals};

fn best_line<G: Policy>(game: &Record<G>, depth: i32) -> Line<G::Move> {
    let mut searcher = Searcher::<G>::new(4, 1).unwrap();
    let signals = Signals::new();
    signals.prepare(false);
    let limits = Limits {
        depth: Some(Depth::new(depth)),
        ..Limits::default()
    };
    searcher
        .search(game, &limits, &signals, &mut |_| ())
        .lines
        .swap_remove(0)
}

/// Counts pieces.
struct Census(usize);

impl Observer for Census {
    fn removed(&mut self, _: Placement) {}

    fn placed(&mut self, _: Placement) {
        self.0 += 1;
    }
}

fn pieces<G: Rules>(position: &G::Position) -> usize {
    let mut census = Census(0);
    G::survey(position, &mut census);
    census.0
}

/// A random game, followed until at most `most` pieces are left; still going on.
fn random_game<G: Rules>(random: &mut SplitMix64, most: usize) -> Record<G> {
    loop {
        let mut game = Record::<G>::new(G::start());
        while game.ending().is_none() {
            if pieces::<G>(game.position()) <= most {
                return game;
            }
            let mut moves = G::Moves::default();
            G::moves(game.position(), Select::All, &mut moves);
            game.play(moves[random.below(moves.len())]);
        }
    }
}

/// The same game for the plain search.
fn plain<G: Policy>(game: &Record<G>) -> Record<Plain<G>> {
    let mut copy = Record::new(game.start().clone());
    game.moves().iter().for_each(|&mv| copy.play(mv));
    copy
}

/// Holds the search against brute force in the ends of random games: at most so many pieces, to
/// that depth.
fn check_against_brute_force<G: Policy + Notation>(cases: &[(usize, i32)], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for &(most, depth) in cases {
        let game = plain(&random_game::<G>(&mut random, most));
        for depth in 1..=depth {
            let expected = negamax(&game, Depth::new(depth));
            let found = best_line(&game, depth).score;
            let fen = G::write_position(game.position());
            assert_eq!(found, expected, "{} {fen} at depth {depth}", G::VARIANT);
        }
    }
}

#[test]
fn plain_chess_search_equals_negamax() {
    check_against_brute_force::<Chess>(
        &[(32, 2), (6, 3), (6, 3), (5, 3), (4, 4), (4, 4), (3, 5)],
        1,
    );
    for fen in [
        "8/8/1p1k4/p1p5/P1P1K3/1P6/8/8 w - - 0 1",
        "8/5k2/8/3K4/8/8/4P3/8 w - - 97 80",
        "k7/8/1K6/5R2/8/8/8/8 b - - 0 1",
        "8/1P6/8/8/8/k7/8/2K5 w - - 0 1",
    ] {
        let game = Record::<Plain<Chess>>::new(Chess::read_position(fen).unwrap());
        for depth in 1..=4 {
            assert_eq!(
                best_line(&game, depth).score,
                negamax(&game, Depth::new(depth)),
                "{fen}"
            );
        }
    }
}

#[test]
fn plain_chess_search_sees_repetitions_before_and_after_the_root() {
    let start = Chess::read_position("6k1/6p1/8/7Q/8/8/qp4PP/6K1 w - - 0 1").unwrap();
    let mut game = Record::<Plain<Chess>>::new(start);
    for text in ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"] {
        let mv = Chess::read_move(game.position(), text).unwrap();
        game.play(mv);
        for depth in 1..=3 {
            assert_eq!(
                best_line(&game, depth).score,
                negamax(&game, Depth::new(depth)),
                "{text}"
            );
        }
    }
}

#[test]
fn plain_draughts_search_equals_negamax() {
    let cases = [(40, 4), (10, 4), (8, 4), (7, 4), (6, 5), (5, 5)];
    check_against_brute_force::<Draughts<International>>(&cases, 2);
    check_against_brute_force::<Draughts<Killer>>(&cases, 3);
    check_against_brute_force::<Draughts<Breakthrough>>(&[(40, 4), (30, 4), (20, 4)], 4);
    check_against_brute_force::<Draughts<Frisian>>(&cases, 5);
    check_against_brute_force::<Draughts<Losing>>(&cases, 6);
    check_against_brute_force::<Draughts<Russian>>(&cases, 7);
    check_against_brute_force::<Draughts<Brazilian>>(&cases, 8);
}

/// The line must be legal, as long as the distance claims, and end the game.
fn check_forced<G: Policy + Notation>(fen: &str, depth: i32, plies: i32) {
    let position = G::read_position(fen).unwrap();
    let line = best_line(&Record::<G>::new(position.clone()), depth);
    assert_eq!(
        line.score.plies_to_end(),
        Some(plies),
        "{fen}: {:?}",
        line.score
    );
    assert_eq!(line.moves.len() as i32, plies.abs(), "{fen}");
    let last = line.moves.iter().fold(position, |position, &mv| {
        assert!(G::is_legal(&position, mv), "{fen}");
        G::play(&position, mv, &mut Unobserved)
    });
    let mut moves = G::Moves::default();
    G::moves(&last, Select::All, &mut moves);
    assert!(
        moves.is_empty() || G::over(&last).is_some(),
        "{fen}: the line ends the game"
    );
}

#[test]
fn mates_are_found_at_their_exact_distance() {
    check_forced::<Chess>("k7/8/1K6/5R2/8/8/8/8 b - - 0 1", 8, -2);
    check_forced::<Chess>("1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", 8, 1);
    check_forced::<Chess>("k7/8/1K6/1R6/8/8/8/8 w - - 0 1", 8, 3);
    check_forced::<Chess>("Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1", 8, -4);
    check_forced::<Chess>("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 6, 1);
    check_forced::<Chess>("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4, 1);
}

#[test]
fn the_fifty_move_rule_stands_between_a_win_and_a_draw() {
    let near = Chess::read_position("7k/8/5K2/8/8/8/8/Q7 w - - 60 80").unwrap();
    assert!(best_line(&Record::<Chess>::new(near), 10).score.is_won());
    let over = Chess::read_position("8/8/8/8/3k4/8/8/KR6 w - - 98 80").unwrap();
    assert_eq!(
        best_line(&Record::<Chess>::new(over), 10).score,
        Score::DRAW
    );
}

#[test]
fn draughts_wins_are_found_at_their_exact_distance() {
    type International10 = Draughts<International>;
    check_forced::<International10>("W:W28:B22", 4, 1);
    check_forced::<International10>("W:W46,47:B36", 4, 1);
    check_forced::<International10>("W:WK1,K7:BK50", 14, 7);
    check_forced::<International10>("W:W6,K16:BK50", 18, 9);
    check_forced::<Draughts<Losing>>("W:W28:B18", 6, 2);
    check_forced::<Draughts<Breakthrough>>("W:W7:B44", 4, 1);
}
