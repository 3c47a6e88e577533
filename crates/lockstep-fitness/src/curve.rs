//! The highest means over standard durations on a calendar day.

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

#[cfg(test)]
mod tests {
    use super::*;

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
