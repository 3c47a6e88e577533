//! Counts deleted and replaced points in the transaction that changes them: a claim over days states
//! these counts.

use std::collections::BTreeMap;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::Chunk;
use super::ledger::{self, Counted};
use crate::columns::Columns;

/// The deletions and replacements of one type in this transaction.
#[derive(Debug)]
pub(super) struct Changes {
    /// Whether the type is one of [`CLAIMED`]; other types are not counted.
    counts: bool,
    /// The number of points deleted and replaced, by first and last day.
    by_days: BTreeMap<(i64, i64), (u64, u64)>,
}

/// The number of changed points on some days, and the start of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Upper bound on the deleted points.
    pub deleted: u64,
    /// Upper bound on the points replaced by another value.
    pub replaced: u64,
    /// The time at which counting began; `None` if nothing is counted yet.
    pub since: Option<Timestamp>,
}

impl Changes {
    pub(super) fn of(kind: &str) -> Self {
        Self {
            counts: CLAIMED.contains(&kind),
            by_days: BTreeMap::new(),
        }
    }

    /// Counts deleted points between two times.
    pub(super) fn deleted(&mut self, (from, to): (i64, i64), count: u64) {
        if self.counts {
            self.entry(from, to).0 += count;
        }
    }

    /// Counts points between two times that are replaced by another value.
    pub(super) fn replaced(&mut self, (from, to): (i64, i64), count: u64) {
        if self.counts {
            self.entry(from, to).1 += count;
        }
    }

    /// Counts the points of a whole chunk as deleted. The chunk is not opened: if it spans several
    /// days, all its points count on each of them.
    pub(super) fn deleted_chunk(&mut self, chunk: &Chunk) {
        self.deleted((chunk.t0, chunk.t1), u64::from(chunk.n));
    }

    /// Counts the points of `old` that have another value, unit or confidence in `new`. Both are
    /// sorted.
    pub(super) fn overlaid(&mut self, old: &Columns, new: &Columns) {
        if !self.counts {
            return;
        }
        let times = old.timestamps();
        let (Some(first), Some(last)) = (times.first(), times.last()) else {
            return;
        };
        for place in new.places(*first, *last) {
            let now = new.entry(place);
            let Ok(before) = times.binary_search(&now.timestamp) else {
                continue;
            };
            let before = old.entry(before);
            let is_same = before.value.to_bits() == now.value.to_bits()
                && before.unit == now.unit
                && before.confidence == now.confidence;
            if !is_same {
                self.replaced((now.timestamp, now.timestamp), 1);
            }
        }
    }

    fn entry(&mut self, from: i64, to: i64) -> &mut (u64, u64) {
        self.by_days.entry((day(from), day(to))).or_default()
    }

    /// Adds the counts to the stored counts.
    pub(super) fn keep(self, tx: &mut Tx<'_>, user: &UserId, kind: &str) -> Result<(), StoreError> {
        let mut is_long = false;
        for ((first, last), (deleted, replaced)) in self.by_days {
            is_long |= first < last;
            add(tx, user, kind, (first, last), (deleted, replaced))?;
        }
        if is_long {
            join_spans(tx, user, kind)?;
        }
        Ok(())
    }
}

fn add(
    tx: &mut Tx<'_>,
    user: &UserId,
    kind: &str,
    (first, last): (i64, i64),
    (deleted, replaced): (u64, u64),
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO point_change(user_id, type, first_day, last_day, deleted, replaced)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, type, first_day, last_day) DO UPDATE
         SET deleted = point_change.deleted + excluded.deleted,
             replaced = point_change.replaced + excluded.replaced",
        params![
            user,
            kind,
            first,
            last,
            deleted.cast_signed(),
            replaced.cast_signed()
        ],
    )
    .map(drop)
}

/// Joins the rows that span several days into one row if there are more than [`MAX_SPANS`]. Each row is
/// an upper bound for its days, and so is the joined row. Rows of single days are at most as many as
/// the days.
fn join_spans(tx: &mut Tx<'_>, user: &UserId, kind: &str) -> Result<(), StoreError> {
    let (spans, first, last, deleted, replaced) = tx.query_one(
        "SELECT COUNT(*), COALESCE(MIN(first_day), 0), COALESCE(MAX(last_day), 0),
             CAST(COALESCE(SUM(deleted), 0) AS BIGINT), CAST(COALESCE(SUM(replaced), 0) AS BIGINT)
         FROM point_change WHERE user_id = ?1 AND type = ?2 AND first_day < last_day",
        params![user, kind],
        |row| {
            Ok((
                row.at::<u64>(0)?,
                row.at(1)?,
                row.at(2)?,
                row.at::<u64>(3)?,
                row.at::<u64>(4)?,
            ))
        },
    )?;
    if spans <= MAX_SPANS {
        return Ok(());
    }
    tx.execute(
        "DELETE FROM point_change WHERE user_id = ?1 AND type = ?2 AND first_day < last_day",
        params![user, kind],
    )?;
    add(tx, user, kind, (first, last), (deleted, replaced))
}

/// Returns the changes of a type on the UTC days that a range touches.
pub fn changed(
    tx: &Tx<'_>,
    user: &UserId,
    kind: &str,
    (from, to): (i64, i64),
) -> Result<Changed, StoreError> {
    let (deleted, replaced) = tx.query_one(
        "SELECT CAST(COALESCE(SUM(deleted), 0) AS BIGINT), CAST(COALESCE(SUM(replaced), 0) AS BIGINT)
         FROM point_change WHERE user_id = ?1 AND type = ?2 AND last_day >= ?3 AND first_day <= ?4",
        params![user, kind, day(from), day(to)],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let since = tx.query_opt(
        "SELECT counted_since FROM point_number WHERE user_id = ?1",
        params![user],
        // [`since`] refuses a damaged time.
        |row| Ok(row.at::<Option<Timestamp>>(0).unwrap_or_default()),
    )?;
    Ok(Changed {
        deleted,
        replaced,
        since: since.flatten(),
    })
}

/// Returns the time since which the account's changes are counted; `None` if nothing is counted yet.
///
/// # Errors
/// 422 if the stored time is damaged, with the remedy.
pub fn since(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Option<Timestamp>, ApiError> {
    match ledger::counted_since(tx, account_keys)? {
        Counted::Never => Ok(None),
        Counted::Since(at) => Ok(Some(at)),
        Counted::Damaged => Err(ApiError::encryption(
            "the stored time since which changes of the account's points are counted is damaged: a claim \
             would state a false time. The operator repairs it with `lockstep scrub`",
        )),
    }
}

/// Starts counting an account's changes, unless they are already counted.
pub fn begin(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    super::ledger::begin_counting(tx, user)
}

/// Records that the profile's time zone changes.
pub(super) fn note_zone(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO zone_change(user_id, changed_at) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET changed_at = excluded.changed_at",
        params![user, tx.now()],
    )
    .map(drop)
}

/// Returns the time of the last change of the profile's time zone.
///
/// # Errors
/// 422 if the stored time is damaged, with the remedy.
pub fn zone_changed_at(tx: &Tx<'_>, user: &UserId) -> Result<Option<Timestamp>, ApiError> {
    if is_zone_damaged(tx, user)? {
        return Err(ApiError::encryption(
            "the stored time of the last change of the account's time zone is damaged: a claim would state a \
             false time. The operator repairs it with `lockstep scrub`",
        ));
    }
    Ok(stored_zone_change(tx, user)?.flatten())
}

/// Returns whether the time of the last change of the time zone is unreadable, before the account or in the
/// future.
pub(crate) fn is_zone_damaged(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let stored = stored_zone_change(tx, user)?;
    let is_possible = |at: Timestamp| user.created_at() <= at && at <= tx.now();
    Ok(stored.is_some_and(|at| !at.is_some_and(is_possible)))
}

/// Replaces a damaged time of the last change of the time zone by the present time, which is not before it.
pub(crate) fn repair_zone(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    match is_zone_damaged(tx, user)? {
        true => note_zone(tx, user),
        false => Ok(()),
    }
}

/// The stored time of the last change of the time zone; `Some(None)` if it is unreadable.
pub(super) fn stored_zone_change(
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Option<Option<Timestamp>>, StoreError> {
    tx.query_opt(
        "SELECT changed_at FROM zone_change WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at(0).ok()),
    )
}

fn day(at: i64) -> i64 {
    at.div_euclid(86_400_000)
}

/// The types that claims can be made about.
pub const CLAIMED: [&str; 4] = [
    "resting_heart_rate",
    "heart_rate_variability_rmssd",
    "sleep_duration",
    "steps",
];
/// The maximum number of rows of a type that span several days.
const MAX_SPANS: u64 = 256;
