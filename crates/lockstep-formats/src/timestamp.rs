//! Parses and writes RFC 3339 timestamps: converts a point's `timestamp` to milliseconds since 1970 and
//! back.

use std::fmt;

/// The reason why a text is not a valid time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimestampFault {
    /// The text does not have the form of RFC 3339, section 5.6.
    #[error("must be an RFC 3339 date-time such as 2026-11-20T07:30:00Z")]
    Form,
    /// Date and time are present, but the offset from UTC is missing; no zone is assumed.
    #[error("has no offset from UTC: end it with Z or with an offset such as +02:00")]
    NoOffset,
    /// Month, day, hour, minute, second or offset does not exist.
    #[error("names a day or a time that does not exist")]
    NoSuchTime,
}

/// Parses RFC 3339 date-times; caches the last date, because neighbours usually share it.
///
/// The parser accepts the grammar of section 5.6: `T` and `Z` in either case, any offset, any number of
/// fractional digits, of which three are kept. Second 60 is valid where a leap second can occur, in the
/// last minute (UTC) of June and of December. It counts as that minute's last millisecond, so that
/// order is kept and it replaces no whole second.
#[derive(Clone, Debug)]
pub struct TimestampReader {
    date: [u8; 10],
    midnight: i64,
}

impl Default for TimestampReader {
    fn default() -> Self {
        Self {
            date: *b"1970-01-01",
            midnight: 0,
        }
    }
}

impl TimestampReader {
    /// Parses all of `text` as a time, in milliseconds since 1970.
    ///
    /// # Errors
    /// The text is not a date-time with an offset.
    pub fn read(&mut self, text: &[u8]) -> Result<i64, TimestampFault> {
        let (timestamp, length) = self.read_prefix(text)?;
        if length == text.len() {
            Ok(timestamp)
        } else {
            Err(TimestampFault::Form)
        }
    }

    /// Parses the time at the beginning of `text`. Returns milliseconds since 1970 and the number of
    /// bytes.
    ///
    /// # Errors
    /// The text does not begin with a date-time with an offset.
    #[inline]
    pub fn read_prefix(&mut self, text: &[u8]) -> Result<(i64, usize), TimestampFault> {
        let Some(head) = text.first_chunk::<19>() else {
            return Err(TimestampFault::Form);
        };
        let date: [u8; 10] = std::array::from_fn(|index| head[index]);
        if date != self.date {
            self.midnight = midnight(&date)?;
            self.date = date;
        }
        let Clock {
            hour,
            minute,
            second,
        } = clock(head)?;
        let mut index = 19;
        let mut millisecond = 0;
        if text.get(index) == Some(&b'.') {
            let digits = text[index + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            if digits == 0 {
                return Err(TimestampFault::Form);
            }
            for kept in 0..3 {
                let digit = if kept < digits {
                    text[index + 1 + kept] - b'0'
                } else {
                    0
                };
                millisecond = millisecond * 10 + i64::from(digit);
            }
            index += 1 + digits;
        }
        let offset_minutes = match text.get(index) {
            Some(b'Z' | b'z') => {
                index += 1;
                0
            }
            Some(sign @ (b'+' | b'-')) => {
                let minutes = offset(&text[index + 1..])?;
                index += 6;
                if *sign == b'+' { minutes } else { -minutes }
            }
            _ => return Err(TimestampFault::NoOffset),
        };
        let utc_minute = self.midnight / 60_000 + hour * 60 + minute - offset_minutes;
        let milliseconds = if second == 60 {
            if !may_end_in_a_leap_second(utc_minute) {
                return Err(TimestampFault::NoSuchTime);
            }
            utc_minute * 60_000 + 59_999
        } else {
            utc_minute * 60_000 + second * 1000 + millisecond
        };
        Ok((milliseconds, index))
    }
}

/// A time of day.
struct Clock {
    hour: i64,
    minute: i64,
    /// 60 in a leap second.
    second: i64,
}

/// Parses hour, minute and second of `YYYY-MM-DDTHH:MM:SS`.
#[inline]
fn clock(head: &[u8; 19]) -> Result<Clock, TimestampFault> {
    let form = (head[10] | 0x20) == b't' && head[13] == b':' && head[16] == b':';
    let (Some(hour), Some(minute), Some(second), true) = (
        two_digits(head[11], head[12]),
        two_digits(head[14], head[15]),
        two_digits(head[17], head[18]),
        form,
    ) else {
        return Err(TimestampFault::Form);
    };
    if hour > 23 || minute > 59 || second > 60 {
        return Err(TimestampFault::NoSuchTime);
    }
    Ok(Clock {
        hour,
        minute,
        second,
    })
}

/// Parses `HH:MM` at the start of `text`, in minutes.
fn offset(text: &[u8]) -> Result<i64, TimestampFault> {
    let Some(&[h1, h2, b':', m1, m2]) = text.first_chunk::<5>() else {
        return Err(TimestampFault::Form);
    };
    let (Some(hours), Some(minutes)) = (two_digits(h1, h2), two_digits(m1, m2)) else {
        return Err(TimestampFault::Form);
    };
    if hours > 23 || minutes > 59 {
        return Err(TimestampFault::NoSuchTime);
    }
    Ok(hours * 60 + minutes)
}

#[inline]
fn two_digits(tens: u8, ones: u8) -> Option<i64> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| i64::from(tens) * 10 + i64::from(ones))
}

/// Returns the milliseconds of midnight (UTC) of a date, `YYYY-MM-DD`.
fn midnight(date: &[u8; 10]) -> Result<i64, TimestampFault> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *date else {
        return Err(TimestampFault::Form);
    };
    let (Some(century), Some(year), Some(month), Some(day)) = (
        two_digits(y1, y2),
        two_digits(y3, y4),
        two_digits(m1, m2),
        two_digits(d1, d2),
    ) else {
        return Err(TimestampFault::Form);
    };
    let year = century * 100 + year;
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return Err(TimestampFault::NoSuchTime);
    }
    Ok(days_since_1970(year, month, day) * 86_400_000)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Howard Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Returns whether this minute, counted from 1970 in UTC, is the last of June or of December.
fn may_end_in_a_leap_second(minute: i64) -> bool {
    let following = Rfc3339((minute + 1) * 60_000).to_string();
    following
        .get(4..)
        .is_some_and(|rest| matches!(rest, "-07-01T00:00:00.000Z" | "-01-01T00:00:00.000Z"))
}

/// Formats milliseconds since 1970 as RFC 3339 in UTC with milliseconds and `Z`:
/// `2026-11-20T23:12:26.000Z`. Years outside 0–9999 have a sign and six digits (ISO 8601 extended).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rfc3339(pub(crate) i64);

impl fmt::Display for Rfc3339 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, in_day) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000));
        let CivilDate { year, month, day } = CivilDate::of(days);
        if (0..=9999).contains(&year) {
            write!(f, "{year:04}")?;
        } else {
            write!(f, "{year:+07}")?;
        }
        let (hour, minute) = (in_day / 3_600_000, in_day / 60_000 % 60);
        let (second, millisecond) = (in_day / 1000 % 60, in_day % 1000);
        write!(
            f,
            "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z"
        )
    }
}

/// A date of the proleptic Gregorian calendar.
struct CivilDate {
    year: i64,
    month: i64,
    day: i64,
}

impl CivilDate {
    /// Returns the date of a number of days since 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date
    /// algorithms", `civil_from_days`).
    fn of(days: i64) -> Self {
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 {
            shifted_month + 3
        } else {
            shifted_month - 9
        };
        Self {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month,
            day,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::Timestamp;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<i64, TimestampFault> {
        TimestampReader::default().read(text.as_bytes())
    }

    #[test]
    fn valid_and_invalid_timestamps_are_parsed() {
        use TimestampFault::{Form, NoOffset, NoSuchTime};
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Ok(0)),
            ("1969-12-31T23:59:59.999Z", Ok(-1)),
            ("2026-11-20T23:12:26.007Z", Ok(1_795_216_346_007)),
            ("2026-11-20t23:12:26.007z", Ok(1_795_216_346_007)),
            ("2026-11-21T01:12:26.007+02:00", Ok(1_795_216_346_007)),
            ("2026-11-20T13:42:26.007-09:30", Ok(1_795_216_346_007)),
            ("2026-11-20T23:12:26.0079999999Z", Ok(1_795_216_346_007)),
            ("2026-11-20T23:12:26.1Z", Ok(1_795_216_346_100)),
            ("2026-11-20T23:12:26-00:00", Ok(1_795_216_346_000)),
            ("2000-02-29T00:00:00Z", Ok(951_782_400_000)),
            ("0000-01-01T00:00:00Z", Ok(-62_167_219_200_000)),
            ("9999-12-31T23:59:59.999Z", Ok(253_402_300_799_999)),
            ("2016-12-31T23:59:60Z", Ok(1_483_228_799_999)),
            ("2017-01-01T00:59:60.5+01:00", Ok(1_483_228_799_999)),
            ("2015-06-30T23:59:60Z", Ok(1_435_708_799_999)),
            ("2016-12-30T23:59:60Z", Err(NoSuchTime)),
            ("2016-12-31T22:59:60Z", Err(NoSuchTime)),
            ("2016-12-31T23:59:61Z", Err(NoSuchTime)),
            ("2026-02-29T00:00:00Z", Err(NoSuchTime)),
            ("1900-02-29T00:00:00Z", Err(NoSuchTime)),
            ("2026-13-01T00:00:00Z", Err(NoSuchTime)),
            ("2026-00-01T00:00:00Z", Err(NoSuchTime)),
            ("2026-04-31T00:00:00Z", Err(NoSuchTime)),
            ("2026-04-00T00:00:00Z", Err(NoSuchTime)),
            ("2026-04-01T24:00:00Z", Err(NoSuchTime)),
            ("2026-04-01T00:60:00Z", Err(NoSuchTime)),
            ("2026-04-01T00:00:00+24:00", Err(NoSuchTime)),
            ("2026-04-01T00:00:00+01:60", Err(NoSuchTime)),
            ("2026-04-01T00:00:00", Err(NoOffset)),
            ("2026-04-01T00:00:00.123", Err(NoOffset)),
            ("2026-04-01T00:00:00 Z", Err(NoOffset)),
            ("2026-04-01T00:00:00.Z", Err(Form)),
            ("2026-04-01T00:00:00+0100", Err(Form)),
            ("2026-04-01T00:00:00+01", Err(Form)),
            ("2026-04-01T00:00:00ZZ", Err(Form)),
            ("2026-04-01 00:00:00Z", Err(Form)),
            ("2026-04-01T00:00Z", Err(Form)),
            ("2026-04-01", Err(Form)),
            ("2026-4-1T00:00:00Z", Err(Form)),
            ("+2026-04-01T00:00:00Z", Err(Form)),
            ("20260401T000000Z000000", Err(Form)),
            ("2026-04-01T0a:00:00Z", Err(Form)),
            ("", Err(Form)),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn an_invalid_date_is_not_cached() {
        let mut reader = TimestampReader::default();
        assert!(reader.read(b"2026-02-30T00:00:00Z").is_err());
        assert!(reader.read(b"2026-02-30T00:00:00Z").is_err());
        assert_eq!(reader.read(b"1970-01-02T00:00:00Z"), Ok(86_400_000));
    }

    proptest! {
        #[test]
        fn reads_what_is_written(milliseconds in -62_167_219_200_000_i64..253_402_300_800_000) {
            prop_assert_eq!(read(&Timestamp(milliseconds).to_string()), Ok(milliseconds));
        }

        /// Errors and exports use the same text as the rest of the platform.
        #[test]
        fn any_number_is_written_as_the_store_writes_it(milliseconds in any::<i64>()) {
            prop_assert_eq!(Rfc3339(milliseconds).to_string(), Timestamp(milliseconds).to_string());
        }

        #[test]
        fn an_offset_does_not_change_the_time(milliseconds in 0_i64..250_000_000_000_000, offset in -1439_i64..1440) {
            let local = Timestamp(milliseconds + offset * 60_000).to_string();
            let sign = if offset < 0 { '-' } else { '+' };
            let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
            let text = format!("{}{sign}{hours:02}:{minutes:02}", local.trim_end_matches('Z'));
            prop_assert_eq!(read(&text), Ok(milliseconds));
        }

        #[test]
        fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = TimestampReader::default().read(&bytes);
        }
    }
}
