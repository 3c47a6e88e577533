//! The point store: series and their chunks in an SQL engine.
//!
//! [`append`] merges an upload, [`remove`] deletes a range; both are exact. [`page`], [`count`] and
//! [`scan`] read points; [`day`] stores derived values of days. Points are sealed and opened with the
//! account's [`AccountKeys`]; reads skip points whose key no longer decrypts. A write first locks the
//! user's row of numbers, so writes of one user are serialized on every engine.

mod append;
mod at_rest;
pub(crate) mod changes;
mod chunks;
pub(crate) mod client;
pub(crate) mod compact;
pub(crate) mod damage;
pub(crate) mod day;
pub(crate) mod ledger;
mod page;
pub(crate) mod registry;
mod remove;
pub(crate) mod roots;
mod scan;
pub(crate) mod scrub;
pub(crate) mod series_repair;
pub(crate) mod sum;
pub(crate) mod told;

use ledger::{Ledger, Table};
use lockstep_store::{Row, StoreError, Timestamp, Tx, migrate::Migration, params};
use lockstep_vault::at_rest::{AadContext, Unopened};
use lockstep_vault::key::{Custody, Status};
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::ApiError;

pub use append::{Appended, Change, append};
pub use at_rest::{AtRest, at_rest};
pub(crate) use chunks::{Chunks, chunks};
pub(crate) use page::follow;
pub use page::{Page, Start, page};
pub use registry::{counts, erase, usage};
pub use remove::{Removed, remove};
pub use scan::{latest, point, scan};

use crate::chunk::{self, ChunkLocation, Codec};
use crate::columns::Columns;
use crate::merge::Sizes;
use crate::upload::{PackedChunk, SeriesLayout, fhe_sizes};
use lockstep_store::id::{KeyId, UserId};

/// The tables of this module.
pub const MIGRATION: Migration = Migration {
    capability: "fitness",
    n: 1,
    sql: include_str!("../migrations/0001_points.sql"),
};

/// A selection of points; a field that is `None` does not restrict it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only points of this type.
    pub kind: Option<String>,
    /// Only points of this device.
    pub device: Option<String>,
    /// Only points at or after this time.
    pub from: Option<Timestamp>,
    /// Only points at or before this time.
    pub to: Option<Timestamp>,
}

impl Filter {
    fn range(&self) -> (i64, i64) {
        (
            self.from.map_or(i64::MIN, |from| from.0),
            self.to.map_or(i64::MAX, |to| to.0),
        )
    }
}

/// A series: the points of one type from one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The series' number, unique within the account and never reused.
    pub id: i64,
    /// The value of `type` in points.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The encryption mode of the points; `None`: the account's own key.
    pub mode: Option<Mode>,
    /// Points per block of the mode.
    pub block: u32,
    /// The generation: each change of the series increments it.
    pub gen_no: i64,
    /// The time since which points wait to become a block; [`compact::FULL`] if they fill a block.
    pub open_since: Option<Timestamp>,
    /// Number of points.
    pub total: u64,
    /// The time of the first point.
    pub first: Timestamp,
    /// The time of the last point.
    pub last: Timestamp,
}

/// Returns the user's series that match a filter's type and device and overlap its range, by type, then
/// device.
pub fn series(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<Series>, StoreError> {
    let (from, to) = filter.range();
    // A damaged row causes an error, because skipping it would hide its points.
    let mut all = tx.query(
        &format!(
            "SELECT {SERIES} FROM series WHERE user_id = ?1
                 AND ((last_ts >= ?2 AND first_ts <= ?3)
                     OR typeof(first_ts) <> 'integer' OR typeof(last_ts) <> 'integer')"
        ),
        params![user, from, to],
        Series::read,
    )?;
    let is_meant =
        |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    all.retain(|series| {
        is_meant(&filter.kind, &series.kind) && is_meant(&filter.device, &series.device)
    });
    all.sort_by(|one, other| {
        let place = |series: &Series| series.mode.map_or("", Mode::as_str);
        (&one.kind, &one.device, place(one)).cmp(&(&other.kind, &other.device, place(other)))
    });
    Ok(all)
}

const SERIES: &str = "id, type, device, mode, block, total, first_ts, last_ts, gen, open_since";

impl Series {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.at(0)?,
            kind: row.at(1)?,
            device: row.at(2)?,
            mode: mode(row.at(3)?).map_err(|_| row.wrong(3, "a mode"))?,
            block: row.at(4)?,
            total: row.at(5)?,
            first: row.at(6)?,
            last: row.at(7)?,
            gen_no: row.at(8)?,
            open_since: row.at(9)?,
        })
    }

    /// The layout of the series' chunks.
    pub(crate) fn form(&self) -> SeriesLayout {
        let block = self.block as usize;
        SeriesLayout {
            kind: self.kind.as_str().into(),
            device: self.device.as_str().into(),
            mode: self.mode,
            sizes: match self.mode {
                None | Some(Mode::Basic) => Sizes::columns(block),
                Some(Mode::Zk) => Sizes::blocks(block),
                Some(Mode::Fhe) => fhe_sizes(block),
            },
        }
    }
}

/// Parses the column `mode`.
fn mode(text: &str) -> Result<Option<Mode>, StoreError> {
    let mode = (!text.is_empty()).then(|| text.parse()).transpose();
    mode.map_err(|_| StoreError::Damaged("a mode that there is not".to_owned()))
}

/// Returns the modes in which the account has points.
pub fn modes(tx: &Tx<'_>, user: &UserId) -> Result<Vec<Mode>, StoreError> {
    let modes = tx.query(
        "SELECT DISTINCT mode FROM series WHERE user_id = ?1 AND mode <> ''",
        params![user],
        |row| mode(row.at(0)?),
    )?;
    Ok(modes.into_iter().flatten().collect())
}

/// Returns the exact number of points that a filter selects.
pub fn count(tx: &Tx<'_>, account_keys: &AccountKeys, filter: &Filter) -> Result<u64, StoreError> {
    let (from, to) = filter.range();
    let mut total = 0;
    for series in series(tx, account_keys.user(), filter)? {
        total += count_in(tx, account_keys, &series, from, to)?;
    }
    Ok(total)
}

/// Counts the points of a series with `from <= timestamp <= to`. The function adds the chunks that
/// begin in the range and the points that reach into it from the left, and subtracts those beyond its
/// right end. Of points under a mode it counts those that can be opened.
fn count_in(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: &Series,
    from: i64,
    to: i64,
) -> Result<u64, StoreError> {
    if from > to {
        return Ok(0);
    }
    let user = account_keys.user();
    if series.mode.is_some() {
        let mut count = 0;
        for chunk in chunks_in(tx, user, series.id, from, to)? {
            if !chunk.is_readable(tx, account_keys)? {
                continue;
            }
            count += if chunk.t0 >= from && chunk.t1 <= to {
                u64::from(chunk.n)
            } else {
                open(tx, account_keys, series.id, &chunk)?
                    .places(from, to)
                    .len() as u64
            };
        }
        return Ok(count);
    }
    if from <= series.first.0 && to >= series.last.0 {
        return Ok(series.total);
    }
    let begin_inside: u64 = tx.query_one(
        "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 >= ?3 AND t0 <= ?4",
        params![user, series.id, from, to],
        |row| row.at(0),
    )?;
    let last = match chunk_at(tx, user, series.id, to)? {
        Some(chunk) if chunk.t0 >= from && chunk.t1 > to => {
            let points = open(tx, account_keys, series.id, &chunk)?;
            (points.len() - points.places(from, to).len()) as u64
        }
        _ => 0,
    };
    let first = match from.checked_sub(1) {
        Some(before) => chunk_at(tx, user, series.id, before)?,
        None => None,
    };
    let reaches_in = match first {
        Some(chunk) if chunk.t1 >= from => open(tx, account_keys, series.id, &chunk)?
            .places(from, to)
            .len() as u64,
        _ => 0,
    };
    Ok(begin_inside + reaches_in - last)
}

/// Points of the range that cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SkippedPoints)]
pub struct Unread {
    /// The key of the points; null for damaged points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "key_01h455vb4pex5vsknk084sn02q")]
    pub key_id: Option<KeyId>,
    /// The status of the key, in which it does not decrypt; `client` if only the client holds it;
    /// `damaged` if the stored bytes do not open and only a backup has the points.
    #[schema(example = "suspended")]
    pub status: &'static str,
    /// The number of points, in all blocks that overlap the range.
    pub points: u64,
}

/// Returns the selected points that cannot be opened, by key.
pub fn unread(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<Vec<Unread>, StoreError> {
    let (from, to) = filter.range();
    let mut all = Vec::new();
    let under_mode = |series: &Series| series.mode.is_some();
    for series in series(tx, account_keys.user(), filter)?
        .iter()
        .filter(|one| under_mode(one))
    {
        let keys = tx.query(
            "SELECT key_id, CAST(SUM(n) AS BIGINT) FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t1 >= ?3 AND t0 <= ?4
                 AND key_id IS NOT NULL GROUP BY key_id",
            params![account_keys.user(), series.id, from, to],
            |row| Ok((row.parse::<KeyId>(0), row.at::<u64>(1)?)),
        )?;
        for (key_id, points) in keys {
            let key_id = key_id.inspect_err(|_| account_keys.note_damage())?;
            if let Some(status) = account_keys.stopped(tx, &key_id)? {
                all.push((Some(key_id), status.as_str(), points));
            }
        }
    }
    for head in client::heads(tx, account_keys.user(), filter, 0, usize::MAX)? {
        all.push((Some(head.key), Custody::Client.as_str(), head.count));
    }
    for one in damage::aside(tx, account_keys.user(), filter)? {
        all.push((None, DAMAGED, one.points));
    }
    let mut unread: Vec<Unread> = Vec::new();
    for (key_id, status, points) in all {
        let is_same = |known: &&mut Unread| known.key_id == key_id && known.status == status;
        match unread.iter_mut().find(is_same) {
            Some(known) => known.points += points,
            None => unread.push(Unread {
                key_id,
                status,
                points,
            }),
        }
    }
    Ok(unread)
}

/// The `status` of points whose stored bytes do not open.
const DAMAGED: &str = "damaged";

/// A row of `seg`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    t0: i64,
    t1: i64,
    n: u32,
    body: i64,
    codec: Codec,
    /// The id of the chunk's key; `None`: the account's own key.
    key: Option<KeyId>,
    /// Whether the sealed context contains the body's number. Bodies older than row versions do not
    /// have it.
    is_versioned: bool,
}

/// The columns that [`Chunk::read`] reads.
///
/// The body's number alone decides whether a chunk is versioned: the older context is not tried for a
/// body above the limit. `?1` is the user, so a statement reads the limit once.
const CHUNK: &str = "seg.t0, seg.t1, seg.n, seg.body_id, seg.codec, seg.key_id,
    seg.body_id > COALESCE((SELECT unversioned_to FROM point_number WHERE user_id = ?1), 0)";
/// The number of columns in [`CHUNK`].
const CHUNK_COLUMNS: usize = 7;

impl Chunk {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        // A damaged row is read as a chunk whose bytes do not open: the sealed context binds all of
        // these columns. `damage` repairs the columns that the bytes still determine.
        let key = row.at::<Option<&str>>(5).ok().flatten();
        Ok(Self {
            t0: row.at(0)?,
            t1: row.at(1).unwrap_or(i64::MIN),
            n: row.at(2).unwrap_or(u32::MAX),
            body: row.at(3).unwrap_or(i64::MIN),
            codec: row
                .at(4)
                .ok()
                .and_then(Codec::from_code)
                .unwrap_or(Codec::Columns),
            key: key.and_then(|key| key.parse().ok()),
            is_versioned: row.at(6).unwrap_or(true),
        })
    }

    /// Returns whether the chunk's key decrypts.
    fn is_readable(&self, tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, StoreError> {
        Ok(self.stopped(tx, account_keys)?.is_none())
    }

    /// Returns the status of the chunk's key if the key does not decrypt.
    fn stopped(
        &self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
    ) -> Result<Option<Status>, StoreError> {
        match &self.key {
            None => Ok(None),
            Some(key) => account_keys.stopped(tx, key),
        }
    }

    fn place(&self, series: i64) -> ChunkLocation {
        ChunkLocation {
            series,
            t0: self.t0,
            n: self.n,
            version: self.is_versioned.then_some(self.body),
        }
    }
}

/// Returns the last chunk that begins at or before `at`.
fn chunk_at(tx: &Tx<'_>, user: &UserId, series: i64, at: i64) -> Result<Option<Chunk>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {CHUNK} FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 ORDER BY t0 DESC LIMIT 1"
        ),
        params![user, series, at],
        Chunk::read,
    )
}

/// Returns at most `most` chunks that begin after `from` and at or before `to`, in order.
fn chunks_from(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    (from, to): (i64, i64),
    most: i64,
) -> Result<Vec<Chunk>, StoreError> {
    tx.query(
        &format!(
            "SELECT {CHUNK} FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 > ?3 AND t0 <= ?4 ORDER BY t0 LIMIT ?5"
        ),
        params![user, series, from, to, most],
        Chunk::read,
    )
}

/// Returns the chunks that overlap `from..=to`, in order.
fn chunks_in(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    from: i64,
    to: i64,
) -> Result<Vec<Chunk>, StoreError> {
    let mut chunks = Vec::new();
    if let Some(first) = chunk_at(tx, user, series, from)?
        && first.t1 >= from
        && first.t0 <= to
    {
        chunks.push(first);
    }
    chunks.extend(chunks_from(tx, user, series, (from, to), i64::MAX)?);
    Ok(chunks)
}

/// Opens a chunk and returns its points.
fn open(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Columns, StoreError> {
    let opened = tx.query_opt(
        "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), chunk.body],
        |row| decode(tx, row.at(0)?, account_keys, series, chunk),
    )?;
    opened.ok_or_else(|| damaged(account_keys, series, chunk, "its bytes are missing"))
}

/// Returns the error for a chunk that does not open, and records the damage in the account keys.
fn damaged(account_keys: &AccountKeys, series: i64, chunk: &Chunk, reason: &str) -> StoreError {
    account_keys.note_damage();
    let (user, at) = (account_keys.user(), chunk.t0);
    StoreError::Damaged(format!("series {series} of {user} at {at}: {reason}"))
}

/// Returns the points of a chunk's bytes without comparing the row's end; `None` if the bytes do not
/// open.
fn open_as_sealed(
    tx: &Tx<'_>,
    body: &[u8],
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Option<Columns>, StoreError> {
    let under = (chunk.key.as_ref(), chunk.codec);
    match chunk::open(tx, account_keys, under, &chunk.place(series), body) {
        Ok(points) => Ok(Some(points)),
        Err(Unopened::Damaged) => Ok(None),
        Err(Unopened::Store(error)) => Err(error),
        // The key was stopped after the check; the chunk is not damaged.
        Err(Unopened::Stopped(..)) => Err(StoreError::NoRow),
    }
}

fn decode(
    tx: &Tx<'_>,
    body: &[u8],
    account_keys: &AccountKeys,
    series: i64,
    chunk: &Chunk,
) -> Result<Columns, StoreError> {
    let under = (chunk.key.as_ref(), chunk.codec);
    let points =
        chunk::open(tx, account_keys, under, &chunk.place(series), body).map_err(|error| {
            match error {
                Unopened::Store(error) => error,
                error => damaged(account_keys, series, chunk, &error.to_string()),
            }
        })?;
    // The sealed context does not bind the end, but range queries rely on it.
    if points.timestamps().last() != Some(&chunk.t1) {
        return Err(damaged(
            account_keys,
            series,
            chunk,
            "its row has another end",
        ));
    }
    Ok(points)
}

/// Stores a chunk under a new body number; a chunk at the same location is an error.
fn insert(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (series, mode): (i64, Option<Mode>),
    chunk: &PackedChunk,
) -> Result<(), StoreError> {
    let body = ledger.next(tx)?;
    let place = ChunkLocation {
        series,
        t0: chunk.t0,
        n: chunk.n,
        version: Some(body),
    };
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    if let Some(other) = chunk_at(tx, user, series, chunk.t1)?
        && other.t1 >= chunk.t0
    {
        return Err(StoreError::Damaged(format!(
            "series {series} of {user} at {}: another chunk lies there",
            chunk.t0
        )));
    }
    let bytes = chunk.content.seal(tx, account_keys, mode, &place)?;
    tx.execute(
        "INSERT INTO seg_body(user_id, id, body) VALUES (?1, ?2, ?3)",
        params![user, body, &bytes],
    )?;
    tx.execute(
        "INSERT INTO seg(user_id, series_id, t0, t1, n, body_id, codec, key_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            user,
            series,
            chunk.t0,
            chunk.t1,
            chunk.n,
            body,
            chunk.content.codec().code(),
            account_keys.current(mode).map(KeyId::as_str)
        ],
    )?;
    ledger.inserted(Table::Chunk, body);
    Ok(())
}

/// Removes the chunks that cannot be opened from the list.
fn retain_readable(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    chunks: &mut Vec<Chunk>,
) -> Result<(), StoreError> {
    let mut failed = Ok(());
    chunks.retain(|chunk| match chunk.is_readable(tx, account_keys) {
        Ok(readable) => readable,
        Err(error) => {
            failed = Err(error);
            false
        }
    });
    failed
}

/// Opens a text that is sealed under the account's own key.
fn opened_text(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Result<String, StoreError> {
    let damaged = |reason: &dyn std::fmt::Display| {
        StoreError::Damaged(format!(
            "{} of {}: {reason}",
            context.what,
            account_keys.user()
        ))
    };
    let (plain, _) = account_keys
        .open(tx, None, context, sealed)
        .map_err(|error| damaged(&error))?;
    String::from_utf8(plain.into_bytes()).map_err(|error| damaged(&error.utf8_error()))
}

/// Refuses to change a chunk that cannot be opened.
fn must_open(tx: &Tx<'_>, account_keys: &AccountKeys, chunk: &Chunk) -> Result<(), ApiError> {
    let Some(key) = &chunk.key else {
        return Ok(());
    };
    match account_keys.stopped(tx, key)? {
        None => Ok(()),
        Some(status) => Err(ApiError::encryption(format!(
            "points from {} to {} lie under the key {key}, which is {status}, and cannot be changed: \
             let it go on, or delete all of these points",
            Timestamp(chunk.t0),
            Timestamp(chunk.t1),
        ))),
    }
}

/// Removes exactly this chunk; fails if another chunk has replaced it.
fn delete(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    series: i64,
    chunk: &Chunk,
) -> Result<(), StoreError> {
    let user = ledger.user();
    let gone = tx.execute(
        "DELETE FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3 AND body_id = ?4",
        params![user, series, chunk.t0, chunk.body],
    )?;
    if gone != 1 {
        return Err(StoreError::Damaged(format!(
            "series {series} of {user} at {}: the chunk to be replaced is not there",
            chunk.t0
        )));
    }
    tx.execute(
        "DELETE FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![user, chunk.body],
    )?;
    ledger.deleted(Table::Chunk, chunk.body);
    if chunk.codec == Codec::Committed {
        Vault::block_is_gone(tx, user, &roots::pseudonym(user, series), chunk.t0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
