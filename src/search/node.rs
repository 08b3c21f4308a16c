//! The search of one node, step by step. Each step is a method that says why it is there; the
//! numbers come from the game's [`Params`](ajeeb_game::Params), the questions go to its
//! [`Policy`].

use ajeeb_base::{Depth, Key, MAX_PLY, Ply, Score};
use ajeeb_game::{Leaf, PackedMove, Policy, ProbCut, Slots};
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
struct Node<'p, G: Policy> {
    position: &'p G::Position,
    key: Key,
    ply: Ply,
    kind: Kind,
    depth: Depth,
    alpha: Score,
    beta: Score,
    excluded: Option<G::Move>,
    /// What the table knows.
    entry: Option<Entry>,
    /// May the static evaluation be believed?
    settled: bool,
    /// The game's static evaluation, or [`Score::NONE`].
    static_eval: Score,
    /// The best guess at the node's value before searching it, or [`Score::NONE`].
    eval: Score,
    /// Is the evaluation better than at the side's last turn?
    improving: bool,
}

/// A move while it is being tried.
struct Try<M> {
    mv: M,
    noisy: bool,
    slots: Slots,
    /// Its record in the history tables.
    history: i32,
    /// Its place in the order, from 1.
    number: usize,
}

impl<G: Policy> Node<'_, G> {
    fn pv(&self) -> bool {
        self.kind == Kind::Pv
    }

    fn table_move(&self) -> PackedMove {
        self.entry.map_or(PackedMove::NONE, |entry| entry.mv)
    }
}

impl<G: Policy> Thread<'_, G> {
    /// The value of `position` for its side to move, within `alpha..beta` if it lies there and
    /// otherwise a bound on the right side of it.
    ///
    /// `depth` plies of full search, then quiescence. A stopped search gives a meaningless value;
    /// callers look at `stopped` before they believe one.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        mut depth: Depth,
        ply: Ply,
        kind: Kind,
    ) -> Score {
        // Step 1. Out of depth: quiescence, unless the game wants one full ply more.
        if depth <= Depth::ZERO {
            match G::leaf(position) {
                Leaf::FullPly => depth = Depth::ONE,
                leaf => return self.quiescence(position, (alpha, beta), ply, kind, leaf),
            }
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
    fn give_up(&mut self, position: &G::Position) -> Score {
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
            node.static_eval = match node.entry {
                Some(entry) if entry.eval != Score::NONE => entry.eval,
                _ => self.evaluate(node.position),
            };
            node.eval = self.corrected(node.position, node.static_eval);
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

    /// Step 7. So far from the window that no search is needed, or a cheap one settles it.
    fn prune_node(&mut self, node: &Node<'_, G>) -> Option<Score> {
        if node.eval == Score::NONE || node.beta.is_decided() || node.alpha.is_decided() {
            return None;
        }
        self.razor(node)
            .or_else(|| self.reverse_futility(node))
            .or_else(|| self.try_null_move(node))
    }

    /// Step 7a. Razoring: hopelessly below alpha near the leaves; if captures do not help,
    /// nothing will.
    fn razor(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let depth = node.depth.plies();
        let margin = G::PARAMS.razor_margin * depth;
        if depth > G::PARAMS.razor_depth || node.eval + margin > node.alpha {
            return None;
        }
        let window = (node.alpha, node.alpha + 1);
        let leaf = G::leaf(node.position);
        if leaf == Leaf::FullPly {
            return None;
        }
        let score = self.quiescence(node.position, window, node.ply, node.kind, leaf);
        (score <= node.alpha).then_some(score)
    }

    /// Step 7b. Reverse futility: so far above beta that the opponent's best reply will not
    /// bring it back.
    fn reverse_futility(&self, node: &Node<'_, G>) -> Option<Score> {
        let depth = node.depth.plies();
        let margin = G::PARAMS.reverse_futility_margin * (depth - i32::from(node.improving));
        (depth <= G::PARAMS.reverse_futility_depth && node.eval - margin >= node.beta)
            .then_some(node.eval)
    }

    /// Step 7c. Null move: if passing still fails high, a real move will. Only where the game
    /// knows how to pass, never twice running, and verified at high depth against zugzwang.
    fn try_null_move(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let params = &G::PARAMS;
        if !G::NULL_MOVE
            || node.depth.plies() < params.null_depth
            || node.eval < node.beta
            || self.frame_before(node.ply, 1).null
            || node.ply < self.null_from
        {
            return None;
        }
        let child = G::pass(node.position)?;
        let surplus = (node.eval - node.beta).centi() / params.null_eval_divisor;
        let reduction = params.null_reduction
            + node.depth.plies() / params.null_depth_divisor
            + surplus.min(params.null_reduction);
        let depth = node.depth - Depth::new(reduction);
        let window = (-node.beta, -node.beta + 1);
        self.play_null(node.position, node.ply);
        let score = -self.search(&child, window, depth, node.ply.next(), Kind::All);
        self.undo();
        if self.stopped || score < node.beta {
            return None;
        }
        let score = if score.is_decided() { node.beta } else { score };
        if node.depth.plies() < params.null_verify_depth || self.null_from > Ply::ROOT {
            return Some(score);
        }
        self.null_from = Ply::new(node.ply.index() + (depth.plies().max(0) * 3 / 4) as usize + 1);
        let window = (node.beta - 1, node.beta);
        let verified = self.search(node.position, window, depth, node.ply, Kind::Cut);
        self.null_from = Ply::ROOT;
        (!self.stopped && verified >= node.beta).then_some(score)
    }

    /// Step 8. ProbCut: a shallow search far above beta predicts that the deep one fails high
    /// (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
    fn probcut(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let params = &G::PARAMS;
        let depth = node.depth.plies();
        if G::PROBCUT == ProbCut::Off || depth < params.probcut_depth || node.beta.is_decided() {
            return None;
        }
        let goal = node.beta + params.probcut_margin + params.probcut_margin_ply * depth;
        let shallow = depth * params.probcut_depth_share / 1024 - params.probcut_reduction;
        let shallow = Depth::new(shallow.max(0));
        let doubtful = node.entry.is_some_and(|entry| {
            entry.depth >= shallow && entry.bound != Some(Bound::Lower) && entry.score < goal
        });
        if doubtful {
            return None;
        }
        match G::PROBCUT {
            ProbCut::Off => None,
            ProbCut::SameNode => {
                let score = self.search(
                    node.position,
                    (goal - 1, goal),
                    shallow,
                    node.ply,
                    Kind::Cut,
                );
                (!self.stopped && score >= goal).then_some(score)
            }
            ProbCut::Captures => self.probcut_captures(node, goal, shallow),
        }
    }

    /// ProbCut after each capture that promises enough: quiescence first, then the shallow
    /// search.
    fn probcut_captures(
        &mut self,
        node: &Node<'_, G>,
        goal: Score,
        shallow: Depth,
    ) -> Option<Score> {
        if node.eval == Score::NONE {
            return None;
        }
        let clues = Clues {
            table_move: node.table_move(),
            killers: [None; 2],
            before: [None; 2],
        };
        let mut picker = Picker::<G>::noisy(clues, goal - node.eval);
        let window = (-goal, -goal + 1);
        while let Some(mv) = picker.next(node.position, &self.memory.histories) {
            let slots = G::slots(node.position, mv);
            let child = self.play(node.position, mv, slots, node.ply);
            let ply = node.ply.next();
            let mut score = -self.search(&child, window, Depth::ZERO, ply, Kind::All);
            if score >= goal && shallow > Depth::ZERO {
                score = -self.search(&child, window, shallow, ply, Kind::All);
            }
            self.undo();
            if self.stopped {
                return None;
            }
            if score >= goal {
                let depth = shallow + Depth::ONE;
                self.remember(node, depth, score, Bound::Lower, Some(mv));
                return Some(score);
            }
        }
        None
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

    /// Step 10. Moves not worth a search of their own, once one is known that does not lose.
    fn prune_move(
        &self,
        node: &Node<'_, G>,
        attempt: &Try<G::Move>,
        picker: &mut Picker<G>,
    ) -> bool {
        let params = &G::PARAMS;
        let depth = node.depth.plies();
        if node.pv() || !node.settled {
            return false;
        }
        if !attempt.noisy {
            // Late moves: the order has put them last.
            let enough = params.late_move_base + (depth * depth * params.late_move_factor >> 10);
            let enough = if node.improving { enough } else { enough / 2 };
            if depth <= params.late_move_depth && attempt.number as i32 > enough {
                picker.skip_quiet();
                return true;
            }
            // Futility: a quiet move will not make up for what is missing.
            let hope = params.futility_base + params.futility_margin * depth;
            if depth <= params.futility_depth
                && node.eval != Score::NONE
                && node.eval + hope <= node.alpha
            {
                picker.skip_quiet();
                return true;
            }
            // History: this move keeps failing.
            if depth <= params.history_prune_depth
                && attempt.history < -params.history_prune_margin * depth
            {
                return true;
            }
        }
        // Exchange: it loses more than the depth can win back.
        if G::SEE && depth <= params.see_depth {
            let loss = if attempt.noisy {
                params.see_noisy_margin * depth
            } else {
                params.see_quiet_margin * depth * depth
            };
            return !G::see_ge(node.position, attempt.mv, Score::new(-loss));
        }
        false
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

    fn remember(
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
            pv: node.pv(),
        };
        self.shared.table.store(node.key, node.ply, entry);
    }

    /// The search at the end of the search: only what must be played out before the evaluation
    /// can be believed. `leaf` is what the game says about `position`, never a full ply.
    fn quiescence(
        &mut self,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        ply: Ply,
        kind: Kind,
        leaf: Leaf,
    ) -> Score {
        let pv = kind == Kind::Pv;
        if !self.enter(ply, pv) {
            return Score::DRAW;
        }
        if let Some(outcome) = G::over(position) {
            return outcome.score(ply);
        }
        if ply.index() >= MAX_PLY {
            return self.give_up(position);
        }
        if leaf == Leaf::Settled {
            let eval = self.evaluate(position);
            return self.corrected(position, eval);
        }
        let key = G::key(position);
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = &entry
            && !pv
            && G::PARAMS.table_cutoffs != 0
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let mut node = Node {
            position,
            key,
            ply,
            kind,
            depth: Depth::ZERO,
            alpha,
            beta,
            excluded: None,
            entry,
            settled: leaf == Leaf::StandPat,
            static_eval: Score::NONE,
            eval: Score::NONE,
            improving: false,
        };
        if node.settled {
            node.static_eval = match entry {
                Some(entry) if entry.eval != Score::NONE => entry.eval,
                _ => self.evaluate(position),
            };
            node.eval = self.corrected(position, node.static_eval);
            if node.eval >= beta {
                return node.eval;
            }
            node.alpha = alpha.max(node.eval);
        }
        self.quiet_down(&node)
    }

    /// The moves of the quiescence search.
    fn quiet_down(&mut self, node: &Node<'_, G>) -> Score {
        let clues = Clues {
            table_move: node.table_move(),
            killers: [None; 2],
            before: self.before(node.ply),
        };
        let mut picker = if node.settled {
            Picker::<G>::noisy(clues, Score::DRAW)
        } else {
            Picker::<G>::new(clues)
        };
        let mut alpha = node.alpha;
        let mut best = if node.settled {
            node.eval
        } else {
            -Score::INFINITE
        };
        let mut best_move = None;
        let mut tried_any = false;
        while let Some(mv) = picker.next(node.position, &self.memory.histories) {
            tried_any = true;
            if node.settled && !best.is_lost() {
                // Even what it wins does not bring the score near alpha.
                let hope = node.eval + (G::gain(node.position, mv) + G::PARAMS.quiescence_margin);
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            let slots = G::slots(node.position, mv);
            let child = self.play(node.position, mv, slots, node.ply);
            let window = (-node.beta, -alpha);
            let score = -self.search(&child, window, Depth::ZERO, node.ply.next(), node.kind);
            self.undo();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if node.pv() {
                        self.keep_line(mv, node.ply);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
            // One way out of check that does not lose is enough; the quiet rest can wait.
            if !node.settled && !best.is_lost() && G::PARAMS.late_move_depth != 0 {
                picker.skip_quiet();
            }
        }
        if !tried_any && !node.settled {
            return G::stuck(node.position).score(node.ply);
        }
        let bound = if best >= node.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.remember(node, Depth::ZERO, best, bound, best_move);
        best
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
    fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
            None => false,
        }
    }
}
