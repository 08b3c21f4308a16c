//! Who plays whom from which opening. Games come in pairs: the same opening, colours changed, so
//! that an opening that favours a colour favours nobody.

use ajeeb_base::Side;

/// One of the two engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contestant {
    /// The one named first, whose results are reported.
    First,
    /// Its opponent.
    Second,
}

impl Contestant {
    /// Both, in index order.
    pub(crate) const BOTH: [Contestant; 2] = [Contestant::First, Contestant::Second];

    /// 0 or 1.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    const fn other(self) -> Contestant {
        match self {
            Contestant::First => Contestant::Second,
            Contestant::Second => Contestant::First,
        }
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// Counted from 0.
    pub(crate) number: usize,
    /// The pair it belongs to, counted from 0.
    pub(crate) pair: usize,
    /// Its opening: a place in a list.
    pub(crate) opening: usize,
    /// Who is White.
    pub(crate) white: Contestant,
}

impl Job {
    /// Who plays `side`.
    pub(crate) fn player(&self, side: Side) -> Contestant {
        if side.is_white() {
            self.white
        } else {
            self.white.other()
        }
    }

    /// Which side `contestant` plays.
    pub(crate) fn side(&self, contestant: Contestant) -> Side {
        if contestant == self.white {
            Side::White
        } else {
            Side::Black
        }
    }
}

/// All games of a match of `pairs` pairs over `openings` openings, which are used in turn.
pub(crate) fn jobs(pairs: usize, openings: usize) -> impl Iterator<Item = Job> {
    (0..2 * pairs).map(move |number| {
        let pair = number / 2;
        Job {
            number,
            pair,
            opening: pair % openings.max(1),
            white: Contestant::BOTH[number % 2],
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_share_an_opening_with_colours_changed() {
        let jobs: Vec<_> = jobs(3, 2).collect();
        let openings: Vec<_> = jobs.iter().map(|job| job.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 0, 0]);
        for pair in jobs.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].player(Side::White), Contestant::First);
            assert_eq!(pair[1].player(Side::White), Contestant::Second);
            assert_eq!(pair[1].player(Side::Black), Contestant::First);
            assert_eq!(pair[1].side(Contestant::First), Side::Black);
        }
    }
}
