//! The index of the audit log: counts for each block of entries, and a full-text index.
//!
//! The index is derived from the bodies. A background job adds new entries in portions, so that no
//! transaction that writes an entry pays for it. An erasure removes the account's entries. A damaged
//! index is emptied and built again.

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;
use crate::value::{Row, Value};
use crate::words;

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
            "UPDATE audit_block_actor_kind SET entries = entries - 1
             WHERE user_id = ?1 AND block = ?2 AND component = ?3 AND status = ?4",
            params![user, block, &body.component, &body.status],
        )?;
    }
    if is_rest {
        for table in ["audit_block_actor", "audit_block_actor_kind"] {
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
    for table in ["audit_block_actor", "audit_block_actor_kind"] {
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

/// The bodies of one component and status in a block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BlockKind {
    block: i64,
    component: String,
    status: String,
}

impl BlockKind {
    /// Reads block, component and status from three columns, the first of them at `column`.
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        Ok(Self {
            block: row.at(column)?,
            component: row.at(column + 1)?,
            status: row.at(column + 2)?,
        })
    }
}

/// The bodies of one account, component and status in a block.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ActorKind {
    user: String,
    kind: BlockKind,
}

/// The counts of some bodies.
#[derive(Default)]
struct Counts {
    blocks: BTreeMap<i64, Block>,
    kinds: BTreeMap<BlockKind, i64>,
    actors: BTreeMap<(String, i64), i64>,
    actor_kinds: BTreeMap<ActorKind, i64>,
}

/// The number of bodies of a block, and the first and the last of their times.
struct Block {
    entries: i64,
    first_at: Timestamp,
    last_at: Timestamp,
}

impl Counts {
    fn add(&mut self, body: &Body) {
        let block = block_of(body.seq);
        let counted = self.blocks.entry(block).or_insert(Block {
            entries: 0,
            first_at: body.at,
            last_at: body.at,
        });
        counted.entries += 1;
        counted.first_at = counted.first_at.min(body.at);
        counted.last_at = counted.last_at.max(body.at);
        let kind = BlockKind {
            block,
            component: body.component.clone(),
            status: body.status.clone(),
        };
        *self.kinds.entry(kind.clone()).or_default() += 1;
        self.actors
            .entry((body.user.clone(), block))
            .or_insert(body.seq);
        let of_actor = ActorKind {
            user: body.user.clone(),
            kind,
        };
        *self.actor_kinds.entry(of_actor).or_default() += 1;
    }

    /// Adds the counts to the stored ones.
    fn store(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        for (block, counted) in &self.blocks {
            tx.execute(
                "INSERT INTO audit_block(block, entries, first_at, last_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (block) DO UPDATE SET entries = audit_block.entries + excluded.entries,
                    first_at = MIN(audit_block.first_at, excluded.first_at),
                    last_at = MAX(audit_block.last_at, excluded.last_at)",
                params![*block, counted.entries, counted.first_at, counted.last_at],
            )?;
        }
        for (kind, entries) in &self.kinds {
            tx.execute(
                "INSERT INTO audit_block_kind(block, component, status, entries) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (block, component, status)
                    DO UPDATE SET entries = audit_block_kind.entries + excluded.entries",
                params![kind.block, &kind.component, &kind.status, *entries],
            )?;
        }
        for ((user, block), first) in &self.actors {
            tx.execute(
                "INSERT INTO audit_block_actor(user_id, block, first_seq) VALUES (?1, ?2, ?3)
                 ON CONFLICT (user_id, block) DO NOTHING",
                params![user, *block, *first],
            )?;
        }
        for (ActorKind { user, kind }, entries) in &self.actor_kinds {
            tx.execute(
                "INSERT INTO audit_block_actor_kind(user_id, block, component, status, entries)
                    VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (user_id, block, component, status)
                    DO UPDATE SET entries = audit_block_actor_kind.entries + excluded.entries",
                params![user, kind.block, &kind.component, &kind.status, *entries],
            )?;
        }
        Ok(())
    }

    /// Whether the stored counts of a block are these.
    fn agree(&self, tx: &Tx<'_>, block: i64) -> Result<bool, StoreError> {
        let entries = tx.query_opt(
            "SELECT entries, first_at, last_at FROM audit_block WHERE block = ?1",
            params![block],
            |row| {
                Ok((
                    row.at::<i64>(0)?,
                    row.at::<Timestamp>(1)?,
                    row.at::<Timestamp>(2)?,
                ))
            },
        )?;
        // An erasure leaves the times of a block wider than those of its bodies.
        let holds = match (self.blocks.get(&block), entries) {
            (None, None | Some((0, ..))) => true,
            (Some(counted), Some((entries, first, last))) => {
                entries == counted.entries && first <= counted.first_at && last >= counted.last_at
            }
            _ => false,
        };
        let kinds = tx.query(
            "SELECT block, component, status, entries FROM audit_block_kind
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| Ok((BlockKind::read(row, 0)?, row.at(3)?)),
        )?;
        let actor_kinds = tx.query(
            "SELECT user_id, block, component, status, entries FROM audit_block_actor_kind
             WHERE block = ?1 AND entries <> 0",
            params![block],
            |row| {
                let (user, kind) = (row.at(0)?, BlockKind::read(row, 1)?);
                Ok((ActorKind { user, kind }, row.at(4)?))
            },
        )?;
        let actors = tx.query(
            "SELECT user_id, block, first_seq FROM audit_block_actor WHERE block = ?1",
            params![block],
            |row| Ok(((row.at::<String>(0)?, row.at::<i64>(1)?), row.at::<i64>(2)?)),
        )?;
        let actors: BTreeMap<_, _> = actors.into_iter().collect();
        let each_actor = self
            .actors
            .iter()
            .all(|(actor, first)| actors.get(actor).is_some_and(|stored| stored <= first));
        Ok(holds
            && each_actor
            && actors.len() == self.actors.len()
            && kinds.into_iter().collect::<BTreeMap<_, _>>() == self.kinds
            && actor_kinds.into_iter().collect::<BTreeMap<_, _>>() == self.actor_kinds)
    }
}

/// The tables of the index, without the full-text index.
pub(crate) const TABLES: [&str; 5] = [
    "audit_index",
    "audit_block",
    "audit_block_kind",
    "audit_block_actor",
    "audit_block_actor_kind",
];
/// The numbers of entries in a block: a page reads at most two blocks entry by entry.
const BLOCK_ENTRIES: i64 = 8192;
/// The entries added in one transaction: others wait for it some milliseconds.
const PORTION_ENTRIES: i64 = 500;
/// The entries removed in one transaction: each overwrites its words.
const REMOVED_ENTRIES: usize = 500;
