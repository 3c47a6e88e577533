//! Computes the sleep regularity index from sleep stages.

use std::collections::BTreeMap;

use lockstep_metrics::{Days, MIN_SLEEP_DAYS, MissingReason, SleepDay, sleep_regularity_index};
use lockstep_points::store::Filter;
use lockstep_store::{StoreError, Timestamp};
use serde::Deserialize;

use super::canonical::{known, plausible};
use super::{Computation, DAY, Metric};

/// The metadata of a stage that matter here.
#[derive(Deserialize)]
struct Stage<'a> {
    #[serde(borrow, default)]
    stage: Option<&'a str>,
}

/// The days of one device, by number; a day ends at noon of its date.
type SleepDays = BTreeMap<i32, SleepDay>;

impl Computation<'_, '_> {
    /// Computes the index of the nights that end in the range. Of several devices, the one with the most
    /// nights counts.
    pub(super) fn sleep_regularity(&mut self) -> Result<(), StoreError> {
        let first = self.days.of(self.range.0).unwrap_or(self.last_day);
        let mut best = SleepDays::new();
        for days in self.sleep_days(first)?.into_values() {
            let minutes = |days: &SleepDays| days.values().map(SleepDay::minutes).sum::<usize>();
            if (days.len(), minutes(&days)) > (best.len(), minutes(&best)) {
                best = days;
            }
        }
        self.answer.basis.coverage.sleep_stage_days = Some(best.len());
        let days: Vec<Option<SleepDay>> = (first..=self.last_day)
            .map(|day| best.remove(&day))
            .collect();
        let value = sleep_regularity_index(&days).map_err(|reason| match reason {
            MissingReason::TooFew { have, need } if have >= need => {
                "no two consecutive nights of the range have sleep_stage".to_owned()
            }
            MissingReason::TooFew { have, .. } => format!(
                "{have} nights of the range have sleep_stage; {MIN_SLEEP_DAYS} are needed, of which \
                 two are consecutive"
            ),
            other => other.to_string(),
        });
        self.put(Metric::SleepRegularityIndex, value);
        Ok(())
    }

    /// Returns the days with sleep of each device. Awake stages within a night are awake minutes.
    fn sleep_days(&mut self, first: i32) -> Result<BTreeMap<String, SleepDays>, StoreError> {
        let from = self.noon(first.saturating_sub(1));
        let to = self.noon(self.last_day).min(self.range.1.saturating_add(1));
        let filter = Filter {
            kind: Some(STAGE.to_owned()),
            device: None,
            from: Some(Timestamp(from.saturating_sub(DAY))),
            to: Some(Timestamp(to.saturating_sub(1))),
            ..Filter::default()
        };
        // Stages by device: start, end, whether asleep.
        let mut stages = BTreeMap::<String, Vec<StageSpan>>::new();
        let (tx, account_keys) = self.source.at();
        lockstep_points::store::scan(tx, account_keys, &filter, |series, points, meant| {
            let of_device = stages.entry(series.device.clone()).or_default();
            plausible(known(STAGE), points, meant, |index, seconds, _| {
                let at = points.timestamps()[index];
                let metadata = u32::try_from(index).ok().and_then(|at| {
                    let all = points.metadata();
                    let found = all.binary_search_by_key(&at, |(at, _)| *at).ok()?;
                    serde_json::from_str::<Stage<'_>>(&all[found].1).ok()
                });
                let stage = metadata.and_then(|metadata| metadata.stage);
                let end = at.saturating_add((seconds * 1000.0) as i64);
                of_device.push(StageSpan {
                    from: at,
                    to: end,
                    is_asleep: stage != Some("awake"),
                });
            });
            Ok::<_, StoreError>(())
        })?;
        let noons: Vec<(i32, i64)> = (first.saturating_sub(1)..=self.last_day)
            .map(|day| (day, self.noon(day)))
            .collect();
        let mut found = BTreeMap::new();
        for (device, mut stages) in stages {
            // Awake stages last, so that they cut the sleep that they interrupt.
            stages.sort_unstable_by_key(|stage| (!stage.is_asleep, stage.from));
            let mut days = SleepDays::new();
            for stage in stages {
                for pair in noons.windows(2) {
                    let ((_, begin), (day, end)) = (pair[0], pair[1]);
                    let night = Night { day, begin, end };
                    mark(&mut days, night, stage, &self.days);
                }
            }
            days.retain(|_, day| day.minutes() > 0);
            found.insert(device, days);
        }
        Ok(found)
    }

    /// Returns the time of a day's local noon.
    fn noon(&self, day: i32) -> i64 {
        self.days.noon(day).unwrap_or(i64::MIN)
    }
}

/// A sleep stage: times in milliseconds.
#[derive(Clone, Copy)]
struct StageSpan {
    from: i64,
    to: i64,
    is_asleep: bool,
}

/// The time between the noons before and of a day, in milliseconds.
#[derive(Clone, Copy)]
struct Night {
    day: i32,
    begin: i64,
    end: i64,
}

/// Marks the part of a stage that is between two noons, by the minutes that a clock shows: a night in which clocks change is not
/// irregular. An hour that clocks leave out has the state around it; of an hour that they show twice, a state overwrites the other.
fn mark(days: &mut SleepDays, night: Night, stage: StageSpan, clock: &Days) {
    let Night { day, begin, end } = night;
    let (from, to) = (stage.from.max(begin), stage.to.min(end));
    if from >= to {
        return;
    }
    // Rounded to the nearest minute.
    let minute = |at: i64| match at + 30_000 {
        at if at >= end => SleepDay::MINUTES,
        at if end - begin == DAY => usize::try_from((at - begin) / 60_000).unwrap_or(0),
        at => (clock.clock_minute(at).unwrap_or(0) + SleepDay::MINUTES / 2) % SleepDay::MINUTES,
    };
    let of_day = days.entry(day).or_insert_with(SleepDay::awake);
    let mut mark_minutes = |first: usize, end: usize| match stage.is_asleep {
        true => of_day.sleep(first, end),
        false => of_day.wake(first, end),
    };
    let (first, last) = (minute(from), minute(to));
    if first <= last {
        mark_minutes(first, last);
        return;
    }
    // Clocks went back during the stage: it ends earlier by the clock than it began.
    for at in (from..to).step_by(60_000) {
        let first = minute(at);
        mark_minutes(first, first + 1);
    }
}

const STAGE: &str = "sleep_stage";

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;

    /// In Berlin, clocks went back from 03:00 to 02:00 on 2025-10-26, at 01:00 UTC.
    #[test]
    fn a_stage_keeps_its_length_while_clocks_go_back() {
        let clock = Days::new(TimeZone::get("Europe/Berlin").unwrap());
        let at = |text: &str| text.parse::<Timestamp>().unwrap().0;
        let night = Night {
            day: 0,
            begin: at("2025-10-25T10:00:00Z"),
            end: at("2025-10-26T11:00:00Z"),
        };
        let mut days = SleepDays::new();
        for (from, to, is_asleep) in [
            // By the clock from 23:00 to 07:00.
            ("2025-10-25T21:00:00Z", "2025-10-26T06:00:00Z", true),
            // By the clock from the first 02:50 to the second 02:10.
            ("2025-10-26T00:50:00Z", "2025-10-26T01:10:00Z", false),
        ] {
            let (from, to) = (at(from), at(to));
            let stage = StageSpan {
                from,
                to,
                is_asleep,
            };
            mark(&mut days, night, stage, &clock);
        }
        assert_eq!(days[&0].minutes(), 8 * 60 - 20);
    }
}
