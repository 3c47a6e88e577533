//! The tables of this capability: insights as they were answered, activities, and imports. Points, derived
//! values of days and the profile's row are stored by `lockstep-points`.

pub(crate) mod activity;
pub(crate) mod imported;
pub(crate) mod stored_insights;

use lockstep_store::id::UserId;
use lockstep_store::{BulkTable, CountedColumns, StorageUsage, StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Deletes all rows of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    forget(tx, user).map(drop)
}

/// Deletes the insights, activities and imports of an account; returns the number of insights.
pub(crate) fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    let mut insights = 0;
    for table in TABLES {
        let deleted = tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
        if *table == "told_insight" {
            insights = deleted;
        }
    }
    Ok(insights)
}

/// Returns the bytes of an account's rows, as the triggers of `account_usage` count them.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, COUNTED_COLUMNS)
}

/// Returns the stored id of the first account after this one that has any rows; a damaged id is
/// returned unchanged.
pub(crate) fn account_after(tx: &Tx<'_>, after: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let mut first: Option<Vec<u8>> = None;
    for table in TABLES {
        // Only texts: bytes sort after every text.
        let found = tx.query_opt(
            &format!(
                "SELECT CAST(user_id AS BLOB) FROM {table}
                 WHERE user_id > CAST(?1 AS TEXT) AND user_id < x'' ORDER BY user_id LIMIT 1"
            ),
            params![after],
            |row| row.at::<Vec<u8>>(0),
        )?;
        first = match (first, found) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
    Ok(first)
}

/// The number of rows of a table with an account that is not a text.
pub(crate) struct RowsWithoutAccount {
    pub(crate) table: &'static str,
    /// The account as the database shows it.
    pub(crate) account: String,
    pub(crate) rows: u64,
}

/// Returns the rows whose account is not a text, by table and account.
/// [`account_after`] passes them over.
pub(crate) fn without_account(tx: &Tx<'_>) -> Result<Vec<RowsWithoutAccount>, StoreError> {
    let mut all = Vec::new();
    for table in TABLES {
        all.extend(tx.query(
            &format!(
                "SELECT user_id, COUNT(*) FROM {table} WHERE user_id < '' OR user_id >= x''
                 GROUP BY user_id LIMIT {MAX_NAMED}"
            ),
            &[],
            |row| {
                Ok(RowsWithoutAccount {
                    table,
                    account: row.shown(0),
                    rows: row.at::<u64>(1)?,
                })
            },
        )?);
    }
    Ok(all)
}

/// Seals a value as JSON under the account's own key.
fn sealed_json(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    value: &impl Serialize,
) -> Result<Vec<u8>, StoreError> {
    let text = serde_json::to_vec(value).map_err(|error| StoreError::Damaged(error.to_string()))?;
    account_keys.seal(tx, None, context, b"", &text)
}

/// Opens a value of [`sealed_json`]; `None` if it is damaged.
fn opened_json<T: DeserializeOwned>(
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Option<T> {
    let (plain, _) = account_keys.open_own(context, sealed).ok()?;
    serde_json::from_slice(&plain.into_bytes()).ok()
}

/// The tables, each with a column `user_id`.
const TABLES: &[&str] = &["told_insight", "activity", "import_record", "import_batch"];
/// The tables with many or large rows.
pub(crate) const BULK: &[BulkTable] = &[
    BulkTable::of_account("activity", "id", Some("body")),
    BulkTable::of_account("import_batch", "import_id, number", Some("body")),
];
/// The columns whose bytes count for the account's quota. No trigger counts rows of insights: they are
/// deleted after some minutes.
const COUNTED_COLUMNS: &[CountedColumns] = &[
    CountedColumns {
        table: "activity",
        columns: &["body"],
    },
    CountedColumns {
        table: "import_record",
        columns: &["body"],
    },
    CountedColumns {
        table: "import_batch",
        columns: &["body"],
    },
];
/// The maximum number of accounts of a table that [`without_account`] names.
const MAX_NAMED: u32 = 100;
