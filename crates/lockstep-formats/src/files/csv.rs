//! CSV: rows according to RFC 4180, and the long form `timestamp,type,value,unit,device`, with optional
//! `confidence` and `metadata` (a JSON object). Files written by [`crate::export`] are read back
//! exactly.

use std::io::BufRead;

use super::intake::{Intake, Stop};
use super::time::rfc3339;
use super::{Format, ReadFault, presets, samsung, strava, whoop, xml};
use crate::catalogue;
use crate::export::csv::unguarded;
use crate::metadata;
use crate::point::{self, Point};

/// Reads a table, recognised by its header.
pub(super) fn read<E>(reader: &mut dyn BufRead, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
    let mut table = Table::new(reader);
    let header = match table.next_row() {
        Ok(true) => table.row.clone(),
        Ok(false) => return Err(unrecognised("an empty table")),
        Err(Stop::Damage(_)) => return Err(unrecognised("text without columns")),
        Err(Stop::Fault(error)) => return Err(Stop::Fault(error)),
    };
    if let Some(columns) = LongForm::of(&header) {
        intake.is(Format::Csv);
        return columns.read(&mut table, intake);
    }
    if let Some(preset) = presets::of(&header, intake.path()) {
        intake.is(Format::Csv);
        return preset.read(&mut table, intake);
    }
    if let Some(columns) = strava::Columns::of(&header) {
        return columns.read(&mut table, intake);
    }
    if header.field(0).starts_with(samsung::MARK) {
        return samsung::read(&header, &mut table, intake);
    }
    if let Some(sheet) = whoop::Sheet::of(&header) {
        return sheet.read(&mut table, intake);
    }
    let columns: Vec<&str> = header.iter().take(8).collect();
    let text = format!("a table with the columns {columns:?}");
    Err(unrecognised(&text.chars().take(300).collect::<String>()))
}

fn unrecognised<E>(seen: &str) -> Stop<E> {
    Stop::Fault(ReadFault::Unrecognised {
        seen: Some(seen.to_owned()),
    })
}

/// The columns of the long form; other columns are ignored.
struct LongForm {
    timestamp: usize,
    kind: usize,
    value: usize,
    unit: usize,
    device: Option<usize>,
    confidence: Option<usize>,
    metadata: Option<usize>,
    /// Whether the header is that of this project's export, whose texts are guarded against
    /// spreadsheets.
    is_export: bool,
}

impl LongForm {
    fn of(header: &Row) -> Option<Self> {
        Some(Self {
            timestamp: header.column("timestamp")?,
            kind: header.column("type")?,
            value: header.column("value")?,
            unit: header.column("unit")?,
            device: header.column("device"),
            confidence: header.column("confidence"),
            metadata: header.column("metadata"),
            is_export: header.iter().eq(EXPORTED),
        })
    }

    fn read<E>(&self, table: &mut Table<'_>, intake: &mut Intake<'_, E>) -> Result<(), Stop<E>> {
        while table.next_row()? {
            let number = intake.record();
            if let Err(error) = self.point(&table.row, number, intake)? {
                intake.report_error(format_args!("row {number}: {error}"));
            }
        }
        Ok(())
    }

    fn point<E>(
        &self,
        row: &Row,
        number: u64,
        intake: &mut Intake<'_, E>,
    ) -> Result<Result<(), String>, Stop<E>> {
        let Some(time) = rfc3339(row.field(self.timestamp)) else {
            return Ok(Err("timestamp: must be RFC 3339 with a zone".to_owned()));
        };
        let kind = row.field(self.kind);
        let text = |at| match row.exact(at) {
            text if self.is_export => unguarded(text),
            text => text,
        };
        let unit = text(self.unit);
        let device = self.device.map_or("", text);
        let confidence = self.confidence.map_or("", |at| row.field(at));
        let Some(value) = xml::number(row.field(self.value)) else {
            return Ok(Err("value: must be a finite number".to_owned()));
        };
        if let Err(error) = catalogue::validate(kind, unit) {
            return Ok(Err(error.to_string()));
        }
        let device = if device.is_empty() { "CSV" } else { device };
        if !point::is_unit(unit) {
            return Ok(Err(format!(
                "unit: must be text of 1 to {} characters",
                point::MAX_UNIT_CHARS
            )));
        }
        let metadata = match self.metadata.map_or("", text) {
            "" => None,
            text => match metadata::read(text) {
                Ok(metadata) => Some(metadata),
                Err(error) => return Ok(Err(error)),
            },
        };
        if let Err(error) = metadata::check_local_date(time, metadata.as_deref()) {
            return Ok(Err(error.to_owned()));
        }
        let confidence = match confidence {
            "" => None,
            text => match xml::number(text).filter(|share| (0.0..=1.0).contains(share)) {
                Some(share) => Some(share),
                None => return Ok(Err("confidence: must be between 0 and 1".to_owned())),
            },
        };
        if !intake.is_possible("row", number, time) {
            return Ok(Ok(()));
        }
        intake.hand_over(Point {
            timestamp: time,
            kind,
            value,
            unit,
            device,
            confidence,
            metadata: metadata.as_deref(),
        })?;
        Ok(Ok(()))
    }
}

/// The rows of a table, one at a time.
pub(super) struct Table<'r> {
    reader: &'r mut dyn BufRead,
    pub(super) row: Row,
    line: Vec<u8>,
    lines: u64,
}

/// The fields of one row.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    text: String,
    ends: Vec<usize>,
    /// The fields that had quotes.
    quoted: Vec<usize>,
}

impl Row {
    /// Returns a field without surrounding white space; empty if the row is too short.
    pub(super) fn field(&self, at: usize) -> &str {
        self.whole(at).trim()
    }

    /// Returns a field, with surrounding white space if it is quoted.
    fn exact(&self, at: usize) -> &str {
        if self.quoted.contains(&at) {
            self.whole(at)
        } else {
            self.field(at)
        }
    }

    fn whole(&self, at: usize) -> &str {
        let Some(end) = self.ends.get(at) else {
            return "";
        };
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start..*end]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|at| self.field(at))
    }

    /// Returns the index of the column with this name.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.iter()
            .position(|field| field.eq_ignore_ascii_case(name))
    }

    fn is_empty(&self) -> bool {
        self.ends.len() <= 1 && self.text.trim().is_empty()
    }
}

impl<'r> Table<'r> {
    fn new(reader: &'r mut dyn BufRead) -> Self {
        Self {
            reader,
            row: Row::default(),
            line: Vec::new(),
            lines: 0,
        }
    }

    /// Reads the next row that is not empty; false at the end.
    pub(super) fn next_row<E>(&mut self) -> Result<bool, Stop<E>> {
        loop {
            self.row.text.clear();
            self.row.ends.clear();
            self.row.quoted.clear();
            let first = self.lines + 1;
            let mut quoted = false;
            loop {
                let end = !self.next_line(first)?;
                if end && quoted {
                    return Err(Stop::Damage(format!(
                        "line {first}: the file ends inside a quoted field"
                    )));
                }
                if end && self.row.ends.is_empty() {
                    return Ok(false);
                }
                let line = std::str::from_utf8(&self.line)
                    .map_err(|_| Stop::Damage(format!("line {}: is not UTF-8", self.lines)))?;
                let line = if self.lines == 1 {
                    line.strip_prefix('\u{feff}').unwrap_or(line)
                } else {
                    line
                };
                quoted = self.row.take(line, quoted);
                if !quoted {
                    break;
                }
            }
            if !self.row.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads a line with its line end; false at the end of the file. `first` is the number of the row's
    /// first line.
    fn next_line<E>(&mut self, first: u64) -> Result<bool, Stop<E>> {
        self.line.clear();
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            if self.line.len() + self.row.text.len() + taken > LONGEST {
                return Err(Stop::Damage(format!("line {first}: is too long")));
            }
            self.line.extend_from_slice(&buffer[..taken]);
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        self.lines += 1;
        Ok(!self.line.is_empty())
    }
}

impl Row {
    /// Parses a line; returns true if it ends inside a quoted field, which continues on the next line.
    fn take(&mut self, line: &str, mut quoted: bool) -> bool {
        let mut rest = line;
        loop {
            if quoted {
                let Some(at) = rest.find('"') else {
                    self.text.push_str(rest);
                    return true;
                };
                self.text.push_str(&rest[..at]);
                rest = &rest[at + 1..];
                if let Some(after) = rest.strip_prefix('"') {
                    self.text.push('"');
                    rest = after;
                } else {
                    quoted = false;
                }
            } else {
                let at = rest.find([',', '"', '\n', '\r']).unwrap_or(rest.len());
                self.text.push_str(&rest[..at]);
                rest = &rest[at..];
                match rest.as_bytes().first() {
                    Some(b'"') => {
                        quoted = true;
                        self.quoted.push(self.ends.len());
                        rest = &rest[1..];
                    }
                    Some(b',') => {
                        self.ends.push(self.text.len());
                        rest = &rest[1..];
                    }
                    _ => {
                        self.ends.push(self.text.len());
                        return false;
                    }
                }
            }
        }
    }
}

/// The header of this project's export.
const EXPORTED: [&str; 7] = [
    "timestamp",
    "type",
    "value",
    "unit",
    "device",
    "confidence",
    "metadata",
];

/// The maximum bytes of a row: a point's metadata may have 16 names and texts, and rows of other tables
/// more.
const LONGEST: usize = 4 << 20;
