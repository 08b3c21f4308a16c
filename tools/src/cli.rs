//! The command line as clap reads it.

use std::path::PathBuf;
use std::sync::Arc;

use ajeeb_protocol::catalog::{Family, GameName};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command as ClapCommand, FromArgMatches};
use clap::{Parser, Subcommand, ValueEnum};

use crate::adjudicate::{Adjudication, Condition};
use crate::bridge::BridgeArgs;
use crate::data::DataArgs;
use crate::datagen::DatagenArgs;
use crate::engine::{Protocol, Spec};
use crate::error::MatchError;
use crate::files::{Named, check_distinct};
use crate::netcmp::NetcmpArgs;
use crate::openings::Openings;
use crate::page::ReportArgs;
use crate::plan::Plan;
use crate::rating::RateArgs;
use crate::schedule::Format;
use crate::sprt::Sprt;
use crate::suite::SuiteArgs;
use crate::train::TrainArgs;

#[derive(Debug, Parser)]
#[command(
    name = "ajeeb-lab",
    version,
    about = "Tools to measure Ajeeb and other engines with"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play engines against each other
    #[command(
        long_about = "Play two or more engines against each other: UCI engines at chess, Hub \
and DXP engines at draughts. Games come in pairs, the same opening with colours changed. Every move is checked, and \
a game is lost by an illegal move, a late one, a crash or a hang. The state is told on standard \
output every few games, incidents on standard error. The exit code is 0 unless the match could \
not be set up, a file not be written, or Ctrl-C has ended it.",
        after_help = "Engines are described by key=value:\n  \
name=NAME cmd=PROGRAM args=\"ARGUMENTS\" dir=FOLDER proto=uci|hub|dxp option.NAME=VALUE\n  \
tc=[MOVES/]TIME[+INCREMENT]|inf st=SECONDS nodes=N depth=N nodestime=NODES timemargin=MS \
hang=SECONDS\n\n\
Example:\n  ajeeb-lab match --engine name=new cmd=./ajeeb --engine name=old cmd=./ajeeb-old \\\n    \
--each tc=1+0.01 option.Hash=16 --games 200 --openings openings/chess/balanced-8ply.epd"
    )]
    Match(Box<MatchArgs>),

    /// Let an engine solve positions: how many, and how soon
    #[command(after_help = "Examples:\n  \
ajeeb-lab suite positions.epd --engine cmd=./ajeeb option.Hash=64 --movetime 1000\n  \
ajeeb-lab suite problems.tsv --engine cmd=./ajeeb args=hub --nodes 100000 --json")]
    Suite(SuiteArgs),

    /// Let a Hub engine play draughts over a socket (DXP)
    #[command(
        long_about = "Let a Hub engine play draughts over a socket, by the DamExchange protocol \
(DXP), so that any program that speaks it can be met. Without an address it waits for a program on \
this machine at port 27531; other machines can connect only if --listen names an address of \
theirs, for instance 0.0.0.0. The time is what the games are offered with; the engine's own limits \
hold beside it. An engine that fails resigns, and the next game gets a fresh one.",
        after_help = "Examples:\n  ajeeb-lab dxp --engine cmd=./engine args=hub\n  \
ajeeb-lab dxp --engine cmd=./engine args=hub --connect 10.0.0.7 --initiator --time 5 --games 2"
    )]
    Dxp(BridgeArgs),

    /// Make a web page of game records: ranking, charts, and every game on a board
    #[command(after_help = "Example:\n  \
ajeeb-lab report games.pgn --out report.html --title \"New against old\"")]
    Report(ReportArgs),

    Datagen(DatagenArgs),

    Netcmp(NetcmpArgs),

    /// Look at files of games to learn from
    Data(DataArgs),

    Train(TrainArgs),

    /// Rate the players of game records: Elo with error bars, or grade points
    #[command(after_help = "Examples:\n  \
ajeeb-lab rate games.pgn more.pgn --anchor old=2800 --los\n  \
ajeeb-lab rate club.pdn --scheme grade --json")]
    Rate(RateArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    engines: EngineArgs,

    /// Who meets whom, if there are more than two
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    tournament: Tournament,

    /// In a gauntlet: so many engines, the first ones, play all others
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: usize,

    /// Games for each two engines that meet, an even number; 2 if left out
    #[arg(long, conflicts_with = "rounds")]
    games: Option<usize>,

    /// Pairs of games for each two engines that meet
    #[arg(long)]
    rounds: Option<usize>,

    /// End the match of two engines when it tells whether the first is elo1 or only elo0 better:
    /// elo0= elo1= [alpha=0.05] [beta=0.05] [model=normalized|logistic]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,

    /// Games at a time, at most one for each processor core
    #[arg(long, default_value_t = 1)]
    concurrency: usize,

    /// As many games at a time as --concurrency says, whatever the machine has
    #[arg(long)]
    force_concurrency: bool,

    /// chess, chess960, international, killer, breakthrough, frisian, losing, russian or brazilian
    #[arg(long, default_value = "chess")]
    variant: String,

    /// Positions to start from: a file with one FEN or EPD a line (what comes after a tab is
    /// skipped), or recorded games: file=FILE [format=epd|pgn|pdn] [order=sequential|random]
    /// [seed=N] [plies=N] [start=N]
    #[arg(long, num_args = 1.., value_name = "FILE|KEY=VALUE")]
    openings: Option<Vec<String>>,

    /// The order in which openings are taken
    #[arg(long, default_value = "sequential")]
    order: Order,

    /// The seed of a random order
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,

    /// Call games drawn that both engines find even: [from=40] [moves=8] [score=10]
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,

    /// Call games lost for the engine that says so: [from=1] [moves=4] [score=700] [both=no]
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,

    /// Append the games of a chess match to FILE
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Append the games of a draughts match to FILE
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write a web page about the games in the file of --pgn or --pdn to FILE
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Go on with a match that was cut short: the games in the file of --pgn or --pdn count
    #[arg(long)]
    resume: bool,

    /// Keep the state of the match in FILE
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Append every event to FILE, with its time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Tell the state every N games
    #[arg(long, value_name = "N", default_value_t = 10)]
    every: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tournament {
    /// Everybody against everybody else
    #[value(alias = "roundrobin")]
    RoundRobin,
    /// The first against everybody else
    Gauntlet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    Sequential,
    Random,
}

/// `--engine KEY=VALUE ...` once for each engine, and `--each KEY=VALUE ...` for all. Read by
/// hand, since derived arguments forget which values came together.
#[derive(Clone, Debug, Default)]
struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl Args for EngineArgs {
    fn augment_args(command: ClapCommand) -> ClapCommand {
        let pairs = |name| {
            let arg = Arg::new(name)
                .long(name)
                .num_args(1..)
                .value_name("KEY=VALUE");
            arg.action(ArgAction::Append)
        };
        command
            .arg(
                pairs("engine")
                    .required(true)
                    .help("An engine; to be given at least twice"),
            )
            .arg(pairs("each").help("What holds for all engines, unless they say otherwise"))
    }

    fn augment_args_for_update(command: ClapCommand) -> ClapCommand {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let groups = |name| -> Vec<Vec<String>> {
            let groups = matches.get_occurrences::<String>(name).unwrap_or_default();
            groups.map(|values| values.cloned().collect()).collect()
        };
        let (engines, each) = (groups("engine"), groups("each").concat());
        if engines.len() >= 2 {
            Ok(EngineArgs { engines, each })
        } else {
            let text = "a match has at least two engines: give --engine twice\n";
            Err(clap::Error::raw(ErrorKind::WrongNumberOfValues, text))
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// By default a game is even from move 40 on, if both engines have it within a tenth for 8 moves.
const DRAW: Condition = Condition {
    from_move: 40,
    moves: 8,
    score: 0.1,
    both: true,
};

/// By default a game is lost if the loser has it 7 behind for 4 moves.
const RESIGN: Condition = Condition {
    from_move: 1,
    moves: 4,
    score: 7.0,
    both: false,
};

impl MatchArgs {
    /// The match that these arguments ask for.
    pub(crate) fn plan(self) -> Result<Plan, MatchError> {
        let game: GameName = self.variant.parse().map_err(refused)?;
        let (protocol, records, other) = match game.family() {
            Family::Chess => (Protocol::Uci, &self.pgn, &self.pdn),
            Family::Draughts => (Protocol::Hub, &self.pdn, &self.pgn),
        };
        if other.is_some() {
            return Err(refused(
                "chess games are written with --pgn, draughts games with --pdn",
            ));
        }
        let engines = self.specs(game, protocol)?;
        let openings = self.openings()?;
        self.check_files(openings.as_ref())?;
        let (concurrency, warning) = self.concurrency()?;
        let rounds = self.rounds()?;
        let repetitive = (rounds > 1 && openings.is_none()).then(|| repetition(&engines));
        if self.resume && records.is_none() {
            return Err(refused("--resume needs the file of --pgn or --pdn"));
        }
        if self.report.is_some() && records.is_none() {
            return Err(refused("--report needs the file of --pgn or --pdn"));
        }
        Ok(Plan {
            game,
            chess960: self.variant.ends_with("960"),
            format: self.format(engines.len())?,
            sprt: self.sprt(engines.len())?,
            engines,
            rounds,
            concurrency,
            openings,
            max_plies: above_zero(self.max_plies, "--max-plies")?,
            adjudication: Adjudication {
                draw: condition(DRAW, &self.draw)?,
                resign: condition(RESIGN, &self.resign)?,
            },
            records: records.clone(),
            page: self.report,
            resume: self.resume,
            json: self.json,
            log: self.log,
            every: above_zero(self.every, "--every")?,
            warnings: warning.into_iter().chain(repetitive.flatten()).collect(),
        })
    }

    /// No file is written over another one that the match needs.
    fn check_files(&self, openings: Option<&Openings>) -> Result<(), MatchError> {
        let outputs = [
            ("--pgn", &self.pgn),
            ("--pdn", &self.pdn),
            ("--report", &self.report),
            ("--json", &self.json),
            ("--log", &self.log),
        ];
        let input = openings.map(|openings| ("--openings", openings.path.as_path(), false));
        let outputs = outputs
            .into_iter()
            .filter_map(|(by, path)| Some((by, path.as_deref()?, true)));
        let files: Vec<_> = input
            .into_iter()
            .chain(outputs)
            .map(|(by, path, output)| Named { by, path, output })
            .collect();
        check_distinct(&files).map_err(refused)
    }

    fn specs(&self, game: GameName, protocol: Protocol) -> Result<Vec<Arc<Spec>>, MatchError> {
        let mut specs: Vec<Arc<Spec>> = Vec::new();
        for index in 0..self.engines.engines.len() {
            let spec = self.spec(index, game, protocol)?;
            if specs.iter().any(|other| other.name == spec.name) {
                let name = &spec.name;
                return Err(refused(format!(
                    "two engines are called {name}: give them name="
                )));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    fn spec(
        &self,
        index: usize,
        game: GameName,
        protocol: Protocol,
    ) -> Result<Arc<Spec>, MatchError> {
        let items = self.engines.each.iter().chain(&self.engines.engines[index]);
        let spec = Spec::read(items.map(String::as_str), protocol).map_err(refused)?;
        let by_socket = spec.protocol == Protocol::Dxp && protocol == Protocol::Hub;
        if (spec.protocol != protocol && !by_socket) || (by_socket && !has_dxp(game)) {
            let name = &spec.name;
            return Err(refused(format!(
                "{name}: {game} is not played over that protocol"
            )));
        }
        Ok(Arc::new(spec))
    }

    fn format(&self, engines: usize) -> Result<Format, MatchError> {
        match self.tournament {
            Tournament::RoundRobin if self.seeds != 1 => {
                Err(refused("--seeds is for --tournament gauntlet"))
            }
            Tournament::RoundRobin => Ok(Format::RoundRobin),
            Tournament::Gauntlet if (1..engines).contains(&self.seeds) => {
                Ok(Format::Gauntlet { seeds: self.seeds })
            }
            Tournament::Gauntlet => Err(refused("--seeds must leave an engine to play against")),
        }
    }

    fn sprt(&self, engines: usize) -> Result<Option<Sprt>, MatchError> {
        let Some(items) = &self.sprt else {
            return Ok(None);
        };
        if engines != 2 {
            return Err(refused("--sprt is for two engines"));
        }
        if self.games.or(self.rounds).is_none() {
            return Err(refused(
                "--sprt needs --games or --rounds: the most that are to be played",
            ));
        }
        let sprt = Sprt::read(items.iter().map(String::as_str));
        sprt.map(Some).map_err(refused)
    }

    fn rounds(&self) -> Result<usize, MatchError> {
        if let Some(rounds) = self.rounds {
            return above_zero(rounds, "--rounds");
        }
        let games = self.games.unwrap_or(2);
        if !games.is_multiple_of(2) {
            return Err(refused("--games must be even: games are played in pairs"));
        }
        Ok(above_zero(games, "--games")? / 2)
    }

    /// Games at a time, and a warning if that is not what was asked for.
    fn concurrency(&self) -> Result<(usize, Option<String>), MatchError> {
        let asked = above_zero(self.concurrency, "--concurrency")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if asked <= cores || self.force_concurrency {
            return Ok((asked, None));
        }
        let warning = format!(
            "--concurrency {asked} is more than there are processor cores: {cores} games at a \
             time, unless --force-concurrency is given"
        );
        Ok((cores, Some(warning)))
    }

    fn openings(&self) -> Result<Option<Openings>, MatchError> {
        let Some(items) = &self.openings else {
            return Ok(None);
        };
        let items = items.iter().map(String::as_str);
        let openings = Openings::describe(items, self.order == Order::Random, self.seed);
        openings.map(Some).map_err(refused)
    }
}

/// A warning, if these engines would play the same game again and again from one position.
fn repetition(engines: &[Arc<Spec>]) -> Option<String> {
    let timed = engines.iter().any(|spec| {
        let control = &spec.control;
        control.node_rate.is_none() && (control.clock.is_some() || control.move_time.is_some())
    });
    (!timed).then(|| {
        "without --openings all pairs start alike, and without real time engines may repeat \
         their games: more rounds then tell nothing"
            .to_owned()
    })
}

/// DXP has a board of 50 squares.
fn has_dxp(game: GameName) -> bool {
    !matches!(game, GameName::Russian | GameName::Brazilian)
}

fn condition(
    default: Condition,
    items: &Option<Vec<String>>,
) -> Result<Option<Condition>, MatchError> {
    let read = |items: &Vec<String>| default.with(items.iter().map(String::as_str));
    items.as_ref().map(read).transpose().map_err(refused)
}

fn above_zero<N: PartialEq + Default>(number: N, name: &str) -> Result<N, MatchError> {
    if number == N::default() {
        return Err(refused(format!("{name} must be above zero")));
    }
    Ok(number)
}

fn refused(why: impl ToString) -> MatchError {
    MatchError::Arguments(why.to_string())
}

#[cfg(test)]
mod tests;
