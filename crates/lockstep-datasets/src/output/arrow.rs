//! Answers as an Arrow IPC stream: each group of rows is a record batch.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Decimal128Builder, Decimal256Builder, PrimitiveBuilder, StringBuilder,
};
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt64Type,
};
use arrow_array::{ArrayRef, NullArray, RecordBatch, RecordBatchOptions};
use arrow_buffer::i256;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, SchemaRef, TimeUnit};
use lockstep_web::ApiError;

use crate::cell::{Cell, CellKind, Cells};
use crate::exact::ExactType;
use crate::instant::{self, Resolution};
use crate::schema::{Column, ColumnType};

/// Writes the stream; each function returns the bytes that were added.
pub(crate) struct ArrowStream {
    schema: SchemaRef,
    writer: StreamWriter<Vec<u8>>,
}

impl ArrowStream {
    /// Begins a stream with these columns.
    pub(crate) fn new<'c>(
        columns: impl Iterator<Item = &'c Column>,
    ) -> Result<(Self, Vec<u8>), ApiError> {
        let fields: Vec<_> = columns
            .map(|column| Field::new(&column.name, data_type(column), true))
            .collect();
        let schema = Arc::new(arrow_schema::Schema::new(fields));
        let mut writer =
            StreamWriter::try_new(Vec::new(), &schema).map_err(|error| unwritten(&error))?;
        let bytes = std::mem::take(writer.get_mut());
        Ok((Self { schema, writer }, bytes))
    }

    /// Adds these rows of the columns' cells.
    pub(crate) fn rows(&mut self, all: &[Cells], rows: Range<usize>) -> Result<Vec<u8>, ApiError> {
        let mut arrays = Vec::with_capacity(all.len());
        for (field, cells) in self.schema.fields().iter().zip(all) {
            let array = array(field.data_type(), cells, rows.clone());
            let array = array.ok_or_else(|| {
                ApiError::internal("datasets: a cell is not of the type that its schema says")
            })?;
            arrays.push(array);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let schema = Arc::clone(&self.schema);
        let batch = RecordBatch::try_new_with_options(schema, arrays, &options);
        self.writer
            .write(&batch.map_err(|error| unwritten(&error))?)
            .map_err(|error| unwritten(&error))?;
        Ok(std::mem::take(self.writer.get_mut()))
    }

    /// Ends the stream.
    pub(crate) fn finish(&mut self) -> Result<Vec<u8>, ApiError> {
        self.writer.finish().map_err(|error| unwritten(&error))?;
        Ok(std::mem::take(self.writer.get_mut()))
    }
}

fn unwritten(error: &ArrowError) -> ApiError {
    // The text of other kinds of errors can contain values.
    let kind = match error {
        ArrowError::SchemaError(_) => "the schema",
        _ => "a record batch",
    };
    ApiError::internal(format!("datasets: {kind} is not written as Arrow"))
}

/// Returns the type that holds every value of a column without loss: text, if there is no other.
fn data_type(column: &Column) -> DataType {
    let stored_before = column.numbers.map(|range| match range.decimals {
        0 => ExactType::Signed,
        decimals => ExactType::Decimal {
            digits: 38,
            decimals,
        },
    });
    match (column.kind, column.exact.or(stored_before)) {
        (ColumnType::Boolean, _) => DataType::Boolean,
        (ColumnType::Empty, _) => DataType::Null,
        (ColumnType::Integer | ColumnType::Number, Some(exact)) => match exact {
            ExactType::Signed => DataType::Int64,
            ExactType::Unsigned => DataType::UInt64,
            ExactType::Double => DataType::Float64,
            ExactType::Decimal { digits, decimals } if digits <= 38 => {
                DataType::Decimal128(digits, decimals as i8)
            }
            ExactType::Decimal { digits, decimals } => DataType::Decimal256(digits, decimals as i8),
            ExactType::Instant { .. } => DataType::Utf8,
        },
        (ColumnType::Timestamp, Some(ExactType::Instant { decimals })) => {
            let unit = match Resolution::of(decimals).decimals {
                0 => TimeUnit::Second,
                3 => TimeUnit::Millisecond,
                6 => TimeUnit::Microsecond,
                _ => TimeUnit::Nanosecond,
            };
            DataType::Timestamp(unit, Some(UTC.into()))
        }
        _ => DataType::Utf8,
    }
}

/// Builds the array of some cells; `None` if a cell has no value of the type.
fn array(kind: &DataType, cells: &Cells, rows: Range<usize>) -> Option<ArrayRef> {
    let cells = rows.clone().map(|row| cells.cell(row));
    Some(match kind {
        DataType::Null => Arc::new(NullArray::new(rows.len())),
        DataType::Boolean => {
            let mut builder = BooleanBuilder::with_capacity(rows.len());
            for cell in cells {
                builder.append_option(present(cell).map(|text| text == "true"));
            }
            Arc::new(builder.finish())
        }
        DataType::Int64 => numbers::<Int64Type>(kind, cells, |text| text.parse().ok())?,
        DataType::UInt64 => numbers::<UInt64Type>(kind, cells, |text| text.parse().ok())?,
        DataType::Float64 => numbers::<Float64Type>(kind, cells, |text| text.parse().ok())?,
        DataType::Timestamp(unit, _) => {
            let parse = |decimals| move |text: &str| instant::parse(text, Resolution { decimals });
            match unit {
                TimeUnit::Second => numbers::<TimestampSecondType>(kind, cells, parse(0))?,
                TimeUnit::Millisecond => {
                    numbers::<TimestampMillisecondType>(kind, cells, parse(3))?
                }
                TimeUnit::Microsecond => {
                    numbers::<TimestampMicrosecondType>(kind, cells, parse(6))?
                }
                TimeUnit::Nanosecond => numbers::<TimestampNanosecondType>(kind, cells, parse(9))?,
            }
        }
        DataType::Decimal128(_, decimals) => {
            let mut builder =
                Decimal128Builder::with_capacity(rows.len()).with_data_type(kind.clone());
            for cell in cells {
                let parse = |text| mantissa(text, *decimals)?.parse::<i128>().ok();
                builder.append_option(value(cell, parse)?);
            }
            Arc::new(builder.finish())
        }
        DataType::Decimal256(_, decimals) => {
            let mut builder =
                Decimal256Builder::with_capacity(rows.len()).with_data_type(kind.clone());
            for cell in cells {
                let parse = |text| i256::from_string(&mantissa(text, *decimals)?);
                builder.append_option(value(cell, parse)?);
            }
            Arc::new(builder.finish())
        }
        _ => {
            let mut builder = StringBuilder::new();
            for cell in cells {
                builder.append_option(present(cell));
            }
            Arc::new(builder.finish())
        }
    })
}

fn numbers<'c, T: ArrowPrimitiveType>(
    kind: &DataType,
    cells: impl ExactSizeIterator<Item = Cell<'c>>,
    parse: impl Fn(&str) -> Option<T::Native>,
) -> Option<ArrayRef> {
    let mut builder =
        PrimitiveBuilder::<T>::with_capacity(cells.len()).with_data_type(kind.clone());
    for cell in cells {
        builder.append_option(value(cell, &parse)?);
    }
    Some(Arc::new(builder.finish()))
}

/// Returns the parsed text of a cell, `Some(None)` for a cell without a value.
fn value<'c, V>(cell: Cell<'c>, parse: impl Fn(&'c str) -> Option<V>) -> Option<Option<V>> {
    match present(cell) {
        None => Some(None),
        Some(text) => parse(text).map(Some),
    }
}

fn present(cell: Cell<'_>) -> Option<&str> {
    (cell.kind != CellKind::Null).then_some(cell.text)
}

/// Returns the digits of a number with this many decimals, without the point.
fn mantissa(text: &str, decimals: i8) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let missing = usize::try_from(decimals)
        .ok()?
        .checked_sub(fraction.len())?;
    let mut digits = String::with_capacity(text.len() + missing);
    digits.push_str(whole);
    digits.push_str(fraction);
    digits.extend(std::iter::repeat_n('0', missing));
    Some(digits)
}

/// The zone of instants.
const UTC: &str = "UTC";

#[cfg(test)]
mod tests;
