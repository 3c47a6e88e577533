//! New points into their series.

use std::cell::RefCell;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};

use super::{Chunk, Numbers, day, delete, insert, open};
use crate::merge::{Extent, Merged, Replacement, merge};
use crate::upload::{PackedChunk, SeriesUpload, Upload, pack};

/// What an upload changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appended {
    /// Points that came in, those that a later one of the same upload replaced too.
    pub received: u64,
    /// Points that were not there before.
    pub added: u64,
    /// Points that replaced a stored one.
    pub replaced: u64,
    /// The series they went to: what an event may tell.
    pub changes: Vec<Change>,
}

/// What happened to one series, without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The series' number.
    pub series: i64,
    /// The wire's `type`.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The first point that came, or went.
    pub from: Timestamp,
    /// The last.
    pub to: Timestamp,
    /// How many.
    pub count: u64,
}

/// Stores an upload: each point that is new is added, each that has the identity of a stored one
/// replaces it.
pub fn append(tx: &mut Tx<'_>, user: &UserId, upload: &Upload) -> Result<Appended, StoreError> {
    let mut appended = Appended {
        received: upload.received() as u64,
        ..Appended::default()
    };
    let about: usize = upload
        .series
        .iter()
        .map(|series| series.packed.len().max(1) + 1)
        .sum();
    let mut numbers = Numbers::lock(tx, user, about)?;
    for series in &upload.series {
        let (Some(from), Some(to)) = (
            series.points.timestamps().first(),
            series.points.timestamps().last(),
        ) else {
            continue;
        };
        let (id, merged) = append_series(tx, user, series, (*from, *to), &mut numbers)?;
        day::forget(tx, user, &series.kind, (*from, *to))?;
        appended.added += merged.added;
        appended.replaced += merged.replaced;
        appended.changes.push(Change {
            series: id,
            kind: series.kind.to_string(),
            device: series.device.to_string(),
            from: Timestamp(*from),
            to: Timestamp(*to),
            count: series.points.len() as u64,
        });
    }
    Ok(appended)
}

fn append_series(
    tx: &mut Tx<'_>,
    user: &UserId,
    upload: &SeriesUpload,
    (from, to): (i64, i64),
    numbers: &mut Numbers,
) -> Result<(i64, Merged), StoreError> {
    let known = tx.query_opt(
        "SELECT id, last_ts FROM series
         WHERE user_id = ?1 AND type = ?2 AND device = ?3",
        params![user, &*upload.kind, &*upload.device],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let (id, stored) = match known {
        Some((id, last)) => (id, reached(tx, user, id, last, (from, to))?),
        None => (numbers.next(tx, user)?, Vec::new()),
    };
    let extents: Vec<Extent> = stored
        .iter()
        .map(|chunk| Extent {
            t0: chunk.t0,
            t1: chunk.t1,
            n: chunk.n,
        })
        .collect();
    let shared = RefCell::new(&mut *tx);
    let merged = merge(
        &extents,
        &upload.points,
        |chunk| open(&shared.borrow(), user, id, &stored[chunk]),
        |gone, replacement| {
            let mut tx = shared.borrow_mut();
            for chunk in &stored[gone] {
                delete(&mut tx, user, id, chunk)?;
            }
            let mut put = |chunk: &PackedChunk| {
                let body = numbers.next(&mut tx, user)?;
                insert(&mut tx, user, id, chunk, body)
            };
            match replacement {
                Replacement::Incoming if !upload.packed.is_empty() => {
                    upload.packed.iter().try_for_each(put)
                }
                Replacement::Incoming => pack(&upload.points).iter().try_for_each(put),
                Replacement::Chunks(chunks) => chunks
                    .iter()
                    .try_for_each(|chunk| pack(chunk).iter().try_for_each(&mut put)),
            }
        },
    )?;
    if known.is_some() {
        tx.execute(
            "UPDATE series SET gen = gen + 1, total = total + ?3,
                 first_ts = CASE WHEN first_ts < ?4 THEN first_ts ELSE ?4 END,
                 last_ts = CASE WHEN last_ts > ?5 THEN last_ts ELSE ?5 END
             WHERE user_id = ?1 AND id = ?2",
            params![user, id, merged.added as i64, from, to],
        )?;
    } else {
        tx.execute(
            "INSERT INTO series(user_id, id, type, device, gen, total, first_ts, last_ts)
             VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7)",
            params![
                user,
                id,
                &*upload.kind,
                &*upload.device,
                merged.added as i64,
                from,
                to
            ],
        )?;
    }
    Ok((id, merged))
}

/// The chunks that a run from `from` to `to` can touch, and enough to their left to be taken in.
fn reached(
    tx: &Tx<'_>,
    user: &UserId,
    series: i64,
    last: i64,
    (from, to): (i64, i64),
) -> Result<Vec<Chunk>, StoreError> {
    let mut chunks = tx.query(
        "SELECT t0, t1, n, body_id FROM seg
         WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 ORDER BY t0 DESC LIMIT ?4",
        params![user, series, from, LEFT_NEIGHBOURS],
        Chunk::read,
    )?;
    chunks.reverse();
    if from <= last {
        chunks.extend(super::chunks_from(tx, user, series, (from, to), i64::MAX)?);
    }
    Ok(chunks)
}

/// Chunks that halve from 2048 to 1, and one more.
const LEFT_NEIGHBOURS: i64 = 13;
