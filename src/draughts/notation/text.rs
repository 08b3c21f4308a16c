//! Moves in text.

use super::error::excerpt;
use super::{Error, path};
use crate::rules::{Move, MoveList, Position, Square, Squares, Variant};

/// A move as written: the squares in front of a colon, and the captured ones after it.
struct Written {
    squares: Vec<Square>,
    captured: Option<Squares>,
}

/// No move names more squares than this.
const MOST_SQUARES: usize = 64;

/// Reads any usual form of a legal move, one of `legal`, the moves of `position`:
///
/// * `32-28`, `28x19`, with dashes and crosses of any kind, and marks such as `!?` after it;
/// * Hub: `28x17x22`, from, to and every captured square in any order;
/// * the same with a colon before the captured squares: `28x17:22`;
/// * PDN: from, the squares touched, to.
pub(super) fn read<V: Variant>(
    position: &Position<V>,
    legal: &MoveList,
    text: &str,
) -> Result<Move, Error> {
    let written = parse::<V>(text).ok_or_else(|| Error::BadMove(excerpt(text)))?;
    let [from, .., last] = written.squares[..] else {
        return Err(Error::BadMove(excerpt(text)));
    };
    let one_of = |fits: &dyn Fn(Move) -> bool| {
        let mut fitting = legal.iter().copied().filter(|&mv| fits(mv));
        let first = fitting.next()?;
        Some(match fitting.next() {
            None => Ok(first),
            Some(_) => Err(Error::AmbiguousMove(excerpt(text))),
        })
    };
    let ends_at = |mv: Move, to: Square| mv.from() == from && mv.to() == to;

    let found = if let Some(captured) = written.captured {
        one_of(&|mv| ends_at(mv, last) && written.squares.len() == 2 && mv.captured() == captured)
    } else if written.squares.len() == 2 {
        one_of(&|mv| ends_at(mv, last))
    } else {
        // Hub first: it is exact, and what protocols write. Then the exact PDN form, and only
        // then paths with squares left out, where each of two captures may pass over the
        // squares of the other.
        let (to, named) = (written.squares[1], &written.squares[2..]);
        let captured = set(named);
        let exact = captured.is_some_and(|set| !set.is_empty());
        one_of(&|mv| exact && ends_at(mv, to) && Some(mv.captured()) == captured)
            .or_else(|| {
                let captured = path::full(position, &written.squares)?;
                one_of(&|mv| ends_at(mv, last) && mv.captured() == captured)
            })
            .or_else(|| {
                let between = &written.squares[1..written.squares.len() - 1];
                one_of(&|mv| {
                    mv.is_capture() && ends_at(mv, last) && path::touches(position, mv, between)
                })
            })
    };
    found.unwrap_or_else(|| Err(Error::IllegalMove(excerpt(text))))
}

/// The squares as a set; `None` if one is named twice.
fn set(squares: &[Square]) -> Option<Squares> {
    let set = squares
        .iter()
        .fold(Squares::NONE, |set, square| set | square.set());
    (set.len() as usize == squares.len()).then_some(set)
}

fn parse<V: Variant>(text: &str) -> Option<Written> {
    let text = text.trim();
    let text = text.trim_end_matches(['!', '?', '+', '*', '=', '#', '.', ' ']);
    // A colon between the first two squares is another cross.
    let (moved, captured) = match text.split_once(':') {
        Some((from, to)) if is_number(from) => match to.split_once(':') {
            Some((to, captured)) => (format!("{from}x{to}"), Some(captured)),
            None => (format!("{from}x{to}"), None),
        },
        Some((moved, captured)) => (moved.to_owned(), Some(captured)),
        None => (text.to_owned(), None),
    };
    let squares = squares::<V>(&moved, &['-', '\u{2010}', '–', '—', '−', 'x', 'X', '×'])?;
    let captured = match captured {
        None => None,
        Some(list) => Some(set(&squares_of_list::<V>(list)?)?),
    };
    Some(Written { squares, captured })
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn squares_of_list<V: Variant>(list: &str) -> Option<Vec<Square>> {
    squares::<V>(list, &[',', 'x', 'X', '×'])
}

/// Numbers of squares with one separator, or blanks, between them.
fn squares<V: Variant>(text: &str, separators: &[char]) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    for item in text.split(separators) {
        let mut numbers = item.split_whitespace().peekable();
        numbers.peek()?;
        for number in numbers {
            if squares.len() >= MOST_SQUARES || !is_number(number) {
                return None;
            }
            squares.push(Square::from_number::<V>(number.parse().ok()?)?);
        }
    }
    Some(squares)
}

/// The Hub form: `32-28`, or `28x17x22` with every captured square, in ascending order.
pub(super) fn write<V: Variant>(mv: Move) -> String {
    let mut text = ends::<V>(mv);
    for square in mv.captured() {
        text += &format!("x{}", square.number::<V>());
    }
    text
}

/// From and to, or the Hub form where another of the `legal` moves has the same ends.
pub(super) fn write_short<V: Variant>(legal: &MoveList, mv: Move) -> String {
    let twins = legal
        .iter()
        .filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()));
    if twins.count() > 1 {
        write::<V>(mv)
    } else {
        ends::<V>(mv)
    }
}

fn ends<V: Variant>(mv: Move) -> String {
    let sign = if mv.is_capture() { 'x' } else { '-' };
    format!("{}{sign}{}", mv.from().number::<V>(), mv.to().number::<V>())
}
