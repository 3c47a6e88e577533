//! The check that the folder of secrets is that of the installation whose keys are on PostgreSQL.

use data_encoding::HEXLOWER;

use super::{Check, KeyPaths, VaultError, stored_check};
use crate::store::keys::INSTALLATION;

/// Refuses a folder of secrets that has no record of the root key, or that of another installation than the schema of the keys:
/// this node could not take over. Takes no lock and changes nothing. A schema whose first start has not ended passes. Blocks.
///
/// # Errors
/// [`VaultError::Torn`], with the action to take; [`VaultError::Store`] if the database cannot be reached.
pub fn expect_shared_secrets(paths: &KeyPaths) -> Result<(), VaultError> {
    let Some(url) = &paths.server else {
        return Ok(());
    };
    match url.first_text(INSTALLATION)? {
        Some(installation) => expect_installation(paths, &installation),
        None => Ok(()),
    }
}

/// Refuses if the record does not name this installation.
fn expect_installation(paths: &KeyPaths, installation: &str) -> Result<(), VaultError> {
    let check = stored_check(paths)?;
    let found = check.as_ref().and_then(Check::vault);
    let problem = match found {
        Some(found) if HEXLOWER.encode(&found) == installation => return Ok(()),
        Some(_) => "is of another installation than",
        None => "is missing, and there are keys in",
    };
    Err(VaultError::Torn(format!(
        "keys.secrets: {} {problem} {}. Nothing was changed. Mount the folder of secrets that all nodes of the installation \
         use, and name it in keys.secrets, or correct store.url",
        paths.check().display(),
        paths.keys_place()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_has_the_record_of_the_installation() {
        let folder = tempfile::tempdir().unwrap();
        let url = "postgres://me@127.0.0.1:1/d".parse().unwrap();
        let paths = KeyPaths::usual(folder.path()).on_server(url);
        let own = "01".repeat(16);
        let refusal = || {
            let refused = expect_installation(&paths, &own);
            refused.unwrap_err().to_string()
        };
        let missing = refusal();
        assert!(missing.contains("keys.check is missing"), "{missing}");
        std::fs::create_dir(&paths.secrets).unwrap();
        assert_eq!(refusal(), missing);
        let store = |vault: &str| {
            let record = serde_json::json!({ "vault": vault, "check": "03".repeat(32) });
            std::fs::write(paths.check(), record.to_string()).unwrap();
        };
        store(&"02".repeat(16));
        let other = refusal();
        assert!(other.contains("of another installation"), "{other}");
        store(&own);
        expect_installation(&paths, &own).unwrap();
    }
}
