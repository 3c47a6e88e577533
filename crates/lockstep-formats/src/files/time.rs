//! Parses times in files.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

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

/// Parses a date-time without a zone in `zone`: `2015-06-15T23:46:00.000`. A zone in the text takes
/// precedence.
pub(super) fn local(text: &str, zone: &TimeZone) -> Option<i64> {
    if let Some(moment) = rfc3339(text) {
        return Some(moment);
    }
    let moment: DateTime = text.trim().parse().ok()?;
    Some(
        moment
            .to_zoned(zone.clone())
            .ok()?
            .timestamp()
            .as_millisecond(),
    )
}

/// Parses `2021-05-24` as midnight in `zone`; a following time of day is ignored.
pub(super) fn day(text: &str, zone: &TimeZone) -> Option<i64> {
    let text = text.split([' ', 'T']).next()?;
    let mut parts = text.split('-');
    let mut part = || digits(parts.next()?.as_bytes());
    midnight([part()?, part()?, part()?], zone)
}

/// Parses `5/24/2021` or `05/24/21` as midnight in `zone`.
pub(super) fn american_day(text: &str, zone: &TimeZone) -> Option<i64> {
    let [year, month, day] = american_date(text.split(' ').next()?)?;
    midnight([year, month, day], zone)
}

/// Parses `05/24/21 23:12:26` in `zone`.
pub(super) fn american(text: &str, zone: &TimeZone) -> Option<i64> {
    let (date, time) = text.split_once(' ')?;
    let [year, month, day] = american_date(date)?;
    local(&format!("{year:04}-{month:02}-{day:02}T{time}"), zone)
}

fn american_date(text: &str) -> Option<[i64; 3]> {
    let mut parts = text.split('/');
    let mut part = || digits(parts.next()?.as_bytes());
    let (month, day, year) = (part()?, part()?, part()?);
    // Two-digit years are in this century.
    let year = if year < 100 { year + 2000 } else { year };
    Some([year, month, day])
}

fn midnight([year, month, day]: [i64; 3], zone: &TimeZone) -> Option<i64> {
    let date = Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    );
    let start = date.ok()?.to_zoned(zone.clone()).ok()?;
    Some(start.timestamp().as_millisecond())
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

#[cfg(test)]
mod tests {
    use super::rfc3339;
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
