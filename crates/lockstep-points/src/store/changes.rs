//! Counts deleted and replaced points in the transaction that changes them: a claim over days states
//! these counts.

use std::collections::BTreeMap;

use lockstep_formats::MAX_DISTANCE_DAYS;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::Chunk;
use super::ledger::{self, ChangeRow, CountingStart, Ledger, ZoneChange};
use crate::columns::Columns;

/// The deletions and replacements of one type in this transaction.
#[derive(Debug)]
pub(super) struct Changes {
    /// Whether the type is one of [`CLAIMED`]; other types are not counted.
    counts: bool,
    /// The number of points deleted and replaced, by first and last day.
    by_days: BTreeMap<(i64, i64), (u64, u64)>,
}

/// The points that an upload stores, and those of it that they replace, as
/// [`Batch::into_sorted_and_earlier`](crate::columns::Batch) returns them.
pub(super) type UploadedPoints<'a> = (&'a Columns, &'a Columns);

/// The number of changed points on some days, and the start of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeCounts {
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
            counts: are_counted(kind),
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

    /// Counts the points that a later point of the same upload replaced by another value, unit, confidence or local
    /// date, as if each had been stored before the next: it was acknowledged as they are.
    pub(super) fn replaced_within(&mut self, (points, earlier): UploadedPoints<'_>) {
        if !self.counts {
            return;
        }
        for (place, at) in earlier.timestamps().iter().enumerate() {
            let next = match earlier.timestamps().get(place + 1) {
                Some(next) if next == at => Some((earlier, place + 1)),
                _ => {
                    let last = points.timestamps().binary_search(at);
                    last.ok().map(|last| (points, last))
                }
            };
            if next.is_none_or(|next| !is_same((earlier, place), next)) {
                self.replaced((*at, *at), 1);
            }
        }
    }

    /// Counts the points of `old` that have another value, unit, confidence or local date in an upload: in the first of
    /// its points at that time, since [`Changes::replaced_within`] counts those that follow. All are sorted.
    pub(super) fn overlaid(&mut self, old: &Columns, (points, earlier): UploadedPoints<'_>) {
        if !self.counts {
            return;
        }
        let times = old.timestamps();
        let (Some(first), Some(last)) = (times.first(), times.last()) else {
            return;
        };
        for place in points.places(*first, *last) {
            let at = points.timestamps()[place];
            let Ok(old_place) = times.binary_search(&at) else {
                continue;
            };
            let of_time = earlier.places(at, at);
            let now = match of_time.is_empty() {
                true => (points, place),
                false => (earlier, of_time.start),
            };
            if !is_same((old, old_place), now) {
                self.replaced((at, at), 1);
            }
        }
    }

    fn entry(&mut self, from: i64, to: i64) -> &mut (u64, u64) {
        self.by_days.entry((day(from), day(to))).or_default()
    }

    /// Adds the counts to the stored counts.
    pub(super) fn keep(
        self,
        tx: &mut Tx<'_>,
        ledger: &mut Ledger<'_>,
        kind: &str,
    ) -> Result<(), StoreError> {
        let mut is_long = false;
        for (days, (deleted, replaced)) in self.by_days {
            is_long |= days.0 < days.1;
            let more = ChangeRow {
                kind: kind.to_owned(),
                days,
                deleted,
                replaced,
            };
            add(tx, ledger, more)?;
        }
        if is_long {
            join_spans(tx, ledger, kind)?;
        }
        Ok(())
    }
}

/// Returns whether changes of points of this type are counted.
pub(super) fn are_counted(kind: &str) -> bool {
    CLAIMED.contains(&kind)
}

/// Returns whether two points of one series and time state the same.
fn is_same((one, one_place): (&Columns, usize), (other, other_place): (&Columns, usize)) -> bool {
    let (before, now) = (one.entry(one_place), other.entry(other_place));
    before.value.to_bits() == now.value.to_bits()
        && before.unit == now.unit
        && before.confidence == now.confidence
        && one.local_date(one_place) == other.local_date(other_place)
}

/// Adds counts to the row of their type and days. A damaged row is replaced; the ledger still shows that it
/// was damaged.
fn add(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>, more: ChangeRow) -> Result<(), StoreError> {
    let user = ledger.user();
    let before = tx.query_opt(
        "SELECT deleted, replaced FROM point_change
         WHERE user_id = ?1 AND type = ?2 AND first_day = ?3 AND last_day = ?4",
        params![user, &more.kind, more.days.0, more.days.1],
        |row| {
            Ok(ChangeRow {
                deleted: row.at(0)?,
                replaced: row.at(1)?,
                ..more.clone()
            })
        },
    );
    let before = match before {
        Err(error) if error.is_damage() => None,
        before => before?,
    };
    let sum = |before: u64, more: u64| before.saturating_add(more).min(MAX_COUNT);
    let after = match &before {
        Some(before) => ChangeRow {
            deleted: sum(before.deleted, more.deleted),
            replaced: sum(before.replaced, more.replaced),
            ..more
        },
        None => more,
    };
    tx.execute(
        "INSERT INTO point_change(user_id, type, first_day, last_day, deleted, replaced)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, type, first_day, last_day) DO UPDATE
         SET deleted = excluded.deleted, replaced = excluded.replaced",
        params![
            user,
            &after.kind,
            after.days.0,
            after.days.1,
            after.deleted.cast_signed(),
            after.replaced.cast_signed()
        ],
    )?;
    ledger.counted(before.as_ref(), Some(&after));
    Ok(())
}

/// Joins the rows that span several days into one row if there are more than [`MAX_SPANS`]. Each row is
/// an upper bound for its days, and so is the joined row. Rows of single days are at most as many as
/// the days.
fn join_spans(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>, kind: &str) -> Result<(), StoreError> {
    let user = ledger.user();
    let rows = tx.query(
        "SELECT first_day, last_day, deleted, replaced FROM point_change
         WHERE user_id = ?1 AND type = ?2 AND first_day < last_day",
        params![user, kind],
        |row| {
            let read = || {
                Ok::<_, StoreError>(ChangeRow {
                    kind: kind.to_owned(),
                    days: (row.at(0)?, row.at(1)?),
                    deleted: row.at(2)?,
                    replaced: row.at(3)?,
                })
            };
            Ok(read().ok())
        },
    )?;
    if rows.len() <= MAX_SPANS {
        return Ok(());
    }
    tx.execute(
        "DELETE FROM point_change WHERE user_id = ?1 AND type = ?2 AND first_day < last_day",
        params![user, kind],
    )?;
    let rows = rows.into_iter().flatten();
    let joined = rows
        .inspect(|row| ledger.counted(Some(row), None))
        .reduce(|one, other| ChangeRow {
            days: (one.days.0.min(other.days.0), one.days.1.max(other.days.1)),
            deleted: one.deleted.saturating_add(other.deleted).min(MAX_COUNT),
            replaced: one.replaced.saturating_add(other.replaced).min(MAX_COUNT),
            ..one
        });
    match joined {
        Some(joined) => add(tx, ledger, joined),
        None => Ok(()),
    }
}

/// Returns the changes of a type that may concern a range of times: those of points on the days of
/// [`days_reached`].
pub fn changed(
    tx: &Tx<'_>,
    user: &UserId,
    kind: &str,
    (from, to): (i64, i64),
) -> Result<ChangeCounts, StoreError> {
    let (mut deleted, mut replaced) = (0_u64, 0_u64);
    let (first_day, last_day) = days_reached((from, to));
    tx.visit(
        "SELECT deleted, replaced FROM point_change
         WHERE user_id = ?1 AND type = ?2 AND last_day >= ?3 AND first_day <= ?4",
        params![user, kind, first_day, last_day],
        // [`ensure_last_written`] refuses a damaged count.
        |row| {
            deleted = deleted.saturating_add(row.at(0).unwrap_or_default());
            replaced = replaced.saturating_add(row.at(1).unwrap_or_default());
            Ok::<_, StoreError>(true)
        },
    )?;
    let since = tx.query_opt(
        "SELECT counted_since FROM point_number WHERE user_id = ?1",
        params![user],
        // [`since`] refuses a damaged time.
        |row| Ok(row.at::<Option<Timestamp>>(0).unwrap_or_default()),
    )?;
    Ok(ChangeCounts {
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
        CountingStart::Never => Ok(None),
        CountingStart::Since(at) => Ok(Some(at)),
        CountingStart::Damaged => Err(ApiError::encryption(
            "the stored time since which changes of the account's points are counted is damaged: a claim \
             would state a false time. The operator repairs it with `lockstep scrub`",
        )),
    }
}

/// Returns whether changes are counted, and the account's sealed state records everything that a claim states.
///
/// # Errors
/// As [`since`].
pub fn is_begun(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, ApiError> {
    let is_counted = since(tx, account_keys)?.is_some();
    Ok(is_counted && !ledger::claimed_rows(tx, account_keys)?.is_unrecorded)
}

/// Starts counting an account's changes, unless they are already counted.
pub fn begin(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    ledger::begin_counting(tx, account_keys)
}

/// Refuses a claim of an account with rows that are not the ones last written. A claim states which points
/// were left out: a row that was edited, removed or put back outside the server would make it false.
///
/// # Errors
/// 422 that names the table, with the remedy.
pub fn ensure_last_written(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<(), ApiError> {
    match ledger::check_claimed(tx, account_keys)?.first() {
        None => Ok(()),
        Some(damage) => Err(ApiError::encryption(format!(
            "table {}: {}. A claim would state what nothing proves. The operator runs `lockstep scrub`, which \
             repairs the rows or names them; rows that were lost come back from a backup, or are accepted with \
             `lockstep scrub --accept-rows ACCOUNT`",
            damage.table, damage.reason
        ))),
    }
}

/// Refuses a claim of an account with series whose type or device is not the one of their points.
///
/// # Errors
/// 422 that names the table, with the remedy.
pub fn ensure_own_names(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<(), ApiError> {
    match ledger::renamed(tx, account_keys)?.first() {
        None => Ok(()),
        Some(series) => Err(ApiError::encryption(format!(
            "table series, row {series}: {}. A claim would state the values of other points. `lockstep scrub` names the \
             rows; the operator restores them from a backup",
            ledger::RENAMED
        ))),
    }
}

/// Records that the profile's time zone changes.
pub(super) fn note_zone(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
    let now = tx.now();
    ledger::put_zone(tx, ledger.user(), now)?;
    ledger.changed_zone(now);
    Ok(())
}

/// Returns the time of the last change of the profile's time zone.
///
/// # Errors
/// 422 if the stored time is damaged, with the remedy.
pub fn zone_changed_at(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Option<Timestamp>, ApiError> {
    match ledger::zone_changed_at(tx, account_keys)? {
        ZoneChange::Never => Ok(None),
        ZoneChange::At(at) => Ok(Some(at)),
        ZoneChange::Damaged => Err(ApiError::encryption(
            "the stored time of the last change of the account's time zone is damaged: a claim would state a \
             false time. The operator repairs it with `lockstep scrub`",
        )),
    }
}

/// Returns the first and the last UTC day with the times of points that may count between two times. A point
/// counts at its time, or on the local date that it states, which is at most [`MAX_DISTANCE_DAYS`] away. The
/// date of a point that cannot be read is unknown.
pub(super) fn days_reached((from, to): (i64, i64)) -> (i64, i64) {
    (day(from) - MAX_DISTANCE_DAYS, day(to) + MAX_DISTANCE_DAYS)
}

fn day(at: i64) -> i64 {
    at.div_euclid(DAY_MILLIS)
}

/// The types that claims can be made about.
pub const CLAIMED: [&str; 4] = [
    "resting_heart_rate",
    "heart_rate_variability_rmssd",
    "sleep_duration",
    "steps",
];
/// The length of a UTC day.
pub(super) const DAY_MILLIS: i64 = 86_400_000;
/// The maximum number of rows of a type that span several days.
const MAX_SPANS: usize = 256;
/// The greatest count that a row has.
pub(super) const MAX_COUNT: u64 = i64::MAX as u64;
