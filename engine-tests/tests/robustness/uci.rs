//! The Universal Chess Interface, read strictly.

use std::str::FromStr;

use ajeeb_chess::Chess;
use ajeeb_chess::notation::uci_text;

use crate::dialect::{Answer, Command, Dialect, Info, Move, Output, Position, Score};

/// UCI, for chess.
pub(crate) enum Uci {}

impl Dialect for Uci {
    type Game = Chess;

    const ARGUMENTS: &'static [&'static str] = &[];
    const HANDSHAKE: &'static [(&'static str, &'static str)] = &[("uci", "uciok")];
    const ALIVE: (&'static str, &'static str) = ("isready", "readyok");
    const ANSWER: &'static str = "bestmove";

    fn command(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["position", rest @ ..] => position(rest),
            ["go", "perft", ..] => Command::Perft,
            ["go", ..] => Command::Go,
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                Command::Chess960(value.eq_ignore_ascii_case("true"))
            }
            _ => Command::Other,
        }
    }

    fn output(line: &str) -> Result<Output, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["info", "string", ..] => Ok(Output::Notice),
            ["info", rest @ ..] => info(rest).map(Output::Info),
            ["bestmove", rest @ ..] => answer(rest).map(Output::Answer),
            ["option", "name", rest @ ..] => option(rest).map(|()| Output::Other),
            ["id", "name" | "author", _, ..] => Ok(Output::Other),
            ["uciok"] | ["readyok"] => Ok(Output::Other),
            ["Nodes", "searched:", total] => Ok(Output::Perft(String::new(), number(total)?)),
            [mv, count] if mv.ends_with(':') => Ok(Output::Perft(
                mv.trim_end_matches(':').to_owned(),
                number(count)?,
            )),
            // A client that plays games reads nothing else, but a blank line does not hurt it.
            [] => Ok(Output::Other),
            _ => Err("no line of the protocol".to_owned()),
        }
    }

    fn spell(position: &Position<Uci>, mv: Move<Uci>, chess960: bool) -> String {
        uci_text(position, mv, chess960)
    }
}

fn position(words: &[&str]) -> Command {
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let fen = match setup {
        ["startpos", ..] => None,
        ["fen", fields @ ..] => Some(fields.join(" ")),
        _ => return Command::Other,
    };
    Command::Position {
        fen,
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    }
}

fn answer(words: &[&str]) -> Result<Answer, String> {
    let (best, ponder) = match words {
        [best] => (best, None),
        [best, "ponder", ponder] => (best, Some((*ponder).to_owned())),
        _ => return Err("not \"bestmove M [ponder M]\"".to_owned()),
    };
    Ok(Answer {
        best: (!matches!(*best, "(none)" | "0000")).then(|| (*best).to_owned()),
        ponder,
    })
}

/// Reads what follows `info`: known keys, whole numbers, the line of play last.
fn info(words: &[&str]) -> Result<Info, String> {
    let mut info = Info::default();
    let mut words = words.iter().copied().peekable();
    while let Some(key) = words.next() {
        match key {
            "depth" => info.depth = Some(number(next(&mut words)?)?),
            "multipv" => info.line = Some(number(next(&mut words)?)?),
            "nodes" => info.nodes = Some(number(next(&mut words)?)?),
            "time" => info.time = Some(number::<u32>(next(&mut words)?)?.into()),
            "hashfull" => {
                number::<u32>(next(&mut words)?)
                    .ok()
                    .filter(|&share| share <= 1000)
                    .ok_or("hashfull is not a number of thousandths")?;
            }
            "seldepth" | "nps" | "tbhits" | "cpuload" | "currmovenumber" => {
                number::<u64>(next(&mut words)?)?;
            }
            "currmove" => {
                next(&mut words)?;
            }
            "score" => {
                info.score = Some(score(next(&mut words)?, next(&mut words)?)?);
                info.bound = words
                    .next_if(|&word| word == "lowerbound" || word == "upperbound")
                    .is_some();
            }
            "wdl" => {
                let mut part = || number(next(&mut words)?);
                info.wdl = Some([part()?, part()?, part()?]);
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            "string" => return Ok(info),
            _ => return Err(format!("unknown key {key:?}")),
        }
    }
    Ok(info)
}

fn score(kind: &str, value: &str) -> Result<Score, String> {
    match kind {
        "cp" => Ok(Score::Centi(number(value)?)),
        "mate" => Ok(Score::Mate(number(value)?)),
        _ => Err(format!("a score is cp or mate, not {kind:?}")),
    }
}

/// Checks what follows `option name`: `N type T` and what the type asks for.
fn option(words: &[&str]) -> Result<(), String> {
    let at = words
        .iter()
        .position(|&word| word == "type")
        .ok_or("no type")?;
    let (name, declaration) = words.split_at(at);
    if name.is_empty() || name.iter().any(|word| matches!(*word, "name" | "value")) {
        return Err("a name that no client can set".to_owned());
    }
    match declaration[1..] {
        ["check", "default", "true" | "false"] | ["button"] | ["string", "default", _, ..] => {
            Ok(())
        }
        ["spin", "default", default, "min", min, "max", max] => {
            let [default, min, max]: [i32; 3] = [number(default)?, number(min)?, number(max)?];
            if (min..=max).contains(&default) {
                Ok(())
            } else {
                Err(format!("{default} is not in {min}..={max}"))
            }
        }
        ["combo", "default", default, ref rest @ ..] => {
            if rest.chunks(2).any(|pair| pair == ["var", default]) {
                Ok(())
            } else {
                Err(format!("the default {default} is no choice"))
            }
        }
        _ => Err("not a declaration of its type".to_owned()),
    }
}

fn next<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<&'a str, String> {
    words
        .next()
        .ok_or_else(|| "a key without a value".to_owned())
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no whole number"))
}
