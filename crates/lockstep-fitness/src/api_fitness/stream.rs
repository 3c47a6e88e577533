//! `/stream`: live events of an account's data.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lockstep_points::operations::event::{POINTS_DELETED, POINTS_STORED};
use lockstep_web::socket::{Digest, Feed, Protocol, SocketUpgrade};
use lockstep_web::{ApiError, AppState, Params};
use serde::Deserialize;
use utoipa::openapi::{OneOfBuilder, Ref, RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::insights::PredictiveInsight;
use super::metrics::{MetricsAnswer, PerformanceMetrics};
use super::points::FitnessDataPoint;
use crate::operations::metrics::{Query, metrics};
use crate::operations::stream::{
    self, ACTIVITY_CHANGED, ACTIVITY_CREATED, ACTIVITY_DELETED, ACTIVITY_DETECTED,
    INSIGHTS_GENERATED,
};

/// The kinds of messages of the stream.
pub(crate) static STREAM: Feed = Feed {
    name: "stream",
    operation: "streamEvents",
    events: &[
        POINTS_STORED,
        INSIGHTS_GENERATED,
        ACTIVITY_CREATED,
        ACTIVITY_CHANGED,
        ACTIVITY_DELETED,
        ACTIVITY_DETECTED,
    ],
    reader: |state, user| Box::pin(stream::reader(state, user)),
    digest: Some(Digest {
        kind: "metric",
        events: &[POINTS_STORED, POINTS_DELETED],
        every: Duration::from_secs(10),
        make: |state, user| {
            Box::pin(async move {
                let answer = metrics(&state, user, Query::default()).await?;
                MetricsAnswer::from(answer).metrics_alone()
            })
        },
    }),
    protocol: Protocol::Everything,
};

/// The position at which the stream begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct StreamQuery {
    /// The `id` of the last received message: the stream continues after it, if it is not older
    /// than 10 minutes. Default: new messages only.
    #[param(example = "ev_2a-19a9f3c1e07-0-19a9f3c0d00")]
    last_event_id: Option<String>,
}

/// A text message of the stream.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the document's shape; messages are written as bytes"
)]
pub(crate) struct StreamMessage {
    r#type: StreamMessageType,
    /// `data`: a point that was stored, as sent, with its id. `insight`: one that was generated.
    /// `activity`: the id of an activity that was created, changed, deleted or detected.
    /// `metric`: the metrics as `GET /v1/sfdp/metrics` gives them by default.
    payload: StreamPayload,
    /// The id for `lastEventId`.
    #[schema(example = "ev_2a-19a9f3c1e07-0-19a9f3c0d00")]
    id: String,
}

/// The payload of a stream message; its schema depends on the type of the message.
pub(crate) struct StreamPayload;

impl PartialSchema for StreamPayload {
    fn schema() -> RefOr<Schema> {
        let names = [
            FitnessDataPoint::name(),
            PredictiveInsight::name(),
            PerformanceMetrics::name(),
            ActivityChange::name(),
        ];
        let variants = names.iter().fold(OneOfBuilder::new(), |all, name| {
            all.item(Ref::from_schema_name(&**name))
        });
        let about =
            "The payload of a stream message; its schema depends on the type of the message.";
        variants.description(Some(about)).into()
    }
}

impl ToSchema for StreamPayload {
    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        all.push((
            ActivityChange::name().into_owned(),
            ActivityChange::schema(),
        ));
        ActivityChange::schemas(all);
    }
}

/// The type of a stream message.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) enum StreamMessageType {
    Activity,
    Data,
    Insight,
    Metric,
}

/// A change of an activity. `GET /v1/sfdp/activities/{id}` returns the activity, unless it is deleted.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct ActivityChange {
    change: ActivityChangeKind,
    /// The id of the activity: `act_` and 26 characters.
    #[schema(example = "act_01h455vb4pex5vsknk084sn02q")]
    activity_id: String,
}

/// The kind of a change of an activity. `created`: from an imported file. `changed`: by its owner, or a recording was
/// added or removed. `detected`: found in the points.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) enum ActivityChangeKind {
    /// An imported file contains it.
    Created,
    /// Its owner changed it, or a recording was added or removed.
    Changed,
    /// Its owner or an undone import deleted it.
    Deleted,
    /// The activity was detected in the points.
    Detected,
}

/// Open a WebSocket that streams the account's data as it is stored.
///
/// The server sends a message for each point, in upload order, for each insight and for each change of an
/// activity, and the metrics after changes, at most every 10 seconds. The client only needs to answer pings, sent
/// every 30 seconds, as WebSocket libraries do.
///
/// The socket closes with 4401 when the credential ends or is revoked, with 4408 when `lastEventId`
/// is unknown or the client is more than 10 minutes behind (read `GET /v1/sfdp/data` and connect
/// without it), and with 1001 when the server stops. An account can open 100 sockets by default; a
/// further socket is refused with RATE_LIMIT. A browser offers the subprotocols `lockstep.v1` and
/// `ticket.` followed by a ticket of `POST /v1/ws/tickets`.
#[utoipa::path(get, path = "/v1/sfdp/stream", tag = "Events", operation_id = "streamEvents",
    params(StreamQuery),
    responses((status = 101, description = "The socket is open; each text message has this schema", body = StreamMessage)))]
pub(super) async fn open(
    State(state): State<AppState>,
    Params(query): Params<StreamQuery>,
    door: SocketUpgrade,
) -> Result<Response, ApiError> {
    door.open(&state, &STREAM, query.last_event_id).await
}
