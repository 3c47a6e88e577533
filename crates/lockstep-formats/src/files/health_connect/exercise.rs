//! Exercise sessions, with their laps, distance and energy.
//!
//! Health Connect stores no distance and no energy in a session. They are the sums of the records of the same
//! app and device that overlap the session; a record that is partly outside counts in proportion. Sums are
//! left out where the records cover less than half of the session.

use std::collections::BTreeMap;

use super::table::SPORTS;
use super::{Import, StopReason};
use crate::files::{Activity, Lap, MAX_LAPS, text};

/// A session, and the sums of the records that overlap it.
struct Session {
    activity: Activity,
    device: usize,
    end: i64,
    distance: Sum,
    energy: Sum,
}

/// The sum of records, and the milliseconds that they cover.
#[derive(Clone, Copy, Default)]
struct Sum {
    value: f64,
    covered: i64,
}

impl Sum {
    /// Returns the sum if it covers at least half of a length.
    fn of(self, length: i64) -> Option<f64> {
        (self.covered > 0 && 2 * self.covered >= length).then_some(self.value)
    }
}

impl<E> Import<'_, '_, E> {
    pub(super) fn exercise(&mut self) -> Result<(), StopReason<E>> {
        let mut sessions = self.sessions()?;
        self.laps(&mut sessions)?;
        let mut sessions: Vec<Session> = sessions.into_values().collect();
        sessions.sort_by_key(|session| session.activity.start);
        self.sums(
            &SummedColumn {
                table: "distance_record_table",
                column: "distance",
                factor: 1.0,
            },
            &mut sessions,
            |session| &mut session.distance,
        )?;
        // Active energy, as other formats state it for a session; in calories.
        self.sums(
            &SummedColumn {
                table: "active_calories_burned_record_table",
                column: "energy",
                factor: 0.001,
            },
            &mut sessions,
            |session| &mut session.energy,
        )?;
        for session in sessions {
            let length = session.end.saturating_sub(session.activity.start);
            self.out.intake.activity(Activity {
                distance_meters: session.distance.of(length),
                energy_kcal: session.energy.of(length),
                ..session.activity
            });
        }
        self.routes()
    }

    /// Reads the sessions by their ids.
    fn sessions(&mut self) -> Result<BTreeMap<i64, Session>, StopReason<E>> {
        let table = "exercise_session_record_table";
        let columns = [
            "start_time",
            "end_time",
            "exercise_type",
            "title",
            "app_info_id",
            "device_info_id",
        ];
        let mut sessions = BTreeMap::new();
        self.rows(table, &columns, &mut |row, number, out| {
            out.intake.record();
            let Some(start) = out.time(table, number, row.integer(0)) else {
                return Ok(());
            };
            if sessions.len() == MAX_SESSIONS {
                if number == MAX_SESSIONS as u64 + 1 {
                    out.intake.report_error(format_args!(
                        "{table}: has more than {MAX_SESSIONS} records: the others are left out"
                    ));
                }
                return Ok(());
            }
            let end = row.integer(1).unwrap_or(start).max(start);
            let sport = row
                .integer(2)
                .and_then(|number| usize::try_from(number).ok());
            let sport = sport.and_then(|number| SPORTS.get(number).copied());
            let sport = sport.filter(|sport| !sport.is_empty());
            let device = out.sources.find(row.integer(4), row.integer(5));
            let title = text::name(row.text(3).unwrap_or_default());
            let name = if title.is_empty() {
                sport.unwrap_or("activity")
            } else {
                &title
            };
            let activity = Activity {
                name: name.to_owned(),
                sport: sport.map(str::to_owned),
                start,
                duration_seconds: end.saturating_sub(start) as f64 / 1000.0,
                device: out.sources.names.get(device).cloned(),
                ..Activity::default()
            };
            let session = Session {
                activity,
                device,
                end,
                distance: Sum::default(),
                energy: Sum::default(),
            };
            sessions.insert(row.id, session);
            Ok(())
        })?;
        Ok(sessions)
    }

    /// Reads the laps of the sessions. At most [`MAX_LAPS_IN_ALL`] are kept.
    fn laps(&mut self, sessions: &mut BTreeMap<i64, Session>) -> Result<(), StopReason<E>> {
        let table = "exercise_laps_table";
        let columns = ["parent_key", "lap_start_time", "lap_end_time", "lap_length"];
        let mut kept = 0;
        self.rows(table, &columns, &mut |row, number, out| {
            out.intake.record();
            let Some(start) = out.time(table, number, row.integer(1)) else {
                return Ok(());
            };
            let session = row.integer(0).and_then(|key| sessions.get_mut(&key));
            let Some(session) = session.filter(|it| it.activity.laps.len() < MAX_LAPS) else {
                return Ok(());
            };
            if kept < MAX_LAPS_IN_ALL {
                kept += 1;
                let end = row.integer(2).unwrap_or(start).max(start);
                session.activity.laps.push(Lap {
                    start,
                    duration_seconds: end.saturating_sub(start) as f64 / 1000.0,
                    distance_meters: row.number(3).filter(|meters| *meters > 0.0),
                    ..Lap::default()
                });
            }
            Ok(())
        })?;
        for session in sessions.values_mut() {
            session.activity.laps.sort_by_key(|lap| lap.start);
        }
        Ok(())
    }

    /// Adds the records of a table to the sessions, sorted by start, that they overlap.
    fn sums(
        &mut self,
        summed: &SummedColumn,
        sessions: &mut [Session],
        sum: impl Fn(&mut Session) -> &mut Sum,
    ) -> Result<(), StopReason<E>> {
        if sessions.is_empty() {
            return Ok(());
        }
        let columns = [
            "start_time",
            "end_time",
            summed.column,
            "app_info_id",
            "device_info_id",
        ];
        self.rows(summed.table, &columns, &mut |row, _, out| {
            let (Some(start), Some(end), Some(value)) =
                (row.integer(0), row.integer(1), row.number(2))
            else {
                return Ok(());
            };
            if end <= start || !(0.0..=MAX_VALUE).contains(&value) {
                return Ok(());
            }
            let device = out.sources.find(row.integer(3), row.integer(4));
            let after = sessions.partition_point(|session| session.activity.start < end);
            // Sessions of one device hardly overlap: those that begin long before are not searched.
            let first = after.saturating_sub(MAX_OVERLAPPING);
            for session in &mut sessions[first..after] {
                let from = start.max(session.activity.start);
                let shared = end.min(session.end).saturating_sub(from);
                if session.device == device && shared > 0 {
                    let sum = sum(session);
                    let share = shared as f64 / end.saturating_sub(start) as f64;
                    sum.value += value * summed.factor * share;
                    sum.covered = sum.covered.saturating_add(shared);
                }
            }
            Ok(())
        })
    }
}

/// A column that is summed over the time of a session.
struct SummedColumn {
    table: &'static str,
    column: &'static str,
    /// Converts the value to the unit of the sum.
    factor: f64,
}

/// The maximum number of sessions: an account has as many activities at most.
const MAX_SESSIONS: usize = 50_000;
/// The maximum number of laps of all sessions.
const MAX_LAPS_IN_ALL: usize = 500_000;
/// The number of sessions before the end of a record that may overlap it.
const MAX_OVERLAPPING: usize = 16;
/// The greatest value of a record: metres or calories that no record of a day reaches.
const MAX_VALUE: f64 = 1e9;
