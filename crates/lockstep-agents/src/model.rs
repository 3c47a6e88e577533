//! Language models: one interface, and one implementation for endpoints that speak the protocol of OpenAI.
//!
//! A model only proposes. Its text is shown to the user, and its calls take the way of every other call, with the
//! rights of the caller and of the agent. Nothing else of its answer has an effect.

mod openai;
mod stream;

use std::time::Duration;

use lockstep_web::BoxedFuture;
use serde_json::{Map, Value as Json};

pub(crate) use openai::OpenAi;

/// A model that answers a conversation.
pub(crate) trait ChatModel: Send + Sync {
    /// Returns the next turn of the conversation within a time.
    fn turn(
        &self,
        conversation: Conversation,
        time: Duration,
    ) -> BoxedFuture<Result<ModelTurn, ModelError>>;
}

/// A conversation up to the model's next turn.
#[derive(Clone, Debug)]
pub(crate) struct Conversation {
    pub(crate) messages: Vec<ChatMessage>,
    pub(crate) functions: Vec<Function>,
    /// The maximum number of tokens of the turn.
    pub(crate) max_tokens: u32,
}

/// A message of a conversation.
#[derive(Clone, Debug)]
pub(crate) enum ChatMessage {
    /// The instructions that describe the agent and its way of working.
    System(String),
    /// The user's question.
    User(String),
    /// A turn of the model that calls tools.
    Calls(ModelTurn),
    /// The output of a tool.
    Output { call: String, text: String },
}

/// A tool as a model sees it.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parameters: Json,
}

/// A turn of a model: text, calls, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ModelTurn {
    pub(crate) text: String,
    pub(crate) calls: Vec<ProposedCall>,
    /// The tokens of question and answer together, if the endpoint counts them.
    pub(crate) tokens: Option<u64>,
}

/// The call of a tool that a model proposes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProposedCall {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The input as the model wrote it.
    pub(crate) arguments: String,
}

impl ProposedCall {
    /// Reads the input; `None` if it is not a JSON object.
    pub(crate) fn input(&self) -> Option<Map<String, Json>> {
        match self.arguments.trim() {
            "" => Some(Map::new()),
            text => serde_json::from_str(text).ok(),
        }
    }
}

/// The reason why a model did not respond. The texts contain no address and no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ModelError {
    #[error("the endpoint cannot be reached")]
    Unreachable,
    #[error("the endpoint has no certificate that this server trusts")]
    Untrusted,
    #[error("the endpoint answered with status {0}")]
    Status(u16),
    #[error("the answer was not complete in time")]
    TooSlow,
    #[error("the answer is too large")]
    TooLarge,
    #[error("the answer is malformed")]
    Malformed,
}
