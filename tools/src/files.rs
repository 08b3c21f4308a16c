//! Files that others read while they are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Replaces a file, so that a reader sees the old state or the new one and nothing between.
pub(crate) fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let draft = draft(path);
    fs::write(&draft, contents)?;
    fs::rename(&draft, path)
}

/// Can [`write_whole`] write here? What is there now stays as it is.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    let draft = draft(path);
    fs::write(&draft, "")?;
    fs::remove_file(&draft)
}

fn draft(path: &Path) -> PathBuf {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    draft.into()
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
