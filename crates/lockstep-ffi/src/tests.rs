//! Tests of the operations through the C interface, as another language calls them.

mod circuits;
mod concurrency;
mod documentation;
mod documents;
mod homomorphic;
mod post_quantum;
mod proofs;
mod refusals;
mod sealing;

use serde_json::{Value, json};

use crate::abi::call_as_c;
use crate::{Frame, Status, write_frame};

/// A successful answer.
pub(super) struct Reply {
    pub(super) fields: Value,
    parts: Vec<Vec<u8>>,
}

impl Reply {
    pub(super) fn bytes(&self, name: &str) -> &[u8] {
        let index = self.fields[name]["$part"].as_u64().unwrap();
        &self.parts[usize::try_from(index).unwrap()]
    }

    pub(super) fn handle(&self) -> u64 {
        self.fields["handle"].as_u64().unwrap()
    }
}

/// Calls an operation with byte strings and a cancellation.
pub(super) fn ask_with(
    operation: &str,
    fields: &Value,
    parts: &[&[u8]],
    token: u64,
) -> Result<Reply, (i32, String)> {
    let request = write_frame(&fields.to_string(), parts).unwrap();
    let (status, answer) = call_as_c(operation, &request, token);
    if status != Status::Success as i32 {
        return Err((status, String::from_utf8(answer).unwrap()));
    }
    let frame = Frame::read(&answer).unwrap();
    Ok(Reply {
        fields: serde_json::from_str(frame.json).unwrap(),
        parts: frame.parts.iter().map(|part| part.to_vec()).collect(),
    })
}

/// Calls an operation that succeeds.
pub(super) fn ask(operation: &str, fields: &Value, parts: &[&[u8]]) -> Reply {
    ask_with(operation, fields, parts, 0)
        .unwrap_or_else(|(status, text)| panic!("{operation}: {status} {text}"))
}

/// Calls an operation that fails with this status, and returns its text.
pub(super) fn refused(operation: &str, fields: &Value, parts: &[&[u8]], kind: Status) -> String {
    match ask_with(operation, fields, parts, 0) {
        Ok(reply) => panic!("{operation} {fields} succeeded: {}", reply.fields),
        Err((status, text)) => {
            assert_eq!(status, kind as i32, "{operation} {fields}: {text}");
            let kind = format!("{}: ", kind.name());
            assert!(text.starts_with(&kind), "{operation} {fields}: {text}");
            text
        }
    }
}

/// A new object of this component.
pub(super) fn new(component: &str) -> u64 {
    ask(&format!("{component}.new"), &json!({}), &[]).handle()
}

pub(super) fn close(handle: u64) {
    ask("close", &json!({ "handle": handle }), &[]);
}

/// The reference to a byte string.
pub(super) fn part(index: usize) -> Value {
    json!({ "$part": index })
}

#[test]
fn the_library_lists_its_operations() {
    let reply = ask("library", &json!({}), &[]);
    assert_eq!(reply.fields["abiVersion"], 1);
    assert_eq!(reply.fields["version"], env!("CARGO_PKG_VERSION"));
    let listed = reply.fields["operations"].as_array().unwrap();
    assert_eq!(listed.len(), crate::names().count());
    let names: std::collections::HashSet<_> = crate::names().collect();
    assert_eq!(names.len(), listed.len(), "a name is listed twice");
}
