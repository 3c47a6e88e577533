//! Rows of days: derived from points, dropped when the day's points change, not used when a device was
//! registered since, made again when asked.

use std::ops::RangeInclusive;

use lockstep_devices::count_devices;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, Value, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use super::ledger::{Ledger, Table};

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DayRow {
    /// The day's first millisecond.
    pub(crate) t0: i64,
    /// The next day's.
    pub(crate) t1: i64,
    /// What was reckoned.
    pub(crate) body: Vec<u8>,
}

/// What rows of a type rest on: while it is the same, so are they.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// Series are never numbered twice and each change of one counts up: as long as there are as many,
    /// the newest is the same and the sum too, nothing has changed.
    series: (i64, i64, i64),
    /// What a device is called decides which of several counts.
    devices: i64,
}

/// The rows of a type whose days begin in a range, in order.
pub(crate) fn rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    kind: &str,
    begin: RangeInclusive<i64>,
) -> Result<Vec<DayRow>, StoreError> {
    let devices = count_devices(tx, account_keys.user())?;
    let rows = tx.query(
        "SELECT t0, t1, body, number FROM day
         WHERE user_id = ?1 AND type = ?2 AND t0 >= ?3 AND t0 <= ?4 AND version = ?5
             AND devices = ?6
         ORDER BY t0",
        params![
            account_keys.user(),
            kind,
            *begin.start(),
            *begin.end(),
            VERSION,
            devices
        ],
        |row| {
            // One that is damaged is made again.
            let (Ok(t0), Ok(t1), Ok(sealed), Ok(number)) =
                (row.at(0), row.at(1), row.at(2), row.at(3))
            else {
                return Ok(None);
            };
            let place = place(kind, t0, number);
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

/// Opens every row of an account; gives their number. `bad` hears the type, begin and end of those that
/// do not open.
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
            let place = place(&kind, t0, row.at(4).unwrap_or_default());
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

/// Keeps a row.
pub(crate) fn keep(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    kind: &str,
    row: &DayRow,
) -> Result<(), StoreError> {
    let devices = count_devices(tx, ledger.account_keys().user())?;
    let (account_keys, user) = (ledger.account_keys(), ledger.user());
    drop_rows(
        tx,
        ledger,
        "type = ?2 AND t0 = ?3",
        params![user, kind, row.t0],
    )?;
    let number = ledger.next(tx)?;
    let place = place(kind, row.t0, number);
    let body = account_keys.seal(tx, None, context(&place), b"", &row.body)?;
    tx.execute(
        "INSERT INTO day(user_id, type, t0, t1, version, devices, body, number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![user, kind, row.t0, row.t1, VERSION, devices, &body, number],
    )?;
    ledger.inserted(Table::Day, number);
    Ok(())
}

/// Drops the account's rows that meet a condition.
fn drop_rows(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    condition: &str,
    params: &[Value<'_>],
) -> Result<(), StoreError> {
    let dropped = tx.query(
        &format!("DELETE FROM day WHERE user_id = ?1 AND {condition} RETURNING number"),
        params,
        // A number that cannot be read stays in the ledger; a scrub that misses it drops all days.
        |row| Ok(row.at(0).ok()),
    )?;
    for number in dropped.into_iter().flatten() {
        ledger.deleted(Table::Day, number);
    }
    Ok(())
}

/// Drops the rows of a type that points between two moments have a part in: a reading reaches 30 s
/// into the next day.
pub(super) fn forget(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    kind: &str,
    (from, to): (i64, i64),
) -> Result<(), StoreError> {
    let from = from.saturating_sub(REACH);
    let params = params![
        ledger.user(),
        kind,
        from.saturating_sub(LONGEST_DAY),
        to.saturating_add(REACH),
        from
    ];
    drop_rows(
        tx,
        ledger,
        "type = ?2 AND t0 > ?3 AND t0 <= ?4 AND t1 > ?5",
        params,
    )
}

/// Drops all rows of an account: its days begin elsewhere.
pub(crate) fn forget_all(tx: &mut Tx<'_>, ledger: &mut Ledger<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM day WHERE user_id = ?1", params![ledger.user()])?;
    ledger.cleared(Table::Day);
    Ok(())
}

/// What rows of a type rest on now.
pub(crate) fn stamp(tx: &Tx<'_>, user: &UserId, kind: &str) -> Result<Stamp, StoreError> {
    let series = tx.query_one(
        "SELECT COUNT(*), COALESCE(MAX(id), 0), CAST(COALESCE(SUM(gen), 0) AS BIGINT) FROM series
         WHERE user_id = ?1 AND type = ?2",
        params![user, kind],
        |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)),
    )?;
    let devices = count_devices(tx, user)?;
    Ok(Stamp { series, devices })
}

fn place(kind: &str, t0: i64, number: i64) -> Vec<u8> {
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

/// Of how rows are made: another one, and those that are stored count no more.
const VERSION: i64 = 2;
/// Milliseconds a reading holds at most.
const REACH: i64 = lockstep_metrics::Holding::LONGEST;
/// Milliseconds, clocks put back and a zone that skips its date line included.
const LONGEST_DAY: i64 = 50 * 3_600_000;
