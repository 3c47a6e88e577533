//! The queries for erasing and administering an account.

use lockstep_store::id::UserId;
use lockstep_store::{BulkTable, StorageUsage, StoreError, Tx, params};

/// Deletes all rows of an account from the tables of the point store.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in [
        "day",
        "seg_body",
        "seg",
        "series",
        "point_number",
        "point_state",
        "profile",
        "client_block",
        "point_change",
        "zone_change",
        "damaged_chunk",
    ] {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// The tables with many or large rows. The rows of `series` are few, and a receipt of an erasure states their number.
pub(crate) const BULK: &[BulkTable] = &[
    BulkTable::of_account("day", "type, t0", None),
    BulkTable::of_account("seg_body", "id", Some("body")),
    BulkTable::of_account("seg", "series_id, t0", None),
    BulkTable::of_account("client_block", "id", Some("body")),
    BulkTable::of_account("point_change", "type, first_day, last_day", None),
    BulkTable::of_account("damaged_chunk", "body_id", None),
];

/// Returns whether there are points of a type from a device, including blocks that the client sealed.
pub fn is_there(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
) -> Result<bool, StoreError> {
    let found: i64 = tx.query_one(
        "SELECT COUNT(*) FROM (
             SELECT 1 FROM series WHERE user_id = ?1 AND type = ?2 AND device = ?3
             UNION ALL
             SELECT 1 FROM client_block WHERE user_id = ?1 AND type = ?2 AND device = ?3) AS found",
        params![user, kind, device],
        |row| row.at(0),
    )?;
    Ok(found > 0)
}

/// Returns the storage of an account's points, counted like the triggers of `account_usage`.
pub fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    let mut usage = StorageUsage {
        series: tx.query_one(
            "SELECT COUNT(*) FROM series WHERE user_id = ?1",
            params![user],
            |row| row.at(0),
        )?,
        ..StorageUsage::default()
    };
    for table in ["seg_body", "client_block"] {
        let sql = format!(
            "SELECT COUNT(*), CAST(coalesce(SUM(coalesce(length(body), 0)), 0) AS BIGINT)
             FROM {table} WHERE user_id = ?1"
        );
        let (chunks, bytes) = tx.query_one(&sql, params![user], |row| {
            Ok((row.at::<u64>(0)?, row.at::<u64>(1)?))
        })?;
        usage.chunks += chunks;
        usage.bytes += bytes;
    }
    Ok(usage)
}

/// Returns the counted number of the account's rows of series, which is at least the number of its series; `None` if the
/// account has blocks that the client sealed, or the row of its usage is missing or unreadable.
pub(crate) fn most_series(tx: &Tx<'_>, user: &UserId) -> Result<Option<u64>, StoreError> {
    let series = tx.query_opt(
        "SELECT series FROM account_usage
         WHERE user_id = ?1 AND NOT EXISTS (SELECT 1 FROM client_block WHERE user_id = ?1)",
        params![user],
        |row| Ok(row.at::<u64>(0).ok()),
    )?;
    Ok(series.flatten())
}

/// Counts the account's series.
pub fn count_series(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM (SELECT type, device FROM series WHERE user_id = ?1
             UNION SELECT type, device FROM client_block WHERE user_id = ?1) AS found",
        params![user],
        |row| row.at(0),
    )
}
