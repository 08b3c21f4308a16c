//! Games as written: what belongs to which, before anything is played.

use std::ops::Range;

use ajeeb_protocol::catalog::Family;
use winnow::LocatingSlice;
use winnow::stream::{Location, Stream};

use super::token::{Input, Token, skip, text, token};
use super::{GameResult, Tags};

/// A game as written.
#[derive(Debug, Default)]
pub(super) struct Written<'t> {
    pub(super) tags: Tags,
    pub(super) items: Vec<Item<'t>>,
    /// What ends the game, if anything does.
    pub(super) result: Option<GameResult>,
    /// Does white space follow the result?
    pub(super) spaced: bool,
    /// Its bytes in the file, with that white space.
    pub(super) bytes: Range<usize>,
}

/// A part of a game, and where it is written.
#[derive(Debug)]
pub(super) enum Item<'t> {
    Move(&'t [u8], usize),
    Comment(&'t [u8]),
    SetUp(usize),
}

/// Something that cannot be read, and where it is.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) at: usize,
    /// Games before it.
    pub(super) games: usize,
    pub(super) why: String,
}

/// Splits a file into its games.
pub(super) fn split(bytes: &[u8], family: Family) -> Result<Vec<Written<'_>>, Unreadable> {
    let mut input = LocatingSlice::new(bytes);
    if bytes.starts_with(BYTE_ORDER_MARK) {
        input.next_slice(BYTE_ORDER_MARK.len());
    }
    let mut splitter = Splitter::default();
    loop {
        skip(family, &mut input);
        let at = input.current_token_start();
        if at == bytes.len() {
            return Ok(splitter.finish(at));
        }
        let next = next(family, &mut input);
        let taken = next.and_then(|token| splitter.take(token, at, &mut input));
        taken.map_err(|why| Unreadable {
            at,
            games: splitter.games.len(),
            why,
        })?;
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn next<'t>(family: Family, input: &mut Input<'t>) -> Result<Token<'t>, String> {
    let rest = input.peek_finish();
    token(family, input).map_err(|_| {
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let shown: String = text(line).trim_end().chars().take(40).collect();
        format!("\"{shown}\" is neither a tag nor part of a game")
    })
}

#[derive(Default)]
struct Splitter<'t> {
    games: Vec<Written<'t>>,
    game: Option<Written<'t>>,
    /// How many variations are open.
    depth: usize,
}

impl<'t> Splitter<'t> {
    fn take(&mut self, token: Token<'t>, at: usize, input: &mut Input<'t>) -> Result<(), String> {
        match token {
            Token::Open => self.depth += 1,
            Token::Close if self.depth == 0 => {
                return Err("\")\" closes no variation".to_owned());
            }
            Token::Close => self.depth -= 1,
            Token::Tag(..) if self.depth > 0 => {
                return Err("a tag in a variation: a \")\" is missing before it".to_owned());
            }
            Token::Tag(name, value) => self.tag(name, value, at),
            // Not a part of the main line.
            _ if self.depth > 0 => {}
            Token::Comment(comment) => self.game(at).items.push(Item::Comment(comment)),
            Token::Move(mv) => self.game(at).items.push(Item::Move(mv, at)),
            Token::SetUp => self.game(at).items.push(Item::SetUp(at)),
            Token::Torn => {
                self.game(at);
            }
            Token::Result(result) => {
                let spaced = skip_space(input);
                let game = self.game(at);
                (game.result, game.spaced) = (Some(result), spaced);
                self.close(input.current_token_start());
            }
        }
        Ok(())
    }

    /// A tag belongs to the next game if this one has moves, or this tag, already.
    fn tag(&mut self, name: String, value: String, at: usize) {
        let begun = self
            .game
            .as_ref()
            .is_some_and(|game| game.has_moves() || game.tags.get(&name).is_some());
        if begun {
            self.close(at);
        }
        self.game(at).tags.push(name, value);
    }

    fn game(&mut self, at: usize) -> &mut Written<'t> {
        self.game.get_or_insert_with(|| Written {
            bytes: at..at,
            ..Written::default()
        })
    }

    /// Ends the game. Comments alone are none.
    fn close(&mut self, end: usize) {
        self.depth = 0;
        if let Some(mut game) = self.game.take() {
            game.bytes.end = end;
            if game.has_moves() || game.result.is_some() || !game.tags.is_empty() {
                self.games.push(game);
            }
        }
    }

    fn finish(mut self, end: usize) -> Vec<Written<'t>> {
        self.close(end);
        self.games
    }
}

/// White space belongs to the game before it. Is there any?
fn skip_space(input: &mut Input<'_>) -> bool {
    let rest = input.peek_finish();
    let count = rest
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count();
    input.next_slice(count);
    count > 0
}

/// Is the first move made of numbers, as in draughts?
pub(super) fn begins_with_numbers(bytes: &[u8]) -> bool {
    let mut input = LocatingSlice::new(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    loop {
        skip(Family::Draughts, &mut input);
        match token(Family::Draughts, &mut input) {
            Ok(Token::Move(mv)) => return mv.first().is_some_and(u8::is_ascii_digit),
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

impl Written<'_> {
    fn has_moves(&self) -> bool {
        self.items
            .iter()
            .any(|item| !matches!(item, Item::Comment(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_chess(text: &str) -> Vec<Written<'_>> {
        split(text.as_bytes(), Family::Chess).expect("readable")
    }

    fn moves(game: &Written<'_>) -> Vec<String> {
        let moves = game.items.iter().filter_map(|item| match item {
            Item::Move(mv, _) => Some(text(mv).into_owned()),
            _ => None,
        });
        moves.collect()
    }

    #[test]
    fn games_end_with_a_result_or_where_the_next_begins() {
        let file = "\u{feff}[Event \"a\"]\n\n1. e4 (1. d4 d5 (1... c5) 1-0) e5 1-0\n\n\
            [Event \"b\"]\n[White \"x\"]\n\n[Event \"c\"]\n1. d4\n[Event \"d\"]\n*\n{end}\n";
        let games = split_chess(file);
        let events: Vec<_> = games.iter().map(|game| game.tags.get("Event")).collect();
        assert_eq!(events, ["a", "b", "c", "d"].map(Some));
        assert_eq!(moves(&games[0]), ["e4", "e5"]);
        let results: Vec<_> = games.iter().map(|game| game.result).collect();
        assert_eq!(
            results,
            [Some(GameResult::WIN), None, None, Some(GameResult::Unknown)]
        );
        // Nothing lies between games but the mark at the start and the comment at the end.
        assert_eq!(games[0].bytes.start, 3);
        assert!(
            games
                .windows(2)
                .all(|pair| pair[0].bytes.end == pair[1].bytes.start)
        );
        assert_eq!(&file[games[3].bytes.end..], "{end}\n");
    }

    #[test]
    fn what_is_wrong_is_found_where_it_is() {
        let error = split(b"1. e4 *\n1. e4) *", Family::Chess).unwrap_err();
        assert_eq!((error.at, error.games), (13, 1));
        let error = split(b"1. e4 (1. d4\n[Event \"x\"]", Family::Chess).unwrap_err();
        assert!(error.why.contains("missing"), "{}", error.why);
        let error = split(b"[Event x]\n\n1. e4 *", Family::Chess).unwrap_err();
        assert_eq!(
            error.why,
            "\"[Event x]\" is neither a tag nor part of a game"
        );
    }

    #[test]
    fn any_cut_leaves_the_games_before_it() {
        let game = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/3 0.1s} e5 {end} 1-0\n\n";
        let file = game.repeat(3);
        for cut in 0..file.len() {
            let games = split(&file.as_bytes()[..cut], Family::Chess).expect("readable");
            let whole = games.iter().filter(|game| game.result.is_some());
            // The last bytes of a game are white space, which it can do without.
            assert_eq!(whole.count(), (cut + 2) / game.len(), "cut at {cut}");
        }
    }
}
