use ajeeb_base::{Outcome, Score};
use ajeeb_search::{Bound, Effort};

use crate::catalog::Family;
use crate::commands::score::{moves_to_end, odds};
use crate::session::{Report, ReportLine};

/// The `info` lines of a report.
pub(super) fn info_lines(report: &Report, show_wdl: bool) -> impl Iterator<Item = String> {
    report
        .lines
        .iter()
        .map(move |line| info_line(line, &report.effort, show_wdl))
}

fn info_line(line: &ReportLine, effort: &Effort, show_wdl: bool) -> String {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl {
        format!(" {}", wdl(line.score))
    } else {
        String::new()
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} \
         tbhits {} time {} pv {}",
        line.depth,
        line.selective_depth,
        line.number,
        score(line.score),
        effort.nodes,
        effort.speed(),
        effort.hash_full.min(1000),
        effort.table_hits,
        effort.time.as_millis(),
        line.moves,
    )
}

/// `cp` hundredths of a pawn, or `mate` in moves: negative when being mated, 0 for a mated root.
fn score(score: Score) -> String {
    match moves_to_end(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.centi()),
    }
}

/// The line for a root without moves.
pub(super) fn no_move_line(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "info depth 0 score cp 0",
        Outcome::Loss | Outcome::Win => "info depth 0 score mate 0",
    }
}

/// Chances to win, draw and lose in thousandths that add up to 1000.
fn wdl(score: Score) -> String {
    let [win, draw, loss] = odds(Family::Chess, score);
    format!("wdl {win} {draw} {loss}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ajeeb_base::Ply;

    use super::*;

    #[test]
    fn h3_mates_count_moves_and_others_centipawns() {
        let won = |plies| score(Score::win_in(Ply::new(plies)));
        let lost = |plies| score(Score::loss_in(Ply::new(plies)));
        assert_eq!(
            (won(1), won(3)),
            ("mate 1".to_string(), "mate 2".to_string())
        );
        assert_eq!(
            (lost(0), lost(2)),
            ("mate 0".to_string(), "mate -1".to_string())
        );
        assert_eq!(lost(4), "mate -2");
        assert_eq!(score(Score::new(-37)), "cp -37");
    }

    #[test]
    fn h1_h2_an_info_line_has_its_keys_and_ends_with_the_pv() {
        let line = ReportLine {
            number: 1,
            depth: 3,
            selective_depth: 5,
            score: Score::new(20),
            bound: Bound::Lower,
            moves: "e2e4 e7e5".to_string(),
        };
        let effort = Effort {
            nodes: 500,
            table_hits: 0,
            time: Duration::from_millis(20),
            hash_full: 7,
        };
        let report = Report {
            lines: vec![line],
            effort,
        };
        let plain: Vec<String> = info_lines(&report, false).collect();
        assert_eq!(
            plain,
            [
                "info depth 3 seldepth 5 multipv 1 score cp 20 lowerbound nodes 500 nps 25000 \
              hashfull 7 tbhits 0 time 20 pv e2e4 e7e5"
            ]
        );
        let with_wdl: Vec<String> = info_lines(&report, true).collect();
        let parts: Vec<u32> = with_wdl[0]
            .split(' ')
            .skip_while(|word| *word != "wdl")
            .skip(1)
            .take(3)
            .map(|part| part.parse().unwrap())
            .collect();
        assert!(with_wdl[0].contains(" lowerbound wdl "));
        assert_eq!(parts.iter().sum::<u32>(), 1000);
        assert!(parts[0] > parts[2]);
    }
}
