//! Parameters and rows, the same for every engine.

use std::borrow::Cow;

use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::clock::Timestamp;
use crate::error::{EngineError, PostgresError, StoreError};
use crate::id;

/// A parameter of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// SQL NULL.
    Null,
    /// A 64-bit integer; booleans are 0 and 1.
    Integer(i64),
    /// A double.
    Real(f64),
    /// UTF-8 text.
    Text(&'a str),
    /// Bytes.
    Blob(&'a [u8]),
}

impl Value<'_> {
    /// Returns the bytes of a text or blob; numbers count as none.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Text(text) => text.len() as u64,
            Self::Blob(bytes) => bytes.len() as u64,
            Self::Null | Self::Integer(_) | Self::Real(_) => 0,
        }
    }
}

/// `params![a, b]`: a slice of [`Value`]s.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::Value::from($value)),*] };
}

macro_rules! value_from {
    ($($type:ty => |$value:ident| $made:expr;)*) => {$(
        impl<'a> From<$type> for Value<'a> {
            fn from($value: $type) -> Self {
                $made
            }
        }
    )*};
}

value_from! {
    i64 => |value| Value::Integer(value);
    i32 => |value| Value::Integer(value.into());
    u32 => |value| Value::Integer(value.into());
    bool => |value| Value::Integer(value.into());
    f64 => |value| Value::Real(value);
    Timestamp => |value| Value::Integer(value.0);
    &'a str => |value| Value::Text(value);
    &'a String => |value| Value::Text(value);
    &'a [u8] => |value| Value::Blob(value);
    &'a Vec<u8> => |value| Value::Blob(value);
    &'a id::UserId => |value| Value::Text(value.as_str());
    &'a id::DeviceId => |value| Value::Text(value.as_str());
    &'a id::ApiKeyId => |value| Value::Text(value.as_str());
    &'a id::SessionId => |value| Value::Text(value.as_str());
    &'a id::KeyId => |value| Value::Text(value.as_str());
    &'a id::AuditId => |value| Value::Text(value.as_str());
    &'a id::DatasetId => |value| Value::Text(value.as_str());
    &'a id::ErasureId => |value| Value::Text(value.as_str());
    &'a id::CommandId => |value| Value::Text(value.as_str());
    &'a id::WebhookId => |value| Value::Text(value.as_str());
    &'a id::WebhookDeliveryId => |value| Value::Text(value.as_str());
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    fn from(value: &'a [u8; N]) -> Self {
        Value::Blob(value)
    }
}

impl<'a, T> From<Option<T>> for Value<'a>
where
    Value<'a>: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Value::from)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Null => ValueRef::Null,
            Value::Integer(value) => ValueRef::Integer(value),
            Value::Real(value) => ValueRef::Real(value),
            Value::Text(value) => ValueRef::Text(value.as_bytes()),
            Value::Blob(value) => ValueRef::Blob(value),
        }))
    }
}

/// A row of a result; columns count from 0.
pub struct Row<'r> {
    row: EngineRow<'r>,
    sql: &'r str,
}

/// A row of one of the engines.
#[derive(Clone, Copy)]
pub(crate) enum EngineRow<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

impl<'r> EngineRow<'r> {
    fn column_name(self, column: usize) -> Option<&'r str> {
        match self {
            Self::Sqlite(row) => row.as_ref().column_name(column).ok(),
            Self::Postgres(row) => row.columns().get(column).map(tokio_postgres::Column::name),
        }
    }

    /// Returns a column as it is stored; `None` for a text that is not UTF-8.
    fn value(self, column: usize) -> Result<Option<Value<'r>>, EngineError> {
        Ok(match self {
            Self::Sqlite(row) => match row.get_ref(column)? {
                ValueRef::Null => Some(Value::Null),
                ValueRef::Integer(value) => Some(Value::Integer(value)),
                ValueRef::Real(value) => Some(Value::Real(value)),
                ValueRef::Text(value) => std::str::from_utf8(value).ok().map(Value::Text),
                ValueRef::Blob(value) => Some(Value::Blob(value)),
            },
            Self::Postgres(row) => Some(row.try_get(column).map_err(PostgresError::from)?),
        })
    }
}

impl<'r> Row<'r> {
    pub(crate) fn new(row: EngineRow<'r>, sql: &'r str) -> Self {
        Self { row, sql }
    }

    /// Creates the error for a column with a type other than `expected`. It names table and column.
    #[must_use]
    pub fn wrong(&self, column: usize, expected: &'static str) -> StoreError {
        let name = self.row.column_name(column).unwrap_or("?");
        StoreError::Column {
            table: first_table(self.sql).into(),
            column: name.into(),
            expected,
        }
    }

    /// Returns any column as a short printable text: the identifier of a row that cannot be read.
    /// Use it only for columns of identifiers and numbers.
    #[must_use]
    pub fn shown(&self, column: usize) -> String {
        let text = match (self.row, self.row.value(column)) {
            (_, Ok(Some(Value::Integer(value)))) => return value.to_string(),
            (_, Ok(Some(Value::Text(text)))) => Cow::Borrowed(text),
            (_, Ok(Some(Value::Blob(bytes)))) => String::from_utf8_lossy(bytes),
            (EngineRow::Sqlite(row), Ok(None)) => match row.get_ref(column) {
                Ok(ValueRef::Text(bytes)) => String::from_utf8_lossy(bytes),
                _ => return "?".to_owned(),
            },
            _ => return "?".to_owned(),
        };
        let printable = |c: char| if c.is_control() { '?' } else { c };
        text.chars().take(MAX_SHOWN_CHARS).map(printable).collect()
    }

    /// Returns the column as the type that the caller expects.
    pub fn at<T: FromColumn<'r>>(&self, column: usize) -> Result<T, StoreError> {
        let value = self.value(column, T::EXPECTED)?;
        T::from_column(value).ok_or_else(|| self.wrong(column, T::EXPECTED))
    }

    /// Returns the column as it is stored.
    pub(crate) fn value(
        &self,
        column: usize,
        expected: &'static str,
    ) -> Result<Value<'r>, StoreError> {
        let value = self.row.value(column)?;
        value.ok_or_else(|| self.wrong(column, expected))
    }

    /// Returns the bytes of a text, without a check that they are UTF-8; `None` for NULL.
    pub(crate) fn text_bytes(&self, column: usize) -> Result<Option<&'r [u8]>, StoreError> {
        let EngineRow::Sqlite(row) = self.row else {
            return Ok(self.at::<Option<&str>>(column)?.map(str::as_bytes));
        };
        match row.get_ref(column).map_err(EngineError::from)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => Ok(Some(bytes)),
            _ => Err(self.wrong(column, "a text")),
        }
    }

    /// Parses the text of the column; a text that does not parse is damage.
    pub fn parse<T: std::str::FromStr>(&self, column: usize) -> Result<T, StoreError> {
        let text: &str = self.at(column)?;
        text.parse()
            .map_err(|_| self.wrong(column, "a text that parses"))
    }
}

/// Returns the table that a statement names first.
fn first_table(sql: &str) -> &str {
    let mut words = sql.split_whitespace();
    while let Some(word) = words.next() {
        if matches!(word, "FROM" | "INTO" | "UPDATE")
            && let Some(name) = words.next()
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            return name.split(['(', ',']).next().unwrap_or(name);
        }
    }
    "?"
}

/// The maximum number of characters of a damaged identifier that are shown.
const MAX_SHOWN_CHARS: usize = 80;

/// A type that a column can be read as.
pub trait FromColumn<'r>: Sized {
    /// The expected type, as error messages name it.
    const EXPECTED: &'static str;
    /// Converts a value; returns `None` for a value of another type.
    fn from_column(value: Value<'r>) -> Option<Self>;
}

macro_rules! from_column {
    ($($type:ty, $expected:literal, $pattern:pat => $made:expr;)*) => {$(
        impl<'r> FromColumn<'r> for $type {
            const EXPECTED: &'static str = $expected;
            fn from_column(value: Value<'r>) -> Option<Self> {
                match value { $pattern => $made, _ => None }
            }
        }
    )*};
}

from_column! {
    i64, "an integer", Value::Integer(value) => Some(value);
    u32, "an integer of 32 bits", Value::Integer(value) => u32::try_from(value).ok();
    u64, "an integer not below 0", Value::Integer(value) => u64::try_from(value).ok();
    bool, "0 or 1", Value::Integer(value @ 0..=1) => Some(value == 1);
    Timestamp, "an integer", Value::Integer(value) => Some(Timestamp(value));
    &'r str, "a text", Value::Text(value) => Some(value);
    String, "a text", Value::Text(value) => Some(value.to_owned());
    &'r [u8], "bytes", Value::Blob(value) => Some(value);
    Vec<u8>, "bytes", Value::Blob(value) => Some(value.to_vec());
}

impl<'r> FromColumn<'r> for f64 {
    const EXPECTED: &'static str = "a number";
    fn from_column(value: Value<'r>) -> Option<Self> {
        match value {
            Value::Real(value) => Some(value),
            Value::Integer(value) => Some(value as f64),
            _ => None,
        }
    }
}

impl<'r, const N: usize> FromColumn<'r> for [u8; N] {
    const EXPECTED: &'static str = "bytes of a fixed length";
    fn from_column(value: Value<'r>) -> Option<Self> {
        match value {
            Value::Blob(value) => value.try_into().ok(),
            _ => None,
        }
    }
}

impl<'r, T: FromColumn<'r>> FromColumn<'r> for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_column(value: Value<'r>) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_column(value).map(Some),
        }
    }
}
