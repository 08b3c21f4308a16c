//! One game between two engines. The rules are ours: an engine's move counts if they allow it,
//! and they say when the game is over.

use std::convert::Infallible;
use std::fmt;
use std::time::Duration;

use ajeeb_base::Side;
use ajeeb_game::Record;

use crate::adjudicate::{Adjudication, Referee};
use crate::clock::{Clock, Overrun};
use crate::engine::{Answer, Engine, Fault, Info, Turn};
use crate::games::Arena;
use crate::stats::GameScore;
use crate::usage::{Conduct, Usage};

/// What is the same in all games of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// Is castling written in the way of Chess960?
    pub(crate) chess960: bool,
    /// A game of so many plies is a draw.
    pub(crate) max_plies: usize,
    /// Whether the engines' scores can end a game.
    pub(crate) adjudication: Adjudication,
}

/// A game that is over.
#[derive(Debug)]
pub(crate) struct Game {
    /// The position it started from, a FEN.
    pub(crate) start: String,
    /// Who moved first.
    pub(crate) first: Side,
    /// Did it start from the initial position?
    pub(crate) usual_start: bool,
    /// The moves.
    pub(crate) moves: Vec<Played>,
    /// The end.
    pub(crate) end: End,
    /// What the engines have used, White's first.
    pub(crate) usage: [Usage; 2],
}

/// A move as the game record has it.
#[derive(Debug)]
pub(crate) struct Played {
    /// In the form that people read.
    pub(crate) text: String,
    /// What the engine said about it.
    pub(crate) info: Info,
    /// How long it took.
    pub(crate) elapsed: Duration,
}

/// How a game ended.
#[derive(Debug)]
pub(crate) struct End {
    /// The result for White.
    pub(crate) white: GameScore,
    /// The reason.
    pub(crate) reason: Reason,
}

/// Why a game ended.
#[derive(Debug)]
pub(crate) enum Reason {
    /// By the rules.
    Rules(&'static str),
    /// It was long enough.
    MaxPlies,
    /// By the engines' scores.
    Adjudicated,
    /// One side has given up.
    Resignation(Side),
    /// By the conduct of one side.
    Forfeit(Side, Offence),
}

/// What loses a game otherwise than by playing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Offence {
    /// The move was late.
    #[error("loses on time, {:.1} ms late", .0.as_secs_f64() * 1e3)]
    Time(Duration),
    /// The answer is no legal move.
    #[error("answers with no legal move: {0}")]
    Illegal(String),
    /// The engine is gone.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rules(text) => f.write_str(text),
            Reason::MaxPlies => f.write_str("too long"),
            Reason::Adjudicated => f.write_str("adjudicated"),
            Reason::Resignation(side) => write!(f, "{} resigns", colour(*side)),
            Reason::Forfeit(side, offence) => write!(f, "{} {offence}", colour(*side)),
        }
    }
}

const fn colour(side: Side) -> &'static str {
    if side.is_white() { "White" } else { "Black" }
}

impl Offence {
    /// What it is to the statistics.
    pub(crate) fn conduct(&self) -> Conduct {
        match self {
            Offence::Time(_) => Conduct::Late,
            Offence::Illegal(_) => Conduct::Illegal,
            Offence::Fault(Fault::Hang { .. }) => Conduct::Hang,
            Offence::Fault(_) => Conduct::Crash,
        }
    }
}

impl End {
    /// A game that `side` forfeits.
    fn forfeit(side: Side, offence: impl Into<Offence>) -> End {
        End::lost_by(side, Reason::Forfeit(side, offence.into()))
    }

    /// A game that `side` gives up.
    fn resignation(side: Side) -> End {
        End::lost_by(side, Reason::Resignation(side))
    }

    fn lost_by(side: Side, reason: Reason) -> End {
        let white = if side.is_white() {
            GameScore::Loss
        } else {
            GameScore::Win
        };
        End { white, reason }
    }
}

impl Game {
    /// A game that `side` forfeits before the first move, since its engine cannot be started.
    pub(crate) fn not_played<G: Arena>(start: &G::Position, side: Side, fault: Fault) -> Game {
        let mut game = Game {
            start: G::write_position(start),
            first: G::side(start),
            usual_start: *start == G::start(),
            moves: Vec::new(),
            end: End::forfeit(side, fault),
            usage: [Usage::default(), Usage::default()],
        };
        game.count_offence();
        game
    }

    /// Puts the offence that ended the game to the offender's account.
    fn count_offence(&mut self) {
        if let Reason::Forfeit(side, offence) = &self.end.reason {
            self.usage[side.index()].forfeits.add(offence.conduct());
        }
    }

    /// Was it not finished, and by nobody's fault?
    pub(crate) fn was_interrupted(&self) -> bool {
        matches!(
            self.end.reason,
            Reason::Forfeit(_, Offence::Fault(Fault::Interrupted))
        )
    }
}

/// Plays a game from `start` between White's engine and Black's.
pub(crate) fn play<G: Arena>(
    engines: [&mut Engine; 2],
    start: &G::Position,
    conditions: &Conditions,
) -> Game {
    let mut table = Table::<G> {
        clocks: [engines[0].clock(), engines[1].clock()],
        engines,
        conditions,
        record: Record::new(start.clone()),
        start: G::protocol_position(start),
        sent: Vec::new(),
        referee: Referee::new(conditions.adjudication),
        moves: Vec::new(),
        usage: [Usage::default(), Usage::default()],
    };
    let end = table.play_to_the_end();
    table
        .engines
        .iter_mut()
        .for_each(|engine| engine.game_over());
    let mut game = Game {
        start: G::write_position(start),
        first: G::side(start),
        usual_start: *start == G::start(),
        moves: table.moves,
        end,
        usage: table.usage,
    };
    game.count_offence();
    game
}

/// A game in progress.
struct Table<'a, G: Arena> {
    engines: [&'a mut Engine; 2],
    clocks: [Clock; 2],
    conditions: &'a Conditions,
    record: Record<G>,
    /// The start and the moves since, as the protocol writes them.
    start: String,
    sent: Vec<String>,
    referee: Referee,
    moves: Vec<Played>,
    usage: [Usage; 2],
}

impl<G: Arena> Table<'_, G> {
    fn play_to_the_end(&mut self) -> End {
        let Err(end) = self.play_on();
        end
    }

    /// Plays until something ends the game.
    fn play_on(&mut self) -> Result<Infallible, End> {
        for side in Side::BOTH {
            let ready = self.engines[side.index()].new_game();
            ready.map_err(|fault| End::forfeit(side, fault))?;
        }
        loop {
            let side = G::side(self.record.position());
            let answer = self.ask(side)?;
            let verdict = answer.info.score;
            self.make_move(side, answer)?;
            // The rules come first. What endgame tables know would come next: they are never
            // wrong. Scores, which may be, come after that.
            self.ends_by_rule()?;
            if let Some(white) = self.referee.settles(side, verdict) {
                return Err(End {
                    white,
                    reason: Reason::Adjudicated,
                });
            }
            if self.moves.len() >= self.conditions.max_plies {
                return Err(End {
                    white: GameScore::Draw,
                    reason: Reason::MaxPlies,
                });
            }
        }
    }

    /// The answer of the engine that is to move, if it comes in time.
    fn ask(&mut self, side: Side) -> Result<Answer, End> {
        let turn = Turn {
            start: &self.start,
            moves: &self.sent,
            side,
            clocks: &self.clocks,
        };
        let answer = self.engines[side.index()].think(&turn);
        let answer = answer.map_err(|fault| match fault {
            Fault::Resignation => End::resignation(side),
            fault => End::forfeit(side, fault),
        })?;
        let clock = &mut self.clocks[side.index()];
        let overrun = clock.spend(clock.cost(answer.elapsed, answer.info.nodes));
        self.usage[side.index()].note(&answer, overrun);
        match overrun {
            Some(Overrun { by, forfeits: true }) => Err(End::forfeit(side, Offence::Time(by))),
            _ => Ok(answer),
        }
    }

    fn make_move(&mut self, side: Side, answer: Answer) -> Result<(), End> {
        let position = self.record.position();
        let mv = G::read_protocol_move(position, &answer.text)
            .map_err(|error| End::forfeit(side, Offence::Illegal(error.to_string())))?;
        self.sent
            .push(G::protocol_move(position, mv, self.conditions.chess960));
        self.moves.push(Played {
            text: G::write_short(position, mv),
            info: answer.info,
            elapsed: answer.elapsed,
        });
        self.record.play(mv);
        Ok(())
    }

    fn ends_by_rule(&self) -> Result<(), End> {
        let Some(ending) = self.record.ending() else {
            return Ok(());
        };
        let side = G::side(self.record.position());
        let white = GameScore::from(ending.outcome()).seen_by(side);
        Err(End {
            white,
            reason: Reason::Rules(G::describe(ending)),
        })
    }
}
