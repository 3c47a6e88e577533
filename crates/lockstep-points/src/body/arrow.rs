//! Points of an Arrow IPC stream: one row is one point, with the columns of the CSV form.
//!
//! Type, unit and device repeat. Each combination of them is checked once and then known by its number. Rows in a row with the
//! same combination are checked and copied together, column by column; only rows with confidence or metadata, and those
//! beside an invalid one, are read one by one.

mod cells;

use std::collections::HashMap;
use std::ops::Range;

use arrow_array::{Array, RecordBatch};
use lockstep_formats::arrow_ipc::{
    ArrowColumn, ArrowFault, Batches, Buffer, Dictionaries, Messages, NextMessage,
};
use lockstep_formats::point::{
    self, MAX_DEVICE_CHARS, MAX_UNIT_CHARS, is_confidence, is_device, is_unit,
};
use lockstep_formats::{catalogue, metadata};

use super::{DataBody, EnvelopeFault, MAX_POINTS, PointFault, REFUSED, Rules};
use crate::columns::SeriesIndex;
use cells::{Numbers, Texts, Times};

/// Parses a stream. The columns of its record batches are read where they are.
pub(super) fn parse(bytes: Buffer, rules: Rules<'_>) -> Result<DataBody, EnvelopeFault> {
    let (mut messages, columns) = Messages::begin_in_memory(bytes).map_err(refused)?;
    let places = ColumnIndexes::find(&columns)?;
    let batches = Batches::new(&columns);
    let mut dictionaries = Dictionaries::default();
    let mut reader = Reader {
        rules,
        latest: point::latest(rules.now.0),
        names: Names::default(),
        series: Vec::new(),
        numbers: HashMap::new(),
        last: 0,
        body: DataBody::default(),
    };
    loop {
        match messages.read_next().map_err(refused)? {
            NextMessage::RecordBatch(frame) => {
                let batch = batches.decode(&frame).map_err(refused)?;
                if reader.body.elements.len() + batch.num_rows() > MAX_POINTS {
                    let reason = format!("must hold at most {MAX_POINTS} points");
                    return Err(fault("body", reason));
                }
                reader.add(&places.cells((&columns, &dictionaries), &batch)?);
                if reader.names.bytes > MAX_TEXT_BYTES {
                    let reason = format!(
                        "must hold at most {MAX_TEXT_BYTES} bytes of names and metadata: send fewer points at a time"
                    );
                    return Err(fault("body", reason));
                }
            }
            NextMessage::Dictionary(frame) => {
                dictionaries.add(&columns, &frame).map_err(refused)?;
            }
            NextMessage::End => return Ok(reader.body),
        }
    }
}

fn refused(error: ArrowFault) -> EnvelopeFault {
    match error {
        // A name of the columns of points, or one that `ColumnIndexes` refuses.
        ArrowFault::Column { name, reason } => fault(&name, reason),
        other => fault("body", other.to_string()),
    }
}

fn fault(parameter: &str, reason: impl Into<String>) -> EnvelopeFault {
    EnvelopeFault {
        parameter: parameter.to_owned(),
        reason: reason.into(),
    }
}

/// The index of each column.
struct ColumnIndexes {
    timestamp: usize,
    kind: usize,
    value: usize,
    unit: usize,
    device: usize,
    confidence: Option<usize>,
    metadata: Option<usize>,
}

impl ColumnIndexes {
    fn find(columns: &[ArrowColumn]) -> Result<Self, EnvelopeFault> {
        for (index, column) in columns.iter().enumerate() {
            if !NAMES.contains(&column.name.as_str()) {
                let reason = format!(
                    "is not a column of points: the columns are {}",
                    NAMES.join(", ")
                );
                return Err(refused(column.refusal(&reason)));
            }
            if columns[..index]
                .iter()
                .any(|earlier| earlier.name == column.name)
            {
                return Err(refused(column.refusal("is given twice")));
            }
        }
        let find = |name: &str| columns.iter().position(|column| column.name == name);
        let required = |name: &str| {
            find(name).ok_or_else(|| fault(name, "is required: the schema has no such column"))
        };
        Ok(Self {
            timestamp: required("timestamp")?,
            kind: required("type")?,
            value: required("value")?,
            unit: required("unit")?,
            device: required("device")?,
            confidence: find("confidence"),
            metadata: find("metadata"),
        })
    }

    /// Returns the cells of a record batch.
    fn cells<'a>(
        &self,
        (columns, dictionaries): (&'a [ArrowColumn], &'a Dictionaries),
        batch: &'a RecordBatch,
    ) -> Result<Cells<'a>, EnvelopeFault> {
        let (column, array) = (
            |index: usize| &columns[index],
            |index: usize| batch.column(index),
        );
        let texts = |index| Texts::read((column(index), dictionaries), array(index));
        let numbers = |index| Numbers::read(column(index), array(index));
        let rows = batch.num_rows();
        let has_values = |index: Option<usize>| {
            index.is_some_and(|index| array(index).logical_null_count() < rows)
        };
        let cells = || {
            // Columns without a value have a valid type, too.
            let confidence = self.confidence.map(numbers).transpose()?;
            let metadata = self.metadata.map(texts).transpose()?;
            Ok::<_, ArrowFault>(Cells {
                timestamps: Times::read(column(self.timestamp), array(self.timestamp))?,
                kinds: texts(self.kind)?,
                values: numbers(self.value)?,
                units: texts(self.unit)?,
                devices: texts(self.device)?,
                confidence: confidence.filter(|_| has_values(self.confidence)),
                metadata: metadata.filter(|_| has_values(self.metadata)),
            })
        };
        cells().map_err(refused)
    }
}

/// The cells of a record batch.
struct Cells<'a> {
    timestamps: Times<'a>,
    kinds: Texts<'a>,
    values: Numbers<'a>,
    units: Texts<'a>,
    devices: Texts<'a>,
    /// `None` if no row has one.
    confidence: Option<Numbers<'a>>,
    /// `None` if no row has any.
    metadata: Option<Texts<'a>>,
}

impl Cells<'_> {
    /// Returns the times and the values of rows, if each row has both, and none has more.
    fn plain(&self, rows: &Range<usize>) -> Option<(&[i64], &[f64])> {
        match (&self.confidence, &self.metadata) {
            (None, None) => Some((self.timestamps.all(rows)?, self.values.all(rows)?)),
            _ => None,
        }
    }
}

/// Reads the rows of all record batches.
struct Reader<'r> {
    rules: Rules<'r>,
    latest: i64,
    names: Names,
    /// The combinations of type, unit and device, by number.
    series: Vec<CheckedCombination>,
    /// The number of each combination.
    numbers: HashMap<Combination, usize>,
    /// The number of the last row's combination.
    last: usize,
    body: DataBody,
}

/// The numbers of a type, a unit and a device.
type Combination = [u32; 3];

/// A combination that was checked.
struct CheckedCombination {
    combination: Combination,
    outcome: Outcome,
    /// The combination that followed this one last time: series usually take turns.
    follower: usize,
}

/// The result of a check.
enum Outcome {
    /// Its points may be stored.
    Valid(Option<SeriesIndex>),
    Refused(PointFault),
}

/// The texts of all record batches, by number.
#[derive(Default)]
struct Names {
    numbers: HashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
    /// The bytes of these texts, and of the metadata of all rows.
    bytes: usize,
}

impl Names {
    /// Returns the number of a text; `None` for a new one if there are too many bytes of texts.
    fn number(&mut self, text: &str) -> Option<u32> {
        let text = match text.len() {
            0..=MAX_NAME_BYTES => text,
            _ => LONG_NAME,
        };
        if let Some(number) = self.numbers.get(text) {
            return Some(*number);
        }
        if !self.has_room(text) {
            return None;
        }
        // At most three texts for each of MAX_POINTS rows.
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        Some(number)
    }

    /// Counts the bytes of a text. Returns whether all that were counted are at most [`MAX_TEXT_BYTES`]: otherwise the body is
    /// refused.
    fn has_room(&mut self, text: &str) -> bool {
        self.bytes = self.bytes.saturating_add(text.len());
        self.bytes <= MAX_TEXT_BYTES
    }
}

impl Reader<'_> {
    /// Adds the points of a record batch.
    fn add(&mut self, cells: &Cells<'_>) {
        let texts = [&cells.kinds, &cells.units, &cells.devices];
        let runs = texts.map(|texts| texts.runs(&mut self.names));
        let [mut kinds, mut units, mut devices] =
            runs.each_ref().map(|runs| runs.iter().peekable());
        let mut start = 0;
        while let (Some(kind), Some(unit), Some(device)) =
            (kinds.peek(), units.peek(), devices.peek())
        {
            let end = kind.end.min(unit.end).min(device.end);
            let combination = [kind.value, unit.value, device.value];
            self.add_rows(cells, start..end, combination);
            start = end;
            for runs in [&mut kinds, &mut units, &mut devices] {
                if runs.peek().is_some_and(|run| run.end == end) {
                    runs.next();
                }
            }
        }
    }

    /// Adds the points of rows with the same type, unit and device.
    fn add_rows(&mut self, cells: &Cells<'_>, rows: Range<usize>, combination: [Option<u32>; 3]) {
        if let Some(slot) = self.add_together(cells, &rows, combination) {
            let count = self.body.elements.len() + rows.len();
            self.body.elements.resize(count, slot.index() as u32);
            return;
        }
        for row in rows {
            let place = self.body.elements.len();
            let read = self.point((cells, row), combination);
            let element = match read {
                Ok(slot) => slot.index() as u32,
                Err(fault) => {
                    self.body.faults.add(place, fault);
                    REFUSED
                }
            };
            self.body.elements.push(element);
        }
    }

    /// Adds the points of rows together; `None` if they must be read one by one.
    fn add_together(
        &mut self,
        cells: &Cells<'_>,
        rows: &Range<usize>,
        combination: [Option<u32>; 3],
    ) -> Option<SeriesIndex> {
        let (timestamps, values) = cells.plain(rows)?;
        let [kind, unit, device] = combination;
        let combination = [kind?, unit?, device?];
        let latest = self.latest;
        // Without an early end, the comparisons become vector instructions.
        let is_timely = |at: i64| (point::EARLIEST <= at) & (at <= latest);
        let are_timely = timestamps.iter().fold(true, |all, at| all & is_timely(*at));
        let are_finite = values
            .iter()
            .fold(true, |all, value| all & value.is_finite());
        if !are_timely || !are_finite {
            return None;
        }
        let slot = self.slot(combination).ok()?;
        let [_, unit, _] = combination;
        let unit = &self.names.texts[unit as usize];
        let points = &mut self.body.points;
        points.extend_into(slot, timestamps, values, unit);
        Some(slot)
    }

    /// Checks the point of a row and adds it.
    fn point(
        &mut self,
        (cells, row): (&Cells<'_>, usize),
        combination: [Option<u32>; 3],
    ) -> Result<SeriesIndex, PointFault> {
        let invalid = |reason: &str| PointFault::Invalid(reason.to_owned());
        let timestamp = cells.timestamps.get(row);
        let timestamp = timestamp.ok_or_else(|| invalid("timestamp: is required"))?;
        if timestamp < point::EARLIEST {
            return Err(invalid("timestamp: is before 1970"));
        }
        if timestamp > self.latest {
            return Err(invalid("timestamp: is more than 24 hours ahead"));
        }
        let value = cells.values.get(row);
        let value = value.ok_or_else(|| invalid("value: is required"))?;
        if !value.is_finite() {
            return Err(invalid("value: must be a finite number"));
        }
        let confidence = cells.confidence.as_ref().and_then(|it| it.get(row));
        if !confidence.is_none_or(is_confidence) {
            return Err(invalid("confidence: must be a number from 0 to 1"));
        }
        let metadata = cells.metadata.as_ref().and_then(|it| it.get(row));
        let metadata = metadata.filter(|text| self.names.has_room(text));
        let metadata = metadata.map(metadata::read).transpose();
        let metadata = metadata.map_err(PointFault::Invalid)?;
        if metadata.is_some() {
            metadata::check_local_date(timestamp, metadata.as_deref()).map_err(invalid)?;
        }
        let [Some(kind), Some(unit), Some(device)] = combination else {
            let names = ["type", "unit", "device"].into_iter().zip(combination);
            let missing = names
                .filter(|(_, number)| number.is_none())
                .map(|(name, _)| name);
            let missing = missing.collect::<Vec<_>>().join(" and ");
            return Err(PointFault::Invalid(format!("{missing}: is required")));
        };
        let slot = self.slot([kind, unit, device])?;
        let unit = &self.names.texts[unit as usize];
        let points = &mut self.body.points;
        points.push_into(
            slot,
            timestamp,
            value,
            unit,
            confidence,
            metadata.as_deref(),
        );
        Ok(slot)
    }

    /// Returns the series of a combination, to which the caller adds a point.
    fn slot(&mut self, combination: Combination) -> Result<SeriesIndex, PointFault> {
        let number = self.checked(combination);
        let slot = match &self.series[number].outcome {
            Outcome::Refused(fault) => return Err(fault.clone()),
            Outcome::Valid(slot) => *slot,
        };
        if let Some(slot) = slot {
            return Ok(slot);
        }
        let [kind, _, device] = combination.map(|number| &*self.names.texts[number as usize]);
        let slot = self.body.points.slot(kind, device);
        self.series[number].outcome = Outcome::Valid(Some(slot));
        Ok(slot)
    }

    /// Returns the number of a combination, which is checked the first time.
    #[inline]
    fn checked(&mut self, combination: Combination) -> usize {
        if let Some(last) = self.series.get(self.last) {
            let guess = last.follower;
            if self.series[guess].combination == combination {
                self.last = guess;
                return guess;
            }
        }
        let number = match self.numbers.get(&combination) {
            Some(number) => *number,
            None => self.check(combination),
        };
        self.series[self.last].follower = number;
        self.last = number;
        number
    }

    fn check(&mut self, combination: Combination) -> usize {
        let [kind, unit, device] = combination.map(|number| &*self.names.texts[number as usize]);
        let outcome = match check(self.rules, kind, unit, device) {
            Ok(()) => Outcome::Valid(None),
            Err(fault) => Outcome::Refused(fault),
        };
        let number = self.series.len();
        self.series.push(CheckedCombination {
            combination,
            outcome,
            follower: number,
        });
        self.numbers.insert(combination, number);
        number
    }
}

/// Checks the names of a series and its unit.
fn check(rules: Rules<'_>, kind: &str, unit: &str, device: &str) -> Result<(), PointFault> {
    let name = |field: &str, max_chars: usize| {
        PointFault::Invalid(format!(
            "{field}: must be a string of 1 to {max_chars} characters without control characters"
        ))
    };
    if !catalogue::is_name(kind) {
        let reason = "type: must be 1 to 64 of a-z, 0-9, _ and ., beginning with a letter";
        return Err(PointFault::Invalid(reason.to_owned()));
    }
    if !is_unit(unit) {
        return Err(name("unit", MAX_UNIT_CHARS));
    }
    if !is_device(device) {
        return Err(name("device", MAX_DEVICE_CHARS));
    }
    (rules.check_unit)(kind, unit).map_err(PointFault::Invalid)?;
    (rules.check_device)(device).map_err(PointFault::Device)
}

/// The maximum number of bytes of the names and of the metadata of all rows: that of a body. Indexes of a dictionary and
/// views repeat a text without its bytes.
const MAX_TEXT_BYTES: usize = 32 << 20;
/// No valid name has more bytes.
const MAX_NAME_BYTES: usize = 4 * MAX_DEVICE_CHARS;
/// Stands for all longer names: it is not valid either.
const LONG_NAME: &str = "\0";
/// The columns of points, in the order of exports.
const NAMES: [&str; 7] = [
    "timestamp",
    "type",
    "value",
    "unit",
    "device",
    "confidence",
    "metadata",
];

#[cfg(test)]
mod tests;
