//! Engines that are shell scripts, or are started by one.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::{FOOLS_MATE, Folder, read, succeed};
use crate::stand_in::CRASH_CODE;

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    (
        "what_an_engine_has_started_ends_with_it",
        what_an_engine_has_started_ends_with_it,
    ),
    (
        "an_engine_that_closes_its_output_has_not_ended",
        an_engine_that_closes_its_output_has_not_ended,
    ),
];

fn script(folder: &Folder, text: &str) -> PathBuf {
    let path = folder.path("engine.sh");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("the file is ours");
    path
}

/// Has a process ended? It may still be there for its parent to look at.
fn has_ended(process: &str) -> bool {
    let state = read(format!("/proc/{process}/stat").as_ref());
    state
        .rsplit(") ")
        .next()
        .is_none_or(|rest| rest.is_empty() || rest.starts_with('Z'))
}

/// The child keeps the engine's output open, so that only its exit code tells of the crash.
fn what_an_engine_has_started_ends_with_it() {
    let folder = Folder::new();
    let this = std::env::current_exe().expect("a running test has a path");
    let processes = folder.path("processes");
    let text = format!(
        "sleep 600 </dev/null 2>/dev/null &\necho $! >>'{}'\nexec '{}' \"$@\"",
        processes.display(),
        this.display()
    );
    let engine = script(&folder, &text);
    let a = format!(
        "{FOOLS_MATE} crash@0; cmd={} st=0.01 hang=5",
        engine.display()
    );
    let played = succeed(folder.play(&[("A", &a), ("B", FOOLS_MATE)], "--games 2 --max-plies 1"));
    assert_eq!(played.forfeits(0), [0, 0, 1, 0], "{}", played.errors());
    let told = format!("Game 1: A has ended (exit status: {CRASH_CODE})");
    assert!(played.errors().contains(&told), "{}", played.errors());
    let started = read(&processes);
    assert!(started.lines().count() >= 2, "{started}");
    let patience = Instant::now() + Duration::from_secs(30);
    while !started.lines().all(has_ended) {
        assert!(Instant::now() < patience, "one of these lives: {started}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn an_engine_that_closes_its_output_has_not_ended() {
    let folder = Folder::new();
    let text = "while read -r command rest; do\ncase $command in\nuci) echo uciok ;;\n\
                isready) echo readyok ;;\nquit) exit ;;\ngo) exec >&-; exec sleep 600 ;;\nesac\ndone";
    let engine = script(&folder, text);
    let a = format!("; cmd={}", engine.display());
    let played = succeed(folder.play(&[("A", &a), ("B", FOOLS_MATE)], "--games 2 --max-plies 1"));
    assert_eq!(played.forfeits(0), [0, 0, 1, 0], "{}", played.errors());
    let told = "Game 1: A has broken off the conversation while a move was expected";
    assert!(played.errors().contains(told), "{}", played.errors());
}
