//! Ajeeb: arguments in, a front end out.

mod cli;
mod version;

use std::io::{stderr, stdin, stdout};
use std::process::ExitCode;

use ajeeb_protocol::commands::{Failure, analyse, bench, eval, moves, perft, show};
use ajeeb_protocol::{console, dxp, logging, panic, run_auto, run_hub, run_uci, uci};
use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    let Cli { log, command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return not_run(&answer),
    };
    panic::install();
    if let Err(error) = logging::init(log.as_deref()) {
        eprintln!("ajeeb: cannot write the log: {error}");
        return ExitCode::FAILURE;
    }
    match run(command) {
        Ok(code) => code,
        Err(failure) => failed(&failure),
    }
}

/// The end of a command line that asks for nothing to be run: help, the version, or an error.
fn not_run(answer: &clap::Error) -> ExitCode {
    match answer.print() {
        Ok(()) => ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(u8::MAX)),
        Err(error) => failed(&Failure::Output(error)),
    }
}

fn failed(failure: &Failure) -> ExitCode {
    // Whoever read the output has gone: nobody to tell.
    if failure.is_broken_pipe() {
        return ExitCode::SUCCESS;
    }
    eprintln!("ajeeb: {failure}");
    ExitCode::FAILURE
}

fn run(command: Option<Command>) -> Result<ExitCode, Failure> {
    match command {
        None => return Ok(run_auto(stdin(), stdout())),
        Some(Command::Uci) => return Ok(run_uci(stdin(), stdout())),
        Some(Command::Hub) => return Ok(run_hub(stdin(), stdout())),
        Some(Command::Other(words)) => return Ok(uci::one_shot(&words)),
        Some(Command::Console(args)) => {
            console::run(args.game.subject(None).name()?, args.net.eval_file)?;
        }
        Some(Command::Dxp(args)) => dxp::run(&args.into(), &mut stdout())?,
        Some(Command::Show(args)) => show::run(args.json, &mut stdout())?,
        Some(Command::Analyse(args)) => analyse::run(&args.into(), &mut stdout(), &mut stderr())?,
        Some(Command::Eval(args)) => eval::run(&args.into(), &mut stdout())?,
        Some(Command::Moves(args)) => moves::run(&args.into(), &mut stdout())?,
        Some(Command::Perft(args)) => perft::run(&args.into(), &mut stdout())?,
        Some(Command::Bench(args)) => drop(bench::run(&args.into(), &mut stdout())?),
    }
    Ok(ExitCode::SUCCESS)
}
