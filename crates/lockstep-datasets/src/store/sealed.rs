//! The sealed part of an entry: its name and description, bound to its id, number, mode and version.

use lockstep_store::id::DatasetId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use serde::{Deserialize, Serialize};

/// The sealed part of an entry. It repeats mode and version, so that a changed column is noticed.
#[derive(Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) mode: String,
    /// The version of the data that reads return; `None` in entries of earlier versions of the server.
    #[serde(default)]
    pub(super) version: Option<i64>,
}

/// Encodes the row that a sealed entry is bound to: its id, and its number if it has one.
fn row_of(id: &DatasetId, number: i64) -> Vec<u8> {
    let mut row = id.to_bytes().to_vec();
    if number != UNNUMBERED {
        row.extend_from_slice(&number.to_be_bytes());
    }
    row
}

/// Seals an entry under its id and number.
pub(super) fn seal(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (id, number): (&DatasetId, i64),
    body: &Body,
) -> Result<Vec<u8>, StoreError> {
    let plain = serde_json::to_vec(body).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let row = row_of(id, number);
    keys.seal(tx, None, context(&row), b"", &plain)
}

/// Opens the sealed part of an entry; `None` if it does not open.
pub(super) fn open(
    keys: &AccountKeys,
    (id, number): (&DatasetId, i64),
    sealed: &[u8],
) -> Option<Body> {
    let row = row_of(id, number);
    let (plain, _) = keys.open_own(context(&row), sealed).ok()?;
    serde_json::from_slice(&plain).ok()
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "dataset",
        row,
    }
}

/// An entry as it is stored.
pub(super) struct StoredEntry {
    /// Its number; `None` if it cannot be read.
    pub number: Option<i64>,
    /// Its sealed part; `None` if it does not open.
    pub body: Option<Body>,
}

/// Returns a dataset that is not deleted.
pub(super) fn of_dataset(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
) -> Result<Option<StoredEntry>, StoreError> {
    tx.query_opt(
        "SELECT revision, body FROM dataset WHERE user_id = ?1 AND id = ?2 AND deleted_at IS NULL",
        params![keys.user(), id],
        |row| {
            let number = row.at(0).ok();
            let sealed = row.at::<&[u8]>(1).unwrap_or_default();
            let body = number.and_then(|number| open(keys, (id, number), sealed));
            Ok(StoredEntry { number, body })
        },
    )
}

/// Returns the version of a dataset that its sealed part names, if it opens: the row's columns may name
/// an older version.
pub(super) fn version(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DatasetId,
) -> Result<Option<i64>, StoreError> {
    let body = of_dataset(tx, keys, id)?.and_then(|entry| entry.body);
    Ok(body.and_then(|body| body.version))
}

/// The number of an entry that was sealed before entries had numbers.
const UNNUMBERED: i64 = 0;
