//! How long to think.

use std::time::{Duration, Instant};

use ajeeb_game::Params;

use crate::{Clock, Limits, Signals};

/// Moves still to be made, at most: as many as are reckoned with where the clock has to do for the
/// whole game.
const LONGEST_PERIOD: u32 = 60;
/// Share of the remaining time that one move may never pass, in percent.
const LARGEST_SHARE: u32 = 60;
/// Time that even an empty clock leaves for a first iteration.
const INSTANT: Duration = Duration::from_micros(500);

/// The time limits of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    started: Instant,
    /// Begin no new iteration after this much thinking, on whosever time.
    soft: Option<Duration>,
    /// Break off after this much of the own time.
    hard: Option<Duration>,
}

impl Timer {
    /// Starts the time of a search now.
    pub(crate) fn start<M>(limits: &Limits<M>, params: &Params) -> Timer {
        let mut timer = Timer {
            started: Instant::now(),
            soft: None,
            hard: None,
        };
        if let Some(clock) = &limits.clock {
            let (soft, hard) = shares(clock, limits.overhead, params);
            (timer.soft, timer.hard) = (Some(soft), Some(hard));
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead).max(INSTANT);
            timer.hard = Some(timer.hard.map_or(time, |hard| hard.min(time)));
        }
        timer
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Must the search break off? Never while it ponders.
    pub(crate) fn is_up(&self, signals: &Signals) -> bool {
        let Some(hard) = self.hard else { return false };
        !signals.pondering() && signals.hit_at().unwrap_or(self.started).elapsed() >= hard
    }

    /// Is another iteration not worth beginning? `scale` stretches or shrinks the normal time,
    /// in percent: less when the best move is settled, more when it is in doubt. Time spent
    /// pondering counts as thinking.
    pub(crate) fn is_enough(&self, signals: &Signals, scale: u32) -> bool {
        let Some(soft) = self.soft else { return false };
        !signals.pondering() && self.elapsed() >= soft * scale / 100
    }

    /// Does the game clock run for this search?
    pub(crate) fn on_clock(&self) -> bool {
        self.soft.is_some()
    }
}

/// The normal and the greatest time for one move. The increment comes only after the move, so
/// it is never part of what the clock still holds.
fn shares(clock: &Clock, overhead: Duration, params: &Params) -> (Duration, Duration) {
    // Two more overheads are kept for a busy machine, as long as there is that much.
    let left = clock.left.saturating_sub(overhead * 3).max(clock.left / 4);
    let left = if clock.left.is_zero() { INSTANT } else { left };
    let to_go = clock.moves_to_go.unwrap_or(LONGEST_PERIOD);
    let to_go = to_go.clamp(1, LONGEST_PERIOD);
    // Most games end before: the time is shared out among fewer moves than must be survived.
    let moves = to_go.min(params.clock_moves as u32);
    // Each move costs the overhead and brings the increment: what is left of either counts.
    let gain = clock.increment.saturating_sub(overhead) * params.clock_increment_share as u32 / 100;
    let loss = overhead.saturating_sub(clock.increment) * (to_go - 1);
    let plan = left.saturating_sub(loss).max(left / 8);
    let normal = (plan / moves + gain).min(left);
    if moves == 1 {
        // The last move before the control may use what is there, less a second overhead.
        let all = left.saturating_sub(overhead).max(left / 2);
        return (all, all);
    }
    let most = (left * LARGEST_SHARE / 100).min(normal * params.clock_stretch as u32 / 100);
    (normal.min(most), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn split(left: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            left: ms(left),
            increment: ms(increment),
            moves_to_go,
        };
        shares(&clock, ms(10), &Params::PLAIN)
    }

    #[test]
    fn never_plans_past_the_clock() {
        for left in [1, 2, 5, 10, 11, 20, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 1, 10, 100, 5000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(100_000)] {
                    let (soft, hard) = split(left, increment, moves_to_go);
                    assert!(soft <= hard, "{left} {increment} {moves_to_go:?}");
                    let margin = if left >= 20 { 10 } else { 0 };
                    assert!(
                        hard <= ms(left - margin),
                        "{left} {increment} {moves_to_go:?}: {hard:?}"
                    );
                    assert!(hard < ms(left));
                }
            }
        }
    }

    /// The moves made before a clock of `left` milliseconds for the whole game is empty, at most
    /// 300: each takes the normal time, every tenth the greatest, and `lost` milliseconds more.
    fn moves_survived(left: u64, lost: u64) -> usize {
        let mut left = ms(left);
        (0..300)
            .take_while(|number| {
                let clock = Clock {
                    left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                };
                let (soft, hard) = shares(&clock, ms(10), &Params::PLAIN);
                let spent = if number % 10 == 9 { hard } else { soft };
                left = left.saturating_sub(spent + ms(lost));
                !left.is_zero()
            })
            .count()
    }

    #[test]
    fn sudden_death_is_survived_for_hundreds_of_moves() {
        assert_eq!(moves_survived(1000, 1), 300);
        assert!(moves_survived(1000, 5) >= 120);
        // Where every move costs as much as is reckoned with.
        assert!(moves_survived(2000, 10) >= 90);
        assert!(moves_survived(10_000, 10) >= 130);
    }

    #[test]
    fn an_empty_clock_means_at_once() {
        let (_, hard) = split(0, 0, None);
        assert!(hard <= INSTANT);
    }

    #[test]
    fn more_time_and_fewer_moves_mean_more_thinking() {
        assert!(split(60_000, 0, None).0 > split(30_000, 0, None).0);
        assert!(split(60_000, 0, Some(5)).0 > split(60_000, 0, Some(20)).0);
        assert!(split(60_000, 1000, None).0 > split(60_000, 0, None).0);
    }
}
