//! What OpenBench's client does with a checkout: `make -j EXE=name EVALFILE=path` in its folder, then
//! `./name bench`, whose output must hold `N nodes M nps`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The call, with one option more.
fn make(option: &[&str], exe: &str) -> Output {
    let mut command = Command::new("make");
    command.current_dir(ROOT).arg("-j").args(option);
    command.arg(format!("EXE={exe}")).arg("EVALFILE=net.bin");
    // A make that runs this test must not pass its own options on.
    command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = command.output().expect("make runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    output
}

#[test]
fn make_leaves_the_program_under_the_name_it_is_given() {
    let output = make(&["--dry-run"], "ajeeb-ABCDEF");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("cp ") && last.ends_with("/ajeeb ajeeb-ABCDEF"),
        "{text}"
    );
    assert!(text.contains("cargo build --release --locked"), "{text}");
}

#[test]
#[ignore = "builds with all optimisations: some minutes"]
fn the_program_benches() {
    const NAME: &str = "ajeeb-openbench-test";
    make(&[], NAME);
    let program = Path::new(ROOT).join(NAME);
    let output = Command::new(&program).arg("bench").output();
    fs::remove_file(&program).expect("make has left it there");
    let output = output.expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    let last: Vec<_> = text.lines().last().unwrap_or_default().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = last[..] else {
        panic!("{last:?}")
    };
    for number in [nodes, speed] {
        assert!(
            number.parse::<u64>().is_ok_and(|number| number > 0),
            "{last:?}"
        );
    }
}
