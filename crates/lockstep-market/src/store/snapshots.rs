//! Rows of snapshots that are being stored: their chunks are in `market_chunk`, and their token does not exist yet.

use lockstep_store::id::{TokenId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};

/// Notes that a portion of a snapshot is stored now.
pub(crate) fn touch(tx: &mut Tx<'_>, user: &UserId, token: &TokenId) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO market_pending_snapshot(token_id, user_id, changed_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (token_id) DO UPDATE SET changed_at = excluded.changed_at",
        params![token.as_str(), user, tx.now()],
    )
    .map(drop)
}

/// Ends the storing of a snapshot; returns whether its chunks are still there.
pub(crate) fn complete(tx: &mut Tx<'_>, token: &TokenId) -> Result<bool, StoreError> {
    let ended = tx.execute(
        "DELETE FROM market_pending_snapshot WHERE token_id = ?1",
        params![token.as_str()],
    )?;
    Ok(ended == 1)
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

/// Removes the chunks of a snapshot that is still being stored.
pub(crate) fn abandon(tx: &mut Tx<'_>, token: &TokenId) -> Result<(), StoreError> {
    if complete(tx, token)? {
        tx.execute(
            "DELETE FROM market_chunk WHERE token_id = ?1",
            params![token.as_str()],
        )?;
    }
    Ok(())
}
