use std::io;

use ajeeb_base::{Score, Side};
use ajeeb_game::{Record, Select};
use ajeeb_search::{Found, Limits, Searcher, Signals};

use super::clock::{Clocks, TimeControl};
use super::command::{Command, HELP};
use super::{Settings, Terminal, ending, side_name};
use crate::catalog::{GameName, Playable};
use crate::commands::Failure;
use crate::commands::eval::Judgement;
use crate::commands::score::Spoken;

/// What comes after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Quit,
    New(GameName),
}

/// A game between a person and Ajeeb, or any two of them.
pub(super) struct Game<'a, 't, G: Playable> {
    name: GameName,
    terminal: &'a mut Terminal<'t>,
    settings: &'a mut Settings,
    searcher: Searcher<G>,
    record: Record<G>,
    clocks: Option<Clocks>,
    /// The side whose time is up.
    flagged: Option<Side>,
    announced: bool,
}

impl<'a, 't, G: Playable> Game<'a, 't, G> {
    pub(super) fn new(
        name: GameName,
        terminal: &'a mut Terminal<'t>,
        settings: &'a mut Settings,
    ) -> Result<Self, Failure> {
        let mut searcher = Searcher::<G>::new(Searcher::<G>::DEFAULT_MEGABYTES, 1)?;
        if let Some(weights) = settings.eval_file.weights_if_fit()? {
            searcher.set_weights(weights);
        }
        Ok(Game {
            name,
            searcher,
            record: Record::new(G::start()),
            clocks: settings.time_control.map(Clocks::new),
            flagged: None,
            announced: false,
            terminal,
            settings,
        })
    }

    /// Plays until the person wants another game or none.
    pub(super) fn play(&mut self) -> io::Result<Next> {
        self.show_board()?;
        loop {
            if let Some(result) = self.result() {
                if !self.announced {
                    self.announced = true;
                    self.terminal.say(&result)?;
                }
            } else if self.settings.ajeeb_plays[self.side().index()] {
                self.move_ajeeb()?;
                continue;
            }
            let Some(line) = self.ask()? else {
                return Ok(Next::Quit);
            };
            match line.parse() {
                Ok(Command::Quit) => return Ok(Next::Quit),
                Ok(Command::New(name)) => return Ok(Next::New(name.unwrap_or(self.name))),
                Ok(command) => self.obey(command)?,
                Err(error) => self.terminal.say(&error)?,
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Help => self.terminal.say(HELP),
            Command::Side(person) => self.seat(person.map(|plays| !plays)),
            Command::Flip => {
                let [white, black] = self.settings.ajeeb_plays;
                self.seat([black, white])
            }
            Command::Go => self.go(),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Moves => self.list_moves(),
            Command::Board => self.show_board(),
            Command::Evaluate => self.evaluate(),
            Command::Level(level) => {
                self.settings.level = level.unwrap_or(self.settings.level);
                self.terminal.say(&format!("level {}", self.settings.level))
            }
            Command::Clock(control) => self.set_clock(control),
            Command::Fen(None) => {
                let fen = G::write_position(self.record.position());
                self.terminal.say(&fen)
            }
            Command::Fen(Some(fen)) => self.set_up(&fen),
            Command::Move(text) => self.move_person(&text),
            Command::Nothing | Command::New(_) | Command::Quit => Ok(()),
        }
    }

    fn side(&self) -> Side {
        G::side(self.record.position())
    }

    /// The result in words, if the game is over.
    fn result(&self) -> Option<String> {
        if let Some(loser) = self.flagged {
            return Some(ending::flag_fell(loser));
        }
        let ending = self.record.ending()?;
        Some(ending::explain(self.name, &self.record, ending))
    }

    /// Asks the person for a line, at the cost of their time.
    fn ask(&mut self) -> io::Result<Option<String>> {
        let side = self.side();
        let over = self.result().is_some();
        let prompt = if over {
            "> ".to_owned()
        } else {
            format!("{}> ", side_name(side))
        };
        let Some((line, time)) = self.terminal.ask(&prompt)? else {
            return Ok(None);
        };
        let clock = self.clocks.as_mut().filter(|_| !over);
        if clock.is_some_and(|clocks| !clocks.spend(side, time)) {
            self.flagged = Some(side);
        }
        Ok(Some(line))
    }

    fn move_person(&mut self, text: &str) -> io::Result<()> {
        if let Some(result) = self.result() {
            // A flag that fell over this very move is announced by the caller.
            return if self.announced {
                self.terminal
                    .say(&format!("{result} To play on: new or undo."))
            } else {
                Ok(())
            };
        }
        match read_move::<G>(self.record.position(), text) {
            Ok(mv) => self.make(mv),
            Err(error) => self.terminal.say(&format!("{error}. Try moves or help.")),
        }
    }

    fn move_ajeeb(&mut self) -> io::Result<()> {
        let side = self.side();
        let limits = match &self.clocks {
            Some(clocks) => Limits {
                clock: Some(clocks.of(side)),
                ..Limits::default()
            },
            None => self.settings.level.limits(),
        };
        let begin = (self.terminal.now)();
        let found = self.search(&limits);
        let time = (self.terminal.now)().saturating_sub(begin);
        if self
            .clocks
            .as_mut()
            .is_some_and(|clocks| !clocks.spend(side, time))
        {
            self.flagged = Some(side);
            return Ok(());
        }
        let Some((mv, line)) = found.best().zip(found.lines.first()) else {
            return self.seat([false, false]);
        };
        let text = G::write_short(self.record.position(), mv);
        let depth = line.depth.plies();
        self.terminal.say(&format!(
            "Ajeeb plays {text}  ({}, depth {depth})",
            Spoken(line.score)
        ))?;
        self.make(mv)
    }

    fn search(&mut self, limits: &Limits<G::Move>) -> Found<G::Move> {
        let signals = Signals::new();
        signals.prepare(false);
        self.searcher
            .search(&self.record, limits, &signals, &mut |_| ())
    }

    fn make(&mut self, mv: G::Move) -> io::Result<()> {
        let side = self.side();
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(side);
        }
        self.record.play(mv);
        self.show_board()
    }

    /// Takes back one move, and more until it is a person's turn.
    fn undo(&mut self) -> io::Result<()> {
        let mut kept = self.record.moves().to_vec();
        if kept.pop().is_none() {
            return self.terminal.say("There is no move to take back.");
        }
        let mut taken = 1;
        let turn = |taken: usize, now: Side| if taken.is_multiple_of(2) { now } else { !now };
        let now = self.side();
        while self.settings.ajeeb_plays[turn(taken, now).index()] && kept.pop().is_some() {
            taken += 1;
        }
        let mut record = Record::new(self.record.start().clone());
        kept.into_iter().for_each(|mv| record.play(mv));
        if let Some(clocks) = &mut self.clocks {
            (0..taken).for_each(|_| clocks.undo());
        }
        self.record = record;
        self.resume();
        self.show_board()
    }

    /// Whatever ended the game may no longer hold.
    fn resume(&mut self) {
        self.flagged = None;
        self.announced = false;
    }

    fn seat(&mut self, ajeeb_plays: [bool; 2]) -> io::Result<()> {
        self.settings.ajeeb_plays = ajeeb_plays;
        let text = match ajeeb_plays {
            [false, false] => "You play both sides.",
            [false, true] => "You play White.",
            [true, false] => "You play Black.",
            [true, true] => "Ajeeb plays both sides.",
        };
        self.terminal.say(text)
    }

    /// Ajeeb takes over the side to move; the person gets the other.
    fn go(&mut self) -> io::Result<()> {
        let ajeeb = self.side();
        self.seat(Side::BOTH.map(|side| side == ajeeb))
    }

    fn hint(&mut self) -> io::Result<()> {
        let found = self.search(&self.settings.level.limits());
        let position = self.record.position();
        let text = match found.best().zip(found.lines.first()) {
            None => "There is no move.".to_owned(),
            Some((mv, line)) => {
                format!(
                    "Try {}  ({})",
                    G::write_short(position, mv),
                    Spoken(line.score)
                )
            }
        };
        self.terminal.say(&text)
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.record.position();
        let mut moves = G::Moves::default();
        G::moves(position, Select::All, &mut moves);
        let texts: Vec<_> = moves
            .iter()
            .map(|&mv| G::write_short(position, mv))
            .collect();
        let lines: Vec<_> = texts.chunks(10).map(|row| row.join("  ")).collect();
        self.terminal.say(&lines.join("\n"))
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let position = self.record.position();
        let judgement = Judgement::of(self.name, position, self.searcher.weights());
        let text = match judgement.white {
            None => "No glance can tell: a check or capture is to be answered first.".to_owned(),
            Some(white) => describe(Score::new(white)),
        };
        self.terminal.say(&format!("{judgement}\n{text}"))
    }

    fn set_clock(&mut self, control: Option<Option<TimeControl>>) -> io::Result<()> {
        if let Some(control) = control {
            self.settings.time_control = control;
            self.clocks = control.map(Clocks::new);
            self.resume();
        }
        let text = self
            .clocks
            .as_ref()
            .map_or("No clock is running.".to_owned(), Clocks::to_string);
        self.terminal.say(&text)
    }

    fn set_up(&mut self, fen: &str) -> io::Result<()> {
        match G::read_position(fen) {
            Err(error) => self
                .terminal
                .say(&format!("That is no {} position: {error}", self.name)),
            Ok(position) => {
                self.record = Record::new(position);
                self.clocks = self.settings.time_control.map(Clocks::new);
                self.resume();
                self.show_board()
            }
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let mut text = format!("\n{}\n", G::draw(self.record.position()));
        if let Some(clocks) = &self.clocks {
            text.push_str(&format!("{clocks}\n"));
        }
        self.terminal.say(&text)
    }
}

/// Reads a move; two bare numbers (`32 28`) are taken for from and to.
fn read_move<G: Playable>(position: &G::Position, text: &str) -> Result<G::Move, G::Error> {
    let words: Vec<_> = text.split_whitespace().collect();
    match words.as_slice() {
        [from, to]
            if words
                .iter()
                .all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) =>
        {
            G::read_move(position, &format!("{from}-{to}"))
                .or_else(|error| G::read_move(position, &format!("{from}x{to}")).map_err(|_| error))
        }
        _ => G::read_move(position, text),
    }
}

/// The static evaluation from White's side, in words.
fn describe(white: Score) -> String {
    let better = match white.centi() {
        ..=-20 => "Black is better",
        -19..=19 => "about even",
        20.. => "White is better",
    };
    format!("{} for White: {better}", Spoken(white))
}
