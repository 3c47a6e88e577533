//! The events of changes to points. An event of the outbox names ranges of series, never values; the
//! points are read from the store when the event is used.

use serde::{Deserialize, Serialize};

use crate::store::Change;

lockstep_store::event_kinds! {
    /// Points were stored. The event contains the time ranges of the series and the numbers of points.
    pub POINTS_STORED = "points.stored", Owner,
        r#"{"count": 5, "series": [{"series": 7, "from": 1780272000000, "to": 1780272001000,
            "count": 2, "step": 1000}, {"series": 8, "from": 1780272000000, "to": 1780272004000,
            "count": 3, "runs": [[1780272000000, 1000, 2], [1780272004000, 0, 1]]}]}"#;
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
    /// The distance of two times, in milliseconds, if all are evenly spaced.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    step: Option<i64>,
    /// The times of the points if they are not evenly spaced and a few runs describe them. Without `step` and `runs`, the
    /// event covers the whole range.
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

impl Run {
    fn last(self) -> i64 {
        self.first + self.step * (self.count - 1)
    }
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
        let (from, to) = (change.from.0, change.to.0);
        // A single point is the whole range.
        let runs = moments.filter(|_| from < to).and_then(runs);
        let even = match runs.as_deref() {
            Some(&[run]) if run.first == from && run.last() == to => Some(run),
            _ => None,
        };
        Self {
            series: change.series,
            from,
            to,
            count: change.count,
            step: even.map(|run| run.step),
            runs: match even {
                Some(_) => None,
                None => runs,
            },
        }
    }
}

/// Decides which times of a stretch belong to its points; queried in ascending order.
pub struct TimeFilter<'s>(Times<'s>);

/// The times of a stretch.
enum Times<'s> {
    All,
    Even { first: i64, step: i64 },
    Runs(&'s [Run]),
}

impl<'s> TimeFilter<'s> {
    /// Returns the times of a stretch.
    #[must_use]
    pub fn of(stretch: &'s SeriesChange) -> Self {
        Self(match (stretch.step, stretch.runs.as_deref()) {
            (Some(step), _) if step > 0 => Times::Even {
                first: stretch.from,
                step,
            },
            (_, Some(runs)) => Times::Runs(runs),
            (_, None) => Times::All,
        })
    }

    /// Returns whether a point of the stretch has this time, which is in its range.
    pub fn holds(&mut self, at: i64) -> bool {
        let runs = match &mut self.0 {
            Times::All => return true,
            Times::Even { first, step } => return (at - *first) % *step == 0,
            Times::Runs(runs) => runs,
        };
        while let Some(run) = runs.first().copied() {
            if at < run.first {
                return false;
            }
            if at <= run.last() {
                return run.step == 0 || (at - run.first) % run.step == 0;
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
    use serde_json::json;

    use super::*;

    #[test]
    fn a_payload_has_the_documented_form() {
        let start = 1_780_272_000_000;
        let (even, uneven) = ([start, start + 1000], [start, start + 1000, start + 4000]);
        for (kind, series) in [
            (
                &POINTS_STORED,
                vec![
                    SeriesChange::new(&change(7, &even), Some(&even[..])),
                    SeriesChange::new(&change(8, &uneven), Some(&uneven[..])),
                ],
            ),
            (
                &POINTS_DELETED,
                vec![SeriesChange::new(&change(7, &even), None)],
            ),
        ] {
            let payload = PointsChanged {
                count: series.iter().map(|one| one.count).sum(),
                series,
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

    /// A change of points at these times, which are in order.
    fn change(series: i64, moments: &[i64]) -> Change {
        Change {
            series,
            kind: "heart_rate".to_owned(),
            device: "watch".to_owned(),
            from: Timestamp(moments[0]),
            to: Timestamp(moments[moments.len() - 1]),
            count: moments.len() as u64,
        }
    }

    fn stored(moments: &[i64]) -> SeriesChange {
        SeriesChange::new(&change(7, moments), Some(moments))
    }

    #[test]
    fn evenly_spaced_times_have_a_step_and_others_runs() {
        let range = json!({ "series": 7, "from": 5, "to": 5, "count": 1 });
        assert_eq!(serde_json::to_value(stored(&[5])).unwrap(), range);
        let even = json!({ "series": 7, "from": 5, "to": 9, "count": 3, "step": 2 });
        assert_eq!(serde_json::to_value(stored(&[5, 7, 9])).unwrap(), even);
        let uneven =
            json!({ "series": 7, "from": 5, "to": 9, "count": 3, "runs": [[5, 1, 2], [9, 0, 1]] });
        assert_eq!(serde_json::to_value(stored(&[5, 6, 9])).unwrap(), uneven);
    }

    /// Events of earlier builds describe every point by runs.
    #[test]
    fn one_run_is_read_as_a_step_is() {
        let earlier = json!({ "series": 7, "from": 5, "to": 9, "count": 3, "runs": [[5, 2, 3]] });
        let earlier: SeriesChange = serde_json::from_value(earlier).unwrap();
        let now = stored(&[5, 7, 9]);
        let (mut earlier, mut now) = (TimeFilter::of(&earlier), TimeFilter::of(&now));
        for at in 5..=9 {
            assert_eq!(earlier.holds(at), at % 2 == 1, "{at}");
            assert_eq!(now.holds(at), at % 2 == 1, "{at}");
        }
    }

    proptest! {
        #[test]
        fn an_event_holds_its_moments_and_no_other(
            moments in prop::collection::btree_set(0_i64..200, 1..100),
            start in 0_i64..100,
            step in 1_i64..9,
            even in 1_i64..20,
        ) {
            let sorted: Vec<i64> = moments.iter().copied().collect();
            let spaced: Vec<i64> = (0..even).map(|nth| start + nth * step).collect();
            for moments in [sorted, spaced] {
                let change = stored(&moments);
                let few = runs(&moments).is_some();
                let mut meant = TimeFilter::of(&change);
                for at in change.from..=change.to {
                    prop_assert_eq!(meant.holds(at), !few || moments.contains(&at), "{}", at);
                }
            }
        }
    }
}
