//! Datasets in the search index of their account.

use lockstep_store::id::DatasetId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::search::{self, SearchRecord};

use super::{DATASET_COLUMNS, dataset};

/// The record of a dataset in the search index.
pub(crate) fn search_record(
    id: &DatasetId,
    created_at: Timestamp,
    (name, description): (&str, &str),
) -> SearchRecord {
    SearchRecord {
        kind: SEARCH_KIND,
        id: id.to_string(),
        time: Some(created_at),
        title: name.to_owned(),
        notes: description.to_owned(),
        links: Vec::new(),
    }
}

/// Adds the datasets after an id to the search index, at most `limit`; returns the last one if there are more.
pub(crate) fn index_after(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    after: &str,
    limit: i64,
) -> Result<Option<String>, StoreError> {
    let found = tx.query(
        &format!(
            "SELECT {DATASET_COLUMNS} FROM dataset WHERE user_id = ?1 AND id > ?2 AND deleted_at IS NULL
             ORDER BY id LIMIT ?3"
        ),
        params![keys.user(), after, limit],
        |row| Ok((row.at::<String>(0)?, dataset(row, keys)?.0)),
    )?;
    let readable = found.iter().filter(|(_, dataset)| !dataset.is_damaged);
    let records: Vec<_> = readable
        .map(|(_, it)| search_record(&it.id, it.created_at, (&it.name, &it.description)))
        .collect();
    search::index(tx, keys, &records)?;
    let is_more = found.len() as u64 == limit.unsigned_abs();
    Ok(found
        .into_iter()
        .last()
        .map(|(id, _)| id)
        .filter(|_| is_more))
}

/// Removes a dataset from the search index.
pub(super) fn remove(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
) -> Result<(), StoreError> {
    search::unindex(tx, keys, SEARCH_KIND, [id.as_str()])
}

/// The kind of datasets in the search index.
const SEARCH_KIND: &str = "dataset";
