//! Tables of days that others export: Fitabase's daily activity and sleep, LifeSnaps' daily table.
//!
//! A row is a day of a person; its points stand at the day's midnight in the profile's time zone.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::csv::{Row, Table};
use super::intake::{Intake, Stop};
use super::time::digits;
use super::{ReadFault, xml};

/// A known table, its columns found.
pub(super) struct Preset {
    maker: &'static str,
    id: usize,
    date: usize,
    month_first: bool,
    points: Vec<(Vec<usize>, &'static Column)>,
}

/// What becomes of a column.
struct Column {
    /// The sum of these columns, of those that are there.
    names: &'static [&'static str],
    kind: &'static str,
    factor: f64,
    unit: &'static str,
}

const fn column(names: &'static [&'static str], kind: &'static str, unit: &'static str) -> Column {
    Column {
        names,
        kind,
        factor: 1.0,
        unit,
    }
}

/// The preset these columns belong to.
pub(super) fn of(header: &Row) -> Option<Preset> {
    LAYOUTS.iter().find_map(|layout| {
        let [id, date, needed] = layout.marks.map(|name| header.column(name));
        needed?;
        let found = |column: &'static Column| {
            let places = column.names.iter().filter_map(|name| header.column(name));
            (places.collect::<Vec<_>>(), column)
        };
        Some(Preset {
            maker: layout.maker,
            id: id?,
            date: date?,
            month_first: layout.month_first,
            points: layout
                .columns
                .iter()
                .map(found)
                .filter(|(places, _)| !places.is_empty())
                .collect(),
        })
    })
}

struct Layout {
    maker: &'static str,
    /// The columns of the person and the date, and one that only this table has.
    marks: [&'static str; 3],
    month_first: bool,
    columns: &'static [Column],
}

impl Preset {
    pub(super) fn read<E>(
        &self,
        table: &mut Table<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), Stop<E>> {
        let mut people = People::new(intake.options.participant);
        let mut held: Vec<Held> = Vec::new();
        let mut device = String::new();
        while table.next_row()? {
            let row = &table.row;
            let id = row.field(self.id);
            if !people.is_wanted(id) {
                if people.are_too_many() {
                    break;
                }
                continue;
            }
            if device.is_empty() {
                device = xml::name(&format!("{} {id}", self.maker));
            }
            let number = intake.record();
            let day = date(row.field(self.date), self.month_first);
            let Some(time) = day.and_then(|day| midnight(day, &intake.options.time_zone)) else {
                intake.fault(format_args!("row {number}: timestamp: is not a date"));
                continue;
            };
            if !intake.is_possible("row", number, time) {
                continue;
            }
            for (places, column) in &self.points {
                let mut numbers = places.iter().filter_map(|at| xml::number(row.field(*at)));
                let Some(first) = numbers.next() else {
                    continue;
                };
                let value = numbers.fold(first, |sum, number| sum + number) * column.factor;
                let point = Held {
                    time,
                    kind: column.kind,
                    value,
                    unit: column.unit,
                };
                // Nothing is handed over before it is known that the file holds one person.
                if people.is_settled() || held.len() == MOST_HELD {
                    point.hand_over(&device, intake)?;
                } else {
                    held.push(point);
                }
            }
        }
        people.check()?;
        for point in held {
            point.hand_over(&device, intake)?;
        }
        Ok(())
    }
}

struct Held {
    time: i64,
    kind: &'static str,
    value: f64,
    unit: &'static str,
}

impl Held {
    fn hand_over<E>(&self, device: &str, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
        intake.point(self.time, device, self.kind, self.value, self.unit)
    }
}

/// Who stands in the table.
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

    /// Whether this row is of the person asked for, or of the first where nobody was.
    fn is_wanted(&mut self, id: &str) -> bool {
        if let Some(asked) = self.asked
            && id == asked
        {
            self.found = true;
            return true;
        }
        if self.met.len() < NAMED && !self.met.iter().any(|met| met == id) {
            self.met.push(xml::name(id));
        }
        self.asked.is_none() && self.met.first().is_some_and(|first| first == id)
    }

    fn is_settled(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether enough are met to say that one must be named.
    fn are_too_many(&self) -> bool {
        self.asked.is_none() && self.met.len() == NAMED
    }

    fn check<E>(self) -> Result<(), Stop<E>> {
        match self.asked {
            Some(_) if self.found => Ok(()),
            Some(asked) => Err(Stop::Fault(ReadFault::NoSuchParticipant {
                asked: asked.to_owned(),
                some: self.met,
            })),
            None if self.met.len() > 1 => {
                Err(Stop::Fault(ReadFault::ParticipantNeeded { some: self.met }))
            }
            None => Ok(()),
        }
    }
}

/// `2021-05-24`, or `5/24/2021` with the month first; a time of day after it is passed over.
fn date(text: &str, month_first: bool) -> Option<Date> {
    let text = text.split([' ', 'T']).next()?;
    let mut parts = text.split(if month_first { '/' } else { '-' });
    let mut part = || digits(parts.next()?.as_bytes());
    let (one, two, three) = (part()?, part()?, part()?);
    let (year, month, day) = if month_first {
        (three, one, two)
    } else {
        (one, two, three)
    };
    Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )
    .ok()
}

fn midnight(day: Date, zone: &TimeZone) -> Option<i64> {
    let start = day.to_zoned(zone.clone()).ok()?;
    Some(start.timestamp().as_millisecond())
}

const LAYOUTS: &[Layout] = &[
    Layout {
        maker: "Fitbit",
        marks: ["Id", "ActivityDate", "TotalSteps"],
        month_first: true,
        columns: &[
            column(&["TotalSteps"], "steps", "{steps}"),
            column(&["TotalDistance"], "distance", "km"),
            column(&["Calories"], "energy", "kcal"),
            column(
                &["VeryActiveMinutes", "FairlyActiveMinutes"],
                "exercise_duration",
                "min",
            ),
        ],
    },
    Layout {
        maker: "Fitbit",
        marks: ["Id", "SleepDay", "TotalMinutesAsleep"],
        month_first: true,
        columns: &[column(&["TotalMinutesAsleep"], "sleep_duration", "min")],
    },
    Layout {
        maker: "Fitbit Sense",
        marks: ["id", "date", "filteredDemographicVO2Max"],
        month_first: false,
        columns: &[
            column(&["rmssd"], "heart_rate_variability_rmssd", "ms"),
            column(&["resting_hr"], "resting_heart_rate", "bpm"),
            column(&["spo2"], "oxygen_saturation", "%"),
            column(&["full_sleep_breathing_rate"], "respiratory_rate", "/min"),
            column(&["nightly_temperature"], "skin_temperature", "Cel"),
            column(&["stress_score"], "stress", "{score}"),
            column(&["steps"], "steps", "{steps}"),
            column(&["distance"], "distance", "m"),
            column(&["calories"], "energy", "kcal"),
            column(&["filteredDemographicVO2Max"], "vo2_max", "mL/kg/min"),
            column(
                &["moderately_active_minutes", "very_active_minutes"],
                "exercise_duration",
                "min",
            ),
            // The table has milliseconds.
            Column {
                names: &["sleep_duration"],
                kind: "sleep_duration",
                factor: 0.001,
                unit: "s",
            },
        ],
    },
];

/// Who is named in a fault, at most.
const NAMED: usize = 5;
/// Points held back while the table may still turn out to hold several people; 8 MB.
const MOST_HELD: usize = 200_000;
