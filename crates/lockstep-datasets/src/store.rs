//! The tables of this capability: entries, versions, chunks, holds. The only SQL of this crate is here and in the
//! files below `store/`.

pub(crate) mod chunks;
pub(crate) mod holds;
pub(crate) mod live;
pub(crate) mod name_pages;
pub(crate) mod scrub;
pub(crate) mod sealed;
mod search;
pub(crate) mod versions;

use lockstep_store::counted_list::{self, ListSlice, Source};
use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{BulkTable, Row, StorageUsage, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use self::live::LiveEntries;
use self::sealed::{Body, StoredEntry};
pub(crate) use self::search::{index_after, search_record};
use crate::dataset::{
    DataVersion, Dataset, DatasetSortField, EncryptionMode, EncryptionStatus, NewDataset,
};

const DATASET_COLUMNS: &str = "id, created_at, updated_at, mode, status, version, body, revision";

/// Adds a dataset without data.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
    new: &NewDataset,
) -> Result<(), StoreError> {
    live::change(tx, keys, |tx, live| insert_unindexed(tx, live, id, new))?;
    let record = search_record(id, tx.now(), (&new.name, &new.description));
    lockstep_vault::search::index(tx, keys, &[record])?;
    name_pages::insert(tx, keys, (&new.name, id))
}

/// Adds a dataset without data, and not to the index of names: the next list by name builds the index again.
pub(crate) fn insert_unindexed(
    tx: &mut Tx<'_>,
    live: &mut LiveEntries<'_>,
    id: &DatasetId,
    new: &NewDataset,
) -> Result<(), StoreError> {
    let body = Body {
        name: new.name.clone(),
        description: new.description.clone(),
        mode: new.mode.as_str().to_owned(),
        version: Some(versions::NO_VERSION),
    };
    let number = live.written(id, None);
    let body = sealed::seal(tx, live.keys(), (id, number), &body)?;
    tx.execute(
        "INSERT INTO dataset(user_id, id, created_at, updated_at, mode, status, version, next_version, body, revision)
         VALUES (?1, ?2, ?3, ?3, ?4, ?5, 0, 1, ?6, ?7)",
        params![
            live.keys().user(),
            id,
            tx.now(),
            new.mode.as_str(),
            new.mode.first_status().as_str(),
            &body,
            number
        ],
    )?;
    Ok(())
}

/// Reads a row; of a damaged row, the fields that are readable.
fn dataset(row: &Row<'_>, keys: &AccountKeys) -> Result<(Dataset, i64), StoreError> {
    let id: Result<DatasetId, _> = row.parse(0);
    let mode = row.at::<&str>(3).ok().and_then(|text| text.parse().ok());
    let status = row.at::<&str>(4).ok().and_then(|text| text.parse().ok());
    let is_named = id.is_ok();
    let id = id.unwrap_or_else(|_| DatasetId::from_bytes([0; 16]));
    let bytes = row.at::<&[u8]>(6).unwrap_or_default();
    let body = row
        .at(7)
        .ok()
        .and_then(|number| sealed::open(keys, (&id, number), bytes));
    let version = row.at(5).unwrap_or(UNREADABLE_VERSION);
    let is_version_right = body
        .as_ref()
        .is_none_or(|body| body.version.is_none_or(|sealed| sealed == version));
    if !is_version_right {
        keys.note_damage();
    }
    let is_whole = body
        .as_ref()
        .is_some_and(|body| mode.is_some_and(|mode: EncryptionMode| mode.as_str() == body.mode));
    if !is_whole {
        keys.note_damage();
    }
    let is_damaged = !is_whole || status.is_none() || !is_named;
    let (name, description) = body.map_or_else(Default::default, |it| (it.name, it.description));
    let dataset = Dataset {
        id,
        name,
        description,
        created_at: row.at(1).unwrap_or(Timestamp(0)),
        updated_at: row.at(2).unwrap_or(Timestamp(0)),
        mode: mode.unwrap_or(EncryptionMode::None),
        status: status.unwrap_or(EncryptionStatus::Failed),
        data: None,
        is_damaged,
    };
    // A version other than the sealed one is never read.
    let version = if is_version_right {
        version
    } else {
        UNREADABLE_VERSION
    };
    Ok((dataset, version))
}

/// Returns a dataset that is not deleted, with its schema.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
) -> Result<Option<Dataset>, StoreError> {
    let found = tx.query_opt(
        &format!(
            "SELECT {DATASET_COLUMNS} FROM dataset WHERE user_id = ?1 AND id = ?2 AND deleted_at IS NULL"
        ),
        params![keys.user(), id],
        |row| dataset(row, keys),
    )?;
    let Some((mut dataset, version)) = found else {
        return Ok(None);
    };
    dataset.data = versions::ready(tx, keys, id, version)?;
    // A dataset that has no data never had any, and one that has data has them in a ready version.
    let is_missing = dataset.data.is_none()
        && (version != versions::NO_VERSION || versions::has_ready(tx, keys.user(), id)?);
    if is_missing {
        keys.note_damage();
        dataset.data = Some(DataVersion {
            number: version,
            rows: 0,
            schema: None,
        });
    }
    Ok(Some(dataset))
}

/// Returns the mode of a dataset, also of a deleted one.
pub(crate) fn mode(
    tx: &Tx<'_>,
    user: &UserId,
    id: &DatasetId,
) -> Result<Option<EncryptionMode>, StoreError> {
    tx.query_opt(
        "SELECT mode FROM dataset WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |row| {
            let mode = row.at::<&str>(0)?.parse();
            mode.map_err(|()| row.wrong(0, "an encryption mode"))
        },
    )
}

/// Returns a page of the datasets, without their schemas.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (sort, is_ascending): (DatasetSortField, bool),
    (offset, limit): (i64, u32),
) -> Result<Vec<Dataset>, StoreError> {
    if sort == DatasetSortField::Name {
        return page_by_name(tx, keys, is_ascending, (offset, limit));
    }
    let slice = ListSlice {
        offset: offset.unsigned_abs(),
        limit,
        is_ascending,
    };
    let user = keys.user();
    let ids = match sort {
        DatasetSortField::EncryptionStatus => ids_by_status(tx, user, slice)?,
        DatasetSortField::CreatedAt | DatasetSortField::Name => {
            counted_list::ids(tx, &format!("dataset:{user}"), slice)?
        }
    };
    by_ids(tx, keys, &ids)
}

/// Returns the ids of a part of the datasets by status, then by time.
fn ids_by_status(tx: &Tx<'_>, user: &UserId, slice: ListSlice) -> Result<Vec<String>, StoreError> {
    let mut lists = counted_list::totals(tx, &format!("dataset:{user}:"))?;
    if !slice.is_ascending {
        lists.reverse();
    }
    let (mut ids, mut skipped) = (Vec::new(), slice.offset);
    for (list, total) in lists {
        let missing = slice.limit.saturating_sub(ids.len() as u32);
        if missing == 0 {
            break;
        }
        let part = ListSlice {
            offset: skipped.min(total),
            limit: missing,
            ..slice
        };
        skipped -= part.offset;
        if part.offset < total {
            ids.extend(counted_list::ids(tx, &list, part)?);
        }
    }
    Ok(ids)
}

/// Returns the datasets with these ids, in their order.
fn by_ids(tx: &Tx<'_>, keys: &AccountKeys, ids: &[String]) -> Result<Vec<Dataset>, StoreError> {
    let mut page = Vec::with_capacity(ids.len());
    for id in ids {
        page.extend(tx.query_opt(
            &format!("SELECT {DATASET_COLUMNS} FROM dataset WHERE user_id = ?1 AND id = ?2"),
            params![keys.user(), id],
            |row| dataset(row, keys),
        )?);
    }
    with_rows(tx, keys.user(), page)
}

/// Returns a page in the order of the names. If the index of names is not whole, each name of the account is opened.
fn page_by_name(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    is_ascending: bool,
    (offset, limit): (i64, u32),
) -> Result<Vec<Dataset>, StoreError> {
    let total = count(tx, keys.user())?;
    let slice = name_pages::NameSlice {
        offset: offset.unsigned_abs(),
        limit,
        total,
    };
    let ids = match name_pages::ids(tx, keys, is_ascending, slice)? {
        Some(ids) => ids,
        None => {
            let mut all = folded_names(tx, keys)?;
            all.sort_unstable();
            if !is_ascending {
                all.reverse();
            }
            let offset = usize::try_from(offset).unwrap_or(usize::MAX);
            let page = all.into_iter().skip(offset).take(limit as usize);
            page.map(|(_, id)| id).collect()
        }
    };
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    by_ids(tx, keys, &ids)
}

/// Whether the index of names has every dataset of an account.
pub(crate) fn is_name_index_whole(tx: &Tx<'_>, keys: &AccountKeys) -> Result<bool, StoreError> {
    let total = count(tx, keys.user())?;
    let first = name_pages::NameSlice {
        offset: 0,
        limit: 1,
        total,
    };
    let ids = name_pages::ids(tx, keys, true, first)?;
    Ok(ids.is_some())
}

/// Builds the index of names of an account again.
pub(crate) fn rebuild_name_index(tx: &mut Tx<'_>, keys: &AccountKeys) -> Result<(), StoreError> {
    let names = folded_names(tx, keys)?;
    name_pages::rebuild(tx, keys, names)
}

/// Returns the folded names of the datasets of an account, with their ids.
fn folded_names(tx: &Tx<'_>, keys: &AccountKeys) -> Result<Vec<(String, DatasetId)>, StoreError> {
    tx.query(
        "SELECT id, body, revision FROM dataset WHERE user_id = ?1 AND deleted_at IS NULL",
        params![keys.user()],
        |row| {
            let id: DatasetId = row
                .parse(0)
                .unwrap_or_else(|_| DatasetId::from_bytes([0; 16]));
            let bytes = row.at::<&[u8]>(1).unwrap_or_default();
            let body = row
                .at(2)
                .ok()
                .and_then(|number| sealed::open(keys, (&id, number), bytes));
            let name = body.map_or_else(String::new, |body| body.name);
            Ok((name_pages::fold(&name), id))
        },
    )
}

/// Adds the number of rows of their versions to entries.
fn with_rows(
    tx: &Tx<'_>,
    user: &UserId,
    found: Vec<(Dataset, i64)>,
) -> Result<Vec<Dataset>, StoreError> {
    let mut all = Vec::with_capacity(found.len());
    for (mut dataset, version) in found {
        let rows = versions::ready_rows(tx, user, &dataset.id, version)?;
        dataset.data = rows.map(|rows| DataVersion {
            number: version,
            rows,
            schema: None,
        });
        all.push(dataset);
    }
    Ok(all)
}

/// Returns the number of datasets of an account that are not deleted.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    counted_list::total(tx, &format!("dataset:{user}"))
}

/// Sets the status and the version of a dataset, and the time of its change.
pub(crate) fn activate(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
    (version, status): (i64, EncryptionStatus),
) -> Result<(), StoreError> {
    let Some(StoredEntry { number, body }) = sealed::of_dataset(tx, keys, id)? else {
        return Ok(());
    };
    let user = keys.user();
    let Some(mut body) = body else {
        // A damaged entry takes no new data: only its status can change.
        return tx
            .execute(
                "UPDATE dataset SET status = ?3, updated_at = ?4 WHERE user_id = ?1 AND id = ?2",
                params![user, id, status.as_str(), tx.now()],
            )
            .map(drop);
    };
    body.version = Some(version);
    live::change(tx, keys, |tx, live| {
        let number = live.written(id, number);
        let body = sealed::seal(tx, keys, (id, number), &body)?;
        tx.execute(
            "UPDATE dataset SET version = ?3, status = ?4, updated_at = ?5, body = ?6, revision = ?7
             WHERE user_id = ?1 AND id = ?2",
            params![user, id, version, status.as_str(), tx.now(), &body, number],
        )
        .map(drop)
    })
}

/// Returns datasets whose encryption is pending, the oldest change first.
pub(crate) fn pending(tx: &Tx<'_>, limit: i64) -> Result<Vec<(UserId, DatasetId)>, StoreError> {
    tx.query_skipping(
        NAMED,
        "SELECT user_id, id FROM dataset WHERE status = 'pending' AND deleted_at IS NULL
         ORDER BY updated_at LIMIT ?1",
        params![limit],
        |row| Ok((row.parse(0)?, row.parse(1)?)),
    )
}

/// Returns datasets whose encryption failed. They are chosen at random, so that none that fails again keeps others from
/// their turn.
pub(crate) fn failed(tx: &Tx<'_>, limit: i64) -> Result<Vec<(UserId, DatasetId)>, StoreError> {
    tx.query_skipping(
        NAMED,
        "SELECT user_id, id FROM dataset WHERE status = 'failed' AND deleted_at IS NULL
         ORDER BY random() LIMIT ?1",
        params![limit],
        |row| Ok((row.parse(0)?, row.parse(1)?)),
    )
}

/// The columns of a statement that returns owners and ids of datasets.
const NAMED: lockstep_store::RowName = lockstep_store::RowName {
    table: "dataset",
    account: Some(0),
    row: Some(1),
};

/// Removes the row of a dataset, or hides it if `is_held`. Its name is removed from the index by the caller.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
    is_held: bool,
) -> Result<(), StoreError> {
    let Some(StoredEntry { number, .. }) = sealed::of_dataset(tx, keys, id)? else {
        return Ok(());
    };
    search::remove(tx, keys, id)?;
    live::change(tx, keys, |tx, live| {
        live.removed(id, number);
        match is_held {
            true => tx
                .execute(
                    "UPDATE dataset SET deleted_at = ?3 WHERE user_id = ?1 AND id = ?2",
                    params![keys.user(), id, tx.now()],
                )
                .map(drop),
            false => remove_row(tx, keys.user(), id),
        }
    })
}

/// Removes the row of a dataset that is hidden or never was visible.
pub(crate) fn remove_row(tx: &mut Tx<'_>, user: &UserId, id: &DatasetId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM dataset WHERE user_id = ?1 AND id = ?2",
        params![user, id],
    )
    .map(drop)
}

/// Removes every row of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in TABLES {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// Counts what an account stores, as the triggers of `account_usage` do.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    let counted = COUNTED.map(|table| lockstep_store::CountedColumns {
        table,
        columns: &["body"],
    });
    let mut usage = StorageUsage::of_columns(tx, user, &counted)?;
    usage.chunks = tx.query_one(
        "SELECT COUNT(*) FROM dataset_chunk WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )?;
    Ok(usage)
}

/// Stands for a number of a version that cannot be read: no version has it.
const UNREADABLE_VERSION: i64 = -1;
/// The tables, in the order in which an account's rows are removed.
const TABLES: &[&str] = &[
    "dataset_chunk",
    "dataset_version",
    "dataset_hold",
    "dataset_name_page",
    "dataset_state",
    "dataset",
];
/// The chunks of an account.
pub(crate) const CHUNKS: &[BulkTable] = &[BulkTable::of_account(
    "dataset_chunk",
    "dataset_id, version, col, row0",
    Some("body"),
)];
/// The tables with many or large rows.
pub(crate) const BULK: &[BulkTable] = &[
    CHUNKS[0],
    BulkTable::of_account("dataset_version", "dataset_id, version", Some("body")),
    BulkTable::of_account("dataset_name_page", "position", Some("body")),
    BulkTable::of_account("dataset", "id", Some("body")),
];
/// The tables whose column `body` counts for the quota.
const COUNTED: [&str; 4] = [
    "dataset",
    "dataset_version",
    "dataset_chunk",
    "dataset_name_page",
];

/// The lists of datasets by time and status.
pub(crate) const LISTS: Source = Source {
    prefix: "dataset:",
    entries: "SELECT 'dataset:' || user_id AS list, id FROM dataset WHERE deleted_at IS NULL
        UNION ALL SELECT 'dataset:' || user_id || ':' || status, id FROM dataset WHERE deleted_at IS NULL",
};
