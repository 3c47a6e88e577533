//! Blocks whose owner holds the key: stored and returned exactly as sealed.

use std::collections::BTreeMap;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::ApiError;

use super::changes::{CLAIMED, Changes, MAX_COUNT};
use super::ledger::{self, Ledger, Table};
use super::{Change, Filter};

/// A block without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    /// The block's number within the account.
    pub id: i64,
    /// The type of the points, as the API names it.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The key of the block, which its owner holds.
    pub key: KeyId,
    /// The time of the first point.
    pub first: Timestamp,
    /// The time of the last point.
    pub last: Timestamp,
    /// The number of points.
    pub count: u64,
}

/// A block with its content.
#[derive(Clone, Debug)]
pub struct ClientBlock {
    /// The metadata that the server can read.
    pub head: BlockHeader,
    /// The measurement times in milliseconds since 1970, ascending.
    pub moments: Vec<i64>,
    /// The sealed envelope as received.
    pub envelope: Vec<u8>,
}

const NAME: RowName = RowName {
    table: "client_block",
    account: None,
    row: Some(0),
};
const HEADER_COLUMNS: &str = "id, type, device, key_id, t0, t1, n";

impl BlockHeader {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.at(0)?,
            kind: row.at(1)?,
            device: row.at(2)?,
            key: row.parse(3)?,
            first: row.at(4)?,
            last: row.at(5)?,
            count: row.at(6)?,
        })
    }

    fn place(&self) -> [u8; 32] {
        let mut place = [0; 32];
        place[..8].copy_from_slice(&self.id.to_be_bytes());
        place[8..16].copy_from_slice(&self.first.0.to_be_bytes());
        place[16..24].copy_from_slice(&self.last.0.to_be_bytes());
        place[24..].copy_from_slice(&self.count.to_be_bytes());
        place
    }
}

/// Stores a block and returns its number. It replaces the blocks of the same type and device that it
/// covers.
///
/// # Errors
/// If the block overlaps another block without covering it.
pub fn put(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    block: &ClientBlock,
) -> Result<i64, ApiError> {
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        put_changing(tx, ledger, block)
    })
}

fn put_changing(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    block: &ClientBlock,
) -> Result<i64, ApiError> {
    let head = &block.head;
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    let there = tx.query(
        &format!(
            "SELECT {HEADER_COLUMNS} FROM client_block
             WHERE user_id = ?1 AND type = ?2 AND device = ?3 AND t1 >= ?4 AND t0 <= ?5"
        ),
        params![user, &head.kind, &head.device, head.first, head.last],
        BlockHeader::read,
    )?;
    let mut replaced = Changes::of(&head.kind);
    for other in there {
        if other.first < head.first || other.last > head.last {
            return Err(ApiError::conflict(format!(
                "a block from {} to {} is there: a block takes the place of those that it covers, and \
                 overlaps no other",
                other.first, other.last
            )));
        }
        // Only the owner knows whether the values differ, so all count as replaced.
        replaced.replaced((other.first.0, other.last.0), other.count);
        delete(tx, ledger, other.id)?;
    }
    replaced.keep(tx, ledger, &head.kind)?;
    let head = BlockHeader {
        id: ledger.next(tx)?,
        ..head.clone()
    };
    let mut plain = Vec::with_capacity(block.moments.len() * 8 + block.envelope.len());
    for moment in &block.moments {
        plain.extend_from_slice(&moment.to_be_bytes());
    }
    plain.extend_from_slice(&block.envelope);
    let body = account_keys.seal(tx, None, context(&head.place()), b"", &plain)?;
    tx.execute(
        "INSERT INTO client_block(user_id, id, type, device, key_id, t0, t1, n, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            user,
            head.id,
            &head.kind,
            &head.device,
            &head.key,
            head.first,
            head.last,
            head.count as i64,
            &body
        ],
    )?;
    ledger.inserted(Table::ClientBlock, head.id);
    Ok(head.id)
}

/// Returns the first `most` blocks that overlap a filter's range and have a number above `after`, by
/// number.
pub(crate) fn heads(
    tx: &Tx<'_>,
    user: &UserId,
    filter: &Filter,
    after: i64,
    most: usize,
) -> Result<Vec<BlockHeader>, StoreError> {
    let (from, to) = filter.range();
    let mut found = Vec::new();
    for device in filter.each_device() {
        found.extend(tx.query(
            &format!(
                "SELECT {HEADER_COLUMNS} FROM client_block
                 WHERE user_id = ?1 AND id > ?2 AND t1 >= ?3 AND t0 <= ?4
                     AND type = coalesce(?5, type) AND device = coalesce(?6, device)
                 ORDER BY id LIMIT ?7"
            ),
            params![
                user,
                after,
                from,
                to,
                filter.kind.as_deref(),
                device,
                i64::try_from(most).unwrap_or(i64::MAX)
            ],
            BlockHeader::read,
        )?);
    }
    found.sort_by_key(|head: &BlockHeader| head.id);
    found.truncate(most);
    Ok(found)
}

/// Returns the readable ones of these blocks. A scrub names the others, and [`damaged_points`] counts them.
pub fn readable_heads(
    tx: &Tx<'_>,
    user: &UserId,
    filter: &Filter,
    after: i64,
    most: usize,
) -> Result<Vec<BlockHeader>, StoreError> {
    match heads(tx, user, filter, after, most) {
        Err(error) if error.is_damage() => {}
        read => return read,
    }
    let (from, to) = filter.range();
    let is_of_kind = |name: &str| filter.kind.as_ref().is_none_or(|kind| kind == name);
    let mut all = tx.query_skipping(
        NAME,
        &format!(
            "SELECT {HEADER_COLUMNS} FROM client_block
             WHERE user_id = ?1 AND typeof(id) = 'integer' AND id > ?2 ORDER BY id"
        ),
        params![user, after],
        BlockHeader::read,
    )?;
    all.retain(|head| {
        head.last.0 >= from
            && head.first.0 <= to
            && is_of_kind(&head.kind)
            && filter.is_of_device(&head.device)
    });
    all.truncate(most);
    Ok(all)
}

/// Selects the blocks of an account whose row is damaged: a column is of another type.
const IS_DAMAGED_SQL: &str =
    "user_id = ?1 AND NOT (typeof(id) = 'integer' AND typeof(type) = 'text'
    AND typeof(device) = 'text' AND typeof(key_id) = 'text' AND typeof(t0) = 'integer'
    AND typeof(t1) = 'integer' AND typeof(n) = 'integer')
    AND NOT (typeof(t0) = 'integer' AND typeof(t1) = 'integer' AND (t1 < ?2 OR t0 > ?3))";

/// Returns the points of the damaged blocks that may be in a filter's range, as far as they are known.
pub(crate) fn damaged_points(
    tx: &Tx<'_>,
    user: &UserId,
    filter: &Filter,
) -> Result<u64, StoreError> {
    let (from, to) = filter.range();
    let counts = tx.query(
        &format!("SELECT n FROM client_block WHERE {IS_DAMAGED_SQL}"),
        params![user, from, to],
        |row| Ok(row.at::<u32>(0).unwrap_or_default()),
    )?;
    Ok(counts.into_iter().map(u64::from).sum())
}

/// Returns a block with its content.
pub fn open(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    head: BlockHeader,
) -> Result<ClientBlock, StoreError> {
    let sealed: Vec<u8> = tx.query_one(
        "SELECT body FROM client_block WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), head.id],
        |row| row.at(0),
    )?;
    let damaged = || StoreError::Damaged(format!("block {} of {}", head.id, account_keys.user()));
    let (plain, _) = account_keys
        .open(tx, None, context(&head.place()), &sealed)
        .map_err(|_| damaged())?;
    let times = (head.count as usize).checked_mul(8).ok_or_else(damaged)?;
    let (moments, envelope) = plain.split_at_checked(times).ok_or_else(damaged)?;
    let (moments, _) = moments.as_chunks::<8>();
    Ok(ClientBlock {
        moments: moments.iter().map(|at| i64::from_be_bytes(*at)).collect(),
        envelope: envelope.to_vec(),
        head,
    })
}

/// Reads the row of every block of an account; returns their number and the damaged rows.
pub(crate) fn check_heads(
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {HEADER_COLUMNS} FROM client_block WHERE user_id = ?1");
    let (all, mut damaged) = tx.query_readable(NAME, &sql, params![user], |row| {
        BlockHeader::read(row).map(drop)
    })?;
    for row in &mut damaged {
        row.account = Some(user.to_string());
    }
    Ok(((all.len() + damaged.len()) as u64, damaged))
}

/// Opens every block of an account as far as the server can, and returns their number. Calls `bad` with
/// each block that does not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&BlockHeader),
) -> Result<u64, StoreError> {
    let mut count = 0;
    for head in readable_heads(tx, account_keys.user(), &Filter::default(), 0, usize::MAX)? {
        count += 1;
        if open(tx, account_keys, head.clone()).is_err() {
            bad(&head);
        }
    }
    Ok(count)
}

/// Removes the blocks inside a filter's range; returns the change of each type and device. Blocks
/// belong to no series, so the changes have the series number 0, which no series has.
///
/// # Errors
/// If a block extends beyond an end of the range.
pub(super) fn remove(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    filter: &Filter,
) -> Result<Vec<Change>, ApiError> {
    let user = ledger.user();
    let (from, to) = filter.range();
    let mut changes = BTreeMap::<(String, String), Change>::new();
    remove_damaged(tx, ledger, (from, to))?;
    for head in readable_heads(tx, user, filter, 0, usize::MAX)? {
        if head.first.0 < from || head.last.0 > to {
            return Err(ApiError::encryption(format!(
                "a block that its owner sealed reaches from {} to {}, across the end of what is to be \
                 deleted: widen it, or narrow it by type or device",
                head.first, head.last
            )));
        }
        delete(tx, ledger, head.id)?;
        let mut deleted = Changes::of(&head.kind);
        deleted.deleted((head.first.0, head.last.0), head.count);
        deleted.keep(tx, ledger, &head.kind)?;
        let change = changes
            .entry((head.kind.clone(), head.device.clone()))
            .or_insert_with(|| Change {
                series: 0,
                kind: head.kind,
                device: head.device,
                from: head.first,
                to: head.last,
                count: 0,
            });
        change.from = change.from.min(head.first);
        change.to = change.to.max(head.last);
        change.count += head.count;
    }
    Ok(changes.into_values().collect())
}

/// Removes the damaged blocks that may be in a range: their content no longer opens. Counts their
/// points as deleted, which claims report.
fn remove_damaged(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (from, to): (i64, i64),
) -> Result<(), StoreError> {
    let removed = tx.query(
        &format!("DELETE FROM client_block WHERE {IS_DAMAGED_SQL} RETURNING id, type, t0, t1, n"),
        params![ledger.user(), from, to],
        |row| {
            Ok(DamagedHead {
                id: row.at(0).ok(),
                kind: row.at(1).ok(),
                first: row.at(2).ok(),
                last: row.at(3).ok(),
                count: row.at::<u32>(4).ok(),
            })
        },
    )?;
    for block in removed {
        block.count_deleted(tx, ledger)?;
        // An unreadable number stays in the ledger: a scrub continues to report its row as missing.
        if let Some(id) = block.id {
            ledger.deleted(Table::ClientBlock, id);
        }
    }
    Ok(())
}

/// The row of a block with unreadable columns, which are `None`.
struct DamagedHead {
    id: Option<i64>,
    kind: Option<String>,
    first: Option<i64>,
    last: Option<i64>,
    count: Option<u32>,
}

impl DamagedHead {
    /// Counts the points as deleted. For an unreadable column, every value that it may have had counts.
    fn count_deleted(&self, tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
        let range = match (self.first, self.last) {
            (Some(first), Some(last)) => (first, last),
            _ => (i64::MIN, i64::MAX),
        };
        let count = self.count.map_or(MAX_COUNT, u64::from);
        let kinds = match &self.kind {
            Some(kind) => vec![kind.as_str()],
            None => CLAIMED.to_vec(),
        };
        for kind in kinds {
            let mut deleted = Changes::of(kind);
            deleted.deleted(range, count);
            deleted.keep(tx, ledger, kind)?;
        }
        Ok(())
    }
}

fn delete(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>, id: i64) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM client_block WHERE user_id = ?1 AND id = ?2",
        params![ledger.user(), id],
    )?;
    ledger.deleted(Table::ClientBlock, id);
    Ok(())
}

fn context(place: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "client block",
        row: place,
    }
}
