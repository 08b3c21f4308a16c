//! `ajeeb-lab`: what the engine is measured with. So far one tool, `match`, which plays engines
//! against each other.

mod adjudicate;
mod archive;
mod cli;
mod clock;
mod engine;
mod game;
mod games;
mod openings;
mod record;
mod report;
mod runner;
mod schedule;
mod stats;
mod usage;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Match(args) => args.plan().and_then(runner::run),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ajeeb-lab: {error}");
            ExitCode::FAILURE
        }
    }
}
