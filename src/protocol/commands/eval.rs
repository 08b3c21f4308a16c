//! The static evaluation of a position: by hand and by the net, and what the net thinks of each
//! piece.

use std::fmt;
use std::io::Write;

use ajeeb_base::Score;
use ajeeb_game::{EachPlaced, Evaluator};
use ajeeb_nnue::Weights;
use serde::Serialize;

use super::score::Spoken;
use super::{Failure, Subject, write_json};
use crate::catalog::{Family, GameName, Playable, Visitor, with_game};
use crate::eval_file::EvalFile;

use self::drawing::Drawing;

mod drawing;

/// The options of `eval`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The position.
    pub subject: Subject,
    /// The net to ask.
    pub eval_file: EvalFile,
    /// Write JSON.
    pub json: bool,
}

/// Writes what the evaluation says of a position.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let name = options.subject.name()?;
    with_game(name, Command { name, options, out })
}

struct Command<'a> {
    name: GameName,
    options: &'a Options,
    out: &'a mut dyn Write,
}

impl Visitor for Command<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Command { name, options, out } = self;
        let weights = options.eval_file.weights()?;
        let position = options.subject.position::<G>(name)?;
        let judgement = Judgement::of::<G>(name, &position, &weights);
        if options.json {
            return write_json(out, &judgement);
        }
        writeln!(out, "{judgement}")?;
        Ok(out.flush()?)
    }
}

/// What the evaluation says of a position, in hundredths of a pawn or man for White: the JSON
/// record of `eval`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judgement {
    game: String,
    variant: &'static str,
    fen: String,
    /// What the search would go by; `None` where it would not believe an evaluation.
    pub(crate) white: Option<i32>,
    by_hand: i32,
    /// `None` if there is no net.
    net: Option<i32>,
    /// What the net's score owes to each piece; empty without a net.
    pieces: Vec<Share>,
    #[serde(skip)]
    drawing: Option<Drawing>,
    #[serde(skip)]
    unsettled: &'static str,
}

/// What a net's score owes to a piece.
#[derive(Clone, Debug, Serialize)]
struct Share {
    square: String,
    piece: char,
    worth: i32,
}

impl Judgement {
    /// The evaluation of `position` by `weights`, and by hand.
    pub(crate) fn of<G: Playable>(
        name: GameName,
        position: &G::Position,
        weights: &Weights<G>,
    ) -> Judgement {
        let white = |weights: &Weights<G>| for_white::<G>(position, weights);
        let by_hand = white(&Weights::BY_HAND);
        let net = weights.network().map(|_| white(weights));
        let shares = weights
            .network()
            .map(|network| G::lifted(network, position));
        let mut pieces = Vec::new();
        G::survey(position, &mut EachPlaced(|piece| pieces.push(piece)));
        let family = name.family();
        Judgement {
            game: family.to_string(),
            variant: name.as_str(),
            fen: G::write_position(position),
            white: G::settled(position).then(|| net.unwrap_or(by_hand)),
            by_hand,
            net,
            pieces: shares
                .iter()
                .flatten()
                .map(|&(piece, worth)| Share {
                    square: G::square_name(piece.square),
                    piece: G::piece_letter(piece),
                    worth,
                })
                .collect(),
            drawing: shares.map(|shares| Drawing::new::<G>(&pieces, &shares)),
            unsettled: match family {
                Family::Chess => "in check",
                Family::Draughts => "a capture is to be made",
            },
        }
    }
}

impl fmt::Display for Judgement {
    /// Several lines, the last one with what counts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(drawing) = &self.drawing {
            writeln!(f, "{drawing}")?;
        }
        writeln!(f, "By hand: {}", Spoken(Score::new(self.by_hand)))?;
        match self.net {
            None => writeln!(f, "Net: none")?,
            Some(net) => writeln!(f, "Net: {}", Spoken(Score::new(net)))?,
        }
        match self.white {
            None => write!(f, "Final evaluation: none ({})", self.unsettled),
            Some(white) => {
                let white = Spoken(Score::new(white));
                write!(f, "Final evaluation: {white} (white side)")
            }
        }
    }
}

/// The static evaluation of `position` for White, in hundredths.
fn for_white<G: Playable>(position: &G::Position, weights: &Weights<G>) -> i32 {
    let mut evaluator = G::Eval::new(weights);
    evaluator.reset(position);
    let own = evaluator.evaluate(position).centi();
    if G::side(position).is_white() {
        own
    } else {
        -own
    }
}
