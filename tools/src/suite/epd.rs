//! Extended position descriptions (PGN standard, section 16): a position, and operations such as
//! `bm Qg6; id "WAC.001";`. Draughts lines are the same after a draughts FEN.

use winnow::ascii::multispace0;
use winnow::combinator::{alt, delimited, eof, preceded, repeat, terminated};
use winnow::prelude::*;
use winnow::token::{take_till, take_while};

use ajeeb_protocol::catalog::Family;

/// A line taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The position's fields.
    pub(super) position: String,
    operations: Vec<(String, Vec<String>)>,
}

impl Line {
    /// Reads a line. What cannot be read is told from where on.
    pub(super) fn read(text: &str, family: Family) -> Result<Line, String> {
        let mut rest = text;
        let fields = match family {
            Family::Chess => 4,
            Family::Draughts => 1,
        };
        let mut position: Vec<_> = (0..fields).filter_map(|_| next_field(&mut rest)).collect();
        // Some lists have a FEN's counters.
        while rest.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            position.extend(next_field(&mut rest));
        }
        let mut operations: Vec<(String, Vec<String>)> = Vec::new();
        while !rest.trim().is_empty() {
            let read = operation.parse_next(&mut rest);
            operations.push(read.map_err(|_| format!("\"{}\" is no operation", rest.trim()))?);
        }
        Ok(Line {
            position: position.join(" "),
            operations,
        })
    }

    /// The operands of an operation.
    pub(super) fn operands(&self, code: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|(own, _)| own == code);
        operation.map(|(_, operands)| operands.as_slice())
    }
}

fn next_field<'t>(text: &mut &'t str) -> Option<&'t str> {
    let trimmed = text.trim_start();
    let (field, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
    *text = rest;
    (!field.is_empty()).then_some(field)
}

/// An operation's code and operands. The last may lack its semicolon.
fn operation(input: &mut &str) -> winnow::Result<(String, Vec<String>)> {
    let code = take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_');
    let quoted = delimited('"', take_till(0.., '"'), '"');
    let word = take_while(1.., |c: char| !c.is_whitespace() && c != ';' && c != '"');
    let operand = preceded(multispace0, alt((quoted, word))).map(str::to_owned);
    let end = (multispace0, alt((";", eof)));
    let operation = (
        preceded(multispace0, code).map(str::to_owned),
        repeat(0.., operand),
    );
    terminated(operation, end).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_from_the_position() {
        let line =
            "2rr3k/pp3pp1/8/8/8/8/8/K7 w - - bm Qg6 Rxf4+; id \"a; b\"; dm 2; c0 \"x=10, y\"";
        let line = Line::read(line, Family::Chess).unwrap();
        assert_eq!(line.position, "2rr3k/pp3pp1/8/8/8/8/8/K7 w - -");
        assert_eq!(line.operands("bm").unwrap(), ["Qg6", "Rxf4+"]);
        assert_eq!(line.operands("id").unwrap(), ["a; b"]);
        assert_eq!(line.operands("dm").unwrap(), ["2"]);
        assert_eq!(
            (line.operands("c0").unwrap().len(), line.operands("am")),
            (1, None)
        );
        let counted = Line::read("k7/8/8/8/8/8/8/K7 w - - 0 1 bm Kb2;", Family::Chess).unwrap();
        assert_eq!(counted.position, "k7/8/8/8/8/8/8/K7 w - - 0 1");
        let draughts = Line::read("W:W28:B1 bm 28-22;", Family::Draughts).unwrap();
        assert_eq!(
            (
                draughts.position.as_str(),
                draughts.operands("bm").unwrap().len()
            ),
            ("W:W28:B1", 1)
        );
    }

    #[test]
    fn what_is_no_operation_is_named() {
        let error = Line::read("k7/8/8/8/8/8/8/K7 w - - bm Kb2; !?", Family::Chess).unwrap_err();
        assert_eq!(error, "\"!?\" is no operation");
        assert!(Line::read("k7/8/8/8/8/8/8/K7 w - - id \"x", Family::Chess).is_err());
        assert_eq!(Line::read("", Family::Chess), Ok(Line::default()));
    }
}
