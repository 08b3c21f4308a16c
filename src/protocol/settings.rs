//! Values that a client may set, as both protocols know them: yes or no, a number in a range, a
//! text, one of several words, or a button.

use std::time::Duration;

use crate::session::excerpt;

/// The most best lines that can be asked for: more than there are legal moves.
pub const MOST_LINES: u16 = 500;

/// What a move loses between client and search, unless the client says otherwise.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(10);

/// What the client may say it loses, in milliseconds.
pub(crate) const OVERHEAD_RANGE: Kind = Kind::Number { min: 0, max: 5000 };

/// What kind of value a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check,
    /// A whole number between these two.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Anything, also nothing.
    Text,
    /// Nothing: it is pressed.
    Button,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// A value that fits its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Kind::Check`].
    Check(bool),
    /// Of [`Kind::Number`].
    Number(i64),
    /// Of [`Kind::Text`]; empty if unset.
    Text(String),
    /// Of [`Kind::Button`].
    Pressed,
    /// Of [`Kind::Choice`]: the index of the word.
    Choice(usize),
}

/// Why a value does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Neither `true` nor `false`.
    #[error("must be true or false, not '{0}'")]
    NotCheck(String),
    /// No whole number, or out of range.
    #[error("must be a whole number from {min} to {max}, not '{text}'")]
    NotNumber {
        /// What was given.
        text: String,
        /// The smallest that is accepted.
        min: i64,
        /// The largest that is accepted.
        max: i64,
    },
    /// None of the words.
    #[error("must be one of {choices}, not '{text}'")]
    NotChoice {
        /// What was given.
        text: String,
        /// The words that are accepted.
        choices: String,
    },
    /// There is no value.
    #[error("needs a value")]
    Missing,
}

impl Kind {
    /// Reads a value, in any case where it is a word.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn read(self, text: Option<&str>) -> Result<Value, ValueError> {
        let text = text.map(str::trim).unwrap_or_default();
        match self {
            Kind::Button => Ok(Value::Pressed),
            Kind::Text => Ok(Value::Text(text.to_string())),
            _ if text.is_empty() => Err(ValueError::Missing),
            Kind::Check => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok(Value::Check(true)),
                "false" | "off" | "no" | "0" => Ok(Value::Check(false)),
                _ => Err(ValueError::NotCheck(excerpt(text))),
            },
            Kind::Choice(words) => words
                .iter()
                .position(|word| word.eq_ignore_ascii_case(text))
                .map(Value::Choice)
                .ok_or_else(|| ValueError::NotChoice {
                    text: excerpt(text),
                    choices: words.join(", "),
                }),
            Kind::Number { min, max } => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Number(number)),
                _ => Err(ValueError::NotNumber {
                    text: excerpt(text),
                    min,
                    max,
                }),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_must_fit_their_kind() {
        let number = Kind::Number { min: 1, max: 8 };
        assert_eq!(number.read(Some(" 3 ")), Ok(Value::Number(3)));
        for bad in ["0", "9", "-5", "abc", "3.0", "99999999999999999999"] {
            assert!(
                matches!(number.read(Some(bad)), Err(ValueError::NotNumber { .. })),
                "{bad}"
            );
        }
        for none in [None, Some(""), Some("  ")] {
            assert_eq!(number.read(none), Err(ValueError::Missing));
        }
        assert_eq!(Kind::Check.read(Some("TRUE")), Ok(Value::Check(true)));
        assert!(Kind::Check.read(Some("maybe")).is_err());
        assert_eq!(
            Kind::Choice(&["normal", "bt"]).read(Some("BT")),
            Ok(Value::Choice(1))
        );
        assert!(Kind::Choice(&["normal"]).read(Some("chess")).is_err());
        assert_eq!(Kind::Text.read(None), Ok(Value::Text(String::new())));
        assert_eq!(Kind::Button.read(Some("true")), Ok(Value::Pressed));
    }
}
