//! Plays matches: the lab is started as a user would, and what it leaves is read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// The shortest checkmate: Black wins.
pub(crate) const FOOLS_MATE: &str = "line=f2f3,e7e5,g2g4,d8h4";

/// A match that has been played.
pub(crate) struct Played {
    pub(crate) output: Output,
    pub(crate) state: Value,
    pub(crate) records: String,
}

impl Played {
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    /// Wins, draws and losses of A.
    pub(crate) fn results(&self) -> [u64; 3] {
        self.results_of(&self.state["engines"][0])
    }

    /// Wins, draws and losses of an engine or a pairing.
    pub(crate) fn results_of(&self, part: &Value) -> [u64; 3] {
        ["wins", "draws", "losses"].map(|name| {
            let number = part["results"][name].as_u64();
            number.unwrap_or_else(|| panic!("no results: {}", self.errors()))
        })
    }

    /// The games that an engine lost by its conduct: on time, illegal, crash, hang.
    pub(crate) fn forfeits(&self, engine: usize) -> [u64; 4] {
        let forfeits = &self.state["engines"][engine]["forfeits"];
        ["time", "illegal", "crash", "hang"].map(|name| forfeits[name].as_u64().expect(name))
    }

    /// The games' `name` tags in order.
    pub(crate) fn tags(&self, name: &str) -> Vec<&str> {
        let lines = self
            .records
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.strip_suffix("\"]"));
        let values = lines.filter_map(|tag| tag.strip_prefix(name)?.strip_prefix(" \""));
        values.collect()
    }

    /// Why the games ended, in order: what their last comments say.
    pub(crate) fn ends(&self) -> Vec<String> {
        let games = self.records.split("\n\n").skip(1).step_by(2);
        let lasts = games.map(|moves| moves.rsplit(['{', '}']).nth(1).expect("a comment"));
        lasts.map(|text| text.replace('\n', " ")).collect()
    }
}

/// A folder for a match's files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Game records; the extension says which kind to those who go by it.
    pub(crate) fn records(&self, more: &str) -> PathBuf {
        self.path(if is_draughts(more) {
            "games.pdn"
        } else {
            "games.pgn"
        })
    }

    /// The lab's command for a match, whose files are in this folder. An engine is a name, and
    /// this program's arguments after `stand-in`, then perhaps `; ` and words for the lab.
    pub(crate) fn lab(&self, engines: &[(&str, &str)], more: &str) -> Command {
        let this = std::env::current_exe().expect("a running test has a path");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ajeeb-lab"));
        command.arg("match");
        for (name, persona) in engines {
            let (arguments, keys) = persona.split_once("; ").unwrap_or((persona, ""));
            command.args([
                "--engine",
                &format!("name={name}"),
                &format!("args=stand-in {arguments}"),
            ]);
            command
                .arg(format!("cmd={}", this.display()))
                .args(keys.split_whitespace());
        }
        if !more.contains("--each") {
            command.args(["--each", "depth=1"]);
        }
        command.args(more.split_whitespace());
        if !more.contains("--pgn") {
            command.arg(if is_draughts(more) { "--pdn" } else { "--pgn" });
            command.arg(self.records(more));
        }
        command.arg("--json").arg(self.path("state.json"));
        command
    }

    /// Plays a match to its end, or to its failure.
    pub(crate) fn play(&self, engines: &[(&str, &str)], more: &str) -> Played {
        let output = self.lab(engines, more).output().expect("the lab runs");
        self.left(output, more)
    }

    /// What a match has left.
    pub(crate) fn left(&self, output: Output, more: &str) -> Played {
        Played {
            output,
            state: serde_json::from_str(&read(&self.path("state.json"))).unwrap_or_default(),
            records: read(&self.records(more)),
        }
    }
}

fn is_draughts(more: &str) -> bool {
    ["international", "russian", "frisian"]
        .iter()
        .any(|variant| more.contains(variant))
}

/// A file's text; nothing if it is not there.
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Plays A against B.
pub(crate) fn play(a: &str, b: &str, more: &str) -> Played {
    Folder::new().play(&[("A", a), ("B", b)], more)
}

/// The same for a match that can be set up.
pub(crate) fn play_well(a: &str, b: &str, more: &str) -> Played {
    succeed(play(a, b, more))
}

/// A match that must have been played to its end.
pub(crate) fn succeed(played: Played) -> Played {
    assert!(played.output.status.success(), "{}", played.errors());
    played
}
