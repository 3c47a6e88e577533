//! The SQL of ceremonies.

use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_web::{Page, Paging};

/// A verification key whose ceremony an administrator knows.
#[derive(Clone, Debug)]
pub(crate) struct Ceremony {
    pub(crate) digest: [u8; 32],
    pub(crate) name: String,
    pub(crate) created_at: Timestamp,
}

fn ceremony(row: &Row<'_>) -> Result<Ceremony, StoreError> {
    Ok(Ceremony {
        digest: row.at(0)?,
        name: row.at(1)?,
        created_at: row.at(2)?,
    })
}

/// Pins a digest, or renames a pinned digest.
pub(crate) fn keep(tx: &mut Tx<'_>, digest: &[u8; 32], name: &str) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO ceremony(digest, name, created_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (digest) DO UPDATE SET name = excluded.name",
        params![digest, name, tx.now()],
    )
    .map(drop)
}

pub(crate) fn by_digest(tx: &Tx<'_>, digest: &[u8; 32]) -> Result<Option<Ceremony>, StoreError> {
    tx.query_opt(
        "SELECT digest, name, created_at FROM ceremony WHERE digest = ?1",
        params![digest],
        ceremony,
    )
}

/// `false` where it was not pinned.
pub(crate) fn forget(tx: &mut Tx<'_>, digest: &[u8; 32]) -> Result<bool, StoreError> {
    let removed = tx.execute("DELETE FROM ceremony WHERE digest = ?1", params![digest])?;
    Ok(removed == 1)
}

/// A page of the ceremonies, in the order of their digests.
pub(crate) fn page(tx: &Tx<'_>, paging: Paging) -> Result<Page<Ceremony>, StoreError> {
    let total = tx.query_one("SELECT COUNT(*) FROM ceremony", &[], |row| row.at(0))?;
    let entries = tx.query(
        "SELECT digest, name, created_at FROM ceremony ORDER BY digest LIMIT ?1 OFFSET ?2",
        params![paging.limit, paging.offset()],
        ceremony,
    )?;
    Ok(Page { entries, total })
}
