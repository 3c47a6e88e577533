//! `/v1/admin/alerts`.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::{AlertId, UserId};
use lockstep_web::{ApiError, AppState, Area, Caller, EmptyBody, Paging, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::alert::{Alert, AlertFilter};
use crate::operations::alerts;

/// Which alerts.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AlertsQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of alerts per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `active`: the condition of the alert is met; `ended`: it is no longer met; `all`: both.
    #[param(inline, default = "active")]
    status: Option<AlertStatusFilter>,
}

/// The state of the alert rules.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "AlertStatusFilter")]
pub(crate) enum AlertStatusFilter {
    Active,
    Ended,
    All,
}

/// An alert: a rule whose condition is met or was met earlier.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Alert)]
pub(crate) struct AlertView {
    /// The id of the alert, which begins with `alr_`.
    #[schema(example = "alr_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name of the rule.
    #[serde(rename = "type")]
    #[schema(example = "storage.disk")]
    kind: String,
    /// The object that the alert concerns, such as the id of an account; empty if it concerns the installation.
    subject: String,
    /// The problem and the remedy.
    message: String,
    /// The time when the condition of the rule was first met.
    #[schema(format = DateTime)]
    since: String,
    /// The last time when the condition of the rule was met, to the minute.
    #[schema(format = DateTime)]
    last_seen: String,
    /// The time when the condition of the rule ended; null while it is met.
    #[schema(format = DateTime)]
    ended_at: Option<String>,
    /// The first acknowledgement; null before an administrator acknowledged the alert.
    acknowledgement: Option<AlertAcknowledgement>,
}

/// The first acknowledgement of an alert.
#[derive(Serialize, ToSchema)]
pub(crate) struct AlertAcknowledgement {
    /// The time of the acknowledgement, in UTC.
    #[schema(format = DateTime)]
    at: String,
    /// The account's id; null after its erasure.
    id: Option<String>,
    /// The account's user name; null after its erasure.
    name: Option<String>,
}

/// A page of alerts.
#[derive(Serialize, ToSchema)]
pub(crate) struct AlertPage {
    /// The alerts, newest first.
    alerts: Vec<AlertView>,
    /// The number of alerts that match.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

impl AlertView {
    fn new(alert: Alert, names: &HashMap<UserId, String>) -> Self {
        Self {
            id: alert.id.to_string(),
            kind: alert.rule,
            subject: alert.subject,
            message: alert.message,
            since: alert.since.to_string(),
            last_seen: alert.last_seen.to_string(),
            ended_at: alert.ended_at.map(|at| at.to_string()),
            acknowledgement: alert.acknowledged.map(|(by, at)| AlertAcknowledgement {
                at: at.to_string(),
                name: by.as_ref().and_then(|by| names.get(by).cloned()),
                id: by.map(|by| by.to_string()),
            }),
        }
    }
}

/// List alerts.
///
/// Rules are evaluated every ten seconds and after each change of the settings. An ended alert is
/// deleted after 90 days.
#[utoipa::path(get, path = "/v1/admin/alerts", tag = "Administration", operation_id = "listAlerts",
    params(AlertsQuery),
    responses((status = 200, description = "A page of alerts", body = AlertPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    uri: Uri,
    Params(query): Params<AlertsQuery>,
) -> Result<(HeaderMap, Json<AlertPage>), ApiError> {
    let paging = Paging::new(Area::Administration, query.page, query.limit)?;
    let standing = match query.status.unwrap_or(AlertStatusFilter::Active) {
        AlertStatusFilter::Active => AlertFilter::Active,
        AlertStatusFilter::Ended => AlertFilter::Ended,
        AlertStatusFilter::All => AlertFilter::All,
    };
    let (page, names) = alerts::list(&state, standing, paging).await?;
    let links = paging.links(&uri, page.total);
    let alerts = page.entries.into_iter();
    let page = AlertPage {
        alerts: alerts.map(|alert| AlertView::new(alert, &names)).collect(),
        total: page.total,
        page: paging.page,
        limit: paging.limit,
    };
    Ok((links, Json(page)))
}

/// Acknowledge an alert, which stays active. Only the first acknowledgement is stored.
#[utoipa::path(post, path = "/v1/admin/alerts/{alertId}/acknowledge", tag = "Administration", operation_id = "acknowledgeAlert",
    params(("alertId" = String, Path, description = "The id of the alert")),
    responses((status = 200, description = "The alert", body = AlertView)))]
pub(super) async fn acknowledge(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<AlertId>,
    _: EmptyBody,
) -> Result<Json<AlertView>, ApiError> {
    let (alert, names) = alerts::acknowledge(&state, caller.owner(), id).await?;
    Ok(Json(AlertView::new(alert, &names)))
}
