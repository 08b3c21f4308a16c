//! The engine survives what others did not: each case is a public bug report turned into an
//! input, played against the real binary. A test here is a case, so
//! `cargo test --test robustness go-` plays the cases whose names contain `go-`.
//!
//! The collection lies beside the project (`../shared/cases/robustness.csv`); `own.csv` is a
//! small one that is always here. A case is right if it breaks none of the [`laws`] and meets
//! its [`expectations`]; a row that has no expectations fails, so that none is forgotten.

mod check;
mod commands;
mod dialect;
mod dxp;
mod engine;
mod expectations;
mod findings;
mod games;
mod hub;
mod last_words;
mod laws;
mod run;
mod script;
mod uci;

use std::fmt::Write;

use ajeeb_engine_tests::{binary, shared};
use libtest_mimic::{Arguments, Failed, Trial};

use dialect::Dialect;
use engine::Engine;
use hub::Hub;
use script::{Case, Script};
use uci::Uci;

const COLLECTION: &str = "cases/robustness.csv";

fn main() {
    last_words::panic_if_told();
    let mut trials = commands::trials();
    trials.extend(games::trials());
    trials.extend(dxp::trials());
    trials.push(last_words::trial());
    let own = script::cases(include_str!("own.csv"));
    trials.extend(own.into_iter().map(trial));
    if let Some(text) = shared::read(COLLECTION) {
        let mut cases = script::cases(&text);
        trials.push(no_stray_expectations(&cases));
        cases.retain(|case| !has_trial(&trials, &case.id));
        trials.extend(cases.into_iter().map(trial));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Is there a trial named by this case already, perhaps with more words behind it?
fn has_trial(trials: &[Trial], id: &str) -> bool {
    trials
        .iter()
        .any(|trial| trial.name().split(' ').next() == Some(id))
}

/// The test that a case stands for.
fn trial(case: Case) -> Trial {
    let name = case.id.clone();
    Trial::test(name, move || {
        let outcome = match case.game.as_str() {
            "chess" => play::<Uci>(&case),
            _ => play::<Hub>(&case),
        };
        verdict(&case, outcome?)
    })
}

/// Plays the case; the failures, and the conversation to go with them.
fn play<D: Dialect>(case: &Case) -> Result<(Vec<String>, String), Failed> {
    let checks = expectations::of(&case.id).ok_or("this case has no expectations")?;
    let engine = Engine::start(binary::path(), D::ARGUMENTS);
    let run = run::play::<D>(engine, &Script::read(&case.input));
    let mut failures = laws::broken(&run);
    failures.extend(check::failures(&run, checks));
    Ok((failures, run.transcript()))
}

fn verdict(case: &Case, (failures, transcript): (Vec<String>, String)) -> Result<(), Failed> {
    if failures.is_empty() {
        return Ok(());
    }
    let mut report = String::new();
    for failure in failures {
        writeln!(report, "- {failure}").expect("writing to a string");
    }
    write!(report, "right: {}\n{transcript}", case.right).expect("writing to a string");
    Err(report.into())
}

/// Expectations without a case would only look like tests.
fn no_stray_expectations(cases: &[Case]) -> Trial {
    let known = |id: &&str| cases.iter().any(|case| case.id == **id);
    let stray: Vec<_> = expectations::ids().filter(|id| !known(id)).collect();
    Trial::test("every expectation has a case", move || {
        if stray.is_empty() {
            Ok(())
        } else {
            Err(format!("no such case: {stray:?}").into())
        }
    })
}
