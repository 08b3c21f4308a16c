//! The Hub protocol, version 2 (F. Letouzey and H. Jetten, 2019), seen by a user of engines.

use std::borrow::Cow;

use super::dialect::{Declared, Dialect, Heard, Phrases};
use super::{Info, Subject, Turn, Verdict};
use crate::clock::Credit;

pub(super) struct Hub;

const VARIANT: &str = "variant";

/// What engines play that have no parameter for it.
const DEFAULT_VARIANT: &str = "normal";

impl Dialect for Hub {
    fn phrases(&self) -> &'static Phrases {
        &Phrases {
            hello: "hub",
            hello_answer: "wait",
            init: "init",
            init_answer: "ready",
            new_game: "new-game",
            ping: "ping",
            pong: "pong",
            quit: "quit",
        }
    }

    fn credit(&self) -> Credit {
        Credit::BeforeMove
    }

    /// Reads `param name=threads value=1 type=int min=1 max=256`.
    fn declared(&self, line: &str) -> Option<Declared> {
        let arguments = line.trim_start().strip_prefix("param")?;
        let name = pairs(arguments).find(|(name, _)| *name == "name")?.1;
        Some(Declared {
            name: name.to_owned(),
            button: false,
        })
    }

    fn options_for(
        &self,
        subject: Subject,
        declared: &[Declared],
    ) -> Result<Vec<(String, String)>, String> {
        let variant = subject.game.hub_name().unwrap_or(DEFAULT_VARIANT);
        if declared.iter().any(|param| param.is_called(VARIANT)) {
            Ok(vec![(VARIANT.to_owned(), variant.to_owned())])
        } else if variant == DEFAULT_VARIANT {
            Ok(Vec::new())
        } else {
            Err(format!(
                "does not play {}: it has no parameter {VARIANT}",
                subject.game
            ))
        }
    }

    fn set_option(&self, option: &Declared, value: &str) -> String {
        format!(
            "set-param name={} value={}",
            quoted(&option.name),
            quoted(value)
        )
    }

    /// The whole game is sent, so that the engine can count what draws are made of.
    fn question(&self, turn: &Turn<'_>) -> String {
        let mut text = format!("pos pos={}", turn.start);
        if !turn.moves.is_empty() {
            text += &format!(" moves={}", quoted(&turn.moves.join(" ")));
        }
        text += "\nlevel";
        text += &limits(turn);
        text += "\ngo think";
        text
    }

    fn heard(&self, line: &str) -> Heard {
        let line = line.trim_start();
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "done" => {
                let mv = pairs(arguments).find(|(name, _)| *name == "move");
                Heard::Move(mv.map_or("", |(_, mv)| mv).to_owned())
            }
            "info" => Heard::Info(read_info(arguments)),
            _ => Heard::Nothing,
        }
    }

    fn first_move<'l>(&self, line: &'l str) -> Option<&'l str> {
        let (_, moves) = pairs(line).find(|(name, _)| *name == "pv")?;
        moves.split_whitespace().next()
    }
}

/// The arguments of `level`. The engine adds the increment to the time itself.
fn limits(turn: &Turn<'_>) -> String {
    let told = turn.clocks[turn.side.index()].told();
    let mut text = String::new();
    if let Some(depth) = told.depth {
        text += &format!(" depth={depth}");
    }
    if let Some(nodes) = told.nodes {
        text += &format!(" nodes={nodes}");
    }
    if let Some(time) = told.move_time {
        text += &format!(" move-time={:.3}", time.as_secs_f64());
    }
    if let Some(clock) = told.clock {
        if let Some(moves) = clock.moves {
            text += &format!(" moves={moves}");
        }
        let time = clock.left.saturating_sub(clock.increment);
        text += &format!(" time={:.3}", time.as_secs_f64());
        if !clock.increment.is_zero() {
            text += &format!(" inc={:.3}", clock.increment.as_secs_f64());
        }
    }
    text
}

fn read_info(arguments: &str) -> Info {
    let mut info = Info::default();
    for (name, value) in pairs(arguments) {
        match name {
            "depth" => info.depth = value.parse().ok(),
            "nodes" => info.nodes = value.parse().ok(),
            "score" => {
                let score = value.parse().ok().filter(|score: &f64| score.is_finite());
                info.score = score.map(Verdict::Units);
            }
            _ => {}
        }
    }
    info
}

/// The arguments of the form `name=value`, the value in quotes or not.
fn pairs(mut text: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let (before, after) = text.split_once('=')?;
        let name = before.split_whitespace().next_back().unwrap_or_default();
        let after = after.trim_start();
        let (value, rest) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        text = rest;
        Some((name, value))
    })
}

/// `text` as a value, in quotes if it must be; quotes inside it cannot be written.
fn quoted(text: &str) -> Cow<'_, str> {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '=' || c == '"') {
        format!("\"{}\"", text.replace('"', "'")).into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ajeeb_base::Side;
    use ajeeb_protocol::catalog::GameName;

    use super::*;
    use crate::clock::{Clock, Control, Periods};

    fn question(control: Control, spent: Duration, moves: &[&str]) -> String {
        let mut clock = Clock::new(&control, Credit::BeforeMove);
        clock.spend(spent);
        let moves: Vec<_> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        let clocks = [clock.clone(), clock];
        Hub.question(&Turn {
            start: "Wwbe",
            moves: &moves,
            side: Side::White,
            clocks: &clocks,
        })
    }

    #[test]
    fn the_engine_adds_the_increment_itself() {
        let clock = Periods::read("40/60+0.5").unwrap();
        let control = Control {
            clock,
            ..Control::default()
        };
        let used = Duration::from_millis(1_500);
        assert_eq!(
            question(control, used, &["32-28", "19-23"]),
            "pos pos=Wwbe moves=\"32-28 19-23\"\nlevel moves=39 time=59.000 inc=0.500\ngo think"
        );
    }

    #[test]
    fn limits_of_a_move_are_told() {
        let control = Control {
            depth: Some(3),
            nodes: Some(4),
            move_time: Some(Duration::from_millis(20)),
            ..Control::default()
        };
        assert_eq!(
            question(control, Duration::ZERO, &["32-28"]),
            "pos pos=Wwbe moves=32-28\nlevel depth=3 nodes=4 move-time=0.020\ngo think"
        );
    }

    #[test]
    fn parameters_are_read_and_set() {
        let param = Hub
            .declared("param name = \"tt-size\" value=20 type=int")
            .unwrap();
        assert_eq!(
            param,
            Declared {
                name: "tt-size".into(),
                button: false
            }
        );
        assert_eq!(
            Hub.set_option(&param, "24"),
            "set-param name=tt-size value=24"
        );
        assert_eq!(
            Hub.set_option(&param, "a b"),
            "set-param name=tt-size value=\"a b\""
        );
        assert_eq!(Hub.declared("id name=x"), None);
        let of = |game| Subject {
            game,
            chess960: false,
        };
        assert!(Hub.options_for(of(GameName::Frisian), &[]).is_err());
        assert_eq!(
            Hub.options_for(of(GameName::International), &[]),
            Ok(Vec::new())
        );
        let variant = Declared {
            name: "variant".into(),
            button: false,
        };
        assert_eq!(
            Hub.options_for(of(GameName::Breakthrough), &[variant]),
            Ok(vec![("variant".into(), "bt".into())])
        );
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(
            Hub.heard("done move=28x19x23 ponder=1-7"),
            Heard::Move("28x19x23".into())
        );
        assert_eq!(
            Hub.heard("done ponder=1-7 move = \"32-28\" "),
            Heard::Move("32-28".into())
        );
        assert_eq!(Hub.heard("done"), Heard::Move(String::new()));
        assert_eq!(Hub.heard("doner move=1-7"), Heard::Nothing);
        let info = |depth, nodes, score| {
            Heard::Info(Info {
                depth,
                nodes,
                score,
            })
        };
        assert_eq!(
            Hub.heard("info depth=9 mean-depth=9.4 score=-0.06 nodes=40 pv=\"a=b depth=3\""),
            info(Some(9), Some(40), Some(Verdict::Units(-0.06)))
        );
        assert_eq!(
            Hub.heard("info depth=x score=nan pv=\"open"),
            info(None, None, None)
        );
    }
    #[test]
    fn the_first_move_of_a_line_is_found() {
        assert_eq!(
            Hub.first_move("info depth=9 pv=\"32-28 19-23\""),
            Some("32-28")
        );
        assert_eq!(Hub.first_move("info pv=28x19x23 depth=9"), Some("28x19x23"));
        assert_eq!(Hub.first_move("info depth=9 pv=\"\""), None);
        assert_eq!(Hub.first_move("info depth=9"), None);
    }
}
