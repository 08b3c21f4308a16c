//! Time controls and the clocks that the runner keeps: what an engine may spend on a move, and
//! whether it has kept to that.

use std::fmt;
use std::time::Duration;

/// What limits an engine's thinking. At least one limit is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Control {
    /// A clock for the game.
    pub(crate) clock: Option<Periods>,
    /// A fixed time for each move.
    pub(crate) move_time: Option<Duration>,
    /// Nodes for each move.
    pub(crate) nodes: Option<u64>,
    /// Depth in plies for each move.
    pub(crate) depth: Option<u32>,
    /// How much later than allowed a move may come without losing on time.
    pub(crate) margin: Duration,
}

/// A game clock: `time`, again after every `moves` moves if there is such a number, and
/// `increment` for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Periods {
    pub(crate) moves: Option<u32>,
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ControlError {
    #[error("\"{0}\" is no time control such as 60+0.6 or 40/60+0.6, in seconds")]
    Clock(String),
    #[error("\"{0}\" is no number of seconds above zero")]
    Seconds(String),
    #[error("\"{0}\" is no number of milliseconds")]
    Milliseconds(String),
    #[error("\"{0}\" is no whole number above zero")]
    Count(String),
}

/// The longest time that can be asked for: a week.
const LONGEST: f64 = 604_800.0;

impl Periods {
    /// Reads `time`, `time+increment` or `moves/time+increment`, times in seconds.
    pub(crate) fn read(text: &str) -> Result<Periods, ControlError> {
        let bad = || ControlError::Clock(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(read_count(moves).map_err(|_| bad())?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let periods = Periods {
            moves,
            time: duration(time).ok_or_else(bad)?,
            increment: duration(increment).ok_or_else(bad)?,
        };
        if periods.time.is_zero() && periods.increment.is_zero() {
            return Err(bad());
        }
        Ok(periods)
    }
}

/// Reads a number of seconds above zero.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, ControlError> {
    duration(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| ControlError::Seconds(text.to_owned()))
}

/// Reads a number of milliseconds.
pub(crate) fn read_milliseconds(text: &str) -> Result<Duration, ControlError> {
    let milliseconds: Option<u32> = text.parse().ok();
    milliseconds
        .map(|ms| Duration::from_millis(ms.into()))
        .ok_or_else(|| ControlError::Milliseconds(text.to_owned()))
}

/// Reads a whole number above zero.
pub(crate) fn read_count<N: std::str::FromStr + PartialOrd + Default>(
    text: &str,
) -> Result<N, ControlError> {
    let number = text.parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| ControlError::Count(text.to_owned()))
}

fn duration(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl Control {
    /// Is there no limit at all?
    pub(crate) fn is_empty(&self) -> bool {
        self.clock.is_none()
            && self.move_time.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }
}

impl fmt::Display for Periods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(
            f,
            "{}+{}",
            self.time.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(
            self.move_time
                .map(|time| format!("st={}", time.as_secs_f64())),
        );
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&parts.join(" "))
    }
}

/// When a game clock is credited its increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Credit {
    /// After each move (UCI): the first move has `time` alone.
    AfterMove,
    /// Before each move (Hub): the first move has `time` and an increment.
    BeforeMove,
}

/// One side's clock in a game. Increments that are due have been credited.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    control: Control,
    left: Duration,
    moves_left: Option<u32>,
}

/// A move that came later than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overrun {
    /// By how much.
    pub(crate) by: Duration,
    /// Was that more than the margin, so that the game is lost?
    pub(crate) forfeits: bool,
}

impl Clock {
    /// The clock at the start of a game.
    pub(crate) fn new(control: &Control, credit: Credit) -> Clock {
        let mut left = Duration::ZERO;
        if let Some(clock) = control.clock {
            left = clock.time;
            if credit == Credit::BeforeMove {
                left += clock.increment;
            }
        }
        Clock {
            control: control.clone(),
            left,
            moves_left: control.clock.and_then(|clock| clock.moves),
        }
    }

    /// What limits the thinking.
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }

    /// What is left for the rest of the game or period, for those who have a game clock.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.control.clock.map(|_| self.left)
    }

    /// The increment of the game clock.
    pub(crate) fn increment(&self) -> Duration {
        self.control
            .clock
            .map_or(Duration::ZERO, |clock| clock.increment)
    }

    /// Moves to the end of the period, where there are periods.
    pub(crate) fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The most that the next move may take; `None` without any limit of time.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        match (self.left(), self.control.move_time) {
            (Some(left), Some(move_time)) => Some(left.min(move_time)),
            (left, move_time) => left.or(move_time),
        }
    }

    /// Charges a move that took `elapsed`, and credits what it earns.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> Option<Overrun> {
        let allowance = self.allowance()?;
        let over = elapsed
            .checked_sub(allowance)
            .filter(|over| !over.is_zero());
        if let Some(clock) = self.control.clock {
            self.left = self.left.saturating_sub(elapsed) + clock.increment;
            self.moves_left = self.moves_left.map(|moves| moves - 1);
            if self.moves_left == Some(0) {
                self.left += clock.time;
                self.moves_left = clock.moves;
            }
        }
        over.map(|by| Overrun {
            by,
            forfeits: by > self.control.margin,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(text: &str, credit: Credit) -> Clock {
        let clock = Some(Periods::read(text).unwrap());
        Clock::new(
            &Control {
                clock,
                margin: ms(5),
                ..Control::default()
            },
            credit,
        )
    }

    #[test]
    fn controls_are_read_and_written() {
        for text in ["0.5+0.01", "40/60+0.6", "3+0", "0+0.1"] {
            assert_eq!(Periods::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Periods::read("1").unwrap().to_string(), "1+0");
        for text in [
            "", "+", "0", "0/1", "x/1", "1+x", "-1", "1+-1", "inf", "nan", "1e9",
        ] {
            assert_eq!(
                Periods::read(text),
                Err(ControlError::Clock(text.into())),
                "{text}"
            );
        }
        assert_eq!(read_seconds("0.25"), Ok(ms(250)));
        assert!(read_seconds("0").is_err() && read_count::<u64>("0").is_err());
        assert!(read_milliseconds("-1").is_err());
    }

    #[test]
    fn an_increment_is_credited_after_each_move_or_before_it() {
        let mut after = clock("1+0.1", Credit::AfterMove);
        assert_eq!(after.allowance(), Some(ms(1000)));
        assert_eq!(after.spend(ms(300)), None);
        assert_eq!(after.left(), Some(ms(800)));
        let mut before = clock("1+0.1", Credit::BeforeMove);
        assert_eq!(before.allowance(), Some(ms(1100)));
        assert_eq!(before.spend(ms(300)), None);
        assert_eq!(before.left(), Some(ms(900)));
    }

    #[test]
    fn a_period_ends_with_its_last_move() {
        let mut clock = clock("2/1+0", Credit::AfterMove);
        assert_eq!(clock.moves_left(), Some(2));
        clock.spend(ms(900));
        assert_eq!((clock.left(), clock.moves_left()), (Some(ms(100)), Some(1)));
        clock.spend(ms(40));
        assert_eq!(
            (clock.left(), clock.moves_left()),
            (Some(ms(1060)), Some(2))
        );
    }

    #[test]
    fn an_overrun_forfeits_beyond_the_margin() {
        let mut clock = clock("1+0.2", Credit::AfterMove);
        assert_eq!(clock.spend(ms(1000)), None);
        assert_eq!(clock.left(), Some(ms(200)));
        let within = Overrun {
            by: ms(5),
            forfeits: false,
        };
        assert_eq!(clock.spend(ms(205)), Some(within));
        assert_eq!(clock.left(), Some(ms(200)));
        let beyond = Overrun {
            by: ms(6),
            forfeits: true,
        };
        assert_eq!(clock.spend(ms(206)), Some(beyond));
    }

    #[test]
    fn a_fixed_time_does_not_add_up() {
        let control = Control {
            move_time: Some(ms(100)),
            ..Control::default()
        };
        let mut clock = Clock::new(&control, Credit::BeforeMove);
        assert_eq!(clock.spend(ms(10)), None);
        assert_eq!(clock.allowance(), Some(ms(100)));
        assert_eq!(
            clock.spend(ms(101)),
            Some(Overrun {
                by: ms(1),
                forfeits: true
            })
        );
        let control = Control {
            nodes: Some(100),
            ..Control::default()
        };
        let mut clock = Clock::new(&control, Credit::AfterMove);
        assert_eq!((clock.allowance(), clock.spend(ms(9999))), (None, None));
    }
}
