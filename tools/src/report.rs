//! The state of a match in words and as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::stats::{Estimate, GameScore, Pairs, Tally};
use crate::usage::{Figures, Usage};

/// What has happened so far.
#[derive(Debug)]
pub(crate) struct Standing {
    game: String,
    names: [String; 2],
    controls: [String; 2],
    planned: usize,
    tally: Tally,
    pairs: Pairs,
    /// The first game of each pair whose second is still played, for the first engine.
    open: Vec<Option<GameScore>>,
    usage: [Usage; 2],
}

impl Standing {
    /// Before the first of `planned` games.
    pub(crate) fn new(
        game: String,
        names: [String; 2],
        controls: [String; 2],
        planned: usize,
    ) -> Standing {
        Standing {
            game,
            names,
            controls,
            planned,
            tally: Tally::default(),
            pairs: Pairs::default(),
            open: vec![None; planned.div_ceil(2)],
            usage: [Usage::default(), Usage::default()],
        }
    }

    /// Counts a game of `pair`: the first engine's score, and both engines' accounts.
    pub(crate) fn add(&mut self, pair: usize, score: GameScore, usage: [&Usage; 2]) {
        self.tally.add(score);
        match self.open[pair].take() {
            Some(other) => self.pairs.add([other, score]),
            None => self.open[pair] = Some(score),
        }
        for (sum, usage) in self.usage.iter_mut().zip(usage) {
            sum.add(usage);
        }
    }

    /// Games played so far.
    pub(crate) fn games(&self) -> u64 {
        self.tally.games()
    }

    /// The state on one line.
    pub(crate) fn line(&self) -> String {
        let Tally {
            wins,
            draws,
            losses,
        } = self.tally;
        let [first, second] = &self.names;
        let estimate = match self.pairs.estimate() {
            None => "Elo n/a, LOS n/a".to_owned(),
            Some(estimate) => format!(
                "Elo {:.1} +/- {:.1}, LOS {:.1} %",
                estimate.elo,
                estimate.margin(),
                100.0 * estimate.superiority
            ),
        };
        format!(
            "Score of {first} vs {second}: {wins} - {losses} - {draws} [{:.3}] {}, {estimate}, \
             DrawRatio {:.1} %, pairs {:?}",
            self.tally.score(),
            self.tally.games(),
            100.0 * self.tally.draw_ratio(),
            self.pairs.0,
        )
    }

    /// The state at the end, several lines.
    pub(crate) fn summary(&self) -> String {
        let mut text = format!("{}\n", self.line());
        if let Some(Estimate {
            interval: (low, high),
            ..
        }) = self.pairs.estimate()
        {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "95% interval: Elo {low:.1} to {high:.1}, from {} pairs",
                self.pairs.count()
            );
        }
        for ((name, control), usage) in self.names.iter().zip(&self.controls).zip(&self.usage) {
            let _ = writeln!(text, "{name} ({control}): {}", describe(&usage.figures()));
        }
        text
    }

    /// The state for programs.
    pub(crate) fn json(&self) -> String {
        let engine = |index: usize| Contender {
            name: &self.names[index],
            control: &self.controls[index],
            figures: self.usage[index].figures(),
        };
        let state = State {
            game: &self.game,
            planned: self.planned,
            played: self.tally.games(),
            results: self.tally,
            score: self.tally.score(),
            draw_ratio: self.tally.draw_ratio(),
            pairs: self.pairs,
            estimate: self.pairs.estimate(),
            engines: [engine(0), engine(1)],
        };
        serde_json::to_string_pretty(&state).unwrap_or_default() + "\n"
    }
}

#[derive(Serialize)]
struct State<'a> {
    game: &'a str,
    planned: usize,
    played: u64,
    results: Tally,
    score: f64,
    draw_ratio: f64,
    pairs: Pairs,
    estimate: Option<Estimate>,
    engines: [Contender<'a>; 2],
}

#[derive(Serialize)]
struct Contender<'a> {
    name: &'a str,
    control: &'a str,
    #[serde(flatten)]
    figures: Figures,
}

fn describe(figures: &Figures) -> String {
    let mut parts = vec![format!("{} moves", figures.moves)];
    parts.extend(figures.mean_ms.map(|ms| format!("{ms:.1} ms a move")));
    parts.extend(figures.mean_depth.map(|depth| format!("depth {depth:.1}")));
    parts.extend(
        figures
            .nodes_per_move
            .map(|nodes| format!("{nodes:.0} nodes a move")),
    );
    parts.extend(
        figures
            .nodes_per_second
            .map(|speed| format!("{:.0} kn/s", speed / 1e3)),
    );
    parts.push(format!(
        "largest overrun {:.1} ms",
        figures.largest_overrun_ms
    ));
    let forfeits = figures.forfeits;
    parts.push(format!(
        "lost on time {}, illegal moves {}, crashes {}, hangs {}",
        forfeits.time, forfeits.illegal, forfeits.crash, forfeits.hang
    ));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(scores: &[(usize, GameScore)]) -> Standing {
        let mut standing = Standing::new(
            "chess".into(),
            ["A".into(), "B".into()],
            ["1+0".into(), "nodes=5".into()],
            scores.len(),
        );
        for &(pair, score) in scores {
            let usage = Usage::default();
            standing.add(pair, score, [&usage, &usage]);
        }
        standing
    }

    #[test]
    fn a_line_has_everything() {
        use GameScore::{Draw, Loss, Win};
        let standing = standing(&[(0, Win), (1, Draw), (1, Loss), (0, Draw), (2, Win)]);
        assert_eq!(
            standing.line(),
            "Score of A vs B: 2 - 1 - 2 [0.600] 5, Elo 0.0 +/- 296.6, LOS 50.0 %, \
             DrawRatio 40.0 %, pairs [0, 1, 0, 1, 0]"
        );
        assert!(standing.summary().contains("B (nodes=5): 0 moves"));
    }

    #[test]
    fn a_line_before_the_first_pair_has_no_estimate() {
        assert_eq!(
            standing(&[(0, GameScore::Win)]).line(),
            "Score of A vs B: 1 - 0 - 0 [1.000] 1, Elo n/a, LOS n/a, DrawRatio 0.0 %, \
             pairs [0, 0, 0, 0, 0]"
        );
    }

    #[test]
    fn programs_get_json() {
        let text = standing(&[(0, GameScore::Win), (0, GameScore::Win)]).json();
        let state: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(state["results"]["wins"], 2);
        assert_eq!(state["pairs"], serde_json::json!([0, 0, 0, 0, 1]));
        assert_eq!(state["engines"][1]["forfeits"]["time"], 0);
        assert!(state["estimate"].is_null());
    }
}
