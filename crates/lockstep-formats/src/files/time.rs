//! Parses times in files.

use jiff::civil::{Date, DateTime};

use crate::local_date::{LOCAL_DATE, LOCAL_TIME, LocalDate};
use crate::timestamp::TimestampReader;

/// Returns milliseconds since 1970; `None` if the text is not an RFC 3339 date-time with a zone. A
/// space in place of the `T` is accepted, because tables often use it.
pub(super) fn rfc3339(text: &str) -> Option<i64> {
    let spaced = text.as_bytes().get(10) == Some(&b' ');
    let moment = if spaced {
        TimestampReader::default().read(text.replacen(' ', "T", 1).as_bytes())
    } else {
        TimestampReader::default().read(text.as_bytes())
    };
    moment.ok()
}

/// The time of a value, as its file states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ValueTime {
    /// A point in time.
    Moment(i64),
    /// A point in time, and the wearer's calendar day of the value.
    Dated(i64, LocalDate),
    /// A whole day of the wearer's calendar. The number separates several values of a type and day.
    Day(LocalDate, i64),
    /// The wearer's clock; the zone is unknown.
    Clock(DateTime),
}

impl From<i64> for ValueTime {
    fn from(milliseconds: i64) -> Self {
        Self::Moment(milliseconds)
    }
}

impl ValueTime {
    /// Returns a date as the time of a value of the whole day.
    pub(super) fn day(date: LocalDate) -> Self {
        Self::Day(date, 0)
    }

    /// Returns a point in time with the wearer's calendar day, if it is known and plausible.
    pub(super) fn dated(milliseconds: i64, date: Option<LocalDate>) -> Self {
        match date.filter(|date| date.is_near(milliseconds)) {
            Some(date) => Self::Dated(milliseconds, date),
            None => Self::Moment(milliseconds),
        }
    }

    /// Returns the time of the value's point. It depends on no time zone: a clock time counts as UTC,
    /// so that an import under another zone replaces the same point.
    pub(super) fn timestamp(self) -> i64 {
        match self {
            Self::Moment(at) | Self::Dated(at, _) => at,
            Self::Day(date, nth) => date.day_time().saturating_add(nth),
            Self::Clock(clock) => LocalDate::new(clock.date())
                .midnight_utc()
                .saturating_add(milliseconds_of_day(clock)),
        }
    }

    /// Returns the earliest time at which a value with this time can exist.
    pub(super) fn begin(self) -> i64 {
        match self {
            Self::Day(date, _) => date.midnight_utc(),
            _ => self.timestamp(),
        }
    }

    /// Returns the calendar day, if the file states it.
    pub(super) fn date(self) -> Option<LocalDate> {
        match self {
            Self::Moment(_) => None,
            Self::Dated(_, date) | Self::Day(date, _) => Some(date),
            Self::Clock(clock) => Some(LocalDate::new(clock.date())),
        }
    }

    /// Returns the fields of the point's metadata that state the local date and time, without braces.
    pub(super) fn fields(self) -> Option<String> {
        let date = self.date()?;
        Some(match self {
            Self::Clock(clock) => {
                let (hour, minute, second) = (clock.hour(), clock.minute(), clock.second());
                format!(
                    r#""{LOCAL_DATE}":"{date}","{LOCAL_TIME}":"{hour:02}:{minute:02}:{second:02}""#
                )
            }
            _ => format!(r#""{LOCAL_DATE}":"{date}""#),
        })
    }
}

fn milliseconds_of_day(clock: DateTime) -> i64 {
    let seconds =
        i64::from(clock.hour()) * 3600 + i64::from(clock.minute()) * 60 + i64::from(clock.second());
    seconds * 1000 + i64::from(clock.millisecond())
}

/// Parses a date-time that may lack a zone: `2015-06-15T23:46:00.000`. An offset in the text also gives
/// the local date; `Z` does not.
pub(super) fn local(text: &str) -> Option<ValueTime> {
    let text = text.trim();
    if let Some(moment) = rfc3339(text) {
        return Some(ValueTime::dated(moment, offset_date(text)));
    }
    text.parse().ok().map(ValueTime::Clock)
}

/// Parses a clock time, and the offset of its zone from UTC: `UTC+01:00`, `+0100`, `-5`, `UTCZ`. Without
/// an offset, the zone is unknown.
pub(super) fn zoned(clock: &str, offset: &str) -> Option<ValueTime> {
    let clock: DateTime = clock.trim().replacen(' ', "T", 1).parse().ok()?;
    Some(match offset_seconds(offset) {
        Some(seconds) => clock_at(clock, seconds),
        None => ValueTime::Clock(clock),
    })
}

/// Returns a clock time at an offset of seconds from UTC.
pub(super) fn clock_at(clock: DateTime, offset_seconds: i64) -> ValueTime {
    let utc = ValueTime::Clock(clock).timestamp();
    let date = LocalDate::new(clock.date());
    ValueTime::dated(utc.saturating_sub(offset_seconds * 1000), Some(date))
}

/// Parses an offset from UTC in seconds; `None` if no zone has such an offset.
pub(super) fn offset_seconds(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = text
        .strip_prefix("UTC")
        .or_else(|| text.strip_prefix("GMT"))
        .unwrap_or(text);
    let (sign, rest) = match text.as_bytes().first() {
        None => return Some(0),
        Some(b'Z') if text.len() == 1 => return Some(0),
        Some(b'+') => (1, &text[1..]),
        Some(b'-') => (-1, &text[1..]),
        Some(_) => return None,
    };
    let (hours, minutes) = match (rest.split_once(':'), rest.len()) {
        (Some(parts), _) => parts,
        (None, 4) => rest.split_at_checked(2)?,
        (None, _) => (rest, "0"),
    };
    let seconds = digits(hours.as_bytes())? * 3600 + digits(minutes.as_bytes())? * 60;
    (seconds <= MAX_OFFSET_SECONDS).then_some(sign * seconds)
}

/// Parses a duration in seconds: `PT1H30M5.5S`.
pub(super) fn duration(text: &str) -> Option<f64> {
    let span: jiff::SignedDuration = text.parse().ok()?;
    Some(span.as_secs_f64())
}

/// Returns the date of a date-time with an offset from UTC; `None` for `Z`.
pub(super) fn offset_date(text: &str) -> Option<LocalDate> {
    let is_utc = text.ends_with(['Z', 'z']);
    LocalDate::parse(text.get(..10)?).filter(|_| !is_utc)
}

/// Returns the date of a time at an offset of seconds from UTC; `None` if no zone has such an offset.
pub(super) fn date_at(milliseconds: i64, offset_seconds: i64) -> Option<LocalDate> {
    if offset_seconds.abs() > MAX_OFFSET_SECONDS {
        return None;
    }
    let local = milliseconds.checked_add(offset_seconds * 1000)?;
    let date = jiff::Timestamp::from_millisecond(local).ok()?;
    let date = jiff::tz::TimeZone::UTC.to_datetime(date).date();
    Some(LocalDate::new(date))
}

/// Parses `2021-05-24`; a following time of day is ignored.
pub(super) fn day(text: &str) -> Option<LocalDate> {
    let text = text.split([' ', 'T']).next()?;
    let mut parts = text.split('-');
    let mut part = || digits(parts.next()?.as_bytes());
    date([part()?, part()?, part()?])
}

/// Parses `5/24/2021` or `05/24/21`; a following time of day is ignored.
pub(super) fn american_day(text: &str) -> Option<LocalDate> {
    date(american_date(text.split(' ').next()?)?)
}

/// Parses `05/24/21 23:12:26`, a clock time without a zone.
pub(super) fn american(text: &str) -> Option<DateTime> {
    let (date, time) = text.split_once(' ')?;
    let [year, month, day] = american_date(date)?;
    let text = format!("{year:04}-{month:02}-{day:02}T{}", time.trim());
    text.parse().ok()
}

/// Parses `05/24/21 23:12:26` as a time in UTC.
pub(super) fn american_utc(text: &str) -> Option<i64> {
    american(text).map(|clock| ValueTime::Clock(clock).timestamp())
}

fn american_date(text: &str) -> Option<[i64; 3]> {
    let mut parts = text.split('/');
    let mut part = || digits(parts.next()?.as_bytes());
    let (month, day, year) = (part()?, part()?, part()?);
    // Two-digit years are in this century.
    let year = if year < 100 { year + 2000 } else { year };
    Some([year, month, day])
}

fn date([year, month, day]: [i64; 3]) -> Option<LocalDate> {
    let date = Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    );
    date.ok().map(LocalDate::new)
}

/// Parses a number of digits only.
fn digits(bytes: &[u8]) -> Option<i64> {
    if bytes.is_empty() || bytes.len() > 9 {
        return None;
    }
    bytes.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + i64::from(byte - b'0'))
    })
}

/// The maximum offset of a time zone from UTC: that of `java.time.ZoneOffset`.
const MAX_OFFSET_SECONDS: i64 = 18 * 3600;

#[cfg(test)]
mod tests {
    use super::{duration, offset_seconds, rfc3339};
    use lockstep_store::Timestamp;
    use proptest::prelude::*;

    #[test]
    fn valid_and_invalid_times_are_parsed() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-11-20T23:12:26.007Z", Some(1_795_216_346_007)),
            ("2026-11-20t23:12:26.007999z", Some(1_795_216_346_007)),
            ("2026-11-21T00:12:26.007+01:00", Some(1_795_216_346_007)),
            ("2026-11-20 18:42:26.007-04:30", Some(1_795_216_346_007)),
            ("2026-11-20T23:12:26.1Z", Some(1_795_216_346_100)),
            ("2016-12-31T23:59:60Z", Some(1_483_228_799_999)),
            ("2016-12-30T23:59:60Z", None),
            ("2026-11-20 18:42:26.007 Z", None),
            ("2026-11-20T23:12:26", None),
            ("2026-11-20", None),
            ("2026-02-29T00:00:00Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-11-20T24:00:00Z", None),
            ("2026-11-20T23:12:26.Z", None),
            ("2026-11-20T23:12:26+0100", None),
            ("2026-11-20T23:12:26Zz", None),
            ("+026-11-20T23:12:26Z", None),
        ] {
            assert_eq!(rfc3339(text), expected, "{text}");
        }
    }

    #[test]
    fn offsets_are_parsed() {
        for (text, expected) in [
            ("UTC+01:00", Some(3600)),
            ("UTC-0330", Some(-12_600)),
            ("+05:45", Some(20_700)),
            ("GMT-5", Some(-18_000)),
            ("UTCZ", Some(0)),
            ("UTC", Some(0)),
            ("Z", Some(0)),
            ("UTC+28550", None),
            ("UTC+19:00", None),
            ("Europe/Berlin", None),
            ("+é1", None),
            ("+0é0", None),
            ("+", None),
        ] {
            assert_eq!(offset_seconds(text), expected, "{text}");
        }
        assert_eq!(duration("PT1H30M5.5S"), Some(5405.5));
        assert_eq!(duration("an hour"), None);
    }

    proptest! {
        #[test]
        fn reads_what_the_store_writes(milliseconds in 0_i64..253_402_300_799_999) {
            prop_assert_eq!(rfc3339(&Timestamp(milliseconds).to_string()), Some(milliseconds));
        }

        #[test]
        fn never_panics(text in ".{0,40}") {
            let _ = rfc3339(&text);
        }
    }
}
