//! Rows of snapshots that are being stored: their chunks are in `market_chunk`, and their token does not exist yet.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{DamagedRow, StoreError, Timestamp, Tx, params};

use super::CHUNKS_OF_TOKEN;

/// Notes that a portion of a snapshot is stored now.
pub(crate) fn mark_in_progress(
    tx: &mut Tx<'_>,
    user: &UserId,
    token: &TokenId,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_pending_snapshot(token_id, user_id, changed_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (token_id) DO UPDATE SET changed_at = excluded.changed_at",
        params![token.as_str(), user, tx.now()],
    )
    .map(drop)
}

/// Ends the storing of a snapshot; returns whether its chunks are still there.
pub(crate) fn complete(tx: &mut Tx<'_>, token: &TokenId) -> Result<bool, StoreError> {
    let ended = tx.query_opt(
        "DELETE FROM market_pending_snapshot WHERE token_id = ?1 RETURNING changed_at",
        params![token.as_str()],
        |row| row.at::<i64>(0),
    )?;
    Ok(ended.is_some_and(|at| at > 0))
}

/// Returns the snapshots whose last portion was stored before a time.
pub(crate) fn unchanged_since(tx: &Tx<'_>, limit: Timestamp) -> Result<Vec<TokenId>, StoreError> {
    // A damaged id is skipped: its chunks are removed with the account.
    let ids = tx.query(
        "SELECT token_id FROM market_pending_snapshot WHERE changed_at < ?1",
        params![limit],
        |row| Ok(row.parse(0).ok()),
    )?;
    Ok(ids.into_iter().flatten().collect())
}

/// Returns the pending snapshots of tokens that exist: rows that were put back.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let rows = "SELECT COUNT(*) FROM market_pending_snapshot";
    let rows = tx.query_one(rows, &[], |row| row.at(0))?;
    let damaged = tx.query(
        "SELECT token_id, user_id FROM market_pending_snapshot
         WHERE EXISTS (SELECT 1 FROM market_token WHERE id = token_id) ORDER BY token_id",
        &[],
        |row| {
            Ok(DamagedRow {
                table: "market_pending_snapshot",
                account: Some(row.shown(1)),
                row: row.shown(0),
                reason:
                    "the token exists, so its snapshot is not pending: the server removes the row"
                        .to_owned(),
            })
        },
    )?;
    Ok((rows, damaged))
}

/// Removes some chunks of a snapshot that is still being stored; returns whether it must be called again. A time before
/// `limit` is that of a snapshot that is no longer being stored.
pub(crate) fn abandon_portion(
    tx: &mut Tx<'_>,
    token: &TokenId,
    limit: Timestamp,
) -> Result<bool, StoreError> {
    let is_pending = tx.query_opt(
        "SELECT 1 FROM market_pending_snapshot WHERE token_id = ?1 AND changed_at <= ?2",
        params![token.as_str(), limit],
        |_| Ok(()),
    )?;
    if is_pending.is_none() {
        return Ok(false);
    }
    // A row that names a token that exists was put back: the chunks are those of the token.
    if super::tokens::exists(tx, token)? {
        tracing::error!(%token, "a row of market_pending_snapshot named a token that exists, and was removed");
        return complete(tx, token).map(|_| false);
    }
    if CHUNKS_OF_TOKEN.remove_portion(tx, params![token.as_str()])? {
        // The creation cannot continue: `complete` would find chunks missing.
        tx.execute(
            "UPDATE market_pending_snapshot SET changed_at = 0 WHERE token_id = ?1",
            params![token.as_str()],
        )?;
        return Ok(true);
    }
    complete(tx, token)?;
    Ok(false)
}
