//! The values of Arrow arrays as cells: every number as its shortest decimal text.

use std::fmt::{Display, Write};

use arrow_array::cast::AsArray;
use arrow_array::types as of;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_schema::{DataType, TimeUnit};
use lockstep_formats::arrow_ipc::Dictionary;

use crate::cell::CellKind;
use crate::instant::{self, Resolution};

/// Appends the text of the value at a row that has one, and returns its kind.
type WriteValue<'a> = Box<dyn Fn(usize, &mut String) -> Result<CellKind, &'static str> + 'a>;

/// The values of an array.
pub(super) struct Values<'a> {
    array: &'a dyn Array,
    write: WriteValue<'a>,
}

/// Reads the cells of one column of a batch.
pub(super) enum ColumnReader<'a> {
    Plain(Values<'a>),
    Dictionary {
        indexes: Box<dyn Fn(usize) -> Option<Index> + 'a>,
        /// The dictionary; `None` if none was sent. It can have many more parts than the batch has rows.
        dictionary: Option<&'a Dictionary>,
        /// The type of its values.
        kind: &'a DataType,
        /// The part that was read last, with its values.
        last: Option<(&'a ArrayRef, Values<'a>)>,
    },
}

/// An index of a dictionary; `None` for a negative one.
pub(super) type Index = Option<usize>;

impl ColumnReader<'_> {
    /// Appends the text of the cell at `row`, and returns its kind.
    ///
    /// # Errors
    /// A value that no cell holds.
    pub(super) fn read(&mut self, row: usize, text: &mut String) -> Result<CellKind, &'static str> {
        match self {
            Self::Plain(values) => values.read(row, text),
            Self::Dictionary {
                indexes,
                dictionary,
                kind,
                last,
            } => {
                let Some(index) = indexes(row) else {
                    return Ok(CellKind::Null);
                };
                let index = index.ok_or(NO_ENTRY)?;
                let found = dictionary.and_then(|dictionary| dictionary.find(index));
                let (part, row) = found.ok_or(NO_ENTRY)?;
                let is_last = |(known, _): &(&ArrayRef, Values<'_>)| std::ptr::eq(*known, part);
                if !last.as_ref().is_some_and(is_last) {
                    *last = Some((part, values(part, kind).ok_or(NO_ENTRY)?));
                }
                match last {
                    Some((_, values)) => values.read(row, text),
                    None => Err(NO_ENTRY),
                }
            }
        }
    }
}

impl Values<'_> {
    fn read(&self, row: usize, text: &mut String) -> Result<CellKind, &'static str> {
        // The null type has no validity bitmap.
        match self.array.is_null(row) || self.array.data_type() == &DataType::Null {
            true => Ok(CellKind::Null),
            false => (self.write)(row, text),
        }
    }
}

/// Returns the indexes of an array; `None` if the array has another type.
pub(super) fn indexes(array: &ArrayRef) -> Option<Box<dyn Fn(usize) -> Option<Index> + '_>> {
    fn of_type<T: ArrowPrimitiveType>(
        array: &ArrayRef,
    ) -> Option<Box<dyn Fn(usize) -> Option<Index> + '_>>
    where
        usize: TryFrom<T::Native>,
    {
        let array: &PrimitiveArray<T> = array.as_primitive_opt()?;
        Some(Box::new(move |row| {
            array
                .is_valid(row)
                .then(|| usize::try_from(array.value(row)).ok())
        }))
    }
    match array.data_type() {
        DataType::Int8 => of_type::<of::Int8Type>(array),
        DataType::Int16 => of_type::<of::Int16Type>(array),
        DataType::Int32 => of_type::<of::Int32Type>(array),
        DataType::Int64 => of_type::<of::Int64Type>(array),
        DataType::UInt8 => of_type::<of::UInt8Type>(array),
        DataType::UInt16 => of_type::<of::UInt16Type>(array),
        DataType::UInt32 => of_type::<of::UInt32Type>(array),
        DataType::UInt64 => of_type::<of::UInt64Type>(array),
        _ => None,
    }
}

/// Returns the values of an array of this type; `None` if the array has another type.
pub(super) fn values<'a>(array: &'a ArrayRef, kind: &DataType) -> Option<Values<'a>> {
    let write: WriteValue<'a> = match kind {
        DataType::Null => Box::new(|_, _: &mut String| Ok(CellKind::Null)),
        DataType::Boolean => {
            let array = array.as_boolean_opt()?;
            Box::new(move |row, text: &mut String| {
                text.push_str(if array.value(row) { "true" } else { "false" });
                Ok(CellKind::Boolean)
            })
        }
        DataType::Utf8 => {
            let array = array.as_string_opt::<i32>()?;
            texts(move |row| array.value(row))
        }
        DataType::LargeUtf8 => {
            let array = array.as_string_opt::<i64>()?;
            texts(move |row| array.value(row))
        }
        DataType::Utf8View => {
            let array = array.as_string_view_opt()?;
            texts(move |row| array.value(row))
        }
        DataType::Int8 => integers::<of::Int8Type>(array)?,
        DataType::Int16 => integers::<of::Int16Type>(array)?,
        DataType::Int32 => integers::<of::Int32Type>(array)?,
        DataType::Int64 => integers::<of::Int64Type>(array)?,
        DataType::UInt8 => integers::<of::UInt8Type>(array)?,
        DataType::UInt16 => integers::<of::UInt16Type>(array)?,
        DataType::UInt32 => integers::<of::UInt32Type>(array)?,
        DataType::UInt64 => integers::<of::UInt64Type>(array)?,
        DataType::Float16 => floats::<of::Float16Type>(array)?,
        DataType::Float32 => floats::<of::Float32Type>(array)?,
        DataType::Float64 => doubles(array)?,
        DataType::Decimal32(digits, decimals) => {
            decimals_of::<of::Decimal32Type>(array, *digits, *decimals)?
        }
        DataType::Decimal64(digits, decimals) => {
            decimals_of::<of::Decimal64Type>(array, *digits, *decimals)?
        }
        DataType::Decimal128(digits, decimals) => {
            decimals_of::<of::Decimal128Type>(array, *digits, *decimals)?
        }
        DataType::Decimal256(digits, decimals) => {
            decimals_of::<of::Decimal256Type>(array, *digits, *decimals)?
        }
        _ => times(array, kind)?,
    };
    Some(Values {
        array: array.as_ref(),
        write,
    })
}

/// Returns the values of dates, times and timestamps.
fn times<'a>(array: &'a ArrayRef, kind: &DataType) -> Option<WriteValue<'a>> {
    let write: WriteValue<'a> = match kind {
        DataType::Date32 => {
            let array = array.as_primitive_opt::<of::Date32Type>()?;
            Box::new(move |row, text: &mut String| {
                let written = instant::write_date(text, array.value(row).into());
                written.map(|()| CellKind::Text).ok_or(NO_DATE)
            })
        }
        DataType::Date64 => {
            let array = array.as_primitive_opt::<of::Date64Type>()?;
            Box::new(move |row, text: &mut String| {
                let milliseconds = array.value(row);
                if milliseconds % DAY_MILLISECONDS != 0 {
                    return Err("is a date with a time: write a timestamp");
                }
                let written = instant::write_date(text, milliseconds / DAY_MILLISECONDS);
                written.map(|()| CellKind::Text).ok_or(NO_DATE)
            })
        }
        DataType::Time32(TimeUnit::Second) => clock::<of::Time32SecondType>(array, 0)?,
        DataType::Time32(_) => clock::<of::Time32MillisecondType>(array, 3)?,
        DataType::Time64(TimeUnit::Microsecond) => clock::<of::Time64MicrosecondType>(array, 6)?,
        DataType::Time64(_) => clock::<of::Time64NanosecondType>(array, 9)?,
        DataType::Timestamp(unit, zone) => {
            let has_zone = zone.is_some();
            match unit {
                TimeUnit::Second => instants::<of::TimestampSecondType>(array, 0, has_zone)?,
                TimeUnit::Millisecond => {
                    instants::<of::TimestampMillisecondType>(array, 3, has_zone)?
                }
                TimeUnit::Microsecond => {
                    instants::<of::TimestampMicrosecondType>(array, 6, has_zone)?
                }
                TimeUnit::Nanosecond => {
                    instants::<of::TimestampNanosecondType>(array, 9, has_zone)?
                }
            }
        }
        _ => return None,
    };
    Some(write)
}

fn texts<'a>(value: impl Fn(usize) -> &'a str + 'a) -> WriteValue<'a> {
    Box::new(move |row, text| {
        text.push_str(value(row));
        Ok(CellKind::Text)
    })
}

fn integers<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<WriteValue<'_>>
where
    T::Native: Display,
{
    let array: &PrimitiveArray<T> = array.as_primitive_opt()?;
    Some(Box::new(move |row, text| {
        put(text, array.value(row));
        Ok(CellKind::Number)
    }))
}

/// The shortest text of a number of 16 or 32 bits: it is not the shortest text of the same number as a double.
fn floats<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<WriteValue<'_>>
where
    f32: From<T::Native>,
{
    let array: &PrimitiveArray<T> = array.as_primitive_opt()?;
    Some(Box::new(move |row, text| {
        let value = f32::from(array.value(row));
        if !value.is_finite() {
            return Err(NOT_FINITE);
        }
        put(text, format_args!("{value:?}"));
        Ok(CellKind::Number)
    }))
}

fn doubles(array: &ArrayRef) -> Option<WriteValue<'_>> {
    let array = array.as_primitive_opt::<of::Float64Type>()?;
    Some(Box::new(move |row, text| {
        let value = array.value(row);
        if !value.is_finite() {
            return Err(NOT_FINITE);
        }
        put(text, format_args!("{value:?}"));
        Ok(CellKind::Number)
    }))
}

fn decimals_of<T: ArrowPrimitiveType>(
    array: &ArrayRef,
    digits: u8,
    decimals: i8,
) -> Option<WriteValue<'_>>
where
    T::Native: Display,
{
    let array: &PrimitiveArray<T> = array.as_primitive_opt()?;
    Some(Box::new(move |row, text| {
        let mut mantissa = String::with_capacity(usize::from(digits) + 1);
        put(&mut mantissa, array.value(row));
        let (sign, number) = match mantissa.strip_prefix('-') {
            Some(number) => ("-", number),
            None => ("", mantissa.as_str()),
        };
        if number.len() > usize::from(digits) {
            return Err("is a decimal with more digits than its type allows");
        }
        text.push_str(sign);
        let places = usize::from(decimals.unsigned_abs());
        if decimals <= 0 {
            text.push_str(number);
            // 0 with a negative scale is 0.
            let zeros = if number == "0" { 0 } else { places };
            text.extend(std::iter::repeat_n('0', zeros));
            return Ok(CellKind::Number);
        }
        let (whole, fraction) = number.split_at(number.len().saturating_sub(places));
        text.push_str(if whole.is_empty() { "0" } else { whole });
        text.push('.');
        text.extend(std::iter::repeat_n('0', places - fraction.len()));
        text.push_str(fraction);
        Ok(CellKind::Number)
    }))
}

fn clock<T: ArrowPrimitiveType>(array: &ArrayRef, decimals: u8) -> Option<WriteValue<'_>>
where
    i64: From<T::Native>,
{
    let array: &PrimitiveArray<T> = array.as_primitive_opt()?;
    Some(Box::new(move |row, text| {
        let units = i64::from(array.value(row));
        let written = instant::write_time(text, units, Resolution { decimals });
        written
            .map(|()| CellKind::Text)
            .ok_or("is not a time of a day")
    }))
}

fn instants<T: ArrowPrimitiveType<Native = i64>>(
    array: &ArrayRef,
    decimals: u8,
    has_zone: bool,
) -> Option<WriteValue<'_>> {
    // The zone is a parameter of the array's type, not of `T`.
    let array: &PrimitiveArray<T> = array.as_any().downcast_ref()?;
    Some(Box::new(move |row, text| {
        let written = instant::write_instant(text, array.value(row), Resolution { decimals });
        written.ok_or(NO_DATE)?;
        if has_zone {
            text.push('Z');
        }
        Ok(CellKind::Text)
    }))
}

fn put(text: &mut String, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{value}");
}

const NO_ENTRY: &str = "has an index that its dictionary does not have";
const NO_DATE: &str = "is a date outside of the years 0000 to 9999";
const NOT_FINITE: &str = "is NaN or infinite: write null where there is no number";
const DAY_MILLISECONDS: i64 = 86_400_000;
