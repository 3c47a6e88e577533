//! `/api/ws`: the changes of an account's datasets.

use axum::extract::State;
use axum::response::Response;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::outbox::OutboxEvent;
use lockstep_store::{EventKind, StoreError, Tx};
use lockstep_web::socket::{
    Feed, PageWriter, Protocol, Reader, Resources, SocketUpgrade, StreamCursor,
};
use lockstep_web::{ApiError, AppState, Params, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::events::{DATASET_CREATED, DATASET_DELETED, DATASET_UPDATED};
use crate::operations as datasets;

pub(super) fn routes() -> Routes<AppState> {
    Routes::new().allow(Permission::ReadOwn, routes!(open))
}

/// The socket of the platform API.
pub(crate) static UPDATES: Feed = Feed {
    name: "datasets",
    operation: "streamDatasetUpdates",
    events: &[DATASET_CREATED, DATASET_UPDATED, DATASET_DELETED],
    reader: |_, _| Box::pin(async { Ok(Box::new(write) as Reader) }),
    digest: None,
    protocol: Protocol::Resources(&Resources {
        channel: "dataset_updates",
        field: "dataset_id",
        find: |state, user, id| Box::pin(find(state, user, id)),
    }),
};

async fn find(state: AppState, user: UserId, id: String) -> Result<(), ApiError> {
    let id: DatasetId = id.parse().map_err(|_| ApiError::not_found("dataset"))?;
    datasets::entry(&state, &user, id).await.map(drop)
}

/// The position at which the stream begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct UpdatesQuery {
    /// The `id` of the last received message: after the first subscription the socket continues after it, if it is
    /// not older than 10 minutes. Default: messages from the first subscription on.
    #[param(example = "ev_2a-19a9f3c1e07")]
    last_event_id: Option<String>,
}

/// A change of a dataset.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetUpdate {
    r#type: DatasetMessageType,
    /// The id for `lastEventId`.
    #[schema(example = "ev_2a-19a9f3c1e07")]
    id: String,
    data: DatasetUpdateData,
}

/// The type of the message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DatasetMessageType {
    Update,
}

/// A changed dataset and the kind of change.
#[derive(Serialize, ToSchema)]
pub(crate) struct DatasetUpdateData {
    /// The id of the changed dataset; after a deletion it no longer exists.
    #[schema(example = "ds_01h455vb4pex5vsknk084sn02q")]
    dataset_id: String,
    event: DatasetChange,
}

/// The kind of a change of a dataset. `updated`: its data or its encryption status changed.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DatasetChange {
    /// It was created.
    Created,
    /// Its data or its encryption status changed.
    Updated,
    /// It was deleted.
    Deleted,
}

/// The content of an event of the outbox.
#[derive(Deserialize)]
struct OutboxPayload {
    dataset_id: String,
}

/// Writes the message of an event; an event has one message, so that no cursor is needed.
fn write(
    _: &Tx<'_>,
    event: &OutboxEvent,
    _: Option<StreamCursor>,
    page: &mut PageWriter,
) -> Result<bool, StoreError> {
    let change = CHANGES.iter().find(|(kind, _)| kind.name() == event.topic);
    let Some((_, change)) = change else {
        return Ok(true);
    };
    let changed = OutboxPayload::deserialize(&event.payload)
        .map_err(|error| StoreError::Damaged(format!("event {}: {error}", event.place.seq)))?;
    let id = changed.dataset_id.clone();
    page.update(&id, |bytes, position| {
        let message = DatasetUpdate {
            r#type: DatasetMessageType::Update,
            id: position.to_string(),
            data: DatasetUpdateData {
                dataset_id: changed.dataset_id,
                event: *change,
            },
        };
        let written = serde_json::to_writer(&mut *bytes, &message);
        debug_assert!(written.is_ok(), "{written:?}");
    });
    Ok(true)
}

const CHANGES: &[(&EventKind, DatasetChange)] = &[
    (DATASET_CREATED, DatasetChange::Created),
    (DATASET_UPDATED, DatasetChange::Updated),
    (DATASET_DELETED, DatasetChange::Deleted),
];

/// Open a WebSocket that sends the changes of the account's datasets.
///
/// The client subscribes with `{"type": "subscribe", "channel": "dataset_updates", "dataset_id": "ds_…"}`, or without
/// `dataset_id` to all datasets of its account, and receives `{"type": "subscribed", …}` and then the changes. A frame
/// with the type `unsubscribe` ends a subscription. An invalid frame is answered with `{"type":
/// "error", "error": {"code", "message"}, "status"}`, and the socket stays open.
///
/// The socket closes with 4401 when the credential ends or is revoked, with 4408 when `lastEventId` is unknown or the
/// client is more than 10 minutes behind, and with 1001 when the server stops. A browser offers the subprotocols
/// `lockstep.v1` and `ticket.` followed by a ticket of `POST /v1/ws/tickets`.
#[utoipa::path(get, path = "/api/ws", tag = "Events", operation_id = "streamDatasetUpdates",
    params(UpdatesQuery),
    responses((status = 101, description = "The socket is open; each text message has this schema", body = DatasetUpdate)))]
pub(super) async fn open(
    State(state): State<AppState>,
    Params(query): Params<UpdatesQuery>,
    door: SocketUpgrade,
) -> Result<Response, ApiError> {
    door.open(&state, &UPDATES, query.last_event_id).await
}
