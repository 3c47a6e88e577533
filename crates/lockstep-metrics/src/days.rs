//! Calendar days in a time zone.

use std::ops::RangeInclusive;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use super::Interval;

/// Finds the calendar day of a time. The last day is cached, so a pass over readings in order costs two
/// comparisons per reading.
#[derive(Clone, Debug)]
pub struct Days {
    zone: TimeZone,
    day: i32,
    from: i64,
    to: i64,
}

impl Days {
    /// Uses this time zone.
    #[must_use]
    pub fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            day: 0,
            from: 0,
            to: 0,
        }
    }

    /// Returns the day of `at` (milliseconds since 1970), counted from 1970-01-01; `None` outside the
    /// years of the calendar (−9999 to 9999).
    #[inline]
    pub fn of(&mut self, at: i64) -> Option<i32> {
        if at < self.from || at >= self.to {
            let instant = jiff::Timestamp::from_millisecond(at).ok()?;
            let day = Self::number(self.zone.to_datetime(instant).date());
            let (from, to) = self.bounds(day)?;
            (self.day, self.from, self.to) = (day, from, to);
        }
        Some(self.day)
    }

    /// Cuts an interval at the starts of days and calls `part` with each part and its day.
    pub fn split(&mut self, interval: Interval, mut part: impl FnMut(i32, Interval)) {
        let mut rest = interval;
        while let Some(day) = self.of(rest.from) {
            let end = self.to;
            if let Some(inside) = rest.within(rest.from, end) {
                part(day, inside);
            }
            match rest.within(end, rest.to) {
                Some(next) => rest = next,
                None => return,
            }
        }
    }

    /// Does the work of [`Days::split`] for intervals in order that do not overlap; calls `part` with consecutive parts of
    /// one day at once.
    pub fn split_all(&mut self, intervals: &[Interval], mut part: impl FnMut(i32, &[Interval])) {
        let mut rest = intervals;
        while let [first, others @ ..] = rest {
            let Some(day) = self.of(first.from) else {
                rest = others;
                continue;
            };
            let end = self.to;
            let (whole, later) = rest.split_at(rest.partition_point(|one| one.to <= end));
            if whole.is_empty() {
                self.split(*first, |day, inside| part(day, &[inside]));
                rest = others;
            } else {
                part(day, whole);
                rest = later;
            }
        }
    }

    /// Returns the first millisecond of a day and of the next day, usually 23, 24 or 25 hours apart. They are
    /// equal for a day that the zone left out.
    #[must_use]
    pub fn bounds(&self, day: i32) -> Option<(i64, i64)> {
        Some((self.start(day)?, self.start(day.checked_add(1)?)?))
    }

    /// Returns consecutive days with their bounds, without the days outside the calendar and those that a
    /// zone left out when it crossed the date line. Each start is computed once: a history has more than a
    /// thousand days.
    #[must_use]
    pub fn all_bounds(&self, days: RangeInclusive<i32>) -> Vec<(i32, (i64, i64))> {
        let mut all = Vec::new();
        let mut begin = self.start(*days.start());
        for day in days {
            let end = day.checked_add(1).and_then(|next| self.start(next));
            let bounds = begin.zip(end).filter(|(begin, end)| begin < end);
            all.extend(bounds.map(|bounds| (day, bounds)));
            begin = end;
        }
        all
    }

    /// Returns the millisecond at which clocks in the time zone show noon of a day. It need not be 12 hours after or before
    /// a midnight: some clocks change at midnight.
    #[must_use]
    pub fn noon(&self, day: i32) -> Option<i64> {
        let noon = Self::date(day)?.at(12, 0, 0, 0);
        let noon = noon.to_zoned(self.zone.clone()).ok()?;
        Some(noon.timestamp().as_millisecond())
    }

    /// Returns the minutes that a clock in the time zone shows since midnight: 0 to 1439. `None` outside the calendar.
    #[must_use]
    pub fn clock_minute(&self, at: i64) -> Option<usize> {
        let instant = jiff::Timestamp::from_millisecond(at).ok()?;
        let clock = self.zone.to_datetime(instant).time();
        usize::try_from(60 * i32::from(clock.hour()) + i32::from(clock.minute())).ok()
    }

    /// Returns the first millisecond of a day.
    fn start(&self, day: i32) -> Option<i64> {
        let midnight = Self::date(day)?.to_zoned(self.zone.clone()).ok()?;
        Some(midnight.timestamp().as_millisecond())
    }

    /// Returns the date of a day number.
    #[must_use]
    pub fn date(day: i32) -> Option<Date> {
        EPOCH
            .checked_add(jiff::Span::new().try_days(day).ok()?)
            .ok()
    }

    /// Returns the day number of a date.
    #[must_use]
    pub fn number(day: Date) -> i32 {
        day.since(EPOCH).map_or(0, |span| span.get_days())
    }
}

const EPOCH: Date = date(1970, 1, 1);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn berlin() -> Days {
        Days::new(TimeZone::get("Europe/Berlin").unwrap())
    }

    #[test]
    fn days_of_summer_time() {
        let mut days = berlin();
        // In this zone, 2026-03-29 has 23 hours and 2026-10-25 has 25.
        for (text, hours) in [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-20", 24)] {
            let date: Date = text.parse().unwrap();
            let day = Days::number(date);
            let (from, to) = days.bounds(day).unwrap();
            assert_eq!(to - from, hours * 3_600_000, "{text}");
            assert_eq!(days.of(from), Some(day));
            assert_eq!(days.of(to - 1), Some(day));
            assert_eq!(days.of(to), Some(day + 1));
            assert_eq!(days.of(from - 1), Some(day - 1));
            assert_eq!(Days::date(day), Some(date));
        }
    }

    #[test]
    fn clocks_show_the_time_of_their_zone() {
        for (text, hour, minute) in [
            ("2026-03-29T00:59:59Z", 1, 59),
            ("2026-03-29T01:00:00Z", 3, 0),
            // An hour that clocks show twice.
            ("2026-10-25T00:30:00Z", 2, 30),
            ("2026-10-25T01:30:00Z", 2, 30),
            ("2026-11-20T23:00:00Z", 0, 0),
        ] {
            let at: jiff::Timestamp = text.parse().unwrap();
            let found = berlin().clock_minute(at.as_millisecond());
            assert_eq!(found, Some(60 * hour + minute), "{text}");
        }
        assert_eq!(berlin().clock_minute(i64::MAX), None);
    }

    #[test]
    fn noon_is_when_clocks_show_it() {
        // In Chile, clocks change at midnight.
        for (zone, date) in [
            ("Europe/Berlin", "2026-03-29"),
            ("Europe/Berlin", "2026-10-25"),
            ("America/Santiago", "2026-04-04"),
            ("America/Santiago", "2026-09-05"),
        ] {
            let date: Date = date.parse().unwrap();
            let mut days = Days::new(TimeZone::get(zone).unwrap());
            for day in Days::number(date)..=Days::number(date) + 1 {
                let noon = days.noon(day).unwrap();
                assert_eq!(days.of(noon), Some(day), "{zone} {date}");
                assert_eq!(days.clock_minute(noon), Some(720), "{zone} {date}");
            }
        }
        assert_eq!(berlin().noon(i32::MAX), None);
    }

    #[test]
    fn bounds_of_consecutive_days_are_those_of_each_day() {
        for zone in ["Europe/Berlin", "Pacific/Apia", "UTC"] {
            let days = Days::new(TimeZone::get(zone).unwrap());
            // Samoa left out 2011-12-30, the day 15 338.
            let is_left_out = |day| zone == "Pacific/Apia" && day == 15_338;
            let (begin, end) = days.bounds(15_338).unwrap();
            assert_eq!(begin == end, is_left_out(15_338), "{zone}");
            for range in [15_330..=15_345, 20_000..=20_000, 2_932_890..=2_932_900] {
                let each = range
                    .clone()
                    .filter(|day| !is_left_out(*day))
                    .filter_map(|day| Some((day, days.bounds(day)?)));
                assert_eq!(days.all_bounds(range), each.collect::<Vec<_>>(), "{zone}");
            }
        }
    }

    proptest! {
        #[test]
        fn many_intervals_are_split_like_each(
            // Hours, so that some intervals end at midnight and others cross it, on days of 23, 24 and 25 hours.
            gaps in prop::collection::vec((0_i64..40, 1_i64..60), 0..30),
            begin in prop::sample::select(vec![1_774_656_000_000, 1_792_800_000_000, i64::MAX / 2]),
        ) {
            let mut at = begin;
            let intervals: Vec<Interval> = gaps
                .into_iter()
                .map(|(gap, length)| {
                    let from = at + gap * 1_800_000;
                    at = from + length * 1_800_000;
                    Interval { from, to: at, value: length as f64, confidence: 1.0 }
                })
                .collect();
            let (mut each, mut all) = (Vec::new(), Vec::new());
            let mut days = berlin();
            for interval in &intervals {
                days.split(*interval, |day, part| each.push((day, part)));
            }
            berlin().split_all(&intervals, |day, parts| {
                all.extend(parts.iter().map(|part| (day, *part)));
            });
            prop_assert_eq!(all, each);
        }

        #[test]
        fn every_time_is_within_its_day(at in 0_i64..4_102_444_800_000) {
            let mut days = berlin();
            let day = days.of(at).unwrap();
            let (from, to) = days.bounds(day).unwrap();
            prop_assert!((from..to).contains(&at));
            prop_assert_eq!(Days::new(TimeZone::UTC).of(at), Some((at / 86_400_000) as i32));
        }

        #[test]
        fn the_parts_of_an_interval_add_up(from in 0_i64..4_102_444_800_000, length in 1_i64..200_000_000) {
            let mut days = berlin();
            let whole = Interval { from, to: from + length, value: 1.0, confidence: 1.0 };
            let mut parts = Vec::new();
            days.split(whole, |day, part| parts.push((day, part)));
            prop_assert_eq!(parts[0].1.from, whole.from);
            prop_assert_eq!(parts[parts.len() - 1].1.to, whole.to);
            prop_assert!(parts.is_sorted_by(|one, next| one.0 + 1 == next.0 && one.1.to == next.1.from));
            for (day, part) in parts {
                prop_assert_eq!(days.of(part.from), Some(day));
                prop_assert_eq!(days.of(part.to - 1), Some(day));
            }
        }
    }
}
