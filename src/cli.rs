//! The command line as clap reads it: commands, their help, and their options in the form that
//! the commands take.

use std::path::PathBuf;
use std::time::Duration;

use ajeeb_base::Depth;
use ajeeb_protocol::catalog::{Family, GameName};
use ajeeb_protocol::commands::{Subject, analyse, bench, eval, moves, perft};
use ajeeb_protocol::dxp;
use ajeeb_protocol::eval_file::EvalFile;
use ajeeb_protocol::settings::MOST_LINES;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::version;

/// Plays chess and draughts.
#[derive(Debug, Parser)]
#[command(
    name = "ajeeb",
    version = version::text(),
    about = "Plays chess (UCI) and international draughts (Hub, DXP) with one search for both",
    long_about = "Ajeeb plays chess and Chess960 (UCI) and draughts in seven rule sets (Hub, DXP) with \
one search for both games.\n\n\
Without a command it speaks the protocol that the first line of its input asks for, uci or hub: \
that is how graphical user interfaces start it. UCI commands as arguments are carried out one \
after the other: ajeeb \"position startpos moves e2e4\" \"go depth 5\".",
    after_help = "Examples:\n  ajeeb show\n  ajeeb perft 5\n  ajeeb \"go depth 5\"\n\n\
The exit code is 0 if all went well, 1 if something asked for could not be done, 2 if the command \
line was not understood."
)]
pub(crate) struct Cli {
    /// Write a log to FILE, all protocol lines included
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak UCI, for chess
    #[command(after_help = "Example:\n  printf 'uci\\ngo depth 5\\n' | ajeeb uci")]
    Uci,

    /// Speak the Hub protocol, for draughts
    #[command(
        after_help = "Example:\n  printf 'init\\npos start\\nlevel depth=5\\ngo think\\n' | ajeeb hub"
    )]
    Hub,

    /// Play draughts against another program over a socket (DXP)
    #[command(
        long_about = "Play draughts against another program over a socket, by the DamExchange \
protocol (DXP). Without an address it waits for a program on this machine at port 27531; other \
machines can connect only if --listen names an address of theirs, for instance 0.0.0.0. One game \
is played at a time. The follower waits for games; the initiator offers them. The protocol does \
not know variants: both programs have to be told.",
        after_help = "Examples:\n  \
ajeeb dxp\n  \
ajeeb dxp --connect 127.0.0.1:27531 --initiator --time 5 --games 2"
    )]
    Dxp(DxpArgs),

    /// Play in the terminal
    #[command(
        long_about = "Play in the terminal: type moves, or help for what else there is. You play \
White to begin with.",
        after_help = "Example:\n  ajeeb console --variant frisian"
    )]
    Console(ConsoleArgs),

    /// Ajeeb's move in the initial positions of chess and draughts
    #[command(after_help = "Example:\n  ajeeb show")]
    Show(ShowArgs),

    /// The best moves of a position or of a file of them
    #[command(
        long_about = "The best moves of a position or of a file of them, one result each, in \
order. A file has one FEN or EPD a line; blank lines and lines that begin with # are skipped. Each \
position is searched as if it were the first, so the order does not matter. A line that is no \
position gives a message on standard error (with --json also a record with an error), and the \
exit code is 1 at the end.",
        after_help = "Examples:\n  \
ajeeb analyse --depth 8\n  \
ajeeb analyse --fen 'W:W31-50:B1-20' --multipv 3 --depth 8\n  \
printf '4k3/8/8/8/8/8/4P3/4K3 w - -\\n' | ajeeb analyse - --nodes 10000 --json"
    )]
    Analyse(AnalyseArgs),

    /// The static evaluation of a position, piece by piece
    #[command(
        long_about = "The static evaluation of a position for White, without any search: by hand, \
by the net, and what the net's score owes to each piece (what it falls by when the piece is lifted \
off; the kings of chess cannot be).",
        after_help = "Examples:\n  \
ajeeb eval\n  \
ajeeb eval --fen 'W:W31-50:B1-20' --json"
    )]
    Eval(EvalArgs),

    /// All legal moves of a position
    #[command(
        long_about = "All legal moves of a position, one a line as protocols write them: UCI text \
for chess, Hub text for draughts (from, to, then all captured squares in ascending order).",
        after_help = "Examples:\n  \
ajeeb moves\n  \
ajeeb moves --fen 'W:WK46:B23' --json"
    )]
    Moves(MovesArgs),

    /// Count the move sequences of a given length
    #[command(
        long_about = "Count the move sequences of a given length (perft), the usual check of a \
move generator. The last line ends with the number.",
        after_help = "Examples:\n  \
ajeeb perft 5\n  \
ajeeb perft 7 --variant russian --threads 2\n  \
ajeeb perft 3 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --divide"
    )]
    Perft(PerftArgs),

    /// Search a fixed set of positions: the search's signature and speed
    #[command(
        long_about = "Search a fixed set of positions to a fixed depth. With one thread the number \
of nodes is always the same: a change of it shows that the search has changed. The last line is \
what OpenBench reads.",
        after_help = "Examples:\n  ajeeb bench\n  ajeeb bench --game draughts --depth 5"
    )]
    Bench(BenchArgs),

    /// UCI commands, each an argument.
    #[command(external_subcommand)]
    Other(Vec<String>),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Game {
    Chess,
    Draughts,
}

impl From<Game> for Family {
    fn from(game: Game) -> Family {
        match game {
            Game::Chess => Family::Chess,
            Game::Draughts => Family::Draughts,
        }
    }
}

/// Which game.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game; draughts means international draughts [default: what the position looks like,
    /// or else chess]
    #[arg(long)]
    game: Option<Game>,

    /// The rule set, which says the game too: chess, international, killer, breakthrough, frisian,
    /// losing, russian or brazilian
    #[arg(long, value_name = "VARIANT")]
    variant: Option<GameName>,
}

impl GameArgs {
    pub(crate) fn subject(self, fen: Option<String>) -> Subject {
        Subject {
            game: self.game.map(Family::from),
            variant: self.variant,
            fen,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position [default: the initial one]
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    fn subject(self) -> Subject {
        self.game.subject(self.fen)
    }
}

/// The net.
#[derive(Debug, Args)]
pub(crate) struct NetArgs {
    /// The net to evaluate by, or none for the hand-made terms [default: the one built in]
    #[arg(long, value_name = "FILE", default_value = EvalFile::BUILT_IN, hide_default_value = true)]
    pub(crate) eval_file: EvalFile,
}

/// What the searches of analyse, bench and dxp have in common.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    net: NetArgs,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Write a JSON object a line, as analyse does
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// A file of positions, one a line; - is the standard input
    #[arg(conflicts_with = "fen")]
    file: Option<PathBuf>,

    /// Search this many plies deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    depth: Option<u8>,

    /// Visit this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search for this many milliseconds [default: 1000, if there is no other limit]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Find this many best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_LINES)))]
    multipv: u16,

    #[command(flatten)]
    search: SearchArgs,

    /// Write a JSON object a line
    #[arg(long)]
    json: bool,
}

impl From<AnalyseArgs> for analyse::Options {
    fn from(args: AnalyseArgs) -> analyse::Options {
        let limit = analyse::Limit {
            depth: args.depth.map(plies),
            nodes: args.nodes,
            time: args.movetime.map(Duration::from_millis),
        };
        let settings = analyse::Settings {
            limit,
            lines: usize::from(args.multipv),
            threads: usize::from(args.search.threads),
            megabytes: args.search.hash as usize,
            eval_file: args.search.net.eval_file,
        };
        let subject = args.position.subject();
        analyse::Options {
            subject,
            file: args.file,
            settings,
            json: args.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ConsoleArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    net: NetArgs,

    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

impl From<EvalArgs> for eval::Options {
    fn from(args: EvalArgs) -> eval::Options {
        eval::Options {
            subject: args.position.subject(),
            eval_file: args.net.eval_file,
            json: args.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

impl From<MovesArgs> for moves::Options {
    fn from(args: MovesArgs) -> moves::Options {
        moves::Options {
            subject: args.position.subject(),
            json: args.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The length of the sequences in plies
    #[arg(value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,

    #[command(flatten)]
    position: PositionArgs,

    /// Also count for each first move
    #[arg(long)]
    divide: bool,

    /// Share the first moves out among this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

impl From<PerftArgs> for perft::Options {
    fn from(args: PerftArgs) -> perft::Options {
        perft::Options {
            subject: args.position.subject(),
            depth: args.depth,
            divide: args.divide,
            threads: usize::from(args.threads),
            json: args.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DxpArgs {
    #[command(flatten)]
    meeting: dxp::MeetingArgs,

    #[command(flatten)]
    search: SearchArgs,
}

impl From<DxpArgs> for dxp::Options {
    fn from(args: DxpArgs) -> dxp::Options {
        dxp::Options {
            meeting: args.meeting.meeting("Ajeeb"),
            threads: usize::from(args.search.threads),
            megabytes: args.search.hash as usize,
            eval_file: args.search.net.eval_file,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game
    #[arg(long, value_enum, default_value_t = BenchGame::All)]
    game: BenchGame,

    /// Search this many plies deep [default: each game's own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    depth: Option<u8>,

    #[command(flatten)]
    search: SearchArgs,

    /// Write a JSON object a line, the last one with the totals
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BenchGame {
    Chess,
    Draughts,
    All,
}

impl From<BenchArgs> for bench::Options {
    fn from(args: BenchArgs) -> bench::Options {
        bench::Options {
            game: match args.game {
                BenchGame::Chess => Some(Family::Chess),
                BenchGame::Draughts => Some(Family::Draughts),
                BenchGame::All => None,
            },
            depth: args.depth.map(plies),
            threads: usize::from(args.search.threads),
            megabytes: args.search.hash as usize,
            eval_file: args.search.net.eval_file,
            json: args.json,
        }
    }
}

fn plies(depth: u8) -> Depth {
    Depth::new(i32::from(depth))
}
