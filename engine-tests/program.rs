//! The program itself, as Cargo has built it beside the tests of the whole workspace: those that
//! run it are told where it is, so that it is not built a second time for them alone.

use std::process::Command;

#[test]
fn the_program_knows_its_version() {
    let program = Command::new(env!("CARGO_BIN_EXE_ajeeb"))
        .arg("--version")
        .output();
    let output = program.expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains(env!("CARGO_PKG_VERSION")), "{text}");
}
