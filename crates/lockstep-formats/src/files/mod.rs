//! Recordings and exports: FIT, TCX, GPX, CSV, Apple Health, and the JSON of Google Takeout, Fitbit,
//! Garmin, Health Connect and Open mHealth, read as a stream of points in bounded memory.
//!
//! [`read`] looks at the first bytes to tell what it has, unpacks gzip and zip (also a zip inside a
//! zip), and hands every point to a sink as it meets it; nothing holds the whole file. A damaged
//! file gives the points before the damage and one error that says where it is; a record that
//! cannot be used (no time, a year such as 2085) is named and passed over; what is well-formed but
//! has no place here is counted, once a kind. Reading order: this file, `intake` (where points and
//! faults go), one module a format; the tables of what becomes what are `presets`, `apple/table`
//! and the modules of `json`.

mod apple;
mod csv;
mod fit;
mod gpx;
mod intake;
mod json;
mod nights;
mod packed;
mod presets;
mod strava;
mod tcx;
mod time;
mod units;
mod xml;

use std::fmt;
use std::io::{self, BufRead, Read};

use jiff::tz::TimeZone;

use crate::point::Point;
use intake::{Intake, Stop};

/// What the reader may know besides the file.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The time in milliseconds since 1970: a record more than 24 hours after it is refused.
    pub now: i64,
    /// The profile's time zone: a bare date means its midnight there.
    pub time_zone: TimeZone,
    /// Whose rows to take from a table of several people.
    pub participant: Option<&'a str>,
    /// The file's name: some JSON exports say there only what they hold.
    pub name: Option<&'a str>,
}

impl Options<'_> {
    /// UTC and nobody in particular.
    #[must_use]
    pub fn at(now: i64) -> Self {
        Self {
            now,
            time_zone: TimeZone::UTC,
            participant: None,
            name: None,
        }
    }
}

/// The formats that can be read.
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
    /// Apple Health's `export.xml`.
    AppleHealth,
    /// Google Fit, out of Google Takeout.
    GoogleFit,
    /// Fitbit, by its own archive or out of Google Takeout.
    Fitbit,
    /// Garmin Connect's JSON, out of its archive.
    Garmin,
    /// Records of Android's Health Connect as JSON.
    HealthConnect,
    /// Data points of Open mHealth and IEEE 1752.1.
    OpenMHealth,
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
        })
    }
}

/// One activity of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    /// The name the file gives it, else its sport, else `activity`.
    pub name: String,
    /// In FIT's words (`running`, `fitness_equipment`), where the file says.
    pub sport: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub start: i64,
    /// From its start to its end, pauses included; as the device says, else between the first
    /// and the last record.
    pub duration_seconds: f64,
    /// The same without pauses, where the device says.
    pub timer_seconds: Option<f64>,
    /// How many records (FIT), `Trackpoint`s (TCX) or `trkpt`s (GPX) belong to it; 0 where a
    /// file keeps its readings apart from its activities.
    pub records: u64,
    /// m, where an export says it of the activity as a whole.
    pub distance_meters: Option<f64>,
    /// kcal, likewise.
    pub energy_kcal: Option<f64>,
}

/// What was well-formed and has no place here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// What the file calls it: a type, or the files of a folder.
    pub what: String,
    /// How many there were.
    pub count: u64,
    /// Why it is passed over.
    pub reason: &'static str,
}

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the file is; of an archive, what its first readable member is.
    pub format: Format,
    /// The activities, in the file's order.
    pub activities: Vec<Activity>,
    /// FIT records, track points or rows met, usable or not.
    pub records: u64,
    /// The times of the earliest and the latest usable record, in milliseconds since 1970.
    pub span: Option<(i64, i64)>,
    /// Points handed to the sink.
    pub points: u64,
    /// A text for each fault, at most [`MAX_ERRORS`].
    pub errors: Vec<String>,
    /// How many faults there were besides.
    pub further_errors: u64,
    /// What was passed over though nothing is wrong with it, a line for each kind, at most
    /// [`MAX_SKIPPED`] and one for all others.
    pub skipped: Vec<Skipped>,
}

/// How many faults of a file are named; the others are counted.
pub const MAX_ERRORS: usize = 1000;
/// How many kinds of things passed over are told apart.
pub const MAX_SKIPPED: usize = 200;

/// Why nothing of a file, or nothing further, can be read. Damage is none of these: it stands
/// among the errors of the [`Report`].
#[derive(Debug, thiserror::Error)]
pub enum ReadFault<E> {
    /// None of the formats.
    #[error(
        "the file is neither FIT, TCX, GPX, Apple Health, CSV with known columns nor JSON of a \
         known export{}", detail(.seen)
    )]
    Unrecognised {
        /// What it looks like, where that helps.
        seen: Option<String>,
    },
    /// A table of several people, and none was named.
    #[error(
        "the file holds several people: name one as `participant`, for example {}",
        .some.join(", ")
    )]
    ParticipantNeeded {
        /// The first few of them.
        some: Vec<String>,
    },
    /// A table without the person asked for.
    #[error("the file holds nobody called {asked:?}; it holds for example {}", .some.join(", "))]
    NoSuchParticipant {
        /// Who was asked for.
        asked: String,
        /// The first few of those it holds.
        some: Vec<String>,
    },
    /// More than [`MAX_INFLATED`] bytes inflated, or more than [`MAX_RATIO`] from each byte.
    #[error("the file inflates to more than {MAX_INFLATED} bytes, or {MAX_RATIO} times its size")]
    Inflates,
    /// The file could not be fetched.
    #[error("the file could not be read to its end")]
    Io(#[source] io::Error),
    /// The sink would take no more.
    #[error("a point was not taken")]
    Sink(E),
}

fn detail(seen: &Option<String>) -> String {
    seen.as_ref()
        .map(|seen| format!(" ({seen})"))
        .unwrap_or_default()
}

/// The most bytes a packed file may inflate to.
pub const MAX_INFLATED: u64 = 4 << 30;
/// The most bytes a byte of a packed file may inflate to, on the whole.
pub const MAX_RATIO: u64 = 200;

/// Reads a recording, whatever its format, and hands each point to `sink` in the file's order.
///
/// A point met again at the same millisecond, of the same type and device, means the later one:
/// the store's identity of points says the same. Points before 1970 or more than 24 hours after
/// `options.now` are not handed over but named.
///
/// # Errors
/// See [`ReadFault`]. Points handed over before it stand.
pub fn read<E>(
    reader: &mut dyn BufRead,
    options: &Options<'_>,
    sink: &mut dyn FnMut(Point<'_>) -> Result<(), E>,
) -> Result<Report, ReadFault<E>> {
    let mut intake = Intake::new(options, sink);
    let outcome = packed::read(reader, &mut intake);
    intake.finish(outcome)
}

/// Reads one file that is not packed.
fn read_plain<E>(reader: &mut dyn BufRead, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
    let head = peek(reader)?;
    let mut reader = head.as_slice().chain(reader);
    match sniff(&head) {
        Sniffed::Fit => {
            intake.is(Format::Fit);
            fit::read(&mut reader, intake)
        }
        Sniffed::Xml => xml::read(&mut reader, intake),
        Sniffed::Json => json::read(&mut reader, intake),
        Sniffed::Text => csv::read(&mut reader, intake),
        Sniffed::Other => Err(Stop::Fault(ReadFault::Unrecognised { seen: None })),
    }
}

/// Takes the first bytes, however small the pieces they come in. An error behind them is left for
/// whoever reads on, because what stands before it is good.
fn peek(reader: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let outcome = reader.take(HEAD).read_to_end(&mut head);
    if head.is_empty() {
        outcome?;
    }
    Ok(head)
}

enum Sniffed {
    Fit,
    Xml,
    Json,
    Text,
    Other,
}

/// Tells the format by the first bytes. A FIT header carries `.FIT` at its ninth byte.
fn sniff(head: &[u8]) -> Sniffed {
    if head.get(8..12) == Some(b".FIT") {
        return Sniffed::Fit;
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'<') => Sniffed::Xml,
        Some(b'{' | b'[') => Sniffed::Json,
        Some(byte) if *byte >= b' ' && !head.contains(&0) => Sniffed::Text,
        _ => Sniffed::Other,
    }
}

const HEAD: u64 = 512;

#[cfg(test)]
mod tests;
