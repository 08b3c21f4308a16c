use ajeeb_base::Score;
use ajeeb_search::Effort;

use super::grammar::quoted;
use crate::session::{Report, ReportLine};

/// The largest evaluation written, in men: those from tables and by force are above.
const LARGEST: f64 = 80.0;

/// The `info` line of a report. The protocol knows neither several lines nor bounds: only the
/// best line is told, and a bound as if it were the value.
pub(super) fn info_line(report: &Report) -> Option<String> {
    report.lines.first().map(|line| write(line, &report.effort))
}

/// Depths in plies, the score in men, time in seconds, speed in millions of nodes a second.
fn write(line: &ReportLine, effort: &Effort) -> String {
    format!(
        "info depth={} mean-depth={:.1} max-depth={} score={:.2} nodes={} time={:.3} nps={:.3} pv={}",
        line.depth,
        f64::from(line.depth),
        line.selective_depth,
        men(line.score),
        effort.nodes,
        effort.time.as_secs_f64(),
        effort.speed() as f64 / 1e6,
        quote_always(&line.moves),
    )
}

/// A score in men. A game won by force in `n` plies is 100 - n/100, one that endgame tables give
/// as won 90 - n/100 where the tables are reached in `n` plies; everything else is at most 80.
fn men(score: Score) -> f64 {
    let sign = if score.is_lost() { -1.0 } else { 1.0 };
    let below = |top: Score| f64::from(top.centi() - score.centi().abs()) / 100.0;
    if score.is_forced() {
        sign * (100.0 - below(Score::WIN))
    } else if score.is_decided() {
        sign * (90.0 - below(Score::TABLE_WIN).max(0.0))
    } else {
        (f64::from(score.centi()) / 100.0).clamp(-LARGEST, LARGEST)
    }
}

fn quote_always(text: &str) -> String {
    format!("\"{text}\"")
}

/// The line that says what went wrong.
pub(super) fn error_line(message: &str) -> String {
    format!(
        "error message=\"{}\"",
        message.replace('"', "'").replace('\n', " ")
    )
}

/// The answer to `go`.
pub(super) fn done_line(best: &str, ponder: Option<&str>) -> String {
    match ponder {
        None => format!("done move={}", quoted(best)),
        Some(ponder) => format!("done move={} ponder={}", quoted(best), quoted(ponder)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ajeeb_base::Ply;
    use ajeeb_search::Bound;

    use super::*;

    #[test]
    fn f1_f4_an_info_line_has_plain_numbers_and_a_quoted_pv() {
        let line = ReportLine {
            number: 1,
            depth: 9,
            selective_depth: 14,
            score: Score::new(-6),
            bound: Bound::Exact,
            moves: "32-28 17-22 28x17x22".to_string(),
        };
        let effort = Effort {
            nodes: 401_232,
            table_hits: 0,
            time: Duration::from_millis(81),
            hash_full: 0,
        };
        let mut report = Report {
            lines: vec![line],
            effort,
        };
        assert_eq!(
            info_line(&report).unwrap(),
            "info depth=9 mean-depth=9.0 max-depth=14 score=-0.06 nodes=401232 time=0.081 \
             nps=4.953 pv=\"32-28 17-22 28x17x22\""
        );
        report.lines.clear();
        assert_eq!(info_line(&report), None);
    }

    #[test]
    fn f5_wins_stand_out() {
        assert_eq!(men(Score::win_in(Ply::new(3))), 99.97);
        assert_eq!(men(Score::loss_in(Ply::new(4))), -99.96);
        assert_eq!(men(Score::loss_in(Ply::ROOT)), -100.0);
        assert_eq!(men(Score::TABLE_WIN), 90.0);
        assert_eq!(men(-(Score::TABLE_WIN - 12)), -89.88);
        assert_eq!(men(Score::MAX_EVAL), 80.0);
        assert_eq!(men(Score::new(250)), 2.5);
    }

    #[test]
    fn e3_f7_answers_and_errors() {
        assert_eq!(
            done_line("32-28", Some("17-22")),
            "done move=32-28 ponder=17-22"
        );
        assert_eq!(done_line("32-28", None), "done move=32-28");
        assert_eq!(
            error_line("no \"x\"\nhere"),
            "error message=\"no 'x' here\""
        );
    }
}
