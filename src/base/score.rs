use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::depth::{MAX_PLY, Ply};

/// How a finished game went, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
}

impl Outcome {
    /// The same outcome seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }

    /// The score of a game that ended this way `ply` plies below the root.
    #[inline]
    pub const fn score(self, ply: Ply) -> Score {
        match self {
            Outcome::Win => Score::win_in(ply),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => Score::loss_in(ply),
        }
    }
}

/// A value in hundredths of a pawn (chess) or of a man (draughts), from the side to move.
///
/// The scale, from the middle outwards: static evaluations within ±[`Score::MAX_EVAL`];
/// wins known from endgame tables near ±[`Score::TABLE_WIN`]; wins by force, counted in plies,
/// between ±([`Score::WIN`] − [`MAX_PLY`]) and ±[`Score::WIN`]. All fit an `i16`, so that the
/// transposition table can hold them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is better, or the game is drawn.
    pub const DRAW: Score = Score(0);
    /// Larger than every other score: an open upper bound.
    pub const INFINITE: Score = Score(32_001);
    /// A game already won at the root.
    pub const WIN: Score = Score(32_000);
    /// A position that endgame tables give as won, at the root.
    pub const TABLE_WIN: Score = Score(30_000);
    /// The largest static evaluation.
    pub const MAX_EVAL: Score = Score(29_000);
    /// "No score": outside the scale, for table entries and nodes without an evaluation.
    pub const NONE: Score = Score(32_002);

    /// A score of `centi` hundredths of a pawn or man.
    #[inline]
    pub const fn new(centi: i32) -> Score {
        Score(centi)
    }

    /// A static evaluation, kept inside its part of the scale.
    #[inline]
    pub fn eval(centi: i32) -> Score {
        Score(centi.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// A win that ends the game `ply` plies below the root.
    #[inline]
    pub const fn win_in(ply: Ply) -> Score {
        Score(Self::WIN.0 - ply.index() as i32)
    }

    /// A loss that ends the game `ply` plies below the root.
    #[inline]
    pub const fn loss_in(ply: Ply) -> Score {
        Score(ply.index() as i32 - Self::WIN.0)
    }

    /// The number in hundredths.
    #[inline]
    pub const fn centi(self) -> i32 {
        self.0
    }

    /// A forced win or loss whose length is known.
    #[inline]
    pub const fn is_forced(self) -> bool {
        self.0.abs() >= Self::WIN.0 - MAX_PLY as i32 && self.0.abs() <= Self::WIN.0
    }

    /// Won or lost for certain: by force or by endgame tables.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::TABLE_WIN.0 - MAX_PLY as i32 && self.0.abs() <= Self::WIN.0
    }

    /// Won for certain.
    #[inline]
    pub const fn is_won(self) -> bool {
        self.0 > 0 && self.is_decided()
    }

    /// Lost for certain.
    #[inline]
    pub const fn is_lost(self) -> bool {
        self.0 < 0 && self.is_decided()
    }

    /// Plies from the root to the end of the game: positive for a win, negative for a loss,
    /// `None` unless the score is a forced win or loss. A root that is already lost gives 0.
    #[inline]
    pub const fn plies_to_end(self) -> Option<i32> {
        if !self.is_forced() {
            None
        } else if self.0 > 0 {
            Some(Self::WIN.0 - self.0)
        } else {
            Some(-Self::WIN.0 - self.0)
        }
    }

    /// Makes the distance of a decided score count from the node at `ply` instead of the root,
    /// as the transposition table stores it.
    #[inline]
    pub const fn from_root(self, ply: Ply) -> Score {
        if self.is_won() {
            Score(self.0 + ply.index() as i32)
        } else if self.is_lost() {
            Score(self.0 - ply.index() as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_root`].
    #[inline]
    pub const fn to_root(self, ply: Ply) -> Score {
        let ply = ply.index() as i32;
        let least = Self::TABLE_WIN.0 - MAX_PLY as i32;
        if self.0.abs() > Self::WIN.0 {
            self
        } else if self.0 >= least {
            Score(self.0 - ply)
        } else if self.0 <= -least {
            Score(self.0 + ply)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, centi: i32) -> Score {
        Score(self.0 + centi)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, centi: i32) -> Score {
        Score(self.0 - centi)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        let ply = Ply::new(7);
        for score in [
            Score::win_in(Ply::new(12)),
            Score::loss_in(Ply::new(9)),
            Score::new(31),
            Score::DRAW,
            Score::INFINITE,
            -Score::INFINITE,
            Score::NONE,
        ] {
            assert_eq!(score.from_root(ply).to_root(ply), score);
        }
    }

    #[test]
    fn distance_is_in_plies_and_signed() {
        assert_eq!(Score::win_in(Ply::new(3)).plies_to_end(), Some(3));
        assert_eq!(Score::loss_in(Ply::new(4)).plies_to_end(), Some(-4));
        assert_eq!(Score::loss_in(Ply::ROOT).plies_to_end(), Some(0));
        assert_eq!(Score::MAX_EVAL.plies_to_end(), None);
        assert_eq!(Score::TABLE_WIN.plies_to_end(), None);
        assert_eq!(Score::INFINITE.plies_to_end(), None);
    }

    #[test]
    fn the_parts_of_the_scale_do_not_overlap() {
        assert!(!Score::MAX_EVAL.is_decided());
        assert!(Score::TABLE_WIN.is_won() && !Score::TABLE_WIN.is_forced());
        assert!((-Score::TABLE_WIN).is_lost());
        assert!(Score::win_in(Ply::new(MAX_PLY)).is_forced());
        assert!(!Score::INFINITE.is_decided() && !Score::NONE.is_decided());
    }
}
