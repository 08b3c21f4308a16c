//! Suites of positions, and what must come of them.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    ("solutions_are_counted", solutions_are_counted),
    ("draughts_has_suites_too", draughts_has_suites_too),
    (
        "a_crash_leaves_one_position_unsolved",
        a_crash_leaves_one_position_unsolved,
    ),
    (
        "a_suite_that_cannot_be_run_is_an_error",
        a_suite_that_cannot_be_run_is_an_error,
    ),
];

/// Two mates by the same move, and a third position where that move is one to avoid.
const MATES: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n\
    6k1/5ppp/8/8/8/8/8/RR4K1 w - - bm Ra8# Rb8#; id \"two\";\n\
    6k1/4nppp/8/8/8/8/8/R5K1 w - - am Ra8+; id \"three\";\n";

/// Lets this program, as an engine with these arguments after `stand-in`, solve a suite.
fn suite(name: &str, text: &str, persona: &str, more: &[&str]) -> Output {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("a file");
    let this = std::env::current_exe().expect("a running test has a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ajeeb-lab"));
    command.arg("suite").arg(file).arg("--engine");
    command.arg(format!("cmd={}", this.display()));
    command.arg(format!("args=stand-in {persona}"));
    command.args(["depth=1", "name=A"]).args(more);
    command.output().expect("the lab runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    let parsed = serde_json::from_slice(&output.stdout);
    parsed.unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
}

fn solutions_are_counted() {
    let output = suite(
        "x.epd",
        MATES,
        "line=a1a8",
        &["--json", "--concurrency", "2"],
    );
    let state = json(&output);
    assert_eq!(
        (&state["solved"], &state["positions"]),
        (&2.into(), &3.into())
    );
    let first = &state["findings"][0];
    assert_eq!(
        (&first["id"], &first["answer"]),
        (&"one".into(), &"Ra8#".into())
    );
    // The engine tells depth 3 and 100 nodes with its move.
    assert_eq!(
        (&first["solved"]["depth"], &first["solved"]["nodes"]),
        (&3.into(), &100.into())
    );
    assert!(state["findings"][2]["solved"].is_null());
    assert_eq!(
        text(&output.stderr),
        "",
        "no progress bar without a terminal"
    );

    let output = suite("x.epd", MATES, "line=a1a8", &[]);
    let report = text(&output.stdout);
    assert!(
        report.starts_with("three: am Ra8+, but Ra8+ (+0.25)\nA (depth=1) solves 2 of 3"),
        "{report}"
    );
}

fn draughts_has_suites_too() {
    let table = "fen\tsolution\nW:W28,50:B22,1\t28x17 1-7\n";
    let state = json(&suite("x.tsv", table, "", &["--json"]));
    assert_eq!(state["findings"][0]["answer"], "28x17");
    assert_eq!(state["solved"], 1);
}

fn a_crash_leaves_one_position_unsolved() {
    let one = MATES.lines().next().expect("a line");
    let state = json(&suite("x.epd", one, "crash@0", &["--json"]));
    assert_eq!(
        (&state["solved"], &state["positions"]),
        (&0.into(), &1.into())
    );
    let answer = state["findings"][0]["answer"].as_str().expect("a text");
    assert!(
        answer.starts_with("the engine has ended (exit status: 42)"),
        "{answer}"
    );
}

fn a_suite_that_cannot_be_run_is_an_error() {
    let error = |text: &str, persona: &str| {
        let output = suite("x.epd", text, persona, &[]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(error("", "").contains("has no positions"));
    let illegal = error("6k1/8/8/8/8/8/8/R5K1 w - - bm Rb2;", "");
    assert!(
        illegal.contains("x.epd, line 1: \"Rb2\" is not legal here"),
        "{illegal}"
    );
    let absent = error(MATES, "absent@0");
    assert!(
        absent.starts_with("ajeeb-lab: A has ended (exit status: 42)"),
        "{absent}"
    );
}
