//! What the trainer needs to know of a game.

use ajeeb_base::Side;
use ajeeb_chess::{Chess, eval::features as chess};
use ajeeb_draughts::{Draughts, Variant, eval::features as draughts};
use ajeeb_game::{Placement, Policy, Rules};
use ajeeb_nnue::Feature;
use ajeeb_protocol::catalog::Playable;

/// A game that nets can be trained for.
pub(crate) trait Trainable: Playable {
    /// Kinds of pieces.
    const KINDS: u8;
    /// The most pieces there can be, both sides together.
    const MOST_PIECES: u16;

    /// A piece's rows.
    fn feature(piece: Placement) -> Feature;

    /// Can a static evaluation be right about a position in which the search found `mv` best? Not
    /// where something is about to happen that it does not see.
    fn usable(position: &Self::Position, mv: Self::Move) -> bool {
        Self::settled(position) && !Self::noisy(position, mv)
    }

    /// Which sides a mirrored net shows the mirrored board.
    fn mirrored(_: &Self::Position) -> [bool; 2] {
        [false; 2]
    }

    /// Is the mirrored position worth as much by the rules?
    fn mirrorable(_: &Self::Position) -> bool {
        false
    }

    /// For each row that a side sees, the one in which the other side sees the same piece.
    fn other_rows() -> Vec<u16> {
        let mut other = vec![0; usize::from(Self::expected().inputs)];
        for side in Side::BOTH {
            for kind in 0..Self::KINDS {
                for square in (0..).take(Self::SQUARES) {
                    let piece = Placement { side, kind, square };
                    let Feature { white, black } = Self::feature(piece);
                    other[usize::from(white)] = black;
                }
            }
        }
        other
    }
}

impl Trainable for Chess {
    const KINDS: u8 = 6;
    const MOST_PIECES: u16 = 32;

    fn feature(piece: Placement) -> Feature {
        chess::feature(piece)
    }

    fn mirrored(position: &Self::Position) -> [bool; 2] {
        Side::BOTH.map(|side| chess::mirrors(position.king(side)))
    }

    /// Without castling, which looks to the king's wing and the queen's, all rules are the same
    /// both ways.
    fn mirrorable(position: &Self::Position) -> bool {
        position.castling_rooks().is_empty()
    }
}

impl<V: Variant> Trainable for Draughts<V> {
    const KINDS: u8 = 2;
    /// Those of the initial position.
    const MOST_PIECES: u16 = (V::COLS * V::MEN_ROWS) as u16;

    fn feature(piece: Placement) -> Feature {
        draughts::feature::<V>(piece)
    }

    /// Nothing to capture, and something to choose from.
    fn usable(position: &Self::Position, _: Self::Move) -> bool {
        Self::settled(position) && Self::count(position) > 1
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Arena, Visitor, with_game};
    use ajeeb_protocol::catalog::GameName;

    struct OtherRows;

    impl Visitor for OtherRows {
        type Output = Vec<u16>;

        fn visit<G: Arena>(self) -> Vec<u16> {
            assert_eq!(
                2 * usize::from(G::KINDS) * G::SQUARES,
                usize::from(G::expected().inputs)
            );
            let mut pieces = 0;
            G::survey(&G::start(), &mut ajeeb_game::EachPlaced(|_| pieces += 1));
            assert_eq!(pieces, G::MOST_PIECES);
            G::other_rows()
        }
    }

    /// A piece's row for one side tells that for the other, and the other way round.
    #[test]
    fn rows_come_in_pairs() {
        for name in GameName::ALL {
            let other = with_game(name, OtherRows);
            for (row, &seen) in other.iter().enumerate() {
                assert_ne!(row, usize::from(seen), "{name}");
                assert_eq!(row, usize::from(other[usize::from(seen)]), "{name}");
            }
        }
    }
}
