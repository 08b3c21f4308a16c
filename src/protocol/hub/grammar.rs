use std::iter::Peekable;
use std::str::CharIndices;

/// A line of the protocol: a command and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The command.
    pub(super) command: &'a str,
    arguments: Vec<Argument<'a>>,
}

/// `name=value`, or a bare flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Argument<'a> {
    name: &'a str,
    value: Option<&'a str>,
}

/// Why a line could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GrammarError {
    /// A quote is opened and not closed.
    #[error("missing closing quote, line ignored")]
    OpenQuote,
    /// The line does not begin with a word.
    #[error("no command, line ignored")]
    NoCommand,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Equals,
    Text(&'a str),
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it is blank. Blanks around `=` mean nothing.
    pub(super) fn read(text: &'a str) -> Result<Option<Line<'a>>, GrammarError> {
        let tokens = tokens(text)?;
        let (command, mut rest) = match tokens.split_first() {
            None => return Ok(None),
            Some((Token::Equals, _)) => return Err(GrammarError::NoCommand),
            Some((Token::Text(command), rest)) => (command, rest),
        };
        let mut arguments = Vec::new();
        loop {
            let (name, value);
            (name, value, rest) = match rest {
                [] => return Ok(Some(Line { command, arguments })),
                // A value without a name is as good as an unknown argument.
                [Token::Equals, after @ ..] => ("", None, after),
                // What is followed by another sign is the next name, not a value.
                [Token::Text(name), Token::Equals, after @ ..]
                    if matches!(after, [Token::Text(_), Token::Equals, ..]) =>
                {
                    (*name, Some(""), after)
                }
                [
                    Token::Text(name),
                    Token::Equals,
                    Token::Text(value),
                    after @ ..,
                ] => (*name, Some(*value), after),
                [Token::Text(name), Token::Equals, after @ ..] => (*name, Some(""), after),
                [Token::Text(name), after @ ..] => (*name, None, after),
            };
            arguments.push(Argument { name, value });
        }
    }

    /// The value of the argument `name`: the last one if it is repeated, empty if it stands
    /// there without one.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.find(name)
            .map(|argument| argument.value.unwrap_or_default())
    }

    /// Is the argument `name` there, with a value or without?
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Are there no arguments?
    pub(super) fn is_bare(&self) -> bool {
        self.arguments.is_empty()
    }

    fn find(&self, name: &str) -> Option<&Argument<'a>> {
        self.arguments
            .iter()
            .rev()
            .find(|argument| argument.name == name)
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, GrammarError> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        match c {
            '=' => tokens.push(Token::Equals),
            '"' => {
                let end = chars
                    .find(|&(_, c)| c == '"')
                    .ok_or(GrammarError::OpenQuote)?
                    .0;
                tokens.push(Token::Text(slice(text, start + 1, end)));
            }
            c if c.is_whitespace() => {}
            _ => {
                let end = word_end(&mut chars).unwrap_or(text.len());
                tokens.push(Token::Text(slice(text, start, end)));
            }
        }
    }
    Ok(tokens)
}

/// Where the word ends that `chars` is in; `None` if with the text.
fn word_end(chars: &mut Peekable<CharIndices<'_>>) -> Option<usize> {
    let ends_word = |c: char| c.is_whitespace() || c == '=' || c == '"';
    while chars.next_if(|&(_, c)| !ends_word(c)).is_some() {}
    chars.peek().map(|&(index, _)| index)
}

fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// `text` as a value: in quotes if it must be. Quotes inside it cannot be written and become
/// apostrophes.
pub(super) fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '=' || c == '"') {
        format!("\"{}\"", text.replace('"', "'"))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Line<'_> {
        Line::read(text).unwrap().unwrap()
    }

    #[test]
    fn a1_a2_blanks_mean_nothing_between_items_and_around_equals() {
        let plain = read("set-param name=threads value=2");
        for text in [
            "set-param name = threads value= 2",
            "\tset-param   name\t=\tthreads value =2  ",
            "set-param name=\"threads\" value=\"2\"",
        ] {
            assert_eq!(read(text), plain, "{text}");
        }
        assert_eq!(plain.value("name"), Some("threads"));
        assert_eq!(plain.value("value"), Some("2"));
        assert_eq!(plain.value("other"), None);
        assert_eq!(Line::read("  \t "), Ok(None));
        assert_eq!(Line::read(" = 3"), Err(GrammarError::NoCommand));
    }

    #[test]
    fn a3_a4_quoted_values_keep_everything() {
        let line = read("set-param name=book value=\"my book = \\n file\" x");
        assert_eq!(line.value("value"), Some("my book = \\n file"));
        assert!(line.has("x"));
        assert_eq!(read("a b=\"\"").value("b"), Some(""));
        assert_eq!(read("a b=").value("b"), Some(""));
        assert_eq!(read("a b= c").value("b"), Some("c"));
        let line = read("a b= c=d");
        assert_eq!((line.value("b"), line.value("c")), (Some(""), Some("d")));
    }

    #[test]
    fn a5_a_missing_quote_is_an_error() {
        assert_eq!(
            Line::read("pos pos=\"W moves=x"),
            Err(GrammarError::OpenQuote)
        );
        assert_eq!(Line::read("\""), Err(GrammarError::OpenQuote));
    }

    #[test]
    fn a7_a8_b9_flags_repeats_and_unquoted_blanks() {
        let line = read("set-param name=book value=my book file value");
        assert_eq!(line.value("value"), Some(""));
        let line = read("set-param name=book value=my book file");
        assert_eq!(line.value("value"), Some("my"));
        assert!(line.has("book") && line.has("file") && !line.is_bare());
        assert_eq!(read("level depth=3 depth=5").value("depth"), Some("5"));
        assert!(read("pos").is_bare());
    }

    #[test]
    fn a3_what_we_write_reads_back() {
        for text in ["", "32-28", "a b", "a=b", "x"] {
            let line = format!("info pv={}", quoted(text));
            assert_eq!(read(&line).value("pv"), Some(text));
        }
        assert_eq!(quoted("say \"x\""), "\"say 'x'\"");
    }
}
