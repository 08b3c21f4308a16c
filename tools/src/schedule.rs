//! Who plays whom from which opening. Games come in pairs: the same opening, colours changed, so
//! that an opening that favours a colour favours nobody. In a round everybody who meets at all
//! meets once, for a pair of games, and all of them from the same opening.

use std::collections::HashSet;

use ajeeb_base::Side;

/// One of the engines of a match: its place in the list, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Player(pub(crate) usize);

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Everybody everybody else.
    RoundRobin,
    /// The first so many everybody else, but not one another.
    Gauntlet { seeds: usize },
}

/// All games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pairings: Vec<[Player; 2]>,
    rounds: usize,
    openings: usize,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// Counted from 0.
    pub(crate) number: usize,
    /// The round it belongs to, counted from 0.
    pub(crate) round: usize,
    /// Its place in the round, counted from 0.
    pub(crate) board: usize,
    /// Who meets: a place in the list of pairings.
    pub(crate) pairing: usize,
    /// Its opening: a place in a list.
    pub(crate) opening: usize,
    /// White and Black.
    pub(crate) players: [Player; 2],
}

impl Format {
    /// All who meet, the one that comes first in the list first.
    pub(crate) fn pairings(self, engines: usize) -> Vec<[Player; 2]> {
        let (seeds, among_seeds) = match self {
            Format::RoundRobin => (engines, true),
            Format::Gauntlet { seeds } => (seeds, false),
        };
        let rivals = |first: usize| {
            let rest = if among_seeds { first + 1 } else { seeds };
            (rest..engines).map(move |second| [Player(first), Player(second)])
        };
        (0..seeds).flat_map(rivals).collect()
    }
}

impl Schedule {
    /// `rounds` rounds over `openings` openings, which are used in turn.
    pub(crate) fn new(pairings: Vec<[Player; 2]>, rounds: usize, openings: usize) -> Schedule {
        Schedule {
            pairings,
            rounds,
            openings: openings.max(1),
        }
    }

    /// Who meets.
    pub(crate) fn pairings(&self) -> &[[Player; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub(crate) fn games(&self) -> usize {
        self.rounds.saturating_mul(self.boards())
    }

    /// Games in a round.
    fn boards(&self) -> usize {
        2 * self.pairings.len()
    }

    /// The game on a board of a round, both counted from 0.
    pub(crate) fn job(&self, round: usize, board: usize) -> Option<Job> {
        if round >= self.rounds || board >= self.boards() {
            return None;
        }
        let [first, second] = self.pairings[board / 2];
        Some(Job {
            number: round * self.boards() + board,
            round,
            board,
            pairing: board / 2,
            opening: round % self.openings,
            players: if board.is_multiple_of(2) {
                [first, second]
            } else {
                [second, first]
            },
        })
    }

    /// Game `number`, counted from 0.
    fn nth(&self, number: usize) -> Option<Job> {
        let boards = self.boards().max(1);
        self.job(number / boards, number % boards)
    }
}

impl Job {
    /// Who plays `side`.
    pub(crate) fn player(&self, side: Side) -> Player {
        self.players[side.index()]
    }

    /// The pair of games it belongs to, counted from 0.
    pub(crate) fn pair(&self) -> usize {
        self.number / 2
    }

    /// As game records have it, `round.board`, both counted from 1.
    pub(crate) fn round_tag(&self) -> String {
        format!("{}.{}", self.round + 1, self.board + 1)
    }
}

/// The games of a match that are still to be begun, in order.
#[derive(Debug)]
pub(crate) struct Queue {
    schedule: Schedule,
    next: usize,
    end: usize,
    played: HashSet<usize>,
}

impl Queue {
    /// All games but those whose numbers are in `played`.
    pub(crate) fn new(schedule: Schedule, played: HashSet<usize>) -> Queue {
        let end = schedule.games();
        Queue {
            schedule,
            next: 0,
            end,
            played,
        }
    }

    /// Begins the next game.
    pub(crate) fn take(&mut self) -> Option<Job> {
        while self.next < self.end {
            let number = self.next;
            self.next += 1;
            if !self.played.remove(&number) {
                return self.schedule.nth(number);
            }
        }
        None
    }

    /// Begins no more games, but for the second ones of pairs whose first one has begun.
    pub(crate) fn close(&mut self) {
        self.end = self.end.min(self.next.next_multiple_of(2));
    }

    /// Begins no more games.
    pub(crate) fn stop(&mut self) {
        self.end = self.next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(format: Format, engines: usize) -> Vec<(usize, usize)> {
        let pairings = format.pairings(engines).into_iter();
        pairings
            .map(|[first, second]| (first.0, second.0))
            .collect()
    }

    fn queue(engines: usize, rounds: usize, openings: usize, played: &[usize]) -> Queue {
        let pairings = Format::RoundRobin.pairings(engines);
        let schedule = Schedule::new(pairings, rounds, openings);
        Queue::new(schedule, played.iter().copied().collect())
    }

    #[test]
    fn everybody_meets_whom_the_format_says() {
        assert_eq!(meetings(Format::RoundRobin, 2), [(0, 1)]);
        assert_eq!(meetings(Format::RoundRobin, 3), [(0, 1), (0, 2), (1, 2)]);
        let gauntlet = |seeds| Format::Gauntlet { seeds };
        assert_eq!(meetings(gauntlet(1), 3), [(0, 1), (0, 2)]);
        assert_eq!(meetings(gauntlet(2), 4), [(0, 2), (0, 3), (1, 2), (1, 3)]);
    }

    #[test]
    fn pairs_share_an_opening_with_colours_changed() {
        let mut queue = queue(2, 3, 2, &[]);
        let jobs: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        let openings: Vec<_> = jobs.iter().map(|job| job.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 0, 0]);
        let (first, second) = (Player(0), Player(1));
        for pair in jobs.chunks(2) {
            assert_eq!(pair[0].pair(), pair[1].pair());
            assert_eq!(pair[0].players, [first, second]);
            assert_eq!(pair[1].players, [second, first]);
            assert_eq!(pair[1].player(Side::Black), first);
        }
        assert_eq!(jobs[5].round_tag(), "3.2");
    }

    #[test]
    fn a_round_has_one_opening_and_every_pairing() {
        let mut queue = queue(3, 2, 5, &[]);
        let jobs: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(jobs.len(), 12);
        for (number, job) in jobs.iter().enumerate() {
            assert_eq!(job.number, number);
            assert_eq!((job.round, job.opening), (number / 6, number / 6));
            assert_eq!((job.board, job.pairing), (number % 6, number % 6 / 2));
        }
        assert_eq!(jobs[11].round_tag(), "2.6");
        assert_eq!(jobs[11].players, [Player(2), Player(1)]);
    }

    #[test]
    fn a_game_that_was_played_is_not_played_again() {
        let mut queue = queue(2, 2, 1, &[0, 2]);
        let numbers: Vec<_> = std::iter::from_fn(|| queue.take())
            .map(|job| job.number)
            .collect();
        assert_eq!(numbers, [1, 3]);
    }

    #[test]
    fn a_closed_queue_still_completes_its_pair() {
        let mut open = queue(2, 9, 1, &[]);
        let first = open.take().map(|job| job.number);
        open.close();
        assert_eq!(
            (first, open.take().map(|job| job.number)),
            (Some(0), Some(1))
        );
        assert_eq!(open.take(), None);
        let mut stopped = queue(2, 9, 1, &[]);
        stopped.take();
        stopped.stop();
        assert_eq!(stopped.take(), None);
    }
}
