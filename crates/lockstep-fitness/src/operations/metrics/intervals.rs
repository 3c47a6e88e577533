//! Computes the metrics of each day, week or month of a range.

use lockstep_metrics::Days;
use lockstep_store::Timestamp;
use lockstep_web::ApiError;

use super::device_days::DayRule;
use super::history::SharedInputs;
use super::recorded::RecordedActivities;
use super::{
    Computation, ComputedMetrics, Coverage, DAILY, Metric, MetricInputs, RECOVERY, RESTING, RMSSD,
    SLEEP, TrainingBasis,
};

/// The length of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interval {
    /// A calendar day.
    Day,
    /// An ISO 8601 week, from Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

impl Interval {
    /// Parses the parameter `interval`.
    ///
    /// # Errors
    /// The name is unknown.
    pub(super) fn read(name: &str) -> Result<Self, ApiError> {
        match name {
            "day" => Ok(Self::Day),
            "week" => Ok(Self::Week),
            "month" => Ok(Self::Month),
            _ => Err(ApiError::invalid("interval", "must be day, week or month")),
        }
    }

    /// Returns the first day of the interval after the one that contains a day.
    fn next(self, day: i32) -> Option<i32> {
        match self {
            Self::Day => day.checked_add(1),
            // Day 0, 1970-01-01, is a Thursday.
            Self::Week => day.checked_add(7 - (day + 3).rem_euclid(7)),
            Self::Month => {
                let date = Days::date(day)?;
                Some(Days::number(date.last_of_month()).saturating_add(1))
            }
        }
    }
}

/// The time of a row.
#[derive(Clone, Copy)]
struct RowRange {
    /// The first millisecond.
    from: i64,
    /// The last millisecond.
    to: i64,
    last_day: i32,
}

impl Computation<'_, '_> {
    /// Computes one answer for each interval that the range touches, oldest first. The first and the last
    /// interval are cut at the range's ends.
    pub(super) fn rows(
        &mut self,
        interval: Interval,
        recorded: &RecordedActivities,
    ) -> Result<Vec<ComputedMetrics>, ApiError> {
        let ranges = self.ranges(interval)?;
        let (range, last_day) = (self.range, self.last_day);
        self.shared = self.shared(&ranges, recorded)?;
        let mut rows = Vec::with_capacity(ranges.len());
        for row in ranges {
            let RowRange { from, to, last_day } = row;
            (self.range, self.last_day) = ((from, to), last_day);
            let empty = self.empty_answer(from, to);
            let whole = std::mem::replace(&mut self.answer, empty);
            let computed = self.all(recorded);
            rows.push(std::mem::replace(&mut self.answer, whole));
            computed?;
        }
        (self.range, self.last_day) = (range, last_day);
        Ok(rows)
    }

    /// Reads the inputs of all rows; `None` if there is at most one row.
    fn shared(
        &mut self,
        ranges: &[RowRange],
        recorded: &RecordedActivities,
    ) -> Result<Option<SharedInputs>, ApiError> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.get(1..).and_then(<[_]>::last))
        else {
            return Ok(None);
        };
        let (whole, last_day) = (self.range, self.last_day);
        let asked = self.asked_figures();
        let mut window = None;
        if asked.any() {
            (self.range, self.last_day) = ((first.from, first.to), first.last_day);
            let begin = *self.window_days(asked).start();
            let end = last.last_day.saturating_add(1);
            (self.range, self.last_day) = (whole, last_day);
            window = Some(self.read_window(asked, begin..=end, recorded)?);
        }
        let mut shared = SharedInputs::new(window);
        let begin = first.last_day.saturating_sub(RECOVERY as i32);
        let range = self.days.bounds(begin).zip(self.days.bounds(last.last_day));
        if let Some(((from, _), (_, end))) = range {
            for (kind, rule) in self.daily_types() {
                let range = (from, end - 1);
                let values = self.source.value_days(kind, range, &mut self.days, rule)?;
                shared.keep_values((kind, rule), range, values);
            }
        }
        Ok(Some(shared))
    }

    /// Returns the types whose daily values the requested metrics need.
    fn daily_types(&self) -> Vec<(&'static str, DayRule)> {
        let wanted = &self.answer.wanted;
        let mut types = Vec::new();
        if self.asked_figures().any() && self.profile.resting_heart_rate.is_none() {
            types.push((RESTING, DayRule::Mean));
        }
        if wanted.any(&[Metric::RecoveryScore]) {
            types.extend([
                (RMSSD, DayRule::Mean),
                (RESTING, DayRule::Mean),
                (SLEEP, DayRule::Sum),
            ]);
        }
        for one in DAILY {
            if wanted.any(&[one.metric]) {
                types.push((one.kind, one.rule));
            }
        }
        types.sort_by_key(|(kind, _)| *kind);
        types.dedup();
        types
    }

    /// Returns the first and last millisecond, and the last day, of each interval.
    fn ranges(&mut self, interval: Interval) -> Result<Vec<RowRange>, ApiError> {
        let outside = || ApiError::invalid("startDate", "is outside the calendar");
        let (from, to) = self.range;
        let mut day = self.days.of(from).ok_or_else(outside)?;
        let mut ranges = Vec::new();
        let mut begin = from;
        while begin <= to {
            if ranges.len() == MAX_ROWS {
                let reason = format!(
                    "the range has more than {MAX_ROWS} intervals: choose a longer interval or a \
                     shorter range"
                );
                return Err(ApiError::invalid("interval", reason));
            }
            let next = interval.next(day).ok_or_else(outside)?;
            let (next_begin, _) = self.days.bounds(next).ok_or_else(outside)?;
            // A zone that crosses the date line leaves out a day, which has no row.
            if begin < next_begin {
                ranges.push(RowRange {
                    from: begin,
                    to: to.min(next_begin - 1),
                    last_day: (next - 1).min(self.last_day),
                });
            }
            (begin, day) = (next_begin, next);
        }
        Ok(ranges)
    }

    fn empty_answer(&self, from: i64, to: i64) -> ComputedMetrics {
        let whole = &self.answer;
        ComputedMetrics {
            at: whole.at,
            wanted: whole.wanted.clone(),
            zones: None,
            figures: Default::default(),
            reasons: Default::default(),
            basis: MetricInputs {
                range: (Timestamp(from), Timestamp(to)),
                time_zone: whole.basis.time_zone.clone(),
                maximum: None,
                resting: None,
                sex: None,
                sex_is_known: whole.basis.sex_is_known,
                recovery: None,
                efficiency: None,
                training: TrainingBasis::default(),
                coverage: Coverage::default(),
                skipped: Vec::new(),
                notes: Vec::new(),
            },
            rows: Vec::new(),
            threshold_power: None,
            threshold_reason: None,
        }
    }
}

/// The maximum number of rows: a leap year by day.
pub(crate) const MAX_ROWS: usize = 366;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::Date;

    #[test]
    fn intervals_end_at_their_calendar() {
        for (interval, day, next) in [
            (Interval::Day, "2024-02-28", "2024-02-29"),
            (Interval::Week, "2026-06-28", "2026-06-29"),
            (Interval::Week, "2026-06-29", "2026-07-06"),
            (Interval::Week, "2026-01-01", "2026-01-05"),
            (Interval::Week, "1969-12-30", "1970-01-05"),
            (Interval::Month, "2024-02-10", "2024-03-01"),
            (Interval::Month, "2026-12-31", "2027-01-01"),
        ] {
            let number = |text: &str| Days::number(text.parse::<Date>().unwrap());
            let found = interval.next(number(day));
            assert_eq!(found, Some(number(next)), "{interval:?} {day}");
        }
    }
}
