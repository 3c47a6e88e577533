//! The events of changes to points. An event of the outbox names ranges of series, never values; the
//! points are read from the store when the event is used.

use serde::{Deserialize, Serialize};

use crate::store::Change;

lockstep_store::event_kinds! {
    /// Points were stored. The event contains the time ranges of the series and the numbers of points.
    pub POINTS_STORED = "points.stored", Owner,
        r#"{"count": 2, "series": [{"series": 7, "from": 1780272000000, "to": 1780272001000,
            "count": 2, "runs": [[1780272000000, 1000, 2]]}]}"#;
    /// Points were deleted. The event contains the time ranges of the series and the numbers of points.
    pub POINTS_DELETED = "points.deleted", Owner,
        r#"{"count": 2, "series": [{"series": 7, "from": 1780272000000, "to": 1780272001000,
            "count": 2}]}"#;
}

/// The content of an event of [`POINTS_STORED`] and of [`POINTS_DELETED`].
#[derive(Serialize, Deserialize)]
pub struct PointsChanged {
    /// The number of points.
    pub count: u64,
    /// The changed ranges of series.
    pub series: Vec<SeriesChange>,
}

/// A change to one series, as the outbox has it. Type and device are the series' own: an event that is
/// kept after the series' points are removed names neither.
#[derive(Serialize, Deserialize)]
pub struct SeriesChange {
    /// The number of the series.
    pub series: i64,
    /// The first point.
    pub from: i64,
    /// The last point.
    pub to: i64,
    /// The number of points.
    pub count: u64,
    /// The times of the points if a few runs describe them; otherwise the event covers the whole range.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    runs: Option<Vec<Run>>,
}

/// Evenly spaced times. In the outbox, an array of three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[i64; 3]", into = "[i64; 3]")]
struct Run {
    first: i64,
    /// The distance of two times; 0 for a single time.
    step: i64,
    count: i64,
}

impl From<[i64; 3]> for Run {
    fn from([first, step, count]: [i64; 3]) -> Self {
        Self { first, step, count }
    }
}

impl From<Run> for [i64; 3] {
    fn from(run: Run) -> Self {
        [run.first, run.step, run.count]
    }
}

impl SeriesChange {
    /// Builds the range from a change and, for added points, their times in order.
    pub(crate) fn new(change: &Change, moments: Option<&[i64]>) -> Self {
        Self {
            series: change.series,
            from: change.from.0,
            to: change.to.0,
            count: change.count,
            runs: moments.and_then(runs),
        }
    }
}

/// Decides which times belong to a stretch's points; queried in ascending order.
pub struct TimeFilter<'s> {
    runs: Option<&'s [Run]>,
}

impl<'s> TimeFilter<'s> {
    /// Returns the times of a stretch.
    #[must_use]
    pub fn of(stretch: &'s SeriesChange) -> Self {
        Self {
            runs: stretch.runs.as_deref(),
        }
    }

    /// Returns whether a point of the stretch has this time.
    pub fn holds(&mut self, at: i64) -> bool {
        let Some(runs) = &mut self.runs else {
            return true;
        };
        while let Some(Run { first, step, count }) = runs.first().copied() {
            if at < first {
                return false;
            }
            if at <= first + step * (count - 1) {
                return step == 0 || (at - first) % step == 0;
            }
            *runs = &runs[1..];
        }
        false
    }
}

/// Encodes ascending times as runs; `None` for more than [`MAX_RUNS`] runs.
fn runs(moments: &[i64]) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut rest = moments;
    while let [first, ..] = *rest {
        let step = rest.get(1).map_or(0, |second| second - first);
        let even = rest.windows(2).take_while(|pair| pair[1] - pair[0] == step);
        let count = 1 + even.count();
        if runs.len() == MAX_RUNS {
            return None;
        }
        runs.push(Run {
            first,
            step,
            count: count as i64,
        });
        rest = &rest[count..];
    }
    Some(runs)
}

/// The maximum number of runs: beyond it an event would be larger than its data.
const MAX_RUNS: usize = 64;

#[cfg(test)]
mod tests {
    use lockstep_store::Timestamp;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_payload_has_the_documented_form() {
        let (from, to) = (1_780_272_000_000, 1_780_272_001_000);
        let change = Change {
            series: 7,
            kind: "heart_rate".to_owned(),
            device: "watch".to_owned(),
            from: Timestamp(from),
            to: Timestamp(to),
            count: 2,
        };
        for (kind, moments) in [
            (&POINTS_STORED, Some(&[from, to][..])),
            (&POINTS_DELETED, None),
        ] {
            let payload = PointsChanged {
                count: 2,
                series: vec![SeriesChange::new(&change, moments)],
            };
            let documented: serde_json::Value = serde_json::from_str(kind.payload()).unwrap();
            let written = serde_json::to_value(&payload).unwrap();
            assert_eq!(written, documented, "{}", kind.name());
        }
    }

    #[test]
    fn even_moments_are_one_run() {
        for (moments, expected) in [
            (&[][..], &[][..]),
            (&[5], &[[5, 0, 1]]),
            (&[5, 6, 7], &[[5, 1, 3]]),
            (&[0, 1000, 2000, 2500], &[[0, 1000, 3], [2500, 0, 1]]),
            (&[0, 10, 11, 12], &[[0, 10, 2], [11, 1, 2]]),
        ] {
            let expected: Vec<Run> = expected.iter().map(|run| Run::from(*run)).collect();
            assert_eq!(runs(moments), Some(expected), "{moments:?}");
        }
        let odd: Vec<i64> = (0..200).map(|n| n * n).collect();
        assert_eq!(runs(&odd), None);
    }

    proptest! {
        #[test]
        fn runs_hold_the_moments_and_no_other(
            moments in prop::collection::btree_set(0_i64..200, 0..100),
        ) {
            let sorted: Vec<i64> = moments.iter().copied().collect();
            let runs = runs(&sorted);
            let few = runs.is_some();
            let mut meant = TimeFilter { runs: runs.as_deref() };
            for at in -5..205 {
                prop_assert_eq!(meant.holds(at), !few || moments.contains(&at), "{}", at);
            }
        }
    }
}
