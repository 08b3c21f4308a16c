//! The Hub protocol for draughts, read as strictly as the strictest of its clients does: name
//! and value in pairs, plain numbers, the move first in `done`.

use ajeeb_draughts::{Draughts, International};
use ajeeb_game::Notation;

use crate::dialect::{Answer, Command, Dialect, Info, Move, Output, Position, Score};

/// Squares of the international board.
const SQUARES: usize = 50;

/// Hub, for international draughts.
pub(crate) enum Hub {}

impl Dialect for Hub {
    type Game = Draughts<International>;

    const ARGUMENTS: &'static [&'static str] = &["hub"];
    const HANDSHAKE: &'static [(&'static str, &'static str)] =
        &[("hub", "wait"), ("init", "ready")];
    const ALIVE: (&'static str, &'static str) = ("ping", "pong");
    const ANSWER: &'static str = "done";

    fn command(line: &str) -> Command {
        let Ok((word, arguments)) = pairs(line, Flags::Allowed) else {
            return Command::Other;
        };
        match word.as_str() {
            "pos" => position(&arguments),
            "go" => Command::Go,
            _ => Command::Other,
        }
    }

    fn output(line: &str) -> Result<Output, String> {
        let (word, arguments) = pairs(line, Flags::Refused)?;
        match word.as_str() {
            "info" => info(&arguments).map(Output::Info),
            "done" => answer(&arguments).map(Output::Answer),
            "error" => match arguments.as_slice() {
                [(name, _)] if name == "message" => Ok(Output::Notice),
                _ => Err("not error message=...".to_owned()),
            },
            "id" | "param" => Ok(Output::Other),
            "wait" | "ready" | "pong" if arguments.is_empty() => Ok(Output::Other),
            _ => Err("no line of the protocol".to_owned()),
        }
    }

    fn spell(position: &Position<Hub>, mv: Move<Hub>, _chess960: bool) -> String {
        Draughts::<International>::write_move(position, mv)
    }
}

/// Are arguments without a value allowed? Clients may send them; engines better do not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flags {
    Allowed,
    Refused,
}

type Pairs = Vec<(String, String)>;

/// Splits a line into its command and its arguments.
fn pairs(line: &str, flags: Flags) -> Result<(String, Pairs), String> {
    let line = line.trim();
    let (word, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut pairs = Pairs::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok((word.to_owned(), pairs));
        }
        let end = rest
            .find(|c: char| c == '=' || c.is_whitespace())
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(after) = after.strip_prefix('=') else {
            if flags == Flags::Refused {
                return Err(format!("{name:?} has no value"));
            }
            pairs.push((name.to_owned(), String::new()));
            rest = after;
            continue;
        };
        let (value, after) = value(after)?;
        pairs.push((name.to_owned(), value.to_owned()));
        rest = after;
    }
}

/// The value at the start of `text`, quoted or not, and what follows it.
fn value(text: &str) -> Result<(&str, &str), String> {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted
            .split_once('"')
            .ok_or_else(|| "a quote is not closed".to_owned());
    }
    let (value, after) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    if value.is_empty() || value.contains(['=', '"']) {
        return Err(format!("the value {value:?} needs quotes"));
    }
    Ok((value, after))
}

fn get<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    let pair = pairs.iter().rev().find(|(key, _)| key == name)?;
    Some(&pair.1)
}

fn position(arguments: &Pairs) -> Command {
    let moves = get(arguments, "moves").unwrap_or_default();
    Command::Position {
        fen: get(arguments, "pos").map(fen),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
    }
}

/// A Hub position (side and one letter a square) as a FEN. Malformed ones are no FEN either.
fn fen(text: &str) -> String {
    let (side, board) = text.split_at_checked(1).unwrap_or_default();
    let well_formed = board.len() == SQUARES && board.chars().all(|piece| "wbWBe".contains(piece));
    if !well_formed {
        return text.to_owned();
    }
    let squares = |man: char, king: char| {
        let squares = board.chars().zip(1..).filter_map(|(piece, square)| {
            let prefix = if piece == king { "K" } else { "" };
            (piece == man || piece == king).then(|| format!("{prefix}{square}"))
        });
        squares.collect::<Vec<_>>().join(",")
    };
    format!("{side}:W{}:B{}", squares('w', 'W'), squares('b', 'B'))
}

fn answer(arguments: &Pairs) -> Result<Answer, String> {
    let text = |pair: &(String, String)| pair.1.clone();
    match arguments.as_slice() {
        [] => Ok(Answer {
            best: None,
            ponder: None,
        }),
        [best, ponder @ ..] if best.0 == "move" && ponder.iter().all(|p| p.0 == "ponder") => {
            Ok(Answer {
                best: (best.1 != "none").then(|| text(best)),
                ponder: ponder.first().map(text),
            })
        }
        _ => Err("not \"done move=M [ponder=M]\"".to_owned()),
    }
}

fn info(arguments: &Pairs) -> Result<Info, String> {
    let mut info = Info::default();
    for (name, value) in arguments {
        match name.as_str() {
            "depth" => info.depth = Some(whole::<i32>(value)?.into()),
            "max-depth" => {
                whole::<i32>(value)?;
            }
            "nodes" => info.nodes = Some(whole(value)?),
            "multipv" => info.line = Some(whole(value)?),
            "time" => info.time = Some(decimal(value)?),
            "mean-depth" | "nps" => {
                decimal(value)?;
            }
            "score" => info.score = Some(Score::Centi((decimal(value)? * 100.0).round() as i64)),
            "pv" => info.pv = value.split_whitespace().map(str::to_owned).collect(),
            _ => {}
        }
    }
    Ok(info)
}

fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no whole number"))
}

/// A number with an optional point, and nothing else: no exponent, no infinity, no comma.
fn decimal(text: &str) -> Result<f64, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number = text.parse().ok().filter(|_| plain);
    number.ok_or_else(|| format!("{text:?} is no plain decimal"))
}
