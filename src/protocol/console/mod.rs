//! The console: a person plays any of the games in a terminal. Plain lines in, text out, so it
//! works through pipes and over slow lines as well.

mod clock;
mod command;
mod ending;
mod game;
mod level;

use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

use ajeeb_base::Side;

use self::clock::TimeControl;
use self::game::{Game, Next};
use self::level::Level;
use crate::catalog::{GameName, Playable, Visitor, with_game};
use crate::commands::Failure;
use crate::eval_file::EvalFile;

/// The longest line that is taken for one, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Where the person sits: lines come in, text goes out, and time passes.
pub struct Terminal<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    now: &'a mut dyn FnMut() -> Duration,
}

impl<'a> Terminal<'a> {
    /// A terminal on any reader and writer; `now` tells the time since some moment in the past.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        now: &'a mut dyn FnMut() -> Duration,
    ) -> Terminal<'a> {
        Terminal { input, output, now }
    }

    /// Writes a line or several.
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Asks for a line; `None` when the input ends. Also tells how long it took.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<(String, Duration)>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let begin = (self.now)();
        let mut bytes = Vec::new();
        let mut line = (&mut *self.input).take(MAX_LINE);
        if line.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        let time = (self.now)().saturating_sub(begin);
        Ok(Some((
            String::from_utf8_lossy(&bytes).trim().to_owned(),
            time,
        )))
    }
}

/// What the person has chosen; it stays from game to game.
struct Settings {
    /// By side: does Ajeeb play it?
    ajeeb_plays: [bool; 2],
    level: Level,
    time_control: Option<TimeControl>,
    eval_file: EvalFile,
}

/// Plays with the person at the standard input, beginning with the game `name`, until they have
/// had enough. Games that a net in `eval_file` is not for are evaluated by what is built in, the
/// first one excepted.
///
/// # Errors
/// When a net cannot be used, or the input or output fails.
pub fn run(name: GameName, eval_file: EvalFile) -> Result<(), Failure> {
    eval_file.check([name])?;
    let begin = Instant::now();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut now = || begin.elapsed();
    let mut terminal = Terminal::new(&mut input, &mut output, &mut now);
    Ok(play(name, eval_file, &mut terminal)?)
}

/// Plays on `terminal`, beginning with the game `name`, until the input ends or says `quit`.
///
/// # Errors
/// When the input or output fails.
pub fn play(name: GameName, eval_file: EvalFile, terminal: &mut Terminal<'_>) -> io::Result<()> {
    terminal.say("Ajeeb plays chess and draughts. Type a move, or help.")?;
    let mut settings = Settings {
        ajeeb_plays: [false, true],
        level: Level::default(),
        time_control: None,
        eval_file,
    };
    let mut next = Next::New(name);
    while let Next::New(name) = next {
        let (terminal, settings) = (&mut *terminal, &mut settings);
        next = with_game(
            name,
            Seat {
                name,
                terminal,
                settings,
            },
        )?;
    }
    Ok(())
}

/// Plays one game after the other of the same kind.
struct Seat<'a, 't> {
    name: GameName,
    terminal: &'a mut Terminal<'t>,
    settings: &'a mut Settings,
}

impl Visitor for Seat<'_, '_> {
    type Output = io::Result<Next>;

    fn visit<G: Playable>(self) -> Self::Output {
        match Game::<G>::new(self.name, self.terminal, self.settings) {
            Ok(mut game) => game.play(),
            Err(error) => {
                self.terminal.say(&error.to_string())?;
                Ok(Next::Quit)
            }
        }
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

#[cfg(test)]
mod tests;
