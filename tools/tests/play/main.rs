//! Whole matches through the program, against engines that behave as badly as they are told to.
//! This test's own program plays the engines: started as `play stand-in ...`, it is one.

mod dxp_stand_in;
mod lab;
mod matches;
mod pages;
mod real;
mod resumption;
mod sockets;
mod stand_in;
mod suites;
mod tournaments;
#[cfg(target_os = "linux")]
mod wrappers;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("stand-in", persona)) = arguments
        .split_first()
        .map(|(first, rest)| (first.as_str(), rest))
    {
        let place = persona.first().and_then(|first| first.strip_prefix("dxp:"));
        return match place {
            Some(place) => dxp_stand_in::run(place, &persona[1..]),
            None => stand_in::run(persona),
        };
    }
    let all = [
        matches::ALL,
        tournaments::ALL,
        resumption::ALL,
        real::ALL,
        sockets::ALL,
        suites::ALL,
        pages::ALL,
        #[cfg(target_os = "linux")]
        wrappers::ALL,
    ]
    .concat();
    let trials = all.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
