//! `cargo xtask console`: builds the web console into the files that the server embeds, or checks it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{output, program, root, succeed};
use crate::{abuse, npm, wasm};

const FOLDER: &str = "console";
/// The table of files, which the build writes.
const TABLE: &str = "crates/lockstep-console/src/files.rs";
/// Vite needs this version.
const OLDEST_NODE: u32 = 20;

/// The pages in Chromium, in both themes and widths: each loaded once, or anew in each theme and width.
#[derive(Clone, Copy)]
enum Walk {
    Once,
    All,
}

/// Builds the committed files. With `--check`, compares them with a new build, and runs the linter, the types and the
/// tests; with `--browser` also walks every page in Chromium, in both themes and widths.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    if let Some(word) = words
        .iter()
        .find(|word| !["--check", "--browser"].contains(&word.as_str()))
    {
        return Err(format!("{word}: use --check or --browser"));
    }
    if !is_available()? {
        return Ok(());
    }
    let committed = build()?;
    if has("--check") {
        check(&committed)?;
    }
    if has("--browser") {
        walk(Walk::All)?;
    }
    Ok(())
}

/// The step of `cargo xtask ci`: every page, loaded once, in both themes and widths, and each act of a person.
/// Without Node, or without the registry, it is skipped.
pub(crate) fn ci() -> Result<(), String> {
    if !is_available()? {
        return Ok(());
    }
    check(&build()?)?;
    walk(Walk::Once)
}

/// Builds the files, and returns those that were there before.
fn build() -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    println!("console: installing its packages from the npm registry");
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    succeed(program("npm", FOLDER, &install))?;
    let committed = built()?;
    succeed(npm_run("build"))?;
    Ok(committed)
}

fn check(committed: &[(PathBuf, Vec<u8>)]) -> Result<(), String> {
    wasm::check_committed()?;
    if built()? != committed {
        return Err(format!(
            "{FOLDER}/dist or {TABLE} differed from what `cargo xtask console` builds; they are built again: commit them"
        ));
    }
    succeed(npm_run("check"))?;
    succeed(npm_run("test"))
}

fn is_available() -> Result<bool, String> {
    if !npm::is_available("the console") {
        return Ok(false);
    }
    let version = output(program("node", ".", &["--version"]))?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    let is_new = major.and_then(|text| text.parse().ok()).unwrap_or(0) >= OLDEST_NODE;
    if !is_new {
        println!(
            "the console skipped: Node {OLDEST_NODE} is needed, this is {}",
            version.trim()
        );
    }
    Ok(is_new)
}

/// Walks the pages in Chromium against a server with demo data, and acts as people do.
fn walk(pages: Walk) -> Result<(), String> {
    let chromium = Path::new("/usr/bin/chromium");
    if !chromium.exists() {
        println!(
            "the console in a browser skipped: no {}; Debian's package chromium has it",
            chromium.display()
        );
        return Ok(());
    }
    let mut walk = npm_run("e2e");
    match pages {
        // The tests of `cargo xtask ci` built the server.
        Walk::Once => {
            walk.args(["--", "--once"]);
        }
        Walk::All => abuse::build()?,
    }
    walk.env("LOCKSTEP_PROGRAM", abuse::binary()?)
        .env("CHROMIUM", chromium);
    succeed(walk)
}

fn npm_run(script: &str) -> Command {
    program("npm", FOLDER, &["run", script])
}

/// Returns the built files with their contents. The compressed ones are left out: versions of Node compress differently.
fn built() -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let mut found = Vec::new();
    collect(&root().join(FOLDER).join("dist"), &mut found)?;
    let table = root().join(TABLE);
    let text = fs::read(&table).map_err(|error| format!("{}: {error}", table.display()))?;
    found.push((table, text));
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<(), String> {
    let named = |error: std::io::Error| format!("{}: {error}", folder.display());
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(named)? {
        let path = entry.map_err(named)?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_none_or(|ending| ending != "br") {
            let bytes = fs::read(&path).map_err(named)?;
            found.push((path, bytes));
        }
    }
    Ok(())
}
