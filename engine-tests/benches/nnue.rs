//! Evaluation by nets of random weights, for every kernel that this processor can run: one move
//! made and evaluated, and one position evaluated from nothing. Throughput is in evaluations.

use std::hint::black_box;
use std::sync::Arc;

use ajeeb_base::{Side, SplitMix64};
use ajeeb_nnue::{Accumulators, Feature, Header, Kernel, Network};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Moves in a stream.
const MOVES: usize = 1024;

/// How deep a stream goes before it comes back to the root.
const DEPTH: usize = 16;

/// As much of a game as its features show.
struct Board {
    name: &'static str,
    squares: usize,
    kinds: usize,
    /// Pieces at the root.
    pieces: usize,
    /// The most pieces one move may capture; of four moves one captures.
    captures: usize,
    /// A square as Black sees it.
    flip: fn(usize) -> usize,
}

const CHESS: Board = Board {
    name: "chess",
    squares: 64,
    kinds: 6,
    pieces: 26,
    captures: 1,
    flip: |square| square ^ 56,
};

const DRAUGHTS: Board = Board {
    name: "draughts",
    squares: 50,
    kinds: 2,
    pieces: 32,
    captures: 3,
    flip: |square| 49 - square,
};

#[derive(Clone, Copy)]
struct Piece {
    side: Side,
    kind: usize,
    square: usize,
}

impl Board {
    fn inputs(&self) -> usize {
        2 * self.kinds * self.squares
    }

    fn feature(&self, piece: Piece) -> Feature {
        let row = |viewer: Side, square: usize| {
            let other = usize::from(viewer != piece.side);
            ((other * self.kinds + piece.kind) * self.squares + square) as u16
        };
        Feature {
            white: row(Side::White, piece.square),
            black: row(Side::Black, (self.flip)(piece.square)),
        }
    }

    /// Pieces on squares of their own.
    fn position(&self, random: &mut SplitMix64) -> Vec<Piece> {
        let mut squares: Vec<usize> = (0..self.squares).collect();
        let pieces = (0..self.pieces).map(|index| Piece {
            side: Side::BOTH[index % 2],
            kind: random.below(self.kinds),
            square: squares.swap_remove(random.below(squares.len())),
        });
        pieces.collect()
    }
}

/// A move, and what came of it.
struct Step {
    /// Back to the root first?
    restart: bool,
    removed: Vec<Feature>,
    placed: Feature,
    pieces: Vec<Feature>,
}

/// Moves of random pieces to free squares.
fn stream(board: &Board, root: &[Piece], random: &mut SplitMix64) -> Vec<Step> {
    let mut pieces = root.to_vec();
    let mut steps = Vec::with_capacity(MOVES);
    for index in 0..MOVES {
        let restart = index % DEPTH == 0;
        if restart {
            pieces = root.to_vec();
        }
        let captured = match random.below(4) {
            0 => 1 + random.below(board.captures),
            _ => 0,
        };
        let mut take = || pieces.swap_remove(random.below(pieces.len()));
        let mut mover = take();
        let mut removed = vec![board.feature(mover)];
        removed.extend((0..captured).map(|_| board.feature(take())));
        mover.square = free_square(board, &pieces, random);
        pieces.push(mover);
        steps.push(Step {
            restart,
            removed,
            placed: board.feature(mover),
            pieces: pieces.iter().map(|&piece| board.feature(piece)).collect(),
        });
    }
    steps
}

fn free_square(board: &Board, pieces: &[Piece], random: &mut SplitMix64) -> usize {
    let taken = |square| pieces.iter().any(|piece| piece.square == square);
    let free: Vec<usize> = (0..board.squares)
        .filter(|&square| !taken(square))
        .collect();
    free[random.below(free.len())]
}

fn network(board: &Board, hidden: usize, random: &mut SplitMix64) -> Arc<Network> {
    let header = Header {
        game: 0,
        variant: 0,
        inputs: board.inputs() as u16,
        hidden: hidden as u16,
        buckets: 1,
        max_pieces: 40,
        scale: 400,
        mirrored: false,
        training: [0; 16],
    };
    let mut weights =
        |count: usize| -> Vec<i16> { (0..count).map(|_| random.below(255) as i16 - 127).collect() };
    let (rows, bias) = (weights(board.inputs() * hidden), weights(hidden));
    let network = Network::from_parts(header, &rows, &bias, &weights(2 * hidden), &[0]);
    Arc::new(network.expect("a sound net"))
}

/// Makes all moves of a stream, evaluating after each.
fn follow(accumulators: &mut Accumulators, steps: &[Step]) -> i32 {
    let (mut sum, mut side, mut ply) = (0i32, Side::White, 0);
    for step in steps {
        if step.restart {
            (0..ply).for_each(|_| accumulators.pop());
            ply = 0;
        }
        accumulators.push();
        ply += 1;
        for &feature in &step.removed {
            accumulators.removed(feature);
        }
        accumulators.placed(step.placed);
        side = !side;
        let score = accumulators.evaluate(side, step.pieces.len() as u32, |tell| {
            step.pieces.iter().for_each(|&feature| tell(feature));
        });
        sum = sum.wrapping_add(score);
    }
    (0..ply).for_each(|_| accumulators.pop());
    sum
}

/// Evaluates all positions of a stream from nothing.
fn refresh(accumulators: &mut Accumulators, steps: &[Step]) -> i32 {
    let mut sum = 0i32;
    for step in steps {
        accumulators.reset();
        let score = accumulators.evaluate(Side::White, step.pieces.len() as u32, |tell| {
            step.pieces.iter().for_each(|&feature| tell(feature));
        });
        sum = sum.wrapping_add(score);
    }
    sum
}

fn nnue(criterion: &mut Criterion) {
    let mut random = SplitMix64::new(1);
    for (board, hidden) in [(CHESS, 128), (CHESS, 256), (DRAUGHTS, 64), (DRAUGHTS, 128)] {
        let root = board.position(&mut random);
        let steps = stream(&board, &root, &mut random);
        let network = network(&board, hidden, &mut random);
        let name = format!("nnue/{} {}->{hidden}x2", board.name, board.inputs());
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(MOVES as u64));
        for kernel in Kernel::available() {
            let mut accumulators = Accumulators::with_kernel(Arc::clone(&network), kernel);
            accumulators.evaluate(Side::White, root.len() as u32, |tell| {
                root.iter().for_each(|&piece| tell(board.feature(piece)));
            });
            group.bench_function(BenchmarkId::new("move", kernel.name()), |bencher| {
                bencher.iter(|| follow(&mut accumulators, black_box(&steps)));
            });
            group.bench_function(BenchmarkId::new("refresh", kernel.name()), |bencher| {
                bencher.iter(|| refresh(&mut accumulators, black_box(&steps)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, nnue);
criterion_main!(benches);
