//! Finds points that two devices of an account both sent: copies, as two bridges of one watch make them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

/// Points that two devices both have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CopiedPoints {
    /// The names of the two devices.
    pub(crate) devices: Vec<String>,
    /// The points of the first device whose value the second has at the same time, or shifted by `shift_seconds`.
    pub(crate) equal: u64,
    /// The points of the first device for which the second has a point at that time.
    pub(crate) compared: u64,
    /// The seconds by which the times of the second device are later; 0 for equal times.
    pub(crate) shift_seconds: i64,
}

/// The values of a device by their time in milliseconds. A value is its bits: a copy is equal in each of them.
type Values = BTreeMap<i64, u64>;

/// Finds the pairs of devices with copied points in a page of points of one type. Devices that measure the same agree in
/// some points by chance; copies agree in nearly all.
pub(super) fn find(page: &Json) -> Vec<CopiedPoints> {
    let mut by_device: BTreeMap<&str, Values> = BTreeMap::new();
    for point in page["data"].as_array().into_iter().flatten() {
        let time = point["timestamp"].as_str();
        let time = time.and_then(|time| time.parse::<jiff::Timestamp>().ok());
        let (Some(device), Some(time), Some(value)) =
            (point["device"].as_str(), time, point["value"].as_f64())
        else {
            continue;
        };
        let values = by_device.entry(device).or_default();
        values.insert(time.as_millisecond(), value.to_bits());
    }
    let devices: Vec<(&str, Values)> = by_device.into_iter().take(MAX_DEVICES).collect();
    let mut found = Vec::new();
    for (nth, (name, values)) in devices.iter().enumerate() {
        for (other, others) in &devices[nth + 1..] {
            let copies = shifts().find_map(|shift| compare(values, others, shift));
            found.extend(copies.map(|agreement| CopiedPoints {
                devices: vec![(*name).to_owned(), (*other).to_owned()],
                equal: agreement.equal,
                compared: agreement.compared,
                shift_seconds: agreement.shift / 1000,
            }));
        }
    }
    found
}

/// Returns no shift, then the whole quarter hours up to [`MAX_SHIFT`]: offsets of time zones.
fn shifts() -> impl Iterator<Item = i64> {
    let quarters = 1..=MAX_SHIFT / QUARTER;
    std::iter::once(0).chain(quarters.flat_map(|nth| [nth * QUARTER, -nth * QUARTER]))
}

/// The agreement of the points of two devices.
struct Agreement {
    /// The number of equal points.
    equal: u64,
    /// The number of points that both devices have.
    compared: u64,
    /// The shift of the second device's times, in milliseconds.
    shift: i64,
}

/// Compares the points of two devices; returns `None` if they are not copies.
fn compare(values: &Values, others: &Values, shift: i64) -> Option<Agreement> {
    let (mut equal, mut compared) = (0_u64, 0_u64);
    let mut distinct = BTreeSet::new();
    for (time, value) in values {
        let Some(other) = others.get(&(time + shift)) else {
            continue;
        };
        compared += 1;
        if other == value {
            equal += 1;
            distinct.insert(*value);
        }
    }
    let is_agreed = equal * 10 >= compared * 9;
    let is_enough = match shift {
        0 => equal >= MIN_EQUAL,
        // A few values repeat at many shifts.
        _ => {
            let fewer = values.len().min(others.len()) as u64;
            equal >= MIN_SHIFTED && distinct.len() >= MIN_DISTINCT && compared * 2 >= fewer
        }
    };
    (is_agreed && is_enough).then_some(Agreement {
        equal,
        compared,
        shift,
    })
}

/// The maximum number of devices of a type that are compared with each other.
const MAX_DEVICES: usize = 8;
/// A quarter of an hour in milliseconds.
const QUARTER: i64 = 900_000;
/// The largest shift: 14 hours.
const MAX_SHIFT: i64 = 56 * QUARTER;
/// The fewest equal points at equal times that are reported.
const MIN_EQUAL: u64 = 3;
/// The fewest equal points at shifted times that are reported.
const MIN_SHIFTED: u64 = 20;
/// The fewest different values among them.
const MIN_DISTINCT: usize = 5;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Equal points, compared points, and the shift in seconds.
    type Expected = (u64, u64, i64);
    /// The points of a device: its name, the first minute, and a value for each minute.
    type Series<'a> = (&'a str, i64, &'a [f64]);

    fn page(series: &[Series<'_>]) -> Json {
        let mut points = Vec::new();
        for (device, first, values) in series {
            for (minute, value) in (*first..).zip(*values) {
                let time = jiff::Timestamp::from_second(1_780_000_000 + minute * 60).unwrap();
                let time = time.to_string();
                points.push(json!({ "timestamp": time, "device": device, "value": value }));
            }
        }
        json!({ "data": points })
    }

    fn found(series: &[Series<'_>]) -> Vec<Expected> {
        let copies = find(&page(series)).into_iter();
        copies
            .map(|it| (it.equal, it.compared, it.shift_seconds))
            .collect()
    }

    #[test]
    fn copies_are_told_from_measurements_of_the_same() {
        let rising: Vec<f64> = (0..40).map(f64::from).collect();
        let other: Vec<f64> = (0..40).map(|nth| f64::from(nth + nth % 2)).collect();
        let nearly: Vec<f64> = (0..40).map(|nth| f64::from(nth + nth / 37)).collect();
        let (rising, other, nearly) = (&rising[..], &other[..], &nearly[..]);
        let flat = &[60.0; 40][..];
        let none: &[Expected] = &[];
        let rows: &[(&[Series<'_>], &[Expected])] = &[
            (&[("a", 0, rising)], none),
            (&[("a", 0, rising), ("b", 0, rising)], &[(40, 40, 0)]),
            (&[("a", 0, rising), ("b", 0, nearly)], &[(37, 40, 0)]),
            (&[("a", 0, rising), ("b", 0, other)], none),
            (&[("a", 0, rising), ("b", 120, rising)], &[(40, 40, 7200)]),
            (&[("a", 60, rising), ("b", 0, rising)], &[(40, 40, -3600)]),
            // Equal values at every shift do not prove a copy, and two points are too few to prove one.
            (&[("a", 0, flat), ("b", 120, flat)], none),
            (&[("a", 0, &rising[..2]), ("b", 0, &rising[..2])], none),
            (
                &[("a", 0, rising), ("b", 0, rising), ("c", 0, other)],
                &[(40, 40, 0)],
            ),
        ];
        for (series, expected) in rows {
            assert_eq!(found(series), *expected, "{series:?}");
        }
        let named = find(&page(&[("b", 0, rising), ("a", 0, rising)]));
        assert_eq!(named[0].devices, ["a", "b"]);
        assert!(find(&json!({ "data": [{ "device": "a" }] })).is_empty());
    }
}
