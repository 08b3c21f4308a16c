//! FEN for draughts, as PDN 3.0 has it: `W:W31-50:B1-20`, kings `K5`.
//!
//! Beyond the pieces this dialect has counts, left out where they are zero: `H12`, plies of king
//! moves without a capture (the field that lidraughts writes); `L3`, plies since the present
//! counted ending came about; `SW28=2`, White's king on 28 has moved twice running (Frisian).

use ajeeb_base::Side;

use super::Error;
use super::error::excerpt;
use crate::rules::{Geometry, Position, Square, Squares, Variant, Walk};

/// Pieces being read.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) of: [Squares; 2],
    pub(super) kings: Squares,
}

impl Pieces {
    pub(super) fn add<V: Variant>(
        &mut self,
        side: Side,
        king: bool,
        square: Square,
    ) -> Result<(), Error> {
        if (self.of[0] | self.of[1]).meets(square.set()) {
            return Err(Error::Occupied(square.number::<V>()));
        }
        self.of[side.index()] |= square.set();
        if king {
            self.kings |= square.set();
        }
        Ok(())
    }

    /// The position with these pieces, if they can stand like that.
    pub(super) fn position<V: Variant>(self, side: Side) -> Result<Position<V>, Error> {
        if (self.of[0] | self.of[1]).is_empty() {
            return Err(Error::Empty);
        }
        for side in Side::BOTH {
            let men = self.of[side.index()].without(self.kings);
            if let Some(man) = (men & V::LAST_ROW[side.index()]).into_iter().next() {
                return Err(Error::UncrownedMan {
                    side: name(side),
                    square: man.number::<V>(),
                });
            }
        }
        Ok(Position::new(side, self.of, self.kings))
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side_of(letter: char) -> Option<Side> {
    match letter {
        'W' | 'w' => Some(Side::White),
        'B' | 'b' => Some(Side::Black),
        _ => None,
    }
}

/// Reads a FEN. Blanks, quotes, a full stop at the end, the order of the sides, a side left out,
/// and small letters do not matter.
pub(super) fn read<V: Variant>(text: &str) -> Result<Position<V>, Error> {
    let cleaned: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '"')
        .collect();
    let cleaned = cleaned.trim_start_matches("[FEN").trim_end_matches(']');
    let mut fields = cleaned.trim_end_matches('.').split(':');
    let side = fields.next().and_then(single).and_then(side_of);
    let side = side.ok_or_else(|| Error::NoSide(excerpt(text)))?;
    let (mut pieces, mut listed) = (Pieces::default(), [false; 2]);
    let mut counts = Vec::new();
    for field in fields.filter(|field| !field.is_empty()) {
        let mut rest = field.chars();
        match rest.next().and_then(side_of) {
            Some(side) => {
                if std::mem::replace(&mut listed[side.index()], true) {
                    return Err(Error::RepeatedSide(name(side)));
                }
                read_list::<V>(&mut pieces, side, rest.as_str())?;
            }
            None => counts.push(field),
        }
    }
    let mut position = pieces.position(side)?;
    for field in counts {
        read_count(&mut position, field)?;
    }
    Ok(position)
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Reads `31,K32,33-35`.
fn read_list<V: Variant>(pieces: &mut Pieces, side: Side, list: &str) -> Result<(), Error> {
    for item in list.split(',').filter(|item| !item.is_empty()) {
        let (king, item) = crowned(item);
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let (first, last) = (number::<V>(first)?, number::<V>(crowned(last).1)?);
        if first > last {
            return Err(Error::BadRange(excerpt(item)));
        }
        for square in (first..=last).filter_map(Square::from_number::<V>) {
            pieces.add::<V>(side, king, square)?;
        }
    }
    Ok(())
}

fn crowned(item: &str) -> (bool, &str) {
    match item.strip_prefix(['K', 'k']) {
        Some(rest) => (true, rest),
        None => (false, item),
    }
}

fn number<V: Variant>(text: &str) -> Result<usize, Error> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && (1..=V::SQUARES).contains(&number) => Ok(number),
        _ => Err(Error::BadSquare(excerpt(text), V::SQUARES)),
    }
}

/// Reads a count. Those of other dialects (`F1`, `+0+0`) are known to be none of ours.
fn read_count<V: Variant>(position: &mut Position<V>, field: &str) -> Result<(), Error> {
    let bad = || Error::BadField(excerpt(field));
    let mut rest = field.chars();
    let kind = rest.next().ok_or_else(bad)?;
    let plies = || {
        let plies = rest.as_str().parse::<u64>().map_err(|_| bad())?;
        Ok(u8::try_from(plies).unwrap_or(u8::MAX))
    };
    match kind {
        'H' | 'h' => position.king_plies = plies()?,
        'L' | 'l' => position.ending = position.ending.with_plies(plies()?),
        'S' | 's' => read_walk(position, rest.as_str()).ok_or_else(bad)?,
        'F' | 'f' => drop(plies()?),
        '+' => read_checks(rest.as_str()).ok_or_else(bad)?,
        _ => return Err(bad()),
    }
    Ok(())
}

/// Reads `0+0` as lichess writes it in variants with a count of checks: it says nothing here.
fn read_checks(text: &str) -> Option<()> {
    let (white, black) = text.split_once('+')?;
    white.parse::<u8>().ok()?;
    black.parse::<u8>().ok()?;
    Some(())
}

/// Reads `W28=2`. `None` if that cannot be.
fn read_walk<V: Variant>(position: &mut Position<V>, text: &str) -> Option<()> {
    let side = text.chars().next().and_then(side_of)?;
    let (square, moves) = text.get(1..)?.split_once('=')?;
    let king = Square::from_number::<V>(number::<V>(square).ok()?)?;
    let moves = moves
        .parse()
        .ok()
        .filter(|moves| (1..=V::SAME_KING_LIMIT).contains(moves))?;
    if !position.kings_of(side).meets(king.set()) || position.men(side).is_empty() {
        return None;
    }
    position.set_walk(side, Walk { king, moves });
    Some(())
}

/// Writes the normal form: White's list first, squares in ascending order, no ranges, and the
/// counts that are not zero.
pub(super) fn write<V: Variant>(position: &Position<V>) -> String {
    let list = |side| {
        let names = position.pieces(side).into_iter().map(|square| {
            let crown = if position.kings().meets(square.set()) {
                "K"
            } else {
                ""
            };
            format!("{crown}{}", square.number::<V>())
        });
        names.collect::<Vec<_>>().join(",")
    };
    let side = if position.side().is_white() { 'W' } else { 'B' };
    let mut text = format!("{side}:W{}:B{}", list(Side::White), list(Side::Black));
    if position.king_plies > 0 {
        text += &format!(":H{}", position.king_plies);
    }
    if position.ending_plies() > 0 {
        text += &format!(":L{}", position.ending_plies());
    }
    for (side, letter) in [(Side::White, 'W'), (Side::Black, 'B')] {
        let walk = position.walk(side);
        if walk.moves > 0 {
            text += &format!(":S{letter}{}={}", walk.king.number::<V>(), walk.moves);
        }
    }
    text
}
