//! What may make it needless to search: a whole node (steps 7 and 8) or one of its moves (step 10).

use ajeeb_base::{Depth, Ply, Score};
use ajeeb_game::{Policy, ProbCut};

use crate::Bound;
use crate::node::{Kind, Node, Try};
use crate::picker::{Clues, Picker};
use crate::thread::Thread;

impl<G: Policy> Thread<'_, G> {
    /// Step 7. So far from the window that no search is needed, or a cheap one settles it.
    pub(crate) fn prune_node(&mut self, node: &Node<'_, G>) -> Option<Score> {
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
        let score = self.quiescence(node.position, window, Depth::ZERO, node.ply, node.kind);
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
    pub(crate) fn probcut(&mut self, node: &Node<'_, G>) -> Option<Score> {
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

    /// Step 10. Moves not worth a search of their own, once one is known that does not lose. Not
    /// when a win is already proven: a shorter one may be a quiet move away.
    pub(crate) fn prune_move(
        &self,
        node: &Node<'_, G>,
        attempt: &Try<G::Move>,
        picker: &mut Picker<G>,
    ) -> bool {
        let params = &G::PARAMS;
        let depth = node.depth.plies();
        if node.pv() || !node.settled || node.alpha.is_decided() {
            return false;
        }
        if !attempt.noisy {
            // Late moves: the order has put them last.
            let enough = params.late_move_base + ((depth * depth * params.late_move_factor) >> 10);
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
            if params.history_prune_margin != 0
                && depth <= params.history_prune_depth
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
}
