//! Dates and times of Arrow columns: whole units since 1970 as text, and back.

use lockstep_store::clock::{CivilDate, civil};

/// A number of equal parts of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// The decimals of a second: 0, 3, 6 or 9.
    pub(crate) decimals: u8,
}

impl Resolution {
    /// Returns the parts of a second.
    pub(crate) fn per_second(self) -> i64 {
        POWERS[usize::from(self.decimals)]
    }

    /// Returns the coarsest resolution of Arrow that has these decimals.
    pub(crate) fn of(decimals: u8) -> Self {
        let all = [0, 3, 6, 9];
        let fits = all.into_iter().find(|fits| *fits >= decimals);
        Self {
            decimals: fits.unwrap_or(9),
        }
    }
}

/// Appends a date: `2026-06-01`. `None` outside of the years 0000 to 9999.
pub(crate) fn write_date(text: &mut String, days: i64) -> Option<()> {
    if !(FIRST_DAY..=LAST_DAY).contains(&days) {
        return None;
    }
    let CivilDate { year, month, day } = civil(days);
    digits(text, year, 4);
    text.push('-');
    digits(text, month, 2);
    text.push('-');
    digits(text, day, 2);
    Some(())
}

/// Appends a time of day: `06:30:00.5`, without trailing zeros of the fraction. `None` outside of a day.
pub(crate) fn write_time(text: &mut String, units: i64, resolution: Resolution) -> Option<()> {
    let per_second = resolution.per_second();
    let (seconds, fraction) = (units.div_euclid(per_second), units.rem_euclid(per_second));
    if !(0..DAY).contains(&seconds) {
        return None;
    }
    digits(text, seconds / 3600, 2);
    text.push(':');
    digits(text, seconds / 60 % 60, 2);
    text.push(':');
    digits(text, seconds % 60, 2);
    if fraction > 0 {
        text.push('.');
        digits(text, fraction, resolution.decimals);
        let kept = text.trim_end_matches('0').len();
        text.truncate(kept);
    }
    Some(())
}

/// Appends a date with a time: `2026-06-01T06:30:00.5`. `None` outside of the years 0000 to 9999.
pub(crate) fn write_instant(text: &mut String, units: i64, resolution: Resolution) -> Option<()> {
    let day = DAY * resolution.per_second();
    write_date(text, units.div_euclid(day))?;
    text.push('T');
    write_time(text, units.rem_euclid(day), resolution)
}

/// Returns the decimals of a second of an instant that [`parse`] reads; `None` for another text.
pub(crate) fn decimals(text: &str) -> Option<u8> {
    let bytes = text.as_bytes();
    let decimals = match bytes.get(19)? {
        b'Z' => 0,
        _ => u8::try_from(bytes.len().checked_sub(21)?).ok()?,
    };
    (decimals <= 9).then_some(())?;
    parse(text, Resolution::of(decimals)).map(|_| decimals)
}

/// Returns the units since 1970 of an instant of UTC: `2026-06-01T06:30:00.5Z`. `None` for another form, for a leap
/// second, and for an instant that 64 bits or the resolution do not hold.
pub(crate) fn parse(text: &str, resolution: Resolution) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<i64> {
        let mut value = 0;
        for byte in bytes.get(from..to)? {
            byte.is_ascii_digit().then_some(())?;
            value = value * 10 + i64::from(byte - b'0');
        }
        Some(value)
    };
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    let has_marks = marks.iter().all(|(at, mark)| bytes.get(*at) == Some(mark));
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let is_real = has_marks
        && (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    is_real.then_some(())?;
    let fraction = match bytes.get(19)? {
        b'Z' if bytes.len() == 20 => 0,
        b'.' if bytes.len() >= 22 && bytes[bytes.len() - 1] == b'Z' => {
            let written = u8::try_from(bytes.len() - 21).ok()?;
            let missing = resolution.decimals.checked_sub(written)?;
            number(20, bytes.len() - 1)? * POWERS[usize::from(missing)]
        }
        _ => return None,
    };
    let seconds = days_from_civil(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
    let units = seconds.checked_mul(resolution.per_second())?;
    units.checked_add(fraction)
}

/// Days since 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`).
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn days_of(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Appends a number with leading zeros.
fn digits(text: &mut String, mut value: i64, width: u8) {
    let mut places = [b'0'; 9];
    let start = places.len() - usize::from(width);
    for place in places[start..].iter_mut().rev() {
        *place = b'0' + (value % 10) as u8;
        value /= 10;
    }
    text.extend(places[start..].iter().map(|byte| char::from(*byte)));
}

/// Seconds of a day.
const DAY: i64 = 86_400;
/// 0000-01-01.
const FIRST_DAY: i64 = -719_528;
/// 9999-12-31.
const LAST_DAY: i64 = 2_932_896;
/// 10^0 to 10^9.
const POWERS: [i64; 10] = [
    1,
    10,
    100,
    1000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn instants_are_read_as_they_are_written() {
        for (units, decimals, expected) in [
            (0, 0, Some("1970-01-01T00:00:00")),
            (-1, 3, Some("1969-12-31T23:59:59.999")),
            (1_780_295_400_500, 3, Some("2026-06-01T06:30:00.5")),
            (951_782_400, 0, Some("2000-02-29T00:00:00")),
            (i64::MAX, 9, Some("2262-04-11T23:47:16.854775807")),
            (i64::MIN, 9, Some("1677-09-21T00:12:43.145224192")),
            (FIRST_DAY * DAY, 0, Some("0000-01-01T00:00:00")),
            (LAST_DAY * DAY + DAY - 1, 0, Some("9999-12-31T23:59:59")),
            (FIRST_DAY * DAY - 1, 0, None),
            (LAST_DAY * DAY + DAY, 0, None),
            (i64::MAX, 0, None),
        ] {
            let mut text = String::new();
            let written = write_instant(&mut text, units, Resolution { decimals });
            assert_eq!(written.map(|()| text.as_str()), expected, "{units}");
        }
        for (text, expected) in [
            ("2026-06-01T00:00:00Z", Some(0)),
            ("2026-06-01T00:00:00.1234567Z", Some(7)),
            ("2026-02-29T00:00:00Z", None),
            ("2026-06-01T00:00:60Z", None),
            ("2026-06-01T00:00:00+00:00", None),
            ("2026-06-01 00:00:00Z", None),
            ("2026-06-01T00:00:00.1234567891Z", None),
            ("9999-06-01T00:00:00.123456789Z", None),
            ("9999-06-01T00:00:00.123456Z", Some(6)),
            ("2026-06-01T00:00:00.Z", None),
            ("2026-06-01T00:00:0éZ", None),
            ("", None),
        ] {
            assert_eq!(decimals(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn an_instant_comes_back(units in any::<i64>(), decimals in prop::sample::select(vec![0_u8, 3, 6, 9])) {
            let resolution = Resolution { decimals };
            let mut text = String::new();
            if write_instant(&mut text, units, resolution).is_some() {
                text.push('Z');
                prop_assert_eq!(parse(&text, resolution), Some(units));
                prop_assert!(super::decimals(&text).is_some_and(|found| found <= decimals));
            }
        }

        #[test]
        fn no_text_causes_a_panic(text in "[0-9TZ:.é-]{0,32}") {
            let _ = decimals(&text);
        }
    }
}
