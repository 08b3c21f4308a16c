//! Tells the program which commit it is built from, where that can be known.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=.git/logs/HEAD");
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        return;
    };
    let commit = String::from_utf8_lossy(&output.stdout);
    println!("cargo:rustc-env=AJEEB_COMMIT={}", commit.trim());
}
