//! The page itself. Every name and comment passes through maud, which escapes it.

use std::fmt::Display;

use ajeeb_base::Side;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::incident::{self, Incident, Kind};
use super::score::Score;
use super::standings;
use crate::archive::{Game, GameResult, Heading};
use crate::games::{Arena, Board};
use crate::rating::{Crosstable, Ratings};
use crate::stats::GameScore;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The pieces, drawn for this page.
const PIECES: &str = include_str!("pieces.svg");

/// The page may load nothing at all.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A dark square with a light disc.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' rx='1' fill='%232f6f62'/%3E%3Ccircle cx='4' cy='4' r='2.4' fill='%23f6f1e7'/%3E%3C/svg%3E";

/// Everything the page tells.
pub(super) struct Report<'a> {
    pub(super) title: &'a str,
    /// The rule set.
    pub(super) game: &'static str,
    pub(super) family: &'static str,
    pub(super) board: Board,
    pub(super) headings: Vec<&'a Heading>,
    pub(super) scores: Vec<Score>,
    pub(super) table: Crosstable,
    /// None if no game has two players and a result.
    pub(super) ratings: Option<Ratings>,
    /// By the game's place.
    pub(super) incidents: Vec<(usize, Incident)>,
}

impl<'a> Report<'a> {
    fn of<G: Arena>(title: &'a str, games: &'a [Game<G>]) -> Report<'a> {
        let headings: Vec<_> = games.iter().map(|game| &game.heading).collect();
        let scores: Vec<_> = games.iter().map(Score::of).collect();
        let table = Crosstable::of(headings.iter().copied());
        let incidents = headings.iter().zip(&scores).enumerate();
        let incidents = incidents.filter_map(|(place, (heading, score))| {
            Some((
                place,
                incident::of(heading, score.termination(), score.last_note())?,
            ))
        });
        Report {
            title,
            game: G::VARIANT,
            family: G::GAME,
            board: G::BOARD,
            incidents: incidents.collect(),
            ratings: Ratings::of(&table, None).ok(),
            table,
            headings,
            scores,
        }
    }

    /// How many games ended so for White.
    pub(super) fn count(&self, score: GameScore) -> usize {
        let result = GameResult::Score(score);
        self.headings
            .iter()
            .filter(|heading| heading.result == result)
            .count()
    }
}

/// The page about `games` as HTML.
pub(crate) fn page<G: Arena>(title: &str, games: &[Game<G>]) -> String {
    let report = Report::of(title, games);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="generator" content={ "ajeeb-lab " (env!("CARGO_PKG_VERSION")) };
                link rel="icon" href=(ICON);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#viewer" { "To the board" }
                (PreEscaped(PIECES))
                (header(&report))
                main {
                    (standings::ranking(&report))
                    (standings::crosstable(&report))
                    (standings::charts(&report))
                    (incidents(&report))
                    (viewer(&report))
                    (list(&report))
                }
                footer { "Written by ajeeb-lab " (env!("CARGO_PKG_VERSION")) ". This page needs no network." }
                (data(&report))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

/// `1 game`, `2 games`.
pub(super) fn counted(number: usize, thing: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{end}")
}

fn header(report: &Report<'_>) -> Markup {
    let players = report.table.names().len();
    html! {
        header {
            div {
                h1 { (report.title) }
                p.lead {
                    (counted(report.headings.len(), "game")) " of "
                    @if report.family == report.game { (report.game) } @else { (report.game) " " (report.family) }
                    @if players > 0 { ", " (counted(players, "player")) }
                    @if !report.incidents.is_empty() { ", " (counted(report.incidents.len(), "incident")) }
                }
            }
            button #theme type="button" aria-label="Change between light and dark" { "◐" }
            nav aria-label="Sections" {
                @if report.ratings.is_some() {
                    a href="#ranking" { "Ranking" }
                    a href="#crosstable" { "Crosstable" }
                }
                a href="#charts" { "Charts" }
                a href="#incidents" { "Incidents" }
                a href="#viewer" { "Board" }
                a href="#games" { "Games" }
            }
        }
    }
}

fn incidents(report: &Report<'_>) -> Markup {
    html! {
        section #incidents {
            h2 { "Incidents" }
            @if report.incidents.is_empty() {
                p { "None: no game was lost on time, by an illegal move, a crash or a hang." }
            } @else {
                p.badges {
                    @for kind in Kind::ALL {
                        @let count = report.incidents.iter().filter(|(_, incident)| incident.kind == kind).count();
                        @if count > 0 { span.badge { (kind.name()) " " b { (count) } } }
                    }
                }
                div.scroll tabindex="0" role="region" aria-label="Incidents" {
                    table {
                        thead { tr { th scope="col" { "Game" } th scope="col" { "Player" } th scope="col" { "What" } th scope="col" { "Record" } } }
                        tbody {
                            @for (place, incident) in &report.incidents { (incident_row(report, *place, incident)) }
                        }
                    }
                }
            }
        }
    }
}

fn incident_row(report: &Report<'_>, place: usize, incident: &Incident) -> Markup {
    let player = incident
        .side
        .map_or("?", |side| report.headings[place].player(side));
    html! {
        tr {
            td { (game_link(place, "#")) }
            td { (player) }
            td { (incident.kind.name()) }
            td.text { (incident.text) }
        }
    }
}

/// A link that opens a game at its end.
fn game_link(place: usize, before: &str) -> Markup {
    html! { a href={ "#game=" (place + 1) } { (before) (place + 1) } }
}

/// The frame that the script fills.
fn viewer(report: &Report<'_>) -> Markup {
    let button = |id: &str, label: &str, outline: &str| {
        html! { button id=(id) type="button" aria-label=(label) title=(label) {
            svg viewBox="0 0 16 16" aria-hidden="true" { path d=(outline) {} }
        } }
    };
    html! {
        section #viewer tabindex="-1" data-family=(report.family) data-columns=(report.board.columns) data-rows=(report.board.rows) {
            h2 { "Board" }
            noscript { p { "The board needs JavaScript; everything else on this page does not." } }
            div.viewer {
                div.table {
                    p.player #black-player {}
                    div #board role="img" aria-label="Board" {}
                    p.player #white-player {}
                    div.controls role="group" aria-label="Moves" {
                        (button("first", "To the start (Home)", "M3 3h2v10H3zM13 3v10L6 8z"))
                        (button("back", "One move back (left arrow)", "M12 3v10L5 8z"))
                        (button("play", "Play the moves", "M3 3l5 5-5 5zM8.5 3l5 5-5 5z"))
                        (button("forward", "One move on (right arrow)", "M4 3l7 5-7 5z"))
                        (button("last", "To the end (End)", "M11 3h2v10h-2zM3 3l7 5-7 5z"))
                        (button("flip", "Turn the board (F)", "M5 2l3 4H6v8H4V6H2zM11 14l-3-4h2V2h2v8h2z"))
                    }
                    input #ply type="range" min="0" max="0" value="0" aria-label="Move";
                }
                div.record {
                    p.status #status aria-live="polite" {}
                    p.note #note {}
                    figure #curve hidden {
                        figcaption { "Score for White, as the players saw it" }
                        svg role="img" aria-label="Scores over the game" preserveAspectRatio="none" {}
                    }
                    ol.moves #moves tabindex="0" aria-label="Moves of the game" {}
                    div.controls role="group" aria-label="Games" {
                        button #previous-game type="button" title="Key P" { "Previous game" }
                        button #next-game type="button" title="Key N" { "Next game" }
                    }
                }
            }
        }
    }
}

fn list(report: &Report<'_>) -> Markup {
    html! {
        section #games {
            h2 { "Games" }
            label.search { "Find " input #search type="search" placeholder="a player, a result, an end" autocomplete="off"; }
            div.scroll tabindex="0" role="region" aria-label="Games" {
                table.games {
                    thead { tr {
                        th scope="col" { "Game" } th scope="col" { "White" } th scope="col" { "Black" }
                        th scope="col" { "Result" } th.number scope="col" { "Plies" } th scope="col" { "End" }
                    } }
                    tbody #game-rows {
                        @for (place, (heading, score)) in report.headings.iter().zip(&report.scores).enumerate() {
                            (list_row(place, heading, score))
                        }
                    }
                }
            }
        }
    }
}

fn list_row(place: usize, heading: &Heading, score: &Score) -> Markup {
    let [white, black] = Side::BOTH.map(|side| heading.player(side));
    html! {
        tr {
            td { (game_link(place, "#")) }
            td { (white) }
            td { (black) }
            td.result { (heading.result) }
            td.number { (score.plies()) }
            td.text { (score.end()) }
        }
    }
}

/// The games, each read by the script only when it is opened.
fn data(report: &Report<'_>) -> Markup {
    html! {
        @for (number, score) in (1..).zip(&report.scores) {
            script type="application/json" id={ "game-" (number) } { (PreEscaped(score.json())) }
        }
    }
}

/// A number in a table, or a dash.
pub(super) fn number_or_dash(number: Option<impl Display>) -> Markup {
    html! { @if let Some(number) = number { (number.to_string()) } @else { "–" } }
}
