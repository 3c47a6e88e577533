//! When a workflow runs next: cron patterns, and recurrence rules of RFC 5545.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::tz::TimeZone;
use lockstep_store::Timestamp;

use super::graph::Trigger;
use super::recurrence::{MAX_TEXT, Recurrence};

pub(crate) use super::recurrence::InvalidSchedule;

/// A schedule, ready to be asked.
#[derive(Debug)]
pub(crate) struct Schedule {
    rule: Rule,
    zone: TimeZone,
}

#[derive(Debug)]
enum Rule {
    Cron(Box<Cron>),
    Recurrence(Box<Recurrence>),
}

impl Schedule {
    /// Reads the schedule of a trigger; `None` if the trigger has none.
    ///
    /// # Errors
    /// A pattern, rule, start or time zone that cannot be read; a schedule without any time, or with times less than
    /// a minute apart.
    pub(crate) fn of(trigger: &Trigger, now: Timestamp) -> Result<Option<Self>, InvalidSchedule> {
        let Trigger::Schedule {
            cron,
            rrule,
            start,
            time_zone,
        } = trigger
        else {
            return Ok(None);
        };
        let unusable = |field, reason: String| InvalidSchedule { field, reason };
        let zone = TimeZone::get(time_zone).map_err(|_| {
            let reason = "must be a time zone of the IANA database, such as Europe/Berlin";
            unusable("timeZone", reason.to_owned())
        })?;
        let rule = match (cron, rrule) {
            (Some(pattern), None) if start.is_none() => Rule::Cron(Box::new(cron_of(pattern)?)),
            (Some(_), None) => {
                let reason = "belongs to `rrule`: leave it out".to_owned();
                return Err(unusable("start", reason));
            }
            (None, Some(rule)) => {
                let start = start.as_deref().unwrap_or_default();
                Rule::Recurrence(Box::new(Recurrence::of(rule, start, time_zone)?))
            }
            _ => {
                let reason = "name either `cron` or `rrule`".to_owned();
                return Err(unusable("cron", reason));
            }
        };
        let schedule = Self { rule, zone };
        schedule.check(now)?;
        Ok(Some(schedule))
    }

    /// Refuses a schedule that never runs again, or too often.
    fn check(&self, now: Timestamp) -> Result<(), InvalidSchedule> {
        let field = match self.rule {
            Rule::Cron(_) => "cron",
            Rule::Recurrence(_) => "rrule",
        };
        let unusable = |reason: &str| InvalidSchedule {
            field,
            reason: reason.to_owned(),
        };
        let mut times = self.times(now);
        let mut last = times
            .next()
            .ok_or_else(|| unusable("never occurs in the future"))?;
        let horizon = last.plus(CHECKED_SPAN);
        for next in times.take(CHECKED).take_while(|time| *time <= horizon) {
            if next.0 - last.0 < MIN_PAUSE_MS {
                return Err(unusable("has times less than a minute apart"));
            }
            last = next;
        }
        Ok(())
    }

    /// Returns the first time after `after`.
    pub(crate) fn next(&self, after: Timestamp) -> Option<Timestamp> {
        self.times(after).next()
    }

    /// Returns the times after `after` in order, up to the end of the year 9999: later ones have no form in RFC 3339.
    fn times(&self, after: Timestamp) -> Box<dyn Iterator<Item = Timestamp> + '_> {
        Box::new(self.all_times(after).take_while(|time| *time <= LAST_TIME))
    }

    fn all_times(&self, after: Timestamp) -> Box<dyn Iterator<Item = Timestamp> + '_> {
        match &self.rule {
            Rule::Cron(cron) => {
                let next = |last: &Timestamp| {
                    let from = jiff::Timestamp::from_millisecond(last.0).ok()?;
                    let from = from.to_zoned(self.zone.clone());
                    let next = cron.find_next_occurrence(&from, false).ok()?;
                    Some(Timestamp(next.timestamp().as_millisecond()))
                };
                Box::new(std::iter::successors(next(&after), next))
            }
            Rule::Recurrence(recurrence) => Box::new(recurrence.after(after)),
        }
    }
}

/// Reads a cron pattern of five fields.
fn cron_of(pattern: &str) -> Result<Cron, InvalidSchedule> {
    let unusable = |reason: String| InvalidSchedule {
        field: "cron",
        reason,
    };
    if pattern.len() > MAX_TEXT {
        return Err(unusable(format!("must have {MAX_TEXT} characters at most")));
    }
    let parser = CronParser::builder()
        .seconds(Seconds::Disallowed)
        .year(Year::Disallowed)
        .build();
    parser.parse(pattern).map_err(|_| {
        let reason =
            "must have five fields: minute, hour, day of the month, month, day of the week";
        unusable(reason.to_owned())
    })
}

/// The times that are compared with each other when a schedule is stored.
const CHECKED: usize = 60;
/// The time after the first one in which they are compared.
const CHECKED_SPAN: std::time::Duration = std::time::Duration::from_secs(2 * 366 * 86_400);
/// The shortest time between two runs in milliseconds.
const MIN_PAUSE_MS: i64 = 60_000;

/// The last millisecond of the year 9999.
const LAST_TIME: Timestamp = Timestamp(253_402_300_799_999);

#[cfg(test)]
mod tests {
    use super::*;

    fn cron(pattern: &str, zone: &str) -> Trigger {
        Trigger::Schedule {
            cron: Some(pattern.to_owned()),
            rrule: None,
            start: None,
            time_zone: zone.to_owned(),
        }
    }

    fn rule(rule: &str, start: &str, zone: &str) -> Trigger {
        Trigger::Schedule {
            cron: None,
            rrule: Some(rule.to_owned()),
            start: Some(start.to_owned()),
            time_zone: zone.to_owned(),
        }
    }

    const DENSE: &str = "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;\
        BYMINUTE=0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52";

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn schedules_have_a_next_time() {
        let berlin = "Europe/Berlin";
        let daily = "FREQ=DAILY";
        for (trigger, after, expected) in [
            (
                cron("30 6 * * *", "UTC"),
                "2026-01-01T06:30:00Z",
                "2026-01-02T06:30:00Z",
            ),
            (
                cron("30 6 * * MON", "UTC"),
                "2026-01-01T06:30:00Z",
                "2026-01-05T06:30:00Z",
            ),
            (
                cron("*/15 * * * *", "UTC"),
                "2026-01-01T06:31:00Z",
                "2026-01-01T06:45:00Z",
            ),
            (
                cron("0 7 * * *", berlin),
                "2026-01-01T06:00:00Z",
                "2026-01-02T06:00:00Z",
            ),
            // Summer time begins in the night to 2026-03-29.
            (
                cron("0 7 * * *", berlin),
                "2026-03-28T06:00:00Z",
                "2026-03-29T05:00:00Z",
            ),
            (
                rule(daily, "2026-01-01T07:00:00", berlin),
                "2026-03-28T06:00:00Z",
                "2026-03-29T05:00:00Z",
            ),
            (
                rule(daily, "2026-01-01T07:00:00", "UTC"),
                "2025-01-01T00:00:00Z",
                "2026-01-01T07:00:00Z",
            ),
            (
                rule(
                    "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=6;BYMINUTE=15;BYSECOND=0",
                    "2026-01-01T00:00:00",
                    "UTC",
                ),
                "2026-01-01T06:15:00Z",
                "2026-01-05T06:15:00Z",
            ),
            (
                rule("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31T08:00:00", "UTC"),
                "2026-02-01T00:00:00Z",
                "2026-02-28T08:00:00Z",
            ),
        ] {
            let schedule = Schedule::of(&trigger, time(after)).unwrap().unwrap();
            assert_eq!(
                schedule.next(time(after)),
                Some(time(expected)),
                "{trigger:?}"
            );
        }
    }

    #[test]
    fn unusable_schedules_are_refused() {
        let now = time("2026-06-01T00:00:00Z");
        let start = "2026-01-01T07:00:00";
        let two = |cron: Option<&str>, rrule: Option<&str>| Trigger::Schedule {
            cron: cron.map(str::to_owned),
            rrule: rrule.map(str::to_owned),
            start: Some(start.to_owned()),
            time_zone: "UTC".to_owned(),
        };
        for (trigger, field) in [
            (cron("* * * * * *", "UTC"), "cron"),
            (cron("", "UTC"), "cron"),
            (cron("61 * * * *", "UTC"), "cron"),
            (cron("0 0 30 2 *", "UTC"), "cron"),
            (cron(&"1,".repeat(200), "UTC"), "cron"),
            (cron("0 7 * * *", "Mars/Olympus"), "timeZone"),
            (rule("FREQ=SECONDLY", start, "UTC"), "rrule"),
            (rule("FREQ=MINUTELY", start, "UTC"), "rrule"),
            (rule("FREQ=DAILY;BYSECOND=0,1", start, "UTC"), "rrule"),
            // 840 times a day since 2020.
            (rule(DENSE, "2020-01-01T00:00:00", "UTC"), "rrule"),
            (
                rule("FREQ=DAILY;COUNT=1001", "2026-01-01T07:00:00", "UTC"),
                "rrule",
            ),
            // No time in the whole calendar.
            (
                rule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", start, "UTC"),
                "rrule",
            ),
            (
                rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", start, "UTC"),
                "rrule",
            ),
            (rule("FREQ=DAILY;COUNT=1", start, "UTC"), "rrule"),
            // The next time is in the year 12025.
            (
                rule("FREQ=YEARLY;INTERVAL=10000", "2025-01-01T07:00:00", "UTC"),
                "rrule",
            ),
            (
                rule("FREQ=DAILY;UNTIL=20260201T000000Z", start, "UTC"),
                "rrule",
            ),
            (rule("DAILY", start, "UTC"), "rrule"),
            (rule("FREQ=DAILY", "", "UTC"), "start"),
            (rule("FREQ=DAILY", "1900-01-01T00:00:00", "UTC"), "start"),
            (two(None, None), "cron"),
            (two(Some("0 7 * * *"), Some("FREQ=DAILY")), "cron"),
            (two(Some("0 7 * * *"), None), "start"),
        ] {
            let refused = Schedule::of(&trigger, now).unwrap_err();
            assert_eq!(refused.field, field, "{trigger:?}: {refused:?}");
        }
        assert!(Schedule::of(&Trigger::Manual, now).unwrap().is_none());
    }
}
