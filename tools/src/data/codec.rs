//! Games as bytes: columns of like things, which compress well side by side.

use ajeeb_base::{Score, Side};
use ajeeb_game::{Rules, Select, Unobserved};

use super::StoredGame;
use crate::games::Arena;
use crate::stats::GameScore;

/// Games that are written together.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Starts that are not the usual one, as FENs with a zero byte after each.
    starts: Vec<u8>,
    /// A byte for result and kind of start, then the lengths of opening and game, for each game.
    games: Vec<u8>,
    /// Each move as its rank among the legal moves in the order of their packed form, which does
    /// not depend on how moves are generated.
    moves: Vec<u8>,
    /// Each score as its difference to the last one, for White.
    scores: Vec<u8>,
    pub(super) count: u32,
    pub(super) plies: u64,
}

/// The largest score there is, for either side.
const LARGEST_SCORE: u32 = Score::INFINITE.centi().unsigned_abs();

/// The bit that says that a game has a start of its own.
const OWN_START: u8 = 4;

impl Columns {
    /// Adds a game.
    ///
    /// # Panics
    /// If one of its moves is not legal.
    pub(super) fn push<G: Arena>(&mut self, game: &StoredGame<G>) {
        let usual = game.start == G::start();
        let result = match game.result {
            GameScore::Loss => 0,
            GameScore::Draw => 1,
            GameScore::Win => 2,
        };
        if usual {
            self.games.push(result);
        } else {
            self.games.push(result | OWN_START);
            self.starts
                .extend_from_slice(G::write_position(&game.start).as_bytes());
            self.starts.push(0);
        }
        write_number(&mut self.games, game.opening.len() as u64);
        write_number(&mut self.games, game.plies.len() as u64);
        let mut position = game.start.clone();
        for &mv in &game.opening {
            self.push_move::<G>(&mut position, mv);
        }
        let mut last = 0;
        for &(mv, score) in &game.plies {
            let white = for_white(G::side(&position), score.centi());
            write_number(&mut self.scores, zigzag(white - last));
            last = white;
            self.push_move::<G>(&mut position, mv);
        }
        self.count += 1;
        self.plies += game.plies.len() as u64;
    }

    fn push_move<G: Rules>(&mut self, position: &mut G::Position, mv: G::Move) {
        let legal = in_order::<G>(position);
        let rank = legal.iter().position(|&other| other == mv);
        let rank = rank.expect("games are made of legal moves");
        write_number(&mut self.moves, rank as u64);
        *position = G::play(position, mv, &mut Unobserved);
    }

    /// The columns one after the other, each with its length before it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for column in [&self.starts, &self.games, &self.moves, &self.scores] {
            bytes.extend_from_slice(&(column.len() as u32).to_le_bytes());
            bytes.extend_from_slice(column);
        }
        bytes
    }
}

/// Reads what [`Columns::bytes`] has written.
///
/// # Errors
/// What is wrong with the bytes, in a few words.
pub(super) fn read<G: Arena>(bytes: &[u8], count: u32) -> Result<Vec<StoredGame<G>>, String> {
    let mut bytes = Bytes(bytes);
    let mut columns = [Bytes(&[]); 4];
    for column in &mut columns {
        *column = bytes.column()?;
    }
    let mut reader = Reader { columns };
    let games = (0..count)
        .map(|_| reader.game())
        .collect::<Result<_, _>>()?;
    match reader.columns.iter().all(|column| column.0.is_empty()) {
        true => Ok(games),
        false => Err("there is more than the games".into()),
    }
}

/// The four columns, as far as they are not read yet.
struct Reader<'a> {
    columns: [Bytes<'a>; 4],
}

impl Reader<'_> {
    fn game<G: Arena>(&mut self) -> Result<StoredGame<G>, String> {
        let [starts, games, ..] = &mut self.columns;
        let kind = games.byte()?;
        let result = match kind & 3 {
            0 => GameScore::Loss,
            1 => GameScore::Draw,
            2 => GameScore::Win,
            _ => return Err("no such result".into()),
        };
        let start = if kind & OWN_START == 0 {
            G::start()
        } else {
            let text = String::from_utf8_lossy(starts.until_zero()?);
            G::read_position(&text).map_err(|error| error.to_string())?
        };
        let (opening, plies) = (games.number()?, games.number()?);
        let mut position = start.clone();
        let opening = (0..opening)
            .map(|_| self.mv::<G>(&mut position))
            .collect::<Result<_, _>>()?;
        let mut last = 0i32;
        let plies = (0..plies).map(|_| {
            let white = last.checked_add(unzigzag(self.columns[3].number()?));
            let white = white.filter(|white| white.unsigned_abs() <= LARGEST_SCORE);
            last = white.ok_or("there is no such score")?;
            let score = Score::new(for_white(G::side(&position), last));
            Ok((self.mv::<G>(&mut position)?, score))
        });
        Ok(StoredGame {
            plies: plies.collect::<Result<_, String>>()?,
            start,
            opening,
            result,
        })
    }

    fn mv<G: Rules>(&mut self, position: &mut G::Position) -> Result<G::Move, String> {
        let rank = self.columns[2].number()? as usize;
        let mv = *in_order::<G>(position)
            .get(rank)
            .ok_or("there is no such move")?;
        *position = G::play(position, mv, &mut Unobserved);
        Ok(mv)
    }
}

/// The legal moves by their packed form.
fn in_order<G: Rules>(position: &G::Position) -> G::Moves {
    let mut moves = G::Moves::default();
    G::moves(position, Select::All, &mut moves);
    moves.sort_by_key(|&mv| G::pack(mv).0);
    moves
}

/// A score of the side to move as White sees it, and the other way round.
const fn for_white(side: Side, score: i32) -> i32 {
    if side.is_white() { score } else { -score }
}

/// Small numbers of either sign as small numbers.
const fn zigzag(number: i32) -> u64 {
    ((number << 1) ^ (number >> 31)) as u32 as u64
}

const fn unzigzag(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// Seven bits a byte, the lowest first; the last byte has its top bit clear (LEB128).
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What is left to read.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

const SHORT: &str = "it ends too early";

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Result<u8, String> {
        let (&first, rest) = self.0.split_first().ok_or(SHORT)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    fn column(&mut self) -> Result<Bytes<'a>, String> {
        let (length, rest) = self.0.split_first_chunk().ok_or(SHORT)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (column, rest) = rest.split_at_checked(length).ok_or(SHORT)?;
        self.0 = rest;
        Ok(Bytes(column))
    }

    fn until_zero(&mut self) -> Result<&'a [u8], String> {
        let end = self.0.iter().position(|&byte| byte == 0).ok_or(SHORT)?;
        let text = &self.0[..end];
        self.0 = &self.0[end + 1..];
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;

    use super::*;

    /// A game of one move, e2-e4 or another, with a score written as `score`.
    fn one_move(score: &[u8]) -> Result<Vec<StoredGame<Chess>>, String> {
        let mut bytes = Vec::new();
        for column in [&[][..], &[1, 0, 1], &[3], score] {
            bytes.extend_from_slice(&(column.len() as u32).to_le_bytes());
            bytes.extend_from_slice(column);
        }
        read(&bytes, 1)
    }

    #[test]
    fn scores_that_cannot_be_are_refused() {
        assert_eq!(one_move(&[7]).unwrap()[0].plies[0].1, Score::new(-4));
        let mut largest = Vec::new();
        write_number(&mut largest, zigzag(32_001));
        assert_eq!(one_move(&largest).unwrap()[0].plies[0].1, Score::INFINITE);
        for number in [32_002, i32::MAX, i32::MIN] {
            let mut score = Vec::new();
            write_number(&mut score, zigzag(number));
            assert!(one_move(&score).is_err(), "{number}");
        }
    }

    #[test]
    fn numbers_come_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, 70_000, u64::from(u32::MAX)];
        for number in numbers {
            write_number(&mut bytes, number);
        }
        let mut bytes = Bytes(&bytes);
        assert!(numbers.iter().all(|&number| bytes.number() == Ok(number)));
        assert!(bytes.number().is_err());
        for number in [0, -1, 1, 64_000, -64_000, i32::MAX, i32::MIN] {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
    }
}
