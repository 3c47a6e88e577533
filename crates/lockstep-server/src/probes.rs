//! Monitoring endpoints: `/healthz`, `/readyz`, `/metrics`.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use lockstep_store::{Settings, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, Routes};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

/// Returns the routes; includes `/metrics` only if it has no listener of its own.
pub(crate) fn routes(state: &AppState, with_figures: bool) -> Routes {
    let routes = Routes::new().open(routes!(alive)).open(routes!(ready));
    let routes = if with_figures {
        routes.open(routes!(figures))
    } else {
        routes
    };
    routes.with_state(state.clone())
}

/// The state of the process.
#[derive(Serialize, ToSchema)]
#[schema(as = LivenessStatus)]
pub(crate) struct Health {
    /// Always `ok`. A process that does not run sends no response.
    #[schema(example = "ok")]
    status: &'static str,
    /// The version of the server.
    version: &'static str,
}

const OK: Health = Health {
    status: "ok",
    version: env!("CARGO_PKG_VERSION"),
};

/// Check that the process is running.
#[utoipa::path(get, path = "/healthz", tag = "Health", operation_id = "livenessProbe",
    responses((status = 200, description = "The process is running", body = Health)))]
async fn alive() -> Json<Health> {
    Json(OK)
}

/// Whether the server can serve requests and store data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Readiness {
    /// Always `ok`: a server that is starting or stopping returns an error.
    #[schema(example = "ok")]
    status: &'static str,
    /// The version of the server.
    version: &'static str,
    /// Whether the server can store data. False while the disk is full: then only reads, deletions and
    /// erasures work. Also false after a write that PostgreSQL could not run, until a write succeeds. The status stays
    /// 200, because an instance that is taken out of service cannot serve reads.
    writable: bool,
    /// Whether irreversible acts are held back, because the clock is ahead of the last trusted time.
    /// Keys are then neither expired nor destroyed, and ended sign-ins are kept, until the clock is
    /// corrected or confirmed. Requests are served as usual.
    irreversible_acts_held: bool,
}

/// Check that the server can serve requests.
#[utoipa::path(get, path = "/readyz", tag = "Health", operation_id = "readinessProbe",
    responses((status = 200, description = "The server can serve requests", body = Readiness),
        (status = 503, description = "SERVER_ERROR: the server is starting or stopping, or its database does not answer within three seconds", body = lockstep_web::openapi::ErrorResponse)))]
async fn ready(State(state): State<AppState>) -> Result<Json<Readiness>, ApiError> {
    let read = state.db.read::<_, StoreError, _>("ready", Settings::load);
    // A database that is silent or slow lets every request fail, and the probe must not wait for it as they do.
    let read = tokio::time::timeout(READY_LIMIT, read).await;
    let read = read.unwrap_or_else(|_| {
        let reason = format!("a read was not answered within {READY_LIMIT:?}");
        Err(StoreError::Unavailable(reason))
    });
    // Damaged settings have their defaults; the probe asks whether the store can be read.
    if let Err(error) = read
        && !error.is_damage()
    {
        return Err(match error {
            StoreError::Unavailable(_) => error.into(),
            error => ApiError::unavailable(error.to_string()),
        });
    }
    Ok(Json(Readiness {
        status: OK.status,
        version: OK.version,
        writable: state.db.is_writable(),
        irreversible_acts_held: !Vault::of(&state)?.clock().may_act(),
    }))
}

/// Get metrics in the Prometheus text format. They contain counts and times only.
#[utoipa::path(get, path = "/metrics", tag = "Health", operation_id = "getServerMetrics",
    responses((status = 200, description = "Metrics in the Prometheus text format", body = String, content_type = "text/plain",
        example = json!("# TYPE lockstep_requests_total counter\nlockstep_requests_total{area=\"fitness\",method=\"GET\",route=\"/v1/sfdp/data\",status=\"200\"} 42\n\n# TYPE lockstep_sockets gauge\nlockstep_sockets{feed=\"agents\"} 1\n\n"))))]
pub(crate) async fn figures(State(state): State<AppState>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        crate::telemetry::rendered(&*state.clock),
    )
}

/// The time to wait for a read before the server counts as not ready.
const READY_LIMIT: Duration = Duration::from_secs(3);
