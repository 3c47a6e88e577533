//! Compares every real recording of the shared test data with reference values from independent
//! tools. Its `expected.json` contains the definitions.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]
mod activities;
mod coverage;
mod fitbit;
mod participants;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use lockstep_formats::catalogue;
use lockstep_formats::files::{self, Options, ReadFault, ReadReport};
use lockstep_store::Timestamp;
use serde_json::Value;

/// The series of a file: type → time → canonical value. Of several values with one time the last
/// counts, as in the store.
type Series = BTreeMap<String, BTreeMap<i64, f64>>;

fn expected(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

struct Read {
    report: ReadReport,
    /// The series by type.
    series: Series,
    /// All values in the order of the file, by type.
    as_read: BTreeMap<String, Vec<f64>>,
}

fn read(path: &Path, participant: Option<&str>) -> Result<Read, ReadFault<Infallible>> {
    let mut reader = BufReader::new(File::open(path).unwrap());
    let mut options = Options::at(1_795_216_346_000);
    options.participant = participant;
    let mut series = Series::new();
    let mut as_read = BTreeMap::<String, Vec<f64>>::new();
    let mut devices = Vec::new();
    let report = files::read(&mut reader, &options, &mut |point| {
        let value = catalogue::canonical(point.kind, point.unit, point.value);
        let value = value.expect("files are read as known types in units that convert");
        let kind = point.kind.to_owned();
        as_read.entry(kind.clone()).or_default().push(value);
        series
            .entry(kind)
            .or_default()
            .insert(point.timestamp, value);
        if devices.last().is_none_or(|last| last != point.device) {
            devices.push(point.device.to_owned());
        }
        Ok(())
    })?;
    println!("devices: {devices:?}");
    let points: usize = as_read.values().map(Vec::len).sum();
    assert_eq!(report.points, points as u64);
    Ok(Read {
        report,
        series,
        as_read,
    })
}

/// Returns the plausible values of a series.
fn plausible(series: &Series, kind: &str) -> Vec<(i64, f64)> {
    let entry = catalogue::kind(kind).unwrap();
    let all = series.get(kind).into_iter().flatten();
    all.map(|(at, value)| (*at, *value))
        .filter(|(_, value)| entry.is_plausible(*value))
        .collect()
}

#[track_caller]
fn close(found: f64, expected: &Value, what: &str) {
    let expected = expected
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {expected}"));
    let allowed = 1e-4 * expected.abs() + 1e-9;
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: {found}, not {expected}"
    );
}

#[track_caller]
fn close_or_null(found: Option<f64>, expected: &Value, what: &str) {
    match found {
        Some(found) => close(found, expected, what),
        None => assert!(expected.is_null(), "{what}: no value, not {expected}"),
    }
}

/// Formats a time as the reference does.
fn written(at: i64) -> String {
    let text = Timestamp(at).to_string();
    match text.strip_suffix(".000Z") {
        Some(whole) => format!("{whole}Z"),
        None => text.replace('Z', "000Z"),
    }
}

fn date(text: &Value) -> i64 {
    let date: jiff::civil::Date = text.as_str().unwrap().parse().unwrap();
    date.to_zoned(jiff::tz::TimeZone::UTC)
        .unwrap()
        .timestamp()
        .as_millisecond()
}

const DAY: i64 = 86_400_000;
