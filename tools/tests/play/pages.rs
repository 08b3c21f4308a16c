//! Matches that leave a web page, and pages and ratings of what they have left.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::lab::FOOLS_MATE;

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    (
        "a_match_leaves_a_page_of_its_games",
        a_match_leaves_a_page_of_its_games,
    ),
    (
        "a_page_that_cannot_be_written_is_known_at_once",
        a_page_that_cannot_be_written_is_known_at_once,
    ),
    (
        "a_page_does_not_replace_its_games",
        a_page_does_not_replace_its_games,
    ),
];

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ajeeb-lab"));
    let output = command.current_dir(folder).args(arguments).output();
    output.expect("the lab runs")
}

/// Plays two games of the shortest mate, with records in `games.pgn`.
fn play(folder: &Path, page: &str) -> Output {
    let this = std::env::current_exe().expect("a running test has a path");
    let (program, persona) = (
        format!("cmd={}", this.display()),
        format!("args=stand-in {FOOLS_MATE}"),
    );
    let mut arguments = vec!["match"];
    for name in ["name=A", "name=B"] {
        arguments.extend(["--engine", name, &program, &persona, "depth=1"]);
    }
    arguments.extend(["--games", "2", "--pgn", "games.pgn", "--report", page]);
    lab(folder, &arguments)
}

fn a_match_leaves_a_page_of_its_games() {
    let folder = TempDir::new().expect("a folder");
    let output = play(folder.path(), "page.html");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("2 games of chess, 2 players"));
    assert_eq!(page.matches("<script type=\"application/json\"").count(), 2);

    let again = lab(
        folder.path(),
        &["report", "games.pgn", "--out", "again.html"],
    );
    assert!(again.status.success());
    assert_eq!(
        fs::read_to_string(folder.path().join("again.html")).expect("a page"),
        page
    );

    let rated = lab(folder.path(), &["rate", "games.pgn"]);
    let table = String::from_utf8_lossy(&rated.stdout).into_owned();
    assert!(
        rated.status.success() && table.lines().count() == 3,
        "{table}"
    );
    assert!(table.contains(" 0.0"), "{table}");
}

fn a_page_that_cannot_be_written_is_known_at_once() {
    let folder = TempDir::new().expect("a folder");
    let output = play(folder.path(), "nowhere/page.html");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.starts_with("ajeeb-lab: cannot write nowhere/page.html: "),
        "{error}"
    );
    assert!(
        !folder.path().join("games.pgn").exists(),
        "nothing was played"
    );
}

fn a_page_does_not_replace_its_games() {
    let folder = TempDir::new().expect("a folder");
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n";
    fs::write(folder.path().join("games.pgn"), games).expect("a file");
    let output = lab(
        folder.path(),
        &["report", "games.pgn", "--out", "./games.pgn"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "ajeeb-lab: the games and --out name the same file: ./games.pgn\n"
    );
    let left = fs::read_to_string(folder.path().join("games.pgn"));
    assert_eq!(left.expect("the games"), games);
}
