//! The answer of a call: fields of JSON and byte strings.

#[cfg(feature = "full")]
use serde_json::json;
use serde_json::{Map, Value};
use zeroize::{Zeroize, Zeroizing};

use crate::failure::{Failure, Status};
use crate::frame::write_frame;

/// The fields of an answer. Its byte strings are wiped when it is dropped.
#[derive(Default)]
pub(crate) struct Answer {
    fields: Map<String, Value>,
    parts: Vec<Zeroizing<Vec<u8>>>,
}

impl Answer {
    /// An answer without fields.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The answer with one more field.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The answer with one more field of bytes.
    #[cfg(feature = "full")]
    pub(crate) fn with_bytes(self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let mut answer = self;
        let reference = json!({ "$part": answer.parts.len() });
        answer.parts.push(Zeroizing::new(bytes.into()));
        answer.with(name, reference)
    }

    /// The answer as a frame.
    pub(crate) fn to_frame(&self) -> Result<Vec<u8>, Failure> {
        let json = serde_json::to_string(&self.fields).map_err(|_| unwritable())?;
        let json = Zeroizing::new(json);
        write_frame(&json, &self.parts).ok_or_else(unwritable)
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        for value in self.fields.values_mut() {
            wipe(value);
        }
    }
}

/// Wipes the texts of a value: openings and witnesses are texts.
fn wipe(value: &mut Value) {
    match value {
        Value::String(text) => text.zeroize(),
        Value::Array(values) => values.iter_mut().for_each(wipe),
        Value::Object(fields) => fields.values_mut().for_each(wipe),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn unwritable() -> Failure {
    Failure::new(Status::InternalError, "the answer cannot be written")
}
