//! The index of the audit log: counts for each block of entries, and a full-text index.
//!
//! The index is derived from the bodies. A background job adds new entries in portions, so that no
//! transaction that writes an entry pays for it. An erasure removes the account's entries. A damaged
//! index is emptied and built again.

mod counts;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;
use crate::value::{Row, Value};
use crate::words;

use self::counts::Counts;
use super::NODE;

/// The full-text index.
pub(crate) const WORDS: &str = "audit_text";
/// The columns of the full-text index.
const WORD_COLUMNS: &[&str] = &[
    "actor",
    "action",
    "component",
    "status",
    "details",
    "metadata",
];

/// Returns the number of the block that contains an entry.
pub(super) fn block_of(seq: i64) -> i64 {
    (seq - 1).div_euclid(BLOCK_ENTRIES)
}

/// Returns the first and the last number that a block may contain.
pub(super) fn entries_of(block: i64) -> (i64, i64) {
    let first = block * BLOCK_ENTRIES + 1;
    (first, first + BLOCK_ENTRIES - 1)
}

/// The number of the last entry that the index contains, and of the last entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The last entry of the index; 0 for an empty index.
    pub indexed: i64,
    /// The last entry of the log; 0 for an empty log.
    pub last: i64,
}

impl Progress {
    /// Returns the number of entries that are not indexed yet.
    #[must_use]
    pub fn missing(self) -> i64 {
        (self.last - self.indexed).max(0)
    }
}

/// Reads how far the index is.
///
/// # Errors
/// [`StoreError::Damaged`] without the row of the index, which [`reset`] writes again.
pub fn progress(tx: &Tx<'_>) -> Result<Progress, StoreError> {
    let indexed = tx.query_opt("SELECT seq FROM audit_index WHERE id = 1", &[], |row| {
        row.at::<i64>(0)
    })?;
    let indexed =
        indexed.ok_or_else(|| StoreError::Damaged("the index of the audit log".into()))?;
    let last = tx.query_opt(
        "SELECT seq FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1",
        params![NODE],
        |row| row.at::<i64>(0),
    )?;
    Ok(Progress {
        indexed,
        last: last.unwrap_or(0),
    })
}

/// Whether the index has every entry up to a time that is over: on a replica it may be older than the log. Entries that were
/// written while the clock was set back do not count. An entry may have a time that is [`DISORDER_MS`] before those of entries with
/// smaller numbers.
///
/// # Errors
/// [`StoreError::Damaged`] as [`progress`].
pub fn covers(tx: &Tx<'_>, end: Timestamp) -> Result<bool, StoreError> {
    let progress = progress(tx)?;
    if progress.missing() == 0 {
        return Ok(true);
    }
    let newest = tx.query_opt(
        "SELECT at FROM audit WHERE node = ?1 AND seq = ?2",
        params![NODE, progress.indexed],
        |row| row.at::<Timestamp>(0),
    )?;
    Ok(newest.is_some_and(|newest| newest.0.saturating_sub(DISORDER_MS) > end.0))
}

/// Adds the next entries to the index, at most [`PORTION_ENTRIES`]; returns how far the index then is.
///
/// # Errors
/// [`StoreError`].
pub fn extend(tx: &mut Tx<'_>) -> Result<Progress, StoreError> {
    let Progress { indexed, last } = progress(tx)?;
    let to = last.min(indexed + PORTION_ENTRIES);
    let bodies = bodies(tx, "seq > ?2 AND seq <= ?3", params![NODE, indexed, to])?;
    let mut counts = Counts::default();
    for body in &bodies {
        tx.execute(
            "INSERT INTO audit_text(rowid, actor, action, component, status, details, metadata)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            &body.values(),
        )?;
        counts.add(body);
    }
    counts.store(tx)?;
    tx.execute("UPDATE audit_index SET seq = ?1 WHERE id = 1", params![to])?;
    Ok(Progress { indexed: to, last })
}

/// Removes at most [`REMOVED_ENTRIES`] entries of an actor from the index; returns whether more may follow.
/// The bodies must still exist.
///
/// # Errors
/// [`StoreError`].
pub fn remove_portion(tx: &mut Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT block, first_seq FROM audit_block_actor WHERE user_id = ?1 ORDER BY block LIMIT 1",
        params![user],
        |row| Ok((row.at::<i64>(0)?, row.at::<i64>(1)?)),
    )?;
    let Some((block, first)) = found else {
        return no_other_form(tx, user).map(|()| false);
    };
    let last = entries_of(block).1.min(progress(tx)?.indexed);
    // One more, which tells whether the block has a rest.
    let mut removed = first_bodies(
        tx,
        "user_id = ?2 AND seq >= ?3 AND seq <= ?4",
        params![NODE, user, first, last],
        REMOVED_ENTRIES + 1,
    )?;
    let is_rest = removed.len() <= REMOVED_ENTRIES;
    removed.truncate(REMOVED_ENTRIES);
    for body in &removed {
        words::remove(tx, WORDS, WORD_COLUMNS, &body.values())?;
        tx.execute(
            "UPDATE audit_block SET entries = entries - 1 WHERE block = ?1",
            params![block],
        )?;
        tx.execute(
            "UPDATE audit_block_kind SET entries = entries - 1
             WHERE block = ?1 AND component = ?2 AND status = ?3",
            params![block, &body.component, &body.status],
        )?;
        tx.execute(
            "UPDATE audit_block_action SET entries = entries - 1
             WHERE action = ?1 AND block = ?2 AND component = ?3 AND status = ?4",
            params![&body.action, block, &body.component, &body.status],
        )?;
        tx.execute(
            "UPDATE audit_block_actor_kind SET entries = entries - 1
             WHERE user_id = ?1 AND block = ?2 AND component = ?3 AND status = ?4",
            params![user, block, &body.component, &body.status],
        )?;
        tx.execute(
            "UPDATE audit_block_actor_action SET entries = entries - 1
             WHERE user_id = ?1 AND block = ?2 AND action = ?3 AND component = ?4 AND status = ?5",
            params![user, block, &body.action, &body.component, &body.status],
        )?;
    }
    if is_rest {
        for table in ACTOR_TABLES {
            tx.execute(
                &format!("DELETE FROM {table} WHERE user_id = ?1 AND block = ?2"),
                params![user, block],
            )?;
        }
    } else if let Some(last) = removed.last() {
        tx.execute(
            "UPDATE audit_block_actor SET first_seq = ?3 WHERE user_id = ?1 AND block = ?2",
            params![user, block, last.seq + 1],
        )?;
    }
    Ok(true)
}

/// Refuses rows that name the actor as bytes: their entries cannot be found, so the index must be built again.
fn no_other_form(tx: &Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in ACTOR_TABLES {
        let found = tx.query_opt(
            &format!("SELECT 1 FROM {table} WHERE user_id = CAST(?1 AS BLOB) LIMIT 1"),
            params![user],
            |_| Ok(()),
        )?;
        if found.is_some() {
            return Err(StoreError::Damaged("the index of the audit log".into()));
        }
    }
    Ok(())
}

/// Removes an actor from the index, in the transaction that removes the bodies. Empties a damaged index.
pub(super) fn remove(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    loop {
        match remove_portion(tx, user) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) if error.is_damage() => return reset(tx),
            Err(error) => return Err(error),
        }
    }
}

/// Empties the index; [`extend`] builds it again.
///
/// # Errors
/// [`StoreError`].
pub fn reset(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    words::clear(tx, WORDS)?;
    for table in TABLES {
        tx.execute(&format!("DELETE FROM {table}"), &[])?;
    }
    tx.execute("INSERT INTO audit_index(id, seq) VALUES (1, 0)", &[])?;
    Ok(())
}

/// Compares the counts of a block with its bodies; returns whether they agree, and the next block.
///
/// # Errors
/// [`StoreError`].
pub fn check(tx: &Tx<'_>, block: i64) -> Result<(bool, Option<i64>), StoreError> {
    let indexed = match progress(tx) {
        Err(error) if error.is_damage() => return Ok((false, None)),
        progress => progress?.indexed,
    };
    let (first, last) = entries_of(block);
    let mut counts = Counts::default();
    for body in bodies(
        tx,
        "seq >= ?2 AND seq <= ?3",
        params![NODE, first, last.min(indexed)],
    )? {
        counts.add(&body);
    }
    let agrees = match counts.agree(tx, block) {
        Err(error) if error.is_damage() => false,
        agrees => agrees?,
    };
    Ok((agrees, (last < indexed).then_some(block + 1)))
}

/// The indexed columns of a body.
struct Body {
    seq: i64,
    at: Timestamp,
    user: String,
    action: String,
    component: String,
    status: String,
    details: String,
    metadata: String,
}

impl Body {
    /// Reads a row of [`bodies`]. A column that is not text has no words.
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        let text = |column| row.at::<String>(column).unwrap_or_default();
        Ok(Self {
            seq: row.at(0)?,
            at: row.at(1).unwrap_or(Timestamp(0)),
            user: text(2),
            action: text(3),
            component: text(4),
            status: text(5),
            details: text(6),
            metadata: row
                .at::<Option<String>>(7)
                .ok()
                .flatten()
                .unwrap_or_default(),
        })
    }

    /// Returns the number and the columns of the full-text index.
    fn values(&self) -> [Value<'_>; 7] {
        [
            self.seq.into(),
            (&self.user).into(),
            (&self.action).into(),
            (&self.component).into(),
            (&self.status).into(),
            (&self.details).into(),
            (&self.metadata).into(),
        ]
    }
}

/// Reads bodies in the order of their numbers; `?1` of the condition is the node.
fn bodies(
    tx: &Tx<'_>,
    condition: &str,
    values: &[crate::value::Value<'_>],
) -> Result<Vec<Body>, StoreError> {
    first_bodies(tx, condition, values, usize::MAX >> 1)
}

/// Reads the first bodies in the order of their numbers, at most `most`.
fn first_bodies(
    tx: &Tx<'_>,
    condition: &str,
    values: &[crate::value::Value<'_>],
    most: usize,
) -> Result<Vec<Body>, StoreError> {
    tx.query(
        &format!(
            "SELECT seq, at, user_id, action, component, status, details, metadata FROM audit_body
             WHERE node = ?1 AND {condition} ORDER BY seq LIMIT {most}"
        ),
        values,
        Body::read,
    )
}

/// The tables of the index, without the full-text index.
pub(crate) const TABLES: [&str; 7] = [
    "audit_index",
    "audit_block",
    "audit_block_kind",
    "audit_block_action",
    "audit_block_actor",
    "audit_block_actor_kind",
    "audit_block_actor_action",
];
/// The tables of it that name actors.
const ACTOR_TABLES: [&str; 3] = [
    "audit_block_actor",
    "audit_block_actor_kind",
    "audit_block_actor_action",
];
/// The numbers of entries in a block: a page reads at most two blocks entry by entry.
const BLOCK_ENTRIES: i64 = 8192;
/// The entries added in one transaction: others wait for it some milliseconds.
const PORTION_ENTRIES: i64 = 500;
/// The longest time from the begin of a transaction, which its entries have, to its end: it may wait for the database, while others
/// end.
pub const DISORDER_MS: i64 = 120_000;
/// The entries removed in one transaction: each overwrites its words and changes six rows.
const REMOVED_ENTRIES: usize = 340;
