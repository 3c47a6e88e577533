//! Messages to agents.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use lockstep_web::{ApiError, Caller, CreateBody, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::answer::{Answer, AnswerKind, Choice, Disclosure};
use crate::arguments;
use crate::message::{DEFAULT_LIMIT, MAX_LIMIT, Message, MessageKind};
use crate::operations::{message, no_agent};
use crate::profile::AgentName;
use crate::toolset::Agents;

pub(super) fn routes() -> Routes<Agents> {
    // The time of an answer is the agent's `timeout`, not that of other requests.
    Routes::new().allow_streaming(Permission::WriteOwn, routes!(send))
}

/// A message to an agent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentMessageRequest {
    r#type: MessageKind,
    #[schema(example = json!({ "action": "help" }))]
    content: ContentBody,
}

/// The action that a message requests.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AgentMessageContent)]
pub(crate) struct ContentBody {
    /// The name of a tool, one of the verbs `ask`, `search`, `summarize`, `analyze`, `list`, `explain`, `compare` and
    /// `help`, or a question in words; 2000 characters at most.
    #[schema(example = "help")]
    action: String,
    #[serde(default)]
    parameters: ParametersBody,
}

/// The parameters of a message.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AgentMessageParameters)]
pub(crate) struct ParametersBody {
    /// The question, or the words to search for; 2000 characters at most.
    #[schema(example = "Which devices do I have?")]
    query: Option<String>,
    /// The maximum number of records of the answer.
    #[schema(minimum = 1, maximum = 100, default = 10)]
    limit: Option<f64>,
    /// Whether the caller approves the action. It counts only if `type` is `command` and `action` names the tool.
    confirm: Option<bool>,
    /// The input of the tool that `action` names.
    #[schema(value_type = Option<Object>, example = json!({}))]
    arguments: Option<Map<String, Value>>,
}

impl AgentMessageRequest {
    fn parsed(self) -> Result<Message, ApiError> {
        let parameters = self.content.parameters;
        let limit = parameters.limit.unwrap_or(f64::from(DEFAULT_LIMIT));
        if limit.fract() != 0.0 || !(1.0..=f64::from(MAX_LIMIT)).contains(&limit) {
            let reason = format!("must be a whole number between 1 and {MAX_LIMIT}");
            return Err(ApiError::invalid("content.parameters.limit", reason));
        }
        if let Some(reason) = parameters.arguments.as_ref().and_then(arguments::excess) {
            return Err(ApiError::invalid("content.parameters.arguments", reason));
        }
        Ok(Message {
            kind: self.r#type,
            action: self.content.action,
            query: parameters.query,
            limit: limit as u32,
            confirm: parameters.confirm.unwrap_or(false),
            arguments: parameters.arguments,
        })
    }
}

/// The receipt of a message, with the answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentMessageResult)]
pub(crate) struct ReceiptView {
    /// The id of the message in the chat.
    #[schema(example = "msg_01h455vb4pex5vsknk084sn02q")]
    message_id: String,
    /// Always `received`.
    #[schema(example = "received")]
    status: &'static str,
    response: AnswerView,
}

/// The answer of an agent.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentResponse)]
pub(crate) struct AnswerView {
    r#type: AnswerKind,
    /// The answer: Markdown, or JSON if the type is `result`. It may quote texts from records that
    /// other people wrote.
    #[schema(example = "There are no devices.")]
    content: String,
    /// The ids of the records that the answer cites.
    #[schema(example = json!([]))]
    records: Vec<String>,
    /// The calls to choose from, if the type is `clarify` or `approval_required`.
    #[schema(example = json!([]))]
    choices: Vec<ChoiceView>,
    /// The data that a model on another machine received for this answer.
    #[schema(example = json!([]))]
    disclosures: Vec<Disclosure>,
}

/// The call of a tool.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentToolCall)]
pub(crate) struct ChoiceView {
    /// The call in plain words.
    reading: String,
    /// The action of the message that makes the call.
    #[schema(example = "devices.list")]
    action: String,
    /// The input of the tool, for `content.parameters.arguments` of a message.
    #[schema(value_type = Object, example = json!({}))]
    arguments: Map<String, Value>,
}

impl From<Choice> for ChoiceView {
    fn from(choice: Choice) -> Self {
        Self {
            reading: choice.reading,
            action: choice.tool,
            arguments: choice.arguments,
        }
    }
}

impl From<Answer> for AnswerView {
    fn from(answer: Answer) -> Self {
        Self {
            r#type: answer.kind,
            content: answer.content,
            records: answer.records,
            choices: answer.choices.into_iter().map(ChoiceView::from).collect(),
            disclosures: answer.disclosures,
        }
    }
}

/// Send a message to an agent and wait for its answer.
///
/// The agent calls its tools with the caller's rights. It calls a tool that changes data only if the
/// message is a `command` that names and confirms the tool. Otherwise the answer is `approval_required`
/// and nothing changes. After the agent's `timeout` the answer is `partial`.
#[utoipa::path(post, path = "/v1/agents/{agentId}/message", tag = "Agents", operation_id = "sendAgentMessage",
    params(("agentId" = String, Path, description = "The id of a core agent or of a custom agent of the account"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated message returns the same answer without calling tools again")),
    request_body = AgentMessageRequest,
    responses((status = 200, description = "The answer", body = ReceiptView)))]
async fn send(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    request: Request,
) -> Result<Json<ReceiptView>, ApiError> {
    let read = CreateBody::<AgentMessageRequest>::from_request(request, &());
    let read = tokio::time::timeout(MAX_BODY_TIME, read).await;
    let CreateBody {
        body,
        idempotency_key,
    } = read.map_err(|_| ApiError::too_slow())??;
    let name: AgentName = name.parse().map_err(|()| no_agent())?;
    let receipt = message::send(&state, &caller, name, body.parsed()?, idempotency_key).await?;
    Ok(Json(ReceiptView {
        message_id: receipt.id.to_string(),
        status: "received",
        response: receipt.answer.into(),
    }))
}

/// The longest time in which a message arrives.
pub(crate) const MAX_BODY_TIME: Duration = Duration::from_secs(30);
