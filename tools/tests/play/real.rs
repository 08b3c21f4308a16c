//! Short matches of real engines, in all three protocols. An engine that is not on this machine is
//! skipped with a visible line.

use std::path::{Path, PathBuf};

use ajeeb_engine_tests::{binary, shared};

use crate::lab::{Folder, Played, succeed};

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    ("stockfish_meets_gnu_chess", stockfish_meets_gnu_chess),
    ("ajeeb_meets_dame_by_hub", ajeeb_meets_dame_by_hub),
    ("two_ajeebs_meet_by_dxp", two_ajeebs_meet_by_dxp),
    (
        "a_hub_ajeeb_meets_a_dxp_ajeeb",
        a_hub_ajeeb_meets_a_dxp_ajeeb,
    ),
];

/// Plays a match of engines, each described by a program and words for the lab.
fn meet(engines: [(&Path, &str); 2], more: &str) -> Played {
    let folder = Folder::new();
    let mut lab = folder.lab(&[], more);
    for (name, (program, words)) in ["A", "B"].into_iter().zip(engines) {
        lab.args([
            "--engine",
            &format!("name={name}"),
            &format!("cmd={}", program.display()),
        ]);
        lab.args(words.split('|').filter(|word| !word.is_empty()));
    }
    let output = lab.output().expect("the lab runs");
    let played = succeed(folder.left(output, more));
    for engine in 0..2 {
        assert_eq!(played.forfeits(engine), [0; 4], "{}", played.errors());
    }
    assert_eq!(played.results().iter().sum::<u64>(), 2, "{}", played.text());
    played
}

/// A program of that name, on the search path or where Debian keeps games.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders
        .map(|folder| folder.join(name))
        .find(|file| file.is_file());
    if found.is_none() {
        shared::skip(&format!("{name} is not installed"));
    }
    found
}

fn stockfish_meets_gnu_chess() {
    let (Some(stockfish), Some(gnuchess)) = (installed("stockfish"), installed("gnuchess")) else {
        return;
    };
    let played = meet(
        [(&stockfish, "option.Hash=8"), (&gnuchess, "args=--uci")],
        "--each depth=6 --max-plies 60",
    );
    assert_eq!(played.tags("Result").len(), 2);
}

fn ajeeb_meets_dame_by_hub() {
    // `make test` says where its Python environment keeps it.
    let dame = std::env::var_os("DAME")
        .map(PathBuf::from)
        .filter(|file| file.is_file());
    let Some(dame) = dame.or_else(|| installed("dame")) else {
        return;
    };
    meet(
        [(binary::path(), "args=hub"), (&dame, "args=hub")],
        "--variant international --each depth=4 --max-plies 80",
    );
}

fn two_ajeebs_meet_by_dxp() {
    let words = "args=dxp --listen {port} --variant frisian|proto=dxp";
    let played = meet(
        [(binary::path(), words), (binary::path(), words)],
        "--variant frisian --each tc=1.2 timemargin=2000 --max-plies 200",
    );
    assert_eq!(played.tags("GameType").len(), 2);
}

fn a_hub_ajeeb_meets_a_dxp_ajeeb() {
    meet(
        [
            (binary::path(), "args=hub"),
            (binary::path(), "args=dxp --listen {port}|proto=dxp"),
        ],
        "--variant international --each tc=1.2 timemargin=2000 --max-plies 200",
    );
}
