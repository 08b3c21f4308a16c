use std::io;
use std::process::ExitCode;

use crossbeam::channel::{Receiver, unbounded};

use super::go::Go;
use super::options::split_word;
use super::{COMMANDS, Notices, Uci, cannot_start};
use crate::output::Output;
use crate::serve::{Ended, Flow, FrontEnd, drain};
use crate::session::{Event, Life, Session};

/// Executes UCI commands given on the command line, one an argument, each to its end, and writes
/// the answers to standard output. Words that make one command only together (`go depth 5`
/// without quotes) are joined.
///
/// The exit code is 0 if every command was understood and every position accepted. Otherwise
/// there is a message on standard error; the commands after it are not executed. A search
/// without a limit is refused, for nothing could stop it.
pub fn one_shot(arguments: &[String]) -> ExitCode {
    execute(arguments, Output::new(io::stdout()))
}

pub(super) fn execute(arguments: &[String], output: Output) -> ExitCode {
    let (sender, events) = unbounded();
    let mut uci = match Session::new(sender, Life::default()) {
        Ok(session) => Uci::new(session, output),
        Err(error) => return cannot_start(&error),
    };
    uci.notices = Notices::Terminal(0);
    for line in commands(arguments) {
        match run(&mut uci, &line, &events) {
            Some(code) => return code,
            None => continue,
        }
    }
    ExitCode::SUCCESS
}

/// Runs a command; an exit code if it is the last.
fn run(uci: &mut Uci, line: &str, events: &Receiver<Event>) -> Option<ExitCode> {
    let (command, arguments) = split_word(line);
    let go = Go::read(arguments);
    if command == "go" && go.is_endless() && go.perft.is_none() {
        uci.notice("go without a limit would never end: give depth, nodes, movetime or a clock");
    } else if uci.line(line) == Flow::Quit {
        return Some(ExitCode::SUCCESS);
    } else if drain(uci, events) == Ended::Crashed {
        return Some(Ended::Crashed.into());
    }
    matches!(uci.notices, Notices::Terminal(1..)).then_some(ExitCode::FAILURE)
}

/// One command an argument, or one in all if the later arguments cannot stand alone.
fn commands(arguments: &[String]) -> Vec<String> {
    let starts_command = |text: &String| COMMANDS.contains(&split_word(text).0);
    let mut each = arguments.iter();
    if each.next().is_some_and(starts_command) && !each.all(starts_command) {
        vec![arguments.join(" ")]
    } else {
        arguments.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn words_of_one_command_are_joined() {
        let split =
            |text: &[&str]| commands(&text.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        assert_eq!(split(&["go", "depth", "5"]), ["go depth 5"]);
        assert_eq!(split(&["go depth 5", "quit"]), ["go depth 5", "quit"]);
        assert_eq!(
            split(&["position startpos", "d"]),
            ["position startpos", "d"]
        );
        assert_eq!(split(&["nosuchcommand"]), ["nosuchcommand"]);
    }
}
