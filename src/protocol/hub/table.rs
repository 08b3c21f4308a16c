use std::io;
use std::time::Duration;

use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::{Notation, Rules};
use crossbeam::channel::Sender;

use super::level::{Level, Mode};
use crate::catalog::{GameName, VariantVisitor, with_variant};
use crate::eval_file::{EvalFile, EvalFileError};
use crate::session::{Event, Life, PositionError, Session, Upkeep};

/// A session whose variant is not known before the program runs: one virtual call a command.
pub(super) trait Table {
    /// The account of searches.
    fn life(&self) -> &Life;

    /// The account of searches, to enter answers.
    fn life_mut(&mut self) -> &mut Life;

    /// Sets up a position in the protocol's letters, or the initial one, and plays moves.
    fn set_up(&mut self, board: Option<&str>, moves: &str) -> Result<(), PositionError>;

    /// Starts a search; each move loses `overhead` on its way.
    fn go(&mut self, level: &Level, mode: Mode, overhead: Duration);

    /// Orders work to be done between searches.
    fn upkeep(&mut self, upkeep: Upkeep);

    /// Evaluates by what `file` says from the next search on, or as before if it cannot be used.
    fn evaluate_by(&mut self, file: &EvalFile) -> Result<(), EvalFileError>;
}

/// Opens a table for a variant, with the account of searches of the table before it.
pub(super) fn open(
    name: GameName,
    events: Sender<Event>,
    life: Life,
) -> io::Result<Box<dyn Table>> {
    with_variant(name, Open { events, life }).unwrap_or_else(|_| {
        Err(io::Error::other(format!(
            "{name} is not played in this protocol"
        )))
    })
}

struct Open {
    events: Sender<Event>,
    life: Life,
}

impl VariantVisitor for Open {
    type Output = io::Result<Box<dyn Table>>;

    fn visit<V: Variant>(self) -> Self::Output {
        Ok(Box::new(Session::<Draughts<V>>::new(
            self.events,
            self.life,
        )?))
    }
}

impl<V: Variant> Table for Session<Draughts<V>> {
    fn life(&self) -> &Life {
        Session::life(self)
    }

    fn life_mut(&mut self) -> &mut Life {
        Session::life_mut(self)
    }

    fn set_up(&mut self, board: Option<&str>, moves: &str) -> Result<(), PositionError> {
        let start = match board {
            None => Ok(Draughts::<V>::start()),
            Some(text) => Draughts::<V>::read_hub(text),
        };
        let start = start.map_err(|error| PositionError::Refused(error.to_string()))?;
        Session::set_up(self, start, moves.split_whitespace())
    }

    fn go(&mut self, level: &Level, mode: Mode, overhead: Duration) {
        self.search(level.limits(mode, overhead), Draughts::<V>::write_move);
    }

    fn upkeep(&mut self, upkeep: Upkeep) {
        Session::upkeep(self, upkeep);
    }

    fn evaluate_by(&mut self, file: &EvalFile) -> Result<(), EvalFileError> {
        Session::evaluate_by(self, file.weights()?);
        Ok(())
    }
}
