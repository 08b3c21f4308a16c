//! The benchmark: a fixed set of positions of every game, searched to a fixed depth. With one
//! thread the number of nodes is the same on every machine: it is the search's signature.

use std::io::Write;
use std::time::Duration;

use ajeeb_base::Depth;
use ajeeb_game::Record;
use ajeeb_search::{Effort, Limits, Searcher, Signals};

use super::score::Spoken;
use super::{Failure, Subject};
use crate::catalog::{Family, GameName, Playable, Visitor, with_game};

mod positions;

/// The depth to which chess positions are searched unless another is asked for.
pub const CHESS_DEPTH: Depth = Depth::new(12);
/// The same for draughts.
pub const DRAUGHTS_DEPTH: Depth = Depth::new(8);

/// The options of `bench`.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// One game only; both if not given.
    pub game: Option<Family>,
    /// The depth; each game's own if not given.
    pub depth: Option<Depth>,
    /// Search threads. The signature holds for one.
    pub threads: usize,
    /// The hash table's size in MB.
    pub megabytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            game: None,
            depth: None,
            threads: 1,
            megabytes: 16,
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
                out: &mut *out,
            };
            subtotal.add(with_game(name, bench)?);
        }
        writeln!(
            out,
            "{family}: {} positions, {} nodes, {} nodes a second",
            subtotal.positions,
            subtotal.nodes,
            subtotal.speed()
        )?;
        total.add(subtotal);
    }
    writeln!(out, "{} nodes {} nps", total.nodes, total.speed())?;
    out.flush()?;
    Ok(total)
}

struct Bench<'a> {
    name: GameName,
    fens: &'static [&'static str],
    options: &'a Options,
    out: &'a mut dyn Write,
}

impl Visitor for Bench<'_> {
    type Output = Result<Cost, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Bench {
            name,
            fens,
            options,
            out,
        } = self;
        let mut searcher = Searcher::<G>::new(options.megabytes, options.threads)?;
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
        for (index, fen) in fens.iter().enumerate() {
            let subject = Subject {
                fen: Some((*fen).to_owned()),
                ..Subject::default()
            };
            let game = Record::<G>::new(subject.position::<G>(name)?);
            let signals = Signals::new();
            signals.prepare(false);
            searcher.clear();
            let found = searcher.search(&game, &limits, &signals, &mut |_| ());
            let place = format!("{}/{}", index + 1, fens.len());
            write!(out, "{name:13} {place:5} {:>10} nodes", found.effort.nodes)?;
            if let Some((line, mv)) = found.lines.first().zip(found.best()) {
                let best = G::write_short(game.position(), mv);
                write!(
                    out,
                    "  depth {:2}  {best:7} {}",
                    line.depth.plies(),
                    Spoken(line.score)
                )?;
            }
            writeln!(out)?;
            out.flush()?;
            let Effort { nodes, time, .. } = found.effort;
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
