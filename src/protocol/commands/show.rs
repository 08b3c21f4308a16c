//! What Ajeeb can do, in a glance: its move in the initial positions of both games.

use std::io::Write;

use super::analyse::{Desk, Settings};
use super::{Failure, Subject, write_json};
use crate::catalog::{GameName, Playable, Visitor, with_game};

/// Draws the initial positions of chess and of international draughts, each with the move that
/// a second's search finds. With `json` only what was found, in the form of `analyse`.
pub fn run(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut desk = Desk::new(Settings::default());
    for name in [GameName::Chess, GameName::International] {
        if json {
            write_json(out, &desk.analyse(name, None)?)?;
            continue;
        }
        writeln!(out, "{}\n\n{}\n", title(name), with_game(name, Draw(name))?)?;
        out.flush()?;
        let report = desk.analyse(name, None)?;
        for line in &report.lines {
            writeln!(
                out,
                "  Ajeeb plays  {}",
                report.short.as_deref().unwrap_or("nothing")
            )?;
            writeln!(out, "  score        {}", line.spoken)?;
            writeln!(out, "  line         {}", line.short.join(" "))?;
        }
        writeln!(
            out,
            "  searched     depth {}, {} positions in {:.1} s\n",
            report.depth,
            report.nodes,
            report.time_ms as f64 / 1000.0
        )?;
    }
    Ok(out.flush()?)
}

fn title(name: GameName) -> &'static str {
    match name {
        GameName::Chess => "Chess",
        _ => "International draughts",
    }
}

/// Draws the initial position.
struct Draw(GameName);

impl Visitor for Draw {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        Ok(G::draw(&Subject::default().position::<G>(self.0)?))
    }
}
