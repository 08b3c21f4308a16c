//! The search against brute force, and against its own promises, in a game small enough to be
//! solved.

use std::sync::mpsc::channel;

use ajeeb_base::{Depth, Outcome, Score, SplitMix64};
use ajeeb_engine_tests::hexapawn::{Board, Hexapawn, Move, solve};
use ajeeb_engine_tests::plain::{Plain, negamax};
use ajeeb_game::{Notation, Policy, Record, Rules, Select, Unobserved};
use ajeeb_search::{Bound, Event, Found, Limits, Searcher, Signals};

fn find<G: Policy>(
    searcher: &mut Searcher<G>,
    game: &Record<G>,
    limits: Limits<G::Move>,
) -> Found<G::Move> {
    let signals = Signals::new();
    signals.prepare(limits.ponder);
    searcher.search(game, &limits, &signals, &mut |_| ())
}

fn to_depth<M>(depth: i32) -> Limits<M> {
    Limits {
        depth: Some(Depth::new(depth)),
        ..Limits::default()
    }
}

/// Positions met in random games, most of them undecided.
fn random_positions(count: usize, seed: u64) -> Vec<Board> {
    let mut random = SplitMix64::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut game = Record::<Hexapawn>::new(Hexapawn::start());
        for _ in 0..random.below(6) {
            let mut moves = <Hexapawn as Rules>::Moves::default();
            Hexapawn::moves(game.position(), Select::All, &mut moves);
            if game.ending().is_some() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
        if game.ending().is_none() {
            boards.push(*game.position());
        }
    }
    boards
}

#[test]
fn plain_search_equals_negamax() {
    let mut searcher = Searcher::<Plain<Hexapawn>>::new(1, 1).unwrap();
    for board in random_positions(60, 1) {
        let game = Record::<Plain<Hexapawn>>::new(board);
        for depth in 1..=7 {
            let found = find(&mut searcher, &game, to_depth(depth));
            let expected = negamax(&game, Depth::new(depth));
            assert_eq!(found.lines[0].score, expected, "{board:?} at depth {depth}");
        }
    }
}

#[test]
fn plain_search_finds_the_exact_distance_of_every_win_and_loss() {
    let mut searcher = Searcher::<Plain<Hexapawn>>::new(1, 1).unwrap();
    for board in random_positions(40, 2) {
        let (outcome, plies) = solve(&board);
        let signed = if outcome == Outcome::Win {
            plies
        } else {
            -plies
        };
        let found = find(&mut searcher, &Record::new(board), to_depth(plies));
        assert_eq!(
            found.lines[0].score.plies_to_end(),
            Some(signed),
            "{board:?}"
        );
        assert_eq!(
            found.lines[0].moves.len() as i32,
            plies,
            "the line goes to the end"
        );
    }
}

#[test]
fn pruning_does_not_change_who_wins() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    for board in random_positions(200, 3) {
        let (outcome, _) = solve(&board);
        searcher.clear();
        let found = find(&mut searcher, &Record::new(board), to_depth(24));
        let score = found.lines[0].score;
        assert_eq!(
            score.is_won(),
            outcome == Outcome::Win,
            "{board:?}: {score:?}"
        );
        assert_eq!(
            score.is_lost(),
            outcome == Outcome::Loss,
            "{board:?}: {score:?}"
        );
    }
}

#[test]
fn lines_are_legal_sorted_distinct_and_counted() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    for board in random_positions(50, 4) {
        let legal = Hexapawn::count(&board) as usize;
        for wanted in [1, 2, 3, 50] {
            let limits = Limits {
                lines: wanted,
                ..to_depth(6)
            };
            let found = find(&mut searcher, &Record::new(board), limits);
            assert_eq!(found.lines.len(), wanted.min(legal));
            for (index, line) in found.lines.iter().enumerate() {
                assert_eq!(line.number, index + 1);
                assert_eq!(line.bound, Bound::Exact);
                let mut position = board;
                for &mv in &line.moves {
                    assert!(
                        Hexapawn::over(&position).is_none(),
                        "the line ends with the game"
                    );
                    assert!(Hexapawn::is_legal(&position, mv));
                    position = Hexapawn::play(&position, mv, &mut Unobserved);
                }
            }
            for pair in found.lines.windows(2) {
                assert!(pair[0].score >= pair[1].score);
            }
            let mut firsts: Vec<_> = found
                .lines
                .iter()
                .map(|line| Hexapawn::pack(line.moves[0]).0)
                .collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), found.lines.len());
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    let start = Hexapawn::start();
    let mut moves = <Hexapawn as Rules>::Moves::default();
    Hexapawn::moves(&start, Select::All, &mut moves);
    for &mv in &moves {
        let limits = Limits {
            only: vec![mv],
            lines: 9,
            ..to_depth(6)
        };
        let found = find(&mut searcher, &Record::new(start), limits);
        assert_eq!((found.lines.len(), found.best()), (1, Some(mv)));
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let stuck = Hexapawn::read_position("w P...p...........").unwrap();
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    let found = find(&mut searcher, &Record::new(stuck), to_depth(3));
    assert!(found.lines.is_empty() && found.best().is_none() && found.ponder.is_none());
}

#[test]
fn one_thread_repeats_itself_exactly_and_forgets_when_told() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    let game = Record::new(Hexapawn::start());
    let first = find(&mut searcher, &game, to_depth(9));
    let warm = find(&mut searcher, &game, to_depth(9));
    assert!(
        warm.effort.nodes < first.effort.nodes,
        "the table is kept between searches"
    );
    searcher.clear();
    let again = find(&mut searcher, &game, to_depth(9));
    assert_eq!(first.effort.nodes, again.effort.nodes);
    assert_eq!(first.lines[0].moves, again.lines[0].moves);
}

#[test]
fn a_node_limit_is_exact_with_one_thread() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    for nodes in [1, 2, 10, 100, 700] {
        searcher.clear();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = find(&mut searcher, &Record::new(Hexapawn::start()), limits);
        assert_eq!(found.effort.nodes, nodes);
        assert!(found.best().is_some());
    }
}

#[test]
fn any_number_of_threads_finds_the_same_winner() {
    let board = Hexapawn::start();
    let (outcome, _) = solve(&board);
    for threads in [1, 2, 3, 8, 64] {
        let mut searcher = Searcher::<Hexapawn>::new(1, threads).unwrap();
        assert_eq!(searcher.threads(), threads);
        let found = find(&mut searcher, &Record::new(board), to_depth(20));
        assert_eq!(found.lines[0].score.is_won(), outcome == Outcome::Win);
    }
}

/// Starts a search that is not to come back by itself, waits until its last iteration is told,
/// checks that it still waits, and lets it go with `release`.
fn check_that_it_waits(limits: &Limits<Move>, threads: usize, release: fn(&Signals)) {
    let mut searcher = Searcher::<Hexapawn>::new(1, threads).unwrap();
    let game = Record::new(Hexapawn::start());
    let signals = Signals::new();
    signals.prepare(limits.ponder);
    let (told, heard) = channel();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            searcher.search(&game, limits, &signals, &mut |event| {
                if let Event::Lines(lines, _) = event
                    && Some(lines[0].depth) == limits.depth
                {
                    let _ = told.send(());
                }
            })
        });
        heard.recv().expect("the last iteration is told");
        assert!(!search.is_finished(), "all is done, and still it waits");
        release(&signals);
        assert!(search.join().unwrap().best().is_some());
    });
}

#[test]
fn an_infinite_search_comes_back_only_when_stopped() {
    let limits = Limits {
        infinite: true,
        ..to_depth(2)
    };
    check_that_it_waits(&limits, 2, Signals::stop);
}

#[test]
fn pondering_ends_with_the_expected_move() {
    let limits = Limits {
        ponder: true,
        ..to_depth(2)
    };
    check_that_it_waits(&limits, 1, Signals::ponder_hit);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_answers() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    let signals = Signals::new();
    signals.prepare(false);
    signals.stop();
    let limits = Limits::default();
    let game = Record::new(Hexapawn::start());
    let found = searcher.search(&game, &limits, &signals, &mut |_| ());
    assert!(found.best().is_some());
    assert_ne!(found.lines[0].score, Score::INFINITE);
}

#[test]
fn proof_of_a_quick_enough_win_ends_the_search() {
    let board = Hexapawn::read_position("w ........P......p").unwrap();
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    let limits = Limits {
        forced_within: Some(1),
        ..Limits::default()
    };
    let found = find(&mut searcher, &Record::new(board), limits);
    assert_eq!(found.lines[0].score.plies_to_end(), Some(1));
    assert!(found.lines[0].depth <= Depth::new(2));
}

#[test]
fn the_table_changes_size_and_refuses_what_cannot_be() {
    let mut searcher = Searcher::<Hexapawn>::new(1, 1).unwrap();
    searcher.resize(3).unwrap();
    assert_eq!(searcher.megabytes(), 3);
    let error = searcher.resize(usize::MAX / (1 << 20)).unwrap_err();
    assert_eq!((error.kept, searcher.megabytes()), (3, 3));
    assert!(
        find(&mut searcher, &Record::new(Hexapawn::start()), to_depth(4))
            .best()
            .is_some()
    );
}
