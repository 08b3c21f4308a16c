//! What a net depends on, as a file says it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ajeeb_base::Score;
use ajeeb_protocol::catalog::{Family, GameName};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::shape::TILE;

/// A file that says how a net is made. Games and nets are found from where it is.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    pub(super) config: Config,
    /// SHA-256 of the file's text.
    pub(super) hash: [u8; 32],
    /// Where the file is.
    folder: PathBuf,
}

/// What a net depends on, and where it goes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    /// The game or draughts variant.
    #[serde(with = "game_name")]
    pub(super) game: GameName,
    /// First weights and the order of positions follow from this.
    pub(super) seed: u64,
    /// Neurons for each perspective.
    pub(super) hidden: u16,
    /// Outputs, of which the number of pieces selects one.
    #[serde(default = "one")]
    pub(super) buckets: u16,
    /// Does a side see the board so that its king is on the queen's wing?
    #[serde(default)]
    pub(super) mirrored: bool,
    /// How often every position is learned from.
    pub(super) epochs: u32,
    /// Positions between two changes of the weights.
    #[serde(default = "batch")]
    pub(super) batch: usize,
    /// How far weights move, at first and in the end.
    pub(super) learning_rate: Rate,
    /// The part of a weight that is taken away, times the learning rate, at every change.
    #[serde(default = "weight_decay")]
    pub(super) weight_decay: f32,
    /// The share of the game's result in what is learned; the rest is the search's score.
    pub(super) result_share: f64,
    /// What an output of 1 is in hundredths of a pawn or man.
    pub(super) scale: u16,
    /// Positions with a larger score, for either side, are left out.
    #[serde(default = "max_score")]
    pub(super) max_score: i32,
    /// Learn from the mirrored positions too?
    #[serde(default)]
    pub(super) augment_mirror: bool,
    /// One of so many games is held out, to see how the net does on games it does not know.
    #[serde(default = "held_out")]
    pub(super) held_out: u64,
    /// Threads, on which the net does not depend; one for each core if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<u16>,
    /// The games.
    pub(super) data: Vec<DataFile>,
    /// The net.
    pub(super) output: PathBuf,
    /// A folder for the report.
    pub(super) report: PathBuf,
}

/// Learning rates; between them it goes by half a cosine.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rate {
    pub(super) start: f64,
    pub(super) end: f64,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    pub(super) file: PathBuf,
    /// In hexadecimal; empty if it is not known yet.
    #[serde(default)]
    pub(super) sha256: String,
}

const fn one() -> u16 {
    1
}

const fn batch() -> usize {
    16_384
}

const fn weight_decay() -> f32 {
    0.01
}

const fn max_score() -> i32 {
    Score::MAX_EVAL.centi()
}

const fn held_out() -> u64 {
    20
}

/// What is wrong with a recipe.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Toml {
        path: PathBuf,
        error: Box<toml::de::Error>,
    },
    #[error("{}: {key} {rule}", path.display())]
    Value {
        path: PathBuf,
        key: &'static str,
        rule: String,
    },
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    /// If there is none, or it asks for what cannot be.
    pub(super) fn read(path: &Path) -> Result<Recipe, ConfigError> {
        let text = fs::read_to_string(path).map_err(|error| ConfigError::File {
            path: path.to_owned(),
            error,
        })?;
        let config: Config = toml::from_str(&text).map_err(|error| ConfigError::Toml {
            path: path.to_owned(),
            error: Box::new(error),
        })?;
        if let Some((key, rule)) = config.broken_rule() {
            return Err(ConfigError::Value {
                path: path.to_owned(),
                key,
                rule,
            });
        }
        Ok(Recipe {
            config,
            hash: Sha256::digest(text.as_bytes()).into(),
            folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        })
    }

    /// A path of the recipe's, as this program finds it.
    pub(super) fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// Where the net goes.
    pub(super) fn output(&self) -> PathBuf {
        self.path(&self.config.output)
    }

    /// A file of the report.
    pub(super) fn report_file(&self, name: &str) -> PathBuf {
        self.path(&self.config.report).join(name)
    }
}

impl Config {
    /// A key with a value that it cannot have, and what it could.
    fn broken_rule(&self) -> Option<(&'static str, String)> {
        let chess = self.game.family() == Family::Chess;
        let hidden = usize::from(self.hidden);
        let whole =
            hidden.is_multiple_of(TILE) && (TILE..=ajeeb_nnue::MAX_HIDDEN).contains(&hidden);
        let Rate { start, end } = self.learning_rate;
        let rate = start.is_finite() && end > 0.0 && end <= start;
        let rules = [
            (
                "hidden",
                whole,
                format!(
                    "must be a multiple of {TILE} up to {}",
                    ajeeb_nnue::MAX_HIDDEN
                ),
            ),
            ("epochs", self.epochs > 0, "must be above zero".into()),
            ("batch", self.batch > 0, "must be above zero".into()),
            (
                "learning_rate",
                rate,
                "must fall from start to an end above zero".into(),
            ),
            (
                "weight_decay",
                (0.0..1.0).contains(&self.weight_decay),
                "must be from 0 to below 1".into(),
            ),
            (
                "result_share",
                (0.0..=1.0).contains(&self.result_share),
                "must be from 0 to 1".into(),
            ),
            ("scale", self.scale > 0, "must be above zero".into()),
            ("max_score", self.max_score > 0, "must be above zero".into()),
            (
                "mirrored",
                chess || !self.mirrored,
                "is for chess alone".into(),
            ),
            (
                "augment_mirror",
                chess || !self.augment_mirror,
                "is for chess alone".into(),
            ),
            (
                "augment_mirror",
                !(self.mirrored && self.augment_mirror),
                "changes nothing where the net is mirrored".into(),
            ),
            (
                "held_out",
                self.held_out >= 2,
                "must be 2 at least: one of so many games".into(),
            ),
            (
                "threads",
                self.threads != Some(0),
                "must be above zero".into(),
            ),
            (
                "data",
                !self.data.is_empty(),
                "must name a file of games at least".into(),
            ),
        ];
        let broken = rules.into_iter().find(|&(_, kept, _)| !kept);
        broken.map(|(key, _, rule)| (key, rule))
    }
}

/// Games by their names.
mod game_name {
    use ajeeb_protocol::catalog::GameName;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(game: &GameName, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(game.as_str())
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<GameName, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
