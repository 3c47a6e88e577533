//! Language models that the operator configured.

use std::time::Duration;

use crate::EndpointKey;

/// A language model behind an endpoint that speaks the protocol of OpenAI.
#[derive(Clone, Debug)]
pub struct ModelPolicy {
    /// The name by which agents choose the model.
    pub name: String,
    /// The base URL, such as `http://127.0.0.1:11434/v1`.
    pub url: String,
    /// The endpoint's name of the model.
    pub model: String,
    /// The key of the endpoint, if it needs one.
    pub key: Option<EndpointKey>,
    /// The longest time of a turn.
    pub timeout: Duration,
    /// The maximum number of turns of a conversation.
    pub max_turns: u32,
    /// The maximum number of tokens of a turn.
    pub max_tokens: u32,
    /// The maximum number of tokens of a conversation.
    pub max_total_tokens: u64,
    /// Whether the endpoint is on this machine: nothing leaves it.
    pub is_local: bool,
}

impl ModelPolicy {
    /// Returns host and port of the endpoint.
    #[must_use]
    pub fn host(&self) -> String {
        let after = self.url.split("://").nth(1).unwrap_or_default();
        after.split('/').next().unwrap_or_default().to_owned()
    }
}
