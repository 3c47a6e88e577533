//! `cargo xtask clients [LANG] [built]`: checks the client libraries. Each must equal what its generator writes from the
//! OpenAPI document, pass its linter, and pass its tests against a real server. Languages whose tools are absent are reported
//! as skipped.

use std::fs;
use std::path::Path;

use crate::run::{output, program, root, succeed};
use crate::{abuse, npm};

type Check = fn() -> Result<(), String>;

/// The languages, with their checks.
const LANGUAGES: &[(&str, Check)] = &[("typescript", typescript)];

/// Builds the server, then checks the named clients, or all; with `built`, uses the binary of the tests.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let is_built = words.iter().any(|word| word == "built");
    let named: Vec<&String> = words.iter().filter(|word| *word != "built").collect();
    let unknown = named
        .iter()
        .find(|name| !LANGUAGES.iter().any(|(known, _)| known == *name));
    if let Some(name) = unknown {
        return Err(format!("no client '{name}': there is {}", list()));
    }
    if !is_built {
        abuse::build()?;
    }
    LANGUAGES
        .iter()
        .filter(|(name, _)| named.is_empty() || named.iter().any(|asked| asked == name))
        .try_for_each(|(_, check)| check())
}

/// Checks every client with the binary that is already built.
pub(crate) fn ci() -> Result<(), String> {
    LANGUAGES.iter().try_for_each(|(_, check)| check())
}

fn list() -> String {
    let names: Vec<&str> = LANGUAGES.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn typescript() -> Result<(), String> {
    const FOLDER: &str = "clients/typescript";
    /// The client needs `AbortSignal.any`.
    const OLDEST_NODE: u32 = 20;
    if !npm::is_available("the TypeScript client") {
        return Ok(());
    }
    let version = output(program("node", ".", &["--version"]))?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    if major.and_then(|text| text.parse().ok()).unwrap_or(0) < OLDEST_NODE {
        println!(
            "the TypeScript client skipped: Node {OLDEST_NODE} is needed, this is {}",
            version.trim()
        );
        return Ok(());
    }
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    if let Err(reason) = succeed(program("npm", FOLDER, &install)) {
        println!("the TypeScript client skipped: its packages cannot be installed: {reason}");
        return Ok(());
    }
    let generated = ["schema.ts", "operations.ts"]
        .map(|name| root().join(FOLDER).join("src/generated").join(name));
    let committed = read(&generated)?;
    succeed(program("npm", FOLDER, &["run", "generate"]))?;
    if read(&generated)? != committed {
        return Err(format!(
            "{FOLDER}/src/generated differed from what `npm run generate` writes; it is written again: commit it"
        ));
    }
    succeed(program("npm", FOLDER, &["run", "check"]))?;
    let mut test = program("npm", FOLDER, &["test"]);
    test.env("LOCKSTEP_PROGRAM", abuse::binary()?);
    succeed(test)
}

fn read(paths: &[impl AsRef<Path>]) -> Result<Vec<String>, String> {
    let text = |path: &Path| {
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    paths.iter().map(|path| text(path.as_ref())).collect()
}
