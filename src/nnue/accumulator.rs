use std::sync::Arc;

use ajeeb_base::{MAX_PLY, Side};
use arrayvec::ArrayVec;

use crate::network::Aligned;
use crate::{Kernel, Network};

/// Plies there is room for from the start; a longer line makes room as it goes.
const PLIES: usize = MAX_PLY + 2;

/// Pieces that one move may put down before a refresh is the better way: castling puts down two.
const MOST_ADDED: usize = 4;

/// Pieces that one move may take up likewise: a capture in draughts takes the moving piece and up
/// to 20 others, or fewer where a game ends before.
const MOST_REMOVED: usize = 24;

/// What it costs to go from one ply to the next, besides one row for each change, in rows.
const STEP_COST: usize = 2;

/// Turned over with this, a square of a board of eight files is on the mirrored file.
const FILES: u16 = 7;

/// A piece on its square, as the number of its row in the first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The row as White sees it.
    pub white: u16,
    /// The row as Black sees it.
    pub black: u16,
}

impl Feature {
    #[inline]
    fn seen_by(self, side: Side) -> u16 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// How one perspective of a ply comes from the ply above.
#[derive(Clone, Debug, Default)]
struct Step {
    added: ArrayVec<u16, MOST_ADDED>,
    removed: ArrayVec<u16, MOST_REMOVED>,
    /// Are the rows those of the mirrored board?
    mirrored: bool,
    /// Does it not come from the ply above at all? Then it can only be refreshed.
    broken: bool,
    /// Has the sum been done?
    ready: bool,
}

impl Step {
    #[inline]
    fn restart(&mut self, mirrored: bool, broken: bool) {
        self.added.clear();
        self.removed.clear();
        self.mirrored = mirrored;
        self.broken = broken;
        self.ready = false;
    }

    #[inline]
    fn row(&self, row: u16) -> u16 {
        if self.mirrored { row ^ FILES } else { row }
    }

    #[inline]
    fn add(&mut self, row: u16) {
        let row = self.row(row);
        self.broken |= self.added.try_push(row).is_err();
        self.ready = false;
    }

    #[inline]
    fn remove(&mut self, row: u16) {
        let row = self.row(row);
        self.broken |= self.removed.try_push(row).is_err();
        self.ready = false;
    }

    #[inline]
    fn cost(&self) -> usize {
        self.added.len() + self.removed.len() + STEP_COST
    }
}

/// The accumulators of one search thread, for each ply it has gone down.
///
/// Changes are only noted; sums are done when an evaluation is asked for, for each ply in turn from
/// the last one that has them, or from nothing where that costs less. A piece with a row that the
/// net does not have makes that evaluation panic.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    kernel: &'static Kernel,
    /// For each ply White's units, then Black's.
    units: Aligned,
    steps: Vec<[Step; 2]>,
    ply: usize,
    /// Rows of all pieces, by perspective, during a refresh.
    survey: [Vec<u16>; 2],
}

impl Accumulators {
    /// Accumulators for `network`, as after [`reset`](Accumulators::reset).
    pub fn new(network: Arc<Network>) -> Accumulators {
        Accumulators::with_kernel(network, Kernel::best())
    }

    /// As [`new`](Accumulators::new), with arithmetic of one's choice.
    pub fn with_kernel(network: Arc<Network>, kernel: &'static Kernel) -> Accumulators {
        let mut accumulators = Accumulators {
            units: Aligned::new(64),
            steps: Vec::new(),
            ply: 0,
            survey: Default::default(),
            kernel,
            network,
        };
        accumulators.make_room(PLIES);
        accumulators.reset();
        accumulators
    }

    /// The net that evaluates.
    #[inline]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Back to the root, and to a position that nothing is known about yet.
    pub fn reset(&mut self) {
        self.ply = 0;
        for step in &mut self.steps[0] {
            step.restart(false, true);
        }
    }

    /// Enters the next ply, where everything is as before until a change is noted.
    #[inline]
    pub fn push(&mut self) {
        let mirrored = self.steps[self.ply].each_ref().map(|step| step.mirrored);
        self.ply += 1;
        if self.ply == self.steps.len() {
            self.make_room(2 * self.ply);
        }
        for (step, mirrored) in self.steps[self.ply].iter_mut().zip(mirrored) {
            step.restart(mirrored, false);
        }
    }

    /// Leaves the latest ply. At the root, where there is nothing to leave, nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }

    /// A piece has come onto its square.
    #[inline]
    pub fn placed(&mut self, feature: Feature) {
        let [white, black] = &mut self.steps[self.ply];
        white.add(feature.white);
        black.add(feature.black);
    }

    /// A piece has left its square.
    #[inline]
    pub fn removed(&mut self, feature: Feature) {
        let [white, black] = &mut self.steps[self.ply];
        white.remove(feature.white);
        black.remove(feature.black);
    }

    /// Whether `side` looks at the board left for right from now on: each of its rows is then the
    /// one of the mirrored file. Without effect unless the net is
    /// [mirrored](crate::Header::mirrored). A change means that its accumulator is refreshed.
    #[inline]
    pub fn set_mirror(&mut self, side: Side, mirrored: bool) {
        let step = &mut self.steps[self.ply][side.index()];
        if self.network.header().mirrored && step.mirrored != mirrored {
            step.mirrored = mirrored;
            step.broken = true;
            step.ready = false;
        }
    }

    /// The score of the position for `side`, who is to move, in hundredths of a pawn or man.
    ///
    /// `pieces` is how many pieces of both sides there are; `survey` tells all of them, and is only
    /// called where that is the better way to come to the sums.
    #[inline]
    pub fn evaluate(
        &mut self,
        side: Side,
        pieces: u32,
        survey: impl Fn(&mut dyn FnMut(Feature)),
    ) -> i32 {
        let bases = Side::BOTH.map(|side| self.base(side, pieces as usize));
        if bases.contains(&None) {
            self.survey(survey);
        }
        for (side, base) in Side::BOTH.into_iter().zip(bases) {
            match base {
                Some(base) => self.catch_up(side, base),
                None => self.refresh(side),
            }
        }
        let bucket = self.network.header().bucket(pieces);
        let hidden = self.network.hidden();
        let (white, black) = self.units[2 * hidden * self.ply..][..2 * hidden].split_at(hidden);
        let [us, them] = match side {
            Side::White => [white, black],
            Side::Black => [black, white],
        };
        let sum = self.kernel.output(us, them, self.network.output(bucket));
        self.network.score(sum, bucket)
    }

    /// The nearest ply above, or this one, from which the sums can be brought up to date for less
    /// than a refresh of `pieces` rows costs.
    #[inline]
    fn base(&self, side: Side, pieces: usize) -> Option<usize> {
        let (mut at, mut cost) = (self.ply, 0);
        loop {
            let step = &self.steps[at][side.index()];
            if step.ready {
                return Some(at);
            }
            cost += step.cost();
            if step.broken || cost > pieces + STEP_COST {
                return None;
            }
            at -= 1;
        }
    }

    /// Brings `side`'s sums up to date ply by ply, from `base` which has them.
    #[inline]
    fn catch_up(&mut self, side: Side, base: usize) {
        let hidden = self.network.hidden();
        for ply in base + 1..=self.ply {
            let step = &mut self.steps[ply][side.index()];
            step.ready = true;
            let at = (2 * ply + side.index()) * hidden;
            let (above, here) = self.units.split_at_mut(at);
            self.kernel.update(
                &mut here[..hidden],
                &above[at - 2 * hidden..][..hidden],
                self.network.rows(),
                &step.added,
                &step.removed,
            );
        }
    }

    /// Notes all pieces' rows for a refresh.
    fn survey(&mut self, survey: impl Fn(&mut dyn FnMut(Feature))) {
        let steps = &self.steps[self.ply];
        for rows in &mut self.survey {
            rows.clear();
        }
        survey(&mut |feature| {
            for side in Side::BOTH {
                let row = steps[side.index()].row(feature.seen_by(side));
                self.survey[side.index()].push(row);
            }
        });
    }

    /// Does `side`'s sums from nothing, by the survey.
    fn refresh(&mut self, side: Side) {
        let hidden = self.network.hidden();
        self.steps[self.ply][side.index()].ready = true;
        self.kernel.update(
            &mut self.units[(2 * self.ply + side.index()) * hidden..][..hidden],
            self.network.bias(),
            self.network.rows(),
            &self.survey[side.index()],
            &[],
        );
    }

    #[cold]
    fn make_room(&mut self, plies: usize) {
        self.steps.resize_with(plies, Default::default);
        self.units.resize(2 * self.network.hidden() * plies, 0);
    }
}
