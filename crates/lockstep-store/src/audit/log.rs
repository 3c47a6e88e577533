//! Reads pages of the audit log, newest entries first, with the help of the index.

mod by_words;

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::{Row, Value};

use super::NODE;
use super::index::{entries_of, progress};

/// A filter of audit log entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only entries of this component.
    pub component: Option<String>,
    /// Only entries with this status.
    pub status: Option<String>,
    /// Only entries of this actor: the account's id, `anonymous`, `system` or `erased`.
    pub actor: Option<String>,
    /// Only entries between these times, inclusive.
    pub range: Option<(Timestamp, Timestamp)>,
    /// Only entries with other actions than these.
    pub excluded_actions: Vec<String>,
    /// Only entries that contain all of these words.
    pub words: Vec<SearchWord>,
}

/// A word of a full-text search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchWord {
    /// The text; its parts must follow each other.
    pub text: String,
    /// Whether the last part may be longer in the entry.
    pub is_prefix: bool,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The entry's number in the chain.
    pub seq: i64,
    /// The entry's hash in the chain.
    pub hash: [u8; 32],
    /// The entry's id.
    pub id: String,
    /// The time of the entry.
    pub at: Timestamp,
    /// The actor's id.
    pub actor: String,
    /// The actor's role at that time.
    pub role: String,
    /// The action.
    pub action: String,
    /// The component.
    pub component: String,
    /// The status.
    pub status: String,
    /// A sentence for human readers.
    pub details: String,
    /// The metadata as JSON; empty without any.
    pub metadata: String,
    /// What the hash covers besides the entry's own fields.
    pub proof: EntryProof,
}

/// The parts of an entry with which its reader computes its hash again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryProof {
    /// The hash of the entry before it; zeros for the first entry.
    pub previous: [u8; 32],
    /// The salted digest of the body.
    pub digest: [u8; 32],
    /// The salt of the digest.
    pub salt: [u8; 16],
    /// The user name in the body: empty, except in entries of earlier versions.
    pub user_name: String,
}

/// A link of the chain: an entry without its body, which an erasure may have removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The entry's number in the chain.
    pub seq: i64,
    /// The time of the entry.
    pub at: Timestamp,
    /// The hash of the entry before it; zeros for the first entry.
    pub previous: [u8; 32],
    /// The salted digest of the body.
    pub digest: [u8; 32],
    /// The entry's hash.
    pub hash: [u8; 32],
}

/// Returns at most `limit` links from the entry `first` on, in order. They are returned as stored, so that their reader
/// can check them.
///
/// # Errors
/// [`StoreError`].
pub fn links(tx: &Tx<'_>, first: i64, limit: u32) -> Result<Vec<Link>, StoreError> {
    tx.query(
        "SELECT seq, at, prev, digest, hash FROM audit WHERE node = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
        params![NODE, first, limit],
        |row| {
            Ok(Link {
                seq: row.at(0)?,
                at: row.at(1).unwrap_or(Timestamp(0)),
                previous: row.at(2).unwrap_or_default(),
                digest: row.at(3).unwrap_or_default(),
                hash: row.at(4).unwrap_or_default(),
            })
        },
    )
}

/// A page of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogPage {
    /// The entries, newest first.
    pub entries: Vec<LogEntry>,
    /// The number of entries that match.
    pub total: u64,
    /// Whether more entries may match than `total`: a search for words stops counting, and on a full disk the newest
    /// entries are not indexed.
    pub has_uncounted: bool,
}

/// An entry as the channel `audit-logs` reports it: without its actor and its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// The entry's number in the chain.
    pub seq: i64,
    /// The entry's id.
    pub id: String,
    /// The time of the entry.
    pub at: Timestamp,
    /// The action.
    pub action: String,
    /// The component.
    pub component: String,
    /// The status.
    pub status: String,
}

/// Returns at most `limit` entries after the entry `seq`, in order. Entries without a body are missing.
///
/// # Errors
/// [`StoreError`].
pub fn after(tx: &Tx<'_>, seq: i64, limit: u32) -> Result<Vec<Headline>, StoreError> {
    tx.query(
        "SELECT seq, id, at, action, component, status FROM audit_body
         WHERE node = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
        params![NODE, seq, limit],
        |row| {
            let text = |column| row.at::<String>(column).unwrap_or_default();
            Ok(Headline {
                seq: row.at(0)?,
                id: text(1),
                at: row.at(2).unwrap_or(Timestamp(0)),
                action: text(3),
                component: text(4),
                status: text(5),
            })
        },
    )
}

/// An entry for a log outside of the store: without the texts that can name things of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The entry's number in the chain.
    pub seq: i64,
    /// The time of the entry.
    pub at: Timestamp,
    /// The entry's hash in the chain.
    pub hash: [u8; 32],
    /// The body; `None` if it was erased.
    pub body: Option<LineBody>,
}

/// The body of a [`LogLine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBody {
    /// The entry's id.
    pub id: String,
    /// The actor's id.
    pub actor: String,
    /// The actor's role at that time.
    pub role: String,
    /// The action.
    pub action: String,
    /// The component.
    pub component: String,
    /// The status.
    pub status: String,
}

/// Returns at most `limit` lines after the entry `seq`, in order and without gaps.
///
/// # Errors
/// [`StoreError`].
pub fn lines_after(tx: &Tx<'_>, seq: i64, limit: u32) -> Result<Vec<LogLine>, StoreError> {
    tx.query(
        "SELECT a.seq, a.at, a.hash, b.id, b.user_id, b.user_role, b.action, b.component, b.status
         FROM audit a LEFT JOIN audit_body b ON b.node = a.node AND b.seq = a.seq
         WHERE a.node = ?1 AND a.seq > ?2 ORDER BY a.seq LIMIT ?3",
        params![NODE, seq, limit],
        |row| {
            let text = |column| row.at::<String>(column).unwrap_or_default();
            let is_erased = matches!(row.at::<Option<String>>(3), Ok(None));
            Ok(LogLine {
                seq: row.at(0)?,
                at: row.at(1).unwrap_or(Timestamp(0)),
                hash: row.at(2).unwrap_or_default(),
                body: (!is_erased).then(|| LineBody {
                    id: text(3),
                    actor: text(4),
                    role: text(5),
                    action: text(6),
                    component: text(7),
                    status: text(8),
                }),
            })
        },
    )
}

/// Returns the number of the newest entry; 0 without any.
///
/// # Errors
/// [`StoreError`].
pub fn newest(tx: &Tx<'_>) -> Result<i64, StoreError> {
    let newest = tx.query_opt(
        "SELECT seq FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1",
        params![NODE],
        |row| row.at(0),
    )?;
    Ok(newest.unwrap_or(0))
}

/// The maximum number of matches of a search for words that are counted and can be paged through.
pub const MAX_MATCHES: u64 = 10_000;

/// Reads the entries of a page: `limit` of those that match, after the first `offset`.
///
/// # Errors
/// [`StoreError`]; damage means that the index must be built again.
pub fn page(tx: &Tx<'_>, filter: &Filter, offset: u64, limit: u32) -> Result<LogPage, StoreError> {
    if filter.words.is_empty() {
        by_counts(tx, filter, offset, limit)
    } else {
        by_words::page(tx, filter, offset, limit)
    }
}

/// Finds the page by the counts of the blocks: only the blocks of the page, and those that the range
/// begins or ends in, are read entry by entry.
fn by_counts(tx: &Tx<'_>, filter: &Filter, offset: u64, limit: u32) -> Result<LogPage, StoreError> {
    let indexed = progress(tx)?.indexed;
    let mut page = LogPage::default();
    let mut skip = offset;
    for block in blocks(tx, filter)? {
        let (first, last) = entries_of(block.number);
        let condition = Condition::new(filter, first, last.min(indexed));
        let entries = if block.is_whole {
            block.entries
        } else {
            condition.count(tx)?
        };
        page.total += entries;
        let wanted = u64::from(limit) - page.entries.len() as u64;
        if entries <= skip {
            skip -= entries;
        } else if wanted > 0 {
            page.entries.extend(condition.read(tx, skip, wanted)?);
            skip = 0;
        }
    }
    Ok(page)
}

/// A block that may contain matching entries.
struct Block {
    number: i64,
    entries: u64,
    /// Whether all of its entries are in the range.
    is_whole: bool,
}

/// Returns the blocks with entries that match, newest first.
fn blocks(tx: &Tx<'_>, filter: &Filter) -> Result<Vec<Block>, StoreError> {
    let mut blocks = with_every_action(tx, filter)?;
    if filter.excluded_actions.is_empty() {
        return Ok(blocks);
    }
    let excluded: BTreeMap<i64, u64> = excluded(tx, filter)?.into_iter().collect();
    for block in &mut blocks {
        let left_out = excluded.get(&block.number).copied().unwrap_or(0);
        let left = block.entries.checked_sub(left_out);
        block.entries = left.ok_or_else(below_zero)?;
    }
    blocks.retain(|block| block.entries > 0);
    Ok(blocks)
}

/// Returns the blocks with entries that match, of the excluded actions too, newest first.
fn with_every_action(tx: &Tx<'_>, filter: &Filter) -> Result<Vec<Block>, StoreError> {
    let (from, to) = filter
        .range
        .unwrap_or((Timestamp(i64::MIN), Timestamp(i64::MAX)));
    let read = |row: &Row<'_>| {
        let entries: i64 = row.at(1)?;
        Ok(Block {
            number: row.at(0)?,
            entries: u64::try_from(entries).map_err(|_| below_zero())?,
            is_whole: row.at::<Timestamp>(2)? >= from && row.at::<Timestamp>(3)? <= to,
        })
    };
    let (component, status) = (text(&filter.component), text(&filter.status));
    match &filter.actor {
        Some(actor) => tx.query(
            "SELECT b.block, SUM(k.entries), b.first_at, b.last_at
             FROM audit_block_actor_kind k JOIN audit_block b ON b.block = k.block
             WHERE k.user_id = ?1 AND b.last_at >= ?2 AND b.first_at <= ?3
                AND (CAST(?4 AS TEXT) IS NULL OR k.component = ?4) AND (CAST(?5 AS TEXT) IS NULL OR k.status = ?5)
             GROUP BY b.block HAVING SUM(k.entries) <> 0 ORDER BY b.block DESC",
            params![actor, from, to, component, status],
            read,
        ),
        None if filter.component.is_none() && filter.status.is_none() => tx.query(
            "SELECT block, entries, first_at, last_at FROM audit_block
             WHERE last_at >= ?1 AND first_at <= ?2 AND entries <> 0 ORDER BY block DESC",
            params![from, to],
            read,
        ),
        None => tx.query(
            "SELECT b.block, SUM(k.entries), b.first_at, b.last_at
             FROM audit_block b JOIN audit_block_kind k ON k.block = b.block
             WHERE b.last_at >= ?1 AND b.first_at <= ?2
                AND (CAST(?3 AS TEXT) IS NULL OR k.component = ?3) AND (CAST(?4 AS TEXT) IS NULL OR k.status = ?4)
             GROUP BY b.block HAVING SUM(k.entries) <> 0 ORDER BY b.block DESC",
            params![from, to, component, status],
            read,
        ),
    }
}

/// Returns how many entries of the excluded actions match the rest of the filter in each block.
fn excluded(tx: &Tx<'_>, filter: &Filter) -> Result<Vec<(i64, u64)>, StoreError> {
    let mut values = vec![text(&filter.component), text(&filter.status)];
    let (table, of_actor) = match &filter.actor {
        Some(actor) => {
            values.push(actor.into());
            ("audit_block_actor_action", "user_id = ?3 AND")
        }
        None => ("audit_block_action", ""),
    };
    let actions = places(&filter.excluded_actions, &mut values);
    let sql = format!(
        "SELECT block, CAST(SUM(entries) AS BIGINT) FROM {table} WHERE {of_actor} action IN ({actions})
            AND (CAST(?1 AS TEXT) IS NULL OR component = ?1) AND (CAST(?2 AS TEXT) IS NULL OR status = ?2)
         GROUP BY block"
    );
    tx.query(&sql, &values, |row| {
        let entries: i64 = row.at(1)?;
        let entries = u64::try_from(entries).map_err(|_| below_zero())?;
        Ok((row.at(0)?, entries))
    })
}

fn below_zero() -> StoreError {
    StoreError::Damaged("the index of the audit log has a count below zero".to_owned())
}

/// Adds texts to the values of a statement; returns their parameters.
fn places<'f>(texts: &'f [String], values: &mut Vec<Value<'f>>) -> String {
    let first = values.len() + 1;
    values.extend(texts.iter().map(Value::from));
    let places: Vec<String> = (first..=values.len()).map(|n| format!("?{n}")).collect();
    places.join(", ")
}

/// The statement's condition for the matching entries among some successive ones.
struct Condition<'f> {
    sql: String,
    values: Vec<Value<'f>>,
}

impl<'f> Condition<'f> {
    fn new(filter: &'f Filter, first: i64, last: i64) -> Self {
        let (from, to) = filter
            .range
            .unwrap_or((Timestamp(i64::MIN), Timestamp(i64::MAX)));
        let mut values = vec![
            Value::Text(NODE),
            first.into(),
            last.into(),
            from.into(),
            to.into(),
            text(&filter.component),
            text(&filter.status),
            text(&filter.actor),
        ];
        let mut sql = "b.node = ?1 AND b.seq BETWEEN ?2 AND ?3 AND b.at BETWEEN ?4 AND ?5
            AND (?6 IS NULL OR b.component = ?6) AND (?7 IS NULL OR b.status = ?7)
            AND (?8 IS NULL OR b.user_id = ?8)"
            .to_owned();
        if !filter.excluded_actions.is_empty() {
            let actions = places(&filter.excluded_actions, &mut values);
            sql += &format!(" AND b.action NOT IN ({actions})");
        }
        Self { sql, values }
    }

    fn count(&self, tx: &Tx<'_>) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM audit_body b WHERE {}", self.sql);
        let count: i64 = tx.query_one(&sql, &self.values, |row| row.at(0))?;
        Ok(count.unsigned_abs())
    }

    fn read(&self, tx: &Tx<'_>, skip: u64, limit: u64) -> Result<Vec<LogEntry>, StoreError> {
        let last = self.values.len();
        let sql = format!(
            "SELECT {COLUMNS} FROM audit_body b JOIN audit a ON a.node = b.node AND a.seq = b.seq
             WHERE {} ORDER BY b.seq DESC LIMIT ?{} OFFSET ?{}",
            self.sql,
            last + 1,
            last + 2
        );
        let bounds = [limit, skip].map(|number| i64::try_from(number).unwrap_or(i64::MAX).into());
        let values: Vec<Value<'_>> = self.values.iter().copied().chain(bounds).collect();
        tx.query(&sql, &values, entry)
    }
}

fn text(value: &Option<String>) -> Value<'_> {
    value.as_deref().map_or(Value::Null, Value::Text)
}

const COLUMNS: &str =
    "b.seq, a.hash, b.id, b.at, b.user_id, b.user_role, b.action, b.component, b.status,
    b.details, b.metadata, a.prev, a.digest, b.salt, b.user_name";

/// Reads an entry. `lockstep audit verify` names a changed one; here it is shown as far as it can be read.
fn entry(row: &Row<'_>) -> Result<LogEntry, StoreError> {
    let text = |column| row.at::<String>(column).unwrap_or_default();
    Ok(LogEntry {
        seq: row.at(0)?,
        hash: row.at(1).unwrap_or_default(),
        id: text(2),
        at: row.at(3).unwrap_or(Timestamp(0)),
        actor: text(4),
        role: text(5),
        action: text(6),
        component: text(7),
        status: text(8),
        details: text(9),
        metadata: row
            .at::<Option<String>>(10)
            .ok()
            .flatten()
            .unwrap_or_default(),
        proof: EntryProof {
            previous: row.at(11).unwrap_or_default(),
            digest: row.at(12).unwrap_or_default(),
            salt: row.at(13).unwrap_or_default(),
            user_name: text(14),
        },
    })
}
