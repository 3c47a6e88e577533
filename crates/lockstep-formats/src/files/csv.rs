//! CSV: rows according to RFC 4180, and the long form `timestamp,type,value,unit,device`, with optional
//! `confidence` and `metadata` (a JSON object). Files written by [`crate::export`] are read back
//! exactly.

use std::io::BufRead;

use super::csv_table::{Row, Table};
use super::intake::{Intake, StopReason};
use super::time::rfc3339;
use super::{Format, ReadFault, presets, samsung, strava, text, whoop};
use crate::catalogue;
use crate::formula::unguarded;
use crate::metadata;
use crate::point::{self, Point};

/// Reads a table, recognised by its header.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let mut table = Table::new(reader);
    let header = match table.next_row() {
        Ok(true) => table.row.clone(),
        Ok(false) => return Err(unrecognised("an empty table")),
        Err(StopReason::Damage(_)) => return Err(unrecognised("text without columns")),
        Err(StopReason::Fault(error)) => return Err(StopReason::Fault(error)),
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
    if let Some(sheet) = whoop::ExportTable::of(&header) {
        return sheet.read(&mut table, intake);
    }
    // Any file of text is such a table, so its words are not repeated: they can be a key.
    Err(unrecognised(&match header.iter().count() {
        1 => "text without columns".to_owned(),
        columns => format!("a table of {columns} columns with other names"),
    }))
}

fn unrecognised<E>(seen: &str) -> StopReason<E> {
    StopReason::Fault(ReadFault::Unrecognised {
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

    fn read<E>(
        &self,
        table: &mut Table<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
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
    ) -> Result<Result<(), String>, StopReason<E>> {
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
        let Some(value) = text::number(row.field(self.value)) else {
            return Ok(Err("value: must be a finite number".to_owned()));
        };
        if let Err(error) = catalogue::validate(kind, unit) {
            return Ok(Err(error.to_string()));
        }
        let device = if device.is_empty() { "CSV" } else { device };
        if !point::is_unit(unit) {
            return Ok(Err(format!(
                "unit: must be text of 1 to {} characters without control characters",
                point::MAX_UNIT_CHARS
            )));
        }
        let metadata = match self.metadata.map_or("", text) {
            "" => None,
            text => match metadata::read_of_file(text) {
                Ok((metadata, is_cleaned)) => {
                    if is_cleaned {
                        let cleaned = metadata::CLEANED;
                        intake.report_error(format_args!("row {number}: {cleaned}"));
                    }
                    Some(metadata)
                }
                Err(error) => return Ok(Err(error)),
            },
        };
        if let Err(error) = metadata::check_local_date(time, metadata.as_deref()) {
            return Ok(Err(error.to_owned()));
        }
        let confidence = match confidence {
            "" => None,
            text => match text::number(text).filter(|share| (0.0..=1.0).contains(share)) {
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
