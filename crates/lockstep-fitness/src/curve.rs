//! The highest means over standard durations on a calendar day.

use std::collections::BTreeMap;

/// The durations of curves in seconds.
pub(crate) const DURATIONS: [usize; 30] = [
    1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 900, 1200,
    1800, 2400, 3600, 5400, 7200, 10_800, 14_400, 18_000,
];

/// The highest means of a day.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CurveDay {
    /// The highest mean for each of [`DURATIONS`], of windows that end on the day; `None` if no window is
    /// that long.
    pub(crate) means: Vec<Option<f64>>,
    /// Whether a value of the day is derived: a speed from positions.
    pub(crate) is_derived: bool,
}

impl CurveDay {
    /// Encodes the day as the body of a stored row.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let means = self.means.iter().map(|mean| mean.unwrap_or(f64::NAN));
        let mut bytes = vec![u8::from(self.is_derived)];
        bytes.extend(means.flat_map(f64::to_le_bytes));
        Some(bytes)
    }

    /// Decodes the body of a stored row; `None` if the bytes are not such a body.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (is_derived, bytes) = bytes.split_first()?;
        let (means, []) = bytes.as_chunks() else {
            return None;
        };
        if !matches!(means.len(), 0 | 30) {
            return None;
        }
        let mean = |bytes: &[u8; 8]| Some(f64::from_le_bytes(*bytes)).filter(|mean| !mean.is_nan());
        Some(Self {
            means: means.iter().map(mean).collect(),
            is_derived: *is_derived != 0,
        })
    }
}

/// The highest means of an activity by the day on which their windows end, counted from 1970-01-01.
pub(crate) type CurveDays = BTreeMap<i32, CurveDay>;

/// Encodes the days of an activity as the body of a stored row; `None` if a day does not have all of [`DURATIONS`].
pub(crate) fn encode_days(days: &CurveDays) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(DAY_BYTES * days.len());
    for (day, curve) in days {
        bytes.extend(day.to_le_bytes());
        bytes.extend(curve.encode().filter(|body| body.len() == CURVE_BYTES)?);
    }
    Some(bytes)
}

/// Decodes the body of a stored row of an activity; `None` if the bytes are not such a body.
pub(crate) fn decode_days(bytes: &[u8]) -> Option<CurveDays> {
    let (days, []) = bytes.as_chunks::<DAY_BYTES>() else {
        return None;
    };
    let day = |bytes: &[u8; DAY_BYTES]| {
        let (day, curve) = bytes.split_first_chunk()?;
        Some((i32::from_le_bytes(*day), CurveDay::decode(curve)?))
    };
    days.iter().map(day).collect()
}

/// The bytes of a curve with all durations, and of its day before it.
const CURVE_BYTES: usize = 1 + 8 * DURATIONS.len();
const DAY_BYTES: usize = 4 + CURVE_BYTES;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_activities_are_read_back() {
        let curve = |first| {
            let mut means = vec![None; DURATIONS.len()];
            means[0] = Some(first);
            CurveDay {
                means,
                is_derived: false,
            }
        };
        for days in [vec![], vec![(20_000, 250.5), (20_001, 0.0)]] {
            let days: CurveDays = days
                .into_iter()
                .map(|(day, one)| (day, curve(one)))
                .collect();
            let bytes = encode_days(&days).unwrap();
            assert_eq!(decode_days(&bytes), Some(days));
            assert_eq!(decode_days(&[&bytes[..], &[0]].concat()), None);
        }
        assert_eq!(
            encode_days(&CurveDays::from([(1, CurveDay::default())])),
            None
        );
    }

    #[test]
    fn the_longest_duration_is_what_the_point_store_assumes() {
        let longest = DURATIONS.iter().max().unwrap() * 1000;
        assert_eq!(
            lockstep_points::store::day::MAX_WINDOW_MILLIS,
            longest as i64
        );
    }

    #[test]
    fn rows_are_read_back() {
        let mut means = vec![None; DURATIONS.len()];
        (means[0], means[29]) = (Some(250.5), Some(0.0));
        let full = CurveDay {
            means,
            is_derived: true,
        };
        for day in [CurveDay::default(), full] {
            let bytes = day.encode().unwrap();
            assert_eq!(CurveDay::decode(&bytes), Some(day));
        }
        for bytes in [&[][..], &[0; 8], &[0; 9], &[0; 249]] {
            assert_eq!(CurveDay::decode(bytes), None);
        }
    }
}
