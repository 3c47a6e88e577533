//! Assigns the records of a recording to its sessions.

use super::super::intake::Intake;
use super::super::route::{Odometer, decimetres};
use super::super::{Activity, Lap, MAX_LAPS};
use super::profile::{self, FieldSlot};
use super::wire::DecodedMessage;
use super::{FIRST_DATE, milliseconds};

/// The sessions of one FIT file, and the times of its records.
///
/// A device may write a session after its last record, or all sessions at the end of the file. The
/// times of the records are therefore kept until then, as runs of equal steps; an hour takes a few
/// runs.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    sessions: Vec<Session>,
    /// The laps with their starts.
    laps: Vec<(u32, Lap)>,
    odometer: Odometer,
    /// The distance in metres that the records have counted by a time, for totals that the file does not state.
    counted: Vec<(u32, f64)>,
    runs: Vec<Run>,
    records: u64,
    sport: Option<u32>,
    name: String,
    /// Whether the file is known to be a virtual activity: from its maker, or its sport.
    is_virtual: bool,
}

#[derive(Debug)]
struct Session {
    start: u32,
    elapsed: Option<f64>,
    timer: Option<f64>,
    sport: Option<u32>,
    is_virtual: bool,
    name: String,
    totals: Totals,
}

/// The sums that a session or a lap states.
#[derive(Debug, Default)]
struct Totals {
    distance_meters: Option<f64>,
    energy_kcal: Option<f64>,
    climb_meters: Option<f64>,
}

impl Totals {
    fn of(decoded: &DecodedMessage) -> Self {
        let sum = |slot| decoded.number(slot).filter(|sum| *sum >= 0.0);
        Self {
            distance_meters: sum(FieldSlot::TOTAL_DISTANCE).map(|sum| sum / 100.0),
            energy_kcal: sum(FieldSlot::CALORIES),
            climb_meters: sum(FieldSlot::ASCENT),
        }
    }
}

/// Records at start, start + step, … : `count` of them.
#[derive(Debug)]
struct Run {
    start: u32,
    step: u32,
    count: u32,
}

impl Run {
    fn last(&self) -> u32 {
        self.start
            .saturating_add(self.step.saturating_mul(self.count - 1))
    }

    /// Returns the number of its records before `time`.
    fn before(&self, time: u32) -> u32 {
        if time <= self.start {
            0
        } else if self.step == 0 {
            self.count
        } else {
            (time - self.start).div_ceil(self.step).min(self.count)
        }
    }

    /// Returns the time of its last record until `time`, which is not before its start.
    fn last_until(&self, time: u32) -> u32 {
        let steps = (time - self.start).checked_div(self.step).unwrap_or(0);
        self.start
            .saturating_add(self.step.saturating_mul(steps.min(self.count - 1)))
    }
}

impl Sessions {
    pub(super) fn records(&self) -> u64 {
        self.records
    }

    pub(super) fn record(&mut self, time: u32) {
        self.records += 1;
        if let Some(run) = self.runs.last_mut()
            && time >= run.last()
            && run.count < u32::MAX
        {
            let step = time - run.last();
            if run.count == 1 || step == run.step {
                run.step = step;
                run.count += 1;
                return;
            }
        }
        if self.runs.len() < MAX_RUNS {
            self.runs.push(Run {
                start: time,
                step: 0,
                count: 1,
            });
        }
    }

    pub(super) fn sport(&mut self, decoded: &DecodedMessage) {
        self.sport = decoded.whole(FieldSlot::SPORT);
        self.is_virtual |= decoded.whole(FieldSlot::SUB_SPORT) == Some(profile::VIRTUAL);
        self.name.clone_from(&decoded.text);
    }

    /// Notes that the recorder makes virtual activities only.
    pub(super) fn set_virtual(&mut self) {
        self.is_virtual = true;
    }

    /// Returns whether the positions, speeds and distances of the records are virtual.
    pub(super) fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Notes the distance of a record in metres.
    pub(super) fn distance(&mut self, time: u32, meters: f64) {
        self.odometer.add(milliseconds(time), meters);
        let Some(counted) = self.odometer.meters() else {
            return;
        };
        if self.counted.len() == MAX_COUNTED {
            let mut is_kept = false;
            self.counted.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
        self.counted.push((time, counted));
    }

    pub(super) fn session(&mut self, decoded: &DecodedMessage) {
        let Some(start) = start_of(decoded) else {
            return;
        };
        if self.sessions.len() == MAX_SESSIONS {
            return;
        }
        let timer = seconds(decoded, FieldSlot::TIMER);
        let elapsed = seconds(decoded, FieldSlot::ELAPSED);
        self.sessions.push(Session {
            start,
            elapsed: elapsed.or(timer).filter(|seconds| *seconds > 0.0),
            timer,
            sport: decoded.whole(FieldSlot::SPORT),
            is_virtual: self.is_virtual
                || decoded.whole(FieldSlot::SUB_SPORT) == Some(profile::VIRTUAL),
            name: decoded.text.clone(),
            totals: Totals::of(decoded),
        });
    }

    pub(super) fn lap(&mut self, decoded: &DecodedMessage) {
        let Some(start) = start_of(decoded) else {
            return;
        };
        if self.laps.len() == MAX_LAPS {
            return;
        }
        let timer_seconds = seconds(decoded, FieldSlot::TIMER);
        let elapsed = seconds(decoded, FieldSlot::ELAPSED);
        let totals = Totals::of(decoded);
        let lap = Lap {
            start: milliseconds(start),
            duration_seconds: elapsed.or(timer_seconds).unwrap_or(0.0),
            timer_seconds,
            distance_meters: totals.distance_meters,
            energy_kcal: totals.energy_kcal,
        };
        self.laps.push((start, lap));
    }

    /// Reports every session; a recording without sessions counts as one.
    pub(super) fn end<E>(&mut self, device: &str, intake: &mut Intake<'_, E>) {
        let mut sessions = std::mem::take(&mut self.sessions);
        if sessions.is_empty() {
            let first = self.runs.iter().map(|run| run.start).min();
            let Some(first) = first else {
                return;
            };
            sessions.push(Session {
                start: first,
                elapsed: None,
                timer: None,
                sport: self.sport,
                is_virtual: self.is_virtual,
                name: std::mem::take(&mut self.name),
                totals: Totals::default(),
            });
        }
        self.runs.sort_by_key(|run| run.start);
        self.counted.sort_by_key(|(time, _)| *time);
        sessions.sort_by_key(|session| session.start);
        // A record belongs to the last session that began before it; the earliest records belong to the
        // first session.
        let mut before: Vec<u64> = sessions
            .iter()
            .map(|session| self.before(session.start))
            .collect();
        let mut activities = Vec::with_capacity(sessions.len());
        before[0] = 0;
        before.push(self.records);
        // A lap belongs to a session by the same rule.
        let mut laps = std::mem::take(&mut self.laps);
        laps.sort_by_key(|(start, _)| *start);
        let mut until = u32::MAX;
        for (at, mut session) in sessions.into_iter().enumerate().rev() {
            let first = laps.partition_point(|(start, _)| *start < session.start);
            let mut laps = laps.split_off(if at == 0 { 0 } else { first });
            let records = before[at + 1].saturating_sub(before[at]);
            self.complete(&mut session, &mut laps, until);
            until = session.start;
            let laps = laps.into_iter().map(|(_, lap)| lap).collect();
            activities.push(session.activity(records, laps, device));
        }
        while let Some(activity) = activities.pop() {
            intake.activity(activity);
        }
        *self = Self::default();
    }

    /// Derives the totals that a session and its laps do not state. A lap ends where the next one begins, a session at
    /// `until`; both end with the last record before that.
    fn complete(&self, session: &mut Session, laps: &mut [(u32, Lap)], until: u32) {
        let mut end = until;
        for (start, lap) in laps.iter_mut().rev() {
            if lap.duration_seconds <= 0.0 {
                lap.duration_seconds = self.seconds_between(*start, end).unwrap_or(0.0);
            }
            let stated = lap.distance_meters;
            lap.distance_meters = stated.or_else(|| self.meters_between(*start, end));
            end = *start;
        }
        // A file may have laps, but no records.
        let of_laps = |of: fn(&Lap) -> Option<f64>| {
            let all = laps.iter().map(|(_, lap)| of(lap));
            all.sum::<Option<f64>>().filter(|sum| *sum > 0.0)
        };
        let start = session.start;
        session.elapsed = session
            .elapsed
            .or_else(|| self.seconds_between(start, until))
            .or_else(|| of_laps(|lap| Some(lap.duration_seconds)));
        let totals = &mut session.totals;
        totals.distance_meters = totals
            .distance_meters
            .or_else(|| self.meters_between(start, until))
            .or_else(|| of_laps(|lap| lap.distance_meters));
    }

    /// Returns the seconds from `from` to the last record until `to`; `None` without a record between them. The runs are
    /// in order of their starts; where they overlap, the one that began last counts.
    fn seconds_between(&self, from: u32, to: u32) -> Option<f64> {
        let begun = self.runs.partition_point(|run| run.start <= to);
        let last = self.runs[..begun].last()?.last_until(to);
        last.checked_sub(from).map(f64::from)
    }

    /// Returns the distance in metres that records counted between two times; `None` without such a record.
    fn meters_between(&self, from: u32, to: u32) -> Option<f64> {
        let until = |time| self.counted.partition_point(|(at, _)| *at <= time);
        let (_, before) = self.counted.get(until(from).saturating_sub(1))?;
        let (at, counted) = self.counted[..until(to)].last()?;
        (*at >= from).then(|| decimetres((counted - before).max(0.0)))
    }

    fn before(&self, time: u32) -> u64 {
        self.runs
            .iter()
            .map(|run| u64::from(run.before(time)))
            .sum()
    }
}

impl Session {
    fn activity(self, records: u64, laps: Vec<Lap>, device: &str) -> Activity {
        let sport = self.sport.map(|number| match profile::sport(number) {
            Some(name) => name.to_owned(),
            None => format!("sport_{number}"),
        });
        let sport = match sport {
            Some(sport) if self.is_virtual => Some(format!("virtual_{sport}")),
            sport => sport,
        };
        let name = match (self.name.trim(), &sport) {
            ("", Some(sport)) => sport.clone(),
            ("", None) => "activity".to_owned(),
            (name, _) => name.to_owned(),
        };
        Activity {
            name,
            sport,
            start: milliseconds(self.start),
            duration_seconds: self.elapsed.unwrap_or(0.0),
            timer_seconds: self.timer,
            records,
            distance_meters: self.totals.distance_meters,
            energy_kcal: self.totals.energy_kcal,
            climb_meters: self.totals.climb_meters,
            laps,
            device: Some(device.to_owned()),
            member: String::new(),
        }
    }
}

/// Returns the start of a session or a lap; `None` if the recorder's clock was not set.
fn start_of(decoded: &DecodedMessage) -> Option<u32> {
    let start = decoded.whole(FieldSlot::START).or(decoded.time)?;
    (start >= FIRST_DATE).then_some(start)
}

/// Returns a duration. The file itself defines the type of a field's numbers.
fn seconds(decoded: &DecodedMessage, slot: FieldSlot) -> Option<f64> {
    let seconds = decoded.number(slot)? / 1000.0;
    (seconds.is_finite() && seconds >= 0.0).then_some(seconds)
}

/// The maximum number of runs (12 MB). With more irregular records, some belong to no session.
const MAX_RUNS: usize = 1_000_000;
/// The maximum number of counted distances (16 MB): 11 days at one a second. Of a longer file, every second of them is kept,
/// and the latest: a lap then ends a second early, or a few.
const MAX_COUNTED: usize = 1_000_000;
/// The maximum number of sessions; a day has a handful.
const MAX_SESSIONS: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_of_a_file_with_very_many_records_is_whole() {
        let mut sessions = Sessions::default();
        // A metre a second for three weeks: 1800 km.
        let seconds = 1_800_000;
        for second in 0..=seconds {
            sessions.distance(FIRST_DATE + second, f64::from(second));
        }
        assert!(sessions.counted.len() <= MAX_COUNTED);
        let between = |from, to| sessions.meters_between(FIRST_DATE + from, FIRST_DATE + to);
        assert_eq!(between(0, seconds), Some(f64::from(seconds)));
        for (from, to) in [(0, 1000), (500_001, 900_000), (1_100_000, seconds)] {
            let meters = between(from, to).unwrap();
            assert!((meters - f64::from(to - from)).abs() <= 4.0, "{meters}");
        }
    }
}
