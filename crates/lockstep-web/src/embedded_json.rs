//! Parses JSON that a body carries as text or base64 in a field.

use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::budget::ConnectionLease;
use crate::meter::Meter;
use crate::objects::Objects;

/// Parses JSON of a field in bounded memory: the bounds of the body do not cover it.
///
/// # Errors
/// The defect of the JSON, as a message for the caller.
pub fn embedded_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let meter = Meter::bounded(MAX_EMBEDDED_BYTES);
    let mut json = serde_json::Deserializer::from_slice(json);
    let value = T::deserialize(Objects(&mut json, &meter)).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// Parses JSON that is not the body of a request, and charges the memory of the value to `memory`, which returns with the
/// value. A last part of less than 32 KiB is not charged, so that small values need no budget.
///
/// # Errors
/// `otherwise` if the JSON is invalid; 503 while the budget does not have the memory.
pub fn charged_json<T: DeserializeOwned>(
    memory: ConnectionLease,
    json: &[u8],
    otherwise: impl FnOnce() -> ApiError,
) -> Result<(T, ConnectionLease), ApiError> {
    let meter = Meter::of(memory.0);
    let mut json = serde_json::Deserializer::from_slice(json);
    let read = T::deserialize(Objects(&mut json, &meter));
    let read = read.and_then(|value| json.end().map(|()| value));
    match (read, meter.take_refusal(), meter.into_lease()) {
        (_, Some(spent), _) => Err(spent),
        (Ok(value), None, Some(memory)) => Ok((value, ConnectionLease(memory))),
        _ => Err(otherwise()),
    }
}

/// The maximum memory of a value within a field, 32 MiB: proofs and circuit inputs need a fraction.
const MAX_EMBEDDED_BYTES: usize = 32 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn small_text_that_becomes_large_values_is_refused() {
        for (unit, count, is_read) in [
            ("0,", 1000, true),
            ("{\"\":0},", 1000, true),
            ("0,", 1 << 20, false),
            ("\"\",", 1 << 20, false),
            ("{\"\":0},", 1 << 17, false),
            ("[],", 1 << 20, false),
        ] {
            let text = format!("[{}0]", unit.repeat(count));
            let read = embedded_json::<Value>(text.as_bytes());
            assert_eq!(read.is_ok(), is_read, "{unit} {count}: {:?}", read.err());
        }
        assert!(embedded_json::<Value>(b"[0] x").is_err());
    }
}
