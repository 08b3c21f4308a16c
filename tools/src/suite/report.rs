//! What comes of a suite, in words and as JSON.

use std::time::Duration;

use serde::Serialize;

use super::solve::Finding;
use crate::engine::Spec;

/// The result of a whole suite.
#[derive(Debug, Serialize)]
pub(super) struct Summary<'a> {
    suite: &'a str,
    engine: &'a str,
    control: String,
    positions: usize,
    solved: usize,
    /// Lines that ask for nothing that is known here.
    left_out: usize,
    /// Positions that an interrupt has left.
    missing: usize,
    /// Means over the solved positions: milliseconds and nodes until the solution stayed.
    mean_ms: Option<f64>,
    mean_nodes: Option<f64>,
    findings: &'a [Finding],
}

impl<'a> Summary<'a> {
    /// What `findings` come to.
    pub(super) fn new(
        suite: &'a str,
        spec: &'a Spec,
        findings: &'a [Finding],
        left_out: usize,
        missing: usize,
    ) -> Summary<'a> {
        let solved: Vec<_> = findings
            .iter()
            .filter_map(|finding| finding.solved)
            .collect();
        let time: Duration = solved.iter().map(|effort| effort.time).sum();
        let nodes: Option<u64> = solved.iter().map(|effort| effort.nodes).sum();
        let mean = |sum: f64| (!solved.is_empty()).then(|| sum / solved.len() as f64);
        Summary {
            suite,
            engine: &spec.name,
            control: spec.control.to_string(),
            positions: findings.len(),
            solved: solved.len(),
            left_out,
            missing,
            mean_ms: mean(time.as_secs_f64() * 1e3),
            mean_nodes: nodes.and_then(|nodes| mean(nodes as f64)),
            findings,
        }
    }

    /// For programs.
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// For people: the positions that were not solved, and the numbers.
    pub(super) fn text(&self) -> String {
        let unsolved = self
            .findings
            .iter()
            .filter(|finding| finding.solved.is_none());
        let mut text: String = unsolved
            .map(
                |Finding {
                     id,
                     wanted,
                     answer,
                     score,
                     ..
                 }| {
                    let score = score
                        .as_ref()
                        .map(|score| format!(" ({score})"))
                        .unwrap_or_default();
                    format!("{id}: {wanted}, but {answer}{score}\n")
                },
            )
            .collect();
        let share = 100.0 * self.solved as f64 / self.positions.max(1) as f64;
        text += &format!(
            "{} ({}) solves {} of {} positions of {}, {share:.1} %",
            self.engine, self.control, self.solved, self.positions, self.suite
        );
        if let Some(ms) = self.mean_ms {
            text += &format!(", each after {ms:.1} ms");
        }
        if let Some(nodes) = self.mean_nodes {
            text += &format!(" and {nodes:.0} nodes");
        }
        text += if self.mean_ms.is_some() {
            " on average.\n"
        } else {
            ".\n"
        };
        if self.left_out > 0 {
            text += &format!("{} lines ask for no move and no mate.\n", self.left_out);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::solve::Effort;
    use super::*;
    use crate::engine::Protocol;

    fn finding(id: &str, solved: Option<u64>) -> Finding {
        let effort = |ms| Effort {
            time: Duration::from_millis(ms),
            nodes: Some(1000 * ms),
            depth: Some(3),
        };
        Finding {
            id: id.to_owned(),
            fen: "fen".to_owned(),
            wanted: "bm e4".to_owned(),
            answer: "d4".to_owned(),
            score: Some("+0.20".to_owned()),
            solved: solved.map(effort),
            total: effort(100),
        }
    }

    #[test]
    fn a_summary_has_the_numbers_and_what_was_not_solved() {
        let spec = Spec::read(["cmd=x", "nodes=7"], Protocol::Uci).unwrap();
        let findings = [
            finding("a", Some(10)),
            finding("b", None),
            finding("c", Some(20)),
        ];
        let summary = Summary::new("s.epd", &spec, &findings, 1, 4);
        assert_eq!(
            summary.text(),
            "b: bm e4, but d4 (+0.20)\n\
             x (nodes=7) solves 2 of 3 positions of s.epd, 66.7 %, each after 15.0 ms and 15000 nodes on average.\n\
             1 lines ask for no move and no mate.\n"
        );
        let value: serde_json::Value = serde_json::from_str(&summary.json()).unwrap();
        assert_eq!(
            (&value["solved"], &value["missing"]),
            (&2.into(), &4.into())
        );
        assert_eq!(value["findings"][0]["solved"]["ms"], 10.0);
        assert!(value["findings"][1]["solved"].is_null());
        let none = Summary::new("s.epd", &spec, &findings[1..2], 0, 0);
        assert!(
            none.text().ends_with("0 of 1 positions of s.epd, 0.0 %.\n"),
            "{}",
            none.text()
        );
    }
}
