//! The tables of this capability: insights as they were answered. Points, derived values of days and the
//! profile's row are stored by `lockstep-points`.

pub(crate) mod told;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};

/// Deletes all rows of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    forget(tx, user).map(drop)
}

/// Deletes the insights of an account; returns their number.
pub(crate) fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    tx.execute(
        // The bytes of the id may be stored as another type.
        "DELETE FROM told_insight WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )
}

/// Returns the stored id of the first account after this one that has any rows; a damaged id is
/// returned unchanged.
pub(crate) fn account_after(tx: &Tx<'_>, after: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    // Only texts: bytes sort after every text.
    tx.query_opt(
        "SELECT CAST(user_id AS BLOB) FROM told_insight
         WHERE user_id > CAST(?1 AS TEXT) AND user_id < x'' ORDER BY user_id LIMIT 1",
        params![after],
        |row| row.at(0),
    )
}

/// Returns the accounts of rows whose account is not a text, with the number of their rows:
/// [`account_after`] passes them over.
pub(crate) fn without_account(tx: &Tx<'_>) -> Result<Vec<(String, u64)>, StoreError> {
    tx.query(
        &format!(
            "SELECT user_id, COUNT(*) FROM told_insight WHERE user_id < '' OR user_id >= x''
             GROUP BY user_id LIMIT {MAX_NAMED}"
        ),
        &[],
        |row| Ok((row.shown(0), row.at::<u64>(1)?)),
    )
}

/// The most accounts that [`without_account`] names.
const MAX_NAMED: u32 = 100;
