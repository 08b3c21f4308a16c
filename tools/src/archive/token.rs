//! The tokens that PGN (standard of 1994, section 7) and PDN 3.0 are made of.
//!
//! Bytes rather than text: old files are ISO 8859-1, and where a game ends is told in bytes.

use std::borrow::Cow;

use ajeeb_protocol::catalog::Family;
use winnow::ascii::{digit1, multispace0, multispace1};
use winnow::combinator::{alt, delimited, eof, not, opt, peek, preceded, repeat, terminated};
use winnow::prelude::*;
use winnow::token::{any, none_of, one_of, rest, take_till, take_while};
use winnow::{LocatingSlice, Result};

use super::GameResult;

/// A file, or what is left of it.
pub(super) type Input<'t> = LocatingSlice<&'t [u8]>;

/// What a game record is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`
    Tag(String, String),
    /// `{text}`, or `; text` to the end of the line.
    Comment(&'t [u8]),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A move as written.
    Move(&'t [u8]),
    /// The end of a game.
    Result(GameResult),
    /// PDN's change of position in the middle of a game.
    SetUp,
    /// A tag or comment that the end of the file cuts off.
    Torn,
}

/// Reads a token, where [`skip`] has left nothing else.
pub(super) fn token<'t>(family: Family, input: &mut Input<'t>) -> Result<Token<'t>> {
    let of_family = |input: &mut Input<'t>| match family {
        Family::Chess => alt((
            plain_comment.map(Token::Comment),
            b'*'.value(Token::Result(GameResult::Unknown)),
            word.map(Token::Move),
        ))
        .parse_next(input),
        Family::Draughts => alt((
            alt((nested_comment, plain_comment)).map(Token::Comment),
            draughts_move.map(Token::Move),
        ))
        .parse_next(input),
    };
    let result = terminated(word, boundary)
        .verify_map(|word| GameResult::read(&text(word), family))
        .map(Token::Result);
    alt((
        tag.map(|(name, value)| Token::Tag(name, value)),
        line_comment.map(Token::Comment),
        b'('.value(Token::Open),
        b')'.value(Token::Close),
        set_up.value(Token::SetUp),
        result,
        of_family,
        torn.value(Token::Torn),
    ))
    .parse_next(input)
}

/// Skips what says nothing about the game: white space, lines that begin with `%`, numbers of
/// moves, and signs such as `$1` or `!?`.
pub(super) fn skip(family: Family, input: &mut Input<'_>) {
    let number = match family {
        Family::Chess => chess_number,
        Family::Draughts => draughts_number,
    };
    let nothing = alt((
        multispace1.void(),
        (b'%', take_till(0.., b'\n')).void(),
        (b'$', digit1).void(),
        delimited(b'(', take_while(1.., b"!?"), b')').void(),
        number,
        mark,
    ));
    // None at all is also fine, so this cannot fail.
    let _: Result<()> = repeat(0.., nothing).parse_next(input);
}

/// `12.`, `12...`, or a number alone.
fn chess_number(input: &mut Input<'_>) -> Result<()> {
    let dots = take_while(1.., b'.').void();
    (digit1, alt((dots, boundary))).void().parse_next(input)
}

/// The same, unless the number begins a move with blanks in it.
fn draughts_number(input: &mut Input<'_>) -> Result<()> {
    (not(numbers), chess_number).void().parse_next(input)
}

/// Signs that stand alone.
fn mark(input: &mut Input<'_>) -> Result<()> {
    let passing = terminated(alt((&b"e.p."[..], &b"e.p"[..], &b"ep"[..])), boundary).void();
    alt((take_while(1.., b"!?.+#=").void(), passing)).parse_next(input)
}

/// Is this the end of a word?
fn boundary(input: &mut Input<'_>) -> Result<()> {
    let end = one_of(|byte: u8| !in_word(byte)).void();
    peek(alt((end, eof.void()))).parse_next(input)
}

/// Bytes of moves; those of letters outside ASCII included, so that they are refused as a whole.
fn in_word(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"{}()[];$\"".contains(&byte)
}

fn tag(input: &mut Input<'_>) -> Result<(String, String)> {
    let name = take_while(1.., |byte: u8| {
        byte.is_ascii_graphic() && !b"\"[]".contains(&byte)
    });
    let value = delimited(b'"', quoted, b'"');
    let blanks = || take_while(0.., b" \t");
    delimited(
        (b'[', blanks()),
        (terminated(name, blanks()), value),
        (blanks(), opt(b']')),
    )
    .map(|(name, value): (&[u8], String)| (text(name).into_owned(), value))
    .parse_next(input)
}

/// What is between quotes; `\"` and `\\` stand for themselves.
fn quoted(input: &mut Input<'_>) -> Result<String> {
    let plain = none_of(b"\"\n");
    let escaped = preceded(b'\\', one_of(b"\"\\"));
    let bytes: Vec<u8> = repeat(0.., alt((escaped, plain))).parse_next(input)?;
    Ok(text(&bytes).into_owned())
}

fn plain_comment<'t>(input: &mut Input<'t>) -> Result<&'t [u8]> {
    delimited(b'{', take_till(0.., b'}'), b'}').parse_next(input)
}

/// Draughts files have comments in comments.
fn nested_comment<'t>(input: &mut Input<'t>) -> Result<&'t [u8]> {
    let mut depth = 0;
    let inside = move |byte: u8| {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
        true
    };
    delimited(b'{', repeat_while(inside), b'}').parse_next(input)
}

/// Takes bytes as long as `goes_on` says so, which may remember what it has seen.
fn repeat_while<'t>(
    mut goes_on: impl FnMut(u8) -> bool,
) -> impl FnMut(&mut Input<'t>) -> Result<&'t [u8]> {
    move |input| {
        repeat(0.., any.verify(|&byte| goes_on(byte)))
            .map(|()| ())
            .take()
            .parse_next(input)
    }
}

fn line_comment<'t>(input: &mut Input<'t>) -> Result<&'t [u8]> {
    preceded(b';', take_till(0.., b'\n')).parse_next(input)
}

/// A comment that is not closed, or a tag in the last line that is not.
fn torn(input: &mut Input<'_>) -> Result<()> {
    let comment = (b'{', rest).void();
    let tag = (b'[', take_till(0.., b'\n'), eof).void();
    alt((comment, tag)).parse_next(input)
}

/// `/FEN "W:W31:B14"/`
fn set_up(input: &mut Input<'_>) -> Result<()> {
    (b'/', word, multispace0, b'"', quoted, b'"', b'/')
        .void()
        .parse_next(input)
}

fn word<'t>(input: &mut Input<'t>) -> Result<&'t [u8]> {
    take_while(1.., in_word).parse_next(input)
}

/// Numbers of squares, with blanks around their separators where old files have them, and marks;
/// or any word.
fn draughts_move<'t>(input: &mut Input<'t>) -> Result<&'t [u8]> {
    let squares = (numbers, take_while(0.., in_word)).take();
    alt((squares, word)).parse_next(input)
}

/// At least two numbers and what separates them.
fn numbers(input: &mut Input<'_>) -> Result<()> {
    let separator = alt((
        one_of(b"-xX:").void(),
        "×".as_bytes().void(),
        "–".as_bytes().void(),
        "−".as_bytes().void(),
    ));
    let next = (multispace0, separator, multispace0, digit1).void();
    (digit1, repeat::<_, _, (), _, _>(1.., next))
        .void()
        .parse_next(input)
}

/// Bytes as text: UTF-8, or else ISO 8859-1, PGN's own character set.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes)
        .map(Cow::Borrowed)
        .unwrap_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(family: Family, text: &str) -> Vec<String> {
        let mut input = LocatingSlice::new(text.as_bytes());
        std::iter::from_fn(|| {
            skip(family, &mut input);
            let token = token(family, &mut input).ok()?;
            Some(match token {
                Token::Move(mv) => super::text(mv).into_owned(),
                Token::Comment(comment) => format!("{{{}}}", super::text(comment)),
                other => format!("{other:?}"),
            })
        })
        .collect()
    }

    #[test]
    fn moves_stand_out_from_numbers_and_signs() {
        assert_eq!(
            tokens(
                Family::Chess,
                "1.e4!? e5 $14 2 Nf3 (?!) 2... exd6 e.p. 3.O-O+ 0-0-0 e8=Q#"
            ),
            ["e4!?", "e5", "Nf3", "exd6", "O-O+", "0-0-0", "e8=Q#"]
        );
        assert_eq!(
            tokens(
                Family::Draughts,
                "1.33-29! 18x38(?!) 2. 32 - 28 19x23 3 28:19 14 x 23* 47x38x24"
            ),
            [
                "33-29!", "18x38", "32 - 28", "19x23", "28:19", "14 x 23*", "47x38x24"
            ]
        );
    }

    #[test]
    fn results_are_not_moves() {
        use GameResult as R;
        for (text, result) in [
            ("1-0", R::WIN),
            ("0-1", R::LOSS),
            ("1/2-1/2", R::DRAW),
            ("1\u{2013}0", R::WIN),
            ("*", R::Unknown),
        ] {
            assert_eq!(
                tokens(Family::Chess, text),
                [format!("{:?}", Token::Result(result))]
            );
        }
        for (text, result) in [
            ("2-0", R::WIN),
            ("1-1", R::DRAW),
            ("0-2", R::LOSS),
            ("1/2-1/2", R::DRAW),
            ("0-0", R::BothLose),
            ("*", R::Unknown),
        ] {
            assert_eq!(
                tokens(Family::Draughts, text),
                [format!("{:?}", Token::Result(result))]
            );
        }
        assert_eq!(tokens(Family::Draughts, "1-12 2-0x"), ["1-12", "2-0x"]);
        assert_eq!(tokens(Family::Chess, "0-0"), ["0-0"]);
    }

    #[test]
    fn comments_and_variations() {
        assert_eq!(
            tokens(Family::Chess, "{a {b} (c; d\n% {no}\ne4)"),
            ["{a {b}", "Open", "c", "{ d}", "e4", "Close"]
        );
        assert_eq!(
            tokens(Family::Draughts, "{a {b} c} 32-28"),
            ["{a {b} c}", "32-28"]
        );
        assert_eq!(tokens(Family::Chess, "e4 {never"), ["e4", "Torn"]);
        assert_eq!(tokens(Family::Draughts, "/FEN \"W:W1:B2\"/"), ["SetUp"]);
    }

    #[test]
    fn tags_are_unescaped_and_may_be_torn() {
        let tag = |name: &str, value: &str| format!("{:?}", Token::Tag(name.into(), value.into()));
        assert_eq!(
            tokens(Family::Chess, r#"[White "a \"b\" \\ c"] [ Black  "é" ]"#),
            [tag("White", r#"a "b" \ c"#), tag("Black", "é")]
        );
        assert_eq!(tokens(Family::Chess, "[White \"half"), ["Torn"]);
        assert_eq!(
            tokens(Family::Chess, "[White \"half\n e4"),
            Vec::<String>::new()
        );
        assert_eq!(text(b"M\xfcller"), "Müller");
    }
}
