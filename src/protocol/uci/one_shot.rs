use std::io;
use std::process::ExitCode;

use crossbeam::channel::{Receiver, unbounded};

use super::go::Go;
use super::options::split_word;
use super::{COMMANDS, Notices, Uci, cannot_start};
use crate::output::Output;
use crate::serve::{Ended, Flow, FrontEnd, drain, written};
use crate::session::{Event, Life, Session, excerpt};

/// The exit code for a command line that is not understood.
const NOT_UNDERSTOOD: u8 = 2;

/// Executes UCI commands given on the command line, one an argument, each to its end, and writes
/// the answers to standard output. Words that make one command only together (`go depth 5`
/// without quotes) are joined.
///
/// The exit code is 0 if all went well. It is 2, and nothing is executed, if an argument is no
/// command; and 1 if a command could not be carried out: the commands after it are not executed.
/// Either gives a message on standard error. A search without a limit is refused, for nothing
/// could stop it.
pub fn one_shot(arguments: &[String]) -> ExitCode {
    execute(arguments, Output::new(io::stdout()))
}

pub(super) fn execute(arguments: &[String], output: Output) -> ExitCode {
    let lines = match commands(arguments) {
        Ok(lines) => lines,
        Err(unknown) => {
            eprintln!(
                "ajeeb: unknown command: {} (ajeeb --help)",
                excerpt(unknown)
            );
            return ExitCode::from(NOT_UNDERSTOOD);
        }
    };
    let (sender, events) = unbounded();
    let mut uci = match Session::new(sender, Life::default()) {
        Ok(session) => Uci::new(session, output),
        Err(error) => return cannot_start(&error),
    };
    uci.notices = Notices::Terminal(0);
    for line in lines {
        if let Some(code) = run(&mut uci, &line, &events) {
            return code;
        }
    }
    written(&uci).into()
}

/// Runs a command; an exit code if it is the last.
fn run(uci: &mut Uci, line: &str, events: &Receiver<Event>) -> Option<ExitCode> {
    let (command, arguments) = split_word(line);
    let go = Go::read(arguments);
    if command == "go" && go.is_endless() && go.perft.is_none() {
        uci.notice("go without a limit would never end: give depth, nodes, movetime or a clock");
    } else if command == "go" && go.ponder {
        uci.notice("go ponder would never end: nothing can say that the move was played");
    } else if uci.line(line) == Flow::Quit {
        return Some(written(uci).into());
    } else if drain(uci, events) == Ended::Crashed {
        return Some(Ended::Crashed.into());
    }
    matches!(uci.notices, Notices::Terminal(1..)).then_some(ExitCode::FAILURE)
}

/// The commands that need not be given in one piece.
const WITH_ARGUMENTS: [&str; 5] = ["position", "go", "setoption", "debug", "genfens"];

/// One command an argument; or one in all if the first argument is nothing but the first word of
/// one and what follows is no command. Otherwise the first argument that is no command.
fn commands(arguments: &[String]) -> Result<Vec<String>, &str> {
    let is_command = |text: &str| COMMANDS.contains(&split_word(text).0);
    let Some(unknown) = arguments.iter().position(|text| !is_command(text)) else {
        return Ok(arguments.to_vec());
    };
    if unknown == 1 && WITH_ARGUMENTS.contains(&arguments[0].as_str()) {
        return Ok(vec![arguments.join(" ")]);
    }
    Err(&arguments[unknown])
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn words_of_one_command_are_joined() {
        let split = |text: &[&str]| {
            commands(&text.iter().map(|t| t.to_string()).collect::<Vec<_>>()).map_err(String::from)
        };
        let lines = |text: &[&str]| split(text).unwrap();
        assert_eq!(lines(&["go", "depth", "5"]), ["go depth 5"]);
        assert_eq!(lines(&["go depth 5", "quit"]), ["go depth 5", "quit"]);
        assert_eq!(
            lines(&["position startpos", "d"]),
            ["position startpos", "d"]
        );
        assert_eq!(
            lines(&["position", "fen", "8/8/8/8 w"]),
            ["position fen 8/8/8/8 w"]
        );
        let unknown = |text: &[&str]| split(text).unwrap_err();
        assert_eq!(unknown(&["nosuchcommand"]), "nosuchcommand");
        assert_eq!(unknown(&["go depth 3", "bar"]), "bar");
        assert_eq!(unknown(&["d", "bar"]), "bar");
        assert_eq!(
            unknown(&["position startpos moves e2e4", "g depth 5", "d"]),
            "g depth 5"
        );
    }
}
