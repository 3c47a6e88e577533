//! Recovery from a first start that was interrupted before it wrote its key-check record.

use std::sync::Arc;

use lockstep_store::db::Options;
use lockstep_store::{Clock, Db, Entropy, StoreError};

use super::{MIGRATIONS, epochs};
use crate::root::{KEYS, KeyPaths, VaultError};
use crate::store::keys as rows;

/// Prepares a first start, before `keys.db` is created: removes what an interrupted one left, and refuses the
/// epoch keys of another installation.
pub(super) async fn prepare(
    paths: &KeyPaths,
    clock: &Arc<dyn Clock>,
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    if paths.keys().exists() {
        forget(paths, clock, entropy).await?;
    }
    paths.expect_no_epochs()
}

/// Removes the files of an interrupted first start, the epochs' file before `keys.db`: no data can be under
/// their keys. Keeps a file of another installation.
async fn forget(
    paths: &KeyPaths,
    clock: &Arc<dyn Clock>,
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let options = Options {
        file: paths.keys(),
        postgres: None,
        readers: 1,
        clock: Arc::clone(clock),
        entropy: Arc::clone(entropy),
    };
    let db = Db::open(options, MIGRATIONS)?;
    let (vault, used, pairing) = db
        .read::<_, StoreError, _>("keys.first.left", |tx| {
            Ok((rows::vault(tx)?, rows::is_used(tx)?, rows::pairing(tx)?))
        })
        .await?;
    db.close().await;
    if used {
        return Err(VaultError::Torn(format!(
            "{} holds accounts' keys, and {} is missing beside it: put it back from the backup",
            paths.keys().display(),
            paths.check().display(),
        )));
    }
    // Without the record of an interrupted first start, these are the keys of an installation in use, at
    // least its attestation key.
    if vault.is_some() && pairing.is_none_or(|pairing| pairing.stage != rows::Stage::First) {
        return Err(VaultError::Torn(format!(
            "{} is missing beside {}, whose first start ended: put it back from the backup, or move \
             keys.db away to begin again",
            paths.check().display(),
            paths.keys().display(),
        )));
    }
    let path = paths.epochs();
    let left = match std::fs::read(&path) {
        Ok(left) => left,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(VaultError::File { path, source }),
    };
    if vault.is_some_and(|vault| epochs::is_of(&left, &vault)) {
        std::fs::remove_file(&path).map_err(|source| VaultError::File { path, source })?;
    }
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(paths.data.join(format!("{KEYS}{end}")));
    }
    Ok(())
}
