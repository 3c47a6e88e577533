//! The keys, which move with the tables.

use lockstep_config::{Config, StoreLocation};
use lockstep_store::copy::{Changes, CopyReport};
use lockstep_vault::root::{CHECK, KEYS, KEYS_MOVED};
use lockstep_vault::{KeyPaths, VaultError, relocation};

use super::ensure_absent;
use crate::data::DataDir;

/// Returns the paths of the keys, with the schema that belongs to this place of the tables.
pub(super) fn paths(
    config: &Config,
    data: &DataDir,
    place: &StoreLocation,
) -> Result<KeyPaths, String> {
    let paths = config.keys_at(data.path());
    let Some(url) = &place.postgres else {
        return Ok(paths);
    };
    let schema = url.schema_of_keys().map_err(|error| error.to_string())?;
    Ok(paths.on_server(schema))
}

/// Refuses to move tables whose keys are neither in `keys.db` nor on PostgreSQL since an earlier run, since nothing sealed
/// could be read there; and to overwrite the keys of an earlier move.
pub(super) fn ensure_movable(paths: &KeyPaths) -> Result<(), String> {
    if paths.has_file() {
        // They may be the only copy of keys that were lost on PostgreSQL since.
        return ensure_absent(&paths.data.join(KEYS_MOVED));
    }
    match paths.has_check() {
        true => Ok(()),
        false => Err(format!(
            "{} has no keys.db beside lockstep.db: put keys.db and keys.check back, nothing was changed",
            paths.data.display()
        )),
    }
}

/// Whether the keys are in `keys.db` and not yet given up on PostgreSQL: a move to files may have been interrupted after all
/// files got their names.
pub(super) fn are_in_both_places(paths: &KeyPaths) -> bool {
    paths.has_file() && paths.has_check()
}

/// Copies the keys to PostgreSQL if they are in `keys.db`, and compares them.
pub(super) async fn to_server(paths: &KeyPaths) -> Result<Option<CopyReport>, String> {
    if !paths.has_file() {
        return Ok(None);
    }
    blocking(paths, |paths| relocation::copy_to_server(paths).map(Some)).await
}

/// Refuses keys that cannot be read after a move into files, since their record is missing; and to put them beside the
/// write-ahead log of a `keys.db` that was moved away: the engine would apply that log to them.
pub(super) fn ensure_returnable(paths: &KeyPaths) -> Result<(), String> {
    if paths.has_file() {
        // A move was interrupted, and this file is compared.
        return Ok(());
    }
    if !paths.has_check() {
        return Err(format!(
            "{} has no {CHECK}: keys.secrets must name the folder that all nodes of the installation use, nothing was \
             changed",
            paths.secrets.display()
        ));
    }
    ensure_absent(&paths.data.join(KEYS))
}

/// Copies the keys on PostgreSQL into a file beside `keys.db`, and compares them.
pub(super) async fn to_file(paths: &KeyPaths) -> Result<Option<CopyReport>, String> {
    blocking(paths, relocation::copy_to_file).await
}

/// Runs a check that precedes all copies.
pub(super) async fn check(
    paths: &KeyPaths,
    check: fn(&KeyPaths) -> Result<(), VaultError>,
) -> Result<(), String> {
    blocking(paths, check).await
}

async fn blocking<T: Send + 'static>(
    paths: &KeyPaths,
    job: impl FnOnce(&KeyPaths) -> Result<T, VaultError> + Send + 'static,
) -> Result<T, String> {
    let paths = paths.clone();
    let working = tokio::task::spawn_blocking(move || job(&paths));
    let done = working.await.map_err(|error| error.to_string())?;
    done.map_err(|error| format!("the keys were not moved, and stay as they are: {error}"))
}

/// Adds the tables of the keys to those of the store. The keys have no audit chain.
pub(super) fn sum(store: CopyReport, keys: Option<CopyReport>) -> CopyReport {
    let keys = keys.unwrap_or_default();
    CopyReport {
        tables: store.tables + keys.tables,
        rows: store.rows + keys.rows,
        changes: Changes {
            copied: store.changes.copied + keys.changes.copied,
            removed: store.changes.removed + keys.changes.removed,
        },
        discarded: store.discarded.or(keys.discarded),
        ..store
    }
}
