use std::time::Duration;

use ajeeb_base::Depth;
use ajeeb_search::{Clock, Limits};

use super::grammar::Line;
use crate::session::excerpt;

/// What `go` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A move to play.
    Think,
    /// A move to play, on the opponent's time until `ponder-hit`.
    Ponder,
    /// The truth about the position.
    Analyze,
}

/// The limits of the next `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Level {
    depth: Option<i64>,
    nodes: Option<i64>,
    move_time: Option<f64>,
    moves: Option<i64>,
    time: Option<f64>,
    increment: Option<f64>,
    infinite: bool,
}

/// The time for a move if no level was given, in seconds.
const DEFAULT_SECONDS: f64 = 3.0;

/// Longer times are cut to this, in seconds: ten years.
const LONGEST: f64 = 3e8;

/// An argument that is no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level: {name} must be a number, not '{text}'; that limit is ignored")]
pub(super) struct LevelError {
    name: &'static str,
    text: String,
}

impl Level {
    /// Reads the arguments of `level`. One that is no number limits nothing and is reported;
    /// unknown ones are skipped.
    pub(super) fn read(line: &Line<'_>) -> (Level, Vec<LevelError>) {
        let mut errors = Vec::new();
        let mut number = |name: &'static str| {
            let text = line.value(name)?;
            let number = read_decimal(text);
            if number.is_none() {
                errors.push(LevelError {
                    name,
                    text: excerpt(text),
                });
            }
            number
        };
        let level = Level {
            depth: number("depth").map(|depth| depth as i64),
            nodes: number("nodes").map(|nodes| nodes as i64),
            move_time: number("move-time"),
            moves: number("moves").map(|moves| moves as i64),
            time: number("time"),
            increment: number("inc"),
            infinite: line.has("infinite"),
        };
        (level, errors)
    }

    /// Is there a limit of time?
    pub(super) fn is_timed(&self) -> bool {
        self.time.is_some() || self.increment.is_some() || self.move_time.is_some()
    }

    /// The limits of a search. `overhead` is taken off every limit of time.
    ///
    /// - The increment is added before the move: what may be spent is `time` + `inc`, and `time`
    ///   alone may be negative. Nothing left, or less, means: move at once.
    /// - An increment without a time is the time for one move.
    /// - Without any limit the move takes [`DEFAULT_SECONDS`]; `infinite` waits for a stop.
    pub(super) fn limits<M>(&self, mode: Mode, overhead: Duration) -> Limits<M> {
        let increment = seconds(self.increment.unwrap_or(0.0));
        let clock = self.time.map(|time| Clock {
            left: seconds(time + self.increment.unwrap_or(0.0).max(0.0)),
            increment,
            moves_to_go: self
                .moves
                .and_then(|moves| u32::try_from(moves).ok())
                .filter(|&moves| moves > 0),
        });
        let unlimited = !self.infinite
            && clock.is_none()
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.increment.is_none();
        let alone = self.increment.filter(|_| clock.is_none());
        let default = unlimited.then_some(DEFAULT_SECONDS);
        let move_time = [self.move_time, alone, default]
            .into_iter()
            .flatten()
            .map(seconds)
            .min();
        Limits {
            depth: self.depth.map(|depth| {
                let most = Depth::MAX.plies();
                Depth::new(i32::try_from(depth).unwrap_or(most).clamp(1, most))
            }),
            nodes: self
                .nodes
                .map(|nodes| u64::try_from(nodes).unwrap_or(0).max(1)),
            move_time,
            clock,
            infinite: self.infinite,
            ponder: mode == Mode::Ponder,
            analyse: mode == Mode::Analyze,
            overhead,
            ..Limits::default()
        }
    }
}

/// A time of so many seconds; a negative one is none at all.
fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number.clamp(0.0, LONGEST))
}

/// Reads a decimal number, with a point or, as some locales have it, a comma.
fn read_decimal(text: &str) -> Option<f64> {
    text.replace(',', ".")
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits<u8> {
        let line = Line::read(text).unwrap().unwrap();
        let (level, errors) = Level::read(&line);
        assert_eq!(errors, []);
        level.limits(Mode::Think, ms(10))
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn d1_d2_all_forms_may_be_combined() {
        let all = limits("level depth=12 nodes=5000 move-time=0.05 moves=75 time=291.587 inc=1");
        assert_eq!(all.depth, Some(Depth::new(12)));
        assert_eq!(all.nodes, Some(5000));
        assert_eq!(all.move_time, Some(ms(50)));
        let clock = Clock {
            left: ms(292_587),
            increment: ms(1000),
            moves_to_go: Some(75),
        };
        assert_eq!(all.clock, Some(clock));
        assert!(!all.infinite && limits("level infinite").infinite);
        assert_eq!(
            limits("level time=60,000").clock.map(|clock| clock.left),
            Some(ms(60_000))
        );
    }

    #[test]
    fn d3_what_is_no_number_limits_nothing() {
        let line = Line::read("level depth=x nodes= move-time=0.5 time=inf")
            .unwrap()
            .unwrap();
        let (level, errors) = Level::read(&line);
        assert_eq!(errors.len(), 3);
        assert_eq!(
            errors[0].to_string(),
            "level: depth must be a number, not 'x'; that limit is ignored"
        );
        assert_eq!(
            level,
            Level {
                move_time: Some(0.5),
                ..Level::default()
            }
        );
        assert_eq!(limits("level depth=-3").depth, Some(Depth::new(1)));
        assert_eq!(limits("level move-time=-3").move_time, Some(ms(0)));
    }

    #[test]
    fn d4_d5_the_increment_comes_before_the_move() {
        let left = |text| limits(text).clock.map(|clock| clock.left);
        assert_eq!(left("level time=-1 inc=3"), Some(ms(2000)));
        assert_eq!(left("level time=-5 inc=3"), Some(ms(0)));
        assert_eq!(left("level time=0"), Some(ms(0)));
        assert_eq!(limits("level inc=0.5").move_time, Some(ms(500)));
    }

    #[test]
    fn d7_d9_no_level_is_a_bounded_default() {
        assert_eq!(limits("level").move_time, Some(ms(3000)));
        assert_eq!(
            limits("level colour=blue moves=3").move_time,
            Some(ms(3000))
        );
        assert_eq!(limits("level depth=2 colour=blue").move_time, None);
        assert_eq!(
            limits("level moves=0 time=5")
                .clock
                .and_then(|clock| clock.moves_to_go),
            None
        );
    }
}
