//! The command line of whoever plays over DXP.

use ajeeb_base::Side;
use clap::{Args, ValueEnum, value_parser};

use super::endpoint::Manners;
use super::host::{Meeting, Offers, Place};
use crate::catalog::GameName;

/// With whom to play what.
#[derive(Clone, Debug, Args)]
pub struct MeetingArgs {
    /// Wait for the other program at HOST:PORT; HOST or PORT alone will do
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:27531")]
    listen: String,

    /// Connect to the other program at HOST:PORT instead
    #[arg(long, value_name = "ADDRESS", conflicts_with = "listen")]
    connect: Option<String>,

    /// Offer games; otherwise the other program has to
    #[arg(long)]
    initiator: bool,

    /// Games to offer, with colours changed each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..), requires = "initiator")]
    games: u32,

    /// Minutes for each player and game, to offer; fractions are possible
    #[arg(long, value_name = "MINUTES", default_value_t = 5.0, value_parser = minutes, requires = "initiator")]
    time: f64,

    /// Moves for each player, to offer [default: no limit]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=999), requires = "initiator")]
    moves: Option<u32>,

    /// Our side in the first game, to offer
    #[arg(long, value_enum, default_value_t = Colour::White, requires = "initiator")]
    side: Colour,

    /// The position to start from, to offer [default: the initial one]
    #[arg(long, requires = "initiator")]
    fen: Option<String>,

    /// The rule set: international, killer, breakthrough, frisian or losing
    #[arg(long, value_name = "VARIANT", default_value = "international")]
    variant: GameName,

    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,

    /// Do not let the opponent take moves back
    #[arg(long)]
    no_takeback: bool,

    /// End with the first connection
    #[arg(long)]
    once: bool,

    /// The name to go by [default: the engine's own]
    #[arg(long)]
    name: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    White,
    Black,
}

/// Minutes as DXP can tell them.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.replace(',', ".").parse().ok();
    let minutes = minutes.filter(|minutes| (0.0..=999.0).contains(minutes));
    minutes.ok_or_else(|| "a number from 0 to 999 is expected".to_string())
}

impl MeetingArgs {
    /// What these arguments ask for, of an engine called `name`.
    pub fn meeting(self, name: &str) -> Meeting {
        let args = self;
        let offers = Offers {
            games: args.games,
            minutes: args.time,
            moves: args.moves,
            side: match args.side {
                Colour::White => Side::White,
                Colour::Black => Side::Black,
            },
            fen: args.fen,
        };
        Meeting {
            variant: args.variant,
            place: match args.connect {
                Some(address) => Place::Connect(address),
                None => Place::Listen(args.listen),
            },
            offers: args.initiator.then_some(offers),
            manners: Manners {
                name: args.name.unwrap_or_else(|| name.to_string()),
                ponder: args.ponder,
                takeback: !args.no_takeback,
            },
            once: args.once,
        }
    }
}
