//! The workspace keeps its shape: which crate may reach which, and under which licences the
//! crates are that a binary is made of. Read from `cargo metadata`.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use serde_json::Value;

/// The arrows: each crate, and all the crates of ours that it may reach. The search knows no
/// game, a game knows neither search nor protocol.
const ARROWS: &[(&str, &[&str])] = &[
    ("ajeeb-base", &[]),
    ("ajeeb-game", &["ajeeb-base"]),
    ("ajeeb-search", &["ajeeb-base", "ajeeb-game"]),
    ("ajeeb-nnue", &["ajeeb-base"]),
    ("ajeeb-chess", &["ajeeb-base", "ajeeb-game", "ajeeb-nnue"]),
    (
        "ajeeb-draughts",
        &["ajeeb-base", "ajeeb-game", "ajeeb-nnue"],
    ),
    (
        "ajeeb-protocol",
        &[
            "ajeeb-base",
            "ajeeb-game",
            "ajeeb-nnue",
            "ajeeb-search",
            "ajeeb-chess",
            "ajeeb-draughts",
        ],
    ),
];

/// Licences that let anybody use the binary for anything.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

#[test]
fn crates_reach_only_what_they_may() {
    let workspace = Workspace::read();
    for (name, allowed) in ARROWS {
        let reached = workspace.reached_from(name, &["normal"]);
        let ours = reached.iter().filter(|name| name.starts_with("ajeeb"));
        let forbidden: Vec<_> = ours
            .filter(|ours| !allowed.contains(&ours.as_str()))
            .collect();
        assert!(forbidden.is_empty(), "{name} reaches {forbidden:?}");
    }
}

#[test]
fn every_library_has_its_arrows() {
    let workspace = Workspace::read();
    let parts = workspace.reached_from("ajeeb", &["normal"]);
    let ours: Vec<_> = parts
        .iter()
        .filter(|name| name.starts_with("ajeeb-"))
        .collect();
    assert!(ours.len() > 1, "the binary is made of {ours:?}");
    for name in ours {
        assert!(
            ARROWS.iter().any(|(known, _)| known == name),
            "{name} has no arrows"
        );
    }
}

#[test]
fn every_part_of_a_binary_is_permissive() {
    let workspace = Workspace::read();
    let mut parts = BTreeSet::new();
    for member in ["ajeeb", "ajeeb-lab"] {
        parts.extend(workspace.reached_from(member, &["normal", "build"]));
    }
    assert!(parts.len() > 10, "only {parts:?}");
    for part in parts {
        let licence = workspace.licence(&part);
        assert!(permissive(licence), "{part} is under {licence:?}");
    }
}

/// Does a licence expression offer a choice in which every part is permissive?
fn permissive(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let choices = split(&expression, " OR ");
    if choices.len() > 1 {
        return choices.into_iter().any(permissive);
    }
    let parts = split(&expression, " AND ");
    if parts.len() > 1 {
        return parts.into_iter().all(permissive);
    }
    let bracketed = expression
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'));
    bracketed.map_or(PERMISSIVE.contains(&expression.as_str()), permissive)
}

/// The parts of `text` between separators that stand outside all brackets.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in text.match_indices(separator) {
        let before = &text[..at];
        if before.matches('(').count() == before.matches(')').count() {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

#[test]
fn licence_expressions_are_understood() {
    assert!(permissive("MIT OR Apache-2.0"));
    assert!(permissive("MIT/GPL-3.0-only"));
    assert!(permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(permissive(
        "GPL-3.0-only OR (Zlib AND (GPL-2.0-only OR ISC))"
    ));
    assert!(!permissive("GPL-3.0-only"));
    assert!(!permissive("(MIT OR Zlib) AND GPL-3.0-only"));
    assert!(!permissive("MIT AND GPL-3.0-only"));
    assert!(!permissive(""));
}

/// What Cargo knows of the crates and their dependencies, as built for this machine.
struct Workspace {
    /// Name and licence by package id.
    packages: HashMap<String, (String, String)>,
    /// Dependencies by package id: the package id of each, and the kinds it is needed for.
    needs: HashMap<String, Vec<(String, Vec<String>)>>,
}

impl Workspace {
    fn read() -> Workspace {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let data: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let packages = list(&data["packages"]).map(|package| {
            let facts = (text(&package["name"]), text(&package["license"]));
            (text(&package["id"]), facts)
        });
        let needs = list(&data["resolve"]["nodes"]).map(|node| {
            let needs = list(&node["deps"]).map(|need| {
                let kinds = list(&need["dep_kinds"]).map(|kind| kind["kind"].as_str());
                let kinds = kinds.map(|kind| kind.unwrap_or("normal").to_owned());
                (text(&need["pkg"]), kinds.collect())
            });
            (text(&node["id"]), needs.collect())
        });
        Workspace {
            packages: packages.collect(),
            needs: needs.collect(),
        }
    }

    /// The names of all packages that `name` needs, directly or not, for one of `kinds`.
    fn reached_from(&self, name: &str, kinds: &[&str]) -> BTreeSet<String> {
        let mut found = self.packages.iter().filter(|(_, (known, _))| known == name);
        let (start, _) = found
            .next()
            .unwrap_or_else(|| panic!("there is no crate {name}"));
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            for (need, why) in &self.needs[id] {
                let wanted = why.iter().any(|kind| kinds.contains(&kind.as_str()));
                if wanted && seen.insert(need.clone()) {
                    open.push(need);
                }
            }
        }
        seen.into_iter()
            .map(|id| self.packages[&id].0.clone())
            .collect()
    }

    fn licence(&self, name: &str) -> &str {
        let mut packages = self.packages.values();
        packages
            .find(|(known, _)| known == name)
            .map_or("", |(_, licence)| licence)
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
