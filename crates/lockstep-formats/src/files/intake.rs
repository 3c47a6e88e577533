//! Receives the results of the readers: points go to the sink, errors to the report.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;

use super::intervals::Intervals;
use super::time::ValueTime;
use super::titles::Titles;
use super::{
    Activity, FileOwner, Format, MAX_ERRORS, MAX_SKIPPED, Options, ReadFault, ReadReport,
    SkippedContent, TOO_MANY_KINDS, text,
};
use crate::metadata::MAX_METADATA_BYTES;
use crate::point::{self, MAX_DEVICE_CHARS, MAX_UNIT_CHARS, Point};
use crate::timestamp::Rfc3339;

/// The sink and the growing report.
pub(super) struct Intake<'a, E> {
    pub(super) options: &'a Options<'a>,
    sink: &'a mut dyn FnMut(Point<'_>) -> Result<(), E>,
    latest: i64,
    format: Option<Format>,
    /// Each activity with its archive member.
    activities: Vec<(Activity, String)>,
    /// The file's statements about its owner; the first counts.
    pub(super) person: FileOwner,
    /// The titles of activities from an archive's table.
    pub(super) titles: Titles,
    /// The intervals that were read last, to keep those with one start apart.
    pub(super) intervals: Intervals,
    records: u64,
    span: Option<(i64, i64)>,
    points: u64,
    errors: Vec<String>,
    further_errors: u64,
    skipped: BTreeMap<String, (u64, &'static str)>,
    /// Shortened device names that have already been reported.
    shortened: BTreeSet<String>,
    /// The archive members being read, outermost first.
    members: Vec<String>,
    /// The prefix of every error text: the current archive member.
    place: String,
}

/// The reason why a reader stops before the end of its file.
#[derive(Debug)]
pub(super) enum StopReason<E> {
    /// The file is damaged here; the data before it is valid.
    Damage(String),
    /// The reader cannot read any further.
    Fault(ReadFault<E>),
}

impl<E> From<io::Error> for StopReason<E> {
    fn from(error: io::Error) -> Self {
        if matches!(error.get_ref(), Some(inner) if inner.is::<InflationLimit>()) {
            return Self::Fault(ReadFault::Inflates);
        }
        match error.kind() {
            // The inflater's error kinds for invalid compressed data.
            io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::UnexpectedEof => Self::Damage(format!("damaged: {error}")),
            _ => Self::Fault(ReadFault::Io(error)),
        }
    }
}

/// The marker for too much inflated data, passed inside an [`io::Error`] through readers of other
/// crates.
#[derive(Debug)]
pub(super) struct InflationLimit;

impl fmt::Display for InflationLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file inflates to too many bytes")
    }
}

impl std::error::Error for InflationLimit {}

impl<'a, E> Intake<'a, E> {
    pub(super) fn new(
        options: &'a Options<'a>,
        sink: &'a mut dyn FnMut(Point<'_>) -> Result<(), E>,
    ) -> Self {
        Self {
            options,
            sink,
            latest: point::latest(options.now),
            format: None,
            activities: Vec::new(),
            titles: Titles::default(),
            person: FileOwner::default(),
            intervals: Intervals::default(),
            records: 0,
            span: None,
            points: 0,
            errors: Vec::new(),
            further_errors: 0,
            skipped: BTreeMap::new(),
            shortened: BTreeSet::new(),
            members: Vec::new(),
            place: String::new(),
        }
    }

    /// Sets the format of the file; the first call counts.
    pub(super) fn is(&mut self, format: Format) {
        self.format.get_or_insert(format);
    }

    /// Returns whether a format has been recognised.
    pub(super) fn is_known(&self) -> bool {
        self.format.is_some()
    }

    /// Attributes further errors to this archive member; returns the level to pass to
    /// [`leave`](Self::leave).
    pub(super) fn enter(&mut self, member: &str) -> usize {
        let level = self.members.len();
        self.members.push(text::printable(member, MAX_PATH_CHARS));
        self.set_place();
        level
    }

    /// Returns to the archive level `level`, however reading of the member ended.
    pub(super) fn leave(&mut self, level: usize) {
        self.members.truncate(level);
        self.set_place();
    }

    fn set_place(&mut self) {
        self.place = match self.members.as_slice() {
            [] => String::new(),
            members => format!("{:?}: ", members.join("/")),
        };
    }

    /// Returns the path of the current archive member, or the name of the file itself.
    pub(super) fn path(&self) -> &str {
        let member = self.members.last().map(String::as_str);
        member.or(self.options.name).unwrap_or_default()
    }

    /// Counts valid content that the catalogue has no type for.
    pub(super) fn pass_over(&mut self, what: &str, reason: &'static str) {
        self.pass_over_all(what, 1, reason);
    }

    /// Counts several occurrences of valid content.
    pub(super) fn pass_over_all(&mut self, what: &str, more: u64, reason: &'static str) {
        if let Some((count, _)) = self.skipped.get_mut(what) {
            *count += more;
            return;
        }
        let (what, reason) = if self.skipped.len() < MAX_SKIPPED {
            (text::name(what), reason)
        } else {
            ("others".to_owned(), TOO_MANY_KINDS)
        };
        self.skipped.entry(what).or_insert((0, reason)).0 += more;
    }

    /// Counts a record and returns its number, from 1.
    pub(super) fn record(&mut self) -> u64 {
        self.records += 1;
        self.records
    }

    pub(super) fn activity(&mut self, activity: Activity) {
        let path = self.members.last().map_or("", String::as_str);
        // Apple's routes repeat the tracks of workouts, which the export itself lists.
        let is_route = path.contains("workout-routes/");
        if self.activities.len() == MAX_ACTIVITIES || is_route {
            return;
        }
        let (member, path) = (self.members.join("/"), path.to_owned());
        let device = activity.device.as_deref();
        let device = device.map(|device| self.device_name(device).into_owned());
        let activity = Activity {
            member,
            device,
            ..activity
        };
        self.activities.push((activity, path));
    }

    /// Adds an error text, or only counts the error if the list is full.
    pub(super) fn report_error(&mut self, text: fmt::Arguments<'_>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(format!("{}{text}", self.place));
        } else {
            self.further_errors += 1;
        }
    }

    /// Returns the latest allowed time of a point.
    pub(super) fn latest(&self) -> i64 {
        self.latest
    }

    /// Returns whether a record may have this time; records an error if not.
    pub(super) fn is_possible(
        &mut self,
        what: &str,
        number: u64,
        time: impl Into<ValueTime>,
    ) -> bool {
        let time = time.into();
        let milliseconds = time.timestamp();
        let error = if time.begin() < 0 {
            "is before 1970: correct the time in the file"
        } else if time.begin() > self.latest {
            "is more than 24 hours ahead: correct the time in the file, or the clock of the server"
        } else {
            let (first, last) = self.span.unwrap_or((milliseconds, milliseconds));
            self.span = Some((first.min(milliseconds), last.max(milliseconds)));
            return true;
        };
        let time = Rfc3339(milliseconds);
        self.report_error(format_args!("{what} {number}: timestamp: {time} {error}"));
        false
    }

    /// Passes a point to the sink. Its time must have been checked.
    pub(super) fn point(
        &mut self,
        time: impl Into<ValueTime>,
        device: &str,
        kind: &str,
        value: f64,
        unit: &str,
    ) -> Result<(), StopReason<E>> {
        let time = time.into();
        let metadata = time.fields().map(|fields| format!("{{{fields}}}"));
        self.hand_over(Point {
            timestamp: time.timestamp(),
            kind,
            value,
            unit,
            device,
            confidence: None,
            metadata: metadata.as_deref(),
        })
    }

    /// Passes a point with confidence or metadata to the sink.
    pub(super) fn hand_over(&mut self, point: Point<'_>) -> Result<(), StopReason<E>> {
        if !point.value.is_finite() {
            return Ok(());
        }
        if !point.unit.is_empty() && !point::is_unit(point.unit) {
            self.report_error(format_args!(
                "{}: unit: must have at most {MAX_UNIT_CHARS} characters, and no control characters",
                point.kind
            ));
            return Ok(());
        }
        let metadata = point.metadata.unwrap_or_default();
        if metadata.len() > MAX_METADATA_BYTES {
            self.report_error(format_args!(
                "{}: metadata: must be at most {MAX_METADATA_BYTES} bytes of JSON",
                point.kind
            ));
            return Ok(());
        }
        let device = self.device_name(point.device);
        let point = Point {
            device: &device,
            ..point
        };
        (self.sink)(point).map_err(|error| StopReason::Fault(ReadFault::Sink(error)))?;
        self.points += 1;
        Ok(())
    }

    /// Returns a device's name as stored. A name that is too long or has control characters is shortened and reported,
    /// so that the recording is not lost.
    fn device_name<'d>(&mut self, device: &'d str) -> Cow<'d, str> {
        if point::is_device(device) {
            return Cow::Borrowed(device);
        }
        let allowed = device.chars().filter(|character| !character.is_control());
        let mut name: String = allowed.take(MAX_DEVICE_CHARS).collect();
        if name.is_empty() {
            "unnamed".clone_into(&mut name);
        }
        if self.shortened.len() < MAX_ERRORS && self.shortened.insert(name.clone()) {
            let shown: String = name.chars().take(64).collect();
            self.report_error(format_args!(
                "device: {shown:?} is what remains of a name that has more than {MAX_DEVICE_CHARS} \
                 characters or contains control characters: the name is shortened"
            ));
        }
        Cow::Owned(name)
    }

    pub(super) fn finish(
        mut self,
        outcome: Result<(), StopReason<E>>,
    ) -> Result<ReadReport, ReadFault<E>> {
        match outcome {
            Ok(()) => {}
            Err(StopReason::Damage(text)) => self.damage(&text),
            Err(StopReason::Fault(error)) => return Err(error),
        }
        let format = self.format.ok_or(ReadFault::Unrecognised { seen: None })?;
        let titles = self.titles;
        let activities = self.activities.into_iter();
        let skipped = self.skipped.into_iter();
        Ok(ReadReport {
            format,
            activities: activities
                .map(|(activity, path)| titles.applied(activity, &path))
                .collect(),
            skipped: skipped
                .map(|(what, (count, reason))| SkippedContent {
                    what,
                    count,
                    reason,
                })
                .collect(),
            records: self.records,
            span: self.span,
            points: self.points,
            errors: self.errors,
            further_errors: self.further_errors,
            person: self.person,
        })
    }

    /// Records the damage that ends a file; this error is always listed.
    pub(super) fn damage(&mut self, text: &str) {
        if self.errors.len() == MAX_ERRORS {
            self.errors.pop();
            self.further_errors += 1;
        }
        self.errors.push(format!("{}{text}", self.place));
    }
}

/// The maximum number of activities: a file has a handful, an export of many years thousands. It bounds
/// hostile files.
const MAX_ACTIVITIES: usize = 10_000;
/// The maximum number of characters of a member's path.
const MAX_PATH_CHARS: usize = 200;
