//! The program under test, as a file that can be run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The `ajeeb` program, built in the profile of the running test, once for each test process.
/// Cargo builds the test's own crate only, so this asks it for the program first; nothing
/// happens if that is there and fresh.
///
/// # Panics
/// If it cannot be built.
pub fn path() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(build)
}

fn build() -> PathBuf {
    let folder = target_folder();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--package", "ajeeb"]);
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    if let Some(target) = folder.parent() {
        cargo.arg("--target-dir").arg(target);
    }
    match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => {}
        Some(profile) => {
            cargo.args(["--profile", profile]);
        }
    }
    let status = cargo.status().unwrap_or_else(|error| panic!("cannot run cargo: {error}"));
    assert!(status.success(), "cargo cannot build ajeeb: {status}");
    folder.join(format!("ajeeb{}", std::env::consts::EXE_SUFFIX))
}

/// The folder of this profile's products: tests run as `<folder>/deps/<name>-<hash>`.
fn target_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let folder = test.parent().and_then(Path::parent);
    folder.expect("tests lie in a folder of a folder").to_owned()
}
