use std::io::{Read, Write};
use std::process::ExitCode;

use crossbeam::channel::Receiver;

use crate::input::{Input, read_lines};
use crate::output::Output;
use crate::{hub, uci};

/// Speaks UCI, for chess, with whoever writes `input` and reads `output`, until the client
/// quits, the input ends or nobody reads the output. The exit code is 0 unless there was an
/// internal error.
pub fn run_uci(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> ExitCode {
    uci::speak(Vec::new(), &read_lines(input), Output::new(output))
}

/// The same in Hub, for draughts.
pub fn run_hub(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> ExitCode {
    hub::speak(Vec::new(), &read_lines(input), Output::new(output))
}

/// The same in the protocol that the first line with a command belongs to; UCI if it belongs to
/// none or to both.
pub fn run_auto(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> ExitCode {
    let lines = read_lines(input);
    let first = first_command(&lines);
    let output = Output::new(output);
    match first
        .as_deref()
        .and_then(|line| line.split_whitespace().next())
    {
        Some("hub" | "init" | "pos" | "level" | "set-param" | "new-game" | "ping") => {
            hub::speak(first.into_iter().collect(), &lines, output)
        }
        _ => uci::speak(first.into_iter().collect(), &lines, output),
    }
}

/// The first line that is not blank; `None` if the input ends before it.
fn first_command(lines: &Receiver<Input>) -> Option<String> {
    loop {
        match lines.recv() {
            Ok(Input::Line(line)) if line.trim().is_empty() => {}
            Ok(Input::TooLong) => {}
            Ok(Input::Line(line)) => return Some(line),
            Ok(Input::End) | Err(_) => return None,
        }
    }
}
