//! Matches with engines on sockets.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::json;

use crate::lab::{Folder, Played, play, play_well, succeed};

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    (
        "a_hub_engine_meets_a_dxp_engine",
        a_hub_engine_meets_a_dxp_engine,
    ),
    ("two_dxp_engines_meet", two_dxp_engines_meet),
    ("a_dxp_engine_may_come_to_us", a_dxp_engine_may_come_to_us),
    ("a_dxp_engine_resigns", a_dxp_engine_resigns),
    (
        "a_dxp_engine_does_not_decide_about_draws",
        a_dxp_engine_does_not_decide_about_draws,
    ),
    (
        "dxp_engines_forfeit_as_others_do",
        dxp_engines_forfeit_as_others_do,
    ),
    ("a_hub_engine_plays_over_dxp", a_hub_engine_plays_over_dxp),
    (
        "what_dxp_cannot_do_is_an_error",
        what_dxp_cannot_do_is_an_error,
    ),
    (
        "an_opponent_that_plays_no_game_is_an_error",
        an_opponent_that_plays_no_game_is_an_error,
    ),
    (
        "an_engine_is_started_before_its_opponent_comes",
        an_engine_is_started_before_its_opponent_comes,
    ),
    #[cfg(unix)]
    (
        "an_interrupt_ends_a_wait_for_an_opponent",
        an_interrupt_ends_a_wait_for_an_opponent,
    ),
];

const MATCH: &str = "--variant international --games 2 --each tc=60 --max-plies 30";

/// The words that make a stand-in one on a socket of its own.
fn on_socket(persona: &str) -> String {
    format!("dxp:{{port}} {persona}; proto=dxp")
}

fn a_hub_engine_meets_a_dxp_engine() {
    let played = play_well("", &on_socket(""), MATCH);
    assert_eq!(played.results(), [0, 2, 0]);
    assert_eq!(played.tags("PlyCount"), ["30", "30"]);
    // The first legal moves of both sides: the same whoever plays them.
    let moves = |game: usize| -> Vec<String> {
        let games: Vec<_> = played.records.split("\n\n").skip(1).step_by(2).collect();
        let words = games[game].split_whitespace();
        words
            .filter(|word| word.contains(['-', 'x']) && !word.contains('/'))
            .map(str::to_owned)
            .collect()
    };
    assert!(moves(0).len() >= 30);
    assert_eq!(moves(0)[..30], moves(1)[..30]);
}

fn two_dxp_engines_meet() {
    let more = format!("{MATCH} --concurrency 2 --force-concurrency");
    let played = play_well(
        &on_socket(""),
        &on_socket(""),
        &more.replace("games 2", "games 6"),
    );
    assert_eq!(played.results(), [0, 6, 0]);
}

fn a_dxp_engine_may_come_to_us() {
    let comes = "dxp:to:{port}; proto=dxp listen={port}";
    let played = play_well("", comes, MATCH);
    assert_eq!(played.results(), [0, 2, 0]);
}

fn a_dxp_engine_resigns() {
    let played = play_well("", &on_socket("resign@4"), MATCH);
    // It is White in the second game: ply 4 is its own there, and nobody's in the first.
    assert_eq!(played.results(), [1, 1, 0]);
    assert_eq!(played.ends()[1], "White resigns");
    assert_eq!(played.forfeits(1), [0, 0, 0, 0]);
}

fn a_dxp_engine_does_not_decide_about_draws() {
    let played = play_well("", &on_socket("claim@4"), MATCH);
    assert_eq!(played.results(), [1, 1, 0]);
    assert_eq!(played.forfeits(1), [0, 1, 0, 0]);
}

fn dxp_engines_forfeit_as_others_do() {
    for (fault, forfeits) in [
        ("illegal@5", [0, 1, 0, 0]),
        ("crash@5", [0, 0, 1, 0]),
        ("hang@5", [0, 0, 0, 1]),
        ("refuse@0", [0, 0, 2, 0]),
    ] {
        let each = if fault.starts_with("hang") {
            "tc=0.3 hang=0.2"
        } else {
            "tc=60"
        };
        let more = MATCH.replace("tc=60", each);
        let played = play_well("", &on_socket(fault), &more);
        assert_eq!(played.forfeits(1), forfeits, "{fault}: {}", played.errors());
        let lost = forfeits.iter().sum();
        assert_eq!(played.results(), [lost, 2 - lost, 0], "{fault}");
    }
}

/// The bridge: one side is a stand-in behind `ajeeb-lab dxp`.
fn a_hub_engine_plays_over_dxp() {
    let folder = Folder::new();
    let this = std::env::current_exe().expect("a running test has a path");
    let mut lab = folder.lab(&[("A", "")], MATCH);
    lab.args([
        "--engine",
        "name=B",
        "proto=dxp",
        &format!("cmd={}", env!("CARGO_BIN_EXE_ajeeb-lab")),
    ]);
    lab.arg(format!(
        "args=dxp --listen {{port}} --engine cmd={} args=stand-in",
        this.display()
    ));
    let output = lab.output().expect("the lab runs");
    let played: Played = succeed(folder.left(output, MATCH));
    assert_eq!(played.results(), [0, 2, 0]);
    assert_eq!(played.state["engines"][1]["name"], json!("B"));
}

fn what_dxp_cannot_do_is_an_error() {
    for (a, b, more, error) in [
        (
            "",
            "; proto=dxp",
            "--each nodes=9",
            "has no other limit than tc=",
        ),
        (
            "",
            "; proto=dxp",
            "--variant russian --each tc=1",
            "not played over that protocol",
        ),
        (
            "",
            "; connect=1",
            "--variant international --each tc=1",
            "are for proto=dxp",
        ),
        (
            "",
            &on_socket("absent@0"),
            MATCH,
            "while a connection was expected",
        ),
    ] {
        let more = if more.contains("variant") {
            more.to_owned()
        } else {
            format!("--variant international {more}")
        };
        let played = play(a, b, &more);
        assert!(!played.output.status.success());
        assert!(played.errors().contains(error), "{}", played.errors());
    }
}

/// `ajeeb-lab dxp` with a stand-in behind it.
fn bridge(persona: &str, place: &[&str]) -> Command {
    let this = std::env::current_exe().expect("a running test has a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ajeeb-lab"));
    command.args(["dxp", "--engine", "name=B"]);
    command.args([
        format!("cmd={}", this.display()),
        format!("args=stand-in {persona}"),
    ]);
    command.args(place);
    command
}

fn an_opponent_that_plays_no_game_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let opponent = thread::spawn(move || drop(listener.accept()));
    let output = bridge("", &["--connect", &port.to_string()]).output();
    let output = output.expect("the lab runs");
    opponent.join().expect("the opponent has hung up");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "ajeeb-lab: the opponent has gone before any game\n"
    );
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let address = format!("connected to 127.0.0.1:{port}\n");
    assert!(told.starts_with(&address), "{told}");
}

fn an_engine_is_started_before_its_opponent_comes() {
    let output = bridge("absent@0", &["--listen", "127.0.0.1:0"]).output();
    let output = output.expect("the lab runs");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.starts_with("ajeeb-lab: B has ended ("), "{errors}");
    assert!(output.stdout.is_empty());
}

#[cfg(unix)]
fn an_interrupt_ends_a_wait_for_an_opponent() {
    let mut lab = bridge("", &["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the lab runs");
    let mut told = String::new();
    BufReader::new(lab.stdout.take().expect("a pipe"))
        .read_line(&mut told)
        .expect("the lab says where it listens");
    assert!(told.starts_with("listening at "), "{told}");
    let signalled = Command::new("kill")
        .args(["-TERM", &lab.id().to_string()])
        .status();
    assert!(signalled.expect("there is kill").success());
    let mut errors = String::new();
    let mut stream = lab.stderr.take().expect("a pipe");
    stream.read_to_string(&mut errors).expect("the lab ends");
    assert_eq!(errors, "ajeeb-lab: interrupted\n");
    assert_eq!(lab.wait().expect("the lab is ours").code(), Some(1));
}
