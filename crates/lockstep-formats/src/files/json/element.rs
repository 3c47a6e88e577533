//! One element of a document, and the output of its values.

use serde_json::{Map, Value};

use crate::files::OTHER_UNIT;
use crate::files::intake::{Intake, StopReason};
use crate::files::nights::Nights;
use crate::files::time::{ValueTime, rfc3339};
use crate::files::{Activity, Format, text, units};
use crate::point::Point;

/// An object in an array, or a document that is a single object.
pub(super) struct Element<'e> {
    /// The field that contains the array; empty if the document is the array or the object.
    pub(super) key: &'e str,
    /// The file's path in its archive, or its name.
    pub(super) path: &'e str,
    /// The file's name without folders, in lower case.
    pub(super) file: &'e str,
    /// The document's fields before the array.
    pub(super) header: &'e Map<String, Value>,
    /// The number of elements in the document's arrays, including this one.
    pub(super) siblings: u64,
    pub(super) fields: &'e Map<String, Value>,
}

impl<'e> Element<'e> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&'e str> {
        self.fields.get(name)?.as_str()
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        number(self.fields.get(name)?)
    }

    /// Returns the objects of an array field.
    pub(super) fn objects(&self, name: &str) -> impl Iterator<Item = &'e Map<String, Value>> {
        let array = self.fields.get(name).and_then(Value::as_array);
        array.into_iter().flatten().filter_map(Value::as_object)
    }
}

/// Parses a number, also from a string.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| number.is_finite()),
        Value::String(text) => text::number(text.trim()),
        _ => None,
    }
}

/// Parses a time: RFC 3339, or milliseconds since 1970.
pub(super) fn moment(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => rfc3339(text),
        Value::Number(number) => number.as_i64(),
        _ => None,
    }
}

/// The destination of an element's points.
pub(super) struct PointOutput<'o, 'i, E> {
    pub(super) nights: &'o mut Nights,
    pub(super) intake: &'o mut Intake<'i, E>,
}

impl<E> PointOutput<'_, '_, E> {
    /// Counts an element of this format and returns its number.
    pub(super) fn element(&mut self, format: Format) -> u64 {
        self.intake.is(format);
        self.intake.record()
    }

    /// Returns the element's time if it is present and possible; otherwise records an error.
    pub(super) fn time<T: Into<ValueTime> + Copy>(
        &mut self,
        number: u64,
        what: &str,
        time: Option<T>,
    ) -> Option<T> {
        let Some(time) = time else {
            self.intake.report_error(format_args!(
                "element {number}: {what}: is missing or not a time"
            ));
            return None;
        };
        self.intake
            .is_possible("element", number, time)
            .then_some(time)
    }

    /// Outputs an optional value in a unit of the export.
    pub(super) fn measure(
        &mut self,
        time: impl Into<ValueTime>,
        device: &str,
        kind: &str,
        value: Option<f64>,
        unit: &str,
    ) -> Result<(), StopReason<E>> {
        let Some(value) = value else {
            return Ok(());
        };
        match units::convert(kind, value, unit) {
            Some((value, unit)) => self.intake.point(time, device, kind, value, unit),
            None => {
                let what = format!("{kind} in {:?}", text::name(unit));
                self.intake.pass_over(&what, OTHER_UNIT);
                Ok(())
            }
        }
    }

    /// Outputs a point at a time, whose date becomes the point's metadata. A confidence outside 0–1 is left out.
    pub(super) fn point_at(
        &mut self,
        time: ValueTime,
        point: Point<'_>,
    ) -> Result<(), StopReason<E>> {
        let metadata = time.fields().map(|fields| format!("{{{fields}}}"));
        self.intake.hand_over(Point {
            timestamp: time.timestamp(),
            confidence: point.confidence.filter(|share| (0.0..=1.0).contains(share)),
            metadata: metadata.as_deref(),
            ..point
        })
    }

    /// Returns the time of the point of a value from `start` to `end`. Amounts of one device and type that start together and
    /// end at different times get different times; other values keep the start.
    pub(super) fn interval(
        &mut self,
        device: &str,
        kind: &str,
        (start, end): (i64, Option<i64>),
    ) -> i64 {
        match end.filter(|end| *end != start && AMOUNTS.contains(&kind)) {
            Some(end) => self.intake.intervals.time(device, kind, start, end),
            None => start,
        }
    }

    /// Outputs an activity from `start` to `end`.
    pub(super) fn activity(
        &mut self,
        title: Option<&str>,
        sport: Option<String>,
        device: Option<&str>,
        (start, end): (i64, Option<i64>),
        (distance_meters, energy_kcal): (Option<f64>, Option<f64>),
    ) {
        let title = title.map(text::name).filter(|title| !title.is_empty());
        let name = title.or_else(|| sport.clone());
        self.intake.activity(Activity {
            name: name.unwrap_or_else(|| "activity".to_owned()),
            sport,
            start,
            duration_seconds: end
                .map_or(0.0, |end| end.saturating_sub(start).max(0) as f64 / 1000.0),
            timer_seconds: None,
            records: 0,
            distance_meters,
            energy_kcal,
            device: device.map(str::to_owned),
            ..Activity::default()
        });
    }
}

/// The types whose values are amounts of an interval.
const AMOUNTS: [&str; 5] = [
    "distance",
    "energy",
    "exercise_duration",
    "steps",
    "total_energy",
];
