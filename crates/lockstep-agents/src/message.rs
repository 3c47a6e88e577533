//! A message to an agent, and the action that it requests.

use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;

/// The type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AgentMessageType)]
pub(crate) enum MessageKind {
    /// A question.
    Query,
    /// An order, which may approve the call of a tool.
    Command,
    /// A sentence of a conversation.
    Chat,
}

/// A message of a caller.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) kind: MessageKind,
    /// A tool, a verb, or the question itself.
    pub(crate) action: String,
    pub(crate) query: Option<String>,
    /// The maximum number of records of the answer.
    pub(crate) limit: u32,
    /// Whether the caller approves the action.
    pub(crate) confirm: bool,
    /// The input of the tool that the action names.
    pub(crate) arguments: Option<Map<String, Json>>,
}

/// The kind of action that a message requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// Answers a question.
    Ask,
    Search,
    Summarize,
    Analyze,
    List,
    Explain,
    Compare,
    /// Lists the abilities of the agent.
    Help,
}

/// The meaning of the action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
    /// Calls the tool that the action names.
    Tool(String),
    /// Runs the verb; the text is the question, if the message has one.
    Verb(Verb, Option<String>),
}

/// A question without a subject. The agent's help or its report answers it, unless a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GeneralQuestion {
    /// Asks what the agent does, or greets it.
    Help,
    /// Asks about everything.
    Summary,
}

impl Message {
    /// Checks the fields.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let length = self.action.chars().count();
        if !(1..=MAX_TEXT_CHARS).contains(&length) || self.action.trim().is_empty() {
            let reason = format!("must be 1 to {MAX_TEXT_CHARS} characters");
            return Err(ApiError::invalid("content.action", reason));
        }
        if self
            .query
            .as_ref()
            .is_some_and(|it| it.chars().count() > MAX_TEXT_CHARS)
        {
            let reason = format!("must be {MAX_TEXT_CHARS} characters at most");
            return Err(ApiError::invalid("content.parameters.query", reason));
        }
        let query = self.query.as_deref().unwrap_or_default();
        for (place, text) in [
            ("content.action", self.action.as_str()),
            ("content.parameters.query", query),
        ] {
            free_text::lines(text).map_err(|reason| ApiError::invalid(place, reason))?;
        }
        Ok(())
    }

    /// Determines the meaning of the action. `is_tool` says whether a text is the name of a tool.
    ///
    /// # Errors
    /// An action of one word that is no tool, no verb and no general question.
    pub(crate) fn intent(&self, is_tool: impl FnOnce(&str) -> bool) -> Result<Intent, ApiError> {
        let action = self.action.trim();
        let query = self
            .query
            .as_deref()
            .map(str::trim)
            .filter(|query| !query.is_empty());
        let query = query.map(str::to_owned);
        if is_tool(action) {
            return Ok(Intent::Tool(action.to_owned()));
        }
        if self.arguments.is_some() {
            let reason = "is only taken when the action names a tool";
            return Err(ApiError::invalid("content.parameters.arguments", reason));
        }
        let verb = VERBS
            .iter()
            .find(|(name, _)| action.eq_ignore_ascii_case(name));
        if let Some((_, verb)) = verb {
            return Ok(Intent::Verb(*verb, query));
        }
        let is_question = action.contains(char::is_whitespace)
            || action.contains('?')
            || GeneralQuestion::read(action).is_some();
        if !is_question {
            let names: Vec<_> = VERBS.iter().map(|(name, _)| *name).collect();
            let reason = format!(
                "must be the name of a tool, one of {}, or a question in words; `help` lists the tools",
                names.join(", ")
            );
            return Err(ApiError::invalid("content.action", reason));
        }
        let question = match query {
            Some(query) => format!("{action} {query}"),
            None => action.to_owned(),
        };
        Ok(Intent::Verb(Verb::Ask, Some(question)))
    }

    /// Returns the text that the chat shows for this message.
    pub(crate) fn text(&self) -> String {
        let mut text = self.action.trim().to_owned();
        if let Some(query) = &self.query {
            text = format!("{text}: {}", query.trim());
        }
        if let Some(arguments) = &self.arguments {
            text = format!("{text} {}", Json::Object(arguments.clone()));
        }
        text
    }
}

impl Verb {
    /// Returns the question as it is understood: with the verb where it says something about the answer.
    pub(crate) fn question(self, question: &str) -> String {
        match self {
            Self::Ask | Self::Help | Self::Summarize | Self::Analyze | Self::Explain => {
                question.to_owned()
            }
            Self::Search => format!("search {question}"),
            Self::List => format!("list {question}"),
            Self::Compare => format!("compare {question}"),
        }
    }
}

impl GeneralQuestion {
    /// Reads a question; `None` if it has a subject.
    pub(crate) fn read(question: &str) -> Option<Self> {
        let plain = question.to_lowercase();
        let plain = plain.trim_matches(|letter: char| !letter.is_alphanumeric());
        if HELP_QUESTIONS.contains(&plain) {
            return Some(Self::Help);
        }
        SUMMARY_QUESTIONS.contains(&plain).then_some(Self::Summary)
    }
}

/// Questions about the agent itself, and greetings.
const HELP_QUESTIONS: &[&str] = &[
    "good evening",
    "good morning",
    "hello",
    "help",
    "help me",
    "hey",
    "hi",
    "how can you help me",
    "what are you for",
    "what can i ask",
    "what can i ask you",
    "what can you do",
    "what can you do for me",
    "what can you tell me",
    "what do you do",
    "who are you",
];
/// Questions about everything, which the agent's own report answers.
const SUMMARY_QUESTIONS: &[&str] = &[
    "analyse",
    "analyze",
    "any problems",
    "anything wrong",
    "give me a report",
    "give me a summary",
    "give me an overview",
    "how are things",
    "how is everything",
    "is anything wrong",
    "is everything all right",
    "is everything fine",
    "is everything in order",
    "is everything ok",
    "is everything okay",
    "list everything i have",
    "list everything i own",
    "overview",
    "report",
    "show me everything",
    "status",
    "summarise",
    "summarize",
    "summary",
    "what do i have",
];

const VERBS: &[(&str, Verb)] = &[
    ("ask", Verb::Ask),
    ("search", Verb::Search),
    ("summarize", Verb::Summarize),
    ("analyze", Verb::Analyze),
    ("list", Verb::List),
    ("explain", Verb::Explain),
    ("compare", Verb::Compare),
    ("help", Verb::Help),
];

/// The longest action and the longest question in characters.
pub(crate) const MAX_TEXT_CHARS: usize = 2000;
/// The default of `limit`.
pub(crate) const DEFAULT_LIMIT: u32 = 10;
/// The greatest `limit`.
pub(crate) const MAX_LIMIT: u32 = 100;

#[cfg(test)]
mod tests {
    use super::*;

    fn message(action: &str, query: Option<&str>) -> Message {
        Message {
            kind: MessageKind::Query,
            action: action.to_owned(),
            query: query.map(str::to_owned),
            limit: DEFAULT_LIMIT,
            confirm: false,
            arguments: None,
        }
    }

    #[test]
    fn actions_have_meanings() {
        let ask = |text: &str| Some(Intent::Verb(Verb::Ask, Some(text.to_owned())));
        for (action, query, expected) in [
            (
                "devices.list",
                None,
                Some(Intent::Tool("devices.list".to_owned())),
            ),
            (
                " devices.list ",
                Some("x"),
                Some(Intent::Tool("devices.list".to_owned())),
            ),
            ("help", None, Some(Intent::Verb(Verb::Help, None))),
            (
                "Summarize",
                Some("  "),
                Some(Intent::Verb(Verb::Summarize, None)),
            ),
            ("ask", Some("how?"), ask("how?")),
            ("how am I", None, ask("how am I")),
            ("how am I", Some("today"), ask("how am I today")),
            ("why?", None, ask("why?")),
            ("ask", Some("Summarize."), ask("Summarize.")),
            ("ask", Some("help"), ask("help")),
            ("What is new?", None, ask("What is new?")),
            ("Hello!", None, ask("Hello!")),
            ("overview", None, ask("overview")),
            ("ask", Some("help me sleep"), ask("help me sleep")),
            ("devices.format", None, None),
            ("frobnicate", Some("all of it"), None),
        ] {
            let intent = message(action, query).intent(|text| text == "devices.list");
            assert_eq!(intent.ok(), expected, "{action} {query:?}");
        }
        let mut with_arguments = message("help", None);
        with_arguments.arguments = Some(Map::new());
        assert!(with_arguments.intent(|_| false).is_err());
    }

    #[test]
    fn questions_without_a_subject_are_general() {
        for (question, expected) in [
            ("Summarize.", Some(GeneralQuestion::Summary)),
            // Answered with what is new.
            ("What is new?", None),
            ("Is everything OK?", Some(GeneralQuestion::Summary)),
            ("help", Some(GeneralQuestion::Help)),
            ("What can you do?", Some(GeneralQuestion::Help)),
            ("help me sleep", None),
            ("what is new in my sleep", None),
            ("", None),
        ] {
            assert_eq!(GeneralQuestion::read(question), expected, "{question}");
        }
    }

    #[test]
    fn texts_are_bounded() {
        assert!(message("a", None).check().is_ok());
        for bad in ["", "  ", &"x".repeat(2001)] {
            assert!(message(bad, None).check().is_err(), "{bad:.10}");
        }
        assert!(message("a", Some(&"x".repeat(2001))).check().is_err());
    }
}
