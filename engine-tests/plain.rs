//! Plain search, to hold the real one against: a game with every pruning off, and a negamax
//! without any cleverness.

use std::marker::PhantomData;

use ajeeb_base::{Depth, Key, Outcome, Score, Side};
use ajeeb_game::{
    Evaluator, Leaf, Observer, PackedMove, Params, Policy, ProbCut, Record, Rules, Select,
    SlotCounts, Slots,
};

/// The game `G` with every pruning, reduction and extension of the search switched off.
#[derive(Debug)]
pub struct Plain<G>(PhantomData<G>);

impl<G: Policy> Rules for Plain<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Moves = G::Moves;

    fn start() -> G::Position {
        G::start()
    }

    fn side(position: &G::Position) -> Side {
        G::side(position)
    }

    fn moves(position: &G::Position, select: Select, moves: &mut G::Moves) {
        G::moves(position, select, moves);
    }

    fn play(position: &G::Position, mv: G::Move, observer: &mut impl Observer) -> G::Position {
        G::play(position, mv, observer)
    }

    fn survey(position: &G::Position, observer: &mut impl Observer) {
        G::survey(position, observer);
    }

    fn key(position: &G::Position) -> Key {
        G::key(position)
    }

    fn over(position: &G::Position) -> Option<Outcome> {
        G::over(position)
    }

    fn stuck(position: &G::Position) -> Outcome {
        G::stuck(position)
    }

    fn rule_draw(position: &G::Position) -> bool {
        G::rule_draw(position)
    }

    fn resets(position: &G::Position, mv: G::Move) -> bool {
        G::resets(position, mv)
    }

    fn pack(mv: G::Move) -> PackedMove {
        G::pack(mv)
    }

    fn unpack(position: &G::Position, packed: PackedMove) -> Option<G::Move> {
        G::unpack(position, packed)
    }
}

impl<G: Policy> Policy for Plain<G> {
    type Eval = G::Eval;

    const PARAMS: Params = Params::PLAIN;
    const NODE_EVAL: bool = false;
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const STAGED: bool = G::STAGED;
    const PROBCUT: ProbCut = ProbCut::Off;
    const SLOTS: SlotCounts = G::SLOTS;
    const CORRECTIONS: usize = 0;

    fn settled(position: &G::Position) -> bool {
        G::settled(position)
    }

    fn leaf(position: &G::Position) -> Leaf {
        G::leaf(position)
    }

    fn noisy(position: &G::Position, mv: G::Move) -> bool {
        G::noisy(position, mv)
    }

    fn gain(position: &G::Position, mv: G::Move) -> i32 {
        G::gain(position, mv)
    }

    fn reducible(_: &G::Position, _: G::Move, _: &G::Position) -> bool {
        false
    }

    fn extend(_: &G::Position, _: G::Move, _: &G::Position, _: usize) -> Depth {
        Depth::ZERO
    }

    fn slots(position: &G::Position, mv: G::Move) -> Slots {
        G::slots(position, mv)
    }

    fn correction_key(position: &G::Position, index: usize) -> Key {
        G::correction_key(position, index)
    }
}

/// The value of the present position of `game` at `depth` plies and quiescence, by trying every
/// move: what the search must find with every pruning off.
pub fn negamax<G: Policy>(game: &Record<G>, depth: Depth) -> Score {
    let mut eval = G::Eval::new(&Default::default());
    eval.reset(game.position());
    let mut line = LineOfPlay {
        keys: game.window().to_vec(),
        before_root: game.window().len(),
        eval,
    };
    line.full::<G>(game.position(), depth, 0)
}

struct LineOfPlay<E> {
    keys: Vec<Key>,
    before_root: usize,
    eval: E,
}

impl<E> LineOfPlay<E> {
    fn full<G: Policy<Eval = E>>(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: usize,
    ) -> Score
    where
        E: Evaluator<G::Position>,
    {
        if depth <= Depth::ZERO {
            return self.quiet::<G>(position, depth, ply);
        }
        if ply > 0 {
            if let Some(outcome) = G::over(position) {
                return outcome.score(ajeeb_base::Ply::new(ply));
            }
            if G::rule_draw(position) || self.repeats(G::key(position)) {
                return Score::DRAW;
            }
        }
        let mut moves = G::Moves::default();
        G::moves(position, Select::All, &mut moves);
        if moves.is_empty() {
            return G::stuck(position).score(ajeeb_base::Ply::new(ply));
        }
        let mut best = -Score::INFINITE;
        for &mv in moves.iter() {
            best = best.max(self.after::<G>(position, mv, depth - Depth::ONE, ply));
        }
        best
    }

    fn quiet<G: Policy<Eval = E>>(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: usize,
    ) -> Score
    where
        E: Evaluator<G::Position>,
    {
        if let Some(outcome) = G::over(position) {
            return outcome.score(ajeeb_base::Ply::new(ply));
        }
        let leaf = G::leaf(position);
        let (mut best, select) = match leaf {
            Leaf::Settled => return self.eval.evaluate(position),
            Leaf::FullPly if -depth.plies() >= G::PARAMS.full_plies => {
                return self.eval.evaluate(position);
            }
            Leaf::StandPat => (self.eval.evaluate(position), Select::Noisy),
            Leaf::MustMove | Leaf::FullPly => (-Score::INFINITE, Select::All),
        };
        let mut moves = G::Moves::default();
        G::moves(position, select, &mut moves);
        if moves.is_empty() && select == Select::All {
            return G::stuck(position).score(ajeeb_base::Ply::new(ply));
        }
        let price = if leaf == Leaf::FullPly {
            Depth::ONE
        } else {
            Depth::ZERO
        };
        for &mv in moves.iter() {
            best = best.max(self.after::<G>(position, mv, depth - price, ply));
        }
        best
    }

    fn after<G: Policy<Eval = E>>(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: Depth,
        ply: usize,
    ) -> Score
    where
        E: Evaluator<G::Position>,
    {
        self.eval.push();
        let child = G::play(position, mv, &mut self.eval);
        self.keys.push(G::key(position));
        let score = -self.full::<G>(&child, depth, ply + 1);
        self.keys.pop();
        self.eval.pop();
        score
    }

    /// Once since the root, or twice before it.
    fn repeats(&self, key: Key) -> bool {
        let (before, since) = self.keys.split_at(self.before_root);
        since.contains(&key) || before.iter().filter(|&&earlier| earlier == key).count() >= 2
    }
}
