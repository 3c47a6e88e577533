//! Committed points: the blocks that contain them, and the points that cannot be read.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::key::{Status, UnusableKeyReason};
use lockstep_vault::roots::{SignedBlock, signed_blocks};
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::ApiError;

use super::changes::DAY_MILLIS;
use super::ledger::{self, ZoneChange};
pub use super::pseudonym::pseudonym;
use super::{
    Chunk, Filter, Series, changes, chunk_at, chunks_from, client, damage, day, open, series,
};
use crate::chunk::{Codec, committed_root};
use crate::columns::Columns;

/// The number of points that are permanently unreadable, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnreadableCounts {
    /// Points under a key that was revoked or destroyed.
    pub stopped: u64,
    /// Points sealed by their owner, who alone has the key.
    pub client: u64,
    /// Points of a damaged block.
    pub damaged: u64,
}

/// The blocks and points of a type between two times.
#[derive(Debug, Default)]
pub struct CommittedCounts {
    /// The digests of the records that signed the blocks' roots.
    pub blocks: Vec<[u8; 32]>,
    /// Whether some readable points are not committed.
    pub others: bool,
    /// Points that are permanently unreadable.
    pub unreadable: UnreadableCounts,
    /// Readable committed blocks whose signed roots are missing.
    pub unsigned: u64,
    /// A key that its owner can reactivate, or an operator can repair, to make its points readable again.
    pub stopped: Option<(KeyId, UnusableKeyReason)>,
    /// Committed blocks that overlap the range, readable or not: by the pseudonym of the series and the
    /// first time, what their row states.
    present: HashMap<(String, i64), StatedBlock>,
}

/// The facts that only the row of a block states: its bytes do not bind them, or do not open now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatedBlock {
    count: u64,
    last: i64,
}

/// The positions of a claim's blocks in the account's chain of signed roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockPositions {
    /// The positions of the first and the last block.
    pub ends: Option<(u64, u64)>,
    /// The number of signed blocks of the type and range that no longer exist.
    pub rewritten: u64,
}

/// Calls `each` with the readable committed points of a type between two times, both inclusive. The
/// calls follow series, then chunk, and carry the indexes of the selected points. Chunks for which
/// `concerns` returns `false` are left out. Unreadable points are never skipped silently: they are
/// counted. Chunks of the days before and after these times count, too: their points may state a local
/// date between these times.
pub fn committed(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    kind: &str,
    (from, to): (i64, i64),
    mut concerns: impl FnMut(&Columns, Range<usize>) -> bool,
    mut each: impl FnMut(&Series, &Columns, Range<usize>),
) -> Result<CommittedCounts, StoreError> {
    let wide = reached((from, to));
    let filter = Filter {
        kind: Some(kind.to_owned()),
        device: None,
        from: Some(Timestamp(wide.0)),
        to: Some(Timestamp(wide.1)),
        ..Filter::default()
    };
    let mut found = CommittedCounts::default();
    // Damaged chunks that were set aside are excluded from the days and counted.
    for aside in damage::overlapping_set_aside(tx, account_keys.user(), &filter)? {
        let named = pseudonym(account_keys.user(), aside.series);
        let stated = StatedBlock {
            count: aside.points,
            last: aside.last.0,
        };
        found.present.insert((named, aside.first.0), stated);
        found.unreadable.damaged += aside.points;
    }
    // The times of a series' row have no checksum: every series of the type is read.
    let of_kind = Filter {
        kind: Some(kind.to_owned()),
        ..Filter::default()
    };
    for series in series(tx, account_keys.user(), &of_kind)? {
        for chunk in chunks_of(tx, account_keys.user(), series.id, wide)? {
            if chunk.codec == Codec::Committed && chunk.t1 >= wide.0 {
                let named = pseudonym(account_keys.user(), series.id);
                let stated = StatedBlock {
                    count: u64::from(chunk.n),
                    last: chunk.t1,
                };
                found.present.insert((named, chunk.t0), stated);
            }
            let Some(points) = found.read(tx, account_keys, &series, &chunk)? else {
                continue;
            };
            let meant = points.places(wide.0, wide.1);
            if meant.is_empty() || !concerns(&points, meant.clone()) {
                continue;
            }
            if series.mode != Some(Mode::Zk) || chunk.codec != Codec::Committed {
                found.others = true;
                continue;
            }
            match record(tx, account_keys, series.id, &chunk)? {
                Some(record) => found.blocks.push(record),
                None => found.unsigned += 1,
            }
            each(&series, &points, meant);
        }
    }
    for head in client::heads(tx, account_keys.user(), &filter, 0, usize::MAX)? {
        found.unreadable.client += head.count;
    }
    Ok(found)
}

/// Returns the chunks that can have a point between two times, in order. The end of the first one's row is
/// compared with its bytes when it is opened, so the chunk is not left out because of that row.
fn chunks_of(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    (from, to): (i64, i64),
) -> Result<Vec<Chunk>, StoreError> {
    let mut chunks: Vec<Chunk> = chunk_at(tx, user, series, from)?.into_iter().collect();
    chunks.extend(chunks_from(tx, user, series, (from, to), i64::MAX)?);
    Ok(chunks)
}

impl CommittedCounts {
    /// Returns the points of a chunk; if they cannot be read, counts them and returns `None`.
    fn read(
        &mut self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        series: &Series,
        chunk: &Chunk,
    ) -> Result<Option<Columns>, StoreError> {
        let count = u64::from(chunk.n);
        let opened = match chunk.stopped(tx, account_keys) {
            Ok(None) => open(tx, account_keys, series.id, chunk),
            Ok(Some(stop)) => {
                match (stop, &chunk.key) {
                    (
                        UnusableKeyReason::Status(Status::Suspended | Status::PendingDestruction)
                        | UnusableKeyReason::Damaged,
                        Some(key),
                    ) => self.stopped = Some((key.clone(), stop)),
                    _ => self.unreadable.stopped += count,
                }
                return Ok(None);
            }
            Err(error) => Err(error),
        };
        match opened {
            Ok(points) => Ok(Some(points)),
            Err(StoreError::Damaged(_)) => {
                self.unreadable.damaged += count;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Compares the blocks with the account's chain of signed roots: each block of the range that was
    /// signed and not removed since must exist, and each block must be of the type, series and times that
    /// were signed.
    ///
    /// # Errors
    /// If the chain is broken, a block is missing, or a row contradicts the signed record of its block.
    pub fn placed(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
        kind: &str,
        range: (i64, i64),
    ) -> Result<BlockPositions, ApiError> {
        let (from, to) = reached(range);
        let chain = signed_blocks(tx, user)?.map_err(|broken| {
            ApiError::encryption(format!(
                "the account's chain of signed roots is broken at {}: the record there is missing or was \
                 changed. The operator has to restore it from a backup before anything is claimed",
                broken.number
            ))
        })?;
        let sources: HashSet<[u8; 32]> = self.blocks.iter().copied().collect();
        let (mut placed, mut matched) = (BlockPositions::default(), 0);
        for block in chain {
            let [first, last] = [block.first_time, block.last_time].map(u64::cast_signed);
            if block.kind != kind || last < from || first > to {
                continue;
            }
            let signed = StatedBlock {
                count: block.count,
                last,
            };
            let stated = self.present.get(&(block.series.clone(), first));
            if sources.contains(&block.digest) && stated == Some(&signed) {
                let (first, _) = placed.ends.unwrap_or((block.number, 0));
                placed.ends = Some((first, block.number));
                matched += 1;
            } else if block.in_place == Some(true) {
                match stated {
                    None => return Err(block_is_missing(kind, &block)),
                    Some(stated) if *stated != signed => return Err(row_contradicts(kind, &block)),
                    Some(_) => {}
                }
            } else {
                placed.rewritten += 1;
            }
        }
        if matched != self.blocks.len() {
            return Err(ApiError::encryption(format!(
                "{} blocks that are stored as blocks of {kind} were signed for another type, device or time: \
                 a row of series or seg was changed outside the server. The operator has to restore it from a \
                 backup before anything is claimed",
                self.blocks.len().abs_diff(matched)
            )));
        }
        Ok(placed)
    }
}

fn block_is_missing(kind: &str, block: &SignedBlock) -> ApiError {
    let [first, last] = [block.first_time, block.last_time].map(u64::cast_signed);
    ApiError::encryption(format!(
        "a signed block of {kind} from {} to {} is missing; its record is number {} of the account's chain. Ask the \
         operator to restore the block from a backup, or delete the points of these days and upload them again",
        Timestamp(first),
        Timestamp(last),
        block.number
    ))
}

fn row_contradicts(kind: &str, block: &SignedBlock) -> ApiError {
    let [first, last] = [block.first_time, block.last_time].map(u64::cast_signed);
    ApiError::encryption(format!(
        "the row of a block of {kind} from {} to {} states a count or end that differs from the signed record, at {} of the \
         account's chain. The operator has to restore it from a backup; or delete the points of these days, and \
         upload them again",
        Timestamp(first),
        Timestamp(last),
        block.number
    ))
}

/// Returns the range of the times of the points that may count between two times.
fn reached(range: (i64, i64)) -> (i64, i64) {
    let (first, last) = changes::days_reached(range);
    (
        first.saturating_mul(DAY_MILLIS),
        (last + 1).saturating_mul(DAY_MILLIS).saturating_sub(1),
    )
}

/// The inputs of a claim's days that are known without opening a chunk: the days are valid while the
/// stamp is unchanged.
#[derive(Debug, PartialEq, Eq)]
pub struct RootStamp {
    points: day::DayStamp,
    changes: changes::ChangeCounts,
    client: (i64, i64),
    zone: ZoneChange,
    /// The keys of the points, and why a key does not decrypt.
    keys: Vec<(KeyId, Option<UnusableKeyReason>)>,
}

/// Returns the current inputs of a claim over points of a type.
pub fn stamp(tx: &Tx<'_>, account_keys: &AccountKeys, kind: &str) -> Result<RootStamp, StoreError> {
    let user = account_keys.user();
    let client = tx.query_one(
        "SELECT COUNT(*), COALESCE(MAX(id), 0) FROM client_block WHERE user_id = ?1 AND type = ?2",
        params![user, kind],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let used: Vec<KeyId> = tx.query(
        // A cross join: SQLite then reads the series first, and of the chunks only theirs.
        "SELECT DISTINCT seg.key_id FROM series CROSS JOIN seg
         WHERE series.user_id = ?1 AND series.type = ?2
             AND seg.user_id = series.user_id AND seg.series_id = series.id AND seg.key_id IS NOT NULL
         ORDER BY seg.key_id",
        params![user, kind],
        |row| row.parse(0),
    )?;
    let mut keys = Vec::with_capacity(used.len());
    for key in used {
        let stop = account_keys.stopped(tx, &key)?;
        keys.push((key, stop));
    }
    Ok(RootStamp {
        points: day::stamp(tx, user, kind)?.without_profile(),
        changes: changes::changed(tx, user, kind, (i64::MIN, i64::MAX))?,
        client,
        zone: ledger::zone_changed_at(tx, account_keys)?,
        keys,
    })
}

/// Committed blocks of an account whose signed roots are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnsignedBlocks {
    pub(crate) count: u64,
    /// The first and the last time of their points.
    pub(crate) range: (i64, i64),
}

/// Returns the committed blocks of an account whose signed roots are missing. A chain with a hole or a damaged row is
/// left to the scrub of the chains.
pub(crate) fn unsigned(tx: &Tx<'_>, user: &UserId) -> Result<Option<UnsignedBlocks>, StoreError> {
    let signed = match signed_blocks(tx, user) {
        Ok(Ok(signed)) => signed,
        Ok(Err(_)) => return Ok(None),
        Err(error) if error.is_damage() => return Ok(None),
        Err(error) => return Err(error),
    };
    let signed: HashSet<(String, i64)> = signed
        .into_iter()
        .map(|block| (block.series, block.first_time.cast_signed()))
        .collect();
    let mut found: Option<UnsignedBlocks> = None;
    tx.visit(
        "SELECT series_id, t0, t1 FROM seg WHERE user_id = ?1 AND codec = ?2
             AND typeof(series_id) = 'integer' AND typeof(t0) = 'integer'",
        params![user, Codec::Committed.code()],
        |row| {
            let (series, first): (i64, i64) = (row.at(0)?, row.at(1)?);
            if signed.contains(&(pseudonym(user, series), first)) {
                return Ok::<_, StoreError>(true);
            }
            let last: i64 = row.at(2).unwrap_or(first);
            let before = found.unwrap_or(UnsignedBlocks {
                count: 0,
                range: (first, last),
            });
            found = Some(UnsignedBlocks {
                count: before.count + 1,
                range: (before.range.0.min(first), before.range.1.max(last)),
            });
            Ok(true)
        },
    )?;
    Ok(found)
}

/// Returns the digest of the record that signed a block's root; `None` if it is missing.
fn record(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Option<[u8; 32]>, StoreError> {
    let root = tx.query_one(
        "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), chunk.body],
        |row| {
            let location = chunk.location(series);
            committed_root(tx, account_keys, chunk.key.as_ref(), &location, row.at(0)?)
                .map_err(|error| super::damaged(account_keys, series, chunk, &error.to_string()))
        },
    )?;
    account_keys.attested(tx, &root)
}
