//! Garmin's account archive: nights (`DI-Connect-Wellness/*_sleepData.json`), weights
//! (`DI-Connect-Wellness/*_userBioMetrics.json`), days (`DI-Connect-Aggregator/UDSFile_*.json`),
//! aerobic fitness (`DI-Connect-Metrics/MetricsMaxMetData_*.json`) and activities
//! (`DI-Connect-Fitness/*_summarizedActivities.json`). The readings are FIT files in nested archives.
//!
//! Garmin does not document these files; the fields follow the agreement of public readers. Days use
//! the wearer's calendar; nights are in UTC without a zone suffix. Durations of activities are in
//! milliseconds, distances and climbs in centimetres. Readers disagree on the unit of their energy, so it
//! is left out.

use serde_json::Value;

use super::element::{Element, PointOutput, number};
use crate::files::intake::StopReason;
use crate::files::time::{ValueTime, day, local};
use crate::files::{Activity, Format, text};

/// Reads the element if it belongs to Garmin.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    if element.has("sleepEndTimestampGMT") {
        night(element, out)?;
    } else if element.has("activityId") && element.has("beginTimestamp") {
        activity(element, out);
    } else if element.has("vo2MaxValue") && element.has("calendarDate") {
        fitness(element, out)?;
    } else if element.has("metaData") && element.has("weight") {
        weight(element, out)?;
    } else if element.has("calendarDate") && DAYS.iter().any(|(field, ..)| element.has(field)) {
        date(element, out)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn night<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Garmin);
    let end = match element.fields.get("sleepEndTimestampGMT") {
        Some(Value::String(text)) => local(text).map(ValueTime::timestamp),
        Some(Value::Number(number)) => number.as_i64(),
        // Days without sleep are listed too.
        _ => return Ok(()),
    };
    let Some(end) = out.time(at, "sleepEndTimestampGMT", end) else {
        return Ok(());
    };
    // Garmin's date of a night is that of waking up.
    let end = ValueTime::dated(end, element.text("calendarDate").and_then(day));
    let stages = ["deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds"];
    let stages = stages.iter().filter_map(|stage| element.number(stage));
    let slept: f64 = stages.sum();
    let slept = Some(slept).filter(|slept| *slept > 0.0);
    out.measure(end, DEVICE, "sleep_duration", slept, "s")?;
    let oxygen = element.fields.get("spo2SleepSummary");
    let oxygen = oxygen.and_then(|summary| number(summary.get("averageSPO2")?));
    let oxygen = oxygen.filter(|share| *share > 0.0);
    out.measure(end, DEVICE, "oxygen_saturation", oxygen, "%")?;
    let breaths = element.number("averageRespiration");
    out.measure(end, DEVICE, "respiratory_rate", breaths, "/min")
}

/// Reads an activity. Its file may be in the archive, too: both become recordings of one activity.
fn activity<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) {
    let at = out.element(Format::Garmin);
    let start = element.number("beginTimestamp").map(|time| time as i64);
    let Some(start) = out.time(at, "beginTimestamp", start) else {
        return;
    };
    let theirs = element.text("activityType").unwrap_or_default();
    let known = SPORTS.iter().find(|(name, _)| *name == theirs);
    let sport = known.map_or_else(|| text::sport(theirs), |(_, ours)| (*ours).to_owned());
    let sport = Some(sport).filter(|sport| !sport.is_empty());
    let name = element
        .text("name")
        .map(text::name)
        .filter(|name| !name.is_empty());
    let seconds = |field| {
        element
            .number(field)
            .filter(|it| *it >= 0.0)
            .map(|it| it / 1000.0)
    };
    let timer = seconds("duration");
    let meters = |field| {
        element
            .number(field)
            .filter(|it| *it > 0.0)
            .map(|it| it / 100.0)
    };
    out.intake.activity(Activity {
        name: name
            .or_else(|| sport.clone())
            .unwrap_or_else(|| "activity".to_owned()),
        sport,
        start,
        duration_seconds: seconds("elapsedDuration").or(timer).unwrap_or(0.0),
        timer_seconds: timer,
        distance_meters: meters("distance"),
        climb_meters: meters("elevationGain"),
        device: Some(DEVICE.to_owned()),
        ..Activity::default()
    });
}

/// Reads the aerobic fitness of a sport, `MetricsMaxMetData_*.json`.
fn fitness<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Garmin);
    let date = element.text("calendarDate").unwrap_or_default();
    let Some(time) = out.time(at, "calendarDate", day(date).map(ValueTime::day)) else {
        return Ok(());
    };
    let kind = match element.text("sport") {
        Some("RUNNING") => "vo2_max_running",
        Some("CYCLING") => "vo2_max_cycling",
        _ => "vo2_max",
    };
    let value = element.number("vo2MaxValue").filter(|value| *value > 0.0);
    out.measure(time, DEVICE, kind, value, "mL/kg/min")
}

/// Reads a weight in grams, `*_userBioMetrics.json`. A weight from the user's settings is not a
/// measurement, and a fat percentage of 0 is a failed one.
fn weight<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Garmin);
    let Some(Value::Object(weight)) = element.fields.get("weight") else {
        return Ok(());
    };
    if weight.get("sourceType").and_then(Value::as_str) == Some("USER_PROFILE") {
        out.intake
            .pass_over("weights of the user profile", "are not measurements");
        return Ok(());
    }
    let time = match weight.get("timestampGMT") {
        Some(Value::String(text)) => local(text).map(ValueTime::timestamp),
        Some(Value::Number(number)) => number.as_i64(),
        _ => None,
    };
    let Some(time) = out.time(at, "timestampGMT", time) else {
        return Ok(());
    };
    let number = |name| weight.get(name).and_then(number).filter(|it| *it > 0.0);
    out.measure(time, DEVICE, "weight", number("weight"), "g")?;
    out.measure(time, DEVICE, "body_fat_percentage", number("bodyFat"), "%")
}

fn date<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Garmin);
    let date = element.text("calendarDate").unwrap_or_default();
    let time = day(date).map(ValueTime::day);
    let Some(time) = out.time(at, "calendarDate", time) else {
        return Ok(());
    };
    for (field, kind, unit) in DAYS {
        let value = element.number(field).filter(|value| *value > 0.0);
        out.measure(time, DEVICE, kind, value, unit)?;
    }
    let minutes = ["moderateIntensityMinutes", "vigorousIntensityMinutes"];
    let minutes: f64 = minutes.iter().filter_map(|it| element.number(it)).sum();
    let minutes = Some(minutes).filter(|minutes| *minutes > 0.0);
    out.measure(time, DEVICE, "exercise_duration", minutes, "min")?;
    let stress = element.fields.get("allDayStress");
    let stress = stress.and_then(|stress| stress.get("aggregatorList")?.as_array());
    let total = stress
        .into_iter()
        .flatten()
        .find(|it| it["type"] == "TOTAL");
    let stress = total.and_then(|total| number(total.get("averageStressLevel")?));
    let stress = stress.filter(|score| *score >= 0.0);
    out.measure(time, DEVICE, "stress", stress, "{score}")
}

const DEVICE: &str = "Garmin Connect";

/// The field of a day, the type, the unit. Zero means that nothing was measured on that day.
const DAYS: &[(&str, &str, &str)] = &[
    ("totalSteps", "steps", "count"),
    ("totalDistanceMeters", "distance", "m"),
    ("activeKilocalories", "energy", "kcal"),
    ("totalKilocalories", "total_energy", "kcal"),
    ("bmrKilocalories", "basal_energy", "kcal"),
    ("currentDayRestingHeartRate", "resting_heart_rate", "bpm"),
    // Garmin's headline value is the mean of seven days.
    ("restingHeartRate", "resting_heart_rate_7_day_mean", "bpm"),
];

/// Garmin's types of activities that FIT names otherwise.
const SPORTS: &[(&str, &str)] = &[
    ("virtual_ride", "virtual_cycling"),
    ("virtual_run", "virtual_running"),
    ("lap_swimming", "swimming"),
    ("open_water_swimming", "swimming"),
    ("strength_training", "training"),
    ("uncategorized", "generic"),
    ("other", "generic"),
];
