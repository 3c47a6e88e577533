//! Parses JSON that a body carries as text or base64 in a field.

use serde::de::DeserializeOwned;

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
