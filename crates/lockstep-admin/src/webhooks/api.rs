//! `/v1/webhooks`: the webhooks of the caller.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::WebhookId;
use lockstep_web::{
    ApiError, AppState, Area, Body, Caller, CreateBody, PageQuery, Params, PathParam, Permission,
    Routes,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::api_deliveries;
use super::operations::{
    self, DEFAULT_OVERLAP, MAX_OVERLAP_SECONDS, NewWebhook, WebhookChange, WebhookDetails,
    previous_until,
};
use super::signature::Secret;
use super::webhook::{Reason, Scope, Status, TEST_TYPE, description, receiver_url};

pub(super) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadReports, routes!(list))
        .allow(Permission::ReportOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(event_types))
        .allow(Permission::ReadReports, routes!(read))
        .allow(Permission::ReportOwn, routes!(update))
        .allow(Permission::ReportOwn, routes!(delete))
        .allow(Permission::ReportOwn, routes!(rotate))
        .and(api_deliveries::routes())
}

/// A webhook to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct CreateWebhookRequest {
    /// The `https` address of the receiver, at most 2048 bytes.
    #[schema(example = "https://hooks.example/lockstep")]
    url: String,
    /// A note for the owner, at most 256 characters.
    #[schema(example = "Coaching dashboard")]
    description: Option<String>,
    /// Names of `GET /v1/webhooks/event-types`.
    #[schema(min_items = 1, max_items = 100, example = json!(["points.stored"]))]
    event_types: Vec<String>,
    /// The accounts whose events are sent. Default: `own`. `administration` requires the role auditor
    /// or admin.
    scope: Option<Scope>,
}

/// Changes of a webhook; absent fields stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct UpdateWebhookRequest {
    /// The `https` address of the receiver.
    #[schema(example = "https://hooks.example/lockstep")]
    url: Option<String>,
    /// A note for the owner.
    #[schema(example = "Coaching dashboard")]
    description: Option<String>,
    /// The event types to select instead of the present ones; `GET /v1/webhooks/event-types` lists them.
    #[schema(min_items = 1, max_items = 100, example = json!(["points.stored"]))]
    event_types: Option<Vec<String>>,
    /// `true` sends events from now on, also after the platform stopped the webhook; `false` ends it.
    #[schema(example = true)]
    active: Option<bool>,
}

/// The rotation of a secret.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct RotateWebhookSecretRequest {
    /// The seconds for which messages are also signed with the previous secret: 0 to 604800, by default 86400.
    #[schema(minimum = 0, maximum = 604_800, default = 86_400, example = 86_400)]
    overlap_seconds: Option<u32>,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub(super) struct WebhookView {
    /// The id of the webhook, which begins with `wh_`.
    #[schema(example = "wh_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The address of the receiver; null if the stored address cannot be read.
    url: Option<String>,
    /// A note for the owner, at most 256 characters; empty if the webhook has no note or the
    /// note cannot be read.
    description: String,
    /// The selected event types in alphabetical order.
    event_types: Vec<String>,
    scope: Scope,
    status: Status,
    /// The reason why the platform stopped the webhook; null if it did not stop it.
    reason: Option<Reason>,
    /// The number of deliveries with a due or planned attempt.
    pending_deliveries: u64,
    /// The number of events that were not queued, because the webhook was inactive, the account was
    /// suspended, or a limit was reached.
    skipped_events: u64,
    /// The time of the first failed attempt since the last success; null if there was none.
    #[schema(format = DateTime)]
    failing_since: Option<String>,
    /// The time of the last success; null if there was none.
    #[schema(format = DateTime)]
    last_delivered_at: Option<String>,
    /// The time until which messages are also signed with the previous secret; null if they are not.
    #[schema(format = DateTime)]
    previous_secret_expires_at: Option<String>,
    /// The time of creation, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last change of a field, the secret or the status, in UTC.
    #[schema(format = DateTime)]
    updated_at: String,
    /// The secret of the signatures. Only the answers of a creation and of a rotation show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl WebhookView {
    fn new(shown: WebhookDetails, state: &AppState) -> Self {
        let WebhookDetails {
            webhook,
            config,
            event_types,
            pending,
        } = shown;
        let previous = config
            .as_ref()
            .and_then(|it| previous_until(it, state.clock.now()));
        let description = config.as_ref().map(|config| config.description.clone());
        Self {
            id: webhook.id.to_string(),
            url: config.map(|config| config.url),
            description: description.unwrap_or_default(),
            event_types,
            scope: webhook.scope,
            status: webhook.status,
            reason: webhook.reason,
            pending_deliveries: pending,
            skipped_events: webhook.skipped,
            failing_since: webhook.failing_since.map(|at| at.to_string()),
            last_delivered_at: webhook.delivered_at.map(|at| at.to_string()),
            previous_secret_expires_at: previous.map(|at| at.to_string()),
            created_at: webhook.created_at.to_string(),
            updated_at: webhook.updated_at.to_string(),
            secret: None,
        }
    }

    fn with_secret((shown, secret): (WebhookDetails, Secret), state: &AppState) -> Self {
        Self {
            secret: Some(secret.reveal()),
            ..Self::new(shown, state)
        }
    }
}

/// A page of webhooks, oldest first.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookPage {
    /// The webhooks on this page, without their secrets.
    webhooks: Vec<WebhookView>,
    /// The number of webhooks on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the webhooks of the account, oldest first.
#[utoipa::path(get, path = "/v1/webhooks", tag = "Webhooks", operation_id = "listWebhooks",
    params(PageQuery), responses((status = 200, description = "A page of webhooks", body = WebhookPage)))]
async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<WebhookPage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let page = operations::list(&state, caller.user, paging).await?;
    let headers = paging.links(&uri, page.total);
    let webhooks = page
        .entries
        .into_iter()
        .map(|shown| WebhookView::new(shown, &state));
    Ok((
        headers,
        Json(WebhookPage {
            webhooks: webhooks.collect(),
            total: page.total,
            page: paging.page,
            limit: paging.limit,
        }),
    ))
}

/// Create a webhook.
///
/// Messages follow the Standard Webhooks specification: the headers `webhook-id`, `webhook-timestamp`
/// and `webhook-signature` (`v1`, HMAC-SHA256). A message is delivered at least once and in no fixed
/// order; `webhook-id` stays the same in every attempt. The response shows the secret once. An API key
/// with scopes cannot create webhooks. An account has at most 20 webhooks.
#[utoipa::path(post, path = "/v1/webhooks", tag = "Webhooks", operation_id = "createWebhook",
    request_body = CreateWebhookRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request is refused with 409, since the secret is shown once")),
    responses((status = 200, description = "The webhook with its secret", body = WebhookView)))]
async fn create(
    State(state): State<AppState>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateWebhookRequest>,
) -> Result<Json<WebhookView>, ApiError> {
    let new = NewWebhook {
        url: receiver_url(&body.url, &state.policy().webhooks)?,
        description: description(body.description.as_deref().unwrap_or_default())?,
        scope: body.scope.unwrap_or(Scope::Own),
        event_types: body.event_types,
    };
    let created = operations::create(&state, &caller, new, idempotency_key).await?;
    Ok(Json(WebhookView::with_secret(created, &state)))
}

/// An event type that a webhook can select.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookEventType {
    /// The name for `eventTypes` of a webhook.
    #[schema(example = "points.stored")]
    name: &'static str,
    /// A sentence that says when the event is sent.
    description: &'static str,
    /// The scopes that offer the event type.
    scopes: Vec<Scope>,
}

/// The event types that webhooks can select.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookEventTypes {
    /// The event types in alphabetical order.
    event_types: Vec<WebhookEventType>,
}

/// List the event types that webhooks can select.
///
/// An event contains ids, times and counts, but no health values. The type `webhook.test` cannot be
/// selected: only the test of a webhook sends it.
#[utoipa::path(get, path = "/v1/webhooks/event-types", tag = "Webhooks", operation_id = "listWebhookEventTypes",
    responses((status = 200, description = "The event types", body = WebhookEventTypes)))]
async fn event_types(State(state): State<AppState>) -> Json<WebhookEventTypes> {
    let mut event_types: Vec<WebhookEventType> = state
        .event_kinds()
        .filter(|kind| kind.name() != TEST_TYPE)
        .map(|kind| WebhookEventType {
            name: kind.name(),
            description: kind.about(),
            scopes: Scope::offering(kind),
        })
        .filter(|kind| !kind.scopes.is_empty())
        .collect();
    event_types.sort_by_key(|kind| kind.name);
    Json(WebhookEventTypes { event_types })
}

/// Get a webhook.
#[utoipa::path(get, path = "/v1/webhooks/{webhookId}", tag = "Webhooks", operation_id = "getWebhook",
    params(("webhookId" = String, Path, description = "The id of the webhook")),
    responses((status = 200, description = "The webhook", body = WebhookView)))]
async fn read(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
) -> Result<Json<WebhookView>, ApiError> {
    let shown = operations::read(&state, caller.user, id).await?;
    Ok(Json(WebhookView::new(shown, &state)))
}

/// Update the fields of a webhook that the request contains.
///
/// Pending deliveries are sent to the new URL.
#[utoipa::path(patch, path = "/v1/webhooks/{webhookId}", tag = "Webhooks", operation_id = "updateWebhook",
    request_body = UpdateWebhookRequest,
    params(("webhookId" = String, Path, description = "The id of the webhook")),
    responses((status = 200, description = "The updated webhook", body = WebhookView)))]
async fn update(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    Body(body): Body<UpdateWebhookRequest>,
) -> Result<Json<WebhookView>, ApiError> {
    // After the body, so that a wrong field is named first.
    let id: WebhookId = id.parse().map_err(|_| ApiError::not_found("webhook"))?;
    let url = body
        .url
        .map(|url| receiver_url(&url, &state.policy().webhooks));
    let description = body.description.map(|text| description(&text));
    let change = WebhookChange {
        url: url.transpose()?,
        description: description.transpose()?,
        event_types: body.event_types,
        is_active: body.active,
    };
    let shown = operations::change(&state, &caller, id, change).await?;
    Ok(Json(WebhookView::new(shown, &state)))
}

/// The confirmation that a webhook was deleted.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedWebhook {
    /// Always true: the server queues no more deliveries.
    deleted: bool,
}

/// Delete a webhook with its deliveries. A delivery that is being sent may still arrive.
#[utoipa::path(delete, path = "/v1/webhooks/{webhookId}", tag = "Webhooks", operation_id = "deleteWebhook",
    params(("webhookId" = String, Path, description = "The id of the webhook")),
    responses((status = 200, description = "The webhook is deleted", body = DeletedWebhook)))]
async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
) -> Result<Json<DeletedWebhook>, ApiError> {
    operations::delete(&state, caller.owner(), id).await?;
    Ok(Json(DeletedWebhook { deleted: true }))
}

/// Rotate the secret of a webhook.
///
/// The response shows the new secret once. During the overlap, each message has two signatures: one
/// with the new secret and one with the previous secret.
#[utoipa::path(post, path = "/v1/webhooks/{webhookId}/secret/rotate", tag = "Webhooks", operation_id = "rotateWebhookSecret",
    request_body = RotateWebhookSecretRequest,
    params(("webhookId" = String, Path, description = "The id of the webhook"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request is refused with 409, since the secret is shown once")),
    responses((status = 200, description = "The webhook with its new secret", body = WebhookView)))]
async fn rotate(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<RotateWebhookSecretRequest>,
) -> Result<Json<WebhookView>, ApiError> {
    let id: WebhookId = id.parse().map_err(|_| ApiError::not_found("webhook"))?;
    let seconds = body.overlap_seconds.map(u64::from);
    if seconds.is_some_and(|seconds| seconds > u64::from(MAX_OVERLAP_SECONDS)) {
        let reason = format!("must be 0 to {MAX_OVERLAP_SECONDS}");
        return Err(ApiError::invalid("overlapSeconds", reason));
    }
    let overlap = seconds.map_or(DEFAULT_OVERLAP, Duration::from_secs);
    let rotated = operations::rotate(&state, caller.owner(), id, overlap, idempotency_key).await?;
    Ok(Json(WebhookView::with_secret(rotated, &state)))
}
