//! How fast draughts moves are generated and played: perft from the start of each rule set, with
//! the last ply counted, on one core. Throughput is in leaf positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Frisian, International, Killer, Losing, Russian, Variant,
};
use ajeeb_game::{Rules, Select, Unobserved};

/// Leaf positions of the move tree, at least two plies deep. The last ply is counted in the loop
/// over the one before it, where nothing has to be made of a position that counting does not
/// read.
fn perft<R: Rules>(position: &R::Position, depth: u32) -> u64 {
    let mut moves = R::Moves::default();
    R::moves(position, Select::All, &mut moves);
    let mut nodes = 0;
    if depth == 2 {
        for &mv in moves.iter() {
            nodes += R::count(&R::play(position, mv, &mut Unobserved));
        }
    } else {
        for &mv in moves.iter() {
            nodes += perft::<R>(&R::play(position, mv, &mut Unobserved), depth - 1);
        }
    }
    nodes
}

fn measure<V: Variant>(criterion: &mut Criterion, depth: u32, nodes: u64) {
    let start = Draughts::<V>::start();
    let mut group = criterion.benchmark_group("perft");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(nodes));
    group.bench_function(format!("{}/{depth}", V::NAME), |bencher| {
        bencher.iter(|| {
            let counted = perft::<Draughts<V>>(&start, depth);
            assert_eq!(counted, nodes);
            counted
        });
    });
    group.finish();
}

fn perfts(criterion: &mut Criterion) {
    measure::<International>(criterion, 10, 258_895_763);
    measure::<International>(criterion, 8, 6_483_961);
    measure::<Killer>(criterion, 8, 6_483_961);
    measure::<Breakthrough>(criterion, 8, 6_483_961);
    measure::<Frisian>(criterion, 8, 2_825_779);
    measure::<Losing>(criterion, 8, 6_483_961);
    measure::<Russian>(criterion, 9, 4_570_586);
    measure::<Brazilian>(criterion, 9, 4_431_766);
}

criterion_group!(benches, perfts);
criterion_main!(benches);
