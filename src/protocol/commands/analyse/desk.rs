use ajeeb_base::Outcome;
use ajeeb_game::{Record, Unobserved};
use ajeeb_search::{Limits, Line, Searcher, Signals};

use super::report::{LineReport, Report};
use super::{Failure, Settings, Subject};
use crate::catalog::{GameName, Playable, Visitor, with_game};
use crate::commands::score::{Spoken, moves_to_end, odds};

/// Analyses positions of any game one after the other. A change of game costs a new hash table;
/// so there is never more than one.
pub(in crate::commands) struct Desk {
    settings: Settings,
    analyst: Option<(GameName, Box<dyn Analyst>)>,
}

impl Desk {
    pub(in crate::commands) fn new(settings: Settings) -> Desk {
        Desk {
            settings,
            analyst: None,
        }
    }

    /// What there is to say about the position `fen` (the initial one if not given), whatever
    /// was analysed before.
    pub(in crate::commands) fn analyse(
        &mut self,
        name: GameName,
        fen: Option<&str>,
    ) -> Result<Report, Failure> {
        let seated = self.analyst.take().filter(|(game, _)| *game == name);
        let analyst = match seated {
            Some((_, analyst)) => analyst,
            None => with_game(name, Hire(&self.settings))?,
        };
        let (_, analyst) = self.analyst.insert((name, analyst));
        analyst.analyse(name, fen, &self.settings)
    }
}

/// A searcher behind one virtual call a position.
trait Analyst {
    fn analyse(
        &mut self,
        name: GameName,
        fen: Option<&str>,
        settings: &Settings,
    ) -> Result<Report, Failure>;
}

struct Hire<'a>(&'a Settings);

impl Visitor for Hire<'_> {
    type Output = Result<Box<dyn Analyst>, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Settings {
            megabytes,
            threads,
            eval_file,
            ..
        } = self.0;
        let mut searcher = Searcher::<G>::new(*megabytes, *threads)?;
        searcher.set_weights(eval_file.weights()?);
        Ok(Box::new(Specialist { searcher }))
    }
}

struct Specialist<G: Playable> {
    searcher: Searcher<G>,
}

impl<G: Playable> Analyst for Specialist<G> {
    fn analyse(
        &mut self,
        name: GameName,
        fen: Option<&str>,
        settings: &Settings,
    ) -> Result<Report, Failure> {
        let subject = Subject {
            fen: fen.map(String::from),
            ..Subject::default()
        };
        let game = Record::<G>::new(subject.position::<G>(name)?);
        let position = game.position();
        // No move counts any more, whatever a search would think of it.
        if let Some(ending) = game.ending() {
            return Ok(Report {
                result: Some(word(ending.outcome())),
                ..Report::of(name, G::write_position(position))
            });
        }
        let limit = settings.limit.or_default();
        let limits = Limits {
            depth: limit.depth,
            nodes: limit.nodes,
            move_time: limit.time,
            lines: settings.lines.max(1),
            analyse: true,
            ..Limits::default()
        };
        let signals = Signals::new();
        signals.prepare(false);
        self.searcher.clear();
        let found = self.searcher.search(&game, &limits, &signals, &mut |_| ());
        let lines: Vec<_> = found
            .lines
            .iter()
            .map(|line| describe::<G>(name, position, line))
            .collect();
        let report = Report {
            seldepth: found
                .lines
                .iter()
                .map(|line| line.selective_depth)
                .max()
                .unwrap_or(0),
            nodes: found.effort.nodes,
            tbhits: found.effort.table_hits,
            time_ms: found.effort.time.as_millis() as u64,
            ..Report::of(name, G::write_position(position))
        };
        Ok(report.with_lines(lines))
    }
}

/// `line`, played from `position`, in words.
fn describe<G: Playable>(
    name: GameName,
    position: &G::Position,
    line: &Line<G::Move>,
) -> LineReport {
    let mate = moves_to_end(line.score);
    let mut position = position.clone();
    let (mut pv, mut short) = (Vec::new(), Vec::new());
    for &mv in &line.moves {
        pv.push(G::write_move(&position, mv));
        short.push(G::write_short(&position, mv));
        position = G::play(&position, mv, &mut Unobserved);
    }
    LineReport {
        number: line.number,
        cp: mate.is_none().then(|| line.score.centi()),
        mate,
        wdl: odds(name.family(), line.score),
        depth: line.depth.plies(),
        pv,
        spoken: Spoken(line.score).to_string(),
        short,
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}
