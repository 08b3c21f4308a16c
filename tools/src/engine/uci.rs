//! The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, April 2006), seen by a user of
//! engines.

use std::fmt::Write;
use std::time::Duration;

use ajeeb_base::Side;

use super::dialect::{Declared, Dialect, Heard, Phrases};
use super::{Info, Subject, Turn, Verdict};
use crate::clock::{Credit, Remaining};

pub(super) struct Uci;

const CHESS960: &str = "UCI_Chess960";

impl Dialect for Uci {
    fn phrases(&self) -> &'static Phrases {
        &Phrases {
            hello: "uci",
            hello_answer: "uciok",
            init: "isready",
            init_answer: "readyok",
            new_game: "ucinewgame",
            ping: "isready",
            pong: "readyok",
            quit: "quit",
        }
    }

    fn credit(&self) -> Credit {
        Credit::AfterMove
    }

    /// Reads `option name Move Overhead type spin default 10 min 0 max 5000`.
    fn declared(&self, line: &str) -> Option<Declared> {
        let mut words = line.split_whitespace();
        if (words.next(), words.next()) != (Some("option"), Some("name")) {
            return None;
        }
        let name: Vec<_> = words.by_ref().take_while(|&word| word != "type").collect();
        let button = words.next() == Some("button");
        Some(Declared {
            name: name.join(" "),
            button,
        })
    }

    fn options_for(
        &self,
        subject: Subject,
        declared: &[Declared],
    ) -> Result<Vec<(String, String)>, String> {
        if !subject.chess960 {
            Ok(Vec::new())
        } else if declared.iter().any(|option| option.is_called(CHESS960)) {
            Ok(vec![(CHESS960.to_owned(), "true".to_owned())])
        } else {
            Err(format!(
                "does not play Chess960: it has no option {CHESS960}"
            ))
        }
    }

    fn set_option(&self, option: &Declared, value: &str) -> String {
        let name = &option.name;
        match (option.button, value) {
            (true, _) => format!("setoption name {name}"),
            (false, "") => format!("setoption name {name} value <empty>"),
            (false, value) => format!("setoption name {name} value {value}"),
        }
    }

    fn question(&self, turn: &Turn<'_>) -> String {
        let mut text = format!("position fen {}", turn.start);
        if !turn.moves.is_empty() {
            text += " moves ";
            text += &turn.moves.join(" ");
        }
        text += "\ngo";
        text += &limits(turn);
        text
    }

    fn heard(&self, line: &str) -> Heard {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => Heard::Move(words.next().unwrap_or_default().to_owned()),
            Some("info") => Heard::Info(read_info(words)),
            _ => Heard::Nothing,
        }
    }

    fn first_move<'l>(&self, line: &'l str) -> Option<&'l str> {
        let mut words = line.split_whitespace();
        loop {
            match words.next()? {
                "string" => return None,
                "multipv" if words.next() != Some("1") => return None,
                "pv" => return words.next(),
                _ => {}
            }
        }
    }
}

/// The arguments of `go`: both clocks as far as there are any, and the limits of the side to
/// move.
fn limits(turn: &Turn<'_>) -> String {
    let mut text = String::new();
    let own = turn.clocks[turn.side.index()].told();
    // A clock of the other side's alone would look like ours.
    if own.clock.is_some() {
        for (side, letter) in [(Side::White, 'w'), (Side::Black, 'b')] {
            add_clock(&mut text, letter, turn.clocks[side.index()].told().clock);
        }
    }
    if let Some(moves) = own.clock.and_then(|clock| clock.moves) {
        add(&mut text, format_args!("movestogo {moves}"));
    }
    if let Some(depth) = own.depth {
        add(&mut text, format_args!("depth {depth}"));
    }
    if let Some(nodes) = own.nodes {
        add(&mut text, format_args!("nodes {nodes}"));
    }
    if let Some(time) = own.move_time {
        add(
            &mut text,
            format_args!("movetime {}", milliseconds(time).max(1)),
        );
    }
    text
}

fn add_clock(text: &mut String, letter: char, clock: Option<Remaining>) {
    let Some(clock) = clock else { return };
    let (left, increment) = (milliseconds(clock.left), milliseconds(clock.increment));
    add(text, format_args!("{letter}time {}", left.max(1)));
    if increment > 0 {
        add(text, format_args!("{letter}inc {increment}"));
    }
}

fn add(text: &mut String, argument: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = write!(text, " {argument}");
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Info {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            // The rest is text, or moves.
            "string" | "pv" => break,
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return Info::default(),
            "score" => info.score = read_score(&mut words),
            _ => {}
        }
    }
    info
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Verdict> {
    let (kind, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match kind {
        "cp" => Some(Verdict::Units(f64::from(value) / 100.0)),
        "mate" => Some(Verdict::Mate(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, Control, Periods};

    fn question(white: Control, black: Control, moves: &[&str]) -> String {
        let clocks = [white, black].map(|control| Clock::new(&control, Credit::AfterMove));
        let moves: Vec<_> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        let side = if moves.len() % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        Uci.question(&Turn {
            start: "FEN",
            moves: &moves,
            side,
            clocks: &clocks,
        })
    }

    fn timed(text: &str) -> Control {
        Control {
            clock: Periods::read(text).unwrap(),
            ..Control::default()
        }
    }

    #[test]
    fn both_clocks_are_told() {
        assert_eq!(
            question(timed("1+0.01"), timed("40/2"), &["e2e4"]),
            "position fen FEN moves e2e4\ngo wtime 1000 winc 10 btime 2000 movestogo 40"
        );
        let nodes = Control {
            nodes: Some(500),
            ..Control::default()
        };
        assert_eq!(
            question(timed("1"), nodes.clone(), &["e2e4"])
                .lines()
                .last(),
            Some("go nodes 500")
        );
        assert_eq!(
            question(timed("1"), nodes, &[]),
            "position fen FEN\ngo wtime 1000"
        );
    }

    #[test]
    fn limits_of_a_move_are_told() {
        let control = Control {
            depth: Some(3),
            nodes: Some(4),
            move_time: Some(Duration::from_micros(2_500)),
            ..Control::default()
        };
        assert_eq!(
            question(control, timed("1"), &[]),
            "position fen FEN\ngo depth 3 nodes 4 movetime 2"
        );
    }

    #[test]
    fn options_are_read_and_set() {
        let option = Uci
            .declared("option name Move  Overhead type spin default 1")
            .unwrap();
        assert_eq!(
            option,
            Declared {
                name: "Move Overhead".into(),
                button: false
            }
        );
        assert_eq!(
            Uci.set_option(&option, "5"),
            "setoption name Move Overhead value 5"
        );
        assert_eq!(
            Uci.set_option(&option, ""),
            "setoption name Move Overhead value <empty>"
        );
        let button = Uci.declared("option name Clear Hash type button").unwrap();
        assert_eq!(Uci.set_option(&button, "x"), "setoption name Clear Hash");
        assert_eq!(Uci.declared("id name option"), None);
        let chess960 = Subject {
            game: ajeeb_protocol::catalog::GameName::Chess,
            chess960: true,
        };
        assert!(Uci.options_for(chess960, &[button]).is_err());
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(
            Uci.heard(" bestmove e2e4 ponder e7e5"),
            Heard::Move("e2e4".into())
        );
        assert_eq!(Uci.heard("bestmove"), Heard::Move(String::new()));
        assert_eq!(Uci.heard("best move"), Heard::Nothing);
        let info = |depth, nodes, score| {
            Heard::Info(Info {
                depth,
                nodes,
                score,
            })
        };
        assert_eq!(
            Uci.heard("info depth 7 seldepth 9 score cp -35 nodes 123 nps 5 pv e2e4 depth 3"),
            info(Some(7), Some(123), Some(Verdict::Units(-0.35)))
        );
        assert_eq!(
            Uci.heard("info score mate -3"),
            info(None, None, Some(Verdict::Mate(-3)))
        );
        assert_eq!(
            Uci.heard("info depth 7 multipv 2 score cp 1"),
            info(None, None, None)
        );
        assert_eq!(Uci.heard("info depth x score cp"), info(None, None, None));
        assert_eq!(Uci.heard("info string depth 3"), info(None, None, None));
    }

    #[test]
    fn the_first_move_of_a_line_is_found() {
        let line = "info depth 7 multipv 1 score cp 3 pv e2e4 e7e5";
        assert_eq!(Uci.first_move(line), Some("e2e4"));
        assert_eq!(
            Uci.first_move(&line.replace("multipv 1", "multipv 2")),
            None
        );
        for nothing in ["info depth 7", "info string pv e2e4", "info depth 7 pv"] {
            assert_eq!(Uci.first_move(nothing), None, "{nothing}");
        }
    }
}
