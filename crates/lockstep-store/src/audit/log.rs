//! Reads pages of the audit log, newest entries first, with the help of the index.

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::{Row, Value};
use crate::words::{WordMatch, WordSearch};

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
        by_words(tx, filter, offset, limit)
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
    let (from, to) = filter
        .range
        .unwrap_or((Timestamp(i64::MIN), Timestamp(i64::MAX)));
    let read = |row: &Row<'_>| {
        let entries: i64 = row.at(1)?;
        Ok(Block {
            number: row.at(0)?,
            entries: u64::try_from(entries).map_err(|_| {
                StoreError::Damaged("the index of the audit log has a count below zero".to_owned())
            })?,
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

/// The statement's condition for the matching entries among some successive ones.
struct Condition<'f> {
    values: [Value<'f>; 8],
}

impl<'f> Condition<'f> {
    const SQL: &'static str = "b.node = ?1 AND b.seq BETWEEN ?2 AND ?3 AND b.at BETWEEN ?4 AND ?5
        AND (?6 IS NULL OR b.component = ?6) AND (?7 IS NULL OR b.status = ?7)
        AND (?8 IS NULL OR b.user_id = ?8)";

    fn new(filter: &'f Filter, first: i64, last: i64) -> Self {
        let (from, to) = filter
            .range
            .unwrap_or((Timestamp(i64::MIN), Timestamp(i64::MAX)));
        Self {
            values: [
                Value::Text(NODE),
                first.into(),
                last.into(),
                from.into(),
                to.into(),
                text(&filter.component),
                text(&filter.status),
                text(&filter.actor),
            ],
        }
    }

    fn count(&self, tx: &Tx<'_>) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM audit_body b WHERE {}", Self::SQL);
        let count: i64 = tx.query_one(&sql, &self.values, |row| row.at(0))?;
        Ok(count.unsigned_abs())
    }

    fn read(&self, tx: &Tx<'_>, skip: u64, limit: u64) -> Result<Vec<LogEntry>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM audit_body b JOIN audit a ON a.node = b.node AND a.seq = b.seq
             WHERE {} ORDER BY b.seq DESC LIMIT ?9 OFFSET ?10",
            Self::SQL
        );
        let bounds = [limit, skip].map(|number| i64::try_from(number).unwrap_or(i64::MAX).into());
        let values: Vec<Value<'_>> = self.values.iter().copied().chain(bounds).collect();
        tx.query(&sql, &values, entry)
    }
}

/// Finds the page by the full-text index, and counts at most [`MAX_MATCHES`] entries.
fn by_words(tx: &Tx<'_>, filter: &Filter, offset: u64, limit: u32) -> Result<LogPage, StoreError> {
    let (first, last) = match filter.range {
        None => (1, i64::MAX),
        Some(range) => match within(tx, range)? {
            None => return Ok(LogPage::default()),
            Some(numbers) => numbers,
        },
    };
    let search = WordSearch {
        table: "audit_text",
        matches: &matches(filter),
        range: Some((first, last)),
    };
    let mut found = search.numbers(tx, MAX_MATCHES as i64 + 1, 0)?;
    let has_uncounted = found.len() as u64 > MAX_MATCHES;
    found.truncate(MAX_MATCHES as usize);
    let total = found.len() as u64;
    let skip = usize::try_from(offset).unwrap_or(usize::MAX);
    let mut entries = Vec::new();
    for seq in found.into_iter().skip(skip).take(limit as usize) {
        entries.extend(tx.query_opt(
            &format!(
                "SELECT {COLUMNS} FROM audit_body b JOIN audit a ON a.node = b.node AND a.seq = b.seq
                 WHERE b.node = ?1 AND b.seq = ?2"
            ),
            params![NODE, seq],
            entry,
        )?);
    }
    Ok(LogPage {
        entries,
        total,
        has_uncounted,
    })
}

/// Returns the first and the last number of the entries in a range of times. The times ascend with the
/// numbers, except where the clock was set back: the first and the last entry decide there.
fn within(tx: &Tx<'_>, range: (Timestamp, Timestamp)) -> Result<Option<(i64, i64)>, StoreError> {
    let indexed = progress(tx)?.indexed;
    let unnamed = Filter {
        range: Some(range),
        ..Filter::default()
    };
    let blocks = blocks(tx, &unnamed)?;
    let ends = |block: &Block| {
        let (first, last) = entries_of(block.number);
        if block.is_whole {
            return Ok(Some((first, last)));
        }
        let condition = Condition::new(&unnamed, first, last.min(indexed));
        let sql = format!(
            "SELECT MIN(b.seq), MAX(b.seq) FROM audit_body b WHERE {}",
            Condition::SQL
        );
        tx.query_one(&sql, &condition.values, |row| {
            let (first, last): (Option<i64>, Option<i64>) = (row.at(0)?, row.at(1)?);
            Ok::<_, StoreError>(first.zip(last))
        })
    };
    let (mut first, mut last) = (None, None);
    for block in blocks.iter().rev() {
        first = ends(block)?.map(|ends| ends.0);
        if first.is_some() {
            break;
        }
    }
    for block in &blocks {
        last = ends(block)?.map(|ends| ends.1);
        if last.is_some() {
            break;
        }
    }
    Ok(first.zip(last))
}

/// Returns what the words of an entry must contain.
fn matches(filter: &Filter) -> Vec<WordMatch<'_>> {
    let words = filter.words.iter().map(|word| WordMatch {
        columns: &[],
        text: word.text.clone(),
        is_prefix: word.is_prefix,
        is_whole: false,
    });
    let columns: [(&[&str], _); 3] = [
        (&["component"], &filter.component),
        (&["status"], &filter.status),
        (&["actor"], &filter.actor),
    ];
    let values = columns.into_iter().filter_map(|(columns, value)| {
        Some(WordMatch {
            columns,
            text: value.clone()?,
            is_prefix: false,
            is_whole: true,
        })
    });
    words.chain(values).collect()
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
