//! The pairing record of `keys.db`, which names the store of the file.

use lockstep_store::audit::checkpoint::ChainHead;
use lockstep_store::{StoreError, Timestamp, Tx, params};

use crate::store::advice::{self, with_remedy};

/// The pairing record of `keys.db`.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    pub(crate) id: [u8; 16],
    pub(crate) store: Option<[u8; 16]>,
    pub(crate) acts: i64,
    pub(crate) seen: Option<ChainHead>,
    pub(crate) clock_at: Option<Timestamp>,
    pub(crate) stage: Stage,
    /// The number of secrets that the transactions counted; `None` in a file from before that.
    pub(crate) secrets: Option<i64>,
}

/// The stage of the file's first start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The first start has not finished: no data was ever under its keys.
    First,
    /// The file is in use.
    Complete,
    /// The file is from before pairings existed, and its first start since has not finished.
    Older,
}

impl Stage {
    fn number(self) -> i64 {
        match self {
            Self::First => 0,
            Self::Complete => 1,
            Self::Older => 2,
        }
    }

    fn of(number: i64) -> Self {
        match number {
            0 => Self::First,
            2 => Self::Older,
            _ => Self::Complete,
        }
    }
}

impl Pairing {
    /// The pairing record of a file from before pairings existed.
    pub(crate) fn of_older(id: [u8; 16]) -> Self {
        Self {
            id,
            store: None,
            acts: 0,
            seen: None,
            clock_at: None,
            stage: Stage::Older,
            secrets: None,
        }
    }
}

/// Returns the pairing. The error for a damaged column names the remedy. Two columns can be replaced: an
/// unreadable time counts as absent, and an unreadable stage as that of a file in use.
pub(crate) fn pairing(tx: &Tx<'_>) -> Result<Option<Pairing>, StoreError> {
    let file = advice::place(tx);
    tx.query_opt(
        "SELECT id, store, acts, seen_seq, seen_hash, clock_at, complete, secrets FROM pairing",
        &[],
        |row| {
            let seen: (Option<i64>, Option<[u8; 32]>) = (row.at(3)?, row.at(4)?);
            Ok(Pairing {
                id: row.at(0)?,
                store: row.at(1)?,
                acts: row.at(2)?,
                seen: seen
                    .0
                    .zip(seen.1)
                    .map(|(seq, hash)| ChainHead { seq, hash }),
                clock_at: readable(row.at(5), file),
                stage: readable(row.at(6).map(Some), file).map_or(Stage::Complete, Stage::of),
                secrets: row.at(7)?,
            })
        },
    )
    .map_err(|error| with_remedy(tx, error))
}

/// Returns the value of a column that is not essential; logs a warning if it is damaged.
pub(crate) fn readable<T>(read: Result<Option<T>, StoreError>, file: &str) -> Option<T> {
    read.unwrap_or_else(|error| {
        tracing::warn!(file, %error, "a column is damaged and is taken as absent");
        None
    })
}

pub(crate) fn insert_pairing(
    tx: &mut Tx<'_>,
    id: &[u8; 16],
    stage: Stage,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO pairing(id, acts, complete, secrets)
         VALUES (?1, 0, ?2, (SELECT COUNT(*) FROM secret NOT INDEXED))",
        params![id, stage.number()],
    )
    .map(drop)
}

/// Records the store of this file, the head of the store's audit chain, and the secrets that are there.
pub(crate) fn pair(
    tx: &mut Tx<'_>,
    store: &[u8; 16],
    seen: Option<ChainHead>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE pairing SET store = ?1, secrets = (SELECT COUNT(*) FROM secret NOT INDEXED)",
        params![store],
    )?;
    see_again(tx, seen)
}

/// Records that the first start has finished.
pub(crate) fn complete(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("UPDATE pairing SET complete = 1 WHERE complete <> 1", &[])
        .map(drop)
}

/// Counts an operation on keys in its transaction; returns the count.
pub(crate) fn count_act(tx: &mut Tx<'_>) -> Result<i64, StoreError> {
    tx.query_one(
        "UPDATE pairing SET acts = acts + 1 RETURNING acts",
        &[],
        |row| row.at(0),
    )
}

/// Stores the newest committed audit entry, and the accepted time.
pub(crate) fn record_newest_entry(
    tx: &mut Tx<'_>,
    seen: Option<ChainHead>,
    clock_at: Timestamp,
) -> Result<(), StoreError> {
    tx.execute("UPDATE pairing SET clock_at = ?1", params![clock_at])?;
    see_again(tx, seen)
}

pub(crate) fn see_again(tx: &mut Tx<'_>, seen: Option<ChainHead>) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE pairing SET seen_seq = ?1, seen_hash = ?2",
        params![
            seen.map(|head| head.seq),
            seen.as_ref().map(|head| &head.hash)
        ],
    )
    .map(drop)
}

/// Counts secrets that were added, in their transaction.
pub(crate) fn count_added_secrets(tx: &mut Tx<'_>, added: usize) -> Result<(), StoreError> {
    change_count(tx, i64::try_from(added).unwrap_or(i64::MAX))
}

/// Counts secrets that were removed, in their transaction.
pub(crate) fn count_removed_secrets(tx: &mut Tx<'_>, removed: usize) -> Result<(), StoreError> {
    change_count(tx, -i64::try_from(removed).unwrap_or(i64::MAX))
}

fn change_count(tx: &mut Tx<'_>, by: i64) -> Result<(), StoreError> {
    tx.execute("UPDATE pairing SET secrets = secrets + ?1", params![by])
        .map(drop)
}

/// The number of rows of secrets, as the table has them: an index may be of another time.
pub(crate) fn secret_rows(tx: &Tx<'_>) -> Result<i64, StoreError> {
    tx.query_one("SELECT COUNT(*) FROM secret NOT INDEXED", &[], |row| {
        row.at(0)
    })
}
