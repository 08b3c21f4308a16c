use std::str::FromStr;

use super::clock::TimeControl;
use super::level::Level;
use crate::catalog::GameName;

/// What a person can type besides a move.
pub(super) const HELP: &str = "\
A move        e4, Nf3, e2e4 or 32-28, 28x19, 32 28
new [GAME]    another game: chess, international, killer, breakthrough, frisian, losing,
              russian, brazilian
side SIDE     you play white, black, both or none
flip          change sides
go            let Ajeeb move now, and play that side from here
undo          take back your last move and the answer
hint          a good move for you
moves         all legal moves
board         draw the board
eval          the position judged at a glance
level LEVEL   how hard Ajeeb thinks: depth 8, nodes 10000 or time 2.5 (seconds)
clock M [S]   play by the clock: M minutes for the game and S seconds a move; or: clock off
fen [FEN]     write the position, or set one up
quit";

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Nothing,
    Help,
    New(Option<GameName>),
    /// Does the person play White, Black?
    Side([bool; 2]),
    Flip,
    Go,
    Undo,
    Hint,
    Moves,
    Board,
    Evaluate,
    Level(Option<Level>),
    /// `None`: show it; `Some(None)`: off.
    Clock(Option<Option<TimeControl>>),
    Fen(Option<String>),
    Quit,
    /// Anything else: a move, one hopes.
    Move(String),
}

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Command, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word.to_ascii_lowercase().as_str() {
            "" => Command::Nothing,
            "help" | "?" => Command::Help,
            "new" => Command::New(optional(rest)?),
            "side" | "play" => Command::Side(sides(rest)?),
            "flip" => Command::Flip,
            "go" => Command::Go,
            "undo" | "back" => Command::Undo,
            "hint" => Command::Hint,
            "moves" => Command::Moves,
            "board" | "show" => Command::Board,
            "eval" => Command::Evaluate,
            "level" => Command::Level(optional(rest)?),
            "clock" if rest == "off" => Command::Clock(Some(None)),
            "clock" => Command::Clock(optional(rest)?.map(Some)),
            "fen" | "setup" => Command::Fen((!rest.is_empty()).then(|| rest.to_owned())),
            "quit" | "exit" | "bye" => Command::Quit,
            _ => Command::Move(line.to_owned()),
        })
    }
}

/// `text` read as a `T` unless it is empty.
fn optional<T: FromStr<Err: ToString>>(text: &str) -> Result<Option<T>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|error: T::Err| error.to_string())
}

fn sides(text: &str) -> Result<[bool; 2], String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok([true, false]),
        "black" | "b" => Ok([false, true]),
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        _ => Err("You can play side white, black, both or none.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        for text in ["e4", "b4", "Nf3", "32-28", "32 28", "O-O", "games"] {
            assert_eq!(text.parse(), Ok(Command::Move(text.to_owned())));
        }
    }

    #[test]
    fn commands_read_their_arguments() {
        assert_eq!("new".parse(), Ok(Command::New(None)));
        assert_eq!(
            "NEW Frisian".parse(),
            Ok(Command::New(Some(GameName::Frisian)))
        );
        assert_eq!("side  black".parse(), Ok(Command::Side([false, true])));
        assert_eq!("clock off".parse(), Ok(Command::Clock(Some(None))));
        assert_eq!(
            "fen W:W1:B2".parse(),
            Ok(Command::Fen(Some("W:W1:B2".to_owned())))
        );
        assert!(matches!(
            "clock 5 3".parse(),
            Ok(Command::Clock(Some(Some(_))))
        ));
        for text in ["new go", "side green", "side", "level 8", "clock x"] {
            assert!(text.parse::<Command>().is_err(), "{text}");
        }
    }
}
