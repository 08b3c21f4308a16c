use std::io;

use crossbeam::channel::Sender;

use super::level::{Level, Mode};
use super::position::to_fen;
use crate::catalog::{GameName, Playable, Visitor, with_game};
use crate::session::{Event, Life, PositionError, Session, Upkeep};

/// A session whose variant is not known before the program runs: one virtual call a command.
pub(super) trait Table {
    /// The account of searches.
    fn life(&self) -> &Life;

    /// The account of searches, to enter answers.
    fn life_mut(&mut self) -> &mut Life;

    /// Sets up a position in the protocol's letters, or the initial one, and plays moves.
    fn set_up(&mut self, board: Option<&str>, moves: &str) -> Result<(), PositionError>;

    /// Starts a search.
    fn go(&mut self, level: &Level, mode: Mode);

    /// Orders work to be done between searches.
    fn upkeep(&mut self, upkeep: Upkeep);
}

/// Opens a table for a game.
pub(super) fn open(name: GameName, events: Sender<Event>) -> io::Result<Box<dyn Table>> {
    with_game(name, Open { name, events })
}

struct Open {
    name: GameName,
    events: Sender<Event>,
}

impl Visitor for Open {
    type Output = io::Result<Box<dyn Table>>;

    fn visit<G: Playable>(self) -> Self::Output {
        let session = Session::<G>::new(self.events)?;
        Ok(Box::new(Seat {
            squares: self.name.squares(),
            session,
        }))
    }
}

struct Seat<G: Playable> {
    squares: usize,
    session: Session<G>,
}

impl<G: Playable> Table for Seat<G> {
    fn life(&self) -> &Life {
        self.session.life()
    }

    fn life_mut(&mut self) -> &mut Life {
        self.session.life_mut()
    }

    fn set_up(&mut self, board: Option<&str>, moves: &str) -> Result<(), PositionError> {
        let start = match board {
            None => G::start(),
            Some(text) => {
                let fen = to_fen(text, self.squares)
                    .map_err(|error| PositionError::Refused(error.to_string()))?;
                G::read_position(&fen).map_err(|error| PositionError::Refused(error.to_string()))?
            }
        };
        self.session.set_up(start, moves.split_whitespace())
    }

    fn go(&mut self, level: &Level, mode: Mode) {
        self.session.search(level.limits(mode), G::write_move);
    }

    fn upkeep(&mut self, upkeep: Upkeep) {
        self.session.upkeep(upkeep);
    }
}
