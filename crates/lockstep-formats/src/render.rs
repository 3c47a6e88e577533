//! Renders points as JSON directly into the bytes of the answer.

use std::io::Write;

use crate::point::Point;
use crate::point_id::PointId;
use crate::timestamp::Rfc3339;

/// Writes the elements of `data`: each point as `{"id", "timestamp", "type", "value", "unit", "device",
/// "confidence"?, "metadata"?}`.
///
/// The constant text around type, unit and device is built once and copied.
#[derive(Debug, Default)]
pub struct PointWriter {
    bytes: Vec<u8>,
    times: Times,
    kind: CachedString,
    unit: CachedString,
    device: CachedString,
}

/// Writes times and caches the date of the last one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    day: Option<i64>,
    /// `YYYY-MM-DD` of `day`.
    date: Vec<u8>,
}

/// Caches the last string and its JSON.
#[derive(Clone, Debug, Default)]
pub(crate) struct CachedString {
    text: String,
    json: Vec<u8>,
}

impl PointWriter {
    /// Creates a writer that appends to `bytes`.
    #[must_use]
    pub fn after(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// Writes a point, preceded by a comma if `first` is false.
    pub fn write(&mut self, first: bool, id: PointId, point: &Point<'_>) {
        if !first {
            self.bytes.push(b',');
        }
        self.bytes.extend(b"{\"id\":\"");
        id.write(&mut self.bytes);
        self.bytes.extend(b"\",\"timestamp\":\"");
        self.times.write(&mut self.bytes, point.timestamp);
        self.bytes.extend(b"\",\"type\":");
        self.bytes.extend(self.kind.json(point.kind));
        self.bytes.extend(b",\"value\":");
        number(&mut self.bytes, point.value);
        self.bytes.extend(b",\"unit\":");
        self.bytes.extend(self.unit.json(point.unit));
        self.bytes.extend(b",\"device\":");
        self.bytes.extend(self.device.json(point.device));
        if let Some(confidence) = point.confidence {
            self.bytes.extend(b",\"confidence\":");
            number(&mut self.bytes, confidence);
        }
        if let Some(metadata) = point.metadata {
            self.bytes.extend(b",\"metadata\":");
            self.bytes.extend(metadata.as_bytes());
        }
        self.bytes.push(b'}');
    }

    /// Appends a single point to `bytes`.
    pub fn write_into(&mut self, bytes: &mut Vec<u8>, id: PointId, point: &Point<'_>) {
        std::mem::swap(&mut self.bytes, bytes);
        self.write(true, id, point);
        std::mem::swap(&mut self.bytes, bytes);
    }

    /// Returns the number of bytes written.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Removes the bytes after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Returns the bytes written.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl Times {
    /// RFC 3339 in UTC with milliseconds and `Z`, from milliseconds since 1970.
    pub(crate) fn write(&mut self, bytes: &mut Vec<u8>, at: i64) {
        let (day, in_day) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000));
        if self.day != Some(day) {
            let midnight = Rfc3339(day * 86_400_000).to_string();
            let date = midnight.split('T').next().unwrap_or_default();
            self.date.clear();
            self.date.extend(date.as_bytes());
            self.day = Some(day);
        }
        bytes.extend(&self.date);
        let digit = |number: i64| b'0' + (number % 10) as u8;
        let second = in_day / 1000;
        let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
        bytes.extend([
            b'T',
            digit(hours / 10),
            digit(hours),
            b':',
            digit(minutes / 10),
            digit(minutes),
            b':',
            digit(seconds / 10),
            digit(seconds),
            b'.',
            digit(in_day / 100),
            digit(in_day / 10),
            digit(in_day),
            b'Z',
        ]);
    }
}

impl CachedString {
    /// Returns the cached string.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the JSON of the string.
    #[inline]
    pub(crate) fn json(&mut self, text: &str) -> &[u8] {
        if self.json.is_empty() || self.text != text {
            text.clone_into(&mut self.text);
            self.json.clear();
            serde_json::to_writer(&mut self.json, text)
                .expect("a string has a JSON form and memory takes it");
        }
        &self.json
    }
}

/// Writes the shortest decimal number that parses to this double; whole numbers without a point.
pub(crate) fn number(bytes: &mut Vec<u8>, value: f64) {
    let whole = value as i64;
    if value.abs() < 1e15 && (whole as f64).to_bits() == value.to_bits() {
        if (0..1000).contains(&whole) {
            let digit = |number: i64| b'0' + (number % 10) as u8;
            if whole >= 100 {
                bytes.push(digit(whole / 100));
            }
            if whole >= 10 {
                bytes.push(digit(whole / 10));
            }
            bytes.push(digit(whole));
        } else {
            write!(bytes, "{whole}").expect("memory takes it");
        }
    } else {
        serde_json::to_writer(bytes, &value).expect("a double has a JSON form and memory takes it");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::Timestamp;
    use proptest::prelude::*;

    #[test]
    fn a_point_is_rendered_as_json() {
        let mut writer = PointWriter::after(b"[".to_vec());
        let point = Point {
            timestamp: 1_795_216_346_007,
            kind: "heart_rate",
            value: 142.0,
            unit: "bpm",
            device: "Polar \"H10\"",
            confidence: None,
            metadata: None,
        };
        let id = PointId {
            series: 1,
            timestamp: point.timestamp,
        };
        writer.write(true, id, &point);
        let richer = Point {
            value: 36.6,
            confidence: Some(0.25),
            metadata: Some("{\"lap\":3}"),
            device: "b",
            ..point
        };
        writer.write(false, id, &richer);
        let expected = format!(
            concat!(
                r#"[{{"id":"{id}","timestamp":"2026-11-20T23:12:26.007Z","type":"heart_rate","value":142,"unit":"bpm","device":"Polar \"H10\""}},"#,
                r#"{{"id":"{id}","timestamp":"2026-11-20T23:12:26.007Z","type":"heart_rate","value":36.6,"unit":"bpm","device":"b","confidence":0.25,"metadata":{{"lap":3}}}}"#
            ),
            id = id
        );
        assert_eq!(String::from_utf8(writer.into_bytes()).unwrap(), expected);
    }

    #[test]
    fn numbers_are_rendered_in_shortest_form() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0.0"),
            (7.0, "7"),
            (42.0, "42"),
            (999.0, "999"),
            (1000.0, "1000"),
            (-3.0, "-3"),
            (0.1, "0.1"),
            (1e300, "1e+300"),
            (999_999_999_999_999.0, "999999999999999"),
        ] {
            let mut bytes = Vec::new();
            number(&mut bytes, value);
            assert_eq!(String::from_utf8(bytes).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn times_are_as_the_store_writes_them(at in 0_i64..253_402_300_800_000) {
            let mut bytes = Vec::new();
            Times::default().write(&mut bytes, at);
            prop_assert_eq!(String::from_utf8(bytes).unwrap(), Timestamp(at).to_string());
        }

        #[test]
        fn numbers_read_back(value in any::<f64>().prop_filter("finite", |value| value.is_finite())) {
            let mut bytes = Vec::new();
            number(&mut bytes, value);
            let read: f64 = String::from_utf8(bytes).unwrap().parse().unwrap();
            prop_assert_eq!(read.to_bits(), value.to_bits());
        }
    }
}
