//! The panic hook. No input is known that reaches it, so a copy of this program panics on request.

use std::process::Command;
use std::thread;

use ajeeb_protocol::panic;
use libtest_mimic::{Failed, Trial};

const REQUEST: &str = "AJEEB_TEST_PANIC";

/// Panics as the engine would, if this process was started for that.
pub(crate) fn panic_if_told() {
    if std::env::var_os(REQUEST).is_none() {
        return;
    }
    panic::install();
    panic::note_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    panic::note_command("go depth 5");
    let search = thread::Builder::new().name("search chess".to_owned());
    let search = search.spawn(|| panic!("for a test"));
    // The hook ends the process; if it does not, the exit code will tell.
    let _ = search.map(thread::JoinHandle::join);
}

pub(crate) fn trial() -> Trial {
    Trial::test("a panic says what a report needs", says_what_a_report_needs)
}

fn says_what_a_report_needs() -> Result<(), Failed> {
    let output = Command::new(std::env::current_exe()?)
        .env(REQUEST, "1")
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let version = format!("Ajeeb {}", env!("CARGO_PKG_VERSION"));
    for part in [
        version.as_str(),
        "for a test",
        "search chess",
        "go depth 5",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        if !errors.contains(part) {
            return Err(format!("{part} is not in {errors}").into());
        }
    }
    if output.status.code() != Some(panic::EXIT_CODE) {
        return Err(format!("it ends with {}", output.status).into());
    }
    Ok(())
}
