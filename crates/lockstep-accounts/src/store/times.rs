//! Reads times from rows.

use lockstep_store::{Row, StoreError, Timestamp};

/// Reads a time within the years 1970 to 9999; any other integer is damage.
pub(super) fn time(row: &Row<'_>, column: usize) -> Result<Timestamp, StoreError> {
    let time: Timestamp = row.at(column)?;
    match (0..=MAX_TIME.0).contains(&time.0) {
        true => Ok(time),
        false => Err(row.wrong(column, "a time within the years 1970 to 9999")),
    }
}

/// Reads a time or NULL.
pub(super) fn optional_time(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>, StoreError> {
    match row.at::<Option<Timestamp>>(column)? {
        None => Ok(None),
        Some(_) => time(row, column).map(Some),
    }
}

/// Returns the time in an id: the time at which its row was created.
pub(super) fn generated_at(id: [u8; 16]) -> Timestamp {
    let mut millis = [0; 8];
    millis[2..].copy_from_slice(&id[..6]);
    Timestamp(i64::from_be_bytes(millis).min(MAX_TIME.0))
}

/// The last millisecond of the year 9999: later times have no form in RFC 3339.
const MAX_TIME: Timestamp = Timestamp(253_402_300_799_999);
