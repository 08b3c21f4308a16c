//! Builds the net into the program: the one that the environment variable EVALFILE names, else
//! `nets/chess.net`, else none.

#[path = "eval/expected.rs"]
mod expected;

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use ajeeb_nnue::embed;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=nets");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    if let Err(error) = build_in() {
        println!("cargo::error={error}");
    }
}

fn build_in() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    let chosen = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let chosen = chosen.map(PathBuf::from);
    if let Some(path) = &chosen {
        println!("cargo::rerun-if-changed={}", path.display());
        if !path.exists() {
            return Err(format!("EVALFILE: there is no file {}", path.display()).into());
        }
    }
    let path = chosen.unwrap_or_else(|| PathBuf::from("nets/chess.net"));
    let expression = embed::embed(&path, &expected::EXPECTED, &folder, "chess.net")?;
    fs::write(folder.join("built_in.rs"), expression)?;
    Ok(())
}
