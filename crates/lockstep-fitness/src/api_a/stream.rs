//! `/stream`: what happens to an account's data, as it happens.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lockstep_web::socket::{Digest, Door, Feed};
use lockstep_web::{Fault, House, Params};
use serde::Deserialize;
use utoipa::openapi::{OneOfBuilder, Ref, Schema};
use utoipa::{IntoParams, ToSchema};

use super::metrics::MetricsAnswer;
use crate::operations::metrics::{Query, metrics};
use crate::operations::stream::{self, INSIGHTS_GENERATED, POINTS_DELETED, POINTS_STORED};

/// What the stream tells.
static STREAM: Feed = Feed {
    name: "stream",
    topics: &[POINTS_STORED, INSIGHTS_GENERATED],
    reader: |house, user| Box::pin(stream::reader(house, user)),
    digest: Some(Digest {
        kind: "metric",
        topics: &[POINTS_STORED, POINTS_DELETED],
        every: Duration::from_secs(10),
        make: |house, user| {
            Box::pin(async move {
                let answer = metrics(&house, user, Query::default()).await?;
                MetricsAnswer::from(answer).metrics_alone()
            })
        },
    }),
};

/// Where to begin.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct StreamQuery {
    /// The `id` of the last message that was received: the stream goes on right after it, if that
    /// is not more than 10 minutes ago. Default: from now on.
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
    /// `metric`: the metrics as `GET /v1/sfdp/metrics` gives them by default.
    #[schema(schema_with = payload)]
    payload: String,
    /// For `lastEventId`.
    #[schema(example = "ev_2a-19a9f3c1e07-0-19a9f3c0d00")]
    id: String,
}

/// What a message of the stream is about.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) enum StreamMessageType {
    Data,
    Insight,
    Metric,
}

fn payload() -> Schema {
    [
        "FitnessDataPoint",
        "PredictiveInsight",
        "PerformanceMetrics",
    ]
    .into_iter()
    .fold(OneOfBuilder::new(), |all, name| {
        all.item(Ref::from_schema_name(name))
    })
    .build()
    .into()
}

/// A WebSocket on which the account's data arrives as it is stored: a message for each point, in
/// the order of the uploads, and for each insight; the metrics after changes, every 10 seconds at
/// most. Nothing is required of the client; it answers pings, every 30 seconds, as WebSocket
/// libraries do.
///
/// Closes with 4401 when the credential ends or is revoked, with 4408 when `lastEventId` is unknown
/// or the reader more than 10 minutes behind (read `GET /v1/sfdp/data` and connect without it), with
/// 1001 when the server ends. An account has 100 sockets, unless the operator says otherwise: one
/// more is refused with RATE_LIMIT. A browser offers the subprotocols `lockstep.v1` and `ticket.`
/// with a ticket of `POST /v1/ws/tickets` behind it.
#[utoipa::path(get, path = "/v1/sfdp/stream", tag = "Events", operation_id = "streamEvents",
    params(StreamQuery),
    responses((status = 101, description = "From now on, each text message is this", body = StreamMessage)))]
pub(super) async fn open(
    State(house): State<House>,
    Params(query): Params<StreamQuery>,
    door: Door,
) -> Result<Response, Fault> {
    door.open(&house, &STREAM, query.last_event_id).await
}
