//! Calls of the library with JSON and byte strings, as a client library makes them.

use data_encoding::BASE64;
use lockstep_ffi::{Failure, Frame, call, write_frame};
use serde_json::{Map, Value, json};

/// An answer: fields of JSON, in which byte strings are base 64.
pub(crate) type Fields = Map<String, Value>;

/// Calls an operation. Each byte string of `bytes` becomes a field with its name.
pub(crate) fn ask(
    operation: &str,
    fields: Value,
    bytes: &[(&str, &[u8])],
) -> Result<Fields, Failure> {
    let mut fields = fields;
    for (index, (name, _)) in bytes.iter().enumerate() {
        fields[*name] = json!({ "$part": index });
    }
    let parts: Vec<&[u8]> = bytes.iter().map(|(_, bytes)| *bytes).collect();
    answered(operation, &fields, &parts)
}

/// Calls an operation with the parts of a frame.
pub(crate) fn answered(
    operation: &str,
    fields: &Value,
    parts: &[&[u8]],
) -> Result<Fields, Failure> {
    let request = write_frame(&fields.to_string(), parts).expect("the parts are small");
    let answer = call(operation.as_bytes(), &request, 0)?;
    let frame = Frame::read(&answer).expect("the library writes frames");
    let mut fields: Fields = serde_json::from_str(frame.json).expect("the library writes JSON");
    for value in fields.values_mut() {
        if let Some(index) = value.get("$part").and_then(Value::as_u64) {
            *value = json!(BASE64.encode(frame.parts[index as usize]));
        }
    }
    Ok(fields)
}

/// The bytes of a base-64 text.
pub(crate) fn decoded(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("bytes are a text");
    BASE64.decode(text.as_bytes()).expect("bytes are base 64")
}
