//! Summaries of points for charts, and the buckets of a chart.

mod buckets;

use std::collections::BTreeMap;

pub(crate) use buckets::{Buckets, MAX_BUCKETS};

/// The smallest, largest and mean value of points, and their number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    pub(crate) min: f64,
    pub(crate) max: f64,
    /// The sum times [`SCALE`], so that no sum of finite values overflows.
    sum: f64,
    pub(crate) count: u64,
}

impl Default for Summary {
    /// The summary of no point.
    fn default() -> Self {
        Self {
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            sum: 0.0,
            count: 0,
        }
    }
}

impl Summary {
    /// Adds a value.
    #[inline]
    pub(crate) fn add(&mut self, value: f64) {
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.sum += value * SCALE;
        self.count += 1;
    }

    /// Adds the points of another summary.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum += other.sum;
        self.count += other.count;
    }

    /// Returns the mean; the summary must have a point.
    pub(crate) fn mean(&self) -> f64 {
        let mean = self.sum / self.count as f64 / SCALE;
        // Rounding does not lead out of the values.
        mean.max(self.min).min(self.max)
    }
}

/// The summaries of the quarter hours of a calendar day that have points, by their number from the
/// start of the day. Every bucket of a quarter hour or more is a sum of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct QuarterHours(pub(crate) BTreeMap<u8, Summary>);

/// A quarter of an hour in milliseconds.
pub(crate) const QUARTER_HOUR: i64 = 15 * 60_000;

impl QuarterHours {
    /// Encodes the day as the body of a stored row; `None` if a sum or a count is too large for it.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(ENTRY_BYTES * self.0.len());
        for (number, summary) in &self.0 {
            bytes.push(*number);
            bytes.extend(u32::try_from(summary.count).ok()?.to_le_bytes());
            let sum = Some(summary.sum / SCALE).filter(|sum| sum.is_finite())?;
            for value in [summary.min, summary.max, sum] {
                bytes.extend(value.to_le_bytes());
            }
        }
        Some(bytes)
    }

    /// Decodes the body of a stored row; `None` if the bytes are not such a body.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (entries, []) = bytes.as_chunks::<ENTRY_BYTES>() else {
            return None;
        };
        let entry = |bytes: &[u8; ENTRY_BYTES]| {
            let (number, rest) = bytes.split_first()?;
            let (count, values) = rest.split_first_chunk()?;
            let (values, []) = values.as_chunks() else {
                return None;
            };
            let [min, max, sum] = values.first_chunk()?.map(f64::from_le_bytes);
            let count = u64::from(u32::from_le_bytes(*count));
            Some((
                *number,
                Summary {
                    min,
                    max,
                    sum: sum * SCALE,
                    count,
                },
            ))
        };
        entries.iter().map(entry).collect::<Option<_>>().map(Self)
    }
}

/// The factor of sums: 2 to the power of -64. A product with it is exact.
const SCALE: f64 = 1.0 / (1_u128 << 64) as f64;
/// The number, the count as 4 bytes, and the smallest value, the largest value and the sum as 8 bytes
/// each.
const ENTRY_BYTES: usize = 1 + 4 + 3 * 8;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_are_read_back(
            entries in prop::collection::btree_map(any::<u8>(), prop::collection::vec(-1e9_f64..1e9, 1..9), 0..20),
        ) {
            let summary = |values: Vec<f64>| {
                let mut summary = Summary::default();
                values.into_iter().for_each(|value| summary.add(value));
                summary
            };
            let day = QuarterHours(entries.into_iter().map(|(at, values)| (at, summary(values))).collect());
            let bytes = day.encode().unwrap();
            prop_assert_eq!(QuarterHours::decode(&bytes), Some(day));
            if let Some((_, cut)) = bytes.split_first() {
                prop_assert_eq!(QuarterHours::decode(cut), None);
            }
        }

        #[test]
        fn merging_equals_adding_all_points(
            one in prop::collection::vec(-1000_i32..1000, 0..20),
            other in prop::collection::vec(-1000_i32..1000, 1..20),
        ) {
            let of = |values: &[i32]| {
                let mut summary = Summary::default();
                values.iter().for_each(|value| summary.add(f64::from(*value)));
                summary
            };
            let mut merged = of(&one);
            merged.merge(&of(&other));
            let all = of(&[one, other].concat());
            prop_assert_eq!(merged, all);
            prop_assert!(all.min <= all.mean() && all.mean() <= all.max);
        }
    }
}
