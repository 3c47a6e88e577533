//! Apple Health: the records and workouts of `export.xml`.
//!
//! The format follows the declarations that Apple writes into the file ("HealthKit Export Version" 11
//! to 14). A record's point has the record's start time, and the device that its `sourceName` names.

mod table;

use self::table::{SLEEP, TypeMapping};
use super::intake::{Intake, StopReason};
use super::nights::{Nights, SleepInterval, Stage};
use super::text::{name, number};
use super::time::ValueTime;
use super::xml_scanner::{Scanner, Tag};
use super::{Activity, units};
use crate::catalogue;
use crate::files::{NO_TYPE, OTHER_UNIT};
use crate::local_date::LocalDate;
use crate::timestamp::TimestampReader;

/// Reads a document whose root has been opened.
pub(super) fn read<E>(
    scanner: &mut Scanner<'_>,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let mut reading = Reading::default();
    let outcome = reading.document(scanner, intake);
    if !matches!(outcome, Err(StopReason::Fault(_))) {
        reading.nights.end(intake)?;
    }
    outcome
}

#[derive(Default)]
struct Reading {
    nights: Nights,
    record: Record,
    times: Times,
    /// The last record's device name in the file, and the stored device name.
    source: String,
    device: String,
}

/// The attributes of a record.
#[derive(Default)]
struct Record {
    kind: String,
    source: String,
    unit: String,
    value: String,
    start: String,
    end: String,
}

impl Record {
    fn read(&mut self, scanner: &Scanner<'_>) {
        for field in [
            &mut self.kind,
            &mut self.source,
            &mut self.unit,
            &mut self.value,
            &mut self.start,
            &mut self.end,
        ] {
            field.clear();
        }
        scanner.attributes(|name, value| {
            let field = match name {
                "type" => &mut self.kind,
                "sourceName" => &mut self.source,
                "unit" => &mut self.unit,
                "value" => &mut self.value,
                "startDate" => &mut self.start,
                "endDate" => &mut self.end,
                _ => return,
            };
            field.clear();
            field.push_str(value);
        });
    }
}

impl Reading {
    fn document<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        while let Some(tag) = scanner.next_tag()? {
            if tag == Tag::Close {
                continue;
            }
            match scanner.name() {
                "Record" => self.record(scanner, intake)?,
                "Workout" => self.workout(scanner, intake)?,
                // The file repeats the members of a correlation outside of it.
                "Correlation" => skip_element(scanner)?,
                "Me" => me(scanner, intake),
                "ExportDate" => {}
                other => {
                    intake.pass_over(other, NO_TYPE);
                    skip_element(scanner)?;
                }
            }
        }
        Ok(())
    }

    fn record<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        self.record.read(scanner);
        let number = intake.record();
        self.name_device();
        let kind = &self.record.kind;
        if kind == SLEEP {
            self.sleep(number, intake)?;
            return skip_element(scanner);
        }
        let Some(meaning) = table::quantity(kind) else {
            let kind = if kind.is_empty() { "Record" } else { kind };
            intake.pass_over(kind, NO_TYPE);
            return skip_element(scanner);
        };
        let Some(start) = self.start(number, intake) else {
            return skip_element(scanner);
        };
        self.quantity(meaning, start, number, intake)?;
        if meaning.kind == "heart_rate_variability_sdnn" {
            self.beats(start, scanner, intake)
        } else {
            skip_element(scanner)
        }
    }

    fn quantity<E>(
        &mut self,
        meaning: &TypeMapping,
        start: i64,
        at: u64,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let Record { unit, value, .. } = &self.record;
        let Some(value) = number(value) else {
            intake.report_error(format_args!("record {at}: value: must be a finite number"));
            return Ok(());
        };
        // HealthKit's percent is a fraction of 1.
        let value = if unit == "%" { value * 100.0 } else { value };
        match units::convert(meaning.kind, value, unit) {
            Some((value, unit)) => {
                // A day's resting heart rate begins at the midnight before it, by the record's offset.
                let is_of_day = meaning.kind == "resting_heart_rate";
                let date = LocalDate::parse(self.record.start.get(..10).unwrap_or_default());
                let date = date.filter(|_| is_of_day);
                let is_instant = date.is_some() || self.record.end == self.record.start;
                let end = self.times.read(&self.record.end).filter(|_| !is_instant);
                let start = end.map_or(start, |end| {
                    intake
                        .intervals
                        .time(&self.device, meaning.kind, start, end)
                });
                let time = ValueTime::dated(start, date);
                intake.point(time, &self.device, meaning.kind, value, unit)
            }
            None => {
                let what = format!("{} in {unit:?}", self.record.kind);
                intake.pass_over(&what, OTHER_UNIT);
                Ok(())
            }
        }
    }

    /// Reads the beats behind a variability as heart rates. Their times are rounded to a hundredth of a
    /// second, their rates are whole numbers, and some are missing, so they are not converted to RR
    /// intervals. Each has a time of day in the format of the phone's language; a beat outside its
    /// record is left out.
    fn beats<E>(
        &self,
        start: i64,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let outside = scanner.depth();
        let day = self.times.time_of_day(&self.record.start);
        while let Some(tag) = scanner.next_tag()? {
            if tag == Tag::Close && scanner.depth() < outside {
                break;
            }
            if tag == Tag::Close || scanner.name() != "InstantaneousBeatsPerMinute" {
                continue;
            }
            let (mut rate, mut time) = (None, None);
            scanner.attributes(|name, value| match name {
                "bpm" => rate = number(value),
                "time" => time = clock(value),
                _ => {}
            });
            let (Some(rate), Some(time), Some(day)) = (rate, time, day) else {
                continue;
            };
            // Both times are in one time zone; a record may begin before midnight.
            let after = (time - day).rem_euclid(DAY);
            if after <= MAX_MEASUREMENT_MILLIS && start + after <= intake.latest() && rate > 0.0 {
                intake.point(start + after, &self.device, "heart_rate", rate, "bpm")?;
            }
        }
        Ok(())
    }

    fn sleep<E>(&mut self, at: u64, intake: &mut Intake<'_, E>) -> Result<(), StopReason<E>> {
        let value = &self.record.value;
        let stage = match value
            .strip_prefix("HKCategoryValueSleepAnalysis")
            .unwrap_or(value)
        {
            "Awake" => Stage::Awake,
            "Asleep" | "AsleepUnspecified" => Stage::Asleep,
            "AsleepCore" => Stage::Light,
            "AsleepDeep" => Stage::Deep,
            "AsleepREM" => Stage::Rem,
            _ => {
                let what = format!("{SLEEP} {value}");
                intake.pass_over(&what, "time in bed is not a sleep stage");
                return Ok(());
            }
        };
        let Some(start) = self.start(at, intake) else {
            return Ok(());
        };
        let Some(end) = self.times.read(&self.record.end) else {
            intake.report_error(format_args!(
                "record {at}: endDate: is missing or has no time zone"
            ));
            return Ok(());
        };
        let date = LocalDate::parse(self.record.end.get(..10).unwrap_or_default());
        let stretch = SleepInterval { start, end, date };
        self.nights.stage(&self.device, stage, stretch, intake)
    }

    /// Returns the start of the record, or records an error.
    fn start<E>(&mut self, at: u64, intake: &mut Intake<'_, E>) -> Option<i64> {
        let Some(start) = self.times.read(&self.record.start) else {
            intake.report_error(format_args!(
                "record {at}: startDate: is missing or has no time zone"
            ));
            return None;
        };
        intake.is_possible("record", at, start).then_some(start)
    }

    fn name_device(&mut self) {
        if self.device.is_empty() || self.source != self.record.source {
            self.source.clone_from(&self.record.source);
            self.device = name(&self.source);
            if self.device.is_empty() {
                "Apple Health".clone_into(&mut self.device);
            }
        }
    }

    fn workout<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let mut workout = Workout::default();
        let (mut start, mut end) = (None, None);
        scanner.attributes(|name, value| match name {
            "workoutActivityType" => workout.sport = table::sport(value),
            "sourceName" => value.clone_into(&mut workout.device),
            "duration" => workout.duration.0 = number(value),
            "durationUnit" => value.clone_into(&mut workout.duration.1),
            "totalDistance" => workout.distance.0 = number(value),
            "totalDistanceUnit" => value.clone_into(&mut workout.distance.1),
            "totalEnergyBurned" => workout.energy.0 = number(value),
            "totalEnergyBurnedUnit" => value.clone_into(&mut workout.energy.1),
            "startDate" => start = Times::default().read(value),
            "endDate" => end = Times::default().read(value),
            _ => {}
        });
        let outside = scanner.depth();
        while let Some(tag) = scanner.next_tag()? {
            match (tag, scanner.name()) {
                (Tag::Close, _) if scanner.depth() < outside => break,
                (Tag::Open, "WorkoutStatistics") => workout.statistics(scanner),
                _ => {}
            }
        }
        let number = intake.record();
        let Some(start) = start else {
            intake.report_error(format_args!(
                "workout {number}: startDate: is missing or has no time zone"
            ));
            return Ok(());
        };
        if intake.is_possible("workout", number, start) {
            intake.activity(workout.activity(start, end));
        }
        Ok(())
    }
}

/// Reads the owner's characteristics. HealthKit writes an unknown one as an empty text or `NotSet`.
fn me<E>(scanner: &Scanner<'_>, intake: &mut Intake<'_, E>) {
    let person = &mut intake.person;
    scanner.attributes(|name, value| match name {
        "HKCharacteristicTypeIdentifierDateOfBirth" => {
            let date = LocalDate::parse(value).map(|date| date.to_string());
            person.birth_date = person.birth_date.take().or(date);
        }
        "HKCharacteristicTypeIdentifierBiologicalSex" => {
            let is_female = match value {
                "HKBiologicalSexFemale" => Some(true),
                "HKBiologicalSexMale" => Some(false),
                _ => None,
            };
            person.is_female = person.is_female.or(is_female);
        }
        _ => {}
    });
}

/// Skips the rest of the element just opened.
fn skip_element<E>(scanner: &mut Scanner<'_>) -> Result<(), StopReason<E>> {
    let outside = scanner.depth();
    while scanner.next_tag()?.is_some() {
        if scanner.depth() < outside {
            break;
        }
    }
    Ok(())
}

/// A number and its unit, as written.
type Measure = (Option<f64>, String);

#[derive(Default)]
struct Workout {
    sport: String,
    device: String,
    duration: Measure,
    distance: Measure,
    energy: Measure,
}

impl Workout {
    /// Exports since iOS 16 put these sums here instead of into the workout's attributes.
    fn statistics(&mut self, scanner: &Scanner<'_>) {
        let (mut kind, mut sum) = (String::new(), Measure::default());
        scanner.attributes(|name, value| match name {
            "type" => value.clone_into(&mut kind),
            "sum" => sum.0 = number(value),
            "unit" => value.clone_into(&mut sum.1),
            _ => {}
        });
        match table::quantity(&kind).map(|meaning| meaning.kind) {
            Some("distance") if sum.0.is_some() => self.distance = sum,
            Some("energy") if sum.0.is_some() => self.energy = sum,
            _ => {}
        }
    }

    fn activity(self, start: i64, end: Option<i64>) -> Activity {
        let sport = if self.sport.is_empty() {
            None
        } else {
            Some(self.sport)
        };
        let device = match self.device.as_str() {
            "" => "Apple Health".to_owned(),
            device => name(device),
        };
        let timer_seconds = canonical("exercise_duration", &self.duration);
        let between = end.map(|end| (end - start).max(0) as f64 / 1000.0);
        Activity {
            name: sport.clone().unwrap_or_else(|| "activity".to_owned()),
            sport,
            start,
            duration_seconds: between.or(timer_seconds).unwrap_or(0.0),
            timer_seconds,
            records: 0,
            distance_meters: canonical("distance", &self.distance),
            energy_kcal: canonical("energy", &self.energy),
            device: Some(device),
            ..Activity::default()
        }
    }
}

/// Converts to the type's canonical unit.
fn canonical(kind: &str, (value, unit): &Measure) -> Option<f64> {
    let (value, unit) = units::convert(kind, (*value)?, unit)?;
    catalogue::canonical(kind, unit, value)
}

/// Reads `2024-01-02 03:04:05 +0100`.
#[derive(Default)]
struct Times(TimestampReader);

impl Times {
    fn read(&mut self, text: &str) -> Option<i64> {
        let bytes: &[u8; 25] = text.as_bytes().try_into().ok()?;
        if bytes[10] != b' ' || bytes[19] != b' ' {
            return None;
        }
        let mut moment = *b"0000-00-00T00:00:00+00:00";
        moment[..10].copy_from_slice(&bytes[..10]);
        moment[11..19].copy_from_slice(&bytes[11..19]);
        moment[19..22].copy_from_slice(&bytes[20..23]);
        moment[23..].copy_from_slice(&bytes[23..]);
        self.0.read(&moment).ok()
    }

    /// Returns the milliseconds since midnight in the time's own zone.
    fn time_of_day(&self, text: &str) -> Option<i64> {
        clock(text.get(11..19)?)
    }
}

/// Parses `20:14:07.68`, `8:34:05,10` or `6:14:48.94 PM` as milliseconds since midnight.
fn clock(text: &str) -> Option<i64> {
    let digits_end = text
        .find(|character: char| !(character.is_ascii_digit() || ":.,".contains(character)))
        .unwrap_or(text.len());
    let (time, half) = text.split_at(digits_end);
    let time = time.replace(',', ".");
    let mut parts = time.split(':');
    let hours: i64 = parts.next()?.parse().ok()?;
    let minutes: i64 = parts.next()?.parse().ok()?;
    let seconds = number(parts.next()?)?;
    let hours = match half.trim().to_ascii_uppercase().as_str() {
        "" => hours,
        "AM" if hours <= 12 => hours % 12,
        "PM" if hours <= 12 => hours % 12 + 12,
        _ => return None,
    };
    let exists = (0..24).contains(&hours) && (0..60).contains(&minutes) && parts.next().is_none();
    if !exists || !(0.0..61.0).contains(&seconds) {
        return None;
    }
    Some((hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as i64)
}

const DAY: i64 = 86_400_000;
/// The maximum duration of a variability in milliseconds; a watch takes about a minute.
const MAX_MEASUREMENT_MILLIS: i64 = 10 * 60_000;

#[cfg(test)]
mod tests {
    use super::{Times, clock};

    #[test]
    fn times_are_parsed() {
        for (text, expected) in [
            ("2024-01-02 03:04:05 +0100", Some(1_704_161_045_000)),
            ("2024-01-02 02:04:05 +0000", Some(1_704_161_045_000)),
            ("2024-01-01 21:34:05 -0430", Some(1_704_161_045_000)),
            ("2024-01-02T03:04:05 +0100", None),
            ("2024-01-02 03:04:05 +01:0", None),
            ("2024-01-02 03:04:05", None),
            ("2024-02-30 03:04:05 +0100", None),
            ("2024-01-02 03:04:05 0100+", None),
            ("", None),
        ] {
            assert_eq!(Times::default().read(text), expected, "{text}");
        }
    }

    #[test]
    fn times_of_day_are_parsed() {
        for (text, expected) in [
            ("20:14:07.68", Some(72_847_680)),
            ("08:34:05,10", Some(30_845_100)),
            ("6:14:48.94 PM", Some(65_688_940)),
            ("3:10:02,11\u{202f}AM", Some(11_402_110)),
            ("12:00:00.00 AM", Some(0)),
            ("12:00:00.00 PM", Some(43_200_000)),
            ("13:00:00 PM", None),
            ("24:00:00", None),
            ("1.25", None),
            ("下午6:14:48", None),
            ("1:2:3:4", None),
            ("5555555555555555555:00:00", None),
        ] {
            assert_eq!(clock(text), expected, "{text}");
        }
    }
}
