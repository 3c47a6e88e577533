//! What watches the house: `/healthz`, `/readyz`, `/metrics`.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use lockstep_store::{Settings, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{Fault, House, Routes};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

/// The routes; `/metrics` only where it has no listener of its own.
pub fn routes(house: &House, with_figures: bool) -> Routes {
    let routes = Routes::new().open(routes!(alive)).open(routes!(ready));
    let routes = if with_figures {
        routes.open(routes!(figures))
    } else {
        routes
    };
    routes.with_state(house.clone())
}

/// How it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    version: &'static str,
}

const OK: Health = Health {
    status: "ok",
    version: env!("CARGO_PKG_VERSION"),
};

/// Whether the process answers at all.
#[utoipa::path(get, path = "/healthz", tag = "Health", operation_id = "livenessProbe",
    responses((status = 200, description = "It does", body = Health)))]
async fn alive() -> Json<Health> {
    Json(OK)
}

/// Whether requests can be served, and whether they can store anything.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Readiness {
    #[schema(example = "ok")]
    status: &'static str,
    version: &'static str,
    /// False while the disk is full: reads, deletions and erasures work, and nothing else is stored. The
    /// status stays 200, since an instance that is taken out of service serves no reads either.
    writable: bool,
    /// True while the clock is ahead of the time that was last believed: keys are neither expired nor
    /// destroyed and ended sign-ins are kept until it is corrected or confirmed. Requests are served all the
    /// same.
    irreversible_acts_held: bool,
}

/// Whether requests can be served: the store answers.
#[utoipa::path(get, path = "/readyz", tag = "Health", operation_id = "readinessProbe",
    responses((status = 200, description = "They can", body = Readiness),
        (status = 503, description = "SERVER_ERROR: not yet, or not any more", body = lockstep_web::openapi::Refusal)))]
async fn ready(State(house): State<House>) -> Result<Json<Readiness>, Fault> {
    let read = house
        .db
        .read::<_, StoreError, _>("ready", Settings::load)
        .await;
    read.map_err(|error| Fault::unavailable(error.to_string()))?;
    Ok(Json(Readiness {
        status: OK.status,
        version: OK.version,
        writable: house.db.is_writable(),
        irreversible_acts_held: !Vault::of(&house)?.may_act(),
    }))
}

/// Figures for Prometheus; counts and times only.
#[utoipa::path(get, path = "/metrics", tag = "Health", operation_id = "getServerMetrics",
    responses((status = 200, description = "In the Prometheus text format", body = String, content_type = "text/plain")))]
pub(crate) async fn figures(State(house): State<House>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        crate::telemetry::rendered(&*house.clock),
    )
}
