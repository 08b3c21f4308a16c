//! Cases about the command line: one-shot commands, foreign folders, missing files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use ajeeb_engine_tests::binary;
use libtest_mimic::{Failed, Trial};

use crate::engine::Engine;

/// The tests; each is named by the case it stands for.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("uci-07", uci_commands_as_arguments),
        Trial::test("uci-12", any_folder_will_do),
        Trial::test("hub-22", a_missing_file_is_named),
    ]
}

/// Runs `ajeeb` with these arguments and an empty standard input.
fn ajeeb(arguments: &[&str]) -> Output {
    Command::new(binary::path())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

/// Protocol commands work as arguments; bad ones fail with words on standard error.
fn uci_commands_as_arguments() -> Result<(), Failed> {
    let good = ajeeb(&["go depth 5"]);
    let stdout = String::from_utf8_lossy(&good.stdout);
    if !good.status.success() || !stdout.contains("bestmove ") {
        return Err(format!("`go depth 5` gives {good:?}").into());
    }
    for bad in ["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "nosuchcommand"] {
        let output = ajeeb(&[bad]);
        if output.status.success() || output.stderr.is_empty() {
            return Err(format!("`{bad}` gives {output:?}").into());
        }
    }
    Ok(())
}

/// The binary works from a folder with blanks and Cyrillic letters in its name, started by its
/// absolute path from another folder, and leaves nothing there.
fn any_folder_will_do() -> Result<(), Failed> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("мои шахматы и шашки");
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir(&folder)?;
    fs::create_dir(&elsewhere)?;
    let copy = folder.join("ajeeb");
    fs::copy(binary::path(), &copy)?;

    let mut command = Command::new(&copy);
    command.current_dir(&elsewhere);
    let mut engine = Engine::spawn(command);
    for (line, answer) in [
        ("uci", "uciok"),
        ("isready", "readyok"),
        ("go depth 5", "bestmove "),
    ] {
        engine.send(line);
        let answered = engine.wait(answer, Duration::from_secs(10));
        answered.ok_or_else(|| format!("no answer to {line}: {:?}", engine.events()))?;
    }
    quit(&mut engine)?;
    match fs::read_dir(&elsewhere)?.next() {
        None => Ok(()),
        Some(file) => Err(format!("left behind: {file:?}").into()),
    }
}

/// In Hub, a parameter that names a file which is not there gives an error message, not a hang:
/// `ready` comes all the same.
fn a_missing_file_is_named() -> Result<(), Failed> {
    let home = tempfile::tempdir()?;
    let missing = home.path().join("no such book");
    let mut engine = start_hub(home.path());
    engine.send(&format!(
        "set-param name=book value=\"{}\"",
        missing.display()
    ));
    engine.send("init");
    let ready = engine.wait("ready", Duration::from_secs(10));
    ready.ok_or_else(|| format!("never ready: {:?}", engine.events()))?;
    engine.send("pos");
    engine.send("level depth=3");
    engine.send("go think");
    let done = engine.wait("done move=", Duration::from_secs(10));
    done.ok_or_else(|| format!("no move: {:?}", engine.events()))?;
    quit(&mut engine)
}

fn start_hub(folder: &Path) -> Engine {
    let mut command = Command::new(binary::path());
    command.arg("hub").current_dir(folder);
    let mut engine = Engine::spawn(command);
    engine.send("hub");
    engine.wait("wait", Duration::from_secs(10));
    engine
}

fn quit(engine: &mut Engine) -> Result<(), Failed> {
    engine.send("quit");
    match engine.wait_exit(Duration::from_secs(5)) {
        Some(status) if status.success() => Ok(()),
        ended => Err(format!("quit: {ended:?}").into()),
    }
}
