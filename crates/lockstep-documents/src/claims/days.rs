//! The days of claims: their numbers, dates and times.

use lockstep_values::Timestamp;

/// Milliseconds per day. A day's time is its number since 1970-01-01 times this, as if it began at midnight
/// UTC.
pub const DAY_MS: u64 = 86_400_000;

/// The date of a day number, as `2026-11-21`. `None` before 1970-01-02, the first time that circuits
/// support, and after 9999-12-30, the last supported day.
#[must_use]
pub fn date(day: i64) -> Option<String> {
    let at = (1..=LAST_DAY).contains(&day).then(|| day * DAY_MS as i64)?;
    Some(Timestamp(at).to_string()[..10].to_owned())
}

/// The day number of a date in the form that [`date`] writes.
#[must_use]
pub fn day(text: &str) -> Option<i64> {
    let at: Timestamp = format!("{text}T00:00:00Z").parse().ok()?;
    let day = at.0.div_euclid(DAY_MS as i64);
    (date(day)? == text).then_some(day)
}

/// The time of a day, in milliseconds. `None` before 1970-01-01.
#[must_use]
pub fn time(day: i64) -> Option<u64> {
    u64::try_from(day).ok()?.checked_mul(DAY_MS)
}

const LAST_DAY: i64 = 2_932_895;
