//! When a workflow runs next: cron patterns, and recurrence rules of RFC 5545.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use lockstep_store::Timestamp;
use rrule::{Frequency, RRule, RRuleSet, Unvalidated};

use super::graph::Trigger;

/// The reason why a schedule cannot be used: the field, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidSchedule {
    pub(crate) field: &'static str,
    pub(crate) reason: String,
}

/// A schedule, ready to be asked.
#[derive(Debug)]
pub(crate) struct Schedule {
    rule: Rule,
    zone: TimeZone,
}

#[derive(Debug)]
enum Rule {
    Cron(Box<Cron>),
    Recurrence(Box<RRuleSet>),
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
                Rule::Recurrence(Box::new(recurrence(rule, start, time_zone)?))
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
        let mut last = self
            .next(now)
            .ok_or_else(|| unusable("has no time from now on"))?;
        for _ in 0..CHECKED {
            let Some(next) = self.next(last) else { break };
            if next.0 - last.0 < MIN_PAUSE_MS {
                return Err(unusable("has times less than a minute apart"));
            }
            last = next;
        }
        Ok(())
    }

    /// Returns the first time after `after`.
    pub(crate) fn next(&self, after: Timestamp) -> Option<Timestamp> {
        match &self.rule {
            Rule::Cron(cron) => {
                let from = jiff::Timestamp::from_millisecond(after.0).ok()?;
                let from = from.to_zoned(self.zone.clone());
                let next = cron.find_next_occurrence(&from, false).ok()?;
                Some(Timestamp(next.timestamp().as_millisecond()))
            }
            Rule::Recurrence(set) => {
                let from = rrule_time(after)?;
                let found = RRuleSet::clone(set).after(from).all(2).dates;
                let times = found.iter().map(|date| Timestamp(date.timestamp_millis()));
                times.into_iter().find(|time| *time > after)
            }
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

/// Reads a recurrence rule that begins at a local time.
fn recurrence(rule: &str, start: &str, zone: &str) -> Result<RRuleSet, InvalidSchedule> {
    let unusable = |field, reason: &str| InvalidSchedule {
        field,
        reason: reason.to_owned(),
    };
    if rule.len() > MAX_TEXT {
        let reason = format!("must have {MAX_TEXT} characters at most");
        return Err(unusable("rrule", &reason));
    }
    let local: DateTime = start.parse().map_err(|_| {
        let reason = "must be the local time at which the rule begins, such as 2026-01-05T07:00:00";
        unusable("start", reason)
    })?;
    if local.year() < MIN_YEAR {
        return Err(unusable(
            "start",
            &format!("must be in {MIN_YEAR} or later"),
        ));
    }
    let zone: chrono_tz::Tz = zone.parse().map_err(|_| {
        unusable(
            "timeZone",
            "is not known to recurrence rules: choose another name of it",
        )
    })?;
    let naive = chrono::NaiveDate::from_ymd_opt(
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
    let begin = naive.and_then(|naive| {
        let zone = rrule::Tz::Tz(zone);
        chrono::TimeZone::from_local_datetime(&zone, &naive).earliest()
    });
    let begin = begin.ok_or_else(|| unusable("start", "does not exist in this time zone"))?;
    let parsed: RRule<Unvalidated> = rule
        .parse()
        .map_err(|_| unusable("rrule", "is not a recurrence rule of RFC 5545"))?;
    if matches!(
        parsed.get_freq(),
        Frequency::Hourly | Frequency::Minutely | Frequency::Secondly
    ) {
        let reason =
            "must repeat by days or longer, with BYHOUR and BYMINUTE; use `cron` for shorter times";
        return Err(unusable("rrule", reason));
    }
    parsed.build(begin).map_err(|_| {
        unusable(
            "rrule",
            "contradicts itself or its start: check each part of the rule",
        )
    })
}

fn rrule_time(time: Timestamp) -> Option<chrono::DateTime<rrule::Tz>> {
    let utc = chrono::DateTime::from_timestamp_millis(time.0)?;
    Some(utc.with_timezone(&rrule::Tz::UTC))
}

/// The times that are compared with each other when a schedule is stored.
const CHECKED: usize = 60;
/// The shortest time between two runs in milliseconds.
const MIN_PAUSE_MS: i64 = 60_000;
/// The longest pattern or rule in characters.
const MAX_TEXT: usize = 200;
/// The earliest year of a start: a rule is followed from its start.
const MIN_YEAR: i16 = 2020;

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
            (rule("FREQ=DAILY;COUNT=1", start, "UTC"), "rrule"),
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
