//! The SQL that finds keys whose period has ended.

use lockstep_store::{StoreError, Timestamp, Tx, params};

use super::{COLUMNS, readable};
use crate::key::KeyRecord;

/// The times of expiry and of creation by which the period of a key has ended.
#[derive(Clone, Copy)]
pub(crate) struct PeriodEnd {
    /// The latest expiry of a key whose period has ended.
    pub(crate) expiry: Timestamp,
    /// The latest creation of such a key: the rotation period may have been reduced since. The period of each older key has
    /// ended.
    pub(crate) creation: Timestamp,
}

/// Keys whose period has ended.
pub(crate) fn due(tx: &Tx<'_>, end: PeriodEnd) -> Result<Vec<KeyRecord>, StoreError> {
    readable(
        tx,
        &format!(
            "SELECT {COLUMNS} FROM encryption_key
             WHERE status IN ('active', 'pending', 'rotated') AND (expires_at <= ?1 OR created_at <= ?2) LIMIT 1000"
        ),
        params![end.expiry, end.creation],
    )
}

/// Counts the current keys whose period has ended, and which were not rotated.
pub(crate) fn count_overdue(tx: &Tx<'_>, end: PeriodEnd) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM encryption_key
         WHERE status IN ('active', 'pending', 'expired') AND (expires_at <= ?1 OR created_at <= ?2) AND current = 1",
        params![end.expiry, end.creation],
        |row| row.at(0),
    )
}
