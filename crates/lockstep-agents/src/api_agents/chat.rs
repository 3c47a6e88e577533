//! Chats with agents.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::MessageId;
use lockstep_web::{ApiError, Caller, Params, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::answer::Disclosure;
use crate::operations::{chat, removal};
use crate::profile::AgentName;
use crate::store::chat::{Body, ChatMessage};
use crate::toolset::Agents;

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(read))
        .allow(Permission::WriteOwn, routes!(delete))
}

/// Which messages of a chat.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    /// The maximum number of messages, the latest of the chat.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// The id of a message. Only older messages are returned.
    before: Option<String>,
}

/// A message of a chat.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentChatMessage)]
pub(crate) struct MessageView {
    /// The id of the message, which begins with `msg_`, for `before`.
    #[schema(example = "msg_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The time of the message, in UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    sender: Sender,
    /// The text; a note if the stored message is damaged; empty if `redacted` has a reason.
    content: String,
    /// The reason why the text is left out: the API key lacks the scopes of a tool whose input or output it may contain.
    /// Otherwise null.
    redacted: Option<String>,
    /// The data that a model on another machine received for this message.
    #[schema(example = json!([]))]
    disclosures: Vec<Disclosure>,
}

/// The sender of a message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AgentChatSender)]
pub(crate) enum Sender {
    User,
    Agent,
}

impl From<ChatMessage> for MessageView {
    fn from(message: ChatMessage) -> Self {
        let (content, disclosures) = match message.body {
            Some(_) if message.redacted.is_some() => (String::new(), Vec::new()),
            Some(Body::User(text)) => (text, Vec::new()),
            Some(Body::Agent(answer)) => (answer.content, answer.disclosures),
            None => (DAMAGED.to_owned(), Vec::new()),
        };
        Self {
            timestamp: message.id.created_at().to_string(),
            id: message.id.to_string(),
            sender: match message.is_answer {
                true => Sender::Agent,
                false => Sender::User,
            },
            content,
            redacted: message.redacted,
            disclosures,
        }
    }
}

/// A part of a chat.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentChat {
    /// The messages, the oldest first.
    messages: Vec<MessageView>,
    /// Whether older messages exist. To read them, request messages before the first returned message.
    has_more: bool,
}

/// Get the chat of the account with an agent. A chat keeps its last 500 messages.
#[utoipa::path(get, path = "/v1/agents/{agentId}/chat", tag = "Agents", operation_id = "getAgentChat",
    params(("agentId" = String, Path, description = "The id of a core agent or of a custom agent of the account"), ChatQuery),
    responses((status = 200, description = "The latest messages, the oldest first", body = AgentChat)))]
async fn read(
    State(state): State<Agents>,
    caller: Caller,
    Params(query): Params<ChatQuery>,
    PathParam(name): PathParam<AgentName>,
) -> Result<Json<AgentChat>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        let reason = format!("must be between 1 and {MAX_LIMIT}");
        return Err(ApiError::invalid("limit", reason));
    }
    let before = query.before.map(|text| text.parse::<MessageId>());
    let before = before.transpose();
    let before = before.map_err(|error| ApiError::invalid("before", error.to_string()))?;
    let (messages, has_more) = chat::read(&state, &caller, &name, (before, limit)).await?;
    Ok(Json(AgentChat {
        messages: messages.into_iter().map(MessageView::from).collect(),
        has_more,
    }))
}

/// The confirmation that a chat was deleted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeletedAgentChat)]
pub(crate) struct DeletedChat {
    /// The number of deleted messages.
    deleted_count: u64,
}

/// Delete the chat of the account with an agent.
#[utoipa::path(delete, path = "/v1/agents/{agentId}/chat", tag = "Agents", operation_id = "deleteAgentChat",
    params(("agentId" = String, Path, description = "The id of a core agent or of a custom agent of the account")),
    responses((status = 200, description = "The chat is deleted", body = DeletedChat)))]
async fn delete(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<AgentName>,
) -> Result<Json<DeletedChat>, ApiError> {
    let deleted_count = removal::delete_chat(&state, &caller, name).await?;
    Ok(Json(DeletedChat { deleted_count }))
}

/// The text in place of a message that does not open.
const DAMAGED: &str = "(this message is damaged and cannot be shown)";
const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;
