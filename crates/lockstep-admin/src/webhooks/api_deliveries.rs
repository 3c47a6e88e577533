//! `/v1/webhooks/{webhookId}/deliveries` and `/v1/webhooks/{webhookId}/test`.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::WebhookId;
use lockstep_web::{
    ApiError, AppState, Area, Caller, EmptyBody, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::delivery_log;
use super::webhook::{AttemptError, Delivery, DeliveryStatus};

pub(super) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadReports, routes!(list))
        .allow(Permission::ReportOwn, routes!(resend))
        .allow(Permission::ReportOwn, routes!(test))
}

/// Which deliveries.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DeliveriesQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of deliveries per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Only deliveries with this status.
    status: Option<DeliveryStatus>,
}

/// A delivery of an event to a webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub(super) struct DeliveryView {
    /// The value of the header `webhook-id`, the same in every attempt.
    #[schema(example = "whd_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// A name of `GET /v1/webhooks/event-types`, or `webhook.test`.
    event_type: String,
    status: DeliveryStatus,
    /// The attempts so far; a resent delivery counts from 0 again.
    attempts: u32,
    /// The time at which the delivery was queued, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the next attempt; null if none is planned.
    #[schema(format = DateTime)]
    next_attempt_at: Option<String>,
    /// The time of the last attempt; null before the first.
    #[schema(format = DateTime)]
    last_attempt_at: Option<String>,
    /// The status of the last answer; null if there was no answer.
    status_code: Option<u32>,
    /// The reason why the last attempt failed; null if it succeeded.
    error: Option<AttemptError>,
    /// The duration of the last attempt in milliseconds; null before the first attempt.
    duration_ms: Option<u32>,
}

impl From<Delivery> for DeliveryView {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id.to_string(),
            event_type: delivery.topic,
            status: delivery.status,
            attempts: delivery.attempts,
            created_at: delivery.created_at.to_string(),
            next_attempt_at: delivery.next_at.map(|at| at.to_string()),
            last_attempt_at: delivery.last_at.map(|at| at.to_string()),
            status_code: delivery.last_code,
            error: delivery.last_error,
            duration_ms: delivery.last_milliseconds,
        }
    }
}

/// A page of deliveries, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookDeliveryPage {
    /// The deliveries on this page.
    deliveries: Vec<DeliveryView>,
    /// The number of deliveries that match, on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
#[utoipa::path(get, path = "/v1/webhooks/{webhookId}/deliveries", tag = "Webhooks", operation_id = "listWebhookDeliveries",
    params(("webhookId" = String, Path, description = "The id of the webhook"), DeliveriesQuery),
    responses((status = 200, description = "A page of deliveries", body = WebhookDeliveryPage)))]
async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    PathParam(id): PathParam<String>,
    Params(query): Params<DeliveriesQuery>,
) -> Result<(HeaderMap, Json<WebhookDeliveryPage>), ApiError> {
    // After the query, so that a wrong parameter is named first.
    let id: WebhookId = id.parse().map_err(|_| ApiError::not_found("webhook"))?;
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    let page = delivery_log::log(&state, caller.user, id, query.status, paging).await?;
    Ok(
        paging.respond(&uri, page, |deliveries, total| WebhookDeliveryPage {
            deliveries,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// Resend a delivery at once.
///
/// The message has the same `webhook-id` and body. A delivery that succeeded or failed starts with a
/// full number of attempts again.
#[utoipa::path(post, path = "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend", tag = "Webhooks",
    operation_id = "resendWebhookDelivery",
    params(("webhookId" = String, Path, description = "The id of the webhook"),
        ("deliveryId" = String, Path, description = "The id of the delivery")),
    responses((status = 200, description = "The delivery", body = DeliveryView)))]
async fn resend(
    State(state): State<AppState>,
    caller: Caller,
    path: Result<Path<(String, String)>, PathRejection>,
    _: EmptyBody,
) -> Result<Json<DeliveryView>, ApiError> {
    let missing = || ApiError::not_found("delivery");
    let Path((webhook, id)) = path.map_err(|_| missing())?;
    let (webhook, id) = (
        webhook.parse().map_err(|_| missing())?,
        id.parse().map_err(|_| missing())?,
    );
    let delivery = delivery_log::resend(&state, caller.owner(), webhook, id).await?;
    Ok(Json(delivery.into()))
}

/// Test a webhook: queue a message of the type `webhook.test`.
#[utoipa::path(post, path = "/v1/webhooks/{webhookId}/test", tag = "Webhooks", operation_id = "testWebhook",
    params(("webhookId" = String, Path, description = "The id of the webhook"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same delivery")),
    responses((status = 200, description = "The queued delivery", body = DeliveryView)))]
async fn test(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
    EmptyBody { idempotency_key }: EmptyBody,
) -> Result<Json<DeliveryView>, ApiError> {
    let delivery = delivery_log::test(&state, caller.user, id, idempotency_key).await?;
    Ok(Json(delivery.into()))
}
