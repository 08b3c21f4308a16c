use std::time::{Duration, Instant};

use super::level::{Level, Mode};
use crate::output::Output;

/// A search on the clock that is over within this time tells no more than its last lines.
const QUIET: Duration = Duration::from_millis(10);

/// When to write the `info` lines of a search. Every line needs a gap before it, and on the clock
/// gaps cost time of one's own: there a line that would have to wait is held back, until a newer
/// one takes its place, and only the gap before `done` is left.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Is there a limit of time?
    timed: bool,
    pondering: bool,
    started: Option<Instant>,
    held_back: Option<String>,
    told: bool,
}

impl Pace {
    /// The pace of a search that begins now.
    pub(super) fn of(level: &Level, mode: Mode) -> Pace {
        Pace {
            timed: level.is_timed() && mode != Mode::Analyze,
            pondering: mode == Mode::Ponder,
            started: Some(Instant::now()),
            ..Pace::default()
        }
    }

    /// The clock begins to run.
    pub(super) fn ponder_hit(&mut self) {
        self.pondering = false;
    }

    /// Writes an `info` line, or holds it back.
    pub(super) fn info(&mut self, line: String, output: &mut Output) {
        let quiet = self
            .started
            .is_some_and(|started| started.elapsed() < QUIET);
        if self.timed && !self.pondering && (quiet || !output.is_quiet()) {
            self.held_back = Some(line);
        } else {
            self.held_back = None;
            self.told = true;
            output.spaced_line(&line);
        }
    }

    /// The search is over: writes the line held back, unless it would have to wait for one that
    /// is as good. The answer comes next.
    pub(super) fn finish(&mut self, output: &mut Output) {
        if let Some(line) = self.held_back.take()
            && (!self.told || output.is_quiet())
        {
            output.spaced_line(&line);
        }
    }
}
