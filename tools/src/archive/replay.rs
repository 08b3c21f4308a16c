//! Plays a written game by the rules.

use ajeeb_game::Unobserved;
use ajeeb_protocol::catalog::Family;

use super::scan::{Item, Written};
use super::token::text;
use super::{Game, Heading, Kind, Played};
use crate::games::Arena;

/// Replays a game. The error is where it is written and why it cannot be played.
pub(super) fn game<G: Arena>(
    written: Written<'_>,
    family: Family,
    last: bool,
) -> Result<Game<G>, (usize, String)> {
    let begin = written.bytes.start;
    let heading = Heading::of(&written, family);
    check_kind::<G>(&heading).map_err(|why| (begin, why))?;
    let start = match heading.tags.get("FEN") {
        Some(fen) => G::read_position(fen).map_err(|error| (begin, error.to_string())),
        None => Ok(G::start()),
    };
    let cut_off = last && !heading.complete;
    let mut game = Game {
        start: start?,
        heading,
        preface: None,
        moves: Vec::new(),
    };
    match play(&mut game, &written.items) {
        Err(_) if cut_off => Ok(game),
        Err(error) => Err(error),
        Ok(()) => Ok(game),
    }
}

/// Tags must not say that this is another game; a record that says nothing may be of any.
fn check_kind<G: Arena>(heading: &Heading) -> Result<(), String> {
    match &heading.kind {
        Kind::Known(name) if name.as_str() == G::VARIANT => Ok(()),
        _ if !heading.tags.name_a_game() => Ok(()),
        other => Err(format!("a game of {other}, not of {}", G::VARIANT)),
    }
}

fn play<G: Arena>(game: &mut Game<G>, items: &[Item<'_>]) -> Result<(), (usize, String)> {
    let mut position = game.start.clone();
    for item in items {
        match *item {
            Item::Comment(comment) => {
                let place = match game.moves.last_mut() {
                    Some(played) => &mut played.comment,
                    None => &mut game.preface,
                };
                add(place, &text(comment));
            }
            Item::Move(written, at) => {
                let mv = G::read_move(&position, &text(written))
                    .map_err(|error| (at, error.to_string()))?;
                position = G::play(&position, mv, &mut Unobserved);
                game.moves.push(Played { mv, comment: None });
            }
            Item::SetUp(at) => {
                return Err((at, "a position set up within a game".to_owned()));
            }
        }
    }
    Ok(())
}

/// Adds a comment, its white space made plain.
fn add(place: &mut Option<String>, comment: &str) {
    let words: Vec<_> = comment.split_whitespace().collect();
    if !words.is_empty() {
        let text = place.get_or_insert_default();
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&words.join(" "));
    }
}
