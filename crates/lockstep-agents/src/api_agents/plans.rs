//! Plans of an export and of an erasure.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, Caller, Permission, Routes};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::operations::plans;
use crate::toolset::Agents;

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(export))
        .allow(Permission::ReadOwn, routes!(erasure))
}

/// The content of an export of the account.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportPlan {
    /// The kinds of records, with the requests that return them.
    parts: Vec<ExportPart>,
}

/// A kind of records that can be exported.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportPart {
    /// Such as `points`, `activities` or `datasets`.
    #[schema(example = "points")]
    kind: &'static str,
    /// The number of records.
    count: u64,
    /// The request that returns the records.
    #[schema(example = "GET /v1/sfdp/export")]
    request: &'static str,
    /// The formats that the request can return.
    #[schema(example = json!(["csv", "arrow", "omh", "fhir"]))]
    formats: Vec<&'static str>,
}

/// The effect of an erasure of the account.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErasurePlan {
    /// The records that would be destroyed, by their kind.
    destroyed: Vec<RecordCount>,
    /// The data that the erasure would not remove.
    remains: Vec<&'static str>,
    /// The time from which no older copy of the keys opens the account's data, if the account were erased now.
    #[schema(format = DateTime)]
    horizon: String,
    /// The request by which the owner erases the account.
    #[schema(example = "POST /api/auth/erasure")]
    request: &'static str,
}

/// The number of records of a kind.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordCount {
    /// Such as `points`, `encryptionKeys` or `chatMessages`.
    #[schema(example = "points")]
    kind: &'static str,
    /// The number of records that would be destroyed.
    count: u64,
}

/// List the content of an export of the account, and the requests that return it.
///
/// Nothing is exported. The plan counts records of every area: a key with scopes needs `:read` of each.
#[utoipa::path(get, path = "/v1/agents/export-plan", tag = "Agents", operation_id = "getExportPlan",
    responses((status = 200, description = "The kinds of records, with their requests", body = ExportPlan)))]
async fn export(State(state): State<Agents>, caller: Caller) -> Result<Json<ExportPlan>, ApiError> {
    let parts = plans::export(&state, &caller).await?;
    let parts = parts.into_iter().map(|part| ExportPart {
        kind: part.kind,
        count: part.count,
        request: part.request,
        formats: part.formats.to_vec(),
    });
    Ok(Json(ExportPlan {
        parts: parts.collect(),
    }))
}

/// List the data that an erasure of the account would destroy, and the data that would remain.
///
/// Nothing is erased. The plan counts records of every area: a key with scopes needs `:read` of each.
#[utoipa::path(get, path = "/v1/agents/erasure-plan", tag = "Agents", operation_id = "getErasurePlan",
    responses((status = 200, description = "The records that would be destroyed, and what would remain", body = ErasurePlan)))]
async fn erasure(
    State(state): State<Agents>,
    caller: Caller,
) -> Result<Json<ErasurePlan>, ApiError> {
    let plan = plans::erasure(&state, &caller).await?;
    let destroyed = plan.destroyed.into_iter().map(|part| RecordCount {
        kind: part.kind,
        count: part.count,
    });
    Ok(Json(ErasurePlan {
        destroyed: destroyed.collect(),
        remains: plans::REMAINS.to_vec(),
        horizon: plan.horizon.to_string(),
        request: "POST /api/auth/erasure",
    }))
}
