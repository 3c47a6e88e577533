//! Writes and compares the committed files that are generated.

use std::fs;

use crate::run::root;

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
