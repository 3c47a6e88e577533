//! Assigns the records of a recording to its sessions.

use super::super::Activity;
use super::super::intake::Intake;
use super::profile::{self, Slot};
use super::wire::Decoded;
use super::{FIRST_DATE, milliseconds};

/// The sessions of one FIT file, and the times of its records.
///
/// A device may write a session after its last record, or all sessions at the end of the file. The
/// times of the records are therefore kept until then, as runs of equal steps; an hour takes a few
/// runs.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    sessions: Vec<Session>,
    runs: Vec<Run>,
    records: u64,
    sport: Option<u32>,
    name: String,
}

#[derive(Debug)]
struct Session {
    start: u32,
    elapsed: f64,
    timer: Option<f64>,
    sport: Option<u32>,
    name: String,
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

    pub(super) fn sport(&mut self, decoded: &Decoded) {
        self.sport = decoded.whole(Slot::SPORT);
        self.name.clone_from(&decoded.text);
    }

    pub(super) fn session(&mut self, decoded: &Decoded) {
        let Some(start) = decoded.whole(Slot::START).or(decoded.time) else {
            return;
        };
        if start < FIRST_DATE || self.sessions.len() == MAX_SESSIONS {
            return;
        }
        // The file itself defines the type of a field's numbers.
        let seconds = |slot| {
            let seconds = decoded.number(slot)? / 1000.0;
            (seconds.is_finite() && seconds >= 0.0).then_some(seconds)
        };
        let timer = seconds(Slot::TIMER);
        self.sessions.push(Session {
            start,
            elapsed: seconds(Slot::ELAPSED).or(timer).unwrap_or(0.0),
            timer,
            sport: decoded.whole(Slot::SPORT),
            name: decoded.text.clone(),
        });
    }

    /// Reports every session; a recording without sessions counts as one.
    pub(super) fn end<E>(&mut self, intake: &mut Intake<'_, E>) {
        let mut sessions = std::mem::take(&mut self.sessions);
        if sessions.is_empty() {
            let first = self.runs.iter().map(|run| run.start).min();
            let last = self.runs.iter().map(Run::last).max();
            let (Some(first), Some(last)) = (first, last) else {
                return;
            };
            sessions.push(Session {
                start: first,
                elapsed: f64::from(last - first),
                timer: None,
                sport: self.sport,
                name: std::mem::take(&mut self.name),
            });
        }
        sessions.sort_by_key(|session| session.start);
        // A record belongs to the last session that began before it; the earliest records belong to the
        // first session.
        let mut before: Vec<u64> = sessions
            .iter()
            .map(|session| self.before(session.start))
            .collect();
        before[0] = 0;
        before.push(self.records);
        for (at, session) in sessions.into_iter().enumerate() {
            intake.activity(session.activity(before[at + 1].saturating_sub(before[at])));
        }
        *self = Self::default();
    }

    fn before(&self, time: u32) -> u64 {
        self.runs
            .iter()
            .map(|run| u64::from(run.before(time)))
            .sum()
    }
}

impl Session {
    fn activity(self, records: u64) -> Activity {
        let sport = self.sport.map(|number| match profile::sport(number) {
            Some(name) => name.to_owned(),
            None => format!("sport_{number}"),
        });
        let name = match (self.name.trim(), &sport) {
            ("", Some(sport)) => sport.clone(),
            ("", None) => "activity".to_owned(),
            (name, _) => name.to_owned(),
        };
        Activity {
            name,
            sport,
            start: milliseconds(self.start),
            duration_seconds: self.elapsed,
            timer_seconds: self.timer,
            records,
            distance_meters: None,
            energy_kcal: None,
        }
    }
}

/// The maximum number of runs (12 MB). With more irregular records, some belong to no session.
const MAX_RUNS: usize = 1_000_000;
/// The maximum number of sessions; a day has a handful.
const MAX_SESSIONS: usize = 500;
