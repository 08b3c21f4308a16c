use std::time::Duration;

use crate::eval_file::EvalFile;
use crate::session::excerpt;
use crate::settings::{Kind, MOST_LINES, OVERHEAD, OVERHEAD_RANGE, Value, ValueError};

/// The options, in the order they are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Hash,
    Threads,
    Ponder,
    MultiPv,
    ClearHash,
    MoveOverhead,
    Chess960,
    ShowWdl,
    AnalyseMode,
    Opponent,
    EvalFile,
    DebugLogFile,
}

/// An option as it is declared.
struct Declared {
    id: Id,
    name: &'static str,
    kind: Kind,
    default: &'static str,
}

const fn declared(id: Id, name: &'static str, kind: Kind, default: &'static str) -> Declared {
    Declared {
        id,
        name,
        kind,
        default,
    }
}

/// Names and forms as the UCI text and the usual clients know them.
const DECLARED: &[Declared] = &[
    declared(
        Id::Hash,
        "Hash",
        Kind::Number {
            min: 1,
            max: 1 << 20,
        },
        "16",
    ),
    declared(
        Id::Threads,
        "Threads",
        Kind::Number { min: 1, max: 1024 },
        "1",
    ),
    declared(Id::Ponder, "Ponder", Kind::Check, "false"),
    declared(
        Id::MultiPv,
        "MultiPV",
        Kind::Number {
            min: 1,
            max: MOST_LINES as i64,
        },
        "1",
    ),
    declared(Id::ClearHash, "Clear Hash", Kind::Button, ""),
    declared(Id::MoveOverhead, "Move Overhead", OVERHEAD_RANGE, "10"),
    declared(Id::Chess960, "UCI_Chess960", Kind::Check, "false"),
    declared(Id::ShowWdl, "UCI_ShowWDL", Kind::Check, "false"),
    declared(Id::AnalyseMode, "UCI_AnalyseMode", Kind::Check, "false"),
    declared(Id::Opponent, "UCI_Opponent", Kind::Text, ""),
    declared(Id::EvalFile, "EvalFile", Kind::Text, EvalFile::BUILT_IN),
    declared(Id::DebugLogFile, "Debug Log File", Kind::Text, ""),
];

/// The lines that declare the options.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    DECLARED.iter().map(|option| {
        let Declared {
            name,
            kind,
            default,
            ..
        } = option;
        let default = if default.is_empty() {
            "<empty>"
        } else {
            default
        };
        match kind {
            Kind::Check => format!("option name {name} type check default {default}"),
            Kind::Number { min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Text => format!("option name {name} type string default {default}"),
            Kind::Button => format!("option name {name} type button"),
            Kind::Choice(words) => format!(
                "option name {name} type combo default {default} var {}",
                words.join(" var ")
            ),
        }
    })
}

/// What the search has to know of the options; the others act where they are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    pub(super) chess960: bool,
    pub(super) show_wdl: bool,
    pub(super) analyse: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lines: 1,
            overhead: OVERHEAD,
            chess960: false,
            show_wdl: false,
            analyse: false,
        }
    }
}

/// Why a `setoption` changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("setoption without a name ignored")]
    NoName,
    #[error("no option is called '{0}'")]
    Unknown(String),
    #[error("option {name} {error}; it stays as it was")]
    Value {
        name: &'static str,
        error: ValueError,
    },
}

/// Reads what follows `setoption`: `name` and the words up to `value`, then the rest of the line.
/// Names compare without case and with single blanks.
pub(super) fn read_setoption(text: &str) -> Result<(Id, Value), OptionError> {
    let (first, rest) = split_word(text);
    if !first.eq_ignore_ascii_case("name") {
        return Err(OptionError::NoName);
    }
    let (name, value) = split_value(rest);
    if name.is_empty() {
        return Err(OptionError::NoName);
    }
    let option = DECLARED
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(&name))
        .ok_or_else(|| OptionError::Unknown(excerpt(&name)))?;
    let value = value.filter(|value| *value != "<empty>");
    option
        .kind
        .read(value)
        .map(|value| (option.id, value))
        .map_err(|error| OptionError::Value {
            name: option.name,
            error,
        })
}

/// The first word and what follows it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The words before the first `value`, with single blanks between them, and the text after it.
fn split_value(text: &str) -> (String, Option<&str>) {
    let mut name: Vec<&str> = Vec::new();
    let mut rest = text;
    loop {
        let (word, after) = split_word(rest);
        if word.is_empty() {
            return (name.join(" "), None);
        }
        if word.eq_ignore_ascii_case("value") {
            return (name.join(" "), Some(after.trim()));
        }
        name.push(word);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c1_c5_declarations_have_the_usual_form() {
        let lines: Vec<String> = declarations().collect();
        assert_eq!(
            lines[0],
            "option name Hash type spin default 16 min 1 max 1048576"
        );
        assert!(lines.contains(&"option name Clear Hash type button".to_string()));
        assert!(lines.contains(&"option name UCI_ShowWDL type check default false".to_string()));
        assert!(
            lines.contains(&"option name Debug Log File type string default <empty>".to_string())
        );
        for option in DECLARED {
            let name = option.name.to_ascii_lowercase();
            assert!(
                name.split(' ')
                    .all(|word| word != "name" && word != "value")
            );
            assert!(option.kind == Kind::Button || option.kind.read(Some(option.default)).is_ok());
        }
    }

    #[test]
    fn d1_d3_names_and_values_with_blanks() {
        assert_eq!(
            read_setoption("name Clear Hash"),
            Ok((Id::ClearHash, Value::Pressed))
        );
        assert_eq!(
            read_setoption("  name   debug\tLOG  file   value  /a  b/c value d "),
            Ok((Id::DebugLogFile, Value::Text("/a  b/c value d".to_string())))
        );
        assert_eq!(
            read_setoption("name mULTIpv value 3"),
            Ok((Id::MultiPv, Value::Number(3)))
        );
    }

    #[test]
    fn d4_d7_what_cannot_be_used_is_named() {
        let error = |text| read_setoption(text).unwrap_err();
        for text in [
            "",
            "name",
            "name value 3",
            "Threads value 2",
            "value 5 name Hash",
        ] {
            assert_eq!(error(text), OptionError::NoName, "{text}");
        }
        assert_eq!(
            error("name Frob value 3"),
            OptionError::Unknown("Frob".to_string())
        );
        assert_eq!(
            error("name hash value abc").to_string(),
            "option Hash must be a whole number from 1 to 1048576, not 'abc'; it stays as it was"
        );
        for text in ["name Hash", "name Hash value", "name Hash value <empty>"] {
            assert_eq!(
                error(text),
                OptionError::Value {
                    name: "Hash",
                    error: ValueError::Missing
                },
                "{text}"
            );
        }
    }

    #[test]
    fn d8_empty_unsets_a_text() {
        for text in ["name UCI_Opponent value", "name UCI_Opponent value <empty>"] {
            assert_eq!(
                read_setoption(text),
                Ok((Id::Opponent, Value::Text(String::new())))
            );
        }
    }
}
