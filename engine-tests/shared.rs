//! Test data that lives beside the project and is read in place. A clone without it still
//! builds and passes; what could not run is said on the terminal.

use std::io::Write;
use std::path::PathBuf;

/// The folder of outside test data: `$AJEEB_SHARED`, or `../shared` beside the project.
fn root() -> PathBuf {
    std::env::var_os("AJEEB_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")),
        PathBuf::from,
    )
}

/// The path of a data file, or `None` after a visible line that says what is skipped.
pub fn find(relative: &str) -> Option<PathBuf> {
    let path = root().join(relative);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{relative} is not here"));
    None
}

/// The text of a data file, or `None` after a visible line that says what is skipped.
///
/// # Panics
/// If the file is there but cannot be read.
pub fn read(relative: &str) -> Option<String> {
    let path = find(relative)?;
    let text = std::fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Says on the terminal, past the test runner's capture, that a check is skipped and why.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("test");
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {why}");
}
