//! Divides a range of time into buckets of a round width.

use lockstep_metrics::Days;

/// The buckets of a chart. They are aligned to the calendar days of a time zone, so the same points
/// form the same buckets however a user moves the range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buckets {
    /// The nominal width in seconds; buckets of days are an hour shorter or longer where clocks change.
    pub(crate) seconds: i64,
    /// The first millisecond of each bucket.
    pub(crate) starts: Vec<i64>,
    /// The last millisecond of the last bucket.
    last: i64,
}

impl Buckets {
    /// Divides a range, both ends inclusive, into at most `max` buckets of the smallest round width.
    /// Returns `None` if the range is outside the calendar.
    pub(crate) fn new(range: (i64, i64), max: usize, days: &mut Days) -> Option<Self> {
        let short = SECONDS.into_iter().map(Width::Seconds);
        let weeks = (0..24).map(|exponent| Width::Days(7 << exponent));
        for width in short.chain([Width::Days(1)]).chain(weeks) {
            if let Some(buckets) = Self::of_width(range, width, max, days)? {
                return Some(buckets);
            }
        }
        None
    }

    /// Returns the buckets of one width; `Some(None)` if there are more than `max`, `None` outside the
    /// calendar.
    fn of_width(
        (from, to): (i64, i64),
        width: Width,
        max: usize,
        days: &mut Days,
    ) -> Option<Option<Self>> {
        let length = usize::try_from((to - from) / width.milliseconds()).ok()?;
        if length > max {
            return Some(None);
        }
        let (first, last) = (days.of(from)?, days.of(to)?);
        let mut starts = Vec::new();
        let mut end = to;
        match width {
            Width::Seconds(seconds) => {
                for day in first..=last {
                    let (begin, next) = days.bounds(day)?;
                    let before = (from.max(begin) - begin) / (seconds * 1000);
                    let mut at = begin + before * seconds * 1000;
                    while at < next && at <= to {
                        starts.push(at);
                        at += seconds * 1000;
                    }
                    end = at.min(next) - 1;
                }
            }
            Width::Days(count) => {
                let start = |day: i32| day - (day - MONDAY).rem_euclid(count);
                let mut day = start(first);
                while day <= last {
                    let begin = days.bounds(day)?.0;
                    // A zone that crosses the date line leaves out a day, which has no bucket.
                    if starts.last() != Some(&begin) {
                        starts.push(begin);
                    }
                    day += count;
                }
                end = days.bounds(day).map_or(to, |(begin, _)| begin - 1);
            }
        }
        let buckets = Self {
            seconds: width.milliseconds() / 1000,
            starts,
            last: end.max(to),
        };
        Some((buckets.starts.len() <= max).then_some(buckets))
    }

    /// Returns the index of the bucket of a time, and the first millisecond after that bucket; `None`
    /// outside all buckets.
    pub(crate) fn at(&self, at: i64) -> Option<(usize, i64)> {
        if at > self.last {
            return None;
        }
        let after = self.starts.partition_point(|start| *start <= at);
        let end = self.starts.get(after).copied().unwrap_or(self.last + 1);
        Some((after.checked_sub(1)?, end))
    }

    /// Returns whether every bucket consists of whole quarter hours of a day.
    pub(crate) fn are_of_quarter_hours(&self) -> bool {
        self.seconds * 1000 % super::QUARTER_HOUR == 0
    }
}

/// A width of buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// A divisor of a day, counted from the start of each calendar day.
    Seconds(i64),
    /// Whole calendar days; a number of weeks begins on a Monday.
    Days(i32),
}

impl Width {
    fn milliseconds(self) -> i64 {
        match self {
            Self::Seconds(seconds) => seconds * 1000,
            Self::Days(days) => i64::from(days) * DAY,
        }
    }
}

/// The widths below a day.
const SECONDS: [i64; 20] = [
    1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600,
    28_800, 43_200,
];
/// The Monday before 1970-01-01, counted in days from that date.
const MONDAY: i32 = -3;
const DAY: i64 = 86_400_000;
/// The maximum number of buckets of a chart: more than a screen has columns.
pub(crate) const MAX_BUCKETS: usize = 2000;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    fn millisecond(text: &str) -> i64 {
        text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    fn days(zone: &str) -> Days {
        Days::new(TimeZone::get(zone).unwrap())
    }

    #[test]
    fn widths_are_round_and_aligned_to_local_days() {
        for (zone, from, to, max, seconds, count, first) in [
            (
                "UTC",
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:00:09.999Z",
                10,
                1,
                10,
                "2026-01-01T00:00:00Z",
            ),
            (
                "UTC",
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:00:10Z",
                10,
                2,
                6,
                "2026-01-01T00:00:00Z",
            ),
            (
                "UTC",
                "2026-01-01T10:07:30Z",
                "2026-01-01T11:07:30Z",
                5,
                900,
                5,
                "2026-01-01T10:00:00Z",
            ),
            // A day of 23 hours and a day of 25.
            (
                "Europe/Berlin",
                "2026-03-28T23:00:00Z",
                "2026-03-29T21:59:59.999Z",
                24,
                3600,
                23,
                "2026-03-28T23:00:00Z",
            ),
            (
                "Europe/Berlin",
                "2026-10-24T22:00:00Z",
                "2026-10-25T22:59:59.999Z",
                25,
                3600,
                25,
                "2026-10-24T22:00:00Z",
            ),
            // 25 hours in buckets of 6: the fifth has one hour.
            (
                "Europe/Berlin",
                "2026-10-24T22:00:00Z",
                "2026-10-25T22:59:59.999Z",
                5,
                21_600,
                5,
                "2026-10-24T22:00:00Z",
            ),
            // Samoa left out 2011-12-30.
            (
                "Pacific/Apia",
                "2011-12-29T10:00:00Z",
                "2012-01-01T09:59:59.999Z",
                4,
                86_400,
                3,
                "2011-12-29T10:00:00Z",
            ),
            // Weeks begin on a Monday.
            (
                "UTC",
                "2026-01-01T00:00:00Z",
                "2026-01-31T23:59:59.999Z",
                5,
                604_800,
                5,
                "2025-12-29T00:00:00Z",
            ),
            (
                "UTC",
                "1970-01-01T00:00:00Z",
                "9998-12-31T00:00:00Z",
                1,
                7 * 524_288 * 86_400,
                1,
                "1969-12-29T00:00:00Z",
            ),
        ] {
            let range = (millisecond(from), millisecond(to));
            let buckets = Buckets::new(range, max, &mut days(zone)).unwrap();
            assert_eq!(
                (buckets.seconds, buckets.starts.len(), buckets.starts[0]),
                (seconds, count, millisecond(first)),
                "{zone} {from} {to} {max}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_time_of_the_range_is_in_one_bucket(
            from in 0_i64..2_000_000_000_000,
            length in prop_oneof![0_i64..100_000, 0_i64..100_000_000_000],
            max in 1_usize..400,
            share in 0.0_f64..=1.0,
            zone in 0_usize..4,
        ) {
            let zone = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"][zone];
            let mut days = days(zone);
            let buckets = Buckets::new((from, from + length), max, &mut days).unwrap();
            prop_assert!((1..=max).contains(&buckets.starts.len()));
            prop_assert!(buckets.starts.is_sorted_by(|one, next| one < next));
            let at = from + (length as f64 * share) as i64;
            let (index, end) = buckets.at(at).unwrap();
            prop_assert!(buckets.starts[index] <= at && at < end);
            prop_assert_eq!(buckets.at(end - 1).unwrap(), (index, end));
            if buckets.are_of_quarter_hours() {
                let day = days.of(at).unwrap();
                let begin = days.bounds(day).unwrap().0;
                let quarter = begin + (at - begin) / super::super::QUARTER_HOUR * super::super::QUARTER_HOUR;
                prop_assert_eq!(buckets.at(quarter).unwrap().0, index);
            }
        }
    }
}
