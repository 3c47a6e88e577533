//! `/v1/ws`: events of the platform.

use axum::extract::State;
use axum::response::Response;
use lockstep_web::socket::{Feed, Protocol, SocketUpgrade};
use lockstep_web::{ApiError, AppState, Params};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The socket of the channels. Its events are those of every kind with a channel.
pub(crate) static CHANNELS: Feed = Feed {
    name: "channels",
    operation: "streamChannels",
    events: &[],
    reader: |_, _| Box::pin(async { Err(ApiError::internal("channels have no reader")) }),
    digest: None,
    protocol: Protocol::Channels,
};

/// The position at which the stream begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ChannelsQuery {
    /// The `id` of the last received message: the channels of the first subscription continue after it, if it is not
    /// older than 10 minutes. Default: messages from the first subscription on.
    #[param(example = "ev_2a-19a9f3c1e07")]
    last_event_id: Option<String>,
}

/// A message of a channel.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the document's shape; messages are written as bytes"
)]
pub(crate) struct ChannelMessage {
    channel: EventChannelName,
    /// The type of the event; `docs/events.md` lists the types of each channel.
    #[schema(example = "created")]
    r#type: String,
    /// The id for `lastEventId`.
    #[schema(example = "ev_2a-19a9f3c1e07")]
    id: String,
    /// The time of the event, in UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The content; its fields depend on the type.
    #[schema(value_type = Object, example = json!({ "offer": "token", "id": "tok_01h455vb4pex5vsknk084sn02q" }))]
    payload: String,
}

/// The name of a channel.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) enum EventChannelName {
    Analytics,
    Alerts,
    SystemHealth,
    Marketplace,
    AuditLogs,
}

/// Open a WebSocket to the channels of the platform.
///
/// The client subscribes with `{"type": "subscribe", "channels": ["marketplace"]}`, receives
/// `{"type": "subscribed", "channels": […]}` with all its channels, and then their messages. A frame with the type
/// `unsubscribe` leaves channels. An invalid frame changes nothing and is answered with `{"type":
/// "error", "error": {"code", "message"}, "status"}`; the socket stays open.
///
/// Every account may subscribe to `marketplace`. The channels `analytics`, `alerts`, `system-health` and `audit-logs`
/// are for administrators and auditors. The socket closes with 4401 when the account loses the right to one of its
/// channels, or the credential ends; with 4408 when `lastEventId` is unknown or the client is more than 10 minutes
/// behind; with 1001 when the server stops. A browser offers the subprotocols `lockstep.v1` and `ticket.` followed by
/// a ticket of `POST /v1/ws/tickets`.
#[utoipa::path(get, path = "/v1/ws", tag = "Events", operation_id = "streamChannels",
    params(ChannelsQuery),
    responses((status = 101, description = "The socket is open; each message of a channel has this schema", body = ChannelMessage)))]
pub(super) async fn open(
    State(state): State<AppState>,
    Params(query): Params<ChannelsQuery>,
    door: SocketUpgrade,
) -> Result<Response, ApiError> {
    door.open(&state, &CHANNELS, query.last_event_id).await
}
