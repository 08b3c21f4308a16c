//! `ajeeb-lab netcmp`: two evaluations against each other at fixed nodes, within this program. A
//! net is worth what it wins, not what its loss says.

mod pair;

use std::fmt::Write;

use ajeeb_protocol::eval_file::EvalFile;
use ajeeb_search::Signals;
use clap::Args;
use crossbeam::channel::{self, Receiver};
use serde::Serialize;

use crate::games::{self, Arena, Visitor};
use crate::interrupt::Interrupt;
use crate::progress;
use crate::selfplay::{self, SelfPlayArgs, SelfPlayError, Settings};
use crate::stats::{Estimate, GameScore, Pairs, Tally};

use pair::Table;

/// Compare two nets by games
#[derive(Debug, Args)]
#[command(
    long_about = "Let two evaluations play each other at a fixed number of nodes a move: pairs of \
games from the same random opening with colours changed. A net is named by its file; \"none\" is the \
hand-made evaluation, \"<embedded>\" what is built in. The same seed gives the same games, whatever \
the number of workers.",
    after_help = "Example:\n  ajeeb-lab netcmp international new.net none --games 400 --nodes 1000"
)]
pub(crate) struct NetcmpArgs {
    #[command(flatten)]
    play: SelfPlayArgs,

    /// The first net: the result is its own
    first: EvalFile,

    /// The other one
    second: EvalFile,

    /// Games, an even number
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// The result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Why nets were not compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NetcmpError {
    #[error("--games must be even and above zero: games are played in pairs")]
    Odd,
    #[error(transparent)]
    Play(#[from] SelfPlayError),
}

impl NetcmpArgs {
    /// Plays the games; the text is for standard output. After Ctrl-C it is about those that are
    /// over.
    ///
    /// # Errors
    /// If a net cannot be used, or the system gives no memory or threads.
    pub(crate) fn run(self) -> Result<String, NetcmpError> {
        let (name, mut settings) = self.play.settings()?;
        settings.nodes = self.nodes;
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(NetcmpError::Odd);
        }
        let interrupt = Interrupt::listen().map_err(SelfPlayError::from)?;
        let comparison = Comparison {
            args: &self,
            settings: &settings,
            interrupt: &interrupt,
        };
        let score = games::with_game(name, comparison)?;
        Ok(score.text(&self, name.as_str(), settings.seed))
    }
}

/// The games to be played.
#[derive(Clone, Copy)]
struct Comparison<'a> {
    args: &'a NetcmpArgs,
    settings: &'a Settings,
    interrupt: &'a Interrupt,
}

impl Visitor for Comparison<'_> {
    type Output = Result<Score, SelfPlayError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let Comparison {
            args,
            settings,
            interrupt,
        } = self;
        let weights = [args.first.weights::<G>()?, args.second.weights::<G>()?];
        let (signals, pairs) = (Signals::new(), args.games / 2);
        let hire = || {
            let [first, second] = &weights;
            let searchers = [
                selfplay::searcher(settings, first)?,
                selfplay::searcher(settings, second)?,
            ];
            let mut table = Table::<G>::new(settings, searchers, &signals);
            Ok(move |number| table.pair(number))
        };
        let collect = |scores: &_| Score::collect(scores, interrupt, pairs);
        selfplay::work::<G, _, _, _, _>(args.play.workers(), 0..pairs, &signals, hire, collect)
    }
}

/// What has come of a comparison.
#[derive(Debug, Default)]
struct Score {
    games: Tally,
    pairs: Pairs,
}

/// The same for programs.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    game: &'a str,
    first: String,
    second: String,
    nodes: u64,
    seed: u64,
    games: Tally,
    pairs: Pairs,
    estimate: Option<Estimate>,
}

impl Score {
    /// Adds up pairs until all are there or the user has seen enough.
    fn collect(
        results: &Receiver<(u64, Option<[GameScore; 2]>)>,
        interrupt: &Interrupt,
        pairs: u64,
    ) -> Result<Score, SelfPlayError> {
        let mut score = Score::default();
        let bar = progress::bar(pairs, "{wide_bar} {pos}/{len} pairs, {msg}, {eta} left");
        while score.pairs.count() < pairs {
            channel::select! {
                recv(results) -> result => match result {
                    Ok((_, Some(games))) => score.add(games),
                    _ => return Err(SelfPlayError::NoOpening),
                },
                recv(interrupt.channel()) -> _ => break,
            }
            bar.set_message(score.line());
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(score)
    }

    fn add(&mut self, games: [GameScore; 2]) {
        self.games.add(games[0]);
        self.games.add(games[1]);
        self.pairs.add(games);
    }

    /// `+12 =30 -8, Elo 27.9 [-12.1, 69.4]`: with the 95 % interval, where there is one.
    fn line(&self) -> String {
        let Tally {
            wins,
            draws,
            losses,
        } = self.games;
        let mut line = format!("+{wins} ={draws} -{losses}");
        if let Some(estimate) = self.pairs.estimate() {
            let (low, high) = estimate.interval;
            let _ = write!(line, ", Elo {:.1} [{low:.1}, {high:.1}]", estimate.elo);
        }
        line
    }

    fn text(&self, args: &NetcmpArgs, game: &str, seed: u64) -> String {
        if args.json {
            let summary = Summary {
                game,
                first: args.first.to_string(),
                second: args.second.to_string(),
                nodes: args.nodes,
                seed,
                games: self.games,
                pairs: self.pairs,
                estimate: self.pairs.estimate(),
            };
            return serde_json::to_string(&summary).unwrap_or_default() + "\n";
        }
        format!(
            "{} against {} at {game}, {} nodes a move:\n{} in {} games, pairs {:?}\n",
            args.first,
            args.second,
            args.nodes,
            self.line(),
            self.games.games(),
            self.pairs.0
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ajeeb_draughts::{Draughts, International};
    use ajeeb_engine_tests::nets::random_network;
    use clap::Parser;
    use tempfile::TempDir;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: NetcmpArgs,
    }

    /// What comes of `first` against `second`, on so many workers.
    fn compare(first: &str, second: &str, workers: usize) -> Score {
        let line = format!(
            "netcmp international {first} {second} --games 16 --nodes 60 --workers {workers}"
        );
        let args = Line::parse_from(line.split(' ')).args;
        let (name, mut settings) = args.play.settings().unwrap();
        settings.nodes = args.nodes;
        let (_user, quiet) = channel::bounded(0);
        let comparison = Comparison {
            args: &args,
            settings: &settings,
            interrupt: &Interrupt::from(quiet),
        };
        games::with_game(name, comparison).unwrap()
    }

    #[test]
    fn an_evaluation_is_as_good_as_itself_in_every_pair() {
        let score = compare("none", "none", 2);
        assert_eq!(score.pairs, Pairs([0, 0, 8, 0, 0]));
        assert_eq!(score.games.games(), 16);
    }

    #[test]
    fn a_net_of_chance_loses_whoever_plays_it() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("chance.net");
        let network = random_network::<Draughts<International>>(1, false);
        fs::write(&path, network.write()).unwrap();
        let net = path.display().to_string();
        let score = compare(&net, "none", 1);
        assert!(score.games.losses > 12, "{score:?}");
        let again = compare(&net, "none", 3);
        assert_eq!((again.games, again.pairs), (score.games, score.pairs));
        let back = compare("none", &net, 2);
        assert_eq!(back.games.reversed(), score.games);
        assert_eq!(back.pairs.reversed(), score.pairs);
    }
}
