//! Recovery from a first start that was interrupted before it wrote its key-check record.

use std::sync::Arc;

use lockstep_store::{Clock, Db, Entropy, StoreError};

use super::{MIGRATIONS, epochs};
use crate::root::{KEYS, KeyPaths, VaultError};
use crate::store::keys as rows;

/// Prepares a first start, before the wrapped keys are created: removes what an interrupted one left, and refuses the
/// epoch keys of another installation.
pub(super) async fn prepare(
    paths: &KeyPaths,
    clock: &Arc<dyn Clock>,
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let is_there = match paths.server {
        // Also an empty file.
        None => paths.keys().exists(),
        Some(_) => paths.has_keys()?,
    };
    if is_there {
        forget(paths, clock, entropy).await?;
    }
    paths.expect_no_epochs()
}

/// Removes what an interrupted first start left, the epochs' file before the wrapped keys: no data can be under
/// their keys. Keeps a file of another installation.
async fn forget(
    paths: &KeyPaths,
    clock: &Arc<dyn Clock>,
    entropy: &Arc<dyn Entropy>,
) -> Result<(), VaultError> {
    let db = Db::open(paths.options(1, clock, entropy), MIGRATIONS)?;
    let forgotten = forget_in(&db, paths).await;
    db.close().await;
    forgotten?;
    if paths.server.is_none() {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(paths.data.join(format!("{KEYS}{end}")));
        }
    }
    Ok(())
}

/// Refuses keys of an installation in use. Removes the epochs' file of an interrupted first start, and then the rows of
/// a schema.
async fn forget_in(db: &Db, paths: &KeyPaths) -> Result<(), VaultError> {
    let (vault, used, pairing) = db
        .read::<_, StoreError, _>("keys.first.left", |tx| {
            Ok((rows::vault(tx)?, rows::is_used(tx)?, rows::pairing(tx)?))
        })
        .await?;
    let (keys, check) = (paths.keys_place(), paths.check());
    let check = check.display();
    if used {
        return Err(VaultError::Torn(format!(
            "{keys} holds accounts' keys, and {check} is missing{}",
            match paths.server {
                None => " beside it: put it back from the backup",
                Some(_) =>
                    ": keys.secrets must name the folder that all nodes of the installation use, with its files",
            }
        )));
    }
    // Without the record of an interrupted first start, these are the keys of an installation in use, at
    // least its attestation key.
    if vault.is_some() && pairing.is_none_or(|pairing| pairing.stage != rows::Stage::First) {
        return Err(VaultError::Torn(match paths.server {
            None => format!(
                "{check} is missing beside {keys}, whose first start ended: put it back from the backup, or move \
                 keys.db away to begin again"
            ),
            Some(_) => format!(
                "{check} is missing, and {keys} is of an installation whose first start ended: keys.secrets must name \
                 the folder that all nodes of the installation use, with its files. To begin again, remove the schema"
            ),
        }));
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
    if paths.server.is_some() {
        db.write("keys.first.forget", rows::forget_first_start)
            .await?;
    }
    Ok(())
}
