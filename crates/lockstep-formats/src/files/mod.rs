//! Reads recordings and exports as a stream of points in bounded memory: FIT, TCX, GPX, CSV, Apple
//! Health, Health Connect's database, the tables of WHOOP, Oura and Samsung Health, and the JSON of
//! Google Takeout, Fitbit, Garmin, Health Connect, Oura, Polar, Samsung Health, Suunto and Open mHealth.
//!
//! [`read`] recognises the format by the first bytes, unpacks gzip and zip (also a zip inside a zip),
//! and passes each point to a sink; the whole file is never in memory. A damaged file yields the points
//! before the damage and one error with its position. An unusable record (no time, a year such as 2085)
//! is reported and skipped. Valid content without a type in the catalogue is counted by kind. Reading
//! order: this file, `intake` (the destination of points and errors), one module per format. The
//! mapping tables are `presets`, `apple/table`, `health_connect/table`, `whoop`, `samsung` and the modules
//! of `json`.

mod apple;
mod csv;
mod csv_table;
mod fit;
mod gpx;
mod health_connect;
mod intake;
mod intervals;
mod json;
mod nights;
mod packed;
mod parts;
mod presets;
mod route;
mod samsung;
mod sqlite;
mod strava;
mod tcx;
mod text;
mod time;
mod titles;
mod units;
mod whoop;
mod xml;
mod xml_scanner;

use std::fmt;
use std::io::{self, BufRead, Read};

use crate::point::Point;
use intake::{Intake, StopReason};
pub use route::Climb;

/// The reader's context in addition to the file.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The time in milliseconds since 1970: a record more than 24 hours after it is refused.
    pub now: i64,
    /// The participant whose rows are read from a table of several people.
    pub participant: Option<&'a str>,
    /// The file's name: some JSON exports state their content only there.
    pub name: Option<&'a str>,
}

impl Options<'_> {
    /// The defaults: no participant and no name.
    #[must_use]
    pub fn at(now: i64) -> Self {
        Self {
            now,
            participant: None,
            name: None,
        }
    }
}

/// The supported formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Garmin's Flexible and Interoperable Data Transfer.
    Fit,
    /// Training Center XML.
    Tcx,
    /// GPS Exchange Format.
    Gpx,
    /// Tables: the long form and the presets.
    Csv,
    /// The `export.xml` of Apple Health.
    AppleHealth,
    /// Google Fit in Google Takeout.
    GoogleFit,
    /// Fitbit's own archive, or Fitbit in Google Takeout.
    Fitbit,
    /// The JSON files of Garmin Connect's archive.
    Garmin,
    /// The export of Android's Health Connect, or its records as JSON.
    HealthConnect,
    /// Data points of Open mHealth and IEEE 1752.1.
    OpenMHealth,
    /// The tables of WHOOP's export.
    Whoop,
    /// Oura's documents and table.
    Oura,
    /// The archive of Polar Flow, and documents of Polar AccessLink.
    Polar,
    /// The archive of Samsung Health.
    SamsungHealth,
    /// The JSON of the Suunto app.
    Suunto,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fit => "fit",
            Self::Tcx => "tcx",
            Self::Gpx => "gpx",
            Self::Csv => "csv",
            Self::AppleHealth => "apple_health",
            Self::GoogleFit => "google_fit",
            Self::Fitbit => "fitbit",
            Self::Garmin => "garmin",
            Self::HealthConnect => "health_connect",
            Self::OpenMHealth => "open_mhealth",
            Self::Whoop => "whoop",
            Self::Oura => "oura",
            Self::Polar => "polar",
            Self::SamsungHealth => "samsung_health",
            Self::Suunto => "suunto",
        })
    }
}

/// An activity in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    /// The activity's name in the file, otherwise its sport, otherwise `activity`.
    pub name: String,
    /// The sport by FIT's names (`running`, `fitness_equipment`), if the file states it.
    pub sport: Option<String>,
    /// The start in milliseconds since 1970.
    pub start: i64,
    /// The duration from start to end, including pauses; as the device states it, otherwise between the
    /// first and the last record.
    pub duration_seconds: f64,
    /// The duration without pauses, if the device states it.
    pub timer_seconds: Option<f64>,
    /// The number of records (FIT), `Trackpoint`s (TCX) or `trkpt`s (GPX) of the activity; 0 if the
    /// file stores its readings separately from its activities.
    pub records: u64,
    /// The distance in metres: as the file states it, otherwise as its records count it or by their positions.
    pub distance_meters: Option<f64>,
    /// The energy in kcal, if an export states it for the whole activity.
    pub energy_kcal: Option<f64>,
    /// The climb in metres: as the device states it, otherwise the sum of rises of the recorded altitude.
    pub climb_meters: Option<f64>,
    /// The laps in order of time, at most `MAX_LAPS`.
    pub laps: Vec<Lap>,
    /// The device of the activity's points, if the file names one.
    pub device: Option<String>,
    /// The path of the file in its archive; empty for a file that is not in an archive.
    pub member: String,
}

/// A lap of an activity: as the device states it, or a segment of a GPX track. Totals that the device does not state are
/// those of the lap's records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lap {
    /// The start in milliseconds since 1970.
    pub start: i64,
    /// The duration in seconds, including pauses.
    pub duration_seconds: f64,
    /// The duration without pauses, if the device states it or its records show pauses.
    pub timer_seconds: Option<f64>,
    /// The distance in metres.
    pub distance_meters: Option<f64>,
    /// The energy in kcal.
    pub energy_kcal: Option<f64>,
}

/// The facts that a file states about its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileOwner {
    /// The date of birth, `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    /// Whether the sex is female; `None` if it is neither female nor male, or not stated.
    pub is_female: Option<bool>,
}

/// Valid content that was not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedContent {
    /// The name in the file: a type, or the files of a folder.
    pub what: String,
    /// The number of occurrences.
    pub count: u64,
    /// The reason for skipping it, and what to do to keep it.
    pub reason: &'static str,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadReport {
    /// The format of the file; for an archive, that of its first readable member.
    pub format: Format,
    /// The activities in the file's order.
    pub activities: Vec<Activity>,
    /// The number of FIT records, track points or rows, usable or not.
    pub records: u64,
    /// The times of the earliest and latest usable record, in milliseconds since 1970.
    pub span: Option<(i64, i64)>,
    /// The number of points passed to the sink.
    pub points: u64,
    /// The error texts, at most [`MAX_ERRORS`].
    pub errors: Vec<String>,
    /// The number of further errors.
    pub further_errors: u64,
    /// The valid content that was skipped, one entry for each kind, at most [`MAX_SKIPPED`] and one for
    /// all others.
    pub skipped: Vec<SkippedContent>,
    /// The file's statements about its owner.
    pub person: FileOwner,
}

/// The maximum number of listed errors of a file; further errors are counted.
pub const MAX_ERRORS: usize = 1000;
/// The maximum number of laps of an activity.
pub(crate) const MAX_LAPS: usize = 1000;
/// The maximum number of listed kinds of skipped content.
pub const MAX_SKIPPED: usize = 200;

/// The reason why a file cannot be read at all, or not further. Damage is not a `ReadFault`: it is
/// listed in the errors of the [`ReadReport`].
#[derive(Debug, thiserror::Error)]
pub enum ReadFault<E> {
    /// The file has none of the supported formats.
    #[error(
        "the file is neither FIT, TCX, GPX, Apple Health, CSV with known columns, JSON of a known \
         export nor a database of Health Connect{}: export the activity as FIT, TCX or GPX",
        detail(.seen)
    )]
    Unrecognised {
        /// The apparent content, if that helps the user.
        seen: Option<String>,
    },
    /// The table has several people, and the options name none.
    #[error(
        "the file contains several people: name one, for example {}; the API reads it from the part `participant` \
         of the form, the command line from --participant",
        .some.join(", ")
    )]
    ParticipantNeeded {
        /// The first few participants.
        some: Vec<String>,
    },
    /// The table does not contain the requested participant.
    #[error(
        "the file has no participant {asked:?}: name one that it has, for example {}",
        .some.join(", ")
    )]
    NoSuchParticipant {
        /// The requested participant.
        asked: String,
        /// The first few participants in the table.
        some: Vec<String>,
    },
    /// The file inflates to more than [`MAX_INFLATED`] bytes, or by more than the factor [`MAX_RATIO`].
    #[error(
        "the file inflates to more than {MAX_INFLATED} bytes, or {MAX_RATIO} times its size: unpack it and import \
         its parts"
    )]
    Inflates,
    /// The file could not be read.
    #[error(
        "the file could not be read to its end: check the disk or the connection and import it again"
    )]
    Io(#[source] io::Error),
    /// The sink refused further points.
    #[error("a point was refused by its receiver")]
    Sink(E),
}

fn detail(seen: &Option<String>) -> String {
    seen.as_ref()
        .map(|seen| format!(" ({seen})"))
        .unwrap_or_default()
}

/// The maximum bytes that a packed file may inflate to.
pub const MAX_INFLATED: u64 = 4 << 30;
/// The maximum overall ratio of inflated to packed bytes.
pub const MAX_RATIO: u64 = 200;

/// Reads a recording of any supported format and passes each point to `sink` in the file's order.
///
/// Of several points with the same millisecond, type and device, the last counts, as in the store.
/// Points before 1970 or more than 24 hours after `options.now` are reported instead of passed on.
///
/// # Errors
/// See [`ReadFault`]. Points passed on before the error remain valid.
pub fn read<E>(
    reader: &mut dyn BufRead,
    options: &Options<'_>,
    sink: &mut dyn FnMut(Point<'_>) -> Result<(), E>,
) -> Result<ReadReport, ReadFault<E>> {
    let mut intake = Intake::new(options, sink);
    let outcome = packed::read(reader, &mut intake);
    intake.finish(outcome)
}

/// Reads one uncompressed file.
fn read_plain<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let head = peek(reader)?;
    let mut reader = head.as_slice().chain(reader);
    match sniff(&head) {
        ContentKind::Fit => {
            intake.is(Format::Fit);
            fit::read(&mut reader, intake)
        }
        ContentKind::Database => health_connect::read(&mut reader, intake),
        ContentKind::Xml => xml::read(&mut reader, intake),
        ContentKind::Json => json::read(&mut reader, intake),
        ContentKind::Text => csv::read(&mut reader, intake),
        ContentKind::Other => Err(StopReason::Fault(ReadFault::Unrecognised { seen: None })),
    }
}

/// Returns the first bytes, even if the reader delivers them in small pieces. An error after them is
/// left for later reads, because the bytes before it are valid.
fn peek(reader: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let outcome = reader.take(HEAD).read_to_end(&mut head);
    if head.is_empty() {
        outcome?;
    }
    Ok(head)
}

enum ContentKind {
    Fit,
    Database,
    Xml,
    Json,
    Text,
    Other,
}

/// Recognises the format by the first bytes. A FIT header has `.FIT` at its ninth byte.
fn sniff(head: &[u8]) -> ContentKind {
    if head.get(8..12) == Some(b".FIT") {
        return ContentKind::Fit;
    }
    if head.starts_with(sqlite::MAGIC) {
        return ContentKind::Database;
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'<') => ContentKind::Xml,
        Some(b'{' | b'[') => ContentKind::Json,
        Some(byte) if *byte >= b' ' && !head.contains(&0) => ContentKind::Text,
        _ => ContentKind::Other,
    }
}

const HEAD: u64 = 512;
/// Reasons for skipping content, with what to do to keep it.
const NO_TYPE: &str =
    "have no type in the catalogue: to keep them, upload them as points of a type of your own";
const OTHER_UNIT: &str =
    "have a unit that cannot be converted to that of their type: upload them in another unit";
const TOO_MANY_KINDS: &str = "are of too many kinds to list: import parts of the file to see them";

#[cfg(test)]
mod tests;
