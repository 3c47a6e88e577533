//! The digests of keys that were destroyed.

use lockstep_store::{StoreError, Timestamp, Tx, params};

pub(crate) fn was_destroyed(tx: &Tx<'_>, digest: &[u8; 32]) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM destroyed WHERE digest = ?1",
        params![digest],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

pub(crate) fn insert_destroyed(tx: &mut Tx<'_>, digest: &[u8; 32]) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO destroyed(digest, at) VALUES (?1, ?2) ON CONFLICT (digest) DO NOTHING",
        params![digest, tx.now()],
    )
    .map(drop)
}

pub(crate) fn forget_destroyed(tx: &mut Tx<'_>, before: Timestamp) -> Result<(), StoreError> {
    tx.execute("DELETE FROM destroyed WHERE at < ?1", params![before])
        .map(drop)
}
