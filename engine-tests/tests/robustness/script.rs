//! The input language of the robustness cases: one case is one CSV row, its `input` a small
//! script of what a client sends and waits for.
//!
//! | in the script | meaning |
//! |---|---|
//! | `\n` | next line |
//! | `#sleep MS` | let time pass |
//! | `#wait PREFIX [MS]` | wait for a new output line that starts so (10 s if not given) |
//! | `#eof` | close standard input |
//! | `#raw HEX` | send these bytes as they are |
//! | `@rep(N\|text)` | `text` N times, joined by blanks |
//! | `@chars(N\|c)` | the character N times |
//! | `#nouci`, `#nohub` (first line) | without the opening handshake |

use std::time::Duration;

/// One row: an input that some program did not survive, and what is right.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The row's name.
    pub(crate) id: String,
    /// `chess` or `draughts`.
    pub(crate) game: String,
    /// The script, or a description that starts with `DXP:`, `CLI:` or `PLAY:`.
    pub(crate) input: String,
    /// What is right and why, in words: shown when the case fails.
    pub(crate) right: String,
}

/// Reads the cases of a CSV text with the columns id, game, source, what_went_wrong, input,
/// right_behaviour_and_why.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    csv::Reader::from_reader(text.as_bytes())
        .into_records()
        .map(|row| row.expect("a well-formed row"))
        .map(|row| Case {
            id: row[0].to_owned(),
            game: row[1].to_owned(),
            input: row[4].to_owned(),
            right: row[5].to_owned(),
        })
        .collect()
}

/// One thing a client does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Sends a line.
    Line(String),
    /// Sends bytes as they are.
    Raw(Vec<u8>),
    /// Lets time pass.
    Sleep(Duration),
    /// Waits for a new output line that starts with the prefix.
    Wait(String, Duration),
    /// Closes standard input.
    Eof,
}

/// A case's input, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// Does the usual handshake come first?
    pub(crate) handshake: bool,
    /// What comes then.
    pub(crate) steps: Vec<Step>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Panics
    /// On a directive that the language does not have: the case is wrong, not the engine.
    pub(crate) fn read(input: &str) -> Script {
        let mut lines = input.split("\\n").peekable();
        let handshake = lines
            .next_if(|line| matches!(*line, "#nouci" | "#nohub"))
            .is_none();
        Script {
            handshake,
            steps: lines.map(step).collect(),
        }
    }

    /// Does the script itself end the engine?
    pub(crate) fn ends_engine(&self) -> bool {
        self.steps
            .iter()
            .any(|step| *step == Step::Eof || *step == Step::Line("quit".to_owned()))
    }
}

fn step(line: &str) -> Step {
    let Some(directive) = line.strip_prefix('#') else {
        return Step::Line(expand(line));
    };
    let mut words = directive.split_whitespace();
    let word = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    match (word, rest.as_slice()) {
        ("sleep", [ms]) => Step::Sleep(millis(ms)),
        ("wait", [prefix]) => Step::Wait((*prefix).to_owned(), Duration::from_secs(10)),
        ("wait", [prefix, ms]) => Step::Wait((*prefix).to_owned(), millis(ms)),
        ("raw", [hex]) => Step::Raw(bytes(hex)),
        ("eof", []) => Step::Eof,
        _ => panic!("no such directive: {line}"),
    }
}

fn millis(text: &str) -> Duration {
    Duration::from_millis(text.parse().expect("milliseconds"))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits"))
        .collect()
}

/// Replaces `@rep(N|text)` and `@chars(N|c)` by what they stand for.
fn expand(line: &str) -> String {
    let Some(at) = line.find('@') else {
        return line.to_owned();
    };
    let (before, rest) = line.split_at(at);
    let macros = [("@rep(", " "), ("@chars(", "")];
    for (name, glue) in macros {
        if let Some(body) = rest.strip_prefix(name) {
            let (body, after) = body.split_once(')').expect("a closing bracket");
            let (count, text) = body.split_once('|').expect("a bar after the count");
            let count = count.parse().expect("a count");
            let text = vec![text; count].join(glue);
            return format!("{before}{text}{}", expand(after));
        }
    }
    format!("{before}@{}", expand(&rest[1..]))
}
