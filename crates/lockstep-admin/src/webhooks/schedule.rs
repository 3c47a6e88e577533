//! The times at which a failed delivery is attempted again.

use std::time::Duration;

use lockstep_store::Timestamp;

/// Returns the pause before the next attempt after `made` failed attempts; `None` if the last attempt was made.
///
/// `jitter` from 0 to 255 shortens or lengthens the pause by at most a tenth, so that deliveries that failed
/// together are not repeated together. The receiver may ask for a longer pause, up to [`MAX_ASKED`].
pub(crate) fn pause(
    pauses: &[Duration],
    made: u32,
    jitter: u8,
    asked: Option<Duration>,
) -> Option<Duration> {
    let pauses = if pauses.is_empty() { PAUSES } else { pauses };
    let index = usize::try_from(made.saturating_sub(1)).unwrap_or(usize::MAX);
    let usual = *pauses.get(index)?;
    let tenths = 0.9 + 0.2 * f64::from(jitter) / 255.0;
    Some(
        usual
            .mul_f64(tenths)
            .max(asked.unwrap_or_default().min(MAX_ASKED)),
    )
}

/// Returns the pause of a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3).
pub(crate) fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(Duration::from_secs(seconds.into()));
    }
    let date = jiff::fmt::rfc2822::DateTimeParser::new()
        .parse_timestamp(value)
        .ok()?;
    Some(Timestamp(date.as_millisecond()).since(now))
}

/// Eight attempts within a day; the first is made at once. The last pause ends 23 hours and 35 minutes after the
/// first attempt.
const PAUSES: &[Duration] = &[
    Duration::from_secs(5),
    Duration::from_secs(5 * MINUTE),
    Duration::from_secs(30 * MINUTE),
    Duration::from_secs(2 * HOUR),
    Duration::from_secs(5 * HOUR),
    Duration::from_secs(7 * HOUR),
    Duration::from_secs(9 * HOUR),
];
/// The longest pause that a receiver may ask for.
const MAX_ASKED: Duration = Duration::from_secs(6 * HOUR);
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_end_within_a_day() {
        let seconds = Duration::from_secs;
        for (pauses, made, jitter, asked, expected) in [
            (&[][..], 1, 0, None, Some(seconds(5).mul_f64(0.9))),
            (&[], 1, 255, None, Some(seconds(5).mul_f64(1.1))),
            (&[], 2, 0, None, Some(seconds(270))),
            (&[], 7, 0, None, Some(seconds(9 * HOUR).mul_f64(0.9))),
            (&[], 8, 0, None, None),
            (&[], u32::MAX, 0, None, None),
            (&[], 1, 0, Some(seconds(60)), Some(seconds(60))),
            (&[], 1, 0, Some(seconds(1)), Some(seconds(5).mul_f64(0.9))),
            (&[], 1, 0, Some(Duration::MAX), Some(MAX_ASKED)),
            (&[], 8, 0, Some(seconds(60)), None),
            (&[seconds(10)], 1, 0, None, Some(seconds(9))),
            (&[seconds(10)], 2, 0, None, None),
        ] {
            assert_eq!(
                pause(pauses, made, jitter, asked),
                expected,
                "{made} {jitter} {asked:?}"
            );
        }
        let total: Duration = (1..).map_while(|made| pause(&[], made, 255, None)).sum();
        let day = seconds(24 * HOUR);
        assert!(
            total > day.mul_f64(0.95) && total < day.mul_f64(1.1),
            "{total:?}"
        );
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now: Timestamp = "1994-11-06T08:49:30Z".parse().unwrap();
        for (value, expected) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(7)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("99999999999", None),
            ("", None),
        ] {
            assert_eq!(
                retry_after(value, now),
                expected.map(Duration::from_secs),
                "{value}"
            );
        }
    }
}
