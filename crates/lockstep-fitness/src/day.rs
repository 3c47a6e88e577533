//! The stored values of a calendar day: a long range reads one row per day instead of all its points.
//!
//! A row depends on the day's points and, of the profile, only on the time zone. For heart rate it
//! stores the time at each rate, so load and zones follow for any maximum rate, resting rate and sex.
//! Stored rows never change an answer: without a row, the points are read into the same row, and
//! answers use rows only.

use std::collections::BTreeMap;

use lockstep_metrics::{Interval, PeakOfDay};

/// The heart rates of a day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeartDay {
    /// The highest 15-second rolling median, in beats per minute; `None` for less than 10 minutes of
    /// readings.
    pub peak: Option<f64>,
    /// Rates in beats per minute, ascending, and the milliseconds that each was held.
    pub held: Vec<(f64, i64)>,
}

impl HeartDay {
    /// Returns whether no rate was held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns the rates as intervals; only the lengths of the intervals are meaningful, not their
    /// times.
    pub fn intervals(&self) -> impl Iterator<Item = Interval> {
        self.held.iter().map(|(value, length)| Interval {
            from: 0,
            to: *length,
            value: *value,
            confidence: 1.0,
        })
    }

    /// Encodes the day; `None` if it has more rates than a row may hold.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        if self.held.len() > MAX_RATES {
            return None;
        }
        let mut bytes = Vec::with_capacity(8 + 12 * self.held.len());
        bytes.extend(self.peak.unwrap_or(f64::NAN).to_le_bytes());
        for (rate, length) in &self.held {
            bytes.extend(rate.to_le_bytes());
            bytes.extend(u32::try_from(*length).ok()?.to_le_bytes());
        }
        Some(bytes)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (peak, held) = bytes.split_first_chunk()?;
        let (held, []) = held.as_chunks::<12>() else {
            return None;
        };
        let entry = |bytes: &[u8; 12]| {
            let (rate, length) = bytes.split_first_chunk()?;
            let length = u32::from_le_bytes(*length.first_chunk()?);
            Some((f64::from_le_bytes(*rate), i64::from(length)))
        };
        Some(Self {
            peak: Some(f64::from_le_bytes(*peak)).filter(|peak| !peak.is_nan()),
            held: held.iter().map(entry).collect::<Option<_>>()?,
        })
    }
}

/// Builds a [`HeartDay`] from intervals in order.
#[derive(Clone, Debug)]
pub struct HeartDayMaker {
    peak: PeakOfDay,
    /// The time at each whole rate up to 255, which covers nearly all readings.
    whole: Box<[i64; 256]>,
    others: BTreeMap<u64, i64>,
}

impl Default for HeartDayMaker {
    fn default() -> Self {
        Self {
            peak: PeakOfDay::default(),
            whole: Box::new([0; 256]),
            others: BTreeMap::new(),
        }
    }
}

impl HeartDayMaker {
    /// Adds an interval of the day, in beats per minute.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        self.peak.add(interval);
        let whole = interval.value as u8;
        let length = if f64::from(whole).to_bits() == interval.value.to_bits() {
            &mut self.whole[usize::from(whole)]
        } else {
            self.others.entry(interval.value.to_bits()).or_default()
        };
        *length += interval.milliseconds();
    }

    /// Returns the finished day.
    #[must_use]
    pub fn finish(self) -> HeartDay {
        let whole = (0..).map(f64::from).zip(*self.whole);
        let others = self.others.into_iter();
        let others = others.map(|(bits, length)| (f64::from_bits(bits), length));
        let mut held: Vec<(f64, i64)> = whole
            .chain(others)
            .filter(|(_, length)| *length > 0)
            .collect();
        held.sort_by(|one, other| one.0.total_cmp(&other.0));
        HeartDay {
            peak: self.peak.finish(),
            held,
        }
    }
}

/// A day's value of a type other than heart rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ValueDay {
    /// The day's sum or mean; `None` if the day has no plausible point.
    pub(crate) value: Option<f64>,
    /// Whether several devices measured on this day.
    pub(crate) shared: bool,
    /// Whether the value combines several points.
    pub(crate) piecemeal: bool,
}

impl ValueDay {
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut bytes = self.value.unwrap_or(f64::NAN).to_le_bytes().to_vec();
        bytes.push(u8::from(self.shared) | u8::from(self.piecemeal) << 1);
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (value, flags) = bytes.split_first_chunk()?;
        let [flags] = flags else { return None };
        Some(Self {
            value: Some(f64::from_le_bytes(*value)).filter(|value| !value.is_nan()),
            shared: flags & 1 != 0,
            piecemeal: flags & 2 != 0,
        })
    }
}

/// The maximum number of distinct rates in a row: without it, many fractional rates would make the row
/// as long as the points.
const MAX_RATES: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The point store drops the rows of every day into which a changed reading may extend.
    #[test]
    fn a_reading_holds_as_long_as_the_point_store_assumes() {
        let longest = lockstep_metrics::Holding::LONGEST;
        assert_eq!(lockstep_points::store::day::REACH, longest);
    }

    proptest! {
        #[test]
        fn rows_are_read_back(
            peak in prop::option::of(25.0_f64..250.0),
            held in prop::collection::vec((25.0_f64..250.0, 1_i64..90_000_000), 0..40),
            flags in any::<(bool, bool)>(),
        ) {
            let day = HeartDay { peak, held };
            let bytes = day.encode().unwrap();
            prop_assert_eq!(HeartDay::decode(&bytes), Some(day));
            prop_assert_eq!(HeartDay::decode(&bytes[..bytes.len() - 1]), None);
            let value = ValueDay { value: peak, shared: flags.0, piecemeal: flags.1 };
            prop_assert_eq!(ValueDay::decode(&value.encode()), Some(value));
            prop_assert_eq!(ValueDay::decode(&value.encode()[1..]), None);
        }

        /// A row answers every query exactly: sums over its rates equal sums over the intervals.
        #[test]
        fn a_row_holds_what_its_intervals_do(steps in prop::collection::vec((1_i64..30_000, 50_u32..2000), 0..80)) {
            let (mut maker, mut at) = (HeartDayMaker::default(), 0);
            let (mut weighted, mut length) = (0.0, 0);
            for (step, rate) in steps {
                let value = f64::from(rate) / 8.0;
                let interval = Interval { from: at, to: at + step, value, confidence: 1.0 };
                at += step;
                maker.add(&interval);
                weighted += value * step as f64;
                length += step;
            }
            let day = maker.finish();
            prop_assert!(day.held.is_sorted_by(|one, next| one.0 < next.0));
            prop_assert_eq!(day.intervals().map(|part| part.milliseconds()).sum::<i64>(), length);
            let sum: f64 = day.intervals().map(|part| part.value * part.milliseconds() as f64).sum();
            prop_assert!((sum - weighted).abs() < 1e-6);
        }
    }

    #[test]
    fn too_many_rates_are_no_row() {
        let held = (0..5000).map(|nth| (f64::from(nth) / 32.0, 1)).collect();
        assert_eq!(HeartDay { peak: None, held }.encode(), None);
    }
}
