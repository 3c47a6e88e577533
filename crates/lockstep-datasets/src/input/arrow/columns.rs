//! The columns of an Arrow schema. Types without one plain value a row are refused before any of their data is read.

use arrow_ipc::{Endianness, Field, Precision, Schema, TimeUnit as Unit, Type};
use arrow_schema::{DataType, TimeUnit};
use lockstep_web::ApiError;

use crate::schema::{MAX_SHOWN_CHARS, check_names};

/// A column of an Arrow schema.
#[derive(Clone, Debug)]
pub(super) struct ArrowColumn {
    pub(super) name: String,
    /// The type of the values.
    pub(super) values: DataType,
    /// The dictionary, if the column contains indexes of it.
    pub(super) dictionary: Option<ColumnDictionary>,
}

/// The dictionary of a column.
#[derive(Clone, Debug)]
pub(super) struct ColumnDictionary {
    pub(super) id: i64,
    /// The type of the indexes.
    pub(super) indexes: DataType,
}

impl ArrowColumn {
    /// Returns the type of the arrays in record batches.
    pub(super) fn stored(&self) -> &DataType {
        let indexes = self.dictionary.as_ref().map(|it| &it.indexes);
        indexes.unwrap_or(&self.values)
    }

    /// Creates the error of the whole column.
    pub(super) fn refusal(&self, reason: &str) -> ApiError {
        column_error(&self.name, reason)
    }
}

/// Returns the columns of a schema.
///
/// # Errors
/// The first column that a dataset cannot hold.
pub(super) fn of(schema: Schema<'_>) -> Result<Vec<ArrowColumn>, ApiError> {
    if schema.endianness() != Endianness::Little {
        let reason = "message 1: the values are big-endian: write them little-endian";
        return Err(ApiError::invalid("data", reason));
    }
    let fields = schema.fields().unwrap_or_default();
    let names: Vec<&str> = fields
        .iter()
        .map(|field| field.name().unwrap_or_default())
        .collect();
    if names.is_empty() {
        let reason = "message 1: the schema has no column";
        return Err(ApiError::invalid("data", reason));
    }
    check_names(names.into_iter())?;
    fields.iter().map(column).collect()
}

fn column(field: Field<'_>) -> Result<ArrowColumn, ApiError> {
    let name = field.name().unwrap_or_default();
    let values = match data_type(field) {
        Some(values) => values,
        None => {
            let advice = advice(field.type_type());
            let shown = field.type_type().variant_name().unwrap_or("unknown");
            let reason =
                format!("has the Arrow type {shown}, which a dataset cannot hold: {advice}");
            return Err(column_error(name, &reason));
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
                column_error(name, "has a dictionary with indexes of an unknown type")
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
    let most = match bits {
        32 => 9,
        64 => 18,
        128 => 38,
        256 => 76,
        _ => return None,
    };
    if !(1..=most).contains(&digits) || !(-most..=digits).contains(&decimals) {
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

fn column_error(name: &str, reason: &str) -> ApiError {
    let name: String = name.chars().take(MAX_SHOWN_CHARS).collect();
    let error = ApiError::invalid("data", format!("column {name:?}: {reason}"));
    let details = serde_json::json!({ "parameter": "data", "reason": reason, "column": name });
    error.with_details(details)
}
