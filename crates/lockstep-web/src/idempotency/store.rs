//! The kept outcomes.

use super::{StoreError, Timestamp, Tx, UserId, params};

type Found = Option<([u8; 32], String)>;

pub(super) fn find(
    tx: &Tx<'_>,
    user: &UserId,
    route: &str,
    key: &str,
    since: Timestamp,
) -> Result<Found, StoreError> {
    tx.query_opt(
        "SELECT body, outcome FROM idempotency
         WHERE user_id = ?1 AND route = ?2 AND idempotency_key = ?3 AND at >= ?4",
        params![user, route, key, since],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

pub(super) fn keep(
    tx: &mut Tx<'_>,
    user: &UserId,
    route: &str,
    key: &str,
    body: &[u8; 32],
    outcome: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO idempotency(user_id, route, idempotency_key, at, body, outcome)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, route, idempotency_key)
         DO UPDATE SET at = excluded.at, body = excluded.body, outcome = excluded.outcome",
        params![user, route, key, tx.now(), body, outcome],
    )?;
    Ok(())
}

pub(super) fn forget(tx: &mut Tx<'_>, before: Timestamp) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM idempotency WHERE at < ?1", params![before])
}

pub(super) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM idempotency WHERE user_id = ?1", params![user])?;
    Ok(())
}
