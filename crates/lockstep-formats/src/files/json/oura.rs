//! Oura's documents: the collections of its API, as files of one collection or of several.
//!
//! Source: the reference of Oura's API, version 2 (`usercollection/sleep`, `daily_sleep`,
//! `daily_readiness`, `daily_activity`, `daily_spo2`, `heartrate`, `vO2_max`, `workout`, `session`). A
//! document is recognised by its fields. Times have the wearer's offset, except those of `heartrate`,
//! which are in UTC. The variability is an RMSSD. `day` is the wearer's day; of sleep, that of waking up.
//! The table of the membership hub is a row of `presets`.

use serde_json::{Map, Value};

use super::element::{Element, PointOutput, number};
use crate::files::NO_TYPE;
use crate::files::intake::StopReason;
use crate::files::nights::{self, Stage};
use crate::files::time::{ValueTime, day, local, rfc3339};
use crate::files::units::Measurement;
use crate::files::{Format, text};

/// Reads the element if it belongs to Oura.
pub(super) fn read<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let has = |name| element.has(name);
    if has("bedtime_start") && has("bedtime_end") && has("time_in_bed") {
        sleep(element, out)?;
    } else if has("start_datetime") && has("end_datetime") && has("day") {
        session(element, out)?;
    } else if has("bpm") && has("timestamp") && has("source") {
        heart_rate(element, out)?;
    } else if has("day") && has("contributors") && has("score") {
        date(element, out)?;
    } else if has("day") && has("spo2_percentage") {
        let share = element.fields.get("spo2_percentage");
        let share = share.and_then(|share| number(share.get("average")?));
        of_day(
            element,
            out,
            [Measurement::new(
                "oxygen_saturation",
                share.filter(|it| *it > 0.0),
                "%",
            )],
        )?;
    } else if has("day") && has("vo2_max") {
        of_day(
            element,
            out,
            [Measurement::new(
                "vo2_max",
                element.number("vo2_max"),
                "mL/kg/min",
            )],
        )?;
    } else if has("day") && (has("stress_high") || has("level") || has("vascular_age")) {
        out.element(Format::Oura);
        out.intake
            .pass_over("Oura's stress, resilience and age", NO_TYPE);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Reads the values of a day.
fn of_day<E, const N: usize>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
    values: [Measurement<'_>; N],
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Oura);
    let date = element.text("day").and_then(day).map(ValueTime::day);
    let Some(date) = out.time(at, "day", date) else {
        return Ok(());
    };
    for Measurement { kind, value, unit } in values {
        out.measure(date, DEVICE, kind, value, unit)?;
    }
    Ok(())
}

/// Reads a score of a day, and the values beside it.
fn date<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    let number = |name| element.number(name);
    let score = number("score");
    if element.has("active_calories") {
        let values = [
            Measurement::new("oura_activity_score", score, "{score}"),
            Measurement::new("steps", number("steps"), "count"),
            Measurement::new("energy", number("active_calories"), "kcal"),
            Measurement::new("total_energy", number("total_calories"), "kcal"),
        ];
        return of_day(element, out, values);
    }
    if element.has("temperature_deviation") {
        let values = [
            Measurement::new("oura_readiness_score", score, "{score}"),
            Measurement::new(
                "skin_temperature_deviation",
                number("temperature_deviation"),
                "Cel",
            ),
        ];
        return of_day(element, out, values);
    }
    let scored = Measurement::new("oura_sleep_score", score, "{score}");
    of_day(element, out, [scored])
}

fn heart_rate<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Oura);
    let time = element.text("timestamp").and_then(rfc3339);
    let Some(time) = out.time(at, "timestamp", time) else {
        return Ok(());
    };
    out.measure(time, DEVICE, "heart_rate", element.number("bpm"), "bpm")
}

fn sleep<E>(element: &Element<'_>, out: &mut PointOutput<'_, '_, E>) -> Result<(), StopReason<E>> {
    if matches!(element.text("type"), Some("rest" | "deleted")) {
        out.element(Format::Oura);
        out.intake
            .pass_over("rest and deleted sleep", "are not sleep");
        return Ok(());
    }
    let at = out.element(Format::Oura);
    let time = |name| element.text(name).and_then(local);
    let (Some(start), Some(end)) = (
        out.time(at, "bedtime_start", time("bedtime_start")),
        out.time(at, "bedtime_end", time("bedtime_end")),
    ) else {
        return Ok(());
    };
    let date = element.text("day").and_then(day);
    let end = ValueTime::dated(end.timestamp(), date.or(end.date()));
    let slept = element.number("total_sleep_duration");
    out.measure(end, DEVICE, "sleep_duration", slept, "s")?;
    stages(
        element.text("sleep_phase_5_min").unwrap_or_default(),
        start.timestamp(),
        out,
    )?;
    let breaths = element.number("average_breath").filter(|rate| *rate > 0.0);
    out.measure(end, DEVICE, "respiratory_rate", breaths, "/min")?;
    // Oura calls the lowest heart rate of the night the resting heart rate.
    if let (Some("long_sleep"), Some(date)) = (element.text("type"), date) {
        let lowest = element
            .number("lowest_heart_rate")
            .filter(|rate| *rate > 0.0);
        out.measure(
            ValueTime::day(date),
            DEVICE,
            "resting_heart_rate",
            lowest,
            "bpm",
        )?;
    }
    samples(element, "heart_rate", ("heart_rate", "bpm"), out)?;
    let variability = ("heart_rate_variability_rmssd", "ms");
    if !samples(element, "hrv", variability, out)? {
        let mean = element.number("average_hrv").filter(|mean| *mean > 0.0);
        out.measure(end, DEVICE, variability.0, mean, variability.1)?;
    }
    Ok(())
}

/// Outputs the stages of a text with one digit for each five minutes.
fn stages<E>(
    phases: &str,
    start: i64,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let phases = &phases.as_bytes()[..phases.len().min(MAX_PHASES)];
    let mut at = start;
    for run in phases.chunk_by(|one, next| one == next) {
        let length = run.len() as i64 * 300_000;
        let stage = match run[0] {
            b'1' => Some(Stage::Deep),
            b'2' => Some(Stage::Light),
            b'3' => Some(Stage::Rem),
            b'4' => Some(Stage::Awake),
            _ => None,
        };
        if let Some(stage) = stage
            && (0..=out.intake.latest()).contains(&at)
        {
            nights::stage(DEVICE, stage, (at.into(), length), out.intake)?;
        }
        at = at.saturating_add(length);
    }
    Ok(())
}

/// Outputs `{"interval": 300, "items": […], "timestamp": …}`; returns whether there was a value.
fn samples<E>(
    element: &Element<'_>,
    field: &str,
    (kind, unit): (&str, &str),
    out: &mut PointOutput<'_, '_, E>,
) -> Result<bool, StopReason<E>> {
    let Some(Value::Object(series)) = element.fields.get(field) else {
        return Ok(false);
    };
    let start = series
        .get("timestamp")
        .and_then(Value::as_str)
        .and_then(rfc3339);
    let interval = series.get("interval").and_then(number);
    let (Some(start), Some(interval)) =
        (start, interval.filter(|it| (0.001..=86_400.0).contains(it)))
    else {
        return Ok(false);
    };
    let mut any = false;
    for (nth, value) in items(series).enumerate() {
        let at = start.saturating_add((nth as f64 * interval * 1000.0) as i64);
        if let Some(value) = value.filter(|value| *value > 0.0)
            && (0..=out.intake.latest()).contains(&at)
        {
            any = true;
            out.measure(at, DEVICE, kind, Some(value), unit)?;
        }
    }
    Ok(any)
}

fn items(series: &Map<String, Value>) -> impl Iterator<Item = Option<f64>> {
    let items = series.get("items").and_then(Value::as_array);
    items.into_iter().flatten().map(number)
}

/// Reads a workout, or a session of breathing or meditation.
fn session<E>(
    element: &Element<'_>,
    out: &mut PointOutput<'_, '_, E>,
) -> Result<(), StopReason<E>> {
    let at = out.element(Format::Oura);
    let time = |name| element.text(name).and_then(rfc3339);
    let Some(start) = out.time(at, "start_datetime", time("start_datetime")) else {
        return Ok(());
    };
    let span = (start, time("end_datetime"));
    let Some(name) = element.text("activity") else {
        samples(element, "heart_rate", ("heart_rate", "bpm"), out)?;
        let variability = ("heart_rate_variability_rmssd", "ms");
        samples(element, "heart_rate_variability", variability, out)?;
        let kind = element.text("type").unwrap_or("session");
        if ["nap", "rest"].contains(&kind) {
            out.intake
                .pass_over("sessions of sleep and rest", "are no activities");
            return Ok(());
        }
        out.activity(
            None,
            Some(text::sport(kind)),
            Some(DEVICE),
            span,
            (None, None),
        );
        return Ok(());
    };
    let known = SPORTS.iter().find(|(theirs, _)| *theirs == name);
    let sport = known.map_or_else(|| text::sport(name), |(_, ours)| (*ours).to_owned());
    let title = element.text("label").or(Some(name));
    let sums = (element.number("distance"), element.number("calories"));
    out.activity(title, Some(sport), Some(DEVICE), span, sums);
    Ok(())
}

const DEVICE: &str = "Oura";

const SPORTS: &[(&str, &str)] = &[
    ("indoorCycling", "indoor_cycling"),
    ("crossCountrySkiing", "cross_country_skiing"),
    ("downhillSkiing", "alpine_skiing"),
    ("strengthTraining", "training"),
    ("crossTraining", "training"),
    ("elliptical", "fitness_equipment"),
    ("mountainBiking", "cycling"),
    ("HIIT", "hiit"),
];

/// The maximum number of five-minute phases: three days.
const MAX_PHASES: usize = 3 * 288;
