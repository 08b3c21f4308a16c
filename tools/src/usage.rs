//! How an engine has used its time, and what went wrong with it.

use std::time::Duration;

use serde::Serialize;

use crate::clock::Overrun;
use crate::engine::Answer;

/// An engine's account of one game or many.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Usage {
    moves: u64,
    time: Duration,
    nodes: Average,
    depth: Average,
    largest_overrun: Duration,
    /// Games lost because of the engine's conduct.
    pub(crate) forfeits: Forfeits,
}

/// Games lost otherwise than by playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Forfeits {
    /// A move came too late.
    pub(crate) time: u64,
    /// A move was not legal, or no move at all.
    pub(crate) illegal: u64,
    /// The engine ended, or could not be started again.
    pub(crate) crash: u64,
    /// The engine did not answer.
    pub(crate) hang: u64,
}

/// How a game can be lost otherwise than by playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// A move came too late.
    Late,
    /// A move was not legal, or no move at all.
    Illegal,
    /// The engine ended, or could not be started again.
    Crash,
    /// The engine did not answer.
    Hang,
}

impl Conduct {
    const ALL: [Conduct; 4] = [
        Conduct::Late,
        Conduct::Illegal,
        Conduct::Crash,
        Conduct::Hang,
    ];

    /// What the tag `Termination` calls it: the words of the PGN standard, section 9.8.1, and for
    /// a hang the one that other match runners use.
    pub(crate) const fn termination(self) -> &'static str {
        match self {
            Conduct::Late => "time forfeit",
            Conduct::Illegal => "rules infraction",
            Conduct::Crash => "abandoned",
            Conduct::Hang => "stalled connection",
        }
    }

    /// The conduct that such a tag tells of.
    pub(crate) fn of_termination(text: &str) -> Option<Conduct> {
        let mut all = Conduct::ALL.into_iter();
        all.find(|conduct| conduct.termination() == text)
    }
}

impl Forfeits {
    /// Counts a game.
    pub(crate) fn add(&mut self, conduct: Conduct) {
        match conduct {
            Conduct::Late => self.time += 1,
            Conduct::Illegal => self.illegal += 1,
            Conduct::Crash => self.crash += 1,
            Conduct::Hang => self.hang += 1,
        }
    }
}

/// A sum over those moves that have the figure, and the time they took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Average {
    sum: f64,
    moves: u64,
    time: Duration,
}

impl Average {
    fn add(&mut self, value: f64, time: Duration) {
        *self += Average {
            sum: value,
            moves: 1,
            time,
        };
    }

    fn a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum / self.moves as f64)
    }

    fn a_second(&self) -> Option<f64> {
        (!self.time.is_zero()).then(|| self.sum / self.time.as_secs_f64())
    }
}

impl std::ops::AddAssign for Average {
    fn add_assign(&mut self, other: Average) {
        self.sum += other.sum;
        self.moves += other.moves;
        self.time += other.time;
    }
}

impl Usage {
    /// Takes note of an answer, legal or not.
    pub(crate) fn note(&mut self, answer: &Answer, overrun: Option<Overrun>) {
        self.moves += 1;
        self.time += answer.elapsed;
        if let Some(nodes) = answer.info.nodes {
            self.nodes.add(nodes as f64, answer.elapsed);
        }
        if let Some(depth) = answer.info.depth {
            self.depth.add(f64::from(depth), answer.elapsed);
        }
        if let Some(overrun) = overrun {
            self.largest_overrun = self.largest_overrun.max(overrun.by);
        }
    }

    /// Adds the account of another game.
    pub(crate) fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.largest_overrun = self.largest_overrun.max(other.largest_overrun);
        self.forfeits.time += other.forfeits.time;
        self.forfeits.illegal += other.forfeits.illegal;
        self.forfeits.crash += other.forfeits.crash;
        self.forfeits.hang += other.forfeits.hang;
    }

    /// The account in figures.
    pub(crate) fn figures(&self) -> Figures {
        Figures {
            moves: self.moves,
            mean_ms: (self.moves > 0).then(|| self.time.as_secs_f64() * 1e3 / self.moves as f64),
            mean_depth: self.depth.a_move(),
            nodes_per_move: self.nodes.a_move(),
            nodes_per_second: self.nodes.a_second(),
            largest_overrun_ms: self.largest_overrun.as_secs_f64() * 1e3,
            forfeits: self.forfeits,
        }
    }
}

/// An account in figures. Those that an engine has not given are left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Figures {
    /// Moves answered.
    pub(crate) moves: u64,
    /// Time for a move on our clock.
    pub(crate) mean_ms: Option<f64>,
    /// Depth in plies for a move, as the engine says.
    pub(crate) mean_depth: Option<f64>,
    /// Nodes for a move, as the engine says.
    pub(crate) nodes_per_move: Option<f64>,
    /// Nodes, as the engine says, in a second on our clock.
    pub(crate) nodes_per_second: Option<f64>,
    /// The most that a move came later than allowed, within the margin or not.
    pub(crate) largest_overrun_ms: f64,
    /// Games lost otherwise than by playing.
    pub(crate) forfeits: Forfeits,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Info;

    #[test]
    fn figures_are_means_over_the_moves_that_have_them() {
        let answer = |ms, nodes, depth| Answer {
            text: String::new(),
            info: Info {
                depth,
                nodes,
                score: None,
            },
            elapsed: Duration::from_millis(ms),
        };
        let mut usage = Usage::default();
        assert_eq!(usage.figures().mean_ms, None);
        usage.note(&answer(100, Some(1_000), Some(4)), None);
        let mut game = Usage::default();
        game.note(&answer(300, Some(5_000), None), None);
        let overrun = Overrun {
            by: Duration::from_millis(7),
            forfeits: true,
        };
        game.note(&answer(200, None, Some(5)), Some(overrun));
        game.forfeits.time += 1;
        usage.add(&game);
        let expected = Figures {
            moves: 3,
            mean_ms: Some(200.0),
            mean_depth: Some(4.5),
            nodes_per_move: Some(3_000.0),
            nodes_per_second: Some(15_000.0),
            largest_overrun_ms: 7.0,
            forfeits: Forfeits {
                time: 1,
                ..Forfeits::default()
            },
        };
        let figures = usage.figures();
        assert!((figures.mean_ms.unwrap() - 200.0).abs() < 1e-9);
        assert_eq!(
            Figures {
                mean_ms: Some(200.0),
                ..figures
            },
            expected
        );
    }

    #[test]
    fn records_tell_of_every_conduct() {
        for conduct in Conduct::ALL {
            assert_eq!(
                Conduct::of_termination(conduct.termination()),
                Some(conduct)
            );
        }
        assert_eq!(Conduct::of_termination("normal"), None);
    }
}
