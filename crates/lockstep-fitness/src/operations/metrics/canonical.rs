//! Converts points for metrics: to the canonical unit, only plausible values, assigned to their local
//! day.

use std::ops::Range;

use lockstep_formats::catalogue::{self, PointType};
use lockstep_formats::has_local_time;
use lockstep_metrics::Days;
use lockstep_points::columns::Columns;

/// Returns the time at which a point counts. A point with a local date counts within that day: at its
/// own time, or else at the nearest end of the day.
pub(in crate::operations) fn time_in_day(points: &Columns, index: usize, days: &mut Days) -> i64 {
    let at = points.timestamps()[index];
    let Some(date) = points.local_date(index) else {
        return at;
    };
    match days.bounds(date.day()) {
        // A date line crossed by a zone leaves out a day: its value counts at the day's place.
        Some((begin, end)) => at.min(end - 1).max(begin),
        None => at,
    }
}

/// Calls `each` with the plausible points in the type's canonical unit: index, value, confidence.
pub(in crate::operations) fn plausible(
    kind: &PointType,
    points: &Columns,
    meant: Range<usize>,
    mut each: impl FnMut(usize, f64, Option<f64>),
) {
    let mut start = 0;
    for run in points.units() {
        let end = run.end as usize;
        let part = meant.start.max(start)..meant.end.min(end);
        start = end;
        let Some(conversion) = kind.conversion(&run.unit) else {
            continue;
        };
        for index in part {
            let value = conversion.apply(points.values()[index]);
            if let Some(value) = value.filter(|value| kind.is_plausible(*value)) {
                let confidence = points.confidence().get(index).copied();
                let confidence = confidence.filter(|confidence| !confidence.is_nan());
                each(index, value, confidence);
            }
        }
    }
}

/// Does the work of [`plausible`] for the points whose exact time is known. A point with `metadata.localTime` has only
/// the wearer's clock time.
pub(in crate::operations) fn plausible_with_exact_time(
    kind: &PointType,
    points: &Columns,
    meant: Range<usize>,
    mut each: impl FnMut(usize, f64, Option<f64>),
) {
    let metadata = points.metadata();
    if metadata.is_empty() {
        return plausible(kind, points, meant, each);
    }
    // Points and metadata are both in the order of their indexes.
    let mut next = metadata.partition_point(|(at, _)| (*at as usize) < meant.start);
    plausible(kind, points, meant, |place, value, confidence| {
        while metadata
            .get(next)
            .is_some_and(|(at, _)| (*at as usize) < place)
        {
            next += 1;
        }
        let own = metadata.get(next).filter(|(at, _)| *at as usize == place);
        if own.is_none_or(|(_, text)| !has_local_time(text)) {
            each(place, value, confidence);
        }
    });
}

/// Returns the catalogue's entry of a type.
pub(in crate::operations) fn known(kind: &str) -> &'static PointType {
    catalogue::kind(kind)
        .expect("metrics use types of the catalogue only, and a test reads each of them")
}
