//! The answer of an agent.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;

use crate::understanding::Selection;

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AgentAnswerType)]
pub(crate) enum AnswerKind {
    /// Sentences.
    Text,
    /// The output of a tool as JSON.
    Result,
    /// A table in Markdown.
    Table,
    /// The question has several readings: `choices` lists them.
    Clarify,
    /// The tool changes something: `choices` has the command that approves it.
    ApprovalRequired,
    /// The time or the number of calls ended: the answer so far.
    Partial,
    /// The tool refused, or failed.
    Error,
}

impl AnswerKind {
    /// Returns the name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Result => "result",
            Self::Table => "table",
            Self::Clarify => "clarify",
            Self::ApprovalRequired => "approval_required",
            Self::Partial => "partial",
            Self::Error => "error",
        }
    }

    /// Whether the answer completes a task.
    pub(crate) fn is_complete(self) -> bool {
        matches!(self, Self::Text | Self::Result | Self::Table)
    }
}

/// The answer of an agent; stored sealed in the chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) kind: AnswerKind,
    pub(crate) content: String,
    /// The ids of the records that the content cites.
    pub(crate) records: Vec<String>,
    /// The calls that the caller can choose from.
    pub(crate) choices: Vec<Choice>,
    /// The call that was answered, which a follow-up question changes.
    pub(crate) call: Option<Choice>,
    /// The data that was sent to a model on another machine.
    #[serde(default)]
    pub(crate) disclosures: Vec<Disclosure>,
    /// The tools whose outputs the answer may contain; `None` in chats of earlier releases.
    #[serde(default)]
    pub(crate) tools: Option<Vec<String>>,
}

/// Data that a model on another machine received.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AgentDisclosure)]
pub(crate) struct Disclosure {
    /// The name of the model in the configuration of the server.
    #[schema(example = "hosted")]
    pub(crate) model: String,
    /// The machine that received it.
    #[schema(example = "api.example:443")]
    pub(crate) host: String,
    /// `question`, `instructions`, or the tool whose output was sent.
    #[schema(example = "points.read")]
    pub(crate) content: String,
    /// The size of the sent text, in bytes of UTF-8.
    pub(crate) bytes: u64,
}

/// The call of a tool that a caller can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// The reading in plain words.
    pub(crate) reading: String,
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Json>,
    /// The input of the call that the first is compared with; absent in chats of earlier releases.
    #[serde(default)]
    pub(crate) compared_with: Option<Map<String, Json>>,
    /// The requested part of the output.
    #[serde(default)]
    pub(crate) selection: Selection,
}

impl Choice {
    /// Creates a choice of a whole output.
    pub(crate) fn new(
        reading: impl Into<String>,
        tool: &str,
        arguments: Map<String, Json>,
    ) -> Self {
        Self {
            reading: reading.into(),
            tool: tool.to_owned(),
            arguments,
            compared_with: None,
            selection: Selection::default(),
        }
    }
}

impl Answer {
    /// Creates an answer without records.
    pub(crate) fn new(kind: AnswerKind, content: impl Into<String>) -> Self {
        Self {
            kind,
            content: content.into(),
            records: Vec::new(),
            choices: Vec::new(),
            call: None,
            disclosures: Vec::new(),
            tools: None,
        }
    }

    /// Returns the name of the completed task: the tool that was called, or [`WITHOUT_TOOL`] if none or several were.
    /// `None` if the answer completes no task.
    pub(crate) fn completed_task(&self) -> Option<&str> {
        let tool = self.call.as_ref().map(|call| call.tool.as_str());
        self.kind
            .is_complete()
            .then_some(tool.unwrap_or(WITHOUT_TOOL))
    }

    /// Shortens the content to the size that a chat keeps.
    pub(crate) fn bounded(mut self) -> Self {
        if self.content.len() <= MAX_CONTENT_BYTES {
            return self;
        }
        if self.kind == AnswerKind::Result {
            let kib = MAX_CONTENT_BYTES >> 10;
            let content =
                format!("the output has more than {kib} KiB: ask for a smaller range or page");
            return Self::new(AnswerKind::Error, content);
        }
        let mut end = MAX_CONTENT_BYTES - SHORTENED.len();
        while !self.content.is_char_boundary(end) {
            end -= 1;
        }
        self.content.truncate(end);
        self.content.push_str(SHORTENED);
        self
    }
}

/// The name of a completed task that called no tool, or several.
const WITHOUT_TOOL: &str = "answer";

/// The largest content of an answer in bytes.
pub(crate) const MAX_CONTENT_BYTES: usize = 32 << 10;
const SHORTENED: &str = "\n(shortened)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_bounded() {
        let long = "ä".repeat(MAX_CONTENT_BYTES);
        let text = Answer::new(AnswerKind::Text, long.clone()).bounded();
        assert!(text.content.len() <= MAX_CONTENT_BYTES && text.content.ends_with(SHORTENED));
        let result = Answer::new(AnswerKind::Result, long).bounded();
        assert_eq!(result.kind, AnswerKind::Error);
        let short = Answer::new(AnswerKind::Result, "{}");
        assert_eq!(short.clone().bounded(), short);
    }
}
