//! The TypeScript client: `npm run generate` writes its types and operations.

use std::fs;
use std::path::Path;

use crate::run::{output, program, root, succeed};
use crate::{abuse, npm};

/// Compares the generated files, then runs the linter, the types and the tests.
pub(super) fn check() -> Result<(), String> {
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
