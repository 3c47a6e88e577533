//! Times as text: RFC 3339 with a zone.

/// Milliseconds since 1970; none where the text is no RFC 3339 date-time with a zone. Digits of
/// the second's fraction after the third are dropped; a leap second is the second after.
pub(super) fn rfc3339(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    if bytes.len() < 20
        || bytes[4] != b'-'
        || bytes[7] != b'-'
        || !matches!(bytes[10], b'T' | b't' | b' ')
        || bytes[13] != b':'
        || bytes[16] != b':'
    {
        return None;
    }
    let year = digits(&bytes[0..4])?;
    let (month, day) = (digits(&bytes[5..7])?, digits(&bytes[8..10])?);
    let (hour, minute) = (digits(&bytes[11..13])?, digits(&bytes[14..16])?);
    let second = digits(&bytes[17..19])?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut rest = &bytes[19..];
    let mut fraction = 0;
    if let Some(after) = rest.strip_prefix(b".") {
        let count = after
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count == 0 {
            return None;
        }
        for place in 0..3 {
            fraction = fraction * 10
                + after[..count]
                    .get(place)
                    .map_or(0, |digit| i64::from(digit - b'0'));
        }
        rest = &after[count..];
    }
    let offset_minutes = match rest {
        b"Z" | b"z" => 0,
        [sign @ (b'+' | b'-'), offset @ ..] if offset.len() == 5 && offset[2] == b':' => {
            let (hours, minutes) = (digits(&offset[..2])?, digits(&offset[3..])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let offset = hours * 60 + minutes;
            if *sign == b'-' { -offset } else { offset }
        }
        _ => return None,
    };
    let days = days(year, month, day)?;
    let minutes = (days * 24 + hour) * 60 + minute - offset_minutes;
    Some((minutes * 60 + second) * 1000 + fraction)
}

/// Days since 1970 of a date that exists (Howard Hinnant, "chrono-compatible low-level date
/// algorithms", `days_from_civil`).
pub(super) fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if day < 1 || day > length {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

/// Digits and nothing else as a number.
pub(super) fn digits(bytes: &[u8]) -> Option<i64> {
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
    fn texts() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-11-20T23:12:26.007Z", Some(1_795_216_346_007)),
            ("2026-11-20t23:12:26.007999z", Some(1_795_216_346_007)),
            ("2026-11-21T00:12:26.007+01:00", Some(1_795_216_346_007)),
            ("2026-11-20 18:42:26.007-04:30", Some(1_795_216_346_007)),
            ("2026-11-20T23:12:26.1Z", Some(1_795_216_346_100)),
            ("2016-12-31T23:59:60Z", Some(1_483_228_800_000)),
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
