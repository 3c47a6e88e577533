//! Exports of WHOOP, Oura, Polar, Samsung and Suunto: the points and activities of each file.

mod oura;
mod polar;
mod samsung;
mod suunto;
mod whoop;

use super::super::{Format, Options, ReadReport};
use super::{NOW, OwnedPoint, START, read_with};

/// Seconds after `START`, type, value, unit, metadata.
type Row<'a> = (f64, &'a str, f64, &'a str, Option<&'a str>);

/// The time of a value of `START`'s day, 12:00:00.001Z.
const DAY: f64 = 21_600.001;
/// The metadata of a value of `START`'s day.
const DATE: Option<&str> = Some(r#"{"localDate":"2026-06-01"}"#);

fn read(name: &str, bytes: &[u8]) -> (ReadReport, Vec<OwnedPoint>) {
    let mut options = Options::at(NOW.0);
    options.name = Some(name);
    read_with(bytes, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(points: &[OwnedPoint]) -> Vec<Row<'_>> {
    let row = |point: &'_ OwnedPoint| -> f64 { (point.at - START.0) as f64 / 1000.0 };
    points
        .iter()
        .map(|it| {
            (
                row(it),
                it.kind.as_str(),
                it.value,
                it.unit.as_str(),
                it.metadata.as_deref(),
            )
        })
        .collect()
}

#[track_caller]
fn check(
    format: Format,
    device: &str,
    (name, text): (&str, &str),
    expected: &[Row<'_>],
) -> ReadReport {
    let (report, points) = read(name, text.as_bytes());
    assert_eq!(report.errors, [""; 0], "{text}");
    assert_eq!(report.format, format, "{text}");
    assert!(points.iter().all(|it| it.device == device), "{points:?}");
    assert_eq!(rows(&points), expected, "{text}");
    report
}

/// Name, sport, start in seconds after `START`, duration, distance, energy, device.
type Session<'a> = (
    &'a str,
    Option<&'a str>,
    f64,
    f64,
    Option<f64>,
    Option<f64>,
    Option<&'a str>,
);

fn sessions(report: &ReadReport) -> Vec<Session<'_>> {
    let session = |it: &'_ super::super::Activity| -> f64 { (it.start - START.0) as f64 / 1000.0 };
    report
        .activities
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.sport.as_deref(),
                session(it),
                it.duration_seconds,
                it.distance_meters,
                it.energy_kcal,
                it.device.as_deref(),
            )
        })
        .collect()
}
