//! Exports stored points as CSV, an Arrow stream, Open mHealth data points or a FHIR R4 bundle.
//!
//! An [`Exporter`] writes [`begin`](Exporter::begin), each point, and [`end`](Exporter::end) into a
//! buffer. The caller takes the bytes between points, so memory stays bounded. Every point is exported:
//! if a standard has no code or schema for a type, the export uses a name of this project.

mod arrow;
mod codes;
mod csv;
mod fhir;
mod omh;
#[cfg(test)]
mod tests;

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arrow_ipc::STREAM_MEDIA_TYPE;
use crate::catalogue::{self, Conversion, PointType};
use crate::point::Point;
use crate::point_id::PointId;

/// A format of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The long form that the importer reads: `timestamp,type,value,unit,device,confidence,metadata`
    /// (RFC 4180), values as sent. Importing the file restores the points exactly.
    Csv,
    /// An Arrow IPC stream with the columns of the CSV form, values as sent. Uploading it restores the points
    /// exactly.
    Arrow,
    /// A JSON array of Open mHealth data points, as the Open mHealth data-storage interface returns
    /// them.
    #[serde(rename = "omh")]
    OpenMHealth,
    /// A FHIR R4 `Bundle` of type `collection` that holds an `Observation` for each point.
    Fhir,
}

/// The text names no format of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format must be csv, arrow, omh or fhir")]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.name() == name)
            .ok_or(UnknownFormat)
    }
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Csv, Self::Arrow, Self::OpenMHealth, Self::Fhir];

    /// Returns the API name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Arrow => "arrow",
            Self::OpenMHealth => "omh",
            Self::Fhir => "fhir",
        }
    }

    /// Returns the media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Arrow => STREAM_MEDIA_TYPE,
            Self::OpenMHealth => "application/json",
            Self::Fhir => "application/fhir+json",
        }
    }

    /// Returns the file name extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Arrow => "arrows",
            Self::OpenMHealth => "omh.json",
            Self::Fhir => "fhir.json",
        }
    }
}

/// Points that an export leaves out, because their key does not decrypt or their bytes are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedPoints<'a> {
    /// The id of the key; `None` for damaged points.
    pub key: Option<&'a str>,
    /// The status of the key, or `damaged`.
    pub status: &'a str,
    /// The number of points.
    pub points: u64,
}

/// Points of one series in one unit, without confidence and metadata.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainPoints<'a> {
    /// The number of the series.
    pub series: i64,
    /// The type of the points.
    pub kind: &'a str,
    /// The id or name of the device.
    pub device: &'a str,
    /// The unit as sent.
    pub unit: &'a str,
    /// The time of each point, in milliseconds since 1970.
    pub timestamps: &'a [i64],
    /// The value of each point, in `unit`.
    pub values: &'a [f64],
}

/// Writes points in a format.
pub struct Exporter {
    bytes: Vec<u8>,
    points: u64,
    /// Whether an entry precedes the points.
    noted: bool,
    writer: FormatWriter,
}

enum FormatWriter {
    Csv(csv::Writer),
    Arrow(Box<arrow::Writer>),
    OpenMHealth(omh::Writer),
    Fhir(fhir::Writer),
}

impl Exporter {
    /// Creates a writer for the points of `account`, exported at `at`, in milliseconds since 1970.
    #[must_use]
    pub fn new(format: Format, account: &str, at: i64) -> Self {
        let writer = match format {
            Format::Csv => FormatWriter::Csv(csv::Writer::default()),
            Format::Arrow => FormatWriter::Arrow(Box::new(arrow::Writer::new())),
            Format::OpenMHealth => FormatWriter::OpenMHealth(omh::Writer::new(account, at)),
            Format::Fhir => FormatWriter::Fhir(fhir::Writer::new(account, at)),
        };
        Self {
            bytes: Vec::new(),
            points: 0,
            noted: false,
            writer,
        }
    }

    /// Writes the header before the points. In a bundle it also states how many points are left out,
    /// and why; the other formats cannot express this.
    pub fn begin(&mut self, skipped: &[SkippedPoints<'_>]) {
        match &self.writer {
            FormatWriter::Csv(_) => self.bytes.extend(csv::HEADER),
            // The schema is written with the stream.
            FormatWriter::Arrow(_) => {}
            FormatWriter::OpenMHealth(_) => self.bytes.push(b'['),
            FormatWriter::Fhir(fhir) => {
                fhir.begin(&mut self.bytes);
                self.noted = fhir.skipped(&mut self.bytes, skipped);
            }
        }
    }

    /// Writes a point.
    pub fn point(&mut self, id: PointId, point: &Point<'_>) {
        let first = self.points == 0 && !self.noted;
        self.points += 1;
        match &mut self.writer {
            FormatWriter::Csv(csv) => csv.point(&mut self.bytes, point),
            FormatWriter::Arrow(arrow) => arrow.point(point),
            FormatWriter::OpenMHealth(omh) => omh.point(&mut self.bytes, first, id, point),
            FormatWriter::Fhir(fhir) => fhir.point(&mut self.bytes, first, id, point),
        }
    }

    /// Writes points, as [`Exporter::point`] writes each of them. It costs less where the format has columns.
    pub fn plain_points(&mut self, points: &PlainPoints<'_>) {
        if let FormatWriter::Arrow(arrow) = &mut self.writer {
            self.points += points.timestamps.len() as u64;
            return arrow.plain_points(points);
        }
        for (timestamp, value) in points.timestamps.iter().zip(points.values) {
            let id = PointId {
                series: points.series,
                timestamp: *timestamp,
            };
            let point = Point {
                timestamp: *timestamp,
                kind: points.kind,
                value: *value,
                unit: points.unit,
                device: points.device,
                confidence: None,
                metadata: None,
            };
            self.point(id, &point);
        }
    }

    /// Writes the footer after the points.
    pub fn end(&mut self) {
        match &mut self.writer {
            FormatWriter::Csv(_) => {}
            FormatWriter::Arrow(arrow) => arrow.end(),
            FormatWriter::OpenMHealth(_) => self.bytes.extend(b"\n]\n"),
            FormatWriter::Fhir(_) => {
                fhir::end(&mut self.bytes, self.points == 0 && !self.noted);
            }
        }
    }

    /// Returns the bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.writer {
            FormatWriter::Arrow(arrow) => arrow.take(),
            _ => std::mem::take(&mut self.bytes),
        }
    }

    /// Returns the number of points written.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.points
    }
}

/// Builds the UUID of a point, equal in every export: version 8 of RFC 9562, with the first half of the
/// SHA-256 of the account's id and the point's id.
#[derive(Clone)]
struct PointUuid {
    of_account: Sha256,
}

impl PointUuid {
    fn new(account: &str) -> Self {
        let of_account = Sha256::new().chain_update(account).chain_update([0]);
        Self { of_account }
    }

    /// Writes the UUID for `id`, the point's id as text.
    fn write(&self, bytes: &mut Vec<u8>, id: &[u8]) {
        let digest = self.of_account.clone().chain_update(id).finalize();
        for (place, byte) in digest.iter().take(16).enumerate() {
            if matches!(place, 4 | 6 | 8 | 10) {
                bytes.push(b'-');
            }
            let byte = match place {
                6 => (byte & 0x0f) | 0x80,
                8 => (byte & 0x3f) | 0x80,
                _ => *byte,
            };
            bytes.extend([byte >> 4, byte & 15].map(|digit| HEX[usize::from(digit)]));
        }
    }
}

/// Converts values to the canonical unit of their type if the catalogue has it; other values stay as
/// sent.
#[derive(Clone)]
struct Canonical {
    kind: Option<&'static PointType>,
    conversion: Option<Conversion>,
    of: (String, String),
}

impl Canonical {
    fn new() -> Self {
        Self {
            kind: None,
            conversion: None,
            of: Default::default(),
        }
    }

    /// Returns the type's row of the catalogue and the converted value, if it converts. The last
    /// conversion is cached until type or unit change.
    fn of(&mut self, point: &Point<'_>) -> Option<(&'static PointType, f64)> {
        if self.of.0 != point.kind || self.of.1 != point.unit {
            self.of = (point.kind.to_owned(), point.unit.to_owned());
            self.kind = catalogue::kind(point.kind);
            self.conversion = self.kind.and_then(|kind| kind.conversion(point.unit));
        }
        Some((self.kind?, self.conversion?.apply(point.value)?))
    }
}

/// Writes a JSON string.
fn text(bytes: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(bytes, text).expect("a string has a JSON form and memory takes it");
}

const HEX: &[u8; 16] = b"0123456789abcdef";
