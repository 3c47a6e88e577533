//! `/v1/agents/websocket`: events of an account's agents.

use axum::extract::State;
use axum::response::Response;
use lockstep_store::outbox::OutboxEvent;
use lockstep_store::{EventKind, StoreError, Tx};
use lockstep_web::socket::{Feed, PageWriter, Protocol, Reader, SocketUpgrade, StreamCursor};
use lockstep_web::{ApiError, AppState, Params, Permission, Routes};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::events::{AGENT_CHANGED, AGENT_DEPLOYED, MESSAGE_ANSWERED, RUN_CHANGED};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new().allow(Permission::ReadOwn, routes!(open))
}

/// The socket of the agent API.
pub(crate) static UPDATES: Feed = Feed {
    name: "agents",
    operation: "streamAgentUpdates",
    events: &[AGENT_CHANGED, MESSAGE_ANSWERED, AGENT_DEPLOYED, RUN_CHANGED],
    reader: |_, _| Box::pin(async { Ok(Box::new(write) as Reader) }),
    digest: None,
    protocol: Protocol::Everything,
};

/// The position at which the stream begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct AgentUpdatesQuery {
    /// The `id` of the last received message: the socket continues after it, if it is not older than 10 minutes.
    /// Default: new messages only.
    #[param(example = "ev_2a-19a9f3c1e07")]
    last_event_id: Option<String>,
}

/// An update about an agent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentUpdate {
    /// `status`: a custom agent was created or deleted, or an agent was configured. `message`: an agent answered.
    /// `deployment`: an agent was deployed. `run`: a run of a workflow began, waits for an approval, or ended.
    r#type: AgentUpdateType,
    /// The id for `lastEventId`.
    #[schema(example = "ev_2a-19a9f3c1e07")]
    id: String,
    /// The id of the agent; `agt_core_coordinator` if the type is `run`.
    #[schema(example = "agt_core_insight")]
    agent_id: String,
    /// The ids and the status that belong to the type; never a text of a chat.
    #[schema(value_type = Object, example = json!({ "messageId": "msg_01h455vb4pex5vsknk084sn02q", "type": "text" }))]
    payload: Map<String, Json>,
    /// The time of the event.
    #[schema(format = DateTime, example = "2026-06-01T06:30:00.000Z")]
    timestamp: String,
}

/// The type of an update.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AgentUpdateType {
    Status,
    Message,
    Deployment,
    Run,
}

/// The content of an event of the outbox.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutboxPayload {
    agent_id: String,
    #[serde(flatten)]
    payload: Map<String, Json>,
}

/// Writes the message of an event; an event has one message, so that no cursor is needed.
fn write(
    _: &Tx<'_>,
    event: &OutboxEvent,
    _: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    let update = TYPES.iter().find(|(kind, _)| kind.name() == event.topic);
    let Some((_, update)) = update else {
        return Ok(true);
    };
    let changed = OutboxPayload::deserialize(&event.payload)
        .map_err(|error| StoreError::Damaged(format!("event {}: {error}", event.place.seq)))?;
    // Clients receive all updates: there is no subject to subscribe to.
    page.update("", |bytes, position| {
        let message = AgentUpdate {
            r#type: *update,
            id: position.to_string(),
            agent_id: changed.agent_id,
            payload: changed.payload,
            timestamp: event.place.at.to_string(),
        };
        let written = serde_json::to_writer(&mut *bytes, &message);
        debug_assert!(written.is_ok(), "{written:?}");
    });
    Ok(true)
}

const TYPES: &[(&EventKind, AgentUpdateType)] = &[
    (AGENT_CHANGED, AgentUpdateType::Status),
    (MESSAGE_ANSWERED, AgentUpdateType::Message),
    (AGENT_DEPLOYED, AgentUpdateType::Deployment),
    (RUN_CHANGED, AgentUpdateType::Run),
];

/// Open a WebSocket that sends updates about the account's agents.
///
/// The server sends a message for each event, in order. The client only needs to answer pings, as WebSocket libraries do.
/// The socket closes with 4401 when the credential ends or is revoked, with 4408 when `lastEventId` is unknown or the
/// client is more than 10 minutes behind, and with 1001 when the server stops. A browser offers the subprotocols
/// `lockstep.v1` and `ticket.` followed by a ticket of `POST /v1/ws/tickets`.
#[utoipa::path(get, path = "/v1/agents/websocket", tag = "Events", operation_id = "streamAgentUpdates",
    params(AgentUpdatesQuery),
    responses((status = 101, description = "The socket is open; each text message has this schema", body = AgentUpdate)))]
pub(super) async fn open(
    State(state): State<AppState>,
    Params(query): Params<AgentUpdatesQuery>,
    door: SocketUpgrade,
) -> Result<Response, ApiError> {
    door.open(&state, &UPDATES, query.last_event_id).await
}
