//! The columns of a record batch as the values of points.

use std::borrow::Cow;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types as of;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use lockstep_formats::arrow_ipc::{ArrowColumn, ArrowFault, Dictionaries, Dictionary};

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
    millis: Cow<'a, [i64]>,
    nulls: Nulls<'a>,
}

impl<'a> Times<'a> {
    pub(super) fn read(column: &ArrowColumn, array: &'a ArrayRef) -> Result<Self, ArrowFault> {
        fn converted<T: ArrowPrimitiveType<Native = i64>>(
            array: &ArrayRef,
            convert: impl Fn(i64) -> i64,
        ) -> Option<Cow<'_, [i64]>> {
            let all = values::<T>(array)?.iter();
            Some(Cow::Owned(all.map(|units| convert(*units)).collect()))
        }
        let wrong = || {
            let reason = "must be a timestamp with a time zone, such as timestamp[ms, UTC]";
            column.refusal(reason)
        };
        let DataType::Timestamp(unit, Some(_)) = array.data_type() else {
            return Err(wrong());
        };
        let millis = match unit {
            TimeUnit::Second => {
                converted::<of::TimestampSecondType>(array, |seconds| seconds.saturating_mul(1000))
            }
            TimeUnit::Millisecond => {
                values::<of::TimestampMillisecondType>(array).map(Cow::Borrowed)
            }
            TimeUnit::Microsecond => {
                converted::<of::TimestampMicrosecondType>(array, |micros| micros.div_euclid(1000))
            }
            TimeUnit::Nanosecond => {
                converted::<of::TimestampNanosecondType>(array, |nanos| nanos.div_euclid(1_000_000))
            }
        };
        Ok(Self {
            millis: millis.ok_or_else(wrong)?,
            nulls: nulls(array),
        })
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<i64> {
        (!is_null(self.nulls, row)).then(|| self.millis[row])
    }

    /// Returns the times of rows; `None` if the column has nulls.
    pub(super) fn all(&self, rows: &Range<usize>) -> Option<&[i64]> {
        match self.nulls {
            Some(_) => None,
            None => self.millis.get(rows.clone()),
        }
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

    /// Returns the numbers of rows; `None` if the column has nulls.
    pub(super) fn all(&self, rows: &Range<usize>) -> Option<&[f64]> {
        match (self.nulls, &self.values) {
            (Some(_), _) | (None, Values::Absent) => None,
            (None, Values::Doubles(values)) => values.get(rows.clone()),
            (None, Values::Converted(values)) => values.get(rows.clone()),
        }
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
        /// The rows with the same index, which the dictionary has.
        runs: Vec<Run<u32>>,
        /// The dictionary; `None` if none was sent. It can be much longer than the batch: only texts that a row names are
        /// read.
        dictionary: Option<&'a Dictionary>,
    },
}

/// Rows that follow each other and have the same value.
pub(super) struct Run<T> {
    /// The row after the last of them.
    pub(super) end: usize,
    /// The value; `None` for null.
    pub(super) value: Option<T>,
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
            // All parts of a dictionary have one type.
            let first = dictionaries.first(column);
            if first.is_some_and(|part| plain(part).is_none()) {
                return Err(wrong());
            }
            let dictionary = dictionaries.of(column);
            let runs = index_runs(array).ok_or_else(wrong)?;
            let count = dictionary.map_or(0, Dictionary::count);
            let is_outside = |index: u32| index == NO_ENTRY || index as usize >= count;
            if runs.iter().any(|run| run.value.is_some_and(is_outside)) {
                return Err(column.refusal("has an index without an entry in its dictionary"));
            }
            TextEncoding::Indexes { runs, dictionary }
        };
        Ok(Self {
            rows: array.len(),
            encoding,
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<&'a str> {
        match &self.encoding {
            TextEncoding::Plain(read) => read(row),
            TextEncoding::Indexes { runs, dictionary } => {
                let run = runs.partition_point(|run| run.end <= row);
                text((*dictionary)?, runs[run].value?)
            }
        }
    }

    /// Returns the rows with the same text, by the number of the text among all names.
    pub(super) fn runs(&self, names: &mut Names) -> Vec<Run<u32>> {
        match &self.encoding {
            TextEncoding::Plain(read) => {
                let number = |run: Run<&str>| Run {
                    end: run.end,
                    value: run.value.and_then(|text| names.number(text)),
                };
                runs((0..self.rows).map(read))
                    .into_iter()
                    .map(number)
                    .collect()
            }
            TextEncoding::Indexes { runs, dictionary } => {
                // The numbers of the first texts of the dictionary, at most one for each row.
                let count = dictionary.map_or(0, Dictionary::count).min(self.rows);
                let mut numbers: Vec<Option<u32>> = vec![None; count];
                let mut number = |index: u32| {
                    let known = numbers.get_mut(index as usize);
                    if let Some(Some(number)) = &known {
                        return Some(*number);
                    }
                    let number = names.number(text((*dictionary)?, index)?)?;
                    if let Some(known) = known {
                        *known = Some(number);
                    }
                    Some(number)
                };
                let numbered = runs.iter().map(|run| Run {
                    end: run.end,
                    value: run.value.and_then(&mut number),
                });
                numbered.collect()
            }
        }
    }
}

/// Returns the text at an index of a dictionary; `None` for null.
fn text(dictionary: &Dictionary, index: u32) -> Option<&str> {
    let (part, row) = dictionary.find(index as usize)?;
    if part.is_null(row) {
        return None;
    }
    match part.data_type() {
        DataType::Utf8 => Some(part.as_string_opt::<i32>()?.value(row)),
        DataType::LargeUtf8 => Some(part.as_string_opt::<i64>()?.value(row)),
        DataType::Utf8View => Some(part.as_string_view_opt()?.value(row)),
        _ => None,
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

/// Returns the runs of equal values.
fn runs<T: PartialEq>(values: impl Iterator<Item = Option<T>>) -> Vec<Run<T>> {
    let mut runs: Vec<Run<T>> = Vec::new();
    for (row, value) in values.enumerate() {
        match runs.last_mut() {
            Some(last) if last.value == value => last.end = row + 1,
            _ => runs.push(Run {
                end: row + 1,
                value,
            }),
        }
    }
    runs
}

/// Returns the runs of equal indexes; `None` if the array has none.
fn index_runs(array: &ArrayRef) -> Option<Vec<Run<u32>>> {
    fn of_type<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<Vec<Run<u32>>>
    where
        u32: TryFrom<T::Native>,
    {
        let array = array.as_primitive_opt::<T>()?;
        // No dictionary has an entry with a negative index, or with one of more than 32 bits.
        let index = |value: T::Native| u32::try_from(value).unwrap_or(NO_ENTRY);
        if array.null_count() > 0 {
            return Some(runs(array.iter().map(|value| value.map(index))));
        }
        let mut end = 0;
        let run = |equal: &[T::Native]| {
            end += equal.len();
            Run {
                end,
                value: equal.first().copied().map(index),
            }
        };
        let equal = array.values().chunk_by(|one, other| one == other);
        Some(equal.map(run).collect())
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

/// An index without an entry in any dictionary.
const NO_ENTRY: u32 = u32::MAX;
