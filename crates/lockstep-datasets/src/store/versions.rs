//! The versions of datasets. Only a version in the state `ready` is read.

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{BulkTable, StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use crate::dataset::DataVersion;
use crate::schema::Schema;
pub(crate) use crate::version::VersionName;

/// Encodes the row that a sealed schema is bound to.
fn row(version: &VersionName, rows: u64) -> [u8; 32] {
    let mut row = [0; 32];
    row[..16].copy_from_slice(&version.dataset.to_bytes());
    row[16..24].copy_from_slice(&version.number.to_be_bytes());
    row[24..].copy_from_slice(&rows.to_be_bytes());
    row
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "dataset schema",
        row,
    }
}

/// Begins a version: takes the next number and adds its row in the state `receiving`. `None` if the dataset does
/// not exist or was deleted.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    dataset: &DatasetId,
) -> Result<Option<VersionName>, StoreError> {
    let user = keys.user();
    let next = tx.query_opt(
        "SELECT next_version FROM dataset WHERE user_id = ?1 AND id = ?2 AND deleted_at IS NULL",
        params![user, dataset],
        |row| Ok(row.at::<i64>(0).unwrap_or(0)),
    )?;
    let Some(next) = next else {
        return Ok(None);
    };
    // A damaged number may be one that a version has.
    let last: i64 = tx.query_one(
        "SELECT COALESCE(MAX(version), 0) FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND typeof(version) = 'integer'",
        params![user, dataset],
        |row| row.at::<i64>(0),
    )?;
    let of_entry = super::sealed::version(tx, keys, dataset)?;
    let last = last.max(of_entry.unwrap_or(NO_VERSION));
    let number = match next {
        next if next > last && next < MAX_VERSION => next,
        _ => last + 1,
    };
    let version = VersionName {
        dataset: dataset.clone(),
        number,
    };
    begin_after(tx, user, &version)?;
    receive(tx, user, &version)?;
    Ok(Some(version))
}

/// Makes the next version of a dataset the one after `version`.
pub(crate) fn begin_after(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE dataset SET next_version = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, &version.dataset, version.number + 1],
    )
    .map(drop)
}

/// Adds a version in the state `receiving`. Its dataset may not exist yet.
pub(crate) fn receive(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO dataset_version(user_id, dataset_id, version, state, changed_at, row_count, body)
         VALUES (?1, ?2, ?3, 'receiving', ?4, 0, ?5)",
        params![
            user,
            &version.dataset,
            version.number,
            tx.now(),
            &[][..] as &[u8]
        ],
    )
    .map(drop)
}

/// Notes that an upload continues; returns false if its version or its dataset was removed.
pub(crate) fn mark_in_progress(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE dataset_version SET changed_at = ?4
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'receiving' AND EXISTS (
             SELECT 1 FROM dataset WHERE user_id = ?1 AND id = ?2 AND deleted_at IS NULL)",
        params![user, &version.dataset, version.number, tx.now()],
    )?;
    Ok(changed > 0)
}

/// Notes that the data of a dataset that does not exist yet still arrive; returns false if they were removed.
pub(crate) fn touch_staged(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE dataset_version SET changed_at = ?4
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'receiving'",
        params![user, &version.dataset, version.number, tx.now()],
    )?;
    Ok(changed > 0)
}

/// Completes a version with its schema.
pub(crate) fn complete(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    (schema, rows): (&Schema, u64),
) -> Result<(), StoreError> {
    let text =
        serde_json::to_vec(schema).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let row = row(version, rows);
    let body = keys.seal(tx, None, context(&row), b"", &text)?;
    tx.execute(
        "UPDATE dataset_version SET state = 'ready', changed_at = ?4, row_count = ?5, body = ?6
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3",
        params![
            keys.user(),
            &version.dataset,
            version.number,
            tx.now(),
            rows as i64,
            &body
        ],
    )
    .map(drop)
}

/// Returns a ready version with its schema; the schema is `None` if it is damaged.
pub(crate) fn ready(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    dataset: &DatasetId,
    number: i64,
) -> Result<Option<DataVersion>, StoreError> {
    tx.query_opt(
        "SELECT row_count, body FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'ready'",
        params![keys.user(), dataset, number],
        |found| {
            let rows = found.at::<u64>(0).unwrap_or(0);
            let version = VersionName {
                dataset: dataset.clone(),
                number,
            };
            let sealed = found.at::<&[u8]>(1).unwrap_or_default();
            let opened = keys.open_own(context(&row(&version, rows)), sealed).ok();
            let schema = opened.and_then(|(plain, _)| serde_json::from_slice(&plain).ok());
            if schema.is_none() {
                keys.note_damage();
            }
            Ok(DataVersion {
                number,
                rows,
                schema,
            })
        },
    )
}

/// Whether a dataset has a ready version.
pub(crate) fn has_ready(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_version WHERE user_id = ?1 AND dataset_id = ?2 AND state = 'ready' LIMIT 1",
        params![user, dataset],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Returns the numbers of the ready versions of a dataset.
pub(crate) fn all_ready(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<Vec<i64>, StoreError> {
    tx.query(
        "SELECT version FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND state = 'ready' AND typeof(version) = 'integer'",
        params![user, dataset],
        |row| row.at(0),
    )
}

/// Returns the number of rows of a ready version.
pub(crate) fn ready_rows(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
    number: i64,
) -> Result<Option<u64>, StoreError> {
    tx.query_opt(
        "SELECT row_count FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'ready'",
        params![user, dataset, number],
        |row| Ok(row.at(0).unwrap_or(0)),
    )
}

/// Drops the versions of a dataset that nothing holds, except `current`. Their chunks are removed later, in
/// portions.
pub(crate) fn drop_unheld(
    tx: &mut Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
    current: i64,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE dataset_version SET state = 'dropped', changed_at = ?4
         WHERE user_id = ?1 AND dataset_id = ?2 AND version <> ?3 AND state = 'ready' AND NOT EXISTS (
             SELECT 1 FROM dataset_hold WHERE dataset_hold.user_id = dataset_version.user_id
                 AND dataset_hold.dataset_id = dataset_version.dataset_id
                 AND dataset_hold.version = dataset_version.version)",
        params![user, dataset, current, tx.now()],
    )
    .map(drop)
}

/// Drops versions without a hold; removes a deleted dataset whose last hold ended.
pub(crate) fn drop_released(
    tx: &mut Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<(), StoreError> {
    let found = tx.query_opt(
        "SELECT version, deleted_at IS NOT NULL FROM dataset WHERE user_id = ?1 AND id = ?2",
        params![user, dataset],
        |row| Ok((row.at::<i64>(0)?, row.at::<bool>(1)?)),
    )?;
    let is_deleted = found.is_none_or(|(_, is_deleted)| is_deleted);
    let current = found.filter(|(_, is_deleted)| !is_deleted);
    drop_unheld(
        tx,
        user,
        dataset,
        current.map_or(NO_VERSION, |(version, _)| version),
    )?;
    if is_deleted && super::holds::retentions(tx, user, dataset)?.is_empty() {
        super::remove_row(tx, user, dataset)?;
    }
    Ok(())
}

/// Drops a version that was never completed.
pub(crate) fn abandon(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE dataset_version SET state = 'dropped', changed_at = ?4
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'receiving'
             AND NOT EXISTS (SELECT 1 FROM dataset WHERE user_id = ?1 AND id = ?2 AND version = ?3)",
        params![user, &version.dataset, version.number, tx.now()],
    )
    .map(drop)
}

/// A version in a state other than `ready`.
pub(crate) struct UnfinishedVersion {
    pub(crate) user: UserId,
    pub(crate) version: VersionName,
    pub(crate) changed_at: lockstep_store::Timestamp,
}

/// Returns versions in a state other than `ready`, the oldest change first.
pub(crate) fn unfinished(
    tx: &Tx<'_>,
    state: &str,
    limit: i64,
) -> Result<Vec<UnfinishedVersion>, StoreError> {
    let name = lockstep_store::RowName {
        table: "dataset_version",
        account: Some(0),
        row: Some(1),
    };
    tx.query_skipping(
        name,
        "SELECT user_id, dataset_id, version, changed_at FROM dataset_version
         WHERE state = ?1 AND state <> 'ready' ORDER BY changed_at LIMIT ?2",
        params![state, limit],
        |row| {
            let version = VersionName {
                dataset: row.parse(1)?,
                number: row.at(2)?,
            };
            Ok(UnfinishedVersion {
                user: row.parse(0)?,
                version,
                changed_at: row.at(3)?,
            })
        },
    )
}

/// Returns the dropped versions of a dataset.
pub(crate) fn dropped_of(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<Vec<VersionName>, StoreError> {
    tx.query(
        "SELECT version FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND state = 'dropped'",
        params![user, dataset],
        |row| {
            Ok(VersionName {
                dataset: dataset.clone(),
                number: row.at(0)?,
            })
        },
    )
}

/// Whether a dataset refers to a version, or a hold keeps it. Such a version is never removed, so a row that says that it was
/// removed was tampered with.
fn is_needed(tx: &Tx<'_>, user: &UserId, version: &VersionName) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset WHERE user_id = ?1 AND id = ?2 AND version = ?3 AND deleted_at IS NULL
         UNION ALL SELECT 1 FROM dataset_hold WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 LIMIT 1",
        params![user, &version.dataset, version.number],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Makes a version that is read or held ready again if its row says that it is dropped or being received; returns
/// whether it did.
pub(crate) fn repair_state(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<bool, StoreError> {
    if version.number == NO_VERSION || !is_needed(tx, user, version)? {
        return Ok(false);
    }
    let changed = tx.execute(
        "UPDATE dataset_version SET state = 'ready'
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state IN ('dropped', 'receiving')",
        params![user, &version.dataset, version.number],
    )?;
    Ok(changed > 0)
}

/// Returns the versions of a dataset that are dropped or still being received, although the dataset refers to them or a
/// hold keeps them.
pub(crate) fn versions_in_wrong_state(
    tx: &Tx<'_>,
    user: &UserId,
    dataset: &DatasetId,
) -> Result<Vec<VersionName>, StoreError> {
    let numbers = tx.query(
        "SELECT version FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND state IN ('dropped', 'receiving')
             AND typeof(version) = 'integer'",
        params![user, dataset],
        |row| row.at::<i64>(0),
    )?;
    let mut found = Vec::new();
    for number in numbers {
        let version = VersionName {
            dataset: dataset.clone(),
            number,
        };
        if is_needed(tx, user, &version)? {
            found.push(version);
        }
    }
    Ok(found)
}

/// Removes some chunks of a dropped version, and the version after its last chunk. Returns whether chunks are left.
pub(crate) fn remove_portion(
    tx: &mut Tx<'_>,
    user: &UserId,
    version: &VersionName,
) -> Result<bool, StoreError> {
    if is_needed(tx, user, version)? {
        tracing::error!(
            account = %user, dataset = %version.dataset, version = version.number,
            "a version that is read or held was marked for removal, and is kept: `lockstep scrub` repairs its row"
        );
        return Ok(false);
    }
    let owner = params![user, &version.dataset, version.number];
    if CHUNKS.remove_portion(tx, owner)? {
        return Ok(true);
    }
    tx.execute(
        "DELETE FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'dropped'",
        params![user, &version.dataset, version.number],
    )?;
    Ok(false)
}

/// The version number of a dataset without data.
pub(crate) const NO_VERSION: i64 = 0;
/// A greater number is damaged: no dataset is uploaded so often.
const MAX_VERSION: i64 = 1 << 60;
/// The number of the first version.
pub(crate) const FIRST_VERSION: i64 = 1;
/// The chunks of a version.
const CHUNKS: BulkTable = BulkTable {
    table: "dataset_chunk",
    owned: "user_id = ?1 AND dataset_id = ?2 AND version = ?3",
    key: "col, row0",
    body: Some("body"),
};
