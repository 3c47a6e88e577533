//! `cargo xtask gen`: the committed files that code writes.

use std::fs;

use crate::run::{cargo, output, root};

/// Gives a file's text.
type Write = fn() -> Result<String, String>;

/// Path from the root, and what writes it.
const GENERATED: &[(&str, Write)] = &[("docs/api/openapi.json", openapi)];

/// Writes them; with `--check` fails where one differs from what would be written.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let check = match words {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("usage: cargo xtask gen [--check]".to_owned()),
    };
    for (path, write) in GENERATED {
        let text = write()?;
        let file = root().join(path);
        if fs::read_to_string(&file).is_ok_and(|there| there == text) {
            println!("gen: {path} is up to date");
        } else if check {
            return Err(format!(
                "{path} is not what the code writes: run `cargo xtask gen`"
            ));
        } else {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder).map_err(|error| format!("{path}: {error}"))?;
            }
            fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
            println!("gen: wrote {path}");
        }
    }
    Ok(())
}

/// The OpenAPI document, as the server answers it.
fn openapi() -> Result<String, String> {
    let run = [
        "run",
        "--quiet",
        "--package",
        "lockstep-server",
        "--",
        "openapi",
    ];
    Ok(output(cargo(&run))?.trim_end().to_owned() + "\n")
}
