//! Files that others read while they are written.

use std::fs;
use std::io;
use std::path::Path;

/// Replaces a file, so that a reader sees the old state or the new one and nothing between.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    fs::write(&draft, text)?;
    fs::rename(&draft, path)
}
