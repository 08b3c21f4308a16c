//! Engines at work on the positions of a suite.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam::channel::{self, Sender};
use serde::Serialize;

use super::task::Task;
use crate::engine::{Engine, Fault, Info, NoStart, Spec, Subject, Turn, Verdict};
use crate::games::Arena;
use crate::interrupt::Interrupt;

/// What an engine has made of a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Finding {
    pub(super) id: String,
    pub(super) fen: String,
    pub(super) wanted: String,
    /// The engine's last word: a move as people read it, or why there is none.
    pub(super) answer: String,
    pub(super) score: Option<String>,
    /// When it had the solution for good, if it has it.
    pub(super) solved: Option<Effort>,
    /// The whole search.
    pub(super) total: Effort,
}

/// What a search had taken at some moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Effort {
    #[serde(rename = "ms", serialize_with = "milliseconds")]
    pub(super) time: Duration,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

fn milliseconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1e6).round() / 1e3)
}

/// Follows a search: since when has it had the solution?
struct Watch<'t, G: Arena> {
    task: &'t Task<G>,
    last: Info,
    since: Option<Effort>,
}

impl<G: Arena> Watch<'_, G> {
    /// The engine has told of an iteration; a line without moves says nothing about its choice.
    fn note(&mut self, info: Info, first_move: Option<&str>, time: Duration) {
        self.last.update(info);
        let Some(text) = first_move else { return };
        if !self.reached(text) {
            self.since = None;
        } else if self.since.is_none() {
            self.since = Some(self.effort(time));
        }
    }

    fn reached(&self, text: &str) -> bool {
        G::read_protocol_move(&self.task.position, text)
            .is_ok_and(|mv| self.task.goal.reached(mv, self.last.score))
    }

    fn effort(&self, time: Duration) -> Effort {
        Effort {
            time,
            nodes: self.last.nodes,
            depth: self.last.depth,
        }
    }

    /// The engine has answered. What it has decided on without a word counts from its answer.
    fn finish(self, answer: &str, time: Duration) -> Finding {
        let task = self.task;
        let total = self.effort(time);
        let solved = self.reached(answer).then(|| self.since.unwrap_or(total));
        let shown = match G::read_protocol_move(&task.position, answer) {
            Ok(mv) => G::write_short(&task.position, mv),
            Err(error) => error.to_string(),
        };
        Finding {
            id: task.id.clone(),
            fen: G::write_position(&task.position),
            wanted: task.wanted.clone(),
            answer: shown,
            score: self.last.score.as_ref().map(Verdict::to_string),
            solved,
            total,
        }
    }
}

/// Who is to solve a suite.
pub(super) struct Crew<'a> {
    pub(super) spec: &'a Arc<Spec>,
    pub(super) subject: Subject,
    /// Engines at a time.
    pub(super) workers: usize,
    pub(super) interrupt: &'a Interrupt,
}

impl Crew<'_> {
    fn engine(&self) -> Result<Engine, NoStart> {
        Engine::start(self.spec, self.subject, self.interrupt)
    }
}

/// Lets engines solve `tasks`, and gives the findings in the tasks' order, after an interrupt
/// those that there are; `tell` hears of each as it comes.
///
/// # Errors
/// If an engine does not start. One that stops later has not solved its position.
pub(super) fn solve_all<G: Arena>(
    tasks: &[Task<G>],
    crew: &Crew<'_>,
    mut tell: impl FnMut(&Finding),
) -> Result<Vec<Finding>, NoStart> {
    let next = AtomicUsize::new(0);
    let (sender, news) = channel::unbounded();
    let mut findings: Vec<Option<Finding>> = tasks.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..crew.workers.min(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                if let Err(error) = work(tasks, crew, next, &sender) {
                    // Nothing new is begun. If nobody listens, there is nothing left to do.
                    next.store(tasks.len(), Ordering::Relaxed);
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        for item in news {
            let (place, finding) = item?;
            tell(&finding);
            findings[place] = Some(finding);
        }
        Ok(findings.into_iter().flatten().collect())
    })
}

fn work<G: Arena>(
    tasks: &[Task<G>],
    crew: &Crew<'_>,
    next: &AtomicUsize,
    news: &Sender<Result<(usize, Finding), NoStart>>,
) -> Result<(), NoStart> {
    let mut engine = crew.engine()?;
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = tasks.get(place) else {
            engine.quit();
            return Ok(());
        };
        let finding = match solve(task, &mut engine) {
            Ok(finding) => finding,
            Err(Fault::Interrupted) => return Ok(()),
            Err(fault) => {
                engine = crew.engine()?;
                unsolved(task, &fault)
            }
        };
        if news.send(Ok((place, finding))).is_err() {
            return Ok(());
        }
    }
}

fn solve<G: Arena>(task: &Task<G>, engine: &mut Engine) -> Result<Finding, Fault> {
    engine.new_game()?;
    let clock = engine.clock();
    let start = G::protocol_position(&task.position);
    let turn = Turn {
        start: &start,
        moves: &[],
        side: G::side(&task.position),
        clocks: &[clock.clone(), clock],
    };
    let mut watch = Watch {
        task,
        last: Info::default(),
        since: None,
    };
    let answer = engine.think_aloud(&turn, |info, first_move, time| {
        watch.note(info, first_move, time);
    })?;
    Ok(watch.finish(&answer.text, answer.elapsed))
}

fn unsolved<G: Arena>(task: &Task<G>, fault: &Fault) -> Finding {
    Finding {
        id: task.id.clone(),
        fen: G::write_position(&task.position),
        wanted: task.wanted.clone(),
        answer: format!("the engine {fault}"),
        score: None,
        solved: None,
        total: Effort::default(),
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;

    use super::super::task::only_task;
    use super::*;

    fn info(depth: u32, nodes: u64, score: Verdict) -> Info {
        Info {
            depth: Some(depth),
            nodes: Some(nodes),
            score: Some(score),
        }
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_solution_counts_from_when_it_stayed() {
        let task = only_task::<Chess>("4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; dm 1;");
        let watch = || Watch {
            task: &task,
            last: Info::default(),
            since: None,
        };
        let mut steady = watch();
        let mate = Verdict::Mate(1);
        steady.note(info(1, 10, mate), Some("a1a8"), ms(1));
        steady.note(info(2, 20, Verdict::Units(5.0)), Some("a1a7"), ms(2));
        steady.note(info(3, 30, mate), Some("a1a8"), ms(3));
        steady.note(info(3, 35, mate), None, ms(4));
        steady.note(info(4, 40, mate), Some("a1a8"), ms(5));
        let finding = steady.finish("a1a8", ms(6));
        let (since, total) = (finding.solved.unwrap(), finding.total);
        assert_eq!(
            (since.time, since.nodes, since.depth),
            (ms(3), Some(30), Some(3))
        );
        assert_eq!((total.time, total.nodes), (ms(6), Some(40)));
        assert_eq!(
            (finding.answer.as_str(), finding.score.as_deref()),
            ("Ra8#", Some("+M1"))
        );

        let mut fickle = watch();
        fickle.note(info(1, 10, mate), Some("a1a8"), ms(1));
        assert_eq!(fickle.finish("a1a2", ms(2)).solved, None);

        let mut late = watch();
        late.note(info(1, 10, mate), Some("a1a2"), ms(1));
        assert_eq!(
            late.finish("a1a8", ms(2)).solved.map(|effort| effort.time),
            Some(ms(2))
        );

        let silent = watch().finish("a9", ms(2));
        assert_eq!(
            (silent.solved, silent.answer.as_str()),
            (None, "\"a9\" is not a move")
        );
    }
}
