//! Where the readers put what they find: points to the sink, faults to the report.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;

use super::strava::Titles;
use super::{Activity, Format, MAX_ERRORS, MAX_SKIPPED, Options, ReadFault, Report, Skipped, xml};
use crate::metadata::MAX_METADATA_BYTES;
use crate::point::{self, MAX_DEVICE_CHARS, MAX_UNIT_CHARS, Point};
use crate::timestamp::Rfc3339;

/// The sink, and the report as it grows.
pub(super) struct Intake<'a, E> {
    pub(super) options: &'a Options<'a>,
    sink: &'a mut dyn FnMut(Point<'_>) -> Result<(), E>,
    latest: i64,
    format: Option<Format>,
    /// Each with the archive's member it stands in.
    activities: Vec<(Activity, String)>,
    /// What an archive's table says of the activities in its members.
    pub(super) titles: Titles,
    records: u64,
    span: Option<(i64, i64)>,
    points: u64,
    errors: Vec<String>,
    further_errors: u64,
    skipped: BTreeMap<String, (u64, &'static str)>,
    /// Device names that were too long, as they are stored.
    shortened: BTreeSet<String>,
    /// The archive's member being read, outermost first.
    members: Vec<String>,
    /// Before the text of every fault: that member.
    place: String,
}

/// Why a reader stops before the end of its file.
#[derive(Debug)]
pub(super) enum Stop<E> {
    /// The file is damaged here; what stands before is good.
    Damage(String),
    /// Nothing further can be read.
    Fault(ReadFault<E>),
}

impl<E> From<io::Error> for Stop<E> {
    fn from(error: io::Error) -> Self {
        if matches!(error.get_ref(), Some(inner) if inner.is::<Inflates>()) {
            return Self::Fault(ReadFault::Inflates);
        }
        match error.kind() {
            // An inflater's words for packed data it cannot make sense of.
            io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::UnexpectedEof => Self::Damage(format!("damaged: {error}")),
            _ => Self::Fault(ReadFault::Io(error)),
        }
    }
}

/// Travels inside an [`io::Error`] through readers that know no other.
#[derive(Debug)]
pub(super) struct Inflates;

impl fmt::Display for Inflates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inflates to too much")
    }
}

impl std::error::Error for Inflates {}

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

    /// Says what the file is; the first word counts.
    pub(super) fn is(&mut self, format: Format) {
        self.format.get_or_insert(format);
    }

    /// Whether any format has been recognised.
    pub(super) fn is_known(&self) -> bool {
        self.format.is_some()
    }

    /// From here on faults are of this member of an archive; what comes back is for
    /// [`leave`](Self::leave).
    pub(super) fn enter(&mut self, member: &str) -> usize {
        let level = self.members.len();
        self.members.push(xml::bounded(member, LONGEST_PATH));
        self.set_place();
        level
    }

    /// Back to the archive, out of whatever reading ended in.
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

    /// The path of the archive's member being read, or the name of the file itself.
    pub(super) fn path(&self) -> &str {
        let member = self.members.last().map(String::as_str);
        member.or(self.options.name).unwrap_or_default()
    }

    /// Counts something well-formed that has no place here.
    pub(super) fn pass_over(&mut self, what: &str, reason: &'static str) {
        if let Some((count, _)) = self.skipped.get_mut(what) {
            *count += 1;
            return;
        }
        let (what, reason) = if self.skipped.len() < MAX_SKIPPED {
            (xml::name(what), reason)
        } else {
            ("others".to_owned(), "too many kinds to tell apart")
        };
        self.skipped.entry(what).or_insert((0, reason)).0 += 1;
    }

    /// Counts a record and gives its number, from 1.
    pub(super) fn record(&mut self) -> u64 {
        self.records += 1;
        self.records
    }

    pub(super) fn activity(&mut self, activity: Activity) {
        let path = self.members.last().map_or("", String::as_str);
        // Apple's routes are the tracks of workouts, which the export itself lists.
        let is_route = path.contains("workout-routes/");
        if self.activities.len() < MAX_ACTIVITIES && !is_route {
            self.activities.push((activity, path.to_owned()));
        }
    }

    /// Names a fault, or counts it where enough are named.
    pub(super) fn fault(&mut self, text: fmt::Arguments<'_>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(format!("{}{text}", self.place));
        } else {
            self.further_errors += 1;
        }
    }

    /// The latest time a point may bear.
    pub(super) fn latest(&self) -> i64 {
        self.latest
    }

    /// Whether a record may bear this time; names the fault where not.
    pub(super) fn is_possible(&mut self, what: &str, number: u64, milliseconds: i64) -> bool {
        let fault = if milliseconds < 0 {
            "is before 1970"
        } else if milliseconds > self.latest {
            "is more than 24 hours ahead"
        } else {
            let (first, last) = self.span.unwrap_or((milliseconds, milliseconds));
            self.span = Some((first.min(milliseconds), last.max(milliseconds)));
            return true;
        };
        let time = Rfc3339(milliseconds);
        self.fault(format_args!("{what} {number}: timestamp: {time} {fault}"));
        false
    }

    /// Hands a point over. Its time must have been found possible.
    pub(super) fn point(
        &mut self,
        milliseconds: i64,
        device: &str,
        kind: &str,
        value: f64,
        unit: &str,
    ) -> Result<(), Stop<E>> {
        self.hand_over(Point {
            timestamp: milliseconds,
            kind,
            value,
            unit,
            device,
            confidence: None,
            metadata: None,
        })
    }

    /// The same for a point that knows more.
    pub(super) fn hand_over(&mut self, point: Point<'_>) -> Result<(), Stop<E>> {
        if !point.value.is_finite() {
            return Ok(());
        }
        if point.unit.len() > MAX_UNIT_CHARS && !point::is_unit(point.unit) {
            self.fault(format_args!(
                "{}: unit: must have at most {MAX_UNIT_CHARS} characters",
                point.kind
            ));
            return Ok(());
        }
        let metadata = point.metadata.unwrap_or_default();
        if metadata.len() > MAX_METADATA_BYTES {
            self.fault(format_args!(
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
        (self.sink)(point).map_err(|error| Stop::Fault(ReadFault::Sink(error)))?;
        self.points += 1;
        Ok(())
    }

    /// A device's name as it is stored. A name that is too long is shortened and reported: the
    /// recording is worth more than the end of its device's name.
    fn device_name<'d>(&mut self, device: &'d str) -> Cow<'d, str> {
        if point::is_device(device) {
            return Cow::Borrowed(device);
        }
        let allowed = device.chars().filter(|character| *character != '\0');
        let mut name: String = allowed.take(MAX_DEVICE_CHARS).collect();
        if name.is_empty() {
            "unnamed".clone_into(&mut name);
        }
        if self.shortened.len() < MAX_ERRORS && self.shortened.insert(name.clone()) {
            let shown: String = name.chars().take(64).collect();
            self.fault(format_args!(
                "device: {shown:?} is the start of a name that has more than {MAX_DEVICE_CHARS} \
                 characters or contains U+0000: the name is shortened"
            ));
        }
        Cow::Owned(name)
    }

    pub(super) fn finish(mut self, outcome: Result<(), Stop<E>>) -> Result<Report, ReadFault<E>> {
        match outcome {
            Ok(()) => {}
            Err(Stop::Damage(text)) => self.damage(&text),
            Err(Stop::Fault(fault)) => return Err(fault),
        }
        let format = self.format.ok_or(ReadFault::Unrecognised { seen: None })?;
        let titles = self.titles;
        let activities = self.activities.into_iter();
        let skipped = self.skipped.into_iter();
        Ok(Report {
            format,
            activities: activities
                .map(|(activity, path)| titles.applied(activity, &path))
                .collect(),
            skipped: skipped
                .map(|(what, (count, reason))| Skipped {
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
        })
    }

    /// Names the damage that ends a file; there is always room for it.
    pub(super) fn damage(&mut self, text: &str) {
        if self.errors.len() == MAX_ERRORS {
            self.errors.pop();
            self.further_errors += 1;
        }
        self.errors.push(format!("{}{text}", self.place));
    }
}

/// A file has a handful, a life's export thousands; a hostile one is not listed to its end.
const MAX_ACTIVITIES: usize = 10_000;
/// Characters of a member's path that are kept.
const LONGEST_PATH: usize = 200;
