//! The program under test, as a file that can be run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The `ajeeb` program, built in the profile of the running test, once for each test process.
/// Cargo builds only what the test's own crate needs, so this asks it for the program first;
/// nothing happens if that is there and fresh. Whoever has built it with the whole workspace
/// (`make test` has) names it in the environment variable `AJEEB`.
///
/// # Panics
/// If it cannot be built, or is not where the variable says.
pub fn path() -> &'static Path {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    // The outcome is kept, not the panic: one failure is enough for all tests of the process.
    match BINARY.get_or_init(build) {
        Ok(path) => path,
        Err(error) => panic!("{error}"),
    }
}

fn build() -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("AJEEB") {
        let program = PathBuf::from(program);
        let missing = || format!("AJEEB: there is no {}", program.display());
        return program
            .is_file()
            .then_some(&program)
            .cloned()
            .ok_or_else(missing);
    }
    let folder = profile_folder();
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
    match cargo.status() {
        Err(error) => Err(format!("cannot run cargo: {error}")),
        Ok(status) if !status.success() => Err(format!("cargo cannot build ajeeb: {status}")),
        Ok(_) => Ok(folder.join(format!("ajeeb{}", std::env::consts::EXE_SUFFIX))),
    }
}

/// The folder of this profile's products: tests run as `<folder>/deps/<name>-<hash>`.
fn profile_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let folder = test.parent().and_then(Path::parent);
    folder
        .expect("tests lie in a folder of a folder")
        .to_owned()
}
