//! Rows of days, derived from points. A row is dropped when the day's points change, ignored if a
//! device was registered since, and computed again on demand.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use lockstep_formats::MAX_DISTANCE_MILLIS;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, Value, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use super::device::count_devices;
use super::ledger::{self, Ledger, Table};
use super::profile_row;

/// The content of the day rows of a type. A type has at most one row of each kind for a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayRowKind {
    /// The day's value, or its heart rates, for metrics and insights.
    Metrics,
    /// Summaries of quarter hours for charts.
    Chart,
    /// The highest means over several durations, of windows that end on the day.
    Curve,
    /// The highest means over several durations, of windows within an activity. The row has the times of the activity
    /// instead of those of a day; an activity longer than [`MAX_DAY_MILLIS`] has none.
    ActivityCurve,
}

impl DayRowKind {
    /// Returns the column `type` of the rows. No type of points contains `#`.
    fn stored_type(self, kind: &str) -> Cow<'_, str> {
        match self {
            Self::Metrics => Cow::Borrowed(kind),
            Self::Chart => Cow::Owned(format!("{kind}#chart")),
            Self::Curve => Cow::Owned(format!("{kind}#curve")),
            Self::ActivityCurve => Cow::Owned(format!("{kind}#activity-curve")),
        }
    }
}

/// The types that have curves.
pub const CURVES: [&str; 3] = ["heart_rate", "power", SPEED];

/// Returns the types whose points affect the rows of a type: where no speed is recorded, metrics and curves derive it from
/// positions.
#[must_use]
pub fn inputs(kind: &str, row_kind: DayRowKind) -> Vec<&str> {
    let mut inputs = vec![kind];
    if kind == SPEED && row_kind != DayRowKind::Chart {
        inputs.extend(POSITION);
    }
    inputs
}

/// A stored row of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRow {
    /// The first millisecond of the day, or of the activity.
    pub t0: i64,
    /// The first millisecond after it.
    pub t1: i64,
    /// The encoded values.
    pub body: Vec<u8>,
}

/// The points of one type or more, the devices and the profile: rows are valid while the stamp of their [`inputs`] is
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayStamp {
    series: SeriesStamp,
    /// The number of registered devices: their names decide which of several devices counts.
    devices: i64,
    /// The version of the profile, if there is one: its time zone decides when days begin, and the rows of another zone were
    /// deleted with the change.
    profile: Option<i64>,
}

impl DayStamp {
    /// Returns the stamp without the profile, for values that depend on nothing of it but the last change of its zone.
    pub(super) fn without_profile(self) -> Self {
        Self {
            profile: None,
            ..self
        }
    }
}

/// Series numbers are never reused and each change increments a generation. If no field has changed, no series has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SeriesStamp {
    count: i64,
    highest_number: i64,
    /// The sum of the generations.
    generations: i64,
}

/// Computed rows of a type, and the stamp of their inputs.
#[derive(Clone, Debug)]
pub struct ComputedRows {
    /// The type of the points, as the API names it.
    pub kind: String,
    /// The kind of the rows.
    pub row_kind: DayRowKind,
    /// The inputs from which the rows were computed.
    pub stamp: DayStamp,
    /// The rows.
    pub rows: Vec<DayRow>,
}

/// Returns the rows of a type and row kind whose days begin in a range, in order.
pub fn rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (kind, row_kind): (&str, DayRowKind),
    begin: RangeInclusive<i64>,
) -> Result<Vec<DayRow>, StoreError> {
    let stored_type = row_kind.stored_type(kind);
    let devices = count_devices(tx, account_keys.user())?;
    let rows = tx.query(
        "SELECT t0, t1, body, number FROM day
         WHERE user_id = ?1 AND type = ?2 AND t0 >= ?3 AND t0 <= ?4 AND version = ?5
             AND devices = ?6
         ORDER BY t0",
        params![
            account_keys.user(),
            &*stored_type,
            *begin.start(),
            *begin.end(),
            VERSION,
            devices
        ],
        |row| {
            // A damaged row is computed again.
            let (Ok(t0), Ok(t1), Ok(sealed), Ok(number)) =
                (row.at(0), row.at(1), row.at(2), row.at(3))
            else {
                return Ok(None);
            };
            let place = row_location(&stored_type, t0, number);
            let body = account_keys.open(tx, None, context(&place), sealed).ok();
            Ok(body.map(|(body, _)| DayRow {
                t0,
                t1,
                body: body.into_bytes(),
            }))
        },
    )?;
    Ok(rows.into_iter().flatten().collect())
}

/// Opens every row of an account and returns their number. Calls `bad` with the type, begin and end of
/// each row that does not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&str, i64, i64),
) -> Result<u64, StoreError> {
    let mut count = 0;
    tx.visit(
        "SELECT type, t0, t1, body, number FROM day WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let kind = row.shown(0);
            let (t0, t1) = (row.at(1).unwrap_or_default(), row.at(2).unwrap_or_default());
            let place = row_location(&kind, t0, row.at(4).unwrap_or_default());
            let sealed: &[u8] = row.at(3).unwrap_or_default();
            if account_keys
                .open(tx, None, context(&place), sealed)
                .is_err()
            {
                bad(&kind, t0, t1);
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(count)
}

/// Stores rows, except those whose inputs have changed since they were computed. Returns how many of them are current.
///
/// # Errors
/// [`StoreError`].
pub fn keep_current(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    fresh: &[ComputedRows],
) -> Result<usize, StoreError> {
    let about = fresh.iter().map(|fresh| fresh.rows.len()).sum();
    ledger::change(tx, account_keys, about, |tx, ledger| {
        let mut current = 0;
        let devices = count_devices(tx, account_keys.user())?;
        for fresh in fresh {
            let rows_of = (fresh.kind.as_str(), fresh.row_kind);
            if row_stamp(tx, account_keys.user(), rows_of)? == fresh.stamp {
                let stored_type = fresh.row_kind.stored_type(&fresh.kind);
                store_rows(tx, ledger, (&stored_type, devices), &fresh.rows)?;
                current += fresh.rows.len();
            }
        }
        Ok(current)
    })
}

/// Stores rows under the `type` of their row kind, with the number of registered devices. They replace stored rows that begin
/// at the same times.
pub(super) fn store_rows(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (stored_type, devices): (&str, i64),
    rows: &[DayRow],
) -> Result<(), StoreError> {
    // A day that a zone left out begins when the next one does.
    let rows: BTreeMap<i64, &DayRow> = rows.iter().map(|row| (row.t0, row)).collect();
    let (Some((first, _)), Some((last, _))) = (rows.first_key_value(), rows.last_key_value())
    else {
        return Ok(());
    };
    let stored = tx.query(
        "SELECT t0 FROM day WHERE user_id = ?1 AND type = ?2 AND t0 >= ?3 AND t0 <= ?4",
        params![ledger.user(), stored_type, *first, *last],
        |row| row.at::<i64>(0),
    )?;
    for t0 in stored.into_iter().filter(|t0| rows.contains_key(t0)) {
        let params = params![ledger.user(), stored_type, t0];
        drop_rows(tx, ledger, "type = ?2 AND t0 = ?3", params)?;
    }
    for row in rows.into_values() {
        insert_row(tx, ledger, (stored_type, devices), row)?;
    }
    Ok(())
}

fn insert_row(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    (stored_type, devices): (&str, i64),
    row: &DayRow,
) -> Result<(), StoreError> {
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    let number = ledger.next(tx)?;
    let place = row_location(stored_type, row.t0, number);
    let body = account_keys.seal(tx, None, context(&place), b"", &row.body)?;
    tx.execute(
        "INSERT INTO day(user_id, type, t0, t1, version, devices, body, number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            user,
            stored_type,
            row.t0,
            row.t1,
            VERSION,
            devices,
            &body,
            number
        ],
    )?;
    ledger.inserted(Table::Day, number);
    Ok(())
}

/// Deletes the account's rows that meet a condition.
fn drop_rows(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    condition: &str,
    params: &[Value<'_>],
) -> Result<(), StoreError> {
    let dropped = tx.query(
        &format!("DELETE FROM day WHERE user_id = ?1 AND {condition} RETURNING number"),
        params,
        // An unreadable number stays in the ledger; a scrub that misses its row drops all days.
        |row| Ok(row.at(0).ok()),
    )?;
    for number in dropped.into_iter().flatten() {
        ledger.deleted(Table::Day, number);
    }
    Ok(())
}

/// Returns the milliseconds by which a point of a type affects the days before and after its time. A
/// heart rate affects intervals up to 6 minutes away. A value of another type belongs to the local date
/// that it states.
#[must_use]
pub fn reach(kind: &str) -> i64 {
    match kind {
        "heart_rate" => REACH,
        _ => MAX_DISTANCE_MILLIS,
    }
}

/// Returns the first and the last millisecond of the days whose rows points of a type between two times affect: see
/// [`reach`] and [`inputs`]. A window of a curve ends up to [`MAX_WINDOW_MILLIS`] later.
#[must_use]
pub fn affected(kind: &str, row_kind: DayRowKind, (from, to): (i64, i64)) -> (i64, i64) {
    let reach = reach(kind);
    let after = match row_kind {
        DayRowKind::Metrics | DayRowKind::Chart | DayRowKind::ActivityCurve => reach,
        DayRowKind::Curve => reach.saturating_add(MAX_WINDOW_MILLIS),
    };
    (from.saturating_sub(reach), to.saturating_add(after))
}

/// Deletes the rows, of every row kind, that points of a type between two times affect.
pub(super) fn forget(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    kind: &str,
    times: (i64, i64),
) -> Result<(), StoreError> {
    let curves_of = |kind| [(kind, DayRowKind::Curve), (kind, DayRowKind::ActivityCurve)];
    let mut rows = vec![(kind, DayRowKind::Metrics), (kind, DayRowKind::Chart)];
    if CURVES.contains(&kind) {
        rows.extend(curves_of(kind));
    }
    if POSITION.contains(&kind) {
        rows.push((SPEED, DayRowKind::Metrics));
        rows.extend(curves_of(SPEED));
    }
    for (point_kind, row_kind) in rows {
        let (first, last) = affected(kind, row_kind, times);
        let stored_type = row_kind.stored_type(point_kind);
        let params = params![
            ledger.user(),
            &*stored_type,
            first.saturating_sub(MAX_DAY_MILLIS),
            last,
            first
        ];
        drop_rows(
            tx,
            ledger,
            "type = ?2 AND t0 > ?3 AND t0 <= ?4 AND t1 > ?5",
            params,
        )?;
    }
    Ok(())
}

/// Returns whether an account has any row.
pub(super) fn has_rows(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM day WHERE user_id = ?1 LIMIT 1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether an account has more rows than [`forget_part`] deletes at once.
pub(crate) fn are_many(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM day WHERE user_id = ?1 LIMIT 1 OFFSET ?2",
        params![user, PART_ROWS],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Deletes the first [`PART_ROWS`] rows of an account.
pub(crate) fn forget_part(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    ledger::change(tx, account_keys, 1, |tx, ledger| {
        let user = ledger.user();
        drop_rows(
            tx,
            ledger,
            "(type, t0) IN (SELECT type, t0 FROM day WHERE user_id = ?1 ORDER BY type, t0 LIMIT ?2)",
            params![user, PART_ROWS],
        )
    })
}

/// Deletes all rows of an account; they are computed again on demand.
///
/// # Errors
/// [`StoreError`].
pub fn clear(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    ledger::change(tx, account_keys, 1, forget_all)
}

/// Deletes all rows of an account, because its days now begin at other times.
pub(super) fn forget_all(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM day WHERE user_id = ?1", params![ledger.user()])?;
    ledger.cleared(Table::Day);
    Ok(())
}

/// Returns the stamp of the points of a type.
pub fn stamp(tx: &Tx<'_>, user: &UserId, kind: &str) -> Result<DayStamp, StoreError> {
    stamp_of(tx, user, [kind; MAX_INPUTS])
}

/// Returns the stamp of the inputs of the rows of a type and row kind.
pub fn row_stamp(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, row_kind): (&str, DayRowKind),
) -> Result<DayStamp, StoreError> {
    let mut all = [kind; MAX_INPUTS];
    for (one, input) in all.iter_mut().zip(inputs(kind, row_kind)) {
        *one = input;
    }
    stamp_of(tx, user, all)
}

/// Returns the stamp of the points of these types, which may repeat.
fn stamp_of(
    tx: &Tx<'_>,
    user: &UserId,
    [one, other, third]: [&str; MAX_INPUTS],
) -> Result<DayStamp, StoreError> {
    let series = tx.query_one(
        // The ids come from the index by type. Without the inner SELECT, the planner reads all series of the account.
        "SELECT COUNT(*), COALESCE(MAX(id), 0), CAST(COALESCE(SUM(gen), 0) AS BIGINT) FROM series
         WHERE user_id = ?1
             AND id IN (SELECT id FROM series WHERE user_id = ?1 AND type IN (?2, ?3, ?4))",
        params![user, one, other, third],
        |row| {
            Ok(SeriesStamp {
                count: row.at(0)?,
                highest_number: row.at(1)?,
                generations: row.at(2)?,
            })
        },
    )?;
    let devices = count_devices(tx, user)?;
    let profile = profile_row::version(tx, user)?;
    Ok(DayStamp {
        series,
        devices,
        profile,
    })
}

fn row_location(kind: &str, t0: i64, number: i64) -> Vec<u8> {
    let mut place = t0.to_be_bytes().to_vec();
    place.extend_from_slice(&number.to_be_bytes());
    place.extend_from_slice(kind.as_bytes());
    place
}

fn context(place: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "day",
        row: place,
    }
}

/// The rows that one transaction deletes where all are deleted: some milliseconds.
const PART_ROWS: u32 = 500;
/// The version of the computation; stored rows of another version are not used.
const VERSION: i64 = 10;
const SPEED: &str = "speed";
/// The types of a position.
const POSITION: [&str; 2] = ["latitude", "longitude"];
/// The maximum number of types that [`inputs`] returns.
const MAX_INPUTS: usize = 1 + POSITION.len();
/// The maximum milliseconds between a reading and an interval that it affects.
pub const REACH: i64 = 360_000;
/// The longest window of a curve in milliseconds.
pub const MAX_WINDOW_MILLIS: i64 = 5 * 3_600_000;
/// The maximum length of a day in milliseconds, including clock changes and a zone that crosses the
/// date line. No row is of a longer time.
pub const MAX_DAY_MILLIS: i64 = 50 * 3_600_000;
