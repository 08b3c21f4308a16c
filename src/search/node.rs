//! The search of one node, step by step. Each step is a method that says why it is there; the
//! numbers come from the game's [`Params`](ajeeb_game::Params), the questions go to its
//! [`Policy`].

use ajeeb_base::{Depth, Key, MAX_PLY, Ply, Score};
use ajeeb_game::{PackedMove, Policy, Slots};
use arrayvec::ArrayVec;

use crate::Bound;
use crate::picker::{Clues, Picker};
use crate::reduction::late_move_reduction;
use crate::table::Entry;
use crate::thread::Thread;

/// Moves of a node that are remembered as tried, to be blamed after a cutoff.
const TRIED: usize = 64;

/// What a node is expected to be (Knuth and Moore, "An analysis of alpha-beta pruning", 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On the principal variation: searched with an open window.
    Pv,
    /// One good move is expected to refute the line.
    Cut,
    /// Every move is expected to fail.
    All,
}

impl Kind {
    /// What the first child with an open window, or any child with a null window, is.
    const fn null_window_child(self) -> Kind {
        match self {
            Kind::Cut => Kind::All,
            Kind::Pv | Kind::All => Kind::Cut,
        }
    }
}

/// A node while it is being searched.
pub(crate) struct Node<'p, G: Policy> {
    pub(crate) position: &'p G::Position,
    pub(crate) key: Key,
    pub(crate) ply: Ply,
    pub(crate) kind: Kind,
    pub(crate) depth: Depth,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) excluded: Option<G::Move>,
    /// What the table knows.
    pub(crate) entry: Option<Entry>,
    /// May the static evaluation be believed?
    pub(crate) settled: bool,
    /// The game's static evaluation, or [`Score::NONE`].
    pub(crate) static_eval: Score,
    /// The best guess at the node's value before searching it, or [`Score::NONE`].
    pub(crate) eval: Score,
    /// Is the evaluation better than at the side's last turn?
    pub(crate) improving: bool,
}

/// A move while it is being tried.
pub(crate) struct Try<M> {
    pub(crate) mv: M,
    pub(crate) noisy: bool,
    pub(crate) slots: Slots,
    /// Its record in the history tables.
    pub(crate) history: i32,
    /// Its place in the order, from 1.
    pub(crate) number: usize,
}

impl<G: Policy> Node<'_, G> {
    pub(crate) fn pv(&self) -> bool {
        self.kind == Kind::Pv
    }

    pub(crate) fn table_move(&self) -> PackedMove {
        self.entry.map_or(PackedMove::NONE, |entry| entry.mv)
    }
}

impl<G: Policy> Thread<'_, G> {
    /// The value of `position` for its side to move, within `alpha..beta` if it lies there and
    /// otherwise a bound on the right side of it.
    ///
    /// `depth` plies of full search, then quiescence; below zero, quiescence that has already
    /// spent that many full plies. A stopped search gives a meaningless value;
    /// callers look at `stopped` before they believe one.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
        kind: Kind,
    ) -> Score {
        // Step 1. Out of depth: quiescence.
        if depth <= Depth::ZERO {
            return self.quiescence(position, (alpha, beta), depth, ply, kind);
        }
        if !self.enter(ply, kind == Kind::Pv) {
            return Score::DRAW;
        }
        if ply.index() >= MAX_PLY {
            return self.give_up(position);
        }
        let key = G::key(position);
        // Step 2. The game is over, or as good as over.
        if let Some(score) = self.ending(position, key, ply) {
            return score;
        }
        // Step 3. Even winning at once cannot better alpha, or losing now is not below beta.
        let alpha = alpha.max(Score::loss_in(ply));
        let beta = beta.min(Score::win_in(ply));
        if alpha >= beta {
            return alpha;
        }
        let mut node = Node {
            position,
            key,
            ply,
            kind,
            depth,
            alpha,
            beta,
            excluded: self.frame(ply).excluded,
            entry: self.shared.table.probe(key, ply),
            settled: G::settled(position),
            static_eval: Score::NONE,
            eval: Score::NONE,
            improving: false,
        };
        self.before_moves(&mut node)
            .unwrap_or_else(|| self.move_loop(node))
    }

    /// Steps 4 to 9: all that may make it needless to try the moves one by one.
    fn before_moves(&mut self, node: &mut Node<'_, G>) -> Option<Score> {
        self.probe_table(node)
            .or_else(|| self.probe_endgame(node))
            .or_else(|| {
                self.estimate(node);
                if node.pv() || node.excluded.is_some() {
                    return None;
                }
                self.prune_node(node).or_else(|| self.probcut(node))
            })
    }

    /// Too deep to go on: the evaluation as it is, where it means something.
    pub(crate) fn give_up(&mut self, position: &G::Position) -> Score {
        if G::settled(position) {
            self.evaluate(position)
        } else {
            Score::DRAW
        }
    }

    /// Step 2. Over by the rules, drawn by counting or by repetition.
    fn ending(&self, position: &G::Position, key: Key, ply: Ply) -> Option<Score> {
        if let Some(outcome) = G::over(position) {
            return Some(outcome.score(ply));
        }
        if self.repeats(key, ply) || G::rule_draw(position) {
            return Some(Score::DRAW);
        }
        None
    }

    /// Step 4. The table knows the answer. Not on the principal variation, whose line must be
    /// complete, and not while its best move is left out.
    fn probe_table(&self, node: &Node<'_, G>) -> Option<Score> {
        let entry = node.entry.as_ref()?;
        let enough = entry.depth >= node.depth && G::PARAMS.table_cutoffs != 0;
        if node.pv() || node.excluded.is_some() || !enough {
            return None;
        }
        entry.decides(node.alpha, node.beta).then_some(entry.score)
    }

    /// Step 5. Endgame tables know the outcome. A win is a lower bound only, so that the search
    /// goes on to the end of the game.
    fn probe_endgame(&mut self, node: &Node<'_, G>) -> Option<Score> {
        if node.excluded.is_some() {
            return None;
        }
        let outcome = G::probe(node.position)?;
        self.count_table_hit();
        let distance = node.ply.index() as i32;
        match outcome {
            ajeeb_base::Outcome::Draw => Some(Score::DRAW),
            ajeeb_base::Outcome::Loss => Some(-Score::TABLE_WIN + distance),
            ajeeb_base::Outcome::Win => {
                let won = Score::TABLE_WIN - distance;
                (won >= node.beta).then_some(won)
            }
        }
    }

    /// Step 6. The static evaluation, put right by the correction histories, and by the table's
    /// score where that says more.
    fn estimate(&mut self, node: &mut Node<'_, G>) {
        if G::NODE_EVAL && node.settled {
            self.take_evaluation(node);
        }
        let earlier = self.frame_before(node.ply, 2).eval;
        node.improving = node.eval != Score::NONE && earlier != Score::NONE && node.eval > earlier;
        self.frame_mut(node.ply).eval = node.eval;
        if let (Some(entry), true) = (node.entry, node.eval != Score::NONE) {
            let better = match entry.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => entry.score > node.eval,
                Some(Bound::Upper) => entry.score < node.eval,
                None => false,
            };
            if better && !entry.score.is_decided() {
                node.eval = entry.score;
            }
        }
    }

    /// The static evaluation of a settled node, from the table if it is there, and put right.
    pub(crate) fn take_evaluation(&mut self, node: &mut Node<'_, G>) {
        node.static_eval = match node.entry {
            Some(entry) if entry.eval != Score::NONE => entry.eval,
            _ => self.evaluate(node.position),
        };
        node.eval = self.corrected(node.position, node.static_eval);
    }

    /// Step 9 and on. The moves, one by one.
    fn move_loop(&mut self, mut node: Node<'_, G>) -> Score {
        self.reduce_blind(&mut node);
        self.frame_mut(node.ply.next()).killers = [None; 2];
        let clues = Clues {
            table_move: node.table_move(),
            killers: self.frame(node.ply).killers,
            before: self.before(node.ply),
        };
        let mut picker = Picker::<G>::new(clues);
        let mut alpha = node.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = ArrayVec::<G::Move, TRIED>::new();
        let mut number = 0;
        while let Some(mv) = picker.next(node.position, &self.memory.histories) {
            if node.excluded == Some(mv) {
                continue;
            }
            number += 1;
            let attempt = self.appraise(&node, mv, number);
            if best != -Score::INFINITE
                && !best.is_lost()
                && self.prune_move(&node, &attempt, &mut picker)
            {
                continue;
            }
            let extension = match self.singular(&node, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cutoff(score) => return score,
            };
            let score = self.search_move(&node, &attempt, alpha, extension, picker.known());
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(attempt);
                    alpha = score;
                    if node.pv() {
                        self.keep_line(mv, node.ply);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
            if best_move.as_ref().is_none_or(|best| best.mv != mv) {
                let _ = tried.try_push(mv);
            }
        }
        if number == 0 {
            return match node.excluded {
                Some(_) => node.alpha,
                None => G::stuck(node.position).score(node.ply),
            };
        }
        self.learn(&node, best, best_move.as_ref(), &tried);
        best
    }

    /// Step 9. Internal iterative reduction: without a table move the order is a guess, and a
    /// shallower search now gives the next iteration a good one.
    fn reduce_blind(&self, node: &mut Node<'_, G>) {
        if node.depth.plies() >= G::PARAMS.iir_depth
            && node.kind != Kind::All
            && node.excluded.is_none()
            && node.table_move().is_none()
        {
            node.depth = node.depth - Depth::ONE;
        }
    }

    fn appraise(&self, node: &Node<'_, G>, mv: G::Move, number: usize) -> Try<G::Move> {
        let noisy = G::noisy(node.position, mv);
        let slots = G::slots(node.position, mv);
        let history = if noisy {
            self.memory.histories.noisy(slots)
        } else {
            self.memory.histories.quiet(slots, self.before(node.ply))
        };
        Try {
            mv,
            noisy,
            slots,
            history,
            number,
        }
    }

    /// Step 11. Singular extension: if every other move falls well short of the table move, it
    /// is the only one, and worth a deeper look. If instead another move also reaches beta, the
    /// node will fail high anyway (multi-cut).
    fn singular(&mut self, node: &Node<'_, G>, mv: G::Move) -> Singular {
        const NONE: Singular = Singular::Extend(Depth::ZERO);
        let params = &G::PARAMS;
        let depth = node.depth.plies();
        let Some(entry) = node.entry else { return NONE };
        let deep_enough = params.singular_depth != 0
            && depth >= params.singular_depth
            && entry.depth.plies() >= depth - 3
            && node.ply.index() < 2 * self.root_depth.plies() as usize;
        let at_least = matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
        if !deep_enough
            || !at_least
            || node.excluded.is_some()
            || entry.score.is_decided()
            || G::pack(mv) != entry.mv
        {
            return NONE;
        }
        let floor = entry.score - params.singular_margin * depth / 16;
        self.frame_mut(node.ply).excluded = Some(mv);
        let half = Depth::new((depth - 1) / 2);
        let kind = if node.pv() { Kind::Cut } else { node.kind };
        let score = self.search(node.position, (floor - 1, floor), half, node.ply, kind);
        self.frame_mut(node.ply).excluded = None;
        if self.stopped {
            NONE
        } else if score < floor {
            let double = !node.pv() && score < floor - params.double_extension_margin;
            Singular::Extend(Depth::new(1 + i32::from(double)))
        } else if score >= node.beta && !score.is_decided() && !node.pv() {
            Singular::Cutoff(score)
        } else if entry.score >= node.beta {
            Singular::Extend(Depth::new(-1))
        } else {
            NONE
        }
    }

    /// Steps 12 and 13. Plays a move and searches what follows: late moves less deep at first,
    /// all but the first with a null window until one beats alpha (principal variation search;
    /// Marsland and Campbell, 1982).
    fn search_move(
        &mut self,
        node: &Node<'_, G>,
        attempt: &Try<G::Move>,
        alpha: Score,
        singular: Depth,
        choices: usize,
    ) -> Score {
        let child = self.play(node.position, attempt.mv, attempt.slots, node.ply);
        let ply = node.ply.next();
        let mut depth = node.depth - Depth::ONE + singular;
        if singular == Depth::ZERO && node.ply.index() < 2 * self.root_depth.plies() as usize {
            depth += G::extend(node.position, attempt.mv, &child, choices);
        }
        let null_window = (-alpha - 1, -alpha);
        let mut score = Score::INFINITE;
        if attempt.number > 1 || !node.pv() {
            let reduced = self.reduced_depth(node, attempt, &child, depth);
            let kind = if reduced < depth {
                Kind::Cut
            } else {
                node.kind.null_window_child()
            };
            score = -self.search(&child, null_window, reduced, ply, kind);
            if score > alpha && reduced < depth {
                let kind = node.kind.null_window_child();
                score = -self.search(&child, null_window, depth, ply, kind);
            }
        }
        if node.pv() && score > alpha {
            score = -self.search(&child, (-node.beta, -alpha), depth, ply, Kind::Pv);
        }
        self.undo();
        score
    }

    /// Step 12. Late move reductions: the later in the order, the less likely to matter.
    fn reduced_depth(
        &self,
        node: &Node<'_, G>,
        attempt: &Try<G::Move>,
        child: &G::Position,
        depth: Depth,
    ) -> Depth {
        let params = &G::PARAMS;
        if node.depth.plies() < params.lmr_depth
            || attempt.number as i32 <= params.lmr_moves
            || !G::reducible(node.position, attempt.mv, child)
        {
            return depth;
        }
        let mut reduction = late_move_reduction(params, node.depth.plies(), attempt.number);
        if node.pv() {
            reduction -= params.lmr_pv;
        }
        if node.kind == Kind::Cut {
            reduction += params.lmr_cut;
        }
        if node.eval != Score::NONE && !node.improving {
            reduction += params.lmr_worsening;
        }
        reduction -= attempt.history * 1024 / params.lmr_history_divisor;
        let plies = (reduction / 1024).max(0);
        (depth - Depth::new(plies)).max(Depth::ONE.min(depth))
    }

    /// Step 14. Learn from the result, for the order of moves and for the evaluation, and
    /// remember it.
    fn learn(
        &mut self,
        node: &Node<'_, G>,
        best: Score,
        best_move: Option<&Try<G::Move>>,
        tried: &[G::Move],
    ) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best_move.is_some() && node.pv() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Lower
            && let Some(good) = best_move
        {
            self.learn_cutoff(node, good, tried);
        }
        if node.excluded.is_some() {
            return;
        }
        let quiet = best_move.is_none_or(|good| !good.noisy);
        let explained = match bound {
            Bound::Lower => best <= node.static_eval,
            Bound::Upper => best >= node.static_eval,
            Bound::Exact => false,
        };
        if node.static_eval != Score::NONE && quiet && !explained && !best.is_decided() {
            self.memory.histories.learn_correction::<G>(
                node.position,
                node.depth,
                best,
                node.static_eval,
            );
        }
        self.remember(node, node.depth, best, bound, best_move.map(|good| good.mv));
    }

    /// Praises the move that cut off and blames those tried before it.
    fn learn_cutoff(&mut self, node: &Node<'_, G>, good: &Try<G::Move>, tried: &[G::Move]) {
        let params = &G::PARAMS;
        let bonus = (params.history_bonus * node.depth.plies()).min(params.history_bonus_max);
        let before = self.before(node.ply);
        if good.noisy {
            self.memory.histories.learn_noisy(good.slots, bonus);
        } else {
            self.memory.histories.learn_quiet(good.slots, before, bonus);
            let killers = &mut self.frame_mut(node.ply).killers;
            if killers[0] != Some(good.mv) {
                *killers = [Some(good.mv), killers[0]];
            }
        }
        for &mv in tried {
            let slots = G::slots(node.position, mv);
            if G::noisy(node.position, mv) {
                self.memory.histories.learn_noisy(slots, -bonus);
            } else if !good.noisy {
                self.memory.histories.learn_quiet(slots, before, -bonus);
            }
        }
    }

    pub(crate) fn remember(
        &self,
        node: &Node<'_, G>,
        depth: Depth,
        score: Score,
        bound: Bound,
        mv: Option<G::Move>,
    ) {
        let entry = Entry {
            mv: mv.map_or(PackedMove::NONE, G::pack),
            score,
            eval: node.static_eval,
            depth,
            bound: Some(bound),
        };
        self.shared.table.store(node.key, node.ply, entry);
    }
}

/// What the singular search says about the table move.
enum Singular {
    /// Search the move this much deeper (or, if negative, less deep).
    Extend(Depth),
    /// The node fails high with this score.
    Cutoff(Score),
}

impl Entry {
    /// Does the entry's score settle a node with this window?
    #[inline]
    pub(crate) fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
            None => false,
        }
    }
}
