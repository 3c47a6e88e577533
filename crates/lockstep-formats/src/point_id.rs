//! The id of a point: `pt_` and the base 32 of its time in milliseconds and its series' number. It is
//! derived from the point's identity and not stored; the same pair is the cursor of a page.

use std::fmt;
use std::str::FromStr;

/// The identity of a point within an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointId {
    /// The number of the series within the account.
    pub series: i64,
    /// The point's time in milliseconds since 1970, not negative.
    pub timestamp: i64,
}

/// The error for a text that is not a point's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a point's id, which begins with \"pt_\"")]
pub struct NotAPointId;

impl PointId {
    /// Appends the id to `text`.
    pub(crate) fn write(self, text: &mut Vec<u8>) {
        let series = self.series.max(0) as u64;
        let digits = (u64::BITS - series.leading_zeros()).div_ceil(5).max(1);
        text.extend(b"pt_");
        for place in (0..TIME_DIGITS).rev() {
            text.push(CROCKFORD[(self.timestamp >> (5 * place)) as usize & 31]);
        }
        for place in (0..digits).rev() {
            text.push(CROCKFORD[(series >> (5 * place)) as usize & 31]);
        }
    }
}

impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(16);
        self.write(&mut text);
        text.iter()
            .try_for_each(|byte| fmt::Write::write_char(f, char::from(*byte)))
    }
}

impl FromStr for PointId {
    type Err = NotAPointId;

    fn from_str(text: &str) -> Result<Self, NotAPointId> {
        let digits = text.strip_prefix("pt_").ok_or(NotAPointId)?.as_bytes();
        let (time, series) = digits.split_at_checked(TIME_DIGITS).ok_or(NotAPointId)?;
        if series.is_empty()
            || series.len() > SERIES_DIGITS
            || (series.len() > 1 && series[0] == b'0')
        {
            return Err(NotAPointId);
        }
        Ok(Self {
            series: number(series)?,
            timestamp: number(time)?,
        })
    }
}

fn number(digits: &[u8]) -> Result<i64, NotAPointId> {
    digits.iter().try_fold(0_i64, |number, digit| {
        let value = CROCKFORD.iter().position(|known| known == digit);
        value
            .map(|value| number << 5 | value as i64)
            .ok_or(NotAPointId)
    })
}

/// The digits of the time: 45 bits of milliseconds, until the year 3084.
const TIME_DIGITS: usize = 9;
/// The digits of the series' number: 60 bits.
const SERIES_DIGITS: usize = 12;
const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn malformed_ids_are_refused() {
        let id = PointId {
            series: 33,
            timestamp: 1_795_216_346_007,
        };
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in [
            "",
            "pt_",
            "pt_1m7rsd9sq",
            "pt_1m7rsd9sq01",
            "pt_1m7rsd9squ1",
            "ds_1m7rsd9sq11",
            "pt_1m7rsd9sqéa",
            "pt_1m7rsd9sq1111111111111",
        ] {
            assert_eq!(text.parse::<PointId>(), Err(NotAPointId), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn ids_round_trip(series in 0_i64..1 << 60, at in 0_i64..1 << 45) {
            let id = PointId { series, timestamp: at };
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }

        #[test]
        fn sorts_by_time(one in 0_i64..1 << 45, other in 0_i64..1 << 45) {
            let text = |at| PointId { series: 5, timestamp: at }.to_string();
            prop_assert_eq!(one.cmp(&other), text(one).cmp(&text(other)));
        }
    }
}
