//! Recurrence rules of RFC 5545, followed from near the time that is asked for.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, TimeZone};
use lockstep_store::Timestamp;
use rrule::{Frequency, RRule, RRuleSet, Tz, Unvalidated};

/// The reason why a schedule cannot be used: the field, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidSchedule {
    pub(crate) field: &'static str,
    pub(crate) reason: String,
}

/// A recurrence rule with the time at which it begins.
#[derive(Debug)]
pub(super) struct Recurrence {
    rule: RRule,
    start: DateTime<Tz>,
}

impl Recurrence {
    /// Reads a rule that begins at a local time.
    ///
    /// # Errors
    /// A rule, start or time zone that cannot be read; a rule with more than [`MAX_TIMES_A_DAY`] or [`MAX_COUNT`] times.
    pub(super) fn of(rule: &str, start: &str, zone: &str) -> Result<Self, InvalidSchedule> {
        if rule.len() > MAX_TEXT {
            let reason = format!("must have {MAX_TEXT} characters at most");
            return Err(unusable("rrule", reason));
        }
        let start = start_of(start, zone)?;
        let parsed: RRule<Unvalidated> = rule
            .parse()
            .map_err(|_| unusable("rrule", "is not a recurrence rule of RFC 5545"))?;
        if matches!(
            parsed.get_freq(),
            Frequency::Hourly | Frequency::Minutely | Frequency::Secondly
        ) {
            let reason = "must repeat by days or longer, with BYHOUR and BYMINUTE; use `cron` for shorter times";
            return Err(unusable("rrule", reason));
        }
        // The validated rule names the hour, the minute and the days that it takes from its start.
        let rule = parsed.validate(start).map_err(|_| {
            let reason = "contradicts itself or its start: check each part of the rule";
            unusable("rrule", reason)
        })?;
        let parts = [
            rule.get_by_hour(),
            rule.get_by_minute(),
            rule.get_by_second(),
        ];
        let times: usize = parts.iter().map(|part| part.len()).product();
        if times > MAX_TIMES_A_DAY {
            let reason = format!(
                "has {times} times a day, and may have {MAX_TIMES_A_DAY}: name fewer in BYHOUR, BYMINUTE and BYSECOND, \
                 or use `cron`"
            );
            return Err(unusable("rrule", reason));
        }
        if rule.get_count().is_some_and(|count| count > MAX_COUNT) {
            let reason =
                format!("must have a COUNT of {MAX_COUNT} at most: name the end with UNTIL");
            return Err(unusable("rrule", reason));
        }
        Ok(Self { rule, start })
    }

    /// Returns the times after `after` in order. Few dates before them are generated: those of the period before, or at
    /// most [`MAX_COUNT`] of a rule that counts its dates from its start.
    pub(super) fn after(&self, after: Timestamp) -> impl Iterator<Item = Timestamp> + use<> {
        let near = match self.rule.get_count() {
            Some(_) => None,
            None => self.period_before(after),
        };
        let set = RRuleSet::new(near.unwrap_or(self.start)).rrule(self.rule.clone());
        let dates = set.limit().into_iter().take(MAX_DATES);
        let times = dates.map(|date| Timestamp(date.timestamp_millis()));
        times.skip_while(move |time| *time <= after)
    }

    /// Returns a time before `after` at which a period of the rule begins; `None` if the rule has only just begun.
    fn period_before(&self, after: Timestamp) -> Option<DateTime<Tz>> {
        let zone = self.start.timezone();
        let after = DateTime::from_timestamp_millis(after.0)?.with_timezone(&zone);
        let (start, after) = (self.start.date_naive(), after.date_naive());
        let months = |date: NaiveDate| i64::from(date.year()) * 12 + i64::from(date.month0());
        let days = after.signed_duration_since(start).num_days();
        let passed = match self.rule.get_freq() {
            Frequency::Yearly => i64::from(after.year()) - i64::from(start.year()),
            Frequency::Monthly => months(after) - months(start),
            Frequency::Weekly => days / 7,
            _ => days,
        };
        let interval = i64::from(self.rule.get_interval()).max(1);
        let skipped = (passed / interval - 1) * interval;
        let skipped = u32::try_from(skipped).ok().filter(|skipped| *skipped > 0)?;
        let date = match self.rule.get_freq() {
            Frequency::Yearly => {
                NaiveDate::from_ymd_opt(start.year().checked_add_unsigned(skipped)?, 1, 1)
            }
            Frequency::Monthly => start.with_day(1)?.checked_add_months(Months::new(skipped)),
            Frequency::Weekly => start.checked_add_days(Days::new(u64::from(skipped) * 7)),
            _ => start.checked_add_days(Days::new(skipped.into())),
        }?;
        // Where summer time begins at midnight, the day has no midnight.
        let hours = [0, 12].into_iter();
        let mut local = hours.filter_map(|hour| date.and_hms_opt(hour, 0, 0));
        local.find_map(|local| zone.from_local_datetime(&local).earliest())
    }
}

/// Reads the local time at which a rule begins.
fn start_of(start: &str, zone: &str) -> Result<DateTime<Tz>, InvalidSchedule> {
    let local: jiff::civil::DateTime = start.parse().map_err(|_| {
        let reason = "must be the local time at which the rule begins, such as 2026-01-05T07:00:00";
        unusable("start", reason)
    })?;
    if local.year() < MIN_YEAR {
        let reason = format!("must be in {MIN_YEAR} or later");
        return Err(unusable("start", reason));
    }
    let zone: chrono_tz::Tz = zone.parse().map_err(|_| {
        let reason = "is not known to recurrence rules: choose another name of it";
        unusable("timeZone", reason)
    })?;
    let naive = NaiveDate::from_ymd_opt(
        local.year().into(),
        local.month().unsigned_abs().into(),
        local.day().unsigned_abs().into(),
    )
    .and_then(|date| {
        date.and_hms_opt(
            local.hour().unsigned_abs().into(),
            local.minute().unsigned_abs().into(),
            local.second().unsigned_abs().into(),
        )
    });
    let begin = naive.and_then(|naive| Tz::Tz(zone).from_local_datetime(&naive).earliest());
    begin.ok_or_else(|| unusable("start", "does not exist in this time zone"))
}

fn unusable(field: &'static str, reason: impl Into<String>) -> InvalidSchedule {
    InvalidSchedule {
        field,
        reason: reason.into(),
    }
}

/// The maximum number of times of a day: one each quarter of an hour.
const MAX_TIMES_A_DAY: usize = 96;
/// The maximum number of times of a rule with COUNT, which is followed from its start.
const MAX_COUNT: u32 = 1000;
/// The maximum number of dates that are generated at once: more than those of two years.
const MAX_DATES: usize = 3 * 366 * MAX_TIMES_A_DAY;
/// The earliest year of a start.
const MIN_YEAR: i16 = 2020;

/// The longest pattern or rule in characters.
pub(super) const MAX_TEXT: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// The times are those of the rule followed from its start.
    #[test]
    fn a_rule_followed_from_nearby_has_the_same_times() {
        for (rule, start) in [
            ("FREQ=DAILY", "2026-01-01T07:00:00"),
            ("FREQ=DAILY;INTERVAL=3;BYHOUR=0,23", "2020-02-29T02:30:00"),
            ("FREQ=DAILY;INTERVAL=100;BYDAY=MO,TU", "2020-01-31T07:00:00"),
            ("FREQ=DAILY;COUNT=1000", "2024-01-01T07:00:00"),
            ("FREQ=DAILY;UNTIL=20261231T000000Z", "2020-01-01T07:00:00"),
            ("FREQ=WEEKLY", "2020-01-05T07:00:00"),
            (
                "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO",
                "2020-01-01T07:00:00",
            ),
            ("FREQ=WEEKLY;INTERVAL=5;BYDAY=MO,SU", "2020-01-04T07:00:00"),
            ("FREQ=MONTHLY", "2020-01-31T07:00:00"),
            (
                "FREQ=MONTHLY;INTERVAL=7;BYMONTHDAY=-1",
                "2020-01-31T07:00:00",
            ),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
                "2020-01-31T07:00:00",
            ),
            (
                "FREQ=MONTHLY;BYDAY=2TU;BYHOUR=0,1,2,3",
                "2020-03-15T07:00:00",
            ),
            ("FREQ=YEARLY", "2020-02-29T07:00:00"),
            (
                "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=1,-1",
                "2020-06-01T07:00:00",
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU",
                "2020-06-01T07:00:00",
            ),
            ("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2020-06-01T02:30:00"),
        ] {
            for zone in [
                "UTC",
                "Europe/Berlin",
                "America/Santiago",
                "Pacific/Auckland",
            ] {
                let found = Recurrence::of(rule, start, zone).unwrap();
                for after in [
                    "2019-06-01T00:00:00Z",
                    "2026-01-01T07:00:00Z",
                    "2026-03-29T00:59:59Z",
                    "2026-09-06T04:00:00Z",
                    "2027-01-03T12:00:00Z",
                ] {
                    let after = time(after);
                    let whole = RRuleSet::new(found.start).rrule(found.rule.clone());
                    let whole = whole
                        .into_iter()
                        .map(|date| Timestamp(date.timestamp_millis()));
                    let expected: Vec<_> = whole.skip_while(|it| *it <= after).take(5).collect();
                    let times: Vec<_> = found.after(after).take(5).collect();
                    assert_eq!(times, expected, "{rule} from {start} {zone} after {after}");
                }
            }
        }
    }

    #[test]
    fn few_dates_are_generated() {
        let quarters = "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=";
        let rule = format!("{quarters}0,15,30,45");
        let found = Recurrence::of(&rule, "2020-01-01T00:00:00", "UTC").unwrap();
        let after = time("2045-01-01T00:00:00Z");
        let near = found.period_before(after).unwrap();
        assert!(
            (after.0 - near.timestamp_millis()) <= 2 * 86_400_000,
            "{near}"
        );
        assert_eq!(
            found.after(after).next(),
            Some(time("2045-01-01T00:15:00Z"))
        );
        for (rule, remedy) in [
            (format!("{quarters}0,15,30,45,50"), "cron"),
            ("FREQ=DAILY;COUNT=1001".to_owned(), "UNTIL"),
        ] {
            let refused = Recurrence::of(&rule, "2020-01-01T00:00:00", "UTC").unwrap_err();
            assert_eq!(refused.field, "rrule");
            assert!(refused.reason.contains(remedy), "{}", refused.reason);
        }
    }
}
