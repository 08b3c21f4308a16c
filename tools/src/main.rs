//! `ajeeb-lab`: what the engine is measured with. `match` plays engines against each other, `suite`
//! lets one solve positions, `dxp` lets one play over a socket, `rate` and `report` say what came of
//! games. `datagen` makes the games that nets learn from, `data` says what is in them,
//! `train` makes nets of them, `netcmp` compares nets by games.

mod adjudicate;
mod archive;
mod bridge;
mod cli;
mod clock;
mod data;
mod datagen;
mod desk;
mod engine;
mod error;
mod files;
mod game;
mod games;
mod interrupt;
mod netcmp;
mod openings;
mod page;
mod plan;
mod progress;
mod rating;
mod record;
mod report;
mod resume;
mod runner;
mod schedule;
mod selfplay;
mod sprt;
mod standing;
mod stats;
mod suite;
mod table;
mod train;
mod usage;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ajeeb-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Match(args) => Ok(args.plan().and_then(runner::run)?),
        Command::Dxp(args) => Ok(args.run()?),
        Command::Report(args) => Ok(args.run()?),
        Command::Suite(args) => Ok(args.run()?),
        Command::Datagen(args) => Ok(args.run()?),
        Command::Netcmp(args) => Ok(print(&args.run()?)?),
        Command::Data(args) => Ok(print(&args.run()?)?),
        Command::Train(args) => Ok(print(&args.run()?)?),
        Command::Rate(args) => Ok(print(&args.run()?)?),
    }
}

/// Writes a result on standard output. A reader who has seen enough is no error.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}
