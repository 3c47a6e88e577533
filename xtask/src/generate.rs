//! `cargo xtask gen`: writes the committed files that are generated from code.

use std::fs;

use crate::run::{cargo, output, root};
use crate::{clients, examples};

/// Writes the files; with `--check` fails if a file differs from its generated text. The examples
/// come first, because the document holds them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let check = match words {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("usage: cargo xtask gen [--check]".to_owned()),
    };
    let document = serde_json::from_str(&openapi()?).map_err(|error| error.to_string())?;
    put(examples::FILE, &examples::text(&document, check)?, check)?;
    put("docs/api/openapi.json", &openapi()?, check)?;
    clients::generate(check)?;
    println!("gen: all other files are up to date");
    Ok(())
}

/// Writes a file, or with `check` compares it.
pub(crate) fn put(path: &str, text: &str, check: bool) -> Result<(), String> {
    let file = root().join(path);
    if fs::read_to_string(&file).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if check {
        return Err(format!(
            "{path} differs from the generated text: run `cargo xtask gen`"
        ));
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{path}: {error}"))?;
    }
    fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
    println!("gen: wrote {path}");
    Ok(())
}

/// Returns the OpenAPI document, as the server serves it.
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
