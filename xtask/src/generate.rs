//! `cargo xtask gen`: writes the committed files that are generated from code.

use crate::generated_file::put;
use crate::run::{cargo, output};
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
