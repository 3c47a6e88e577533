//! The stream of a model's turn: server-sent events, whose parts are joined.

use serde::Deserialize;

use super::{ModelError, ModelTurn, ProposedCall};

/// Joins the parts of a turn as they arrive.
#[derive(Debug, Default)]
pub(super) struct TurnReader {
    /// Bytes after the last end of a line.
    rest: Vec<u8>,
    bytes: usize,
    turn: ModelTurn,
    /// Whether the turn is complete. Its figures may follow.
    is_done: bool,
    has_ended: bool,
}

/// A part of a turn.
#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default, alias = "message")]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize)]
struct CallDelta {
    index: Option<usize>,
    id: Option<String>,
    function: Option<FunctionDelta>,
}

#[derive(Deserialize)]
struct FunctionDelta {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    total_tokens: u64,
}

impl TurnReader {
    /// Takes the next bytes of the body.
    ///
    /// # Errors
    /// [`ModelError::Malformed`] and [`ModelError::TooLarge`].
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        self.bytes += bytes.len();
        if self.bytes > MAX_BODY_BYTES {
            return Err(ModelError::TooLarge);
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.rest.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.rest);
                self.line(&line)?;
            }
        }
        Ok(())
    }

    /// Whether the stream said that nothing follows.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the turn.
    ///
    /// # Errors
    /// The stream ended early, or the turn has neither a text nor a call.
    pub(super) fn finish(mut self) -> Result<ModelTurn, ModelError> {
        let rest = std::mem::take(&mut self.rest);
        self.line(&rest)?;
        let is_empty = self.turn.text.trim().is_empty() && self.turn.calls.is_empty();
        let is_unnamed = self.turn.calls.iter().any(|call| call.name.is_empty());
        match !self.is_done || is_empty || is_unnamed {
            true => Err(ModelError::Malformed),
            false => Ok(self.turn),
        }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), ModelError> {
        let line = std::str::from_utf8(line)
            .map_err(|_| ModelError::Malformed)?
            .trim();
        // Other lines are comments and names of events.
        let Some(data) = line.strip_prefix("data:").map(str::trim) else {
            return Ok(());
        };
        if data == "[DONE]" {
            self.is_done = true;
            self.has_ended = true;
            return Ok(());
        }
        let chunk: Chunk = serde_json::from_str(data).map_err(|_| ModelError::Malformed)?;
        if let Some(usage) = chunk.usage {
            self.turn.tokens = Some(usage.total_tokens);
        }
        let Some(choice) = chunk.choices.into_iter().next() else {
            return Ok(());
        };
        self.is_done |= choice.finish_reason.is_some();
        self.turn
            .text
            .push_str(choice.delta.content.as_deref().unwrap_or_default());
        for part in choice.delta.tool_calls.into_iter().flatten() {
            self.call(part)?;
        }
        Ok(())
    }

    fn call(&mut self, part: CallDelta) -> Result<(), ModelError> {
        let calls = &mut self.turn.calls;
        // Some servers send whole calls without a number.
        let index = part.index.unwrap_or(calls.len());
        if index > calls.len() || index >= MAX_CALLS {
            return Err(ModelError::Malformed);
        }
        if index == calls.len() {
            calls.push(ProposedCall::default());
        }
        let call = &mut calls[index];
        if let Some(id) = part.id.filter(|id| !id.is_empty()) {
            call.id = id;
        }
        if let Some(function) = part.function {
            call.name
                .push_str(function.name.as_deref().unwrap_or_default());
            call.arguments
                .push_str(function.arguments.as_deref().unwrap_or_default());
        }
        Ok(())
    }
}

/// The maximum number of bytes of a turn that are read.
const MAX_BODY_BYTES: usize = 1 << 20;
/// The maximum number of calls of a turn.
const MAX_CALLS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str, size: usize) -> Result<ModelTurn, ModelError> {
        let mut reader = TurnReader::default();
        for part in body.as_bytes().chunks(size) {
            reader.take(part)?;
        }
        reader.finish()
    }

    const CALL: &str = concat!(
        ": comment\n\n",
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"c1\",",
        "\"type\":\"function\",\"function\":{\"name\":\"devices_list\",\"arguments\":\"\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"limit\\\":\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"5}\"}}]}}]}\r\n\r\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
        "data: {\"choices\":[],\"usage\":{\"total_tokens\":42}}\n\n",
        "data: [DONE]\n\n",
    );

    #[test]
    fn parts_are_joined_wherever_they_are_cut() {
        for size in [1, 2, 7, 64, 4096] {
            let turn = read(CALL, size).unwrap();
            assert_eq!(turn.tokens, Some(42));
            assert_eq!(turn.calls.len(), 1);
            assert_eq!(
                (&*turn.calls[0].id, &*turn.calls[0].name),
                ("c1", "devices_list")
            );
            assert_eq!(turn.calls[0].input().unwrap()["limit"], 5);
        }
        let text = "data: {\"choices\":[{\"delta\":{\"content\":\"Hällo \"}}]}\n\n\
                    data: {\"choices\":[{\"delta\":{\"content\":\"you\"},\"finish_reason\":\"stop\"}]}\n\n";
        for size in [1, 3, 4096] {
            assert_eq!(read(text, size).unwrap().text, "Hällo you");
        }
    }

    #[test]
    fn malformed_streams_are_refused() {
        let big = format!("data: {}\n", "x".repeat(MAX_BODY_BYTES));
        for (body, expected) in [
            ("data: {\"choices\":\n\n", ModelError::Malformed),
            ("data: nonsense\n\n", ModelError::Malformed),
            ("data: [DONE]\n\n", ModelError::Malformed),
            ("", ModelError::Malformed),
            (
                "data: {\"choices\":[{\"delta\":{\"content\":\"cut off\"}}]}\n\n",
                ModelError::Malformed,
            ),
            (
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":9,\"id\":\"a\"}]}}]}\ndata: [DONE]\n",
                ModelError::Malformed,
            ),
            (
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\"}]}}]}\ndata: [DONE]\n",
                ModelError::Malformed,
            ),
            (big.as_str(), ModelError::TooLarge),
        ] {
            assert_eq!(read(body, 4096), Err(expected), "{body:.80}");
        }
    }

    #[test]
    fn inputs_are_objects() {
        for (arguments, fits) in [
            ("{}", true),
            ("", true),
            ("[]", false),
            ("{\"a\":", false),
            ("3", false),
        ] {
            let call = ProposedCall {
                arguments: arguments.to_owned(),
                ..ProposedCall::default()
            };
            assert_eq!(call.input().is_some(), fits, "{arguments}");
        }
    }
}
