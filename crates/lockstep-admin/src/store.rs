//! The table of alerts; the only SQL of this crate.

use lockstep_store::counted_list::{self, Source};
use lockstep_store::id::{AlertId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_web::Paging;
use lockstep_web::capability::AlertFinding;

use crate::alert::{Alert, AlertFilter};

/// Returns the alerts of rules that hold.
pub(crate) fn open(tx: &Tx<'_>) -> Result<Vec<Alert>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM alert WHERE ended_at IS NULL ORDER BY since, id");
    let found = tx.query(&sql, &[], |row| Ok(alert(row).ok()))?;
    // A damaged row costs its own alert only: the rule opens another one if it still holds.
    Ok(found.into_iter().flatten().collect())
}

/// Opens an alert.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    id: &AlertId,
    rule: &str,
    finding: &AlertFinding,
) -> Result<(), StoreError> {
    let now = tx.now();
    // An open row that cannot be read would refuse the new one.
    tx.execute(
        "DELETE FROM alert WHERE rule = ?1 AND subject = ?2 AND ended_at IS NULL",
        params![rule, &finding.subject],
    )?;
    tx.execute(
        "INSERT INTO alert(id, rule, subject, user_id, message, since, last_seen)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        params![
            id.as_str(),
            rule,
            &finding.subject,
            finding.user.as_ref().map(UserId::as_str),
            &finding.message,
            now
        ],
    )
    .map(drop)
}

/// Records that a rule still holds.
pub(crate) fn mark_seen(tx: &mut Tx<'_>, id: &AlertId, message: &str) -> Result<(), StoreError> {
    let now = tx.now();
    tx.execute(
        "UPDATE alert SET last_seen = ?2, message = ?3 WHERE id = ?1",
        params![id.as_str(), now, message],
    )
    .map(drop)
}

/// Records that a rule no longer holds.
pub(crate) fn end(tx: &mut Tx<'_>, id: &AlertId) -> Result<(), StoreError> {
    let now = tx.now();
    tx.execute(
        "UPDATE alert SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL",
        params![id.as_str(), now],
    )
    .map(drop)
}

/// Deletes alerts that ended before a time.
pub(crate) fn forget(tx: &mut Tx<'_>, before: Timestamp) -> Result<(), StoreError> {
    tx.execute("DELETE FROM alert WHERE ended_at < ?1", params![before])
        .map(drop)
}

/// Records the first acknowledgement of an alert; returns whether it is the first.
pub(crate) fn acknowledge(
    tx: &mut Tx<'_>,
    id: &AlertId,
    user: &UserId,
) -> Result<bool, StoreError> {
    let now = tx.now();
    let changed = tx.execute(
        "UPDATE alert SET acknowledged_by = ?2, acknowledged_at = ?3 WHERE id = ?1 AND acknowledged_at IS NULL",
        params![id.as_str(), user, now],
    )?;
    Ok(changed > 0)
}

/// Returns an alert.
pub(crate) fn by_id(tx: &Tx<'_>, id: &AlertId) -> Result<Option<Alert>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM alert WHERE id = ?1");
    tx.query_opt(&sql, params![id.as_str()], alert)
}

/// Returns a page of alerts, the newest first, and their number.
pub(crate) fn list(
    tx: &Tx<'_>,
    standing: AlertFilter,
    paging: Paging,
) -> Result<(Vec<Alert>, u64), StoreError> {
    let list = match standing {
        AlertFilter::Active => "alert:active",
        AlertFilter::Ended => "alert:ended",
        AlertFilter::All => "alert",
    };
    let sql = format!("SELECT {COLUMNS} FROM alert WHERE id = ?1");
    let mut found = Vec::new();
    for id in counted_list::ids(tx, list, paging.newest())? {
        let read = tx.query_opt(&sql, params![&id], |row| Ok(alert(row).ok()))?;
        found.extend(read.flatten());
    }
    Ok((found, counted_list::total(tx, list)?))
}

/// The lists of alerts by time and state.
pub(crate) const LISTS: Source = Source {
    prefix: "alert",
    entries:
        "SELECT 'alert' AS list, id FROM alert UNION ALL
        SELECT CASE WHEN ended_at IS NULL THEN 'alert:active' ELSE 'alert:ended' END, id FROM alert",
};

/// Removes the alerts about an account, and its name from its acknowledgements.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM alert WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )?;
    tx.execute(
        "UPDATE alert SET acknowledged_by = NULL WHERE acknowledged_by = ?1",
        params![user],
    )
    .map(drop)
}

/// The counts from which an account may be near a quota.
#[derive(Clone, Copy)]
pub(crate) struct UsageThresholds {
    pub(crate) bytes: u64,
    pub(crate) series: u64,
    pub(crate) chunks: u64,
}

/// Calls `each` with the accounts that store more than these counts. Reads one row of each account.
pub(crate) fn accounts_over(
    tx: &Tx<'_>,
    thresholds: UsageThresholds,
    mut each: impl FnMut(UserId) -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    tx.visit(
        "SELECT user_id FROM account_usage WHERE bytes > ?1 OR series > ?2 OR chunks > ?3",
        params![
            count(thresholds.bytes),
            count(thresholds.series),
            count(thresholds.chunks)
        ],
        |row| match row.parse(0) {
            Ok(user) => each(user),
            Err(_) => Ok(true),
        },
    )
}

fn alert(row: &Row<'_>) -> Result<Alert, StoreError> {
    let acknowledged_at: Option<Timestamp> = row.at(8)?;
    Ok(Alert {
        id: row.parse(0)?,
        rule: row.at(1)?,
        subject: row.at(2)?,
        message: row.at(3)?,
        since: row.at(4)?,
        last_seen: row.at(5)?,
        ended_at: row.at(6)?,
        acknowledged: acknowledged_at.map(|at| (row.parse(7).ok(), at)),
    })
}

const COLUMNS: &str =
    "id, rule, subject, message, since, last_seen, ended_at, acknowledged_by, acknowledged_at";
