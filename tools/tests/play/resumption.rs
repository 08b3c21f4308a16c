//! Matches that are cut short, and gone on with.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lab::{Folder, Played, play_well, read, succeed};

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_match_goes_on_after_a_kill", a_match_goes_on_after_a_kill),
    ("a_match_of_draughts_goes_on", a_match_of_draughts_goes_on),
    (
        "a_round_robin_goes_on_within_a_pair",
        a_round_robin_goes_on_within_a_pair,
    ),
    (
        "a_decided_test_is_not_gone_on_with",
        a_decided_test_is_not_gone_on_with,
    ),
    (
        "records_of_another_match_are_refused",
        records_of_another_match_are_refused,
    ),
    (
        "without_resume_games_are_appended",
        without_resume_games_are_appended,
    ),
    #[cfg(unix)]
    (
        "an_interrupt_ends_a_match_in_order",
        an_interrupt_ends_a_match_in_order,
    ),
];

/// Starts a match that comes to stand still after `games` games, and waits for that.
fn stuck_after(games: usize, folder: &Folder, engines: &[(&str, &str)], more: &str) -> Child {
    let mut command = folder.lab(engines, more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut lab = command.spawn().expect("the lab runs");
    let patience = Instant::now() + Duration::from_secs(60);
    while read(&folder.records(more)).matches("[Event ").count() < games {
        let ended = lab.try_wait().expect("the lab is ours");
        assert!(
            ended.is_none() && Instant::now() < patience,
            "{games} games are not played: {ended:?}"
        );
        thread::sleep(Duration::from_millis(5));
    }
    lab
}

/// What must be the same whether a match was cut short or not.
fn outcome(played: &Played) -> Vec<Value> {
    let state = &played.state;
    let parts = ["played", "results", "pairs", "estimate", "sprt", "pairings"];
    let mut parts: Vec<_> = parts.iter().map(|name| state[name].clone()).collect();
    for engine in state["engines"].as_array().expect("engines") {
        parts.extend(["results", "forfeits"].map(|part| engine[part].clone()));
    }
    parts
}

fn a_match_goes_on_after_a_kill() {
    let folder = Folder::new();
    let list = folder.path("list.epd");
    let fens = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n3k4/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    fs::write(&list, fens).expect("a file");
    let more = &format!(
        "--rounds 4 --max-plies 4 --sprt elo0=0 elo1=50 --openings {}",
        list.display()
    );
    // From the second opening B always loses, from the first nobody does.
    let b = "illegal@0 illegal@1 from=3k4";
    let whole = play_well("", b, more);
    assert_eq!(whole.state["pairs"], json!([0, 0, 2, 0, 2]));
    let stuck = [("A", "hang@0 game=5"), ("B", b)];
    let mut lab = stuck_after(4, &folder, &stuck, more);
    lab.kill().expect("the lab is ours");
    lab.wait().expect("the lab is ours");
    // A kill in the middle of writing leaves half a game.
    let records = folder.records(more);
    let complete = read(&records);
    let half = "[Event \"Ajeeb lab match\"]\n[Round \"3.1\"]\n\n1. f3 {+0.25/3 0.0";
    fs::write(&records, complete.clone() + half).expect("a file");
    let engines = [("A", ""), ("B", b)];
    let resumed = succeed(folder.play(&engines, &format!("{more} --resume")));
    assert_eq!(outcome(&resumed), outcome(&whole));
    for figure in ["moves", "mean_depth", "nodes_per_move"] {
        let figure = |played: &Played| played.state["engines"][0][figure].clone();
        assert_eq!(figure(&resumed), figure(&whole));
    }
    assert_eq!(resumed.tags("Round"), whole.tags("Round"));
    assert!(resumed.records.starts_with(&complete));
    let text = resumed.text();
    assert!(text.contains("Resumed: 4 of 8 games"), "{text}");
    let errors = resumed.errors();
    assert!(errors.contains("was not written to its end"), "{errors}");
    // Once more there is nothing to do.
    let again = succeed(folder.play(&engines, &format!("{more} --resume")));
    assert_eq!(outcome(&again), outcome(&whole));
    assert_eq!(again.records, resumed.records);
}

fn a_match_of_draughts_goes_on() {
    let more = "--variant international --rounds 2 --max-plies 6";
    let whole = play_well("illegal@4", "", more);
    let folder = Folder::new();
    let mut lab = stuck_after(
        1,
        &folder,
        &[("A", "illegal@4"), ("B", "hang@0 game=2")],
        more,
    );
    lab.kill().expect("the lab is ours");
    lab.wait().expect("the lab is ours");
    let resumed = succeed(folder.play(
        &[("A", "illegal@4"), ("B", "")],
        &format!("{more} --resume"),
    ));
    assert_eq!(outcome(&resumed), outcome(&whole));
    assert_eq!(resumed.tags("Round"), ["1.1", "1.2", "2.1", "2.2"]);
    assert_eq!(resumed.errors().matches("Game ").count(), 1);
}

fn a_round_robin_goes_on_within_a_pair() {
    let engines = [("A", ""), ("B", "illegal@0"), ("C", "")];
    let more = "--rounds 2 --max-plies 2";
    let folder = Folder::new();
    let whole = succeed(folder.play(&engines, more));
    // Seven games are left: a round, and the first game of the next.
    let records = folder.records(more);
    let games: Vec<_> = whole.records.split_inclusive("\n\n").collect();
    fs::write(&records, games[..14].concat()).expect("a file");
    let resumed = succeed(folder.play(&engines, &format!("{more} --resume")));
    assert_eq!(outcome(&resumed), outcome(&whole));
    assert_eq!(resumed.tags("Round"), whole.tags("Round"));
}

fn a_decided_test_is_not_gone_on_with() {
    let more = "--rounds 100 --max-plies 2 --sprt elo0=0 elo1=50";
    let engines = [("A", ""), ("B", "illegal@0 illegal@1")];
    let folder = Folder::new();
    let decided = succeed(folder.play(&engines, more));
    assert_eq!(decided.state["sprt"]["verdict"], "H1 accepted");
    let resumed = succeed(folder.play(&engines, &format!("{more} --resume")));
    assert_eq!(outcome(&resumed), outcome(&decided));
    assert_eq!(resumed.records, decided.records);
}

fn records_of_another_match_are_refused() {
    let folder = Folder::new();
    let more = "--rounds 2 --max-plies 1";
    let played = succeed(folder.play(&[("A", ""), ("B", "")], more));
    let list = folder.path("list.epd");
    fs::write(&list, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a file");
    let openings = format!("--max-plies 1 --openings {}", list.display());
    for (second, more, part) in [
        (("C", ""), more, "game 1 has Black \"B\", not \"C\""),
        (
            ("B", "; nodes=5"),
            more,
            "game 1 has for Black the time control \"depth=1\", not \"nodes=5 depth=1\"",
        ),
        (
            ("B", ""),
            &openings,
            "game 1 has not the opening of its round",
        ),
        (
            ("B", ""),
            "--rounds 1 --max-plies 1",
            "game 3 has round 2.1, which is none of this match",
        ),
    ] {
        let refused = folder.play(&[("A", ""), second], &format!("{more} --resume"));
        assert_eq!(refused.output.status.code(), Some(1), "{part}");
        let errors = refused.errors();
        assert!(errors.contains(part), "{part} is not in {errors}");
        assert!(errors.contains("does not belong to this match"), "{errors}");
        assert_eq!(refused.records, played.records);
    }
    fs::write(folder.records(more), played.records.repeat(2)).expect("a file");
    let doubled = folder.play(&[("A", ""), ("B", "")], &format!("{more} --resume"));
    let errors = doubled.errors();
    assert!(
        errors.contains("game 5 is another one of round 1.1"),
        "{errors}"
    );
}

fn without_resume_games_are_appended() {
    let folder = Folder::new();
    let engines = [("A", ""), ("B", "")];
    let more = "--games 2 --max-plies 1";
    succeed(folder.play(&engines, more));
    let twice = succeed(folder.play(&engines, more));
    assert_eq!(twice.tags("Round"), ["1.1", "1.2", "1.1", "1.2"]);
    assert_eq!(twice.state["played"], 2);
}

#[cfg(unix)]
fn an_interrupt_ends_a_match_in_order() {
    let folder = Folder::new();
    let more = "--games 4 --max-plies 2";
    let lab = stuck_after(1, &folder, &[("A", "hang@1 game=2"), ("B", "")], more);
    let signalled = std::process::Command::new("kill")
        .args(["-INT", &lab.id().to_string()])
        .status();
    assert!(signalled.expect("there is kill").success());
    let output = lab.wait_with_output().expect("the lab is ours");
    let left = folder.left(output, more);
    assert_eq!(left.output.status.code(), Some(1));
    assert!(
        left.errors().contains("interrupted after 1 of 4 games"),
        "{}",
        left.errors()
    );
    assert!(
        left.text()
            .contains("Match interrupted.\nScore of A vs B: 0 - 0 - 1"),
        "{}",
        left.text()
    );
    assert_eq!(left.state["played"], 1);
    assert_eq!(left.tags("Round"), ["1.1"]);
    let resumed = succeed(folder.play(&[("A", ""), ("B", "")], &format!("{more} --resume")));
    assert_eq!(resumed.results(), [0, 4, 0]);
}
