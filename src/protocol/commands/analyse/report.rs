use std::fmt;

use serde::Serialize;

use crate::catalog::GameName;

/// What is known about a position: the JSON record of `analyse`. Its keys are always the same;
/// what does not apply is `null` or empty.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The line of the file it comes from, counted from 1.
    pub line: Option<usize>,
    /// `chess` or `draughts`.
    pub game: String,
    /// The rule set.
    pub variant: &'static str,
    /// The position in its normal form; as it was read if it was refused.
    pub fen: String,
    /// Why the position was refused.
    pub error: Option<String>,
    /// `win`, `draw` or `loss` for the side to move if the game is already over.
    pub result: Option<&'static str>,
    /// The best move as protocols write it.
    pub r#move: Option<String>,
    /// The best move as people write it.
    pub short: Option<String>,
    /// The score in hundredths of a pawn or man from the side to move, unless a forced end is
    /// in sight.
    pub cp: Option<i32>,
    /// Moves to the forced end of the game; negative or 0 if the side to move loses.
    pub mate: Option<i32>,
    /// The chances of a win, a draw and a loss in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// The last full iteration.
    pub depth: i32,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// Time used, in milliseconds.
    pub time_ms: u64,
    /// The expected moves, the best first.
    pub pv: Vec<String>,
    /// As many best lines as were asked for (and there are), best first.
    pub lines: Vec<LineReport>,
}

/// One of the best lines.
#[derive(Clone, Debug, Serialize)]
pub struct LineReport {
    /// Its place, from 1.
    pub number: usize,
    /// As in [`Report`].
    pub cp: Option<i32>,
    /// As in [`Report`].
    pub mate: Option<i32>,
    /// As in [`Report`].
    pub wdl: [u32; 3],
    /// The iteration it comes from.
    pub depth: i32,
    /// The moves.
    pub pv: Vec<String>,
    /// The score for people.
    #[serde(skip)]
    pub(in crate::commands) spoken: String,
    /// The moves for people.
    #[serde(skip)]
    pub(in crate::commands) short: Vec<String>,
}

impl Report {
    /// The record of a position about which nothing is known yet.
    pub(super) fn of(name: GameName, fen: String) -> Report {
        Report {
            game: name.family().to_string(),
            variant: name.as_str(),
            fen,
            ..Report::default()
        }
    }

    /// Puts the best line's words in the record's own place.
    pub(super) fn with_lines(self, lines: Vec<LineReport>) -> Report {
        let Some(best) = lines.first() else {
            return self;
        };
        Report {
            r#move: best.pv.first().cloned(),
            short: best.short.first().cloned(),
            cp: best.cp,
            mate: best.mate,
            wdl: Some(best.wdl),
            depth: best.depth,
            pv: best.pv.clone(),
            lines,
            ..self
        }
    }
}

impl fmt::Display for Report {
    /// For people: the position, then a line for each best line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.fen)?;
        if let Some(result) = self.result {
            writeln!(f, "  the game is over: a {result} for the side to move")?;
        }
        for line in &self.lines {
            let [win, draw, loss] = line.wdl;
            let (depth, score) = (line.depth, &line.spoken);
            write!(
                f,
                "  {}. {score}  win {win} draw {draw} loss {loss}  ",
                line.number
            )?;
            writeln!(f, "depth {depth}  {}", line.short.join(" "))?;
        }
        let seconds = self.time_ms as f64 / 1000.0;
        write!(f, "  {} nodes, {seconds:.3} s", self.nodes)
    }
}
