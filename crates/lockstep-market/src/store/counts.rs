//! The numbers of an account's rows.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};

/// Returns the number of an account's rows in a table with an index on `user_id`.
pub(crate) fn rows(tx: &Tx<'_>, user: &UserId, table: &'static str) -> Result<u64, StoreError> {
    tx.query_one(
        &format!("SELECT COUNT(*) FROM {table} WHERE user_id = ?1"),
        params![user],
        |row| row.at(0),
    )
}
