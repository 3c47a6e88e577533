//! The committed seeds of the fuzz target, replayed; inputs that the fuzzer found are committed with them.

#[path = "../../../fuzz/bodies/vault_document.rs"]
mod vault_document;

use std::path::Path;

#[test]
fn documents() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/vault_document");
    let mut holding = Vec::new();
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        if vault_document::run(&std::fs::read(&path).unwrap()) {
            holding.push(path.file_name().unwrap().to_owned());
        }
    }
    holding.sort();
    assert_eq!(
        holding,
        ["checkpoint", "claim-1", "claim-2", "claim-3", "receipt"]
    );
}
