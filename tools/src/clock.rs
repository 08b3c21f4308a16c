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
    /// Node time: so many nodes of the engine's own count are a millisecond, whatever the time
    /// they take.
    pub(crate) node_rate: Option<u64>,
}

/// A game clock: `time`, again after every `moves` moves if there is such a number, and
/// `increment` for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Periods {
    pub(crate) moves: Option<u32>,
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
}

/// What an engine is told before it thinks about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// Its game clock.
    pub(crate) clock: Option<Remaining>,
    /// Time for this move.
    pub(crate) move_time: Option<Duration>,
    /// Nodes for this move.
    pub(crate) nodes: Option<u64>,
    /// Depth in plies for this move.
    pub(crate) depth: Option<u32>,
}

/// A game clock in the middle of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remaining {
    /// What is left for the rest of the game or period.
    pub(crate) left: Duration,
    /// The increment for each move.
    pub(crate) increment: Duration,
    /// Moves to the end of the period, where there are periods.
    pub(crate) moves: Option<u32>,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ControlError {
    #[error("\"{0}\" is no time control such as 60+0.6, 40/60+0.6, 1:30+1 or inf")]
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
    /// Reads `time`, `time+increment` or `moves/time+increment`; a time is in seconds or
    /// `minutes:seconds`, and `inf` is no clock at all.
    pub(crate) fn read(text: &str) -> Result<Option<Periods>, ControlError> {
        if text == "inf" {
            return Ok(None);
        }
        let bad = || ControlError::Clock(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(read_count(moves).map_err(|_| bad())?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let periods = Periods {
            moves,
            time: minutes_and_seconds(time).ok_or_else(bad)?,
            increment: duration(increment).ok_or_else(bad)?,
        };
        if periods.time.is_zero() && periods.increment.is_zero() {
            return Err(bad());
        }
        Ok(Some(periods))
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

fn minutes_and_seconds(text: &str) -> Option<Duration> {
    let Some((minutes, seconds)) = text.split_once(':') else {
        return duration(text);
    };
    let minutes: u16 = minutes.parse().ok()?;
    let seconds = duration(seconds).filter(|seconds| seconds.as_secs() < 60)?;
    Some(Duration::from_secs(60 * u64::from(minutes)) + seconds)
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
        // Without a time to measure it means nothing.
        let timed = self.clock.is_some() || self.move_time.is_some();
        let rate = self.node_rate.filter(|_| timed);
        parts.extend(rate.map(|rate| format!("nodestime={rate}")));
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
    /// Does the engine know that its clock counts nodes?
    node_time_known: bool,
}

/// Where there is no period, the clock of an engine that does not know node time is thought to
/// last for so many more moves.
const MOVES_TO_GO: u32 = 30;

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
            node_time_known: false,
        }
    }

    /// What limits the thinking.
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }

    /// This clock, of an engine that knows node time: it is told the time that is left as a
    /// number of milliseconds, and makes nodes of it itself.
    pub(crate) fn with_node_time_known(mut self, known: bool) -> Clock {
        self.node_time_known = known;
        self
    }

    /// What is left, for those who have a game clock.
    fn left(&self) -> Option<Duration> {
        self.control.clock.map(|_| self.left)
    }

    /// What the engine is told before its move.
    pub(crate) fn told(&self) -> Told {
        let control = &self.control;
        let told = Told {
            clock: control.clock.map(|clock| Remaining {
                left: self.left,
                increment: clock.increment,
                moves: self.moves_left,
            }),
            move_time: control.move_time,
            nodes: control.nodes,
            depth: control.depth,
        };
        match control.node_rate {
            Some(rate) if !self.node_time_known => in_nodes(told, rate),
            _ => told,
        }
    }

    /// What a move costs that took `elapsed` and `nodes`, as far as the engine has told. In node
    /// time an engine that tells no number has searched all that it was allowed.
    pub(crate) fn cost(&self, elapsed: Duration, nodes: Option<u64>) -> Duration {
        let Some(rate) = self.control.node_rate else {
            return elapsed;
        };
        let nodes = nodes.or(self.told().nodes).unwrap_or(0);
        let nanoseconds = u128::from(nodes) * 1_000_000 / u128::from(rate);
        Duration::from_nanos(nanoseconds.try_into().unwrap_or(u64::MAX))
    }

    /// The most of real time that the next move may take; `None` where time is not what counts.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.allowance()
            .filter(|_| self.control.node_rate.is_none())
    }

    /// The most that the next move may cost; `None` without any limit of time.
    fn allowance(&self) -> Option<Duration> {
        match (self.left(), self.control.move_time) {
            (Some(left), Some(move_time)) => Some(left.min(move_time)),
            (left, move_time) => left.or(move_time),
        }
    }

    /// Charges a move's cost, and credits what it earns.
    pub(crate) fn spend(&mut self, cost: Duration) -> Option<Overrun> {
        let allowance = self.allowance()?;
        let over = cost.checked_sub(allowance).filter(|over| !over.is_zero());
        if let Some(clock) = self.control.clock {
            self.left = self.left.saturating_sub(cost) + clock.increment;
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

/// The same limits in nodes alone, of which `rate` are a millisecond: of a game clock, an even
/// share for each move to go and three quarters of the increment.
fn in_nodes(told: Told, rate: u64) -> Told {
    let share = told.clock.map(|clock| {
        let moves = clock.moves.unwrap_or(MOVES_TO_GO);
        (clock.left / moves + clock.increment * 3 / 4).min(clock.left)
    });
    let time = share.into_iter().chain(told.move_time).min();
    let allowed = time.map(|time| {
        let nodes = time.as_micros() * u128::from(rate) / 1_000;
        u64::try_from(nodes).unwrap_or(u64::MAX).max(1)
    });
    Told {
        clock: None,
        move_time: None,
        nodes: told.nodes.into_iter().chain(allowed).min(),
        depth: told.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(text: &str, credit: Credit) -> Clock {
        let clock = Periods::read(text).unwrap();
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
        let read = |text| Periods::read(text).unwrap().unwrap().to_string();
        for text in ["0.5+0.01", "40/60+0.6", "3+0", "0+0.1"] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read("1"), "1+0");
        assert_eq!(read("40/1:30.5+1"), "40/90.5+1");
        assert_eq!(Periods::read("inf"), Ok(None));
        for text in [
            "", "+", "0", "0/1", "x/1", "1+x", "-1", "1+-1", "1+inf", "nan", "1e9", "1:60", "x:1",
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
        assert_eq!(clock.moves_left, Some(2));
        clock.spend(ms(900));
        assert_eq!((clock.left, clock.moves_left), (ms(100), Some(1)));
        clock.spend(ms(40));
        assert_eq!((clock.left, clock.moves_left), (ms(1060), Some(2)));
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

    fn node_clock(text: &str, known: bool) -> Clock {
        let control = Control {
            clock: Periods::read(text).unwrap(),
            node_rate: Some(10),
            ..Control::default()
        };
        Clock::new(&control, Credit::AfterMove).with_node_time_known(known)
    }

    #[test]
    fn a_clock_in_node_time_is_charged_by_nodes() {
        let mut clock = node_clock("1+0.1", true);
        assert_eq!(clock.deadline(), None);
        let told = clock.told().clock.unwrap();
        assert_eq!((told.left, told.increment), (ms(1000), ms(100)));
        // However long it took: 3000 nodes at 10 a millisecond are 300 milliseconds.
        let cost = clock.cost(ms(99_999), Some(3_000));
        assert_eq!(cost, ms(300));
        assert_eq!(clock.spend(cost), None);
        assert_eq!(clock.left, ms(800));
        let overrun = clock.spend(clock.cost(ms(0), Some(8_010)));
        assert_eq!(
            overrun,
            Some(Overrun {
                by: ms(1),
                forfeits: true
            })
        );
    }

    #[test]
    fn an_engine_without_node_time_gets_a_number_of_nodes() {
        let nodes = |clock: &Clock| (clock.told().clock, clock.told().nodes);
        // A thirtieth of 3000 ms and three quarters of 100 ms, 10 nodes each.
        assert_eq!(nodes(&node_clock("3+0.1", false)), (None, Some(1_750)));
        let mut clock = node_clock("2/1+0", false);
        assert_eq!(nodes(&clock), (None, Some(5_000)));
        // It tells no number, so it has used them all.
        clock.spend(clock.cost(ms(1), None));
        assert_eq!(nodes(&clock), (None, Some(5_000)));
        let control = Control {
            move_time: Some(ms(20)),
            nodes: Some(150),
            node_rate: Some(10),
            ..Control::default()
        };
        let told = Clock::new(&control, Credit::AfterMove).told();
        assert_eq!((told.move_time, told.nodes), (None, Some(150)));
        assert_eq!(control.to_string(), "st=0.02 nodes=150 nodestime=10");
        let untimed = Control {
            move_time: None,
            ..control
        };
        assert_eq!(untimed.to_string(), "nodes=150");
    }
}
