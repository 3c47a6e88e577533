//! The columns of an Arrow schema. Types without one plain value a row are refused before any of their data is read.

use arrow_ipc::{Endianness, Field, Precision, Schema, TimeUnit as Unit, Type};
use arrow_schema::{DataType, TimeUnit};

use super::ArrowFault;

/// A column of an Arrow schema.
#[derive(Clone, Debug)]
pub struct ArrowColumn {
    /// The name.
    pub name: String,
    /// The type of the values.
    pub values: DataType,
    /// The dictionary, if the column contains indexes of it.
    pub dictionary: Option<ColumnDictionary>,
}

/// The dictionary of a column.
#[derive(Clone, Debug)]
pub struct ColumnDictionary {
    /// The number of the dictionary in the stream.
    pub id: i64,
    /// The type of the indexes.
    pub indexes: DataType,
}

impl ArrowColumn {
    /// Returns the type of the arrays in record batches.
    #[must_use]
    pub fn stored(&self) -> &DataType {
        let indexes = self.dictionary.as_ref().map(|it| &it.indexes);
        indexes.unwrap_or(&self.values)
    }

    /// Creates the fault of the whole column.
    #[must_use]
    pub fn refusal(&self, reason: &str) -> ArrowFault {
        ArrowFault::column(&self.name, reason)
    }
}

/// Returns the columns of a schema.
///
/// # Errors
/// Values that are big-endian; no column; the first column without one plain value for each row.
pub fn columns(schema: Schema<'_>) -> Result<Vec<ArrowColumn>, ArrowFault> {
    if schema.endianness() != Endianness::Little {
        let reason = "the values are big-endian: write them little-endian";
        return Err(ArrowFault::message(1, reason));
    }
    let fields = schema.fields().unwrap_or_default();
    if fields.is_empty() {
        return Err(ArrowFault::message(1, "the schema has no column"));
    }
    fields.iter().map(column).collect()
}

fn column(field: Field<'_>) -> Result<ArrowColumn, ArrowFault> {
    let name = field.name().unwrap_or_default();
    let values = match data_type(field) {
        Some(values) => values,
        None => {
            let advice = advice(field.type_type());
            let shown = field.type_type().variant_name().unwrap_or("unknown");
            let reason = format!(
                "has the Arrow type {shown}, which has no plain value for each row: {advice}"
            );
            return Err(ArrowFault::column(name, &reason));
        }
    };
    let dictionary = match field.dictionary() {
        None => None,
        Some(encoding) => {
            let width = match encoding.indexType() {
                Some(int) => integer(int.bitWidth(), int.is_signed()),
                None => Some(DataType::Int32),
            };
            let indexes = width.ok_or_else(|| {
                ArrowFault::column(name, "has a dictionary with indexes of an unknown type")
            })?;
            Some(ColumnDictionary {
                id: encoding.id(),
                indexes,
            })
        }
    };
    Ok(ArrowColumn {
        name: name.to_owned(),
        values,
        dictionary,
    })
}

/// Returns the type of a field that has one plain value a row.
fn data_type(field: Field<'_>) -> Option<DataType> {
    let found = match field.type_type() {
        Type::Null => DataType::Null,
        Type::Bool => DataType::Boolean,
        Type::Int => {
            let int = field.type_as_int()?;
            integer(int.bitWidth(), int.is_signed())?
        }
        Type::FloatingPoint => match field.type_as_floating_point()?.precision() {
            Precision::HALF => DataType::Float16,
            Precision::SINGLE => DataType::Float32,
            Precision::DOUBLE => DataType::Float64,
            _ => return None,
        },
        Type::Utf8 => DataType::Utf8,
        Type::LargeUtf8 => DataType::LargeUtf8,
        Type::Utf8View => DataType::Utf8View,
        Type::Decimal => {
            let decimal = field.type_as_decimal()?;
            fixed(decimal.bitWidth(), decimal.precision(), decimal.scale())?
        }
        Type::Date => match field.type_as_date()?.unit() {
            arrow_ipc::DateUnit::DAY => DataType::Date32,
            arrow_ipc::DateUnit::MILLISECOND => DataType::Date64,
            _ => return None,
        },
        Type::Time => {
            let time = field.type_as_time()?;
            match (time.bitWidth(), unit(time.unit())?) {
                (32, unit @ (TimeUnit::Second | TimeUnit::Millisecond)) => DataType::Time32(unit),
                (64, unit @ (TimeUnit::Microsecond | TimeUnit::Nanosecond)) => {
                    DataType::Time64(unit)
                }
                _ => return None,
            }
        }
        Type::Timestamp => {
            let timestamp = field.type_as_timestamp()?;
            // Values with a zone are instants of UTC; the zone is only how they are shown.
            let zone = timestamp.timezone().filter(|zone| !zone.is_empty());
            DataType::Timestamp(unit(timestamp.unit())?, zone.map(|_| "UTC".into()))
        }
        _ => return None,
    };
    Some(found)
}

fn integer(bits: i32, is_signed: bool) -> Option<DataType> {
    let found = match (bits, is_signed) {
        (8, true) => DataType::Int8,
        (16, true) => DataType::Int16,
        (32, true) => DataType::Int32,
        (64, true) => DataType::Int64,
        (8, false) => DataType::UInt8,
        (16, false) => DataType::UInt16,
        (32, false) => DataType::UInt32,
        (64, false) => DataType::UInt64,
        _ => return None,
    };
    Some(found)
}

fn fixed(bits: i32, digits: i32, decimals: i32) -> Option<DataType> {
    let limit = match bits {
        32 => 9,
        64 => 18,
        128 => 38,
        256 => 76,
        _ => return None,
    };
    if !(1..=limit).contains(&digits) || !(-limit..=digits).contains(&decimals) {
        return None;
    }
    // Both are within ±76.
    let (digits, decimals) = (digits as u8, decimals as i8);
    let found = match bits {
        32 => DataType::Decimal32(digits, decimals),
        64 => DataType::Decimal64(digits, decimals),
        128 => DataType::Decimal128(digits, decimals),
        _ => DataType::Decimal256(digits, decimals),
    };
    Some(found)
}

fn unit(unit: Unit) -> Option<TimeUnit> {
    match unit {
        Unit::SECOND => Some(TimeUnit::Second),
        Unit::MILLISECOND => Some(TimeUnit::Millisecond),
        Unit::MICROSECOND => Some(TimeUnit::Microsecond),
        Unit::NANOSECOND => Some(TimeUnit::Nanosecond),
        _ => None,
    }
}

fn advice(kind: Type) -> &'static str {
    match kind {
        Type::List
        | Type::LargeList
        | Type::FixedSizeList
        | Type::ListView
        | Type::LargeListView
        | Type::Struct_
        | Type::Map
        | Type::Union => "make a column of each member, or write the value as text",
        Type::Binary | Type::LargeBinary | Type::FixedSizeBinary | Type::BinaryView => {
            "write the bytes as text, for example in Base64"
        }
        Type::Duration | Type::Interval => {
            "write it as a number, with the unit in the column's name"
        }
        Type::RunEndEncoded => "write the column without run-end encoding",
        _ => "write it as a number or as text",
    }
}
