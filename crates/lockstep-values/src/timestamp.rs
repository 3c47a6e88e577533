//! Points in time, as documents, rows and answers write them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::date::{CivilDate, civil};

/// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Adds a duration; saturates.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(milliseconds(duration)))
    }

    /// Subtracts a duration; saturates.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(milliseconds(duration)))
    }

    /// Returns the time since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns whole seconds since 1970, rounded down.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

/// The error for a text that is not a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be RFC 3339 with a zone, such as 2026-01-31T06:30:00Z")]
pub struct NotAMoment;

/// Parses RFC 3339 with any offset; a text without an offset is an error. Digits beyond
/// milliseconds are dropped.
impl std::str::FromStr for Timestamp {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        let moment: jiff::Timestamp = text.parse().map_err(|_| NotAMoment)?;
        Ok(Self(moment.as_nanosecond().div_euclid(1_000_000) as i64))
    }
}

/// Whole milliseconds of a duration; saturates.
#[must_use]
pub fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Writes RFC 3339 in UTC with milliseconds and `Z`: `2026-11-20T23:12:26.000Z`. Years outside
/// 0–9999 are written with a sign and six digits (ISO 8601 extended).
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, in_day) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000));
        let CivilDate { year, month, day } = civil(days);
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_are_written_as_rfc_3339() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_216_346_007, "2026-11-20T23:12:26.007Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(Timestamp(milliseconds).to_string(), expected);
        }
    }

    #[test]
    fn times_are_parsed_from_rfc_3339() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Ok(Timestamp(0))),
            ("1970-01-01T01:00:00.001+01:00", Ok(Timestamp(1))),
            ("1970-01-01T00:00:00", Err(NotAMoment)),
            ("1970-01-01", Err(NotAMoment)),
            ("yesterday", Err(NotAMoment)),
        ] {
            assert_eq!(text.parse::<Timestamp>(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_jiff(milliseconds in -62_135_596_800_000_i64..253_402_207_200_000) {
            let jiff = jiff::Timestamp::from_millisecond(milliseconds).unwrap();
            prop_assert_eq!(Timestamp(milliseconds).to_string(), format!("{jiff:.3}"));
        }
    }
}
