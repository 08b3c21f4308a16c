//! Draws by counting moves.

use super::{Position, Variant, moves};
use ajeeb_base::Side;

/// A kind of ending that is drawn when it has stood on the board for some plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    material: Material,
    least: u8,
    most: u8,
    plies: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Material {
    /// A lone king against `least..=most` pieces, one of them a king.
    AgainstLoneKing,
    /// The same, and all of them kings.
    KingsAgainstLoneKing,
    /// A king on each side and `least..=most` pieces in all.
    BothCrowned,
}

impl Ending {
    /// A lone king against `least..=most` pieces, at least one of them a king, or all of them
    /// if `kings_only`: a draw after `plies` plies.
    pub const fn against_lone_king(least: u8, most: u8, kings_only: bool, plies: u8) -> Ending {
        let material = if kings_only {
            Material::KingsAgainstLoneKing
        } else {
            Material::AgainstLoneKing
        };
        Ending {
            material,
            least,
            most,
            plies,
        }
    }

    /// A king on each side and `least..=most` pieces in all: a draw after `plies` plies.
    pub const fn both_crowned(least: u8, most: u8, plies: u8) -> Ending {
        Ending {
            material: Material::BothCrowned,
            least,
            most,
            plies,
        }
    }

    /// The most pieces on the board with which this ending can stand there.
    const fn pieces(self) -> u32 {
        match self.material {
            Material::BothCrowned => self.most as u32,
            _ => self.most as u32 + 1,
        }
    }

    fn fits<V: Variant>(self, position: &Position<V>) -> bool {
        let pieces = Side::BOTH.map(|side| position.pieces(side).len());
        let kings = Side::BOTH.map(|side| position.kings_of(side).len());
        let range = u32::from(self.least)..=u32::from(self.most);
        if self.material == Material::BothCrowned {
            return kings[0] > 0 && kings[1] > 0 && range.contains(&(pieces[0] + pieces[1]));
        }
        [(0, 1), (1, 0)].into_iter().any(|(strong, weak)| {
            let enough = match self.material {
                Material::KingsAgainstLoneKing => kings[strong] == pieces[strong],
                _ => kings[strong] > 0,
            };
            pieces[weak] == 1 && kings[weak] == 1 && enough && range.contains(&pieces[strong])
        })
    }
}

/// How long the present ending has stood on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EndingClock {
    /// 0 for none, else one more than the place in [`Variant::ENDINGS`].
    class: u8,
    plies: u8,
}

impl EndingClock {
    /// The clock at the start of `position`, as if it had only now come about.
    pub(crate) fn start<V: Variant>(position: &Position<V>) -> EndingClock {
        EndingClock {
            class: class(position),
            plies: 0,
        }
    }

    /// The same ending after `plies` plies; no change where there is no ending.
    pub(crate) fn with_plies(self, plies: u8) -> EndingClock {
        EndingClock {
            plies: if self.class == 0 { 0 } else { plies },
            ..self
        }
    }

    /// Plies since the ending came about.
    pub(crate) const fn plies(self) -> u8 {
        self.plies
    }

    /// One ply later, the material unchanged.
    #[inline]
    pub(crate) fn next(self) -> EndingClock {
        EndingClock {
            plies: self.plies.saturating_add((self.class != 0) as u8),
            ..self
        }
    }

    /// One ply later, after the capture or promotion that led to `position`. A clock goes on
    /// while its ending does (decided: promotions and man moves do not start it again); another
    /// ending starts its own.
    #[cold]
    pub(crate) fn change<V: Variant>(self, position: &Position<V>) -> EndingClock {
        let class = class(position);
        if class == self.class && !V::BALANCE_RESTARTS {
            self.next()
        } else {
            EndingClock { class, plies: 0 }
        }
    }

    fn run_out<V: Variant>(self) -> bool {
        match V::ENDINGS.get(usize::from(self.class).wrapping_sub(1)) {
            Some(ending) => self.plies >= ending.plies,
            None => false,
        }
    }
}

/// The most pieces with which any counted ending can stand on the board.
pub(crate) const fn most_pieces(endings: &[Ending]) -> u32 {
    let mut most = 0;
    let mut index = 0;
    while index < endings.len() {
        if endings[index].pieces() > most {
            most = endings[index].pieces();
        }
        index += 1;
    }
    most
}

fn class<V: Variant>(position: &Position<V>) -> u8 {
    let place = V::ENDINGS.iter().position(|ending| ending.fits(position));
    place.map_or(0, |place| place as u8 + 1)
}

/// Is the game drawn by a count? A side without a move has lost (or won) first.
pub(crate) fn rule_draw<V: Variant>(position: &Position<V>) -> bool {
    let kings_only = V::KING_PLIES > 0 && position.king_plies >= V::KING_PLIES;
    (kings_only || position.ending.run_out::<V>()) && moves::count(position) > 0
}
