//! Counts by hour, day and month, of one account and of all accounts together.
//!
//! A capability adds to a figure in the transaction that stores what the figure counts. Reading a
//! figure reads some hundred rows, regardless of its values. An erasure removes an account's own
//! figures; the sums over all accounts stay, since they name no account.

use crate::clock::{CivilDate, Timestamp, civil};
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::shared_rows::{MAX_FIGURE, PlatformFigure};
use crate::tx::Tx;

/// The length of the periods of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodLength {
    /// An hour.
    Hour,
    /// A day in UTC.
    Day,
    /// A calendar month in UTC.
    Month,
}

impl PeriodLength {
    const ALL: [Self; 3] = [Self::Hour, Self::Day, Self::Month];

    fn as_str(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Month => "month",
        }
    }

    /// Returns the number of the period that contains a time.
    fn period(self, at: Timestamp) -> i64 {
        match self {
            Self::Hour => at.0.div_euclid(3_600_000),
            Self::Day => at.0.div_euclid(86_400_000),
            Self::Month => {
                let CivilDate { year, month, .. } = civil(at.0.div_euclid(86_400_000));
                year * 12 + month - 1
            }
        }
    }
}

/// Consecutive periods that end with the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodRange {
    unit: PeriodLength,
    first: i64,
    last: i64,
}

impl PeriodRange {
    /// Returns the last `count` periods up to the one that contains `now`. A day or a month has begun only: the
    /// last period is usually shorter than the others.
    #[must_use]
    pub fn of(unit: PeriodLength, count: u32, now: Timestamp) -> Self {
        let last = unit.period(now);
        Self {
            unit,
            first: last - i64::from(count.max(1)) + 1,
            last,
        }
    }

    /// Returns the number of periods.
    #[must_use]
    fn periods(self) -> usize {
        usize::try_from(self.last - self.first + 1).unwrap_or(1)
    }
}

/// A count to add.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The name, such as `points.stored`.
    pub name: &'static str,
    /// The account that the count concerns; `None` adds to the sum over all accounts alone.
    pub user: Option<&'a UserId>,
    /// Divides the count; empty if nothing does.
    pub subject: &'a str,
    /// The number to add; negative to take a count back.
    pub n: i64,
}

/// Adds to a figure as of `at`. A figure of a period is 2^53 at most, so that a sum of figures does not overflow.
///
/// # Errors
/// [`StoreError`].
pub fn add(tx: &mut Tx<'_>, at: Timestamp, figure: &Figure<'_>) -> Result<(), StoreError> {
    let of_platform = PlatformFigure {
        name: figure.name,
        periods: PeriodLength::ALL.map(|unit| unit.period(at)),
        subject: figure.subject.to_owned(),
        n: figure.n.clamp(-MAX_FIGURE, MAX_FIGURE),
    };
    if let Some(user) = figure.user {
        add_for(tx, &of_platform, user.as_str())?;
    }
    match &mut tx.shared {
        Some(shared) => of_platform.add_to(&mut shared.figures),
        None => add_of_platform(tx, &of_platform)?,
    }
    Ok(())
}

/// Adds to the sum of an account, or over all of them.
fn add_for(tx: &mut Tx<'_>, figure: &PlatformFigure, user: &str) -> Result<(), StoreError> {
    let [hour, day, month] = figure.periods;
    tx.send(
        "INSERT INTO figure(name, user_id, unit, period, subject, n)
         VALUES (?1, ?2, 'hour', ?3, ?6, ?7), (?1, ?2, 'day', ?4, ?6, ?7), (?1, ?2, 'month', ?5, ?6, ?7)
         ON CONFLICT (name, user_id, unit, period, subject) DO UPDATE SET n =
            CASE WHEN figure.n > 9007199254740992 - excluded.n THEN 9007199254740992
            ELSE figure.n + excluded.n END",
        params![figure.name, user, hour, day, month, &figure.subject, figure.n],
    )
}

/// Adds to the sum over all accounts.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn add_of_platform(tx: &mut Tx<'_>, figure: &PlatformFigure) -> Result<(), StoreError> {
    add_for(tx, figure, ALL_ACCOUNTS)
}

/// Returns a figure for each period of a span, summed over its subjects. `user` is an account, or `None` for all
/// accounts together.
///
/// # Errors
/// [`StoreError`].
pub fn series(
    tx: &Tx<'_>,
    name: &str,
    user: Option<&UserId>,
    span: PeriodRange,
) -> Result<Vec<i64>, StoreError> {
    let mut found = vec![0; span.periods()];
    // A damaged row counts as 0.
    tx.visit(
        "SELECT period, CAST(SUM(CASE WHEN typeof(n) = 'integer' AND n <= 9007199254740992 THEN n ELSE 0 END) AS BIGINT)
         FROM figure
         WHERE name = ?1 AND user_id = ?2 AND unit = ?3 AND period BETWEEN ?4 AND ?5
         GROUP BY period",
        params![name, account(user), span.unit.as_str(), span.first, span.last],
        |row| {
            let nth = usize::try_from(row.at::<i64>(0)? - span.first).unwrap_or(usize::MAX);
            if let Some(place) = found.get_mut(nth) {
                *place = row.at(1)?;
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(found)
}

/// Returns the subjects of a figure in a span with their sums, the largest first; at most `most`. Subjects whose sum
/// is zero or less are left out.
///
/// # Errors
/// [`StoreError`].
pub fn subjects(
    tx: &Tx<'_>,
    name: &str,
    user: Option<&UserId>,
    span: PeriodRange,
    most: u32,
) -> Result<Vec<(String, i64)>, StoreError> {
    tx.query(
        "SELECT subject, CAST(SUM(n) AS BIGINT) AS total FROM figure
         WHERE name = ?1 AND user_id = ?2 AND unit = ?3 AND period BETWEEN ?4 AND ?5
             AND typeof(n) = 'integer' AND n <= 9007199254740992 AND typeof(subject) = 'text'
         GROUP BY subject HAVING SUM(n) > 0 ORDER BY total DESC, subject LIMIT ?6",
        params![
            name,
            account(user),
            span.unit.as_str(),
            span.first,
            span.last,
            most
        ],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )
}

/// Removes the figures of an account.
///
/// # Errors
/// [`StoreError`].
pub fn forget(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        // The index has no rows of ALL_ACCOUNTS. The planner uses it for an OR only where each side says so.
        "DELETE FROM figure WHERE (user_id <> '' AND user_id = ?1)
             OR (user_id <> '' AND user_id = CAST(?1 AS BLOB))",
        params![user.as_str()],
    )
    .map(drop)
}

fn account(user: Option<&UserId>) -> &str {
    user.map_or(ALL_ACCOUNTS, UserId::as_str)
}

/// The account of sums over all accounts.
const ALL_ACCOUNTS: &str = "";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_those_of_the_calendar() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        for (one, other, same) in [
            (
                "2026-01-31T23:59:59Z",
                "2026-02-01T00:00:00Z",
                [false, false, false],
            ),
            (
                "2026-02-01T00:00:00Z",
                "2026-02-28T23:00:00Z",
                [false, false, true],
            ),
            (
                "2026-02-01T00:00:00Z",
                "2026-02-01T01:00:00Z",
                [false, true, true],
            ),
            (
                "2026-02-01T00:00:00Z",
                "2026-02-01T00:59:59Z",
                [true, true, true],
            ),
            (
                "1969-12-31T23:59:59Z",
                "1970-01-01T00:00:00Z",
                [false, false, false],
            ),
        ] {
            let equal =
                PeriodLength::ALL.map(|unit| unit.period(at(one)) == unit.period(at(other)));
            assert_eq!(equal, same, "{one} {other}");
        }
        let months = PeriodRange::of(PeriodLength::Month, 12, at("2026-01-15T00:00:00Z"));
        assert_eq!(months.periods(), 12);
        assert_eq!(
            months.first,
            PeriodLength::Month.period(at("2025-02-01T00:00:00Z"))
        );
    }
}
