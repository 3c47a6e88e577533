//! Stores the outcomes of requests with an idempotency key.

use super::{KeyedDigest, Request, StoreError, Timestamp, Tx, UserId, params};

type FoundOutcome = Option<(KeyedDigest, String)>;

pub(super) fn find(
    tx: &Tx<'_>,
    user: &UserId,
    name: &KeyedDigest,
) -> Result<FoundOutcome, StoreError> {
    tx.query_opt(
        "SELECT body, outcome FROM idempotency WHERE user_id = ?1 AND name = ?2",
        params![user, name],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

pub(super) fn keep(
    tx: &mut Tx<'_>,
    user: &UserId,
    request: &Request,
    outcome: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO idempotency(user_id, name, at, body, outcome) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (user_id, name)
         DO UPDATE SET at = excluded.at, body = excluded.body, outcome = excluded.outcome",
        params![user, &request.name, tx.now(), &request.body, outcome],
    )?;
    Ok(())
}

pub(super) fn forget(tx: &mut Tx<'_>, before: Timestamp) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM idempotency WHERE at < ?1", params![before])
}

pub(super) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    let sql = "DELETE FROM idempotency WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)";
    tx.execute(sql, params![user])?;
    Ok(())
}
