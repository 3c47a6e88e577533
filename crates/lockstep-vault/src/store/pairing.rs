//! The store's half of its pairing with `keys.db`: the table `key_pairing`.

use lockstep_store::audit::checkpoint::{self, ChainHead};
use lockstep_store::{StoreError, Timestamp, Tx, params};

use crate::store;

/// The pairing state of the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoreSide {
    /// The identity of the store; `None` before the first pairing.
    pub(crate) id: Option<[u8; 16]>,
    /// The `keys.db` that the store belongs to.
    pub(crate) keys: Option<[u8; 16]>,
    /// The newest number of operations on keys that the store received.
    pub(crate) acts: i64,
    /// Whether the store names an installation: then it was used.
    pub(crate) named: bool,
    /// The newest entry of the store's audit chain.
    pub(crate) head: Option<ChainHead>,
    /// Whether the store's audit chain holds the entry that `keys.db` received.
    pub(crate) holds_seen: bool,
}

/// The pairing as the store records it; `seen` is the audit entry that `keys.db` has recorded.
pub(crate) fn side(tx: &Tx<'_>, seen: Option<ChainHead>) -> Result<StoreSide, StoreError> {
    let row = tx.query_opt("SELECT id, keys, acts FROM key_pairing", &[], |row| {
        Ok((row.at(0)?, row.at(1)?, row.at(2)?))
    });
    let row = row.map_err(|error| with_remedy(tx, error))?;
    let (id, keys, acts) = match row {
        Some((id, keys, acts)) => (Some(id), keys, acts),
        None => (None, None, 0),
    };
    let holds_seen = match &seen {
        Some(seen) => checkpoint::is_in_chain(tx, seen)?,
        None => true,
    };
    Ok(StoreSide {
        id,
        keys,
        acts,
        named: store::vault(tx)?.is_some(),
        head: checkpoint::head(tx)?,
        holds_seen,
    })
}

/// Adds the remedy to the error for a damaged row of the pairing: without the row, no keys can be matched
/// to the store.
fn with_remedy(tx: &Tx<'_>, error: StoreError) -> StoreError {
    if !error.is_damage() {
        return error;
    }
    StoreError::Damaged(match tx.is_embedded() {
        true => format!(
            "lockstep.db: {error}. Nothing was changed. Put lockstep.db back from the newest backup, or \
             restore into a fresh directory (`lockstep backup restore FOLDER`)"
        ),
        false => format!(
            "the schema of store.url: {error}. Nothing was changed. Restore the schema from the newest backup \
             of the database"
        ),
    })
}

/// Returns the latest trusted time in the store. An unreadable time counts as absent, since `keys.db` has
/// it too.
pub(crate) fn clock_at(tx: &Tx<'_>) -> Result<Option<Timestamp>, StoreError> {
    let at = tx.query_opt("SELECT clock_at FROM key_pairing", &[], |row| {
        Ok(store::keys::readable(
            row.at::<Option<Timestamp>>(0),
            "lockstep.db",
        ))
    })?;
    Ok(at.flatten())
}

/// Returns the store's identity; creates it if the store has none.
pub(crate) fn identify(tx: &mut Tx<'_>, new: &[u8; 16]) -> Result<[u8; 16], StoreError> {
    let id = tx.query_opt("SELECT id FROM key_pairing", &[], |row| row.at(0))?;
    if let Some(id) = id {
        return Ok(id);
    }
    tx.execute(
        "INSERT INTO key_pairing(id, acts) VALUES (?1, 0)",
        params![new],
    )?;
    Ok(*new)
}

/// Records that the store belongs to this `keys.db`, and the number of acts of `keys.db`.
pub(crate) fn pair(tx: &mut Tx<'_>, keys: &[u8; 16], acts: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE key_pairing SET keys = ?1, acts = ?2",
        params![keys, acts],
    )
    .map(drop)
}

/// Records the number of acts on keys that are on disk in `keys.db`.
pub(crate) fn record_acts(tx: &mut Tx<'_>, acts: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE key_pairing SET acts = ?1 WHERE acts < ?1",
        params![acts],
    )
    .map(drop)
}

/// Stores the latest trusted time.
pub(crate) fn keep_clock(tx: &mut Tx<'_>, at: Timestamp) -> Result<(), StoreError> {
    tx.execute("UPDATE key_pairing SET clock_at = ?1", params![at])
        .map(drop)
}
