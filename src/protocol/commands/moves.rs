//! The legal moves of a position.

use std::io::Write;

use ajeeb_game::Select;
use serde::Serialize;

use super::{Failure, Subject, write_json};
use crate::catalog::{GameName, Playable, Visitor, with_game};

/// The options of `moves`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The position.
    pub subject: Subject,
    /// Write JSON.
    pub json: bool,
}

/// Writes every legal move, one a line in the form that protocols use, in generation order.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let name = options.subject.name()?;
    with_game(name, Command { name, options, out })
}

struct Command<'a> {
    name: GameName,
    options: &'a Options,
    out: &'a mut dyn Write,
}

/// The JSON record of `moves`.
#[derive(Serialize)]
struct List {
    game: String,
    variant: &'static str,
    fen: String,
    moves: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    r#move: String,
    short: String,
}

impl Visitor for Command<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Command { name, options, out } = self;
        let position = options.subject.position::<G>(name)?;
        let mut moves = G::Moves::default();
        G::moves(&position, Select::All, &mut moves);
        if !options.json {
            for &mv in moves.iter() {
                writeln!(out, "{}", G::write_move(&position, mv))?;
            }
            return Ok(out.flush()?);
        }
        let entry = |&mv| Entry {
            r#move: G::write_move(&position, mv),
            short: G::write_short(&position, mv),
        };
        let list = List {
            game: name.family().to_string(),
            variant: name.as_str(),
            fen: G::write_position(&position),
            moves: moves.iter().map(entry).collect(),
        };
        write_json(out, &list)
    }
}
