//! Twins of UADM devices: `/api/uadm/devices/{device_id}/twin`.

use axum::Json;
use axum::extract::{Path, State};
use lockstep_store::id::DeviceId;
use lockstep_web::{ApiError, AppState, Body, Caller, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::operations::uadm;
use crate::uadm::{TwinPart, UadmDevice};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(update))
}

/// The desired or the reported state of a device twin.
#[derive(Serialize, ToSchema)]
#[schema(as = TwinState)]
pub(crate) struct TwinStateView {
    /// The number of changes; 0 before the first.
    version: u64,
    /// The members as they are now, at most 16 KiB as JSON and 16 levels deep; empty before the first change.
    #[schema(value_type = Object)]
    state: Map<String, Value>,
    /// The time of the last change; null before the first.
    #[schema(format = DateTime)]
    updated_at: Option<String>,
}

/// The twin of a device: the state that its owner wants, and the state that the device reported.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceTwin)]
pub(crate) struct TwinView {
    desired: TwinStateView,
    reported: TwinStateView,
}

impl From<TwinPart> for TwinStateView {
    fn from(part: TwinPart) -> Self {
        Self {
            version: part.version,
            state: part.state,
            updated_at: part.updated_at.map(|at| at.to_string()),
        }
    }
}

impl From<UadmDevice> for TwinView {
    fn from(device: UadmDevice) -> Self {
        Self {
            desired: device.content.desired.into(),
            reported: device.content.reported.into(),
        }
    }
}

/// Get the twin of a UADM device.
#[utoipa::path(get, path = "/api/uadm/devices/{device_id}/twin", tag = "UADM", operation_id = "getUadmTwin",
    params(("device_id" = String, Path, description = "The id of the device")),
    responses((status = 200, description = "The twin", body = TwinView)))]
pub(super) async fn get(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
) -> Result<Json<TwinView>, ApiError> {
    let device = uadm::device(&state, &caller.user, id).await?;
    Ok(Json(device.into()))
}

/// A change of the desired state.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = UpdateTwinRequest)]
pub(crate) struct UpdateTwinRequest {
    /// A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB as JSON and 16 levels.
    #[schema(value_type = Object, example = json!({ "incline_percent": 2 }))]
    desired: Map<String, Value>,
    /// The version that the patch is for; with another one the request is refused with CONFLICT.
    version: Option<u64>,
}

/// Change the desired state of a UADM device.
#[utoipa::path(patch, path = "/api/uadm/devices/{device_id}/twin", tag = "UADM", operation_id = "updateUadmTwin",
    request_body = UpdateTwinRequest,
    params(("device_id" = String, Path, description = "The id of the device")),
    responses((status = 200, description = "The twin", body = TwinView),
        (status = 409, description = "CONFLICT: the version differs, or the device is revoked", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn update(
    State(state): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(body): Body<UpdateTwinRequest>,
) -> Result<Json<TwinView>, ApiError> {
    // After the body: an unknown field is reported before a wrong path.
    let id: DeviceId = id.parse().map_err(|_| ApiError::not_found("device"))?;
    let patch = (body.desired, body.version);
    let device = uadm::patch_desired_state(&state, &caller, id, patch).await?;
    Ok(Json(device.into()))
}
