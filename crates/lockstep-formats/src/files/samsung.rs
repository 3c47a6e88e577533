//! The tables of the archive of Samsung Health. The first line of each names its data type and version,
//! the second its columns, some of which begin with the name of a type.
//!
//! Source: the data types of the Samsung Health SDK (`HealthConstants`: heart rate, oxygen saturation,
//! sleep stage, step daily trend, weight, exercise and its types). Times are in UTC, with the offset of the
//! wearer beside them. A row with `binning_data` is a mean; its readings are in the folder `jsons`
//! (`json/samsung.rs`).

use super::csv_table::{Row, Table};
use super::intake::{Intake, StopReason};
use super::nights::{Nights, SleepInterval, Stage};
use super::time::{ValueTime, date_at, day, offset_seconds, rfc3339};
use super::{Activity, Format, ReadFault, text};
use crate::files::NO_TYPE;
use crate::local_date::LocalDate;

/// The beginning of a table's first line.
pub(super) const MARK: &str = "com.samsung.";

/// Reads a table whose first line is `first`.
pub(super) fn read<E>(
    first: &Row,
    table: &mut Table<'_>,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let kind = text::name(first.field(0));
    let short = kind.rsplit('.').next().unwrap_or_default().to_owned();
    if !table.next_row()? {
        return Err(StopReason::Fault(ReadFault::Unrecognised {
            seen: Some("a table of Samsung Health without columns".to_owned()),
        }));
    }
    intake.is(Format::SamsungHealth);
    let header = table.row.clone();
    let mut nights = Nights::default();
    while table.next_row()? {
        let number = intake.record();
        let line = Line {
            header: &header,
            row: &table.row,
            number,
        };
        match (short.as_str(), readings(&kind)) {
            (_, Some(rows)) => line.readings(rows, intake)?,
            ("sleep_stage", _) => line.stage(&mut nights, intake)?,
            ("sleep", _) => line.sleep(&mut nights, intake)?,
            ("step_daily_trend", _) => line.day(TREND, intake)?,
            ("vitality_score", _) => line.day(VITALITY, intake)?,
            ("exercise", _) => line.exercise(intake),
            ("pedometer_day_summary" | "pedometer_step_count", _) => {
                intake.pass_over(&kind, "repeats the daily trend of steps");
            }
            _ => intake.pass_over(&kind, NO_TYPE),
        }
    }
    nights.end(intake)
}

fn readings(kind: &str) -> Option<&'static [Value]> {
    let (_, rows) = READINGS.iter().find(|(name, _)| *name == kind)?;
    Some(rows)
}

/// A row with the names of its columns.
struct Line<'t> {
    header: &'t Row,
    row: &'t Row,
    number: u64,
}

impl Line<'_> {
    /// Returns the field of a column, whose name may follow that of a type.
    fn text(&self, column: &str) -> &str {
        let at = self.header.column(column).or_else(|| {
            let mut names = self.header.iter();
            names.position(|name| name.rsplit_once('.').is_some_and(|(_, end)| end == column))
        });
        at.map_or("", |at| self.row.field(at))
    }

    fn number(&self, column: &str) -> Option<f64> {
        text::number(self.text(column))
    }

    /// Returns the app that wrote the row, unless it is Samsung Health itself.
    fn device(&self) -> String {
        match self.text("pkg_name") {
            "" | "com.sec.android.app.shealth" => DEVICE.to_owned(),
            app => text::name(&format!("{DEVICE} {app}")),
        }
    }

    fn time<E>(&self, column: &str, intake: &mut Intake<'_, E>) -> Option<i64> {
        let Some(time) = rfc3339(&format!("{}Z", self.text(column))) else {
            let number = self.number;
            intake.report_error(format_args!(
                "row {number}: {column}: is missing or not a time"
            ));
            return None;
        };
        intake.is_possible("row", self.number, time).then_some(time)
    }

    /// Returns the wearer's date of a time. The offsets of some rows are impossible.
    fn date(&self, time: i64) -> Option<LocalDate> {
        let offset = Some(self.text("time_offset")).filter(|offset| !offset.is_empty());
        date_at(time, offset_seconds(offset?)?)
    }

    fn readings<E>(&self, rows: &[Value], intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        // The readings behind the mean are in a file of their own.
        if !self.text("binning_data").is_empty() {
            return Ok(());
        }
        let Some(time) = self.time("start_time", intake) else {
            return Ok(());
        };
        let device = self.device();
        for Value { column, kind, unit } in rows {
            if let Some(value) = self.number(column).filter(|value| *value > 0.0) {
                intake.point(time, &device, kind, value, unit)?;
            }
        }
        Ok(())
    }

    fn stage<E>(
        &self,
        nights: &mut Nights,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let stage = match self.text("stage") {
            "40001" => Stage::Awake,
            "40002" => Stage::Light,
            "40003" => Stage::Deep,
            "40004" => Stage::Rem,
            _ => return Ok(()),
        };
        let start = self.time("start_time", intake);
        let (Some(start), Some(end)) = (start, self.time("end_time", intake)) else {
            return Ok(());
        };
        let date = self.date(end);
        nights.stage(
            &self.device(),
            stage,
            SleepInterval { start, end, date },
            intake,
        )
    }

    /// Reads a sleep that has no stages; the others are read from their stages.
    fn sleep<E>(
        &self,
        nights: &mut Nights,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let sums = ["total_light_duration", "total_rem_duration"];
        if sums
            .iter()
            .any(|sum| self.number(sum).is_some_and(|it| it > 0.0))
        {
            intake.pass_over("sleep sessions with stages", "their stages are read");
            return Ok(());
        }
        let start = self.time("start_time", intake);
        let (Some(start), Some(end)) = (start, self.time("end_time", intake)) else {
            return Ok(());
        };
        let date = self.date(end);
        let stretch = SleepInterval { start, end, date };
        nights.stage(&self.device(), Stage::Asleep, stretch, intake)
    }

    /// Reads the values of a day. Its time is a text, or the milliseconds of its beginning, in UTC or in the
    /// wearer's zone. The source −2 combines all devices.
    fn day<E>(&self, rows: &[Value], intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        if !["", "-2"].contains(&self.text("source_type")) {
            intake.pass_over(
                "daily steps of single devices",
                "are part of the combined value",
            );
            return Ok(());
        }
        let text = self.text("day_time");
        let date = match text.parse::<i64>() {
            Ok(milliseconds) => date_at(milliseconds, NOON_SECONDS),
            Err(_) => day(text),
        };
        let Some(date) = date.map(ValueTime::day) else {
            let number = self.number;
            intake.report_error(format_args!(
                "row {number}: day_time: is missing or not a date"
            ));
            return Ok(());
        };
        if !intake.is_possible("row", self.number, date) {
            return Ok(());
        }
        for Value { column, kind, unit } in rows {
            if let Some(value) = self.number(column).filter(|value| *value > 0.0) {
                intake.point(date, DEVICE, kind, value, unit)?;
            }
        }
        Ok(())
    }

    fn exercise<E>(&self, intake: &mut Intake<'_, E>) {
        let Some(start) = self.time("start_time", intake) else {
            return;
        };
        let end = rfc3339(&format!("{}Z", self.text("end_time")));
        let timer = self
            .number("duration")
            .filter(|it| *it >= 0.0)
            .map(|it| it / 1000.0);
        let seconds = end.map(|end| end.saturating_sub(start).max(0) as f64 / 1000.0);
        let number = self.text("exercise_type");
        let sport = SPORTS.iter().find(|(theirs, _)| *theirs == number);
        let sport = sport.map(|(_, ours)| (*ours).to_owned());
        let title = [self.text("title"), self.text("custom")];
        let title = title
            .iter()
            .map(|title| text::name(title))
            .find(|title| !title.is_empty());
        let name = title.or_else(|| sport.clone());
        intake.activity(Activity {
            name: name.unwrap_or_else(|| "activity".to_owned()),
            sport,
            start,
            duration_seconds: seconds.or(timer).unwrap_or(0.0),
            timer_seconds: timer,
            distance_meters: self.number("distance").filter(|meters| *meters > 0.0),
            energy_kcal: self.number("calorie"),
            climb_meters: self.number("altitude_gain"),
            device: Some(self.device()),
            ..Activity::default()
        });
    }
}

/// The mapping of a column to a type of points.
struct Value {
    column: &'static str,
    kind: &'static str,
    unit: &'static str,
}

const fn value(column: &'static str, kind: &'static str, unit: &'static str) -> Value {
    Value { column, kind, unit }
}

const DEVICE: &str = "Samsung Health";
/// Added to the beginning of a day in any zone, gives a time on that day in UTC.
const NOON_SECONDS: i64 = 12 * 3600;

const TREND: &[Value] = &[
    value("count", "steps", "{steps}"),
    value("distance", "distance", "m"),
    value("calorie", "energy", "kcal"),
];
const VITALITY: &[Value] = &[value("total_score", "samsung_energy_score", "{score}")];

/// The data type, and the columns of its readings.
#[rustfmt::skip]
const READINGS: &[(&str, &[Value])] = &[
    ("com.samsung.shealth.tracker.heart_rate", &[value("heart_rate", "heart_rate", "bpm")]),
    ("com.samsung.health.heart_rate", &[value("heart_rate", "heart_rate", "bpm")]),
    ("com.samsung.shealth.tracker.oxygen_saturation", &[value("spo2", "oxygen_saturation", "%")]),
    ("com.samsung.health.oxygen_saturation", &[value("spo2", "oxygen_saturation", "%")]),
    ("com.samsung.health.respiratory_rate", &[value("average", "respiratory_rate", "/min")]),
    ("com.samsung.health.skin_temperature", &[value("temperature", "skin_temperature", "Cel")]),
    ("com.samsung.health.body_temperature", &[value("temperature", "body_temperature", "Cel")]),
    ("com.samsung.shealth.stress", &[value("score", "samsung_stress_score", "{score}")]),
    (
        "com.samsung.health.weight",
        &[value("weight", "weight", "kg"), value("body_fat", "body_fat_percentage", "%")],
    ),
];

/// The numbers of `EXERCISE_TYPE` that FIT has a sport for.
const SPORTS: &[(&str, &str)] = &[
    ("1001", "walking"),
    ("1002", "running"),
    ("4003", "soccer"),
    ("6003", "tennis"),
    ("9002", "yoga"),
    ("10007", "training"),
    ("11007", "cycling"),
    ("13001", "hiking"),
    ("13004", "cycling"),
    ("14001", "swimming"),
    ("15002", "training"),
    ("15003", "indoor_cycling"),
    ("15004", "indoor_rowing"),
    ("15005", "treadmill_running"),
    ("15006", "fitness_equipment"),
    ("16001", "cross_country_skiing"),
    ("16002", "alpine_skiing"),
];
