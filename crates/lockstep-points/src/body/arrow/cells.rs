//! The columns of a record batch as the values of points.

use arrow_array::cast::AsArray;
use arrow_array::types as of;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use lockstep_formats::arrow_ipc::{ArrowColumn, ArrowFault, Dictionaries};

use super::Names;

/// The presence of values: the array, if it has nulls.
type Nulls<'a> = Option<&'a dyn Array>;

fn nulls(array: &ArrayRef) -> Nulls<'_> {
    (array.null_count() > 0).then_some(array.as_ref())
}

fn is_null(nulls: Nulls<'_>, row: usize) -> bool {
    nulls.is_some_and(|array| array.is_null(row))
}

/// Times in milliseconds since 1970.
pub(super) struct Times<'a> {
    units: &'a [i64],
    /// The number of units in a millisecond, or of milliseconds in a unit.
    scale: Scale,
    nulls: Nulls<'a>,
}

enum Scale {
    UnitsPerMilli(i64),
    MillisPerUnit(i64),
}

impl<'a> Times<'a> {
    pub(super) fn read(column: &ArrowColumn, array: &'a ArrayRef) -> Result<Self, ArrowFault> {
        let wrong = || {
            let reason = "must be a timestamp with a time zone, such as timestamp[ms, UTC]";
            column.refusal(reason)
        };
        let DataType::Timestamp(unit, Some(_)) = array.data_type() else {
            return Err(wrong());
        };
        let (units, scale) = match unit {
            TimeUnit::Second => (
                values::<of::TimestampSecondType>(array),
                Scale::MillisPerUnit(1000),
            ),
            TimeUnit::Millisecond => (
                values::<of::TimestampMillisecondType>(array),
                Scale::MillisPerUnit(1),
            ),
            TimeUnit::Microsecond => (
                values::<of::TimestampMicrosecondType>(array),
                Scale::UnitsPerMilli(1000),
            ),
            TimeUnit::Nanosecond => (
                values::<of::TimestampNanosecondType>(array),
                Scale::UnitsPerMilli(1_000_000),
            ),
        };
        Ok(Self {
            units: units.ok_or_else(wrong)?,
            scale,
            nulls: nulls(array),
        })
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<i64> {
        let units = self.units[row];
        let millis = match self.scale {
            Scale::MillisPerUnit(millis) => units.saturating_mul(millis),
            Scale::UnitsPerMilli(count) => units.div_euclid(count),
        };
        (!is_null(self.nulls, row)).then_some(millis)
    }
}

fn values<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<&[T::Native]> {
    Some(array.as_primitive_opt::<T>()?.values())
}

/// Numbers.
pub(super) struct Numbers<'a> {
    values: Values<'a>,
    nulls: Nulls<'a>,
}

enum Values<'a> {
    Doubles(&'a [f64]),
    /// Numbers of another type.
    Converted(Vec<f64>),
    /// A column of type Null.
    Absent,
}

impl<'a> Numbers<'a> {
    pub(super) fn read(column: &ArrowColumn, array: &'a ArrayRef) -> Result<Self, ArrowFault> {
        fn converted<T: ArrowPrimitiveType>(
            array: &ArrayRef,
            convert: impl Fn(T::Native) -> f64,
        ) -> Option<Values<'_>> {
            let all = values::<T>(array)?.iter();
            Some(Values::Converted(
                all.map(|value| convert(*value)).collect(),
            ))
        }
        let found = match array.data_type() {
            DataType::Float64 => values::<of::Float64Type>(array).map(Values::Doubles),
            DataType::Float32 => converted::<of::Float32Type>(array, f64::from),
            DataType::Float16 => converted::<of::Float16Type>(array, f64::from),
            DataType::Int8 => converted::<of::Int8Type>(array, f64::from),
            DataType::Int16 => converted::<of::Int16Type>(array, f64::from),
            DataType::Int32 => converted::<of::Int32Type>(array, f64::from),
            DataType::Int64 => converted::<of::Int64Type>(array, |value| value as f64),
            DataType::UInt8 => converted::<of::UInt8Type>(array, f64::from),
            DataType::UInt16 => converted::<of::UInt16Type>(array, f64::from),
            DataType::UInt32 => converted::<of::UInt32Type>(array, f64::from),
            DataType::UInt64 => converted::<of::UInt64Type>(array, |value| value as f64),
            DataType::Null => Some(Values::Absent),
            _ => None,
        };
        Ok(Self {
            values: found.ok_or_else(|| column.refusal("must be numbers, such as float64"))?,
            nulls: nulls(array),
        })
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<f64> {
        let value = match &self.values {
            Values::Doubles(values) => values[row],
            Values::Converted(values) => values[row],
            Values::Absent => return None,
        };
        (!is_null(self.nulls, row)).then_some(value)
    }
}

/// Texts, plain or as indexes of a dictionary.
pub(super) struct Texts<'a> {
    rows: usize,
    encoding: TextEncoding<'a>,
}

enum TextEncoding<'a> {
    Plain(ReadText<'a>),
    Indexes {
        /// The index for each row; `None` for null and for an index outside of the dictionary.
        indexes: Vec<Option<u32>>,
        /// The dictionary.
        texts: Vec<Option<&'a str>>,
    },
}

impl<'a> Texts<'a> {
    pub(super) fn read(
        (column, dictionaries): (&ArrowColumn, &'a Dictionaries),
        array: &'a ArrayRef,
    ) -> Result<Self, ArrowFault> {
        let wrong = || column.refusal("must be texts, plain or in a dictionary");
        let encoding = if column.dictionary.is_none() {
            TextEncoding::Plain(plain(array).ok_or_else(wrong)?)
        } else {
            let mut texts = Vec::new();
            for part in dictionaries.parts(column) {
                let read = plain(part).ok_or_else(wrong)?;
                texts.extend((0..part.len()).map(read));
            }
            let indexes = indexes(array, texts.len()).ok_or_else(wrong)?;
            if indexes
                .iter()
                .enumerate()
                .any(|(row, index)| index.is_none() && array.is_valid(row))
            {
                return Err(column.refusal("has an index without an entry in its dictionary"));
            }
            TextEncoding::Indexes { indexes, texts }
        };
        Ok(Self {
            rows: array.len(),
            encoding,
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<&'a str> {
        match &self.encoding {
            TextEncoding::Plain(read) => read(row),
            TextEncoding::Indexes { indexes, texts } => texts[indexes[row]? as usize],
        }
    }

    /// Returns the number of each row's text among all names; `None` for null.
    pub(super) fn numbers(&self, names: &mut Names) -> Vec<Option<u32>> {
        match &self.encoding {
            TextEncoding::Plain(read) => {
                let mut last: Option<(&str, u32)> = None;
                let mut number = |text: &'a str| match last {
                    Some((known, number)) if known == text => number,
                    _ => {
                        let number = names.number(text);
                        last = Some((text, number));
                        number
                    }
                };
                (0..self.rows)
                    .map(|row| read(row).map(&mut number))
                    .collect()
            }
            TextEncoding::Indexes { indexes, texts } => {
                // Only texts that a row names are counted among the names.
                let mut numbers = vec![None; texts.len()];
                let number = |index: &Option<u32>| {
                    let position = (*index)? as usize;
                    let text = texts[position]?;
                    let known: &mut Option<u32> = &mut numbers[position];
                    Some(*known.get_or_insert_with(|| names.number(text)))
                };
                indexes.iter().map(number).collect()
            }
        }
    }
}

/// Returns the text of a row; `None` for null.
type ReadText<'a> = Box<dyn Fn(usize) -> Option<&'a str> + 'a>;

fn plain(array: &ArrayRef) -> Option<ReadText<'_>> {
    let nulls = nulls(array);
    Some(match array.data_type() {
        DataType::Utf8 => {
            let array = array.as_string_opt::<i32>()?;
            Box::new(move |row| (!is_null(nulls, row)).then(|| array.value(row)))
        }
        DataType::LargeUtf8 => {
            let array = array.as_string_opt::<i64>()?;
            Box::new(move |row| (!is_null(nulls, row)).then(|| array.value(row)))
        }
        DataType::Utf8View => {
            let array = array.as_string_view_opt()?;
            Box::new(move |row| (!is_null(nulls, row)).then(|| array.value(row)))
        }
        DataType::Null => Box::new(|_| None),
        _ => return None,
    })
}

/// Returns the indexes of a dictionary with `count` entries.
fn indexes(array: &ArrayRef, count: usize) -> Option<Vec<Option<u32>>> {
    fn of_type<T: ArrowPrimitiveType>(array: &ArrayRef, count: usize) -> Option<Vec<Option<u32>>>
    where
        usize: TryFrom<T::Native>,
    {
        let array = array.as_primitive_opt::<T>()?;
        let index = |value: Option<T::Native>| {
            let index = usize::try_from(value?).ok();
            index.filter(|index| *index < count)?.try_into().ok()
        };
        Some(array.iter().map(index).collect())
    }
    match array.data_type() {
        DataType::Int8 => of_type::<of::Int8Type>(array, count),
        DataType::Int16 => of_type::<of::Int16Type>(array, count),
        DataType::Int32 => of_type::<of::Int32Type>(array, count),
        DataType::Int64 => of_type::<of::Int64Type>(array, count),
        DataType::UInt8 => of_type::<of::UInt8Type>(array, count),
        DataType::UInt16 => of_type::<of::UInt16Type>(array, count),
        DataType::UInt32 => of_type::<of::UInt32Type>(array, count),
        DataType::UInt64 => of_type::<of::UInt64Type>(array, count),
        _ => None,
    }
}
