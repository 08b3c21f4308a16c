use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_search::Clock;

use super::level::seconds;

/// Time for a game, and more after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    pub(super) time: Duration,
    pub(super) increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads minutes and, if given, seconds a move: `5` or `5 3`.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let mut words = text.split_whitespace();
        let minutes = words
            .next()
            .and_then(seconds)
            .filter(|time| time.as_secs() <= 1440);
        let increment = match words.next() {
            None | Some("0") => Some(Duration::ZERO),
            Some(word) => seconds(word),
        };
        match (minutes, increment, words.next()) {
            (Some(minutes), Some(increment), None) => Ok(TimeControl {
                time: minutes * 60,
                increment,
            }),
            _ => Err("A clock is minutes and seconds a move: clock 5 3, or clock off.".to_owned()),
        }
    }
}

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// What was left when each turn began, the present one last; for taking moves back.
    turns: Vec<[Duration; 2]>,
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Clocks {
        let left = [control.time; 2];
        Clocks {
            control,
            left,
            turns: vec![left],
        }
    }

    /// Takes the time that `side` has used; false when its time is up.
    #[must_use]
    pub(super) fn spend(&mut self, side: Side, time: Duration) -> bool {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(time);
        !left.is_zero()
    }

    /// `side` has moved.
    pub(super) fn moved(&mut self, side: Side) {
        self.left[side.index()] += self.control.increment;
        self.turns.push(self.left);
    }

    /// A move is taken back: the clocks are what they were when that turn began. Moves from
    /// before these clocks give no time back.
    pub(super) fn undo(&mut self) {
        if self.turns.len() > 1 {
            self.turns.pop();
        }
        self.left = self.turns.last().copied().unwrap_or(self.left);
    }

    /// The clock of `side` as the search reads it.
    pub(super) fn of(&self, side: Side) -> Clock {
        Clock {
            left: self.left[side.index()],
            increment: self.control.increment,
            moves_to_go: None,
        }
    }
}

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.left.map(|left| {
            let seconds = left.as_secs();
            format!("{}:{:02}", seconds / 60, seconds % 60)
        });
        write!(f, "White {white}  Black {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().expect(text)
    }

    #[test]
    fn nonsense_is_no_clock() {
        for text in ["", "0", "-5", "5 x", "5 3 1", "1e9", "nan", "5 -3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn time_runs_out_grows_and_comes_back() {
        let mut clocks = Clocks::new(control("1 2"));
        assert!(clocks.spend(Side::White, Duration::from_secs(10)));
        clocks.moved(Side::White);
        assert_eq!(clocks.to_string(), "White 0:52  Black 1:00");
        assert!(!clocks.spend(Side::Black, Duration::from_secs(60)));
        clocks.undo();
        assert_eq!(clocks.to_string(), "White 1:00  Black 1:00");
        assert_eq!(clocks.of(Side::Black).increment, Duration::from_secs(2));
    }
}
