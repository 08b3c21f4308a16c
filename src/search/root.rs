//! Iterative deepening at the root: depth after depth, each best line with an aspiration window.

use ajeeb_base::{Depth, Ply, Score};
use ajeeb_game::{Policy, Select};

use crate::clock::Timer;
use crate::node::Kind;
use crate::picker::{Clues, Picker};
use crate::reduction::late_move_reduction;
use crate::thread::Thread;
use crate::{Bound, Event, Limits, Line, Signals};

use std::time::{Duration, Instant};

/// The root move being searched is told only after this long.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);
/// And this much apart.
const CURRENT_MOVE_EVERY: Duration = Duration::from_millis(500);
/// On the clock, a single legal move is played after this many iterations.
const SINGLE_MOVE_DEPTH: Depth = Depth::new(6);

/// How much of its normal time a move gets, in percent, by how many iterations in a row have
/// agreed on it: the less settled, the more.
const SETTLED_SHARE: [u32; 6] = [170, 130, 105, 90, 80, 75];
/// Of this too: how the score has fallen since the last iteration, a percent for each point, up
/// to this many.
const FALL_SHARE_MAX: i32 = 60;

/// A move at the root.
pub(crate) struct RootMove<G: Policy> {
    pub(crate) mv: G::Move,
    /// The value in this iteration, if the move was the first or found to beat the others.
    pub(crate) score: Score,
    /// How that is to be read.
    bound: Bound,
    /// The value in the last iteration.
    previous: Score,
    /// The line that begins with it.
    line: Vec<G::Move>,
    selective_depth: usize,
}

/// Where the main thread tells what it finds.
pub(crate) type Report<'r, M> = &'r mut (dyn FnMut(Event<'_, M>) + Send);

/// What the main thread keeps to itself: its listener and the course of the best move.
struct Main<'r, M> {
    report: Report<'r, M>,
    last_current: Option<Instant>,
    best: Option<M>,
    agreed: usize,
    last_score: Score,
}

impl<G: Policy> Thread<'_, G> {
    /// Searches deeper and deeper until a limit is reached. The main thread alone has someone to
    /// `report` to, and alone decides when it is enough.
    pub(crate) fn deepen(&mut self, report: Option<Report<'_, G::Move>>) {
        self.list_root_moves();
        if self.root_moves.is_empty() {
            return;
        }
        let mut main = report.map(|report| Main {
            report,
            last_current: None,
            best: None,
            agreed: 0,
            last_score: Score::DRAW,
        });
        self.lines = self.first_guess();
        let last = self
            .shared
            .limits
            .depth
            .unwrap_or(Depth::MAX)
            .min(Depth::MAX);
        // Threads that differ in depth help each other more than threads that do the same.
        let mut depth = Depth::new(1 + (self.id % 2) as i32);
        while depth <= last && !self.stopped {
            self.iterate(depth, main.as_mut());
            if let Some(main) = main.as_mut() {
                self.publish();
                let over = self.stopped || self.is_enough(depth, main) || depth == last;
                // The last lines are told at the end of the search, unless that is far off.
                if !over || self.shared.must_wait() {
                    (main.report)(Event::Lines(&self.lines, self.shared.effort()));
                }
                if over {
                    break;
                }
            }
            depth += Depth::ONE;
        }
        self.publish();
    }

    /// One iteration: the best line, then the next best among the other moves, and so on.
    fn iterate(&mut self, depth: Depth, mut main: Option<&mut Main<'_, G::Move>>) {
        self.root_depth = depth;
        self.selective_depth = 0;
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
        }
        let count = self.wanted_lines();
        for index in 0..count {
            self.aspirate(index, depth, main.as_deref_mut());
            if self.stopped {
                // One line is worth what was found so far; several only if all are there.
                if count == 1 {
                    self.keep_better_start(depth);
                }
                return;
            }
            self.root_moves[..=index].sort_by_key(|root_move| -root_move.score);
        }
        self.lines = (0..count)
            .map(|index| self.root_moves[index].as_line(index + 1, depth))
            .collect();
    }

    /// Searches the root moves from `index` on with a window around the last value, wider until
    /// the value lies inside. The best of them comes to `index`.
    fn aspirate(&mut self, index: usize, depth: Depth, mut main: Option<&mut Main<'_, G::Move>>) {
        let params = &G::PARAMS;
        let guess = self.root_moves[index].previous;
        let mut width = params.aspiration_window;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let guessed = guess > -Score::INFINITE && !guess.is_decided();
        if depth.plies() >= params.aspiration_depth && guessed {
            alpha = (guess - width).max(-Score::INFINITE);
            beta = (guess + width).min(Score::INFINITE);
        }
        loop {
            let score = self.search_root(index, (alpha, beta), depth, main.as_deref_mut());
            if self.stopped {
                return;
            }
            self.root_moves[index..].sort_by_key(|root_move| -root_move.score);
            if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::new((alpha.centi() + beta.centi()) / 2);
                alpha = (score - width).max(-Score::INFINITE);
            } else if score >= beta && beta < Score::INFINITE {
                beta = (score + width).min(Score::INFINITE);
            } else {
                return;
            }
            width += width / 2;
            if width > Score::MAX_EVAL.centi() / 8 || score.is_decided() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// The root as a node: every move from `index` on, the first with an open window, the others
    /// with a null window until one beats alpha.
    fn search_root(
        &mut self,
        index: usize,
        (mut alpha, beta): (Score, Score),
        depth: Depth,
        mut main: Option<&mut Main<'_, G::Move>>,
    ) -> Score {
        if !self.enter(Ply::ROOT, true) {
            return -Score::INFINITE;
        }
        let position = self.shared.game.position();
        let settled = G::settled(position);
        self.frame_mut(Ply::ROOT).eval = Score::NONE;
        if G::NODE_EVAL && settled {
            let eval = self.evaluate(position);
            self.frame_mut(Ply::ROOT).eval = self.corrected(position, eval);
        }
        for root_move in &mut self.root_moves[index..] {
            root_move.score = -Score::INFINITE;
        }
        let mut best = -Score::INFINITE;
        for place in index..self.root_moves.len() {
            let number = place - index + 1;
            if let Some(main) = main.as_deref_mut() {
                self.tell_current(main, place, depth);
            }
            let score = self.search_root_move(place, number, (alpha, beta), depth);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if number == 1 || score > alpha {
                self.note_root_line(place, score, (alpha, beta));
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    fn search_root_move(
        &mut self,
        place: usize,
        number: usize,
        (alpha, beta): (Score, Score),
        depth: Depth,
    ) -> Score {
        let position = self.shared.game.position();
        let mv = self.root_moves[place].mv;
        let slots = G::slots(position, mv);
        let child = self.play(position, mv, slots, Ply::ROOT);
        let ply = Ply::ROOT.next();
        let mut depth = depth - Depth::ONE;
        depth += G::extend(position, mv, &child, self.root_moves.len());
        self.frame_mut(ply).pv.clear();
        self.frame_mut(ply.next()).killers = [None; 2];
        let null_window = (-alpha - 1, -alpha);
        let mut score = Score::INFINITE;
        if number > 1 {
            let mut reduced = depth;
            if depth.plies() >= G::PARAMS.lmr_depth && G::reducible(position, mv, &child) {
                let plies = late_move_reduction(&G::PARAMS, depth.plies(), number) / 2048;
                reduced = (depth - Depth::new(plies.max(0))).max(Depth::ONE.min(depth));
            }
            score = -self.search(&child, null_window, reduced, ply, Kind::Cut);
            if score > alpha && reduced < depth {
                score = -self.search(&child, null_window, depth, ply, Kind::Cut);
            }
        }
        if score > alpha {
            score = -self.search(&child, (-beta, -alpha), depth, ply, Kind::Pv);
        }
        self.undo();
        score
    }

    fn note_root_line(&mut self, place: usize, score: Score, (alpha, beta): (Score, Score)) {
        let selective_depth = self.selective_depth;
        let mut line = std::mem::take(&mut self.root_moves[place].line);
        line.clear();
        line.push(self.root_moves[place].mv);
        line.extend_from_slice(&self.frame(Ply::ROOT.next()).pv);
        let root_move = &mut self.root_moves[place];
        root_move.line = line;
        root_move.score = score;
        root_move.bound = if score <= alpha {
            Bound::Upper
        } else if score >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        root_move.selective_depth = selective_depth;
    }

    /// The legal root moves, or those asked for, in their first order.
    fn list_root_moves(&mut self) {
        let position = self.shared.game.position();
        let only = &self.shared.limits.only;
        let mut legal = G::Moves::default();
        G::moves(position, Select::All, &mut legal);
        let restricted = legal.iter().any(|mv| only.contains(mv));
        let table_move = self
            .shared
            .table
            .probe(G::key(position), Ply::ROOT)
            .map(|entry| entry.mv);
        let table_move = table_move.unwrap_or_default();
        let clues = Clues {
            table_move,
            killers: [None; 2],
            before: [None; 2],
        };
        let mut picker = Picker::<G>::new(clues);
        while let Some(mv) = picker.next(position, &self.memory.histories) {
            if !restricted || only.contains(&mv) {
                self.root_moves.push(RootMove::new(mv));
            }
        }
    }

    fn wanted_lines(&self) -> usize {
        self.shared.limits.lines.clamp(1, self.root_moves.len())
    }

    /// Lines to answer with should the search be stopped before its first iteration is done.
    fn first_guess(&mut self) -> Vec<Line<G::Move>> {
        let position = self.shared.game.position();
        let score = if G::settled(position) {
            self.evaluate(position)
        } else {
            Score::DRAW
        };
        let moves = self.root_moves.iter().take(self.wanted_lines());
        moves
            .enumerate()
            .map(|(index, root_move)| Line {
                score,
                ..root_move.as_line(index + 1, Depth::ZERO)
            })
            .collect()
    }

    /// The search was stopped in the middle of an iteration: a root move that had beaten the
    /// others by then is better than the last iteration's choice, since that was searched first.
    fn keep_better_start(&mut self, depth: Depth) {
        let best = self
            .root_moves
            .iter()
            .max_by_key(|root_move| root_move.score);
        if let Some(best) = best
            && best.score > -Score::INFINITE
            && best.bound != Bound::Upper
        {
            self.lines = vec![best.as_line(1, depth)];
        }
    }

    /// Has the main thread found what it was looking for, or used its time?
    fn is_enough(&self, depth: Depth, main: &mut Main<'_, G::Move>) -> bool {
        let Limits {
            soft_nodes,
            forced_within,
            infinite,
            analyse,
            ..
        } = *self.shared.limits;
        if soft_nodes.is_some_and(|most| self.shared.effort_nodes() >= most) {
            return true;
        }
        let (timer, signals): (&Timer, &Signals) = (&self.shared.timer, self.shared.signals);
        let score = self.lines[0].score;
        if let (Some(most), Some(plies)) = (forced_within, score.plies_to_end())
            && plies.unsigned_abs() <= most
        {
            return true;
        }
        let best = self.lines[0].moves.first().copied();
        main.agreed = if best == main.best {
            main.agreed + 1
        } else {
            0
        };
        let fall = (main.last_score - score).centi().clamp(0, FALL_SHARE_MAX) as u32;
        (main.best, main.last_score) = (best, score);
        if infinite || !timer.on_clock() {
            return false;
        }
        let proven = score
            .plies_to_end()
            .is_some_and(|plies| depth.plies() > plies.abs() + 1);
        let single = self.root_moves.len() == 1 && depth >= SINGLE_MOVE_DEPTH;
        let share = SETTLED_SHARE[main.agreed.min(SETTLED_SHARE.len() - 1)] * (100 + fall) / 100;
        (!analyse && !signals.pondering() && (proven || single)) || timer.is_enough(signals, share)
    }

    fn tell_current(&self, main: &mut Main<'_, G::Move>, place: usize, depth: Depth) {
        if self.shared.timer.elapsed() < CURRENT_MOVE_AFTER
            || main
                .last_current
                .is_some_and(|last| last.elapsed() < CURRENT_MOVE_EVERY)
        {
            return;
        }
        main.last_current = Some(Instant::now());
        let mv = self.root_moves[place].mv;
        (main.report)(Event::Current {
            mv,
            number: place + 1,
            depth,
        });
    }
}

impl<G: Policy> RootMove<G> {
    fn new(mv: G::Move) -> RootMove<G> {
        RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous: -Score::INFINITE,
            line: vec![mv],
            selective_depth: 0,
        }
    }

    fn as_line(&self, number: usize, depth: Depth) -> Line<G::Move> {
        Line {
            number,
            depth,
            selective_depth: self.selective_depth,
            score: self.score,
            bound: self.bound,
            moves: self.line.clone(),
        }
    }
}
