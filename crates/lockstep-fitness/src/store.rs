//! The point store: series and their chunks in an ordinary SQL engine.
//!
//! [`append`] merges an upload in, [`remove`] takes a range out, both exactly; [`page`], [`count`]
//! and [`scan`] read; [`day`] keeps what was reckoned. A write locks the user's numbers first, so writes of one user follow one
//! another on every engine.

mod append;
mod chunks;
pub(crate) mod day;
mod page;
pub(crate) mod registry;
mod remove;
mod scan;
pub(crate) mod told;

use lockstep_store::{StoreError, Timestamp, Tx, migrate::Migration, params};

pub use append::{Appended, Change, append};
pub(crate) use chunks::{Chunks, chunks};
pub(crate) use page::follow;
pub use page::{Page, Start, page};
pub use registry::{counts, erase};
pub use remove::{Removed, remove};
pub use scan::{latest, point, scan};

use crate::chunk::{ChunkBody, ChunkPlace};
use crate::columns::Columns;
use crate::upload::PackedChunk;
use lockstep_store::id::UserId;

/// The tables of this module.
pub const MIGRATION: Migration = Migration {
    capability: "fitness",
    n: 1,
    sql: include_str!("../migrations/0001_points.sql"),
};

/// Which points are meant; what is `None` leaves open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this type.
    pub kind: Option<String>,
    /// Only this device.
    pub device: Option<String>,
    /// From this moment on, inclusive.
    pub from: Option<Timestamp>,
    /// Up to this moment, inclusive.
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
    /// Its number among the user's; never used for another.
    pub id: i64,
    /// The wire's `type`.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// Number of points.
    pub total: u64,
    /// The first point.
    pub first: Timestamp,
    /// The last point.
    pub last: Timestamp,
}

/// The user's series that a filter's type, device and range can touch, by type, then device.
pub fn series(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<Series>, StoreError> {
    let (from, to) = filter.range();
    let mut all = tx.query(
        "SELECT id, type, device, total, first_ts, last_ts FROM series
         WHERE user_id = ?1 AND last_ts >= ?2 AND first_ts <= ?3",
        params![user, from, to],
        |row| {
            Ok(Series {
                id: row.at(0)?,
                kind: row.at(1)?,
                device: row.at(2)?,
                total: row.at(3)?,
                first: row.at(4)?,
                last: row.at(5)?,
            })
        },
    )?;
    let is_meant =
        |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    all.retain(|series| {
        is_meant(&filter.kind, &series.kind) && is_meant(&filter.device, &series.device)
    });
    all.sort_by(|one, other| (&one.kind, &one.device).cmp(&(&other.kind, &other.device)));
    Ok(all)
}

/// How many points a filter means, exactly.
pub fn count(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<u64, StoreError> {
    let (from, to) = filter.range();
    let mut total = 0;
    for series in series(tx, user, filter)? {
        total += count_in(tx, user, &series, from, to)?;
    }
    Ok(total)
}

/// Points of a series with `from <= timestamp <= to`: the chunks that begin in the range, plus what
/// reaches into it from the left, less what reaches out of it on the right.
fn count_in(
    tx: &Tx<'_>,
    user: &UserId,
    series: &Series,
    from: i64,
    to: i64,
) -> Result<u64, StoreError> {
    if from > to {
        return Ok(0);
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
            let points = open(tx, user, series.id, &chunk)?;
            (points.len() - points.places(from, to).len()) as u64
        }
        _ => 0,
    };
    let first = match from.checked_sub(1) {
        Some(before) => chunk_at(tx, user, series.id, before)?,
        None => None,
    };
    let reaches_in = match first {
        Some(chunk) if chunk.t1 >= from => {
            open(tx, user, series.id, &chunk)?.places(from, to).len() as u64
        }
        _ => 0,
    };
    Ok(begin_inside + reaches_in - last)
}

/// A row of `seg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    t0: i64,
    t1: i64,
    n: u32,
    body: i64,
}

impl Chunk {
    fn read(row: &lockstep_store::Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            t0: row.at(0)?,
            t1: row.at(1)?,
            n: row.at(2)?,
            body: row.at(3)?,
        })
    }
}

/// The chunk that begins at or last before `at`.
fn chunk_at(tx: &Tx<'_>, user: &UserId, series: i64, at: i64) -> Result<Option<Chunk>, StoreError> {
    tx.query_opt(
        "SELECT t0, t1, n, body_id FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 ORDER BY t0 DESC LIMIT 1",
        params![user, series, at],
        Chunk::read,
    )
}

/// The chunks that begin after `from` and up to `to`, in order, at most `most`.
fn chunks_from(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    (from, to): (i64, i64),
    most: i64,
) -> Result<Vec<Chunk>, StoreError> {
    tx.query(
        "SELECT t0, t1, n, body_id FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 > ?3 AND t0 <= ?4 ORDER BY t0 LIMIT ?5",
        params![user, series, from, to, most],
        Chunk::read,
    )
}

/// The chunks that share a moment with `from..=to`, in order.
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

/// The points of a chunk.
fn open(tx: &Tx<'_>, user: &UserId, series: i64, chunk: &Chunk) -> Result<Columns, StoreError> {
    tx.query_one(
        "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![user, chunk.body],
        |row| decode(row.at(0)?, user, series, chunk),
    )
}

fn decode(body: &[u8], user: &UserId, series: i64, chunk: &Chunk) -> Result<Columns, StoreError> {
    ChunkBody::decode(body, &place(user, series, chunk.t0, chunk.n)).map_err(|damage| {
        StoreError::Damaged(format!(
            "series {series} of {user} at {}: {damage}",
            chunk.t0
        ))
    })
}

fn place(user: &UserId, series: i64, t0: i64, n: u32) -> ChunkPlace<'_> {
    ChunkPlace {
        user: user.as_str(),
        series,
        t0,
        n,
        key: "",
    }
}

/// Stores a chunk under a body number of its own.
fn insert(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    chunk: &PackedChunk,
    body: i64,
) -> Result<(), StoreError> {
    let bytes = ChunkBody::encode(&chunk.columns, &place(user, series, chunk.t0, chunk.n));
    let stats = chunk.stats.map(crate::chunk::ChunkStats::to_bytes);
    tx.execute(
        "INSERT INTO seg_body(user_id, id, body) VALUES (?1, ?2, ?3)",
        params![user, body, &bytes],
    )?;
    tx.execute(
        "INSERT INTO seg(user_id, series_id, t0, t1, n, body_id, codec, sealed_stats)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)",
        params![
            user,
            series,
            chunk.t0,
            chunk.t1,
            chunk.n,
            body,
            stats.as_ref()
        ],
    )?;
    Ok(())
}

fn delete(tx: &mut Tx<'_>, user: &UserId, series: i64, chunk: &Chunk) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM seg WHERE user_id = ?1 AND series_id = ?2 AND t0 = ?3",
        params![user, series, chunk.t0],
    )?;
    tx.execute(
        "DELETE FROM seg_body WHERE user_id = ?1 AND id = ?2",
        params![user, chunk.body],
    )?;
    Ok(())
}

/// Numbers for series and bodies, taken from the user's row some at a time; the row is the lock
/// under which a user's points change.
struct Numbers {
    next: i64,
    end: i64,
}

impl Numbers {
    fn lock(tx: &mut Tx<'_>, user: &UserId, about: usize) -> Result<Self, StoreError> {
        let taken = about as i64;
        let end: i64 = tx.query_one(
            "INSERT INTO point_number(user_id, used) VALUES (?1, ?2)
             ON CONFLICT (user_id) DO UPDATE SET used = point_number.used + excluded.used
             RETURNING used",
            params![user, taken],
            |row| row.at(0),
        )?;
        Ok(Self {
            next: end - taken + 1,
            end: end + 1,
        })
    }

    fn next(&mut self, tx: &mut Tx<'_>, user: &UserId) -> Result<i64, StoreError> {
        if self.next == self.end {
            *self = Self::lock(tx, user, MORE_NUMBERS)?;
        }
        self.next += 1;
        Ok(self.next - 1)
    }
}

const MORE_NUMBERS: usize = 256;

#[cfg(test)]
mod tests;
