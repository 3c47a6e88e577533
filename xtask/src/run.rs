//! Runs other programs from the workspace root.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the workspace root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the root")
        .to_path_buf()
}

/// Prepares a program to run in `dir`, a path relative to the root.
pub(crate) fn program(name: &str, dir: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root().join(dir)).args(arguments);
    command
}

/// Runs the program with inherited output; an error contains the whole command line.
pub(crate) fn succeed(mut command: Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("{}: {error}", line(&command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{}` failed: {status}", line(&command)))
    }
}

/// Runs the program and returns its standard output.
pub(crate) fn output(mut command: Command) -> Result<String, String> {
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("{}: {error}", line(&command)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed: {}", line(&command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{}` printed no UTF-8", line(&command)))
}

/// Prepares `cargo` with these arguments, in the root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    program("cargo", ".", arguments)
}

fn line(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(
        command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned()),
    );
    words.join(" ")
}
