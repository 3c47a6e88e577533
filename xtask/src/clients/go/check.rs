//! Checks the Go client with gofmt, `go vet` and its tests. One of them installs the module into another one, outside of this
//! repository, and runs the example of the read-me there.

use std::fs;

use super::super::exchange;
use crate::abuse;
use crate::run::{output, program, root, succeed};

const FOLDER: &str = "clients/go";
/// The file that `cargo xtask wasm` builds, and the path at which the package `crypto` embeds it.
const WASM: [&str; 2] = [
    "target/wasm/lockstep.wasm",
    "clients/go/crypto/wasm/lockstep.wasm",
];
/// The client needs `omitzero` of encoding/json.
const OLDEST_GO: (u32, u32) = (1, 24);

/// Runs formatter, linters and tests against a server. Prints that it is skipped where tools are absent.
pub(in crate::clients) fn check() -> Result<(), String> {
    if let Some(reason) = absent() {
        println!("the Go client skipped: {reason}");
        return Ok(());
    }
    put_wasm()?;
    let unformatted = output(program("gofmt", FOLDER, &["-l", "."]))?;
    if !unformatted.is_empty() {
        return Err(format!("{FOLDER}: gofmt would change {unformatted}"));
    }
    succeed(program("go", FOLDER, &["vet", "./..."]))?;
    let staticcheck = program("staticcheck", FOLDER, &["-version"]).output();
    if staticcheck.is_ok_and(|found| found.status.success()) {
        succeed(program("staticcheck", FOLDER, &["./..."]))?;
    } else {
        println!("staticcheck skipped: it is not installed");
    }
    let mut test = program("go", FOLDER, &["test", "-count=1", "./..."]);
    test.env("LOCKSTEP_PROGRAM", abuse::binary()?);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Runs the test of the values of all languages.
pub(in crate::clients) fn accept() -> Result<(), String> {
    const TEST: &str = "TestValuesOfEveryLanguageAreAccepted";
    let mut test = program(
        "go",
        FOLDER,
        &["test", "-count=1", "-run", TEST, "./crypto"],
    );
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Copies the WebAssembly module into the package, if it is built.
pub(in crate::clients) fn put_wasm() -> Result<(), String> {
    let [from, to] = WASM.map(|path| root().join(path));
    if from.exists() {
        fs::copy(&from, &to).map_err(|error| format!("{}: {error}", to.display()))?;
    } else if to.exists() {
        // It may be of another version.
        fs::remove_file(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// Returns why the client cannot be checked here.
fn absent() -> Option<String> {
    let Ok(version) = output(program("go", ".", &["env", "GOVERSION"])) else {
        return Some("no go".to_owned());
    };
    if release(&version).is_none_or(|found| found < OLDEST_GO) {
        let (major, minor) = OLDEST_GO;
        return Some(format!(
            "Go {major}.{minor} is needed, this is {}",
            version.trim()
        ));
    }
    let reason = succeed(program("go", FOLDER, &["mod", "download"])).err()?;
    Some(format!("its modules cannot be downloaded: {reason}"))
}

/// Reads `go1.26.8`.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim().strip_prefix("go")?.split('.');
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_go_are_compared_by_number() {
        assert!(release("go1.26.8\n").unwrap() > OLDEST_GO);
        assert!(release("go1.9").unwrap() < OLDEST_GO);
        assert_eq!(release("devel +abc"), None);
    }
}
