//! Builds nets into the program: for each rule set `nets/<rule set>.net`, if there is one.

#[path = "eval/expected.rs"]
mod expected;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use ajeeb_nnue::embed;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=nets");
    if let Err(error) = build_in() {
        println!("cargo::error={error}");
    }
}

fn build_in() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    let mut list = String::new();
    for (name, _) in expected::RULE_SETS {
        let file = format!("{name}.net");
        let path = Path::new("nets").join(&file);
        let expression = embed::embed(&path, &expected::expected(name), &folder, &file)?;
        list.push_str(&format!("({name:?}, {expression}),\n"));
    }
    fs::write(folder.join("built_in.rs"), format!("&[\n{list}]"))?;
    Ok(())
}
