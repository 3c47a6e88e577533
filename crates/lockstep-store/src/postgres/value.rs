//! Parameters and columns in PostgreSQL's binary format.

use std::error::Error;

use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{Format, FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::value::Value;

/// Returns the type that a parameter is declared with; that of NULL follows from the statement.
pub(super) fn type_of(value: &Value<'_>) -> Type {
    match value {
        Value::Null => Type::UNKNOWN,
        Value::Integer(_) => Type::INT8,
        Value::Real(_) => Type::FLOAT8,
        Value::Text(_) => Type::TEXT,
        Value::Blob(_) => Type::BYTEA,
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match *self {
            Value::Null => return Ok(IsNull::Yes),
            // The statement decided the type if it does not accept that of the value.
            Value::Integer(value) => match *ty {
                Type::INT8 => out.extend_from_slice(&value.to_be_bytes()),
                Type::INT4 => out.extend_from_slice(&i32::try_from(value)?.to_be_bytes()),
                Type::FLOAT8 => out.extend_from_slice(&(value as f64).to_be_bytes()),
                Type::BOOL => out.extend_from_slice(&[u8::from(value != 0)]),
                _ => out.extend_from_slice(value.to_string().as_bytes()),
            },
            Value::Real(value) => match *ty {
                Type::FLOAT8 => out.extend_from_slice(&value.to_be_bytes()),
                _ => out.extend_from_slice(value.to_string().as_bytes()),
            },
            Value::Text(value) => out.extend_from_slice(value.as_bytes()),
            Value::Blob(value) => out.extend_from_slice(value),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, ty: &Type) -> Format {
        let is_number = matches!(self, Value::Integer(_) | Value::Real(_));
        match *ty {
            // Numbers are written as digits for types such as NUMERIC.
            Type::INT8 | Type::INT4 | Type::FLOAT8 | Type::BOOL => Format::Binary,
            _ if is_number => Format::Text,
            _ => Format::Binary,
        }
    }

    to_sql_checked!();
}

/// A parameter that is sent later.
#[derive(Debug)]
pub(super) enum OwnedValue {
    Null,
    Integer(i64),
    Real(f64),
    Text(Box<str>),
    Blob(Box<[u8]>),
}

impl OwnedValue {
    fn borrowed(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Integer(value) => Value::Integer(*value),
            Self::Real(value) => Value::Real(*value),
            Self::Text(value) => Value::Text(value),
            Self::Blob(value) => Value::Blob(value),
        }
    }

    /// Returns the bytes of a text or blob; numbers count as none.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(value) => value.len(),
            Self::Blob(value) => value.len(),
            Self::Null | Self::Integer(_) | Self::Real(_) => 0,
        }
    }
}

impl From<&Value<'_>> for OwnedValue {
    fn from(value: &Value<'_>) -> Self {
        match *value {
            Value::Null => Self::Null,
            Value::Integer(value) => Self::Integer(value),
            Value::Real(value) => Self::Real(value),
            Value::Text(value) => Self::Text(value.into()),
            Value::Blob(value) => Self::Blob(value.into()),
        }
    }
}

impl ToSql for OwnedValue {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.borrowed().to_sql(ty, out)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, ty: &Type) -> Format {
        self.borrowed().encode_format(ty)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *ty {
            Type::INT8 => Value::Integer(i64::from_be_bytes(raw.try_into()?)),
            Type::INT4 => Value::Integer(i32::from_be_bytes(raw.try_into()?).into()),
            Type::INT2 => Value::Integer(i16::from_be_bytes(raw.try_into()?).into()),
            Type::BOOL => Value::Integer(i64::from(raw == [1])),
            Type::FLOAT8 => Value::Real(f64::from_be_bytes(raw.try_into()?)),
            Type::FLOAT4 => Value::Real(f32::from_be_bytes(raw.try_into()?).into()),
            Type::NUMERIC => numeric(raw)?,
            Type::BYTEA => Value::Blob(raw),
            _ => Value::Text(std::str::from_utf8(raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// Reads a NUMERIC, which PostgreSQL uses for sums of integers: digits of base 10 000, of which the first counts
/// 10 000 to the power of the weight.
fn numeric(raw: &[u8]) -> Result<Value<'static>, Box<dyn Error + Sync + Send>> {
    let (fields, _) = raw.as_chunks::<2>();
    let [count, weight, sign, _scale, digits @ ..] = fields else {
        return Err("a NUMERIC of less than eight bytes".into());
    };
    let weight = i32::from(i16::from_be_bytes(*weight));
    let is_negative = match u16::from_be_bytes(*sign) {
        0 => false,
        0x4000 => true,
        _ => return Ok(Value::Real(f64::NAN)),
    };
    let digits = digits.iter().take(u16::from_be_bytes(*count).into());
    let (mut whole, mut real, mut is_whole) = (Some(0_i64), 0.0, true);
    let mut exponent = weight;
    for digit in digits {
        let digit = i64::from(u16::from_be_bytes(*digit));
        real += digit as f64 * 10_000_f64.powi(exponent);
        is_whole &= exponent >= 0;
        let factor = u32::try_from(exponent)
            .ok()
            .and_then(|exponent| 10_000_i64.checked_pow(exponent));
        let signed = if is_negative { -digit } else { digit };
        whole = whole
            .zip(factor.and_then(|factor| factor.checked_mul(signed)))
            .and_then(|(sum, part)| sum.checked_add(part));
        exponent -= 1;
    }
    Ok(match whole {
        Some(whole) if is_whole => Value::Integer(whole),
        _ => Value::Real(if is_negative { -real } else { real }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_sums_are_integers() {
        let encode = |weight: i16, sign: u16, digits: &[u16]| {
            let mut raw = Vec::new();
            for field in [digits.len() as u16, weight as u16, sign, 0] {
                raw.extend(field.to_be_bytes());
            }
            raw.extend(digits.iter().flat_map(|digit| digit.to_be_bytes()));
            numeric(&raw).unwrap()
        };
        assert_eq!(encode(0, 0, &[]), Value::Integer(0));
        assert_eq!(encode(1, 0, &[12, 3456]), Value::Integer(123_456));
        assert_eq!(encode(1, 0x4000, &[12]), Value::Integer(-120_000));
        assert_eq!(
            encode(4, 0x4000, &[922, 3372, 368, 5477, 5808]),
            Value::Integer(i64::MIN)
        );
        assert_eq!(encode(0, 0, &[1, 5000]), Value::Real(1.5));
        assert!(matches!(encode(9, 0, &[1]), Value::Real(_)));
    }
}
