use std::cell::Cell;
use std::sync::Arc;

use ajeeb_base::{MAX_PLY, Side, SplitMix64};
use ajeeb_nnue::{Accumulators, Feature, Kernel};
use proptest::prelude::*;

use crate::formula::{Parts, header};

/// What is on the board at one ply.
#[derive(Clone, Default)]
struct Board {
    pieces: Vec<Feature>,
    mirrored: [bool; 2],
}

/// Accumulators next to the boards that they ought to follow.
struct Line {
    parts: Parts,
    accumulators: Accumulators,
    boards: Vec<Board>,
    surveys: Cell<u32>,
}

impl Line {
    fn new(parts: Parts, kernel: &'static Kernel) -> Line {
        let network = Arc::new(parts.network().expect("a sound net"));
        Line {
            accumulators: Accumulators::with_kernel(network, kernel),
            parts,
            boards: vec![Board::default()],
            surveys: Cell::new(0),
        }
    }

    fn here(&mut self) -> &mut Board {
        self.boards.last_mut().expect("the root at least")
    }

    fn place(&mut self, feature: Feature) {
        self.here().pieces.push(feature);
        self.accumulators.placed(feature);
    }

    /// Takes the piece at `at`, counted around.
    fn take(&mut self, at: usize) {
        let pieces = &mut self.here().pieces;
        if !pieces.is_empty() {
            let feature = pieces.swap_remove(at % pieces.len());
            self.accumulators.removed(feature);
        }
    }

    fn mirror(&mut self, side: Side, mirrored: bool) {
        self.here().mirrored[side.index()] = mirrored && self.parts.header.mirrored;
        self.accumulators.set_mirror(side, mirrored);
    }

    fn push(&mut self) {
        self.boards.push(self.boards[self.boards.len() - 1].clone());
        self.accumulators.push();
    }

    fn pop(&mut self) {
        if self.boards.len() > 1 {
            self.boards.pop();
            self.accumulators.pop();
        }
    }

    fn reset(&mut self, pieces: &[Feature]) {
        let pieces = pieces.to_vec();
        self.boards = vec![Board {
            pieces,
            ..Board::default()
        }];
        self.accumulators.reset();
    }

    /// The score by the accumulators, which must be that by the formula.
    fn check(&mut self, side: Side) {
        let board = self.boards[self.boards.len() - 1].clone();
        let pieces = board.pieces.len() as u32;
        let found = self.accumulators.evaluate(side, pieces, |tell| {
            self.surveys.set(self.surveys.get() + 1);
            board.pieces.iter().for_each(|&piece| tell(piece));
        });
        let expected = self.parts.score(side, &board.pieces, board.mirrored);
        assert_eq!(found, expected, "at ply {}", self.boards.len() - 1);
    }

    /// How often all pieces were asked for while the score was checked.
    fn surveys_of_a_check(&mut self) -> u32 {
        let before = self.surveys.get();
        self.check(Side::White);
        self.surveys.get() - before
    }
}

fn feature(random: &mut SplitMix64) -> Feature {
    Feature {
        white: random.below(128) as u16,
        black: random.below(128) as u16,
    }
}

/// What a search may do to an evaluation.
#[derive(Clone, Debug)]
enum Event {
    Push,
    Pop,
    Reset(u64),
    /// A piece moves, and so many others are taken.
    Move(u64, usize),
    /// So many pieces are put down at once.
    Place(u64, usize),
    Mirror(Side, bool),
    Check(Side),
}

fn event() -> impl Strategy<Value = Event> {
    let side = || prop_oneof![Just(Side::White), Just(Side::Black)];
    prop_oneof![
        6 => Just(Event::Push),
        4 => Just(Event::Pop),
        1 => any::<u64>().prop_map(Event::Reset),
        8 => (any::<u64>(), 0..3usize).prop_map(|(seed, taken)| Event::Move(seed, taken)),
        1 => (any::<u64>(), 0..30usize).prop_map(|(seed, taken)| Event::Move(seed, taken)),
        1 => (any::<u64>(), 0..8usize).prop_map(|(seed, placed)| Event::Place(seed, placed)),
        2 => (side(), any::<bool>()).prop_map(|(side, mirrored)| Event::Mirror(side, mirrored)),
        6 => side().prop_map(Event::Check),
    ]
}

fn happen(line: &mut Line, event: &Event) {
    match *event {
        Event::Push => line.push(),
        Event::Pop => line.pop(),
        Event::Reset(seed) => {
            let mut random = SplitMix64::new(seed);
            let count = random.below(41);
            let pieces: Vec<_> = (0..count).map(|_| feature(&mut random)).collect();
            line.reset(&pieces);
        }
        Event::Move(seed, taken) => {
            let mut random = SplitMix64::new(seed);
            for _ in 0..=taken {
                line.take(random.below(40));
            }
            line.place(feature(&mut random));
        }
        Event::Place(seed, placed) => {
            let mut random = SplitMix64::new(seed);
            let room = 40 - line.here().pieces.len().min(40);
            (0..placed.min(room)).for_each(|_| line.place(feature(&mut random)));
        }
        Event::Mirror(side, mirrored) => line.mirror(side, mirrored),
        Event::Check(side) => line.check(side),
    }
}

proptest! {
    /// Whatever a search does, every kernel's score is the formula's.
    #[test]
    fn evaluations_follow_the_search(
        seed in any::<u64>(),
        hidden in prop::sample::select(vec![16, 32, 64, 128, 256]),
        buckets in prop::sample::select(vec![1, 8]),
        mirrored in any::<bool>(),
        events in prop::collection::vec(event(), 0..200),
    ) {
        let mut random = SplitMix64::new(seed);
        let parts = Parts::random(header(hidden, buckets, mirrored), &mut random);
        for kernel in Kernel::available() {
            let mut line = Line::new(parts.clone(), kernel);
            happen(&mut line, &Event::Reset(seed));
            for event in &events {
                happen(&mut line, event);
            }
            line.check(Side::White);
            line.check(Side::Black);
        }
    }
}

/// A line with 30 pieces at the root, evaluated there.
fn line(mirrored: bool) -> Line {
    let mut random = SplitMix64::new(5);
    let parts = Parts::random(header(32, 8, mirrored), &mut random);
    let mut line = Line::new(parts, Kernel::best());
    let pieces: Vec<_> = (0..30).map(|_| feature(&mut random)).collect();
    line.reset(&pieces);
    assert_eq!(line.surveys_of_a_check(), 1);
    line
}

#[test]
fn a_move_or_two_need_no_survey() {
    let mut line = line(false);
    for taken in [0, 1] {
        line.push();
        happen(&mut line, &Event::Move(6, taken));
    }
    assert_eq!(line.surveys_of_a_check(), 0);
    line.pop();
    assert_eq!(line.surveys_of_a_check(), 0);
    line.push();
    happen(&mut line, &Event::Move(7, 2));
    assert_eq!(line.surveys_of_a_check(), 0);
}

#[test]
fn a_long_way_is_not_gone_step_by_step() {
    let mut line = line(false);
    for seed in 0..20 {
        line.push();
        happen(&mut line, &Event::Move(seed, 0));
    }
    assert_eq!(line.surveys_of_a_check(), 1);
}

#[test]
fn another_mirror_refreshes_and_holds_further_down() {
    let mut line = line(true);
    line.push();
    line.mirror(Side::Black, true);
    assert_eq!(line.surveys_of_a_check(), 1);
    line.push();
    happen(&mut line, &Event::Move(8, 1));
    assert_eq!(line.surveys_of_a_check(), 0);
    line.mirror(Side::Black, true);
    assert_eq!(line.surveys_of_a_check(), 0);
    line.mirror(Side::Black, false);
    assert_eq!(line.surveys_of_a_check(), 1);
    line.pop();
    line.pop();
    assert_eq!(line.surveys_of_a_check(), 0);
}

#[test]
fn a_net_that_is_not_mirrored_takes_no_notice_of_mirrors() {
    let mut line = line(false);
    line.mirror(Side::White, true);
    assert_eq!(line.surveys_of_a_check(), 0);
}

#[test]
fn a_line_may_go_deeper_than_any_search() {
    let mut line = line(false);
    for seed in 0..3 * MAX_PLY as u64 {
        line.push();
        happen(&mut line, &Event::Move(seed, 0));
        line.check(Side::White);
    }
    for _ in 0..3 * MAX_PLY {
        line.pop();
        line.check(Side::Black);
    }
    line.accumulators.pop();
    line.check(Side::White);
}
