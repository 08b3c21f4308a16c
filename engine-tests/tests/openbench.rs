//! What OpenBench's client does with a checkout: `make -j EXE=name EVALFILE=path` in its folder, then
//! `./name bench`, whose output must hold `N nodes M nps`; and `./name "genfens ..." "quit"` before
//! it generates data.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ajeeb_chess::Chess;
use ajeeb_engine_tests::{binary, nets};
use ajeeb_game::Notation;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The call, with one option more.
fn make(option: &[&str], exe: &str, net: &str) -> Output {
    let mut command = Command::new("make");
    command.current_dir(ROOT).arg("-j").args(option);
    command
        .arg(format!("EXE={exe}"))
        .arg(format!("EVALFILE={net}"));
    // A make that runs this test must not pass its own options on.
    command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    command.output().expect("make runs")
}

#[test]
fn make_leaves_the_program_under_the_name_it_is_given() {
    let output = make(&["--dry-run"], "ajeeb-ABCDEF", "net.bin");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("cp ") && last.ends_with("/ajeeb ajeeb-ABCDEF"),
        "{text}"
    );
    assert!(text.contains("cargo build --release --locked"), "{text}");
}

#[test]
#[ignore = "builds with all optimisations: some minutes"]
fn the_program_benches() {
    const NAME: &str = "ajeeb-openbench-test";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.net");
    fs::write(&path, "not a net").expect("a file");
    let net = path.to_string_lossy();
    let output = make(&[], NAME, &net);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{errors}");
    assert!(errors.contains("a.net: this is not a net"), "{errors}");

    let network = nets::random_network::<Chess>(3, true);
    fs::write(&path, network.write()).expect("a file");
    let output = make(&[], NAME, &net);
    assert!(output.status.success(), "{output:?}");
    let program = Path::new(ROOT).join(NAME);
    let output = Command::new(&program).args(["eval", "--json"]).output();
    let judgement = output.expect("it runs").stdout;
    let judgement: Value = serde_json::from_slice(&judgement).expect("JSON");
    assert!(judgement["net"].is_number(), "{judgement}");
    let output = Command::new(&program).arg("bench").output();
    fs::remove_file(&program).expect("make has left it there");
    let output = output.expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    let last: Vec<_> = text.lines().last().unwrap_or_default().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = last[..] else {
        panic!("{last:?}")
    };
    for number in [nodes, speed] {
        assert!(
            number.parse::<u64>().is_ok_and(|number| number > 0),
            "{last:?}"
        );
    }
}

#[test]
fn positions_to_begin_with_are_generated() {
    let generate = || {
        let mut command = Command::new(binary::path());
        command.args(["genfens 6 seed 42 book None", "quit"]);
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let text = generate();
    let mut fens = text.lines();
    let is_fen = |line: &str| {
        let fen = line.strip_prefix("info string genfens ");
        fen.is_some_and(|fen| Chess::read_position(fen).is_ok())
    };
    assert!(fens.all(is_fen) && text.lines().count() == 6, "{text}");
    assert_eq!(text, generate());
}

#[test]
fn a_book_that_is_not_there_or_has_no_position_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.epd");
    fs::write(&path, "no position\n").expect("a file");
    for (book, reason) in [
        ("no-such-book.epd", "cannot be read"),
        (&*path.to_string_lossy(), "only 0 of 6"),
    ] {
        let mut command = Command::new(binary::path());
        command.args([&format!("genfens 6 seed 42 book {book}"), "quit"]);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(reason), "{errors}");
    }
}
