//! The elementary mates, driven home by search and evaluation alone: no endgame tables.

use ajeeb_base::Outcome;
use ajeeb_chess::Chess;
use ajeeb_game::{Ending, Notation, Record};
use ajeeb_search::{Limits, Searcher, Signals};

/// Plays both sides with `nodes` a move to the end.
fn play_out(fen: &str, nodes: u64) -> Record<Chess> {
    let mut searcher = Searcher::<Chess>::new(8, 1).expect("memory for a small table");
    let mut game = Record::<Chess>::new(Chess::read_position(fen).unwrap());
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    while game.ending().is_none() {
        let signals = Signals::new();
        signals.prepare(false);
        let found = searcher.search(&game, &limits, &signals, &mut |_| ());
        game.play(found.lines[0].moves[0]);
    }
    game
}

/// Every position is mate, by the side that is strong at the start, before the fifty-move rule.
fn all_mated(fens: &[&str], nodes: u64) {
    for fen in fens {
        let game = play_out(fen, nodes);
        assert_eq!(game.ending(), Some(Ending::Stuck(Outcome::Loss)), "{fen}");
        let weak = game.position();
        assert!(!weak.of(weak.side()).several(), "{fen}");
    }
}

#[test]
fn queen() {
    all_mated(
        &[
            "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
            "kq6/8/8/8/4K3/8/8/8 b - - 0 1",
        ],
        3000,
    );
}

#[test]
fn rook() {
    all_mated(
        &[
            "8/8/8/3k4/8/8/8/K6R w - - 0 1",
            "8/8/8/4k3/8/8/8/KR6 b - - 0 1",
        ],
        3000,
    );
}

#[test]
fn two_bishops() {
    all_mated(
        &[
            "8/8/8/3k4/8/8/8/K1B2B2 w - - 0 1",
            "k1b2b2/8/8/8/3K4/8/8/8 w - - 0 1",
        ],
        5000,
    );
}

#[test]
fn bishop_and_knight() {
    all_mated(
        &[
            "8/8/8/3k4/8/8/8/K4BN1 w - - 0 1",
            "8/8/3k4/8/8/8/8/K1B2N2 w - - 0 1",
            // The bare king starts in the wrong corner.
            "7k/8/8/8/8/8/8/KN3B2 w - - 0 1",
        ],
        20_000,
    );
}
