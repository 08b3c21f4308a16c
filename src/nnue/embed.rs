//! For the build scripts of games: how a net becomes a part of the program.

use std::path::Path;
use std::{fs, io};

use crate::{Expected, NetError, Network};

/// Why a net cannot be built in.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The file is there but cannot be read, or not be copied.
    #[error("{path}: {error}")]
    File {
        /// The net's path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is no net for this game.
    #[error("{path}: {error}")]
    Net {
        /// The net's path.
        path: String,
        /// What is wrong with it.
        error: NetError,
    },
}

/// Checks the net at `path` and copies it to `folder`, where a build script's output goes, as
/// `name`. The result is the text of an expression of the type `Option<&'static [u8]>`, to be
/// included from a file in that folder: the net's bytes, or `None` if there is no such file.
///
/// # Errors
/// If there is a file and it is not what was `expected`, or cannot be read or copied.
pub fn embed(
    path: &Path,
    expected: &Expected,
    folder: &Path,
    name: &str,
) -> Result<String, EmbedError> {
    let shown = || path.display().to_string();
    let file = |error| EmbedError::File {
        path: shown(),
        error,
    };
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok("None".to_owned()),
        bytes => bytes.map_err(file)?,
    };
    Network::read(&bytes, expected).map_err(|error| EmbedError::Net {
        path: shown(),
        error,
    })?;
    fs::write(folder.join(name), bytes).map_err(file)?;
    Ok(format!("Some(include_bytes!({name:?}).as_slice())"))
}
