//! What the evaluation goes by, as users say it: the option `EvalFile` of every front end.

use std::convert::Infallible;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::str::FromStr;

use ajeeb_nnue::{NetError, Networked, Weights};

use crate::catalog::{GameName, Playable, Visitor, with_game};

/// The largest file that is looked at, in bytes: far more than any net has.
const LARGEST: u64 = 1 << 28;

/// What to evaluate by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EvalFile {
    /// The net that is built in, or the hand-made terms where there is none.
    #[default]
    BuiltIn,
    /// The hand-made terms.
    ByHand,
    /// The net in a file.
    Net(PathBuf),
}

impl EvalFile {
    /// The word for [`EvalFile::BuiltIn`].
    pub const BUILT_IN: &'static str = "<embedded>";
    /// The word for [`EvalFile::ByHand`].
    pub const BY_HAND: &'static str = "none";

    /// The weights meant, for the game `G`.
    ///
    /// # Errors
    /// If the file cannot be read or is no net for `G`.
    pub fn weights<G: Networked>(&self) -> Result<Weights<G>, EvalFileError> {
        let error = |reason| EvalFileError {
            file: self.to_string(),
            reason,
        };
        match self {
            EvalFile::BuiltIn => Ok(Weights::default()),
            EvalFile::ByHand => Ok(Weights::BY_HAND),
            EvalFile::Net(path) => {
                let bytes = read(path).map_err(|reason| error(reason.into()))?;
                Weights::read(&bytes).map_err(|reason| error(reason.into()))
            }
        }
    }

    /// Can this be used for one of `games`?
    ///
    /// # Errors
    /// If the file cannot be read, is no net, or is for none of them.
    pub fn check(&self, games: impl IntoIterator<Item = GameName>) -> Result<(), EvalFileError> {
        let mut outcome = Ok(());
        for name in games {
            outcome = with_game(name, Check(self));
            if !matches!(&outcome, Err(error) if error.is_other_game()) {
                break;
            }
        }
        outcome
    }

    /// The same as [`EvalFile::weights`] for one game of many: `None` if it is a net, but for another game.
    ///
    /// # Errors
    /// If the file cannot be read or is no net.
    pub fn weights_if_fit<G: Networked>(&self) -> Result<Option<Weights<G>>, EvalFileError> {
        match self.weights() {
            Err(error) if error.is_other_game() => Ok(None),
            weights => weights.map(Some),
        }
    }
}

struct Check<'a>(&'a EvalFile);

impl Visitor for Check<'_> {
    type Output = Result<(), EvalFileError>;

    fn visit<G: Playable>(self) -> Self::Output {
        self.0.weights::<G>().map(drop)
    }
}

impl FromStr for EvalFile {
    type Err = Infallible;

    /// Reads a path, or one of the two words in any case; nothing at all means what is built in.
    fn from_str(text: &str) -> Result<EvalFile, Infallible> {
        let is = |word| text.eq_ignore_ascii_case(word);
        Ok(if text.is_empty() || is(EvalFile::BUILT_IN) {
            EvalFile::BuiltIn
        } else if is(EvalFile::BY_HAND) {
            EvalFile::ByHand
        } else {
            EvalFile::Net(PathBuf::from(text))
        })
    }
}

impl fmt::Display for EvalFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalFile::BuiltIn => f.write_str(EvalFile::BUILT_IN),
            EvalFile::ByHand => f.write_str(EvalFile::BY_HAND),
            EvalFile::Net(path) => fmt::Display::fmt(&path.display(), f),
        }
    }
}

/// A net that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("net {file} cannot be used: {reason}")]
pub struct EvalFileError {
    file: String,
    reason: Reason,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Net(#[from] NetError),
}

impl EvalFileError {
    /// Is it a net, but for another game?
    fn is_other_game(&self) -> bool {
        matches!(self.reason, Reason::Net(NetError::Game { .. }))
    }
}

/// The bytes of a plain file; anything else might never end.
fn read(path: &PathBuf) -> io::Result<Vec<u8>> {
    let data = fs::metadata(path)?;
    if !data.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if data.len() > LARGEST {
        return Err(io::Error::other("it is far too large for a net"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_paths_are_told_apart() {
        let read = |text: &str| text.parse::<EvalFile>().expect("anything goes");
        assert_eq!(read(""), EvalFile::BuiltIn);
        assert_eq!(read("<Embedded>"), EvalFile::BuiltIn);
        assert_eq!(read("NONE"), EvalFile::ByHand);
        assert_eq!(read("./none"), EvalFile::Net(PathBuf::from("./none")));
        for text in ["<embedded>", "none", "a net.bin"] {
            assert_eq!(read(text).to_string(), text);
        }
    }
}
