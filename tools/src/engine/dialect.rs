//! What the protocols have in common: lines of text, no input or output.

use super::{Info, Subject, Turn};
use crate::clock::Credit;

/// The fixed phrases of a protocol.
pub(super) struct Phrases {
    pub(super) hello: &'static str,
    pub(super) hello_answer: &'static str,
    pub(super) init: &'static str,
    pub(super) init_answer: &'static str,
    pub(super) new_game: &'static str,
    pub(super) ping: &'static str,
    pub(super) pong: &'static str,
    pub(super) quit: &'static str,
}

/// An option that an engine says it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) name: String,
    /// Is it pressed rather than set?
    pub(super) button: bool,
}

impl Declared {
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// A line of an engine that thinks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Heard {
    /// Its answer.
    Move(String),
    /// What it has found so far.
    Info(Info),
    /// Nothing that matters.
    Nothing,
}

/// A protocol.
pub(super) trait Dialect: Sync {
    /// Its fixed phrases.
    fn phrases(&self) -> &'static Phrases;

    /// When clocks are credited.
    fn credit(&self) -> Credit;

    /// The option that `line` declares.
    fn declared(&self, line: &str) -> Option<Declared>;

    /// The options that `subject` needs, or why this engine cannot play it.
    fn options_for(
        &self,
        subject: Subject,
        declared: &[Declared],
    ) -> Result<Vec<(String, String)>, String>;

    /// The line that gives an option a value.
    fn set_option(&self, option: &Declared, value: &str) -> String;

    /// The lines that ask for a move.
    fn question(&self, turn: &Turn<'_>) -> String;

    /// What `line`, from an engine that thinks, says.
    fn heard(&self, line: &str) -> Heard;

    /// The first move of the play that `line`, one of information, says is best.
    fn first_move<'l>(&self, line: &'l str) -> Option<&'l str>;
}
