//! WHOOP's data export: `physiological_cycles.csv`, `sleeps.csv`, `workouts.csv`, `journal_entries.csv`.
//!
//! Sources: WHOOP's help page "How to Export Your Data", which lists the columns, and the reference of
//! its developer API, which says that the variability is an RMSSD (`hrv_rmssd_milli`), that skin
//! temperature is absolute, and that strain ranges from 0 to 21. Times are the clock of the cycle's time
//! zone (`UTC+01:00`). Energies are in kilocalories, although the column says `cal`.
//!
//! A cycle is a day from sleep to sleep. Its values have the date on which its sleep ends; a cycle
//! without sleep has the date of its start. Only English columns are read.

use super::csv_table::{Row, Table};
use super::intake::{Intake, StopReason};
use super::nights::{Stage, total};
use super::time::{ValueTime, day, zoned};
use super::{Activity, Format, text};

/// A table of the export.
pub(super) struct ExportTable {
    header: Row,
    kind: WhoopTable,
}

#[derive(Clone, Copy)]
enum WhoopTable {
    Cycles,
    Sleeps,
    Workouts,
    Journal,
}

impl ExportTable {
    /// Returns the table with these columns.
    pub(super) fn of(header: &Row) -> Option<Self> {
        header.column("Cycle start time")?;
        let kind = [
            ("Recovery score %", WhoopTable::Cycles),
            ("Workout start time", WhoopTable::Workouts),
            ("Question text", WhoopTable::Journal),
            ("Wake onset", WhoopTable::Sleeps),
        ];
        let (_, kind) = kind
            .iter()
            .find(|(mark, _)| header.column(mark).is_some())?;
        Some(Self {
            header: header.clone(),
            kind: *kind,
        })
    }

    pub(super) fn read<E>(
        &self,
        table: &mut Table<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        intake.is(Format::Whoop);
        while table.next_row()? {
            let number = intake.record();
            let line = Line {
                header: &self.header,
                row: &table.row,
                number,
            };
            match self.kind {
                WhoopTable::Cycles => line.cycle(intake)?,
                WhoopTable::Sleeps => line.sleep(intake)?,
                WhoopTable::Workouts => line.workout(intake),
                WhoopTable::Journal => intake.pass_over("journal entries", "are not measurements"),
            }
        }
        Ok(())
    }
}

/// A row with the names of its columns.
struct Line<'t> {
    header: &'t Row,
    row: &'t Row,
    number: u64,
}

impl Line<'_> {
    fn text(&self, column: &str) -> &str {
        self.header
            .column(column)
            .map_or("", |at| self.row.field(at))
    }

    fn number(&self, column: &str) -> Option<f64> {
        text::number(self.text(column))
    }

    /// Returns a time in the zone of the cycle; otherwise records an error.
    fn time<E>(&self, column: &str, intake: &mut Intake<'_, E>) -> Option<ValueTime> {
        let Some(time) = zoned(self.text(column), self.text("Cycle timezone")) else {
            let number = self.number;
            intake.report_error(format_args!(
                "row {number}: {column}: is missing or not a time"
            ));
            return None;
        };
        intake.is_possible("row", self.number, time).then_some(time)
    }

    fn cycle<E>(&self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        let date = day(self.text("Wake onset")).or_else(|| day(self.text("Cycle start time")));
        let Some(date) = date.map(ValueTime::day) else {
            let number = self.number;
            intake.report_error(format_args!("row {number}: Wake onset: is not a time"));
            return Ok(());
        };
        if !intake.is_possible("row", self.number, date) {
            return Ok(());
        }
        for (column, kind, unit) in CYCLES {
            if let Some(value) = self.number(column) {
                intake.point(date, DEVICE, kind, value, unit)?;
            }
        }
        Ok(())
    }

    /// Reads a night or a nap. The export has the sums of the stages, not their times.
    fn sleep<E>(&self, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        let Some(end) = self.time("Wake onset", intake) else {
            return Ok(());
        };
        if let Some(minutes) = self.number("Asleep duration (min)") {
            intake.point(end, DEVICE, "sleep_duration", minutes, "min")?;
        }
        for (column, stage) in STAGES {
            if let Some(minutes) = self.number(column) {
                total(DEVICE, *stage, (end, minutes * 60.0), intake)?;
            }
        }
        Ok(())
    }

    fn workout<E>(&self, intake: &mut Intake<'_, E>) {
        let Some(start) = self.time("Workout start time", intake) else {
            return;
        };
        let end = zoned(self.text("Workout end time"), self.text("Cycle timezone"));
        let milliseconds = end.map(|end| end.timestamp().saturating_sub(start.timestamp()));
        let minutes = self.number("Duration (min)").unwrap_or(0.0).max(0.0);
        let seconds = milliseconds.map_or(minutes * 60.0, |length| length.max(0) as f64 / 1000.0);
        let name = text::name(self.text("Activity name"));
        let sport = sport(&name);
        let name = if name.is_empty() {
            "activity".to_owned()
        } else {
            name
        };
        intake.activity(Activity {
            name,
            sport: Some(sport).filter(|sport| !sport.is_empty()),
            start: start.timestamp(),
            duration_seconds: seconds,
            distance_meters: self
                .number("Distance (meters)")
                .filter(|meters| *meters > 0.0),
            energy_kcal: self.number("Energy burned (cal)"),
            climb_meters: self.number("Altitude gain (meters)"),
            device: Some(DEVICE.to_owned()),
            ..Activity::default()
        });
    }
}

/// Returns FIT's name of an activity if it has one.
fn sport(name: &str) -> String {
    let known = SPORTS.iter().find(|(theirs, _)| *theirs == name);
    match known {
        Some((_, ours)) => (*ours).to_owned(),
        None => text::sport(name),
    }
}

const DEVICE: &str = "WHOOP";

/// The column of a cycle, the type, the unit. The energy includes the energy at rest.
const CYCLES: &[(&str, &str, &str)] = &[
    ("Recovery score %", "whoop_recovery_score", "%"),
    ("Resting heart rate (bpm)", "resting_heart_rate", "bpm"),
    (
        "Heart rate variability (ms)",
        "heart_rate_variability_rmssd",
        "ms",
    ),
    ("Skin temp (celsius)", "skin_temperature", "Cel"),
    ("Blood oxygen %", "oxygen_saturation", "%"),
    ("Day Strain", "whoop_day_strain", "{score}"),
    ("Energy burned (cal)", "total_energy", "kcal"),
    ("Sleep performance %", "whoop_sleep_performance", "%"),
    ("Respiratory rate (rpm)", "respiratory_rate", "/min"),
];

const STAGES: &[(&str, Stage)] = &[
    ("Light sleep duration (min)", Stage::Light),
    ("Deep (SWS) duration (min)", Stage::Deep),
    ("REM duration (min)", Stage::Rem),
    ("Awake duration (min)", Stage::Awake),
];

const SPORTS: &[(&str, &str)] = &[
    ("Weightlifting", "training"),
    ("Functional Fitness", "training"),
    ("Powerlifting", "training"),
    ("Strength Trainer", "training"),
    ("Spin", "indoor_cycling"),
    ("Mountain Biking", "cycling"),
    ("Hiking/Rucking", "hiking"),
    ("Elliptical", "fitness_equipment"),
    ("Stairmaster", "fitness_equipment"),
    ("Cross Country Skiing", "cross_country_skiing"),
    ("Skiing", "alpine_skiing"),
    ("HIIT", "hiit"),
    ("Horseback Riding", "horseback_riding"),
];
