//! The folder in which the tests of each client leave values that those of all other clients accept: keys, envelopes, signatures,
//! proofs and ciphertexts.

use std::fs;
use std::path::PathBuf;

use crate::run::root;

/// The variable that names the folder for the tests.
pub(super) const VARIABLE: &str = "LOCKSTEP_EXCHANGE";

pub(super) fn folder() -> PathBuf {
    root().join("target/clients/exchange")
}

/// Empties the folder: values of an earlier run say nothing about this one.
pub(super) fn clear() -> Result<(), String> {
    let folder = folder();
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)
}

/// Whether the tests of a client left their values. They do not without tools, or without the library of area F.
pub(super) fn has_values(client: &str) -> bool {
    folder().join(format!("{client}.json")).exists()
}
