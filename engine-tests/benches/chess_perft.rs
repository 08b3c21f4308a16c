//! Chess move generation beside the cozy-chess crate's, both counting the last ply in bulk.
//! Throughput is in leaf positions.

use std::hint::black_box;

use ajeeb_chess::Chess;
use ajeeb_game::{Notation, Rules, Select, Unobserved};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Name, FEN, depth, leaf positions.
const POSITIONS: [(&str, &str, u32, u64); 2] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
        119_060_324,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

fn ours(position: &<Chess as Rules>::Position, depth: u32) -> u64 {
    if depth == 1 {
        return Chess::count(position);
    }
    let mut moves = Default::default();
    Chess::moves(position, Select::All, &mut moves);
    moves
        .iter()
        .map(|&mv| ours(&Chess::play(position, mv, &mut Unobserved), depth - 1))
        .sum()
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += cozy(&next, depth - 1);
        }
        false
    });
    count
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess_perft");
    group.sample_size(10);
    for (name, fen, depth, leaves) in POSITIONS {
        let position = Chess::read_position(fen).expect("a valid FEN");
        let board: cozy_chess::Board = fen.parse().expect("a valid FEN");
        assert_eq!(ours(&position, 4), cozy(&board, 4));
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("ajeeb", name), |bencher| {
            bencher.iter(|| ours(black_box(&position), depth));
        });
        group.bench_function(BenchmarkId::new("cozy-chess", name), |bencher| {
            bencher.iter(|| cozy(black_box(&board), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
