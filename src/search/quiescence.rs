//! The search at the end of the search.

use ajeeb_base::{Depth, MAX_PLY, Ply, Score};
use ajeeb_game::{Leaf, Policy};

use crate::Bound;
use crate::node::{Kind, Node};
use crate::picker::{Clues, Picker};
use crate::thread::Thread;

impl<G: Policy> Thread<'_, G> {
    /// The value of `position` when only that is played out which must be before the evaluation
    /// can be believed. `depth` is zero, or less by the full plies already spent, of which there
    /// are only so many: threats may answer threats without end.
    pub(crate) fn quiescence(
        &mut self,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
        kind: Kind,
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
        let leaf = G::leaf(position);
        let spent = leaf == Leaf::FullPly && -depth.plies() >= G::PARAMS.full_plies;
        if leaf == Leaf::Settled || spent {
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
            depth,
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
            self.take_evaluation(&mut node);
            if node.eval >= beta {
                return node.eval;
            }
            node.alpha = alpha.max(node.eval);
        }
        self.quiet_down(&node, leaf)
    }

    /// The moves of the quiescence search.
    fn quiet_down(&mut self, node: &Node<'_, G>, leaf: Leaf) -> Score {
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
        let price = if leaf == Leaf::FullPly {
            Depth::ONE
        } else {
            Depth::ZERO
        };
        let depth = node.depth - price;
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
            let score = -self.search(&child, window, depth, node.ply.next(), node.kind);
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
            if leaf == Leaf::MustMove && !best.is_lost() && G::PARAMS.late_move_depth != 0 {
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
