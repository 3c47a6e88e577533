//! The bytes of a row, from which both engines compute the same digest.

use sha2::{Digest, Sha256};

use crate::value::Value;

/// Adds a value to a digest; the same values of both engines give the same digest.
pub(super) fn absorb(hash: &mut Sha256, value: Value<'_>) {
    let mut tagged = |tag: u8, bytes: &[u8]| {
        hash.update([tag]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    match value {
        Value::Null => tagged(0, &[]),
        Value::Integer(value) => tagged(1, &value.to_be_bytes()),
        // The embedded engine does not store the sign of zero.
        Value::Real(value) => tagged(2, &(value + 0.0).to_bits().to_be_bytes()),
        Value::Text(value) => tagged(3, value.as_bytes()),
        Value::Blob(value) => tagged(4, value),
    }
}

/// Returns PostgreSQL's expression for the bytes that [`absorb`] adds for these columns, whose types are given by name.
pub(super) fn encoded(columns: &[String], types: &[(String, String)]) -> String {
    let each = columns.iter().map(|column| {
        let found = types.iter().find(|(name, _)| name == column);
        let value = match found.map_or("", |(_, kind)| kind.as_str()) {
            "bigint" => format!("'\\x010000000000000008'::bytea || pg_catalog.int8send({column})"),
            "double precision" => format!(
                "'\\x020000000000000008'::bytea || pg_catalog.float8send({column} + 0::float8)"
            ),
            "bytea" => format!(
                "'\\x04'::bytea || pg_catalog.int8send(pg_catalog.octet_length({column})::bigint) || {column}"
            ),
            _ => format!(
                "'\\x03'::bytea || pg_catalog.int8send(pg_catalog.octet_length({column})::bigint) \
                 || pg_catalog.convert_to({column}, 'UTF8')"
            ),
        };
        format!(
            "CASE WHEN {column} IS NULL THEN '\\x000000000000000000'::bytea ELSE {value} END"
        )
    });
    each.collect::<Vec<_>>().join(" || ")
}
