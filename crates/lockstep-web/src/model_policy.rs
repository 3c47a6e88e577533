//! Language models that the operator configured.

use std::sync::Arc;
use std::time::Duration;

use zeroize::Zeroizing;

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
    pub key: Option<ModelKey>,
    /// The longest time of a turn.
    pub timeout: Duration,
    /// The most turns of a conversation.
    pub max_turns: u32,
    /// The most tokens of a turn.
    pub max_tokens: u32,
    /// The most tokens of a conversation.
    pub max_total_tokens: u64,
    /// Whether the endpoint is on this machine: nothing leaves it.
    pub is_local: bool,
}

/// The key of an endpoint. It is never printed.
#[derive(Clone)]
pub struct ModelKey(Arc<Zeroizing<String>>);

impl ModelKey {
    /// Keeps a key.
    #[must_use]
    pub fn new(key: Zeroizing<String>) -> Self {
        Self(Arc::new(key))
    }

    /// Returns the key for a request to its endpoint.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ModelKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ModelKey(…)")
    }
}

impl ModelPolicy {
    /// Returns host and port of the endpoint.
    #[must_use]
    pub fn host(&self) -> String {
        let after = self.url.split("://").nth(1).unwrap_or_default();
        after.split('/').next().unwrap_or_default().to_owned()
    }
}
