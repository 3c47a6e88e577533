//! Endpoints that speak the protocol of OpenAI: Ollama, vLLM, llama.cpp, and hosted ones.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderValue, Method, Request, header};
use http_body_util::{BodyExt, Full};
use lockstep_web::http_client::{HttpClient, HttpClientError};
use lockstep_web::{BoxedFuture, ModelPolicy};
use serde_json::{Value as Json, json};

use super::stream::TurnReader;
use super::{ChatMessage, ChatModel, Conversation, ModelError, ModelTurn};

/// A model at an endpoint.
#[derive(Clone)]
pub(crate) struct OpenAi {
    policy: ModelPolicy,
    client: Arc<HttpClient>,
}

impl OpenAi {
    /// Creates the client of a configured model.
    pub(crate) fn new(policy: &ModelPolicy) -> Self {
        Self {
            policy: policy.clone(),
            client: Arc::new(HttpClient::default()),
        }
    }

    async fn exchange(&self, conversation: &Conversation) -> Result<ModelTurn, ModelError> {
        let body = body(&self.policy.model, conversation).to_string();
        // The configuration was checked at the start.
        let request = request(&self.policy, body).ok_or(ModelError::Unreachable)?;
        let (response, connection) = self.client.send(request).await?;
        if response.status().as_u16() != OK {
            return Err(ModelError::Status(response.status().as_u16()));
        }
        let mut body = response.into_body();
        let mut reader = TurnReader::default();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| ModelError::Malformed)?;
            if let Some(bytes) = frame.data_ref() {
                reader.take(bytes)?;
            }
            if reader.has_ended() {
                break;
            }
        }
        drop(connection);
        reader.finish()
    }
}

impl ChatModel for OpenAi {
    fn turn(
        &self,
        conversation: Conversation,
        time: Duration,
    ) -> BoxedFuture<Result<ModelTurn, ModelError>> {
        let this = self.clone();
        Box::pin(async move {
            let time = time.min(this.policy.timeout);
            let turn = tokio::time::timeout(time, this.exchange(&conversation)).await;
            turn.unwrap_or(Err(ModelError::TooSlow))
        })
    }
}

impl From<HttpClientError> for ModelError {
    fn from(error: HttpClientError) -> Self {
        match error {
            HttpClientError::Insecure | HttpClientError::Unreachable => Self::Unreachable,
            HttpClientError::Untrusted => Self::Untrusted,
            HttpClientError::Malformed => Self::Malformed,
            HttpClientError::TooLarge => Self::TooLarge,
            HttpClientError::TimedOut => Self::TooSlow,
        }
    }
}

fn request(policy: &ModelPolicy, body: String) -> Option<Request<Full<Bytes>>> {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(format!("{}/chat/completions", policy.url))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "text/event-stream");
    if let Some(key) = &policy.key {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", key.expose())).ok()?;
        bearer.set_sensitive(true);
        request = request.header(header::AUTHORIZATION, bearer);
    }
    request.body(Full::new(body.into())).ok()
}

/// Returns the body of a request.
fn body(model: &str, conversation: &Conversation) -> Json {
    let messages: Vec<Json> = conversation.messages.iter().map(message).collect();
    let mut body = json!({
        "model": model, "messages": messages, "stream": true, "stream_options": { "include_usage": true },
        "max_tokens": conversation.max_tokens, "temperature": 0,
    });
    // Some servers refuse an empty list.
    if !conversation.functions.is_empty() {
        let tools = conversation.functions.iter().map(|function| {
            json!({ "type": "function", "function": {
                "name": function.name, "description": function.description, "parameters": function.parameters,
            } })
        });
        body["tools"] = tools.collect();
    }
    body
}

fn message(message: &ChatMessage) -> Json {
    match message {
        ChatMessage::System(text) => json!({ "role": "system", "content": text }),
        ChatMessage::User(text) => json!({ "role": "user", "content": text }),
        ChatMessage::Output { call, text } => {
            json!({ "role": "tool", "tool_call_id": call, "content": text })
        }
        ChatMessage::Calls(turn) => {
            let calls = turn.calls.iter().map(|call| {
                json!({ "id": call.id, "type": "function",
                    "function": { "name": call.name, "arguments": call.arguments } })
            });
            let calls: Vec<Json> = calls.collect();
            json!({ "role": "assistant", "content": turn.text, "tool_calls": calls })
        }
    }
}

/// The status of a whole answer.
const OK: u16 = 200;
