//! The local date of a point: the calendar day of the wearer that its value belongs to.
//!
//! A value of a whole day (steps, resting heart rate, a night's sleep) has a date and no time zone. Its
//! point carries the date in its metadata as `localDate`. Its time is [`LocalDate::day_time`], which
//! depends on no time zone: an import under another zone replaces the same point.

use std::fmt;

use jiff::ToSpan;
use jiff::civil::{Date, date};

/// A date of the proleptic Gregorian calendar, without a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalDate(i32);

impl LocalDate {
    /// Returns a calendar date.
    #[must_use]
    pub fn new(date: Date) -> Self {
        Self(date.since(EPOCH).map_or(0, |span| span.get_days()))
    }

    /// Parses `YYYY-MM-DD` with a year from 0 to 9999.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |range: std::ops::Range<usize>| -> Option<i16> {
            let digits = text.get(range)?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let date = Date::new(year, month.try_into().ok()?, day.try_into().ok()?);
        date.ok().map(Self::new)
    }

    /// Returns the local date that a point's metadata states. `None` without one, or if it is not within
    /// a day of the point's time: the metadata of a point that an older version stored was not checked.
    #[must_use]
    pub fn of_point(timestamp: i64, metadata: &str) -> Option<Self> {
        Self::stated(metadata).filter(|date| date.is_near(timestamp))
    }

    /// Returns the local date of a point whose time is only a place for it: a value of a whole day, or
    /// a clock time without a zone.
    #[must_use]
    pub fn of_untimed_point(timestamp: i64, metadata: &str) -> Option<Self> {
        let date = Self::of_point(timestamp, metadata)?;
        let after = timestamp - date.day_time();
        let is_of_day = (0..MAX_DAY_VALUES_MILLIS).contains(&after);
        (is_of_day || has_local_time(metadata)).then_some(date)
    }

    /// Returns the local date that metadata states, near the point's time or not.
    pub(crate) fn stated(metadata: &str) -> Option<Self> {
        let mut rest = metadata;
        loop {
            let at = rest.find(FIELD)?;
            let (before, found) = (&rest[..at], &rest[at + FIELD.len()..]);
            // A quote inside a text or a name is escaped, so only a field's name follows `{` or `,`.
            if before.ends_with(['{', ',']) {
                let date = Self::parse(found.get(..10)?)?;
                let is_closed = found.as_bytes().get(10) == Some(&b'"');
                return is_closed.then_some(date);
            }
            rest = found;
        }
    }

    /// Returns whether a point of this time may have this date: the date of its time in UTC, the day
    /// before or the day after. Local time is at most 14 hours from UTC.
    #[must_use]
    pub fn is_near(self, timestamp: i64) -> bool {
        let days = timestamp.div_euclid(DAY_MILLIS) - i64::from(self.0);
        (-MAX_DISTANCE_DAYS..=MAX_DISTANCE_DAYS).contains(&days)
    }

    /// Returns the date of a day, counted from 1970-01-01; `None` outside of the calendar.
    #[must_use]
    pub fn from_day(day: i64) -> Option<Self> {
        let day = i32::try_from(day).ok()?;
        EPOCH.checked_add(day.days()).ok().map(|_| Self(day))
    }

    /// Returns the day before; `None` outside of the calendar.
    #[must_use]
    pub fn yesterday(self) -> Option<Self> {
        Self::from_day(i64::from(self.0) - 1)
    }

    /// Returns the number of the day, counted from 1970-01-01.
    #[must_use]
    pub fn day(self) -> i32 {
        self.0
    }

    /// Returns the first millisecond of the date in UTC.
    #[must_use]
    pub fn midnight_utc(self) -> i64 {
        i64::from(self.0) * DAY_MILLIS
    }

    /// Returns the time of the point that holds a value of this whole day: 12:00:00.001 in UTC. Noon is
    /// within the local day in zones from UTC−12 to UTC+11. The millisecond keeps the point apart from
    /// a sample of the same device at noon.
    #[must_use]
    pub fn day_time(self) -> i64 {
        self.midnight_utc() + DAY_TIME_MILLIS
    }

    /// Returns the latest time of a point that holds a value of this whole day.
    #[must_use]
    pub fn last_day_time(self) -> i64 {
        self.day_time() + MAX_DAY_VALUES_MILLIS - 1
    }
}

impl fmt::Display for LocalDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match EPOCH.checked_add(self.0.days()) {
            Ok(date) => date.fmt(f),
            Err(_) => f.write_str("1970-01-01"),
        }
    }
}

/// Returns whether a point's metadata state the wearer's clock time because the zone is unknown: the point's time may be
/// wrong by the zone's offset from UTC.
#[must_use]
pub fn has_local_time(metadata: &str) -> bool {
    // A quote inside a text is escaped, so this is a field.
    metadata.contains(LOCAL_TIME_FIELD)
}

/// The name of the metadata field that holds the local date.
pub(crate) const LOCAL_DATE: &str = "localDate";
/// The name of the metadata field that holds the wearer's clock time if the zone is unknown.
pub(crate) const LOCAL_TIME: &str = "localTime";
/// The maximum distance in milliseconds between a point's time and the local day that it states, in
/// any time zone: a day, and the 26 hours between the zones' dates.
pub const MAX_DISTANCE_MILLIS: i64 = 50 * 3_600_000;

/// The maximum number of days between the local date that a point states and the date of its time in UTC.
pub const MAX_DISTANCE_DAYS: i64 = 1;

const FIELD: &str = "\"localDate\":\"";
const LOCAL_TIME_FIELD: &str = "\"localTime\":\"";
const EPOCH: Date = date(1970, 1, 1);
const DAY_MILLIS: i64 = 86_400_000;
/// Several values of a type and day have times within this number of milliseconds.
const MAX_DAY_VALUES_MILLIS: i64 = 60_000;
const DAY_TIME_MILLIS: i64 = 12 * 3_600_000 + 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_parsed_and_written() {
        for (text, day) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2024-02-29", Some(19_782)),
            ("2023-02-29", None),
            ("2024-2-29", None),
            ("2024-02-2", None),
            ("2024/02/29", None),
            ("+024-02-29", None),
            ("2024-02-29Z", None),
            ("", None),
        ] {
            let date = LocalDate::parse(text);
            assert_eq!(date.map(LocalDate::day), day, "{text}");
            if let Some(date) = date {
                assert_eq!(date.to_string(), text);
            }
        }
    }

    #[test]
    fn a_value_of_a_day_has_a_date_alone() {
        let noon = LocalDate::parse("2024-02-29").unwrap().day_time();
        for (at, rest, is_untimed) in [
            (noon, "", true),
            (noon + 1000, "", true),
            // The wake-up time of a recording with its offset.
            (noon - 5 * 3_600_000, "", false),
            (noon - 1, "", false),
            (noon - 5 * 3_600_000, r#","localTime":"07:00:00""#, true),
        ] {
            let metadata = format!(r#"{{"localDate":"2024-02-29"{rest}}}"#);
            let found = LocalDate::of_untimed_point(at, &metadata);
            assert_eq!(found.is_some(), is_untimed, "{at} {rest}");
            assert_eq!(has_local_time(&metadata), !rest.is_empty(), "{rest}");
        }
    }

    #[test]
    fn a_text_that_looks_like_a_clock_time_is_none() {
        assert!(!has_local_time(r#"{"notes":"\"localTime\":\"07:00:00\""}"#));
    }

    #[test]
    fn the_date_of_a_point_is_found_in_its_metadata() {
        let noon = LocalDate::parse("2024-02-29").unwrap().day_time();
        for (metadata, found) in [
            (r#"{"localDate":"2024-02-29"}"#, Some("2024-02-29")),
            (
                r#"{"notes":"a","localDate":"2024-03-01","x":1}"#,
                Some("2024-03-01"),
            ),
            (r#"{"localDate":"2024-02-28"}"#, Some("2024-02-28")),
            // More than a day away.
            (r#"{"localDate":"2024-03-02"}"#, None),
            (r#"{"localDate":"2024-02-27"}"#, None),
            (r#"{"localDate":"2024-02-30"}"#, None),
            (r#"{"localDate":"2024-02-29T"}"#, None),
            (r#"{"localDate":20240229}"#, None),
            // Texts and names that contain the field.
            (r#"{"notes":"\"localDate\":\"2024-02-29\""}"#, None),
            (r#"{"x\"localDate":"2024-02-29"}"#, None),
            (r#"{"notes":",\"localDate","b":"2024-02-29"}"#, None),
            ("{}", None),
            ("", None),
        ] {
            let date = LocalDate::of_point(noon, metadata);
            assert_eq!(
                date.map(|date| date.to_string()).as_deref(),
                found,
                "{metadata}"
            );
        }
    }
}
