//! The benchmark: a fixed set of positions of every game, searched to a fixed depth. With one
//! thread the number of nodes is the same on every machine: it is the search's signature.

use std::io::Write;
use std::time::Duration;

use ajeeb_base::Depth;
use ajeeb_game::Record;
use ajeeb_search::{Effort, Limits, Searcher, Signals};
use serde::Serialize;

use super::score::Spoken;
use super::{Failure, Subject, write_json};
use crate::catalog::{Family, GameName, Playable, Visitor, with_game};
use crate::eval_file::EvalFile;

mod positions;

/// The depth to which chess positions are searched unless another is asked for.
pub const CHESS_DEPTH: Depth = Depth::new(12);
/// The same for draughts.
pub const DRAUGHTS_DEPTH: Depth = Depth::new(8);

/// The options of `bench`.
#[derive(Clone, Debug)]
pub struct Options {
    /// One game only; both if not given.
    pub game: Option<Family>,
    /// The depth; each game's own if not given.
    pub depth: Option<Depth>,
    /// Search threads. The signature holds for one.
    pub threads: usize,
    /// The hash table's size in MB.
    pub megabytes: usize,
    /// What to evaluate by; games that a net does not fit keep what is built in.
    pub eval_file: EvalFile,
    /// Write JSON.
    pub json: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            game: None,
            depth: None,
            threads: 1,
            megabytes: 16,
            eval_file: EvalFile::BuiltIn,
            json: false,
        }
    }
}

/// What searches have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions searched.
    pub positions: usize,
    /// Nodes visited, all threads together.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position, each as if it were the first, and writes a line for each, a subtotal
/// for each game, and last `<nodes> nodes <speed> nps`, the form that OpenBench reads.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Cost, Failure> {
    run_until(&Signals::new(), options, out)
}

/// The same, ended early by a stop; the totals are those of what has been searched.
pub fn run_until(
    signals: &Signals,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Cost, Failure> {
    let wanted = |name: &GameName| options.game.is_none_or(|game| game == name.family());
    options
        .eval_file
        .check(GameName::ALL.into_iter().filter(wanted))?;
    let mut total = Cost::default();
    for family in [Family::Chess, Family::Draughts] {
        if options.game.is_some_and(|game| game != family) {
            continue;
        }
        let mut subtotal = Cost::default();
        for &(name, fens) in positions::ALL
            .iter()
            .filter(|(name, _)| name.family() == family)
        {
            let bench = Bench {
                name,
                fens,
                options,
                signals,
                out: &mut *out,
            };
            subtotal.add(with_game(name, bench)?);
        }
        // Half a bench is not to be taken for one.
        if signals.stopped() {
            writeln!(out, "bench stopped")?;
            return Ok(total);
        }
        if !options.json {
            let (nodes, speed) = (subtotal.nodes, subtotal.speed());
            let positions = subtotal.positions;
            writeln!(
                out,
                "{family}: {positions} positions, {nodes} nodes, {speed} nodes a second"
            )?;
        }
        total.add(subtotal);
    }
    if options.json {
        write_json(out, &Total::from(total))?;
    } else {
        writeln!(out, "{} nodes {} nps", total.nodes, total.speed())?;
        out.flush()?;
    }
    Ok(total)
}

/// The last JSON record.
#[derive(Serialize)]
struct Total {
    positions: usize,
    nodes: u64,
    time_ms: u64,
    nps: u64,
}

impl From<Cost> for Total {
    fn from(cost: Cost) -> Total {
        Total {
            positions: cost.positions,
            nodes: cost.nodes,
            time_ms: cost.time.as_millis() as u64,
            nps: cost.speed(),
        }
    }
}

/// The result of one position, in text as displayed and in JSON.
#[derive(Serialize)]
struct Entry {
    game: String,
    variant: &'static str,
    /// Its place among the variant's positions, from 1, and how many there are.
    #[serde(skip)]
    place: (usize, usize),
    fen: &'static str,
    /// `null` if the search was stopped before it found anything, as are the next two.
    depth: Option<i32>,
    best: Option<String>,
    /// As text, in pawns or men or as a win in so many moves.
    score: Option<String>,
    nodes: u64,
    time_ms: u64,
}

impl Entry {
    fn write(&self, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if json {
            return write_json(out, self);
        }
        let place = format!("{}/{}", self.place.0, self.place.1);
        write!(
            out,
            "{:13} {place:5} {:>10} nodes",
            self.variant, self.nodes
        )?;
        if let (Some(depth), Some(best), Some(score)) = (self.depth, &self.best, &self.score) {
            write!(out, "  depth {depth:2}  {best:7} {score}")?;
        }
        writeln!(out)?;
        Ok(out.flush()?)
    }
}

struct Bench<'a> {
    name: GameName,
    fens: &'static [&'static str],
    options: &'a Options,
    signals: &'a Signals,
    out: &'a mut dyn Write,
}

impl Visitor for Bench<'_> {
    type Output = Result<Cost, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Bench {
            name,
            fens,
            options,
            signals,
            out,
        } = self;
        let mut searcher = Searcher::<G>::new(options.megabytes, options.threads)?;
        if let Some(weights) = options.eval_file.weights_if_fit()? {
            searcher.set_weights(weights);
        }
        let usual = match name.family() {
            Family::Chess => CHESS_DEPTH,
            Family::Draughts => DRAUGHTS_DEPTH,
        };
        let depth = Some(options.depth.unwrap_or(usual));
        let limits = Limits {
            depth,
            analyse: true,
            ..Limits::default()
        };
        let mut cost = Cost::default();
        for (index, &fen) in fens.iter().enumerate() {
            if signals.stopped() {
                break;
            }
            let subject = Subject {
                fen: Some(fen.to_owned()),
                ..Subject::default()
            };
            let game = Record::<G>::new(subject.position::<G>(name)?);
            searcher.clear();
            let found = searcher.search(&game, &limits, signals, &mut |_| ());
            let line = found.lines.first();
            let Effort { nodes, time, .. } = found.effort;
            let entry = Entry {
                game: name.family().to_string(),
                variant: name.as_str(),
                place: (index + 1, fens.len()),
                fen,
                depth: line.map(|line| line.depth.plies()),
                best: found.best().map(|mv| G::write_short(game.position(), mv)),
                score: line.map(|line| Spoken(line.score).to_string()),
                nodes,
                time_ms: time.as_millis() as u64,
            };
            entry.write(options.json, out)?;
            cost.add(Cost {
                positions: 1,
                nodes,
                time,
            });
        }
        Ok(cost)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Counts the positions that can be read and are not over.
    struct Playing(GameName, &'static [&'static str]);

    impl Visitor for Playing {
        type Output = usize;

        fn visit<G: Playable>(self) -> usize {
            let playing = |fen: &&&str| {
                let subject = Subject {
                    fen: Some((**fen).to_string()),
                    ..Subject::default()
                };
                let position = subject
                    .position::<G>(self.0)
                    .unwrap_or_else(|e| panic!("{fen}: {e}"));
                Record::<G>::new(position).ending().is_none()
            };
            self.1.iter().filter(playing).count()
        }
    }

    #[test]
    fn there_are_two_dozen_positions_of_each_family_and_none_is_over() {
        let fens: Vec<_> = positions::ALL.iter().flat_map(|(_, fens)| *fens).collect();
        assert_eq!(fens.iter().collect::<HashSet<_>>().len(), fens.len());
        assert_eq!(positions::ALL.map(|(name, _)| name), GameName::ALL);
        for (name, fens) in positions::ALL {
            assert_eq!(with_game(name, Playing(name, fens)), fens.len(), "{name}");
        }
        assert!(positions::ALL[0].1.len() >= 24 && positions::ALL[1].1.len() >= 24);
    }

    #[test]
    fn a_game_of_its_own_gives_the_same_signature_every_time() {
        let options = Options {
            game: Some(Family::Draughts),
            depth: Some(Depth::new(3)),
            ..Options::default()
        };
        let count = || {
            run(&options, &mut std::io::sink())
                .expect("nothing can fail")
                .nodes
        };
        assert_eq!(count(), count());
    }

    #[test]
    fn a_stop_ends_it_early() {
        let signals = Signals::new();
        signals.stop();
        let cost = run_until(&signals, &Options::default(), &mut std::io::sink());
        assert_eq!(cost.expect("nothing can fail").positions, 0);
    }

    #[test]
    fn the_last_line_is_what_openbench_reads() {
        let options = Options {
            depth: Some(Depth::new(2)),
            ..Options::default()
        };
        let mut out = Vec::new();
        let cost = run(&options, &mut out).expect("nothing can fail");
        let text = String::from_utf8(out).expect("UTF-8");
        let expected = format!("{} nodes {} nps", cost.nodes, cost.speed());
        assert_eq!(text.lines().last(), Some(expected.as_str()));
    }
}
