//! The archive of Polar Flow: one JSON file for each training session, day, night and month.
//!
//! Sources: Polar's documentation of the AccessLink API, version 4 (`TrainingSession`, whose fields and
//! units the archive has) and version 3 (`nights`, `recharges`, continuous heart rate), and the
//! public description of the archive's files in the project FitFreed. Older archives write sessions with
//! `duration`, `kiloCalories` and samples with a `dateTime`.
//!
//! Times without an offset are the wearer's clock: with `timezoneOffsetMinutes` they are exact. Speeds are
//! in km/h, energies of days include those at rest. The variability of a night is an RMSSD.

mod accesslink;

use serde_json::{Map, Value};

use super::element::{Element, PointOutput, number};
use crate::files::NO_TYPE;
use crate::files::intake::StopReason;
use crate::files::nights::{self, Stage};
use crate::files::time::{ValueTime, clock_at, day, duration, local};
use crate::files::units::Measurement;
use crate::files::{Activity, Format, Lap, MAX_LAPS, text};

/// Reads the element if it belongs to Polar.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let has = |name| element.has(name);
    let is_session = has("startTime") && (has("durationMillis") || has("duration"));
    if element.key == "exercises" && is_session {
        exercise(element, true, out)?;
    } else if element.key.is_empty() && is_session && (has("stopTime") || has("exportVersion")) {
        // The exercises of the session are elements of their own.
        if element.siblings == 0 {
            exercise(element, false, out)?;
        }
    } else if has("heartRate") && has("secondsFromDayStart") {
        heart_rate(element, out)?;
    } else if has("night") {
        night(element, out)?;
    } else if has("date") && (has("sleep_start_time") || has("nightly_recharge_status")) {
        accesslink::read(element, out)?;
    } else if has("date") && has("exportVersion") && element.key.is_empty() {
        date(element, out)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn exercise<E>(
    element: &Element<'_>,
    has_samples: bool,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Polar);
    let zone = element
        .number("timezoneOffsetMinutes")
        .or(element.number("timezoneOffset"));
    let zone = zone
        .filter(|it| it.abs() <= 1080.0)
        .map(|minutes| minutes as i64 * 60);
    let start = element
        .text("startTime")
        .and_then(|text| moment(text, zone));
    let Some(start) = out.time(at, "startTime", start) else {
        return Ok(());
    };
    let id = ["deviceId", "device_id"].iter().find_map(|name| {
        let here = element
            .fields
            .get(*name)
            .or_else(|| element.header.get(*name));
        here?.as_str()
    });
    let device = device(id);
    let seconds = element.number("durationMillis").map(|it| it / 1000.0);
    let seconds = seconds.or_else(|| element.text("duration").and_then(duration));
    let sport = element.fields.get("sport").and_then(sport);
    let name = element
        .text("name")
        .map(text::name)
        .filter(|name| !name.is_empty());
    let name = name
        .or_else(|| sport.clone())
        .unwrap_or_else(|| "activity".to_owned());
    out.intake.activity(Activity {
        name,
        sport,
        start: start.timestamp(),
        duration_seconds: seconds.unwrap_or(0.0).max(0.0),
        distance_meters: element
            .number("distanceMeters")
            .or(element.number("distance")),
        energy_kcal: element
            .number("calories")
            .or(element.number("kiloCalories")),
        climb_meters: element.number("ascentMeters").or(element.number("ascent")),
        laps: laps(element, start.timestamp()),
        device: Some(device.clone()),
        ..Activity::default()
    });
    if has_samples {
        series(element, start.timestamp(), &device, out)?;
        dated_samples(element, zone, &device, out)?;
        route(element, zone, &device, out)?;
    }
    Ok(())
}

/// Returns the laps of the owner; the automatic ones repeat the time.
fn laps(element: &Element<'_>, start: i64) -> Vec<Lap> {
    let laps = element
        .fields
        .get("laps")
        .and_then(|laps| laps.get("laps")?.as_array());
    let mut all = Vec::new();
    let mut begin = start;
    for lap in laps.into_iter().flatten().take(MAX_LAPS) {
        let seconds = lap.get("durationMillis").and_then(number).unwrap_or(0.0) / 1000.0;
        all.push(Lap {
            start: begin,
            duration_seconds: seconds.max(0.0),
            distance_meters: lap.get("distanceMeters").and_then(number),
            ..Lap::default()
        });
        begin = begin.saturating_add((seconds.max(0.0) * 1000.0) as i64);
    }
    all
}

/// Reads `samples.samples`: values at equal intervals from the start.
fn series<E>(
    element: &Element<'_>,
    start: i64,
    device: &str,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let all = element
        .fields
        .get("samples")
        .and_then(|it| it.get("samples")?.as_array());
    for series in all.into_iter().flatten() {
        let theirs = series
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let interval = series.get("intervalMillis").and_then(number).unwrap_or(0.0);
        let Some((_, _, kind, unit)) = SAMPLES.iter().find(|row| row.0 == theirs) else {
            out.intake
                .pass_over(&format!("Polar samples {theirs}"), NO_TYPE);
            continue;
        };
        let values = series.get("values").and_then(Value::as_array);
        for (nth, value) in values.into_iter().flatten().enumerate() {
            let at = start.saturating_add((nth as f64 * interval) as i64);
            let measured = Measurement::new(kind, number(value), unit);
            sample(at.into(), device, measured, out)?;
        }
    }
    Ok(())
}

/// Reads the samples of older archives, each with its `dateTime`.
fn dated_samples<E>(
    element: &Element<'_>,
    zone: Option<i64>,
    device: &str,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let Some(Value::Object(all)) = element.fields.get("samples") else {
        return Ok(());
    };
    for (theirs, values) in all {
        let Some((_, _, kind, unit)) = SAMPLES.iter().find(|row| row.1 == theirs) else {
            if !["samples", "recordedRoute"].contains(&theirs.as_str()) {
                let what = format!("Polar samples {}", text::name(theirs));
                out.intake.pass_over(&what, NO_TYPE);
            }
            continue;
        };
        for one in values.as_array().into_iter().flatten() {
            let at = one.get("dateTime").and_then(Value::as_str);
            if let Some(at) = at.and_then(|text| moment(text, zone)) {
                let value = one.get("value").and_then(number);
                sample(at, device, Measurement::new(kind, value, unit), out)?;
            }
        }
    }
    Ok(())
}

/// Reads the positions of an exercise, of archives of either age.
fn route<E>(
    element: &Element<'_>,
    zone: Option<i64>,
    device: &str,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let route = element
        .fields
        .get("routes")
        .and_then(|routes| routes.get("route"));
    let begin = route.and_then(|route| moment(route.get("startTime")?.as_str()?, zone));
    let newer = route.and_then(|route| route.get("wayPoints")?.as_array());
    let older = element
        .fields
        .get("samples")
        .and_then(|it| it.get("recordedRoute")?.as_array());
    for point in newer
        .into_iter()
        .flatten()
        .chain(older.into_iter().flatten())
    {
        let elapsed = point.get("elapsedMillis").and_then(number);
        let at = match (begin, elapsed) {
            (Some(begin), Some(elapsed)) => {
                Some(begin.timestamp().saturating_add(elapsed as i64).into())
            }
            _ => point
                .get("dateTime")
                .and_then(|at| moment(at.as_str()?, zone)),
        };
        let Some(at) = at else {
            continue;
        };
        for (field, kind, unit) in [
            ("latitude", "latitude", "deg"),
            ("longitude", "longitude", "deg"),
            ("altitude", "altitude", "m"),
        ] {
            let value = point.get(field).and_then(number);
            sample(at, device, Measurement::new(kind, value, unit), out)?;
        }
    }
    Ok(())
}

/// Outputs a reading with a possible time. A heart rate of 0 means that no sensor was worn.
fn sample<E>(
    at: ValueTime,
    device: &str,
    measured: Measurement<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let Measurement { kind, value, unit } = measured;
    let value = value.filter(|value| *value > 0.0 || kind != "heart_rate");
    if !(0..=out.intake.latest()).contains(&at.timestamp()) {
        return Ok(());
    }
    // Within an exercise, the day of a reading carries no information, and its time is as exact as the exercise's.
    out.measure(at.timestamp(), device, kind, value, unit)
}

/// Reads a reading of `247ohr_*.json`, whose day and device are fields of the object around it. Its time is the wearer's
/// clock without a zone. It has a device of its own, so that it does not replace a reading of an exercise, whose time is
/// exact.
fn heart_rate<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Polar);
    let header = |name: &str| element.header.get(name).and_then(Value::as_str);
    let date = header("date").and_then(day);
    let seconds = element
        .number("secondsFromDayStart")
        .filter(|it| (0.0..86_400.0).contains(it));
    let clock = date.zip(seconds).and_then(|(date, seconds)| {
        let text = format!("{date}T00:00:00");
        let midnight: jiff::civil::DateTime = text.parse().ok()?;
        let since = jiff::SignedDuration::from_secs(seconds as i64);
        midnight.checked_add(since).ok().map(ValueTime::Clock)
    });
    let Some(clock) = out.time(at, "secondsFromDayStart", clock) else {
        return Ok(());
    };
    let device = text::name(&format!("{} all day", device(header("deviceId"))));
    let rate = element.number("heartRate").filter(|rate| *rate > 0.0);
    out.measure(clock, &device, "heart_rate", rate, "bpm")
}

/// Reads a night: `sleep_result_*`, `sleep_score_*` or `nightly_recovery_*`.
fn night<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Polar);
    let date = element.text("night").and_then(day);
    let Some(time) = out.time(at, "night", date.map(ValueTime::day)) else {
        return Ok(());
    };
    let score = element.fields.get("sleepScoreResult");
    let score = score.and_then(|score| number(score.get("sleepScore")?));
    out.measure(time, DEVICE, "polar_sleep_score", score, "{score}")?;
    let value = |name| element.number(name);
    let recharge = value("recoveryIndicator").filter(|it| *it > 0.0);
    out.measure(
        time,
        DEVICE,
        "polar_nightly_recharge_status",
        recharge,
        "{score}",
    )?;
    out.measure(
        time,
        DEVICE,
        "polar_ans_charge",
        value("ansStatus"),
        "{score}",
    )?;
    let rmssd = value("meanNightlyRecoveryRmssd").filter(|it| *it > 0.0);
    out.measure(time, DEVICE, "heart_rate_variability_rmssd", rmssd, "ms")?;
    let interval = value("meanNightlyRecoveryRespirationInterval").filter(|it| *it > 0.0);
    let breaths = interval.map(|milliseconds| 60_000.0 / milliseconds);
    out.measure(time, DEVICE, "respiratory_rate", breaths, "/min")?;
    let hypnogram = element
        .fields
        .get("sleepResult")
        .and_then(|it| it.get("hypnogram"));
    let (Some(Value::Object(hypnogram)), Some(date)) = (hypnogram, date) else {
        return Ok(());
    };
    let edge = |name: &str| hypnogram.get(name).and_then(Value::as_str).and_then(local);
    let (Some(start), Some(end)) = (edge("sleepStart"), edge("sleepEnd")) else {
        return Ok(());
    };
    let end = ValueTime::dated(end.timestamp(), Some(date));
    let Some(end) = out.time(at, "sleepEnd", Some(end)) else {
        return Ok(());
    };
    let slept = element
        .fields
        .get("evaluation")
        .and_then(|it| it.get("asleepDuration")?.as_str());
    out.measure(end, DEVICE, "sleep_duration", slept.and_then(duration), "s")?;
    stages(hypnogram, (start.timestamp(), end.timestamp()), out)
}

fn stages<E>(
    hypnogram: &Map<String, Value>,
    (start, end): (i64, i64),
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let changes = hypnogram.get("sleepStateChanges").and_then(Value::as_array);
    let changes: Vec<(i64, Option<Stage>)> = changes
        .into_iter()
        .flatten()
        .filter_map(|change| {
            let offset = duration(change.get("offsetFromStart")?.as_str()?)?;
            let stage = match change.get("state")?.as_str()? {
                "WAKE" => Some(Stage::Awake),
                "REM" => Some(Stage::Rem),
                "NONREM1" | "NONREM2" => Some(Stage::Light),
                "NONREM3" => Some(Stage::Deep),
                _ => None,
            };
            Some((start.saturating_add((offset * 1000.0) as i64), stage))
        })
        .collect();
    let ends = changes.iter().skip(1).map(|(at, _)| *at).chain([end]);
    for ((at, stage), next) in changes.iter().zip(ends) {
        if let Some(stage) = stage
            && (0..=out.intake.latest()).contains(at)
        {
            let length = next.min(end).saturating_sub(*at);
            nights::stage(DEVICE, *stage, ((*at).into(), length), out.intake)?;
        }
    }
    Ok(())
}

/// Reads a day, `activity-*.json`.
fn date<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Polar);
    let date = element.text("date").and_then(day).map(ValueTime::day);
    let Some(time) = out.time(at, "date", date) else {
        return Ok(());
    };
    let summary = element.fields.get("summary");
    let value = |name: &str| {
        summary
            .and_then(|it| number(it.get(name)?))
            .filter(|it| *it > 0.0)
    };
    out.measure(time, DEVICE, "steps", value("stepCount"), "count")?;
    out.measure(time, DEVICE, "total_energy", value("calories"), "kcal")
}

/// Parses a time with an offset, or a clock time at an offset of seconds from UTC.
fn moment(text: &str, zone: Option<i64>) -> Option<ValueTime> {
    match (local(text)?, zone) {
        (ValueTime::Clock(clock), Some(seconds)) => Some(clock_at(clock, seconds)),
        (other, _) => Some(other),
    }
}

fn device(id: Option<&str>) -> String {
    text::name(&format!("Polar {}", id.unwrap_or("Flow")))
}

/// Returns FIT's name of a sport: `{"id": "1"}`, or a name in older archives.
fn sport(value: &Value) -> Option<String> {
    let theirs = value.get("id").unwrap_or(value);
    let number = number(theirs).map(|number| number as i64);
    let name = match number {
        Some(number) => SPORTS.iter().find(|row| row.0 == number)?.2.to_owned(),
        None => {
            let name = theirs.as_str()?;
            let known = SPORTS.iter().find(|row| !name.is_empty() && row.1 == name);
            known.map_or_else(|| text::sport(name), |row| row.2.to_owned())
        }
    };
    Some(name).filter(|name| !name.is_empty())
}

const DEVICE: &str = "Polar Flow";

/// The type of a series, the field of older archives, the type of the catalogue, the unit.
const SAMPLES: &[(&str, &str, &str, &str)] = &[
    ("HEART_RATE", "heartRate", "heart_rate", "bpm"),
    ("SPEED", "speed", "speed", "km/h"),
    ("CADENCE", "cadence", "cadence", "rpm"),
    ("ALTITUDE", "altitude", "altitude", "m"),
    ("DISTANCE", "distance", "distance", "m"),
    ("POWER", "power", "power", "W"),
];

/// Polar's number of a sport, its name in older archives, FIT's name. A number that is left out gives no sport.
/// The numbers up to 103 are those of the settings page of Polar Flow, as the project Bipolar lists them; 105 is
/// not in that list.
const SPORTS: &[(i64, &str, &str)] = &[
    (1, "RUNNING", "running"),
    (2, "CYCLING", "cycling"),
    (3, "WALKING", "walking"),
    (4, "JOGGING", "running"),
    (5, "MOUNTAIN_BIKING", "cycling"),
    (6, "SKIING", "cross_country_skiing"),
    (7, "DOWNHILL_SKIING", "alpine_skiing"),
    (8, "ROWING", "rowing"),
    (9, "NORDIC_WALKING", "walking"),
    (10, "", "ice_skating"),
    (11, "HIKING", "hiking"),
    (12, "", "tennis"),
    (14, "", "badminton"),
    (15, "STRENGTH_TRAINING", "training"),
    (17, "TREADMILL_RUNNING", "treadmill_running"),
    (18, "INDOOR_CYCLING", "indoor_cycling"),
    (19, "", "running"),
    (20, "", "training"),
    (22, "", "snowboarding"),
    (23, "SWIMMING", "swimming"),
    (24, "", "cross_country_skiing"),
    (25, "", "cross_country_skiing"),
    (27, "TRAIL_RUNNING", "running"),
    (28, "", "ice_skating"),
    (29, "", "inline_skating"),
    (33, "", "yoga"),
    (35, "", "golf"),
    (36, "", "running"),
    (38, "ROAD_BIKING", "cycling"),
    (39, "", "soccer"),
    (41, "", "basketball"),
    (45, "", "volleyball"),
    (57, "", "training"),
    (65, "", "pilates"),
    (66, "", "stretching"),
    (103, "POOL_SWIMMING", "swimming"),
    (105, "OPEN_WATER_SWIMMING", "swimming"),
];
