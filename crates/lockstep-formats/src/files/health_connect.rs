//! Health Connect's own export: the SQLite database `health_connect_export.db`, in a zip.
//!
//! Source: the storage helpers of Android's HealthFitness module
//! (`com.android.server.healthconnect.storage.datatypehelpers`, AOSP), which create the tables. A record
//! has a time and an offset from UTC in seconds, or a start and an end with an offset each; `app_info_id`
//! and `device_info_id` name its app and its device. Readings of a series are in a table of their own,
//! whose `parent_key` is the record's id. Tables are read by the names of their columns, because later
//! versions of Android add columns.
//!
//! Records have the same devices as records that apps write as JSON (`json/health_connect.rs`).

mod exercise;
mod table;

use std::collections::BTreeMap;
use std::io::BufRead;

use self::table::{INSTANTS, Instant, OTHERS, SERIES, Series};
use super::intake::{Intake, StopReason};
use super::nights::{Nights, SleepInterval, Stage};
use super::sqlite::{Database, Row, TableError};
use super::time::{ValueTime, date_at};
use super::units::{self, Measurement};
use super::{Format, ReadFault, text};
use crate::files::NO_TYPE;

/// Reads a database, if it is one of Health Connect.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let database = Database::read(reader)?.map_err(StopReason::Damage)?;
    let is_known = database.has("application_info_table")
        && INSTANTS.iter().any(|row| database.has(row.table));
    if !is_known {
        return Err(StopReason::Fault(ReadFault::Unrecognised {
            seen: Some("an SQLite database that Health Connect did not write".to_owned()),
        }));
    }
    intake.is(Format::HealthConnect);
    let out = RowOutput {
        sources: Sources::default(),
        nights: Nights::default(),
        intake,
    };
    let mut import = Import { database, out };
    import.sources()?;
    for row in INSTANTS {
        import.instants(row)?;
    }
    for series in SERIES {
        import.series(series)?;
    }
    import.sleep()?;
    import.exercise()?;
    import.pass_over_others()?;
    import.report_unnamed();
    import.out.nights.end(import.out.intake)
}

/// A function that receives the rows of a table with their numbers.
type RowHandler<'e, E> =
    dyn FnMut(&Row<'_>, u64, &mut RowOutput<'_, '_, E>) -> Result<(), StopReason<E>> + 'e;

struct Import<'o, 'i, E> {
    database: Database,
    out: RowOutput<'o, 'i, E>,
}

/// The destination of rows.
struct RowOutput<'o, 'i, E> {
    sources: Sources,
    nights: Nights,
    intake: &'o mut Intake<'i, E>,
}

/// The apps and devices that wrote the records.
#[derive(Default)]
struct Sources {
    apps: BTreeMap<i64, String>,
    models: BTreeMap<i64, String>,
    /// The place of each pair of an app and a device in `names`.
    known: BTreeMap<(Option<i64>, Option<i64>), usize>,
    names: Vec<String>,
    /// Whether records are read without their app and device, since there are too many pairs.
    has_unnamed: bool,
}

impl Sources {
    /// Returns the place of the name of the device of a record.
    fn find(&mut self, app: Option<i64>, model: Option<i64>) -> usize {
        let app = app.filter(|app| self.apps.contains_key(app));
        let model = model.filter(|model| self.models.contains_key(model));
        if let Some(place) = self.known.get(&(app, model)) {
            return *place;
        }
        // Each record may name another pair.
        if self.known.len() >= MAX_SOURCES && (app, model) != (None, None) {
            self.has_unnamed = true;
            return self.find(None, None);
        }
        let of_app = app.and_then(|app| self.apps.get(&app));
        let of_model = model.and_then(|model| self.models.get(&model));
        let words = [
            Some("Health Connect"),
            of_app.map(String::as_str),
            of_model.map(String::as_str),
        ];
        let name: Vec<&str> = words.into_iter().flatten().collect();
        self.names.push(text::name(&name.join(" ")));
        self.known.insert((app, model), self.names.len() - 1);
        self.names.len() - 1
    }
}

/// A record that rows of another table belong to.
#[derive(Clone, Copy)]
struct Parent {
    device: usize,
    start: i64,
    end: i64,
    offset: Option<i64>,
    /// Whether a row of the other table was read.
    has_rows: bool,
}

impl<E> Import<'_, '_, E> {
    /// Passes each row of a table with its number to `each`. A damaged page ends the reading of the table and is reported.
    fn rows(
        &mut self,
        table: &str,
        columns: &[&str],
        each: &mut RowHandler<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let RowOutput {
            sources,
            nights,
            intake,
        } = &mut self.out;
        let mut out = RowOutput {
            sources: std::mem::take(sources),
            nights: std::mem::take(nights),
            intake,
        };
        let mut number = 0;
        let outcome = self.database.rows(table, columns, &mut |row| {
            number += 1;
            each(row, number, &mut out)
        });
        (*sources, *nights) = (out.sources, out.nights);
        match outcome {
            Ok(()) => Ok(()),
            Err(TableError::Damage(text)) => {
                self.out.intake.damage(&format!("{table}: {text}"));
                Ok(())
            }
            Err(TableError::Stopped(stop)) => Err(stop),
        }
    }

    fn sources(&mut self) -> Result<(), StopReason<E>> {
        let columns = ["package_name"];
        self.rows("application_info_table", &columns, &mut |row, _, out| {
            let name = text::name(row.text(0).unwrap_or_default());
            if !name.is_empty() && out.sources.apps.len() < MAX_SOURCES {
                out.sources.apps.insert(row.id, name);
            }
            Ok(())
        })?;
        self.rows("device_info_table", &["model"], &mut |row, _, out| {
            let name = text::name(row.text(0).unwrap_or_default());
            if !name.is_empty() && out.sources.models.len() < MAX_SOURCES {
                out.sources.models.insert(row.id, name);
            }
            Ok(())
        })
    }

    /// Reads records that have one value each.
    fn instants(&mut self, instant: &Instant) -> Result<(), StopReason<E>> {
        let columns = [
            instant.column,
            "time",
            "start_time",
            "zone_offset",
            "app_info_id",
            "device_info_id",
            "end_time",
        ];
        self.rows(instant.table, &columns, &mut |row, number, out| {
            out.intake.record();
            let at = row.integer(1).or(row.integer(2));
            let Some(at) = out.time(instant.table, number, at) else {
                return Ok(());
            };
            let device = out.sources.find(row.integer(4), row.integer(5));
            let at = match row.integer(6).filter(|end| *end != at) {
                Some(end) => out.interval(instant.kind, device, at, end),
                None => at,
            };
            let date = row.integer(3).filter(|_| instant.is_of_day);
            let at = ValueTime::dated(at, date.and_then(|offset| date_at(at, offset)));
            let value = row.number(0).map(|value| value * instant.factor);
            let measured = Measurement::new(instant.kind, value, instant.unit);
            out.value(at, device, measured)
        })
    }

    /// Reads the records of a table that other rows belong to.
    fn parents(&mut self, table: &str) -> Result<BTreeMap<i64, Parent>, StopReason<E>> {
        let mut parents = BTreeMap::new();
        let columns = [
            "start_time",
            "end_time",
            "end_zone_offset",
            "app_info_id",
            "device_info_id",
        ];
        self.rows(table, &columns, &mut |row, number, out| {
            let start = row.integer(0).unwrap_or(0);
            let parent = Parent {
                device: out.sources.find(row.integer(3), row.integer(4)),
                start,
                end: row.integer(1).unwrap_or(start),
                offset: row.integer(2),
                has_rows: false,
            };
            if parents.len() < MAX_PARENTS {
                parents.insert(row.id, parent);
            } else if number == MAX_PARENTS as u64 + 1 {
                out.intake.report_error(format_args!(
                    "{table}: has more than {MAX_PARENTS} records: the devices of the others are not known"
                ));
            }
            Ok(())
        })?;
        Ok(parents)
    }

    /// Reads the readings of series.
    fn series(&mut self, series: &Series) -> Result<(), StopReason<E>> {
        let parents = self.parents(series.parent)?;
        let columns = ["parent_key", "epoch_millis", series.column];
        self.rows(series.table, &columns, &mut |row, number, out| {
            out.intake.record();
            let Some(at) = out.time(series.table, number, row.integer(1)) else {
                return Ok(());
            };
            let parent = row.integer(0).and_then(|key| parents.get(&key));
            let device = match parent {
                Some(parent) => parent.device,
                None => out.sources.find(None, None),
            };
            let measured = Measurement::new(series.kind, row.number(2), series.unit);
            out.value(at.into(), device, measured)
        })
    }

    fn sleep(&mut self) -> Result<(), StopReason<E>> {
        let mut sessions = self.parents("sleep_session_record_table")?;
        let columns = [
            "parent_key",
            "stage_start_time",
            "stage_end_time",
            "stage_type",
        ];
        self.rows("sleep_stages_table", &columns, &mut |row, number, out| {
            out.intake.record();
            let session = row.integer(0).and_then(|key| sessions.get_mut(&key));
            let (Some(session), Some(end)) = (session, row.integer(2)) else {
                return Ok(());
            };
            let stage = match row.integer(3) {
                Some(1 | 3 | 7) => Stage::Awake,
                Some(2) => Stage::Asleep,
                Some(4) => Stage::Light,
                Some(5) => Stage::Deep,
                Some(6) => Stage::Rem,
                _ => return Ok(()),
            };
            let Some(start) = out.time("sleep_stages_table", number, row.integer(1)) else {
                return Ok(());
            };
            session.has_rows = true;
            out.sleep(stage, (start, end), *session)
        })?;
        for (number, session) in (1..).zip(sessions.values()) {
            let table = "sleep_session_record_table";
            self.out.intake.record();
            if !session.has_rows && self.out.time(table, number, Some(session.start)).is_some() {
                self.out
                    .sleep(Stage::Asleep, (session.start, session.end), *session)?;
            }
        }
        Ok(())
    }

    /// Reads the positions of exercise sessions. Their unknown altitudes are the least positive number.
    fn routes(&mut self) -> Result<(), StopReason<E>> {
        let table = "exercise_route_table";
        let sessions = self.parents("exercise_session_record_table")?;
        let columns = [
            "parent_key",
            "timestamp_millis",
            "latitude",
            "longitude",
            "altitude",
        ];
        self.rows(table, &columns, &mut |row, number, out| {
            out.intake.record();
            let Some(at) = out.time(table, number, row.integer(1)) else {
                return Ok(());
            };
            let session = row.integer(0).and_then(|key| sessions.get(&key));
            let device = match session {
                Some(session) => session.device,
                None => out.sources.find(None, None),
            };
            if let (Some(latitude), Some(longitude)) = (row.number(2), row.number(3)) {
                for (kind, degrees) in [("latitude", latitude), ("longitude", longitude)] {
                    let measured = Measurement::new(kind, Some(degrees), "deg");
                    out.value(at.into(), device, measured)?;
                }
            }
            let altitude = row
                .number(4)
                .filter(|meters| *meters == 0.0 || meters.is_normal());
            let measured = Measurement::new("altitude", altitude, "m");
            out.value(at.into(), device, measured)
        })
    }

    /// Reports the records that are read without their app and device.
    fn report_unnamed(&mut self) {
        if self.out.sources.has_unnamed {
            self.out.intake.report_error(format_args!(
                "the file has more than {MAX_SOURCES} pairs of an app and a device: records of the others are stored \
                 under \"Health Connect\""
            ));
        }
    }

    /// Counts the rows of tables with other records.
    fn pass_over_others(&mut self) -> Result<(), StopReason<E>> {
        for table in self.database.names() {
            let is_record = OTHERS.iter().any(|end| table.ends_with(end));
            if !is_record || table::is_read(&table) {
                continue;
            }
            self.rows(&table, &[], &mut |_, _, out| {
                out.intake.pass_over(&table, NO_TYPE);
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl<E> RowOutput<'_, '_, E> {
    /// Returns the time of a row if it is present and possible; otherwise records an error.
    fn time(&mut self, table: &str, number: u64, time: Option<i64>) -> Option<i64> {
        let Some(time) = time else {
            self.intake
                .report_error(format_args!("{table} row {number}: timestamp: is missing"));
            return None;
        };
        let what = format!("{table} row");
        self.intake.is_possible(&what, number, time).then_some(time)
    }

    /// Returns the time of an interval's point.
    fn interval(&mut self, kind: &str, device: usize, start: i64, end: i64) -> i64 {
        let device = self.sources.names.get(device).map_or("", String::as_str);
        self.intake.intervals.time(device, kind, start, end)
    }

    /// Outputs an optional value.
    fn value(
        &mut self,
        time: ValueTime,
        device: usize,
        measured: Measurement<'_>,
    ) -> Result<(), StopReason<E>> {
        let Measurement { kind, value, unit } = measured;
        let value = value.and_then(|value| units::convert(kind, value, unit));
        match (value, self.sources.names.get(device)) {
            (Some((value, unit)), Some(device)) => {
                self.intake.point(time, device, kind, value, unit)
            }
            _ => Ok(()),
        }
    }

    /// Outputs a stage of a session.
    fn sleep(
        &mut self,
        stage: Stage,
        (start, end): (i64, i64),
        session: Parent,
    ) -> Result<(), StopReason<E>> {
        let date = session.offset.and_then(|offset| date_at(end, offset));
        let stretch = SleepInterval { start, end, date };
        match self.sources.names.get(session.device) {
            Some(device) => self.nights.stage(device, stage, stretch, self.intake),
            None => Ok(()),
        }
    }
}

/// The maximum number of apps, of devices, and of pairs of both.
const MAX_SOURCES: usize = 10_000;
/// The maximum number of records of a series whose devices are kept in memory: some 80 MB.
const MAX_PARENTS: usize = 1_000_000;
