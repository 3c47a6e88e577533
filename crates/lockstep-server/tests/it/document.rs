//! The committed OpenAPI document is what the binary writes.

use std::path::Path;
use std::process::Command;

#[test]
fn the_committed_document_is_what_the_binary_writes() {
    let written = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .arg("openapi")
        .output()
        .unwrap();
    assert!(written.status.success());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api/openapi.json");
    let committed = std::fs::read_to_string(file).unwrap();
    let written = String::from_utf8(written.stdout).unwrap();
    let differs = committed
        .lines()
        .zip(written.lines())
        .position(|(committed, written)| committed != written);
    assert!(
        committed.trim_end() == written.trim_end(),
        "docs/api/openapi.json differs from line {}: run `cargo xtask gen`",
        differs.map_or(committed.lines().count(), |line| line + 1)
    );
}
