//! Captures named by their path, as PDN does: from, the squares touched, to.

use ajeeb_base::Side;

use crate::rules::{Geometry, Move, Position, Square, Squares, Variant, direction, nearest, slide};

/// Steps after which the search for a path gives up: a text of a few squares that fits a
/// capture needs far fewer.
const STEPS: u32 = 20_000;

/// A piece on its way.
#[derive(Clone, Copy)]
struct Walker<'a, V> {
    position: &'a Position<V>,
    side: Side,
    king: bool,
    empty: Squares,
}

/// One jump: over a piece, to one of some squares.
struct Jump {
    direction: usize,
    over: Square,
    landings: Squares,
}

impl<'a, V: Variant> Walker<'a, V> {
    fn new(position: &'a Position<V>, from: Square) -> Option<Walker<'a, V>> {
        let side = position.side();
        position.pieces(side).meets(from.set()).then(|| Walker {
            position,
            side,
            king: position.kings().meets(from.set()),
            empty: position.empty() | from.set(),
        })
    }

    /// The jump from `at` in `direction`, if there is one over a piece that is not in `captured`.
    fn jump(&self, at: Square, direction: usize, captured: Squares) -> Option<Jump> {
        let ray = V::TABLES.rays[direction][at.bit()];
        let over = nearest(direction, ray.without(self.empty))?;
        let targets = self.position.pieces(!self.side).without(captured);
        let adjacent = nearest(direction, ray) == Some(over);
        if !targets.meets(over.set()) || !(self.king || adjacent) {
            return None;
        }
        let landings = slide::<V>(direction, over, self.empty);
        let first = nearest(direction, landings)?;
        Some(Jump {
            direction,
            over,
            landings: if self.king { landings } else { first.set() },
        })
    }

    fn jumps(&self, at: Square, captured: Squares) -> impl Iterator<Item = Jump> {
        let straight = direction::STRAIGHT
            .into_iter()
            .filter(|_| V::STRAIGHT_CAPTURES);
        let directions = direction::DIAGONAL.into_iter().chain(straight);
        directions.filter_map(move |direction| self.jump(at, direction, captured))
    }

    /// The same piece on `at`, crowned if it touches its last row in a rule set that does so.
    fn landed(mut self, at: Square) -> Walker<'a, V> {
        let last_row = V::LAST_ROW[self.side.index()];
        self.king |= V::CROWN_IN_PASSING && last_row.meets(at.set());
        self
    }
}

/// The pieces taken on a path that names a square for every jump, the last one included, as
/// PDN 3.0 prescribes: two neighbours on the path lie on one line, with one piece between.
pub(super) fn full<V: Variant>(position: &Position<V>, path: &[Square]) -> Option<Squares> {
    let (&from, rest) = path.split_first()?;
    let mut walker = Walker::new(position, from)?;
    let (mut at, mut captured) = (from, Squares::NONE);
    for &next in rest {
        let jump = walker
            .jumps(at, captured)
            .find(|jump| jump.landings.meets(next.set()))?;
        captured |= jump.over.set();
        at = next;
        walker = walker.landed(at);
    }
    Some(captured)
}

/// Does some route of `mv` touch the squares `between` in this order? They may be any squares
/// that the piece lands on or passes.
pub(super) fn touches<V: Variant>(position: &Position<V>, mv: Move, between: &[Square]) -> bool {
    let mut steps = STEPS;
    Walker::new(position, mv.from())
        .is_some_and(|walker| search(walker, mv, mv.from(), Squares::NONE, between, &mut steps))
}

fn search<V: Variant>(
    walker: Walker<'_, V>,
    mv: Move,
    at: Square,
    captured: Squares,
    between: &[Square],
    steps: &mut u32,
) -> bool {
    *steps = steps.saturating_sub(1);
    if *steps == 0 {
        return false;
    }
    if captured == mv.captured() {
        return between.is_empty() && at == mv.to();
    }
    walker.jumps(at, captured).any(|jump| {
        let after = captured | jump.over.set();
        // Landings in the order they are passed.
        let mut landings = jump.landings;
        let (mut rest, mut found) = (between, false);
        while let Some(landing) = nearest(jump.direction, landings) {
            landings = landings.without(landing.set());
            rest = match rest.split_first() {
                Some((&next, rest)) if next == landing => rest,
                _ => rest,
            };
            found |= mv.captured().meets(jump.over.set())
                && search(walker.landed(landing), mv, landing, after, rest, steps);
        }
        found
    })
}
