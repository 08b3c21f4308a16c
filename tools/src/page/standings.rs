//! What the games say about the players.

use ajeeb_base::Side;
use maud::{Markup, html};

use super::charts::{self, Whisker};
use super::layout::{Report, counted, number_or_dash};
use crate::rating::{Rating, Ratings};
use crate::stats::{GameScore, Tally};

/// Up to so many players have time charts of their own.
const TIME_CHARTS: usize = 6;

fn points(tally: Tally) -> f64 {
    tally.wins as f64 + tally.draws as f64 / 2.0
}

/// The ranking, with the Elo plot.
pub(super) fn ranking(report: &Report<'_>) -> Markup {
    let Some(ratings) = &report.ratings else {
        return html! {};
    };
    let names = report.table.names();
    html! {
        section #ranking {
            h2 { "Ranking" }
            div.scroll tabindex="0" role="region" aria-label="Ranking" {
                table {
                    thead { tr {
                        th.number scope="col" { "" } th scope="col" { "Player" }
                        th.number scope="col" { "Elo" } th.number scope="col" { "±" }
                        th.number scope="col" { "Games" } th.number scope="col" { "Won" }
                        th.number scope="col" { "Drawn" } th.number scope="col" { "Lost" }
                        th.number scope="col" { "Points" } th.number scope="col" { "Score" }
                    } }
                    tbody {
                        @for (place, rating) in (1..).zip(&ratings.players) {
                            (ranking_row(place, &names[rating.player], rating))
                        }
                    }
                }
            }
            p.hint {
                "Elo by maximum likelihood around a mean of 0, with 95% intervals."
                @if ratings.pools.len() > 1 {
                    " The players fall into " (ratings.pools.len()) " groups: between groups there were no games, or \
                     one side won them all. Only numbers within a group can be compared; who has only won or only \
                     lost has none."
                }
            }
            (elo_plot(names, ratings))
        }
    }
}

fn ranking_row(place: usize, name: &str, rating: &Rating) -> Markup {
    let tally = rating.tally;
    html! {
        tr {
            td.number { (place) }
            th scope="row" { (name) }
            td.number { (number_or_dash(rating.elo.map(|elo| format!("{elo:.1}")))) }
            td.number { (number_or_dash(rating.margin.map(|margin| format!("{margin:.1}")))) }
            td.number { (tally.games()) }
            td.number { (tally.wins) }
            td.number { (tally.draws) }
            td.number { (tally.losses) }
            td.number { (format!("{:.1}", points(tally))) }
            td.number { (format!("{:.1} %", 100.0 * tally.score())) }
        }
    }
}

fn elo_plot(names: &[String], ratings: &Ratings) -> Markup {
    let whisker = |rating: &Rating| {
        Some(Whisker {
            label: names[rating.player].clone(),
            value: rating.elo?,
            margin: rating.margin?,
        })
    };
    let whiskers: Vec<_> = ratings.players.iter().filter_map(whisker).collect();
    html! {
        @if !whiskers.is_empty() { (charts::whiskers("Elo with 95% intervals", &whiskers)) }
    }
}

/// Who has scored what against whom.
pub(super) fn crosstable(report: &Report<'_>) -> Markup {
    let Some(ratings) = &report.ratings else {
        return html! {};
    };
    let names = report.table.names();
    html! {
        section #crosstable {
            h2 { "Crosstable" }
            div.scroll tabindex="0" role="region" aria-label="Crosstable" {
                table.cross {
                    thead { tr {
                        th.number scope="col" { "" } th scope="col" { "Player" }
                        @for (place, rating) in (1..).zip(&ratings.players) {
                            th scope="col" title=(names[rating.player]) { (place) }
                        }
                        th.number scope="col" { "Points" }
                    } }
                    tbody {
                        @for (place, rating) in (1..).zip(&ratings.players) { tr {
                            td.number { (place) }
                            th scope="row" { (names[rating.player]) }
                            @for other in &ratings.players { (cell(report, rating, other)) }
                            td.number { (points(rating.tally)) "/" (rating.tally.games()) }
                        } }
                    }
                }
            }
        }
    }
}

/// The points of the row's player in its games against the column's.
fn cell(report: &Report<'_>, row: &Rating, column: &Rating) -> Markup {
    let tally = report.table.between(row.player, column.player);
    let detail = format!(
        "{} won, {} drawn, {} lost",
        tally.wins, tally.draws, tally.losses
    );
    html! {
        @if row.player == column.player {
            td.self { "×" }
        } @else if tally.games() == 0 {
            td {}
        } @else {
            td.met style={ "--share:" (format!("{:.3}", tally.score())) } title=(detail) {
                (points(tally)) small { "/" (tally.games()) }
            }
        }
    }
}

/// Results, lengths and times.
pub(super) fn charts(report: &Report<'_>) -> Markup {
    let lengths: Vec<_> = report
        .scores
        .iter()
        .map(|score| score.plies().div_ceil(2))
        .collect();
    html! {
        section #charts {
            h2 { "Charts" }
            (results(report))
            div.charts {
                (charts::histogram("Length of games, in moves", "games", &charts::bins(&lengths)))
                @for (title, times) in times(report) {
                    (charts::histogram(&title, "moves", &charts::time_bins(&times)))
                }
            }
        }
    }
}

/// A bar of three parts.
fn results(report: &Report<'_>) -> Markup {
    let parts = [
        ("white", GameScore::Win, "White wins"),
        ("drawn", GameScore::Draw, "draws"),
        ("black", GameScore::Loss, "Black wins"),
    ];
    let parts = parts.map(|(class, score, name)| (class, report.count(score), name));
    let other = report.headings.len() - parts.iter().map(|part| part.1).sum::<usize>();
    html! {
        figure {
            figcaption {
                "Results: "
                @for (index, (_, count, name)) in parts.iter().enumerate() {
                    @if index > 0 { ", " }
                    (count) " " (name)
                }
                @if other > 0 { ", " (counted(other, "game")) " without a result" }
            }
            div.results aria-hidden="true" {
                @for (class, count, _) in parts {
                    @if count > 0 { span class=(class) style={ "flex-grow:" (count) } { (count) } }
                }
            }
        }
    }
}

/// Times of moves in milliseconds: by player where they are few.
fn times(report: &Report<'_>) -> Vec<(String, Vec<u64>)> {
    let names = report.table.names();
    let of = |wanted: Option<&String>| -> Vec<u64> {
        let games = report.headings.iter().zip(&report.scores);
        let sides =
            games.flat_map(|(heading, score)| Side::BOTH.map(|side| (heading, score, side)));
        sides
            .filter(|(heading, _, side)| wanted.is_none_or(|name| heading.player(*side) == name))
            .flat_map(|(_, score, side)| score.times(side))
            .collect()
    };
    let charts = if (1..=TIME_CHARTS).contains(&names.len()) {
        names
            .iter()
            .map(|name| (format!("Time of a move, {name}"), of(Some(name))))
            .collect()
    } else {
        vec![("Time of a move".to_owned(), of(None))]
    };
    charts
        .into_iter()
        .filter(|(_, times): &(String, Vec<u64>)| !times.is_empty())
        .collect()
}
