//! The state of a match in words and as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::schedule::Player;
use crate::sprt::Progress;
use crate::standing::{Results, Standing};
use crate::stats::{Estimate, Pairs, Tally};
use crate::table::{aligned, plain};
use crate::usage::Figures;

/// The state in a few words: a line for two engines, a table for more.
pub(crate) fn brief(standing: &Standing) -> String {
    match standing.duel() {
        Some((names, results)) => line(names, results, standing.test()),
        None => format!(
            "Standing after {} of {} games:\n{}",
            standing.played(),
            standing.planned,
            ranking(standing).trim_end()
        ),
    }
}

/// The state at the end, several lines.
pub(crate) fn summary(standing: &Standing) -> String {
    let mut text = brief(standing) + "\n";
    match standing.duel() {
        Some((_, results)) => text += &intervals(results),
        None => text += &format!("\n{}\n", crosstable(standing)),
    }
    for entrant in &standing.entrants {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} ({}): {}",
            entrant.name,
            entrant.control,
            describe(&entrant.usage.figures())
        );
    }
    text
}

fn line([first, second]: [&str; 2], results: &Results, test: Option<Progress>) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = results.games;
    let estimate = match results.pairs.estimate() {
        None => "Elo n/a, LOS n/a".to_owned(),
        Some(estimate) => format!(
            "Elo {:.1} +/- {:.1}, LOS {:.1} %",
            estimate.elo,
            estimate.margin(),
            100.0 * estimate.superiority
        ),
    };
    let test = test.map_or_else(String::new, |test| format!(", {test}"));
    format!(
        "Score of {first} vs {second}: {wins} - {losses} - {draws} [{:.3}] {}, {estimate}, \
         DrawRatio {:.1} %, pairs {:?}{test}",
        results.games.score(),
        results.games.games(),
        100.0 * results.games.draw_ratio(),
        results.pairs.0,
    )
}

/// What complete pairs say beyond the line; nothing if they say nothing.
fn intervals(results: &Results) -> String {
    let Some(estimate) = results.pairs.estimate() else {
        return String::new();
    };
    let (low, high) = estimate.interval;
    let ratio = results
        .pairs
        .ratio()
        .map_or_else(|| "n/a".to_owned(), |ratio| format!("{ratio:.2}"));
    format!(
        "95% interval: Elo {low:.1} to {high:.1}, from {} pairs\n\
         Normalised Elo {:.1} +/- {:.1}, pair ratio {ratio}\n",
        results.pairs.count(),
        estimate.normalized_elo,
        estimate.normalized_margin(),
    )
}

/// All engines, best first. Elo and LOS are those of an engine against the field it has met.
fn ranking(standing: &Standing) -> String {
    let heading = [
        "#", "Name", "Elo", "+/-", "nElo", "LOS", "Games", "Points", "Score", "Draws", "Pairs",
    ];
    let mut table = plain(&heading);
    for (place, player) in (1..).zip(standing.ranking()) {
        let entrant = &standing.entrants[player.0];
        let Results { games, pairs } = &entrant.results;
        let estimate = pairs.estimate();
        let figure = |value: &dyn Fn(&Estimate) -> String| {
            estimate.as_ref().map_or_else(|| "n/a".to_owned(), value)
        };
        table.add_row([
            format!("{place}"),
            entrant.name.clone(),
            figure(&|estimate| format!("{:.1}", estimate.elo)),
            figure(&|estimate| format!("{:.1}", estimate.margin())),
            figure(&|estimate| format!("{:.1}", estimate.normalized_elo)),
            figure(&|estimate| format!("{:.1} %", 100.0 * estimate.superiority)),
            games.games().to_string(),
            format!("{:.1}", games.points()),
            format!("{:.1} %", 100.0 * games.score()),
            format!("{:.1} %", 100.0 * games.draw_ratio()),
            format!("{:?}", pairs.0),
        ]);
    }
    aligned(table)
}

/// Points and games of each against each, in the order of the ranking.
fn crosstable(standing: &Standing) -> String {
    let players = standing.ranking();
    let numbers = (1..=players.len()).map(|number| number.to_string());
    let heading = ["#".to_owned(), "Name".to_owned()].into_iter();
    let mut table = plain(&heading.chain(numbers).collect::<Vec<_>>());
    for (place, &player) in (1..).zip(&players) {
        let name = standing.entrants[player.0].name.clone();
        let cells = players.iter().map(|&rival| cell(standing, player, rival));
        table.add_row([format!("{place}"), name].into_iter().chain(cells));
    }
    aligned(table)
}

/// `12.5/20`; a dash for oneself, nothing for those who do not meet.
fn cell(standing: &Standing, player: Player, rival: Player) -> String {
    if player == rival {
        return "-".to_owned();
    }
    let games = standing.between(player, rival).map(|results| results.games);
    games.map_or_else(String::new, |games| {
        format!("{:.1}/{}", games.points(), games.games())
    })
}

/// The state for programs.
pub(crate) fn json(standing: &Standing) -> String {
    let name = |player: Player| standing.entrants[player.0].name.as_str();
    let state = State {
        game: &standing.game,
        planned: standing.planned,
        played: standing.played(),
        duel: standing.duel().map(|(_, results)| Summary::of(results)),
        sprt: standing.test(),
        engines: standing
            .entrants
            .iter()
            .map(|entrant| Contender {
                name: &entrant.name,
                control: &entrant.control,
                summary: Summary::of(&entrant.results),
                figures: entrant.usage.figures(),
            })
            .collect(),
        pairings: standing
            .encounters
            .iter()
            .map(|encounter| Meeting {
                players: encounter.players.map(name),
                summary: Summary::of(&encounter.results),
            })
            .collect(),
    };
    serde_json::to_string_pretty(&state).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct State<'a> {
    game: &'a str,
    planned: usize,
    played: usize,
    /// The first engine's results, if there are two.
    #[serde(flatten)]
    duel: Option<Summary>,
    sprt: Option<Progress>,
    engines: Vec<Contender<'a>>,
    pairings: Vec<Meeting<'a>>,
}

#[derive(Serialize)]
struct Contender<'a> {
    name: &'a str,
    control: &'a str,
    #[serde(flatten)]
    summary: Summary,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct Meeting<'a> {
    players: [&'a str; 2],
    #[serde(flatten)]
    summary: Summary,
}

/// Results, and what follows from them.
#[derive(Serialize)]
struct Summary {
    results: Tally,
    score: f64,
    draw_ratio: f64,
    pairs: Pairs,
    pair_ratio: Option<f64>,
    estimate: Option<Estimate>,
}

impl Summary {
    fn of(results: &Results) -> Summary {
        Summary {
            results: results.games,
            score: results.games.score(),
            draw_ratio: results.games.draw_ratio(),
            pairs: results.pairs,
            pair_ratio: results.pairs.ratio(),
            estimate: results.pairs.estimate(),
        }
    }
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
    use GameScore::{Draw, Loss, Win};

    use super::*;
    use crate::sprt::Sprt;
    use crate::standing::tests::played;
    use crate::stats::GameScore;

    /// A match of A and B in which these are White's scores.
    fn duel(scores: &[GameScore]) -> Standing {
        let mut scores = scores.iter().copied();
        played(&["A", "B"], 50, None, |_, _, _| scores.next())
    }

    #[test]
    fn a_line_has_everything() {
        let standing = duel(&[Win, Draw, Draw, Win, Win]);
        assert_eq!(
            brief(&standing),
            "Score of A vs B: 2 - 1 - 2 [0.600] 5, Elo 0.0 +/- 296.6, LOS 50.0 %, \
             DrawRatio 40.0 %, pairs [0, 1, 0, 1, 0]"
        );
        let summary = summary(&standing);
        assert!(summary.contains("B (nodes=5): 0 moves"), "{summary}");
        assert!(summary.contains("pair ratio 1.00"), "{summary}");
    }

    #[test]
    fn a_line_before_the_first_pair_has_no_estimate() {
        assert_eq!(
            brief(&duel(&[Win])),
            "Score of A vs B: 1 - 0 - 0 [1.000] 1, Elo n/a, LOS n/a, DrawRatio 0.0 %, \
             pairs [0, 0, 0, 0, 0]"
        );
    }

    #[test]
    fn a_line_ends_with_the_test() {
        let sprt = Sprt::read(["elo0=0", "elo1=5"]).unwrap();
        let standing = played(&["A", "B"], 1, Some(sprt), |_, _, _| Some(Draw));
        let line = brief(&standing);
        assert!(
            line.ends_with(", LLR -0.00 (-2.94, 2.94) [0, 5] normalised, continues"),
            "{line}"
        );
        let state: serde_json::Value = serde_json::from_str(&json(&standing)).unwrap();
        assert_eq!(state["sprt"]["verdict"], "continues");
        assert_eq!(state["sprt"]["model"], "normalized");
    }

    /// Alpha wins all with White and draws with Black; B and C mostly draw.
    fn tournament() -> Standing {
        let mut games = 0;
        played(&["Alpha", "B", "C"], 2, None, |white, black, _| {
            games += 1;
            Some(if white == 0 || (black != 0 && games % 5 == 0) {
                Win
            } else {
                Draw
            })
        })
    }

    #[test]
    fn more_engines_are_ranked() {
        assert_eq!(
            brief(&tournament()),
            [
                "Standing after 12 of 12 games:",
                " #  Name      Elo    +/-    nElo     LOS  Games  Points   Score   Draws            Pairs",
                " 1  Alpha     n/a    n/a     n/a     n/a      8     6.0  75.0 %  50.0 %  [0, 0, 0, 4, 0]",
                " 2  B       -43.7  153.0   -74.1  27.3 %      8     3.5  43.8 %  62.5 %  [0, 2, 1, 1, 0]",
                " 3  C      -137.0   88.4  -425.5   0.0 %      8     2.5  31.2 %  62.5 %  [0, 3, 1, 0, 0]",
            ]
            .join("\n")
        );
    }

    #[test]
    fn everybody_meets_everybody_in_a_crosstable() {
        assert_eq!(
            crosstable(&tournament()),
            [
                " #  Name       1      2      3\n",
                " 1  Alpha      -  3.0/4  3.0/4\n",
                " 2  B      1.0/4      -  2.5/4\n",
                " 3  C      1.0/4  1.5/4      -\n",
            ]
            .concat()
        );
    }

    #[test]
    fn programs_get_json() {
        let state: serde_json::Value = serde_json::from_str(&json(&duel(&[Win, Loss]))).unwrap();
        assert_eq!(state["results"]["wins"], 2);
        assert_eq!(state["pairs"], serde_json::json!([0, 0, 0, 0, 1]));
        assert_eq!(state["engines"][1]["forfeits"]["time"], 0);
        assert_eq!(state["engines"][1]["results"]["losses"], 2);
        assert!(state["estimate"].is_null() && state["sprt"].is_null());
        let state: serde_json::Value = serde_json::from_str(&json(&tournament())).unwrap();
        assert!(state["results"].is_null());
        assert_eq!(
            state["pairings"][0]["players"],
            serde_json::json!(["Alpha", "B"])
        );
        assert_eq!(state["pairings"][0]["results"]["wins"], 2);
    }
}
