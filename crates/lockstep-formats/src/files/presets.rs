//! Tables of other exporters: Fitabase's daily activity and sleep, LifeSnaps' daily table, and the
//! tables of Google Fit and Fitbit in Google Takeout.
//!
//! A row is a day (of one person if the table has a column for it) or a point in time. A day's points
//! have the day's local date, regardless of the profile's time zone.

use super::csv_table::{Row, Table};
use super::intake::{Intake, StopReason};
use super::time::{ValueTime, american_day, day, rfc3339};
use super::{MAX_SKIPPED, ReadFault, text};
use crate::files::NO_TYPE;

/// A known table with the indexes of its columns.
pub(super) struct Preset {
    maker: &'static str,
    id: Option<usize>,
    time: usize,
    stamp: TimeFormat,
    points: Vec<(Vec<usize>, &'static Column)>,
    /// The columns that are not read, at most [`MAX_SKIPPED`], by index and name.
    unread: Vec<(usize, String)>,
}

/// The mapping of a column.
struct Column {
    /// The columns whose sum is the value; missing columns are ignored.
    names: &'static [&'static str],
    kind: &'static str,
    factor: f64,
    unit: &'static str,
    /// Whether 0 means that there is no value.
    skips_zero: bool,
}

const fn column(names: &'static [&'static str], kind: &'static str, unit: &'static str) -> Column {
    Column {
        names,
        kind,
        factor: 1.0,
        unit,
        skips_zero: false,
    }
}

const fn scaled(
    names: &'static [&'static str],
    kind: &'static str,
    factor: f64,
    unit: &'static str,
) -> Column {
    Column {
        names,
        kind,
        factor,
        unit,
        skips_zero: false,
    }
}

/// Returns the preset that matches these columns, in a file with this path.
pub(super) fn of(header: &Row, path: &str) -> Option<Preset> {
    let path = path.to_lowercase();
    let file = path.rsplit('/').next().unwrap_or_default();
    LAYOUTS.iter().find_map(|layout| {
        let [time, needed] = layout.marks.map(|name| header.column(name));
        needed?;
        let id = match layout.id {
            Some(name) => Some(header.column(name)?),
            None => None,
        };
        if !file.starts_with(layout.file) {
            return None;
        }
        let time = time?;
        let found = |column: &'static Column| {
            let places = column.names.iter().filter_map(|name| header.column(name));
            (places.collect::<Vec<_>>(), column)
        };
        let columns = layout.columns.iter().map(found);
        let points: Vec<_> = columns.filter(|(places, _)| !places.is_empty()).collect();
        let is_read = |at: usize| {
            at == time || id == Some(at) || points.iter().any(|(places, _)| places.contains(&at))
        };
        let unread = header.iter().enumerate();
        let unread = unread.filter(|(at, name)| !name.is_empty() && !is_read(*at));
        let unread = unread
            .take(MAX_SKIPPED)
            .map(|(at, name)| (at, format!("{} column {name}", layout.maker)))
            .collect();
        Some(Preset {
            maker: layout.maker,
            id,
            time,
            stamp: layout.stamp,
            points,
            unread,
        })
    })
}

struct Layout {
    maker: &'static str,
    /// The beginning of the file's name, if the columns alone are ambiguous.
    file: &'static str,
    /// The column that identifies the person.
    id: Option<&'static str>,
    /// The column of the time, and a column that only this table has.
    marks: [&'static str; 2],
    stamp: TimeFormat,
    columns: &'static [Column],
}

/// The format of times in a table.
#[derive(Clone, Copy)]
enum TimeFormat {
    /// A date with the year first; a following time of day is ignored.
    Day,
    /// A date with the month first.
    AmericanDay,
    /// A time with its zone.
    Moment,
}

impl Preset {
    pub(super) fn read<E>(
        &self,
        table: &mut Table<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let mut unread = vec![0_u64; self.unread.len()];
        let outcome = self.rows(table, &mut unread, intake);
        for ((_, name), rows) in self.unread.iter().zip(unread) {
            if rows > 0 {
                intake.pass_over_all(name, rows, NO_TYPE);
            }
        }
        outcome
    }

    /// Reads the rows; `unread` counts those with a value in each column that is not read.
    fn rows<E>(
        &self,
        table: &mut Table<'_>,
        unread: &mut [u64],
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let mut people = People::new(intake.options.participant);
        let mut held: Vec<PendingPoint> = Vec::new();
        let mut device = String::new();
        while table.next_row()? {
            let row = &table.row;
            let id = self.id.map_or("", |at| row.field(at));
            if self.id.is_some() && !people.is_wanted(id) {
                if people.are_too_many() {
                    break;
                }
                continue;
            }
            if device.is_empty() {
                device = text::name(&format!("{} {id}", self.maker));
            }
            let number = intake.record();
            let time = row.field(self.time);
            let time = match self.stamp {
                TimeFormat::Moment => rfc3339(time).map(ValueTime::Moment),
                TimeFormat::Day => day(time).map(ValueTime::day),
                TimeFormat::AmericanDay => american_day(time).map(ValueTime::day),
            };
            let Some(time) = time else {
                let what = match self.stamp {
                    TimeFormat::Moment => "RFC 3339 with a zone",
                    TimeFormat::Day | TimeFormat::AmericanDay => "a date",
                };
                intake.report_error(format_args!("row {number}: timestamp: is not {what}"));
                continue;
            };
            if !intake.is_possible("row", number, time) {
                continue;
            }
            for ((at, _), rows) in self.unread.iter().zip(&mut *unread) {
                *rows += u64::from(!row.field(*at).is_empty());
            }
            for (places, column) in &self.points {
                let mut numbers = places.iter().filter_map(|at| text::number(row.field(*at)));
                let Some(first) = numbers.next() else {
                    continue;
                };
                let value = numbers.fold(first, |sum, number| sum + number) * column.factor;
                if column.skips_zero && value == 0.0 {
                    continue;
                }
                let point = PendingPoint {
                    time,
                    kind: column.kind,
                    value,
                    unit: column.unit,
                };
                // Points are passed on only when the file is known to hold one person.
                if self.id.is_none() || people.is_settled() || held.len() == MAX_HELD {
                    point.hand_over(&device, intake)?;
                } else {
                    held.push(point);
                }
            }
        }
        if self.id.is_some() {
            people.check()?;
        }
        for point in held {
            point.hand_over(&device, intake)?;
        }
        Ok(())
    }
}

struct PendingPoint {
    time: ValueTime,
    kind: &'static str,
    value: f64,
    unit: &'static str,
}

impl PendingPoint {
    fn hand_over<E>(&self, device: &str, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        intake.point(self.time, device, self.kind, self.value, self.unit)
    }
}

/// The people in the table.
struct People<'a> {
    asked: Option<&'a str>,
    met: Vec<String>,
    found: bool,
}

impl<'a> People<'a> {
    fn new(asked: Option<&'a str>) -> Self {
        Self {
            asked,
            met: Vec::new(),
            found: false,
        }
    }

    /// Returns whether this row belongs to the requested person, or, without a request, to the first
    /// person.
    fn is_wanted(&mut self, id: &str) -> bool {
        if let Some(asked) = self.asked
            && id == asked
        {
            self.found = true;
            return true;
        }
        if self.met.len() < NAMED && !self.met.iter().any(|met| met == id) {
            self.met.push(text::name(id));
        }
        self.asked.is_none() && self.met.first().is_some_and(|first| first == id)
    }

    fn is_settled(&self) -> bool {
        self.asked.is_some()
    }

    /// Returns whether the table has several people, so that the request must name one.
    fn are_too_many(&self) -> bool {
        self.asked.is_none() && self.met.len() == NAMED
    }

    fn check<E>(self) -> Result<(), StopReason<E>> {
        match self.asked {
            Some(_) if self.found => Ok(()),
            Some(asked) => Err(StopReason::Fault(ReadFault::NoSuchParticipant {
                asked: asked.to_owned(),
                some: self.met,
            })),
            None if self.met.len() > 1 => Err(StopReason::Fault(ReadFault::ParticipantNeeded {
                some: self.met,
            })),
            None => Ok(()),
        }
    }
}

const LAYOUTS: &[Layout] = &[
    Layout {
        maker: "Fitbit",
        file: "",
        id: Some("Id"),
        marks: ["ActivityDate", "TotalSteps"],
        stamp: TimeFormat::AmericanDay,
        columns: &[
            column(&["TotalSteps"], "steps", "{steps}"),
            column(&["TotalDistance"], "distance", "km"),
            column(&["Calories"], "total_energy", "kcal"),
            column(
                &["VeryActiveMinutes", "FairlyActiveMinutes"],
                "exercise_duration",
                "min",
            ),
        ],
    },
    Layout {
        maker: "Fitbit",
        file: "",
        id: Some("Id"),
        marks: ["SleepDay", "TotalMinutesAsleep"],
        stamp: TimeFormat::AmericanDay,
        columns: &[column(&["TotalMinutesAsleep"], "sleep_duration", "min")],
    },
    Layout {
        maker: "Fitbit Sense",
        file: "",
        id: Some("id"),
        marks: ["date", "filteredDemographicVO2Max"],
        stamp: TimeFormat::Day,
        columns: &[
            column(&["rmssd"], "heart_rate_variability_rmssd", "ms"),
            column(&["resting_hr"], "resting_heart_rate", "bpm"),
            column(&["spo2"], "oxygen_saturation", "%"),
            column(&["full_sleep_breathing_rate"], "respiratory_rate", "/min"),
            column(&["nightly_temperature"], "skin_temperature", "Cel"),
            // A high score means little stress.
            column(&["stress_score"], "stress_management_score", "{score}"),
            column(&["steps"], "steps", "{steps}"),
            column(&["distance"], "distance", "m"),
            column(&["calories"], "total_energy", "kcal"),
            column(&["filteredDemographicVO2Max"], "vo2_max", "mL/kg/min"),
            column(
                &["moderately_active_minutes", "very_active_minutes"],
                "exercise_duration",
                "min",
            ),
            // The table's values are in milliseconds.
            scaled(&["sleep_duration"], "sleep_duration", 0.001, "s"),
        ],
    },
    // Google Takeout, `Fit/Daily activity metrics/Daily activity metrics.csv`; only with English
    // column names. The tables of single days in the same folder have the same values for each
    // quarter of an hour.
    Layout {
        maker: "Google Fit",
        file: "",
        id: None,
        marks: ["Date", "Step count"],
        stamp: TimeFormat::Day,
        columns: &[
            column(&["Step count"], "steps", "{steps}"),
            column(&["Distance (m)"], "distance", "m"),
            column(&["Calories (kcal)"], "total_energy", "kcal"),
            column(&["Move Minutes count"], "exercise_duration", "min"),
            column(&["Average weight (kg)"], "weight", "kg"),
        ],
    },
    // Google Takeout, `Fitbit/Physical Activity_GoogleData` and `Health Fitness Data_GoogleData`,
    // according to the read-me files that Google adds to the tables. A day is written as its
    // midnight in UTC. According to the read-me, the variability is an RMSSD.
    fitbit_days(
        "daily_resting_heart_rate",
        "beats per minute",
        &[column(&["beats per minute"], "resting_heart_rate", "bpm")],
    ),
    fitbit_days(
        "daily_heart_rate_variability",
        "average heart rate variability milliseconds",
        &[column(
            &["average heart rate variability milliseconds"],
            "heart_rate_variability_rmssd",
            "ms",
        )],
    ),
    fitbit_days(
        "daily_oxygen_saturation",
        "average percentage",
        &[column(&["average percentage"], "oxygen_saturation", "%")],
    ),
    fitbit_days(
        "daily_respiratory_rate",
        "breaths per minute",
        &[column(&["breaths per minute"], "respiratory_rate", "/min")],
    ),
    fitbit_days(
        "daily_sleep_temperature",
        "nightly temperature celsius",
        &[column(
            &["nightly temperature celsius"],
            "skin_temperature",
            "Cel",
        )],
    ),
    fitbit_moments(
        "heart_rate",
        "beats per minute",
        &[column(&["beats per minute"], "heart_rate", "bpm")],
    ),
    fitbit_moments("steps", "steps", &[column(&["steps"], "steps", "{steps}")]),
    fitbit_moments(
        "weight",
        "weight grams",
        &[scaled(&["weight grams"], "weight", 0.001, "kg")],
    ),
    STRESS_SCORE,
    OURA_TRENDS,
    // Google Takeout: the older tables of `Fitbit/Heart Rate Variability`, `Oxygen Saturation
    // (SpO2)` and the respiratory rate.
    fitbit_days(
        "daily heart rate variability summary",
        "rmssd",
        &[column(&["rmssd"], "heart_rate_variability_rmssd", "ms")],
    ),
    fitbit_days(
        "daily spo2",
        "average_value",
        &[column(&["average_value"], "oxygen_saturation", "%")],
    ),
    fitbit_days(
        "daily respiratory rate",
        "daily_respiratory_rate",
        &[column(
            &["daily_respiratory_rate"],
            "respiratory_rate",
            "/min",
        )],
    ),
];

/// Fitbit's stress management score of a day, `Stress Score/Stress Score.csv` in Google Takeout: 1 to
/// 100, where a high score means little stress. A day without a score has 0 and the status `NO_DATA`.
const STRESS_SCORE: Layout = Layout {
    maker: "Fitbit",
    file: "",
    id: None,
    marks: ["DATE", "STRESS_SCORE"],
    stamp: TimeFormat::Day,
    columns: &[Column {
        skips_zero: true,
        ..column(&["STRESS_SCORE"], "stress_management_score", "{score}")
    }],
};

/// The table of trends that Oura's membership hub exports, by its column names. Its device is not that
/// of Oura's documents, so that a night that both state does not count twice.
const OURA_TRENDS: Layout = Layout {
    maker: "Oura trends",
    file: "",
    id: None,
    marks: ["date", "Readiness Score"],
    stamp: TimeFormat::Day,
    columns: &[
        column(&["Sleep Score"], "oura_sleep_score", "{score}"),
        column(&["Readiness Score"], "oura_readiness_score", "{score}"),
        column(&["Activity Score"], "oura_activity_score", "{score}"),
        column(&["Total Sleep Duration"], "sleep_duration", "s"),
        column(&["Lowest Resting Heart Rate"], "resting_heart_rate", "bpm"),
        column(&["Average HRV"], "heart_rate_variability_rmssd", "ms"),
        column(&["Respiratory Rate"], "respiratory_rate", "/min"),
        column(
            &["Temperature Deviation (°C)"],
            "skin_temperature_deviation",
            "Cel",
        ),
        column(&["Steps"], "steps", "{steps}"),
        column(&["Activity Burn"], "energy", "kcal"),
        column(&["Total Burn"], "total_energy", "kcal"),
    ],
};

const fn fitbit_days(file: &'static str, mark: &'static str, columns: &'static [Column]) -> Layout {
    Layout {
        maker: "Fitbit",
        file,
        id: None,
        marks: ["timestamp", mark],
        stamp: TimeFormat::Day,
        columns,
    }
}

const fn fitbit_moments(
    file: &'static str,
    mark: &'static str,
    columns: &'static [Column],
) -> Layout {
    Layout {
        stamp: TimeFormat::Moment,
        ..fitbit_days(file, mark, columns)
    }
}

/// The maximum number of people listed in an error.
const NAMED: usize = 5;
/// The maximum number of points held back until it is known whether the table has several people; 8 MB.
const MAX_HELD: usize = 200_000;
