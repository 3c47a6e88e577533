//! Devices in the fitness API: `/v1/sfdp/devices`.

use axum::Json;
use axum::extract::State;
use lockstep_points::device::Status;
use lockstep_store::id::DeviceId;
use lockstep_vault::Mode;
use lockstep_web::{ApiError, AppState, Caller, CreateBody, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::device::NewDevice;
use crate::operations as devices;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(register))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::WriteOwn, routes!(revoke))
}

/// A device to register.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterDeviceRequest {
    /// The kind of device as free text, 1 to 64 printable characters.
    #[schema(example = "chest_strap")]
    r#type: String,
    /// The name, unique among the account's devices; points can use it.
    #[schema(example = "Polar H10")]
    name: String,
    /// The quantities that the device measures, or its functions: at most 64 texts of 1 to 64 printable characters; may be empty.
    #[schema(example = json!(["heart_rate", "rr_interval"]))]
    capabilities: Vec<String>,
    /// The encryption mode of the device's points; `ENCRYPTION_ERROR` if it is not available. The
    /// device is `pending` while a key is being created, and can already send points.
    encryption_mode: Option<Mode>,
}

/// The registered device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegisteredDevice)]
pub(crate) struct RegisteredDevice {
    /// The id of the device, which begins with `dev_`. Points name the device by it or by its name.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    device_id: String,
    status: Status,
    /// Whether the request named an `encryptionMode`.
    encryption_enabled: bool,
}

/// Register a device.
#[utoipa::path(post, path = "/v1/sfdp/devices", tag = "Devices", operation_id = "registerDevice",
    request_body = RegisterDeviceRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same device")),
    responses((status = 200, description = "The registered device", body = RegisteredDevice),
        (status = 422, description = "ENCRYPTION_ERROR: the encryption mode is not available", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn register(
    State(state): State<AppState>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<RegisterDeviceRequest>,
) -> Result<Json<RegisteredDevice>, ApiError> {
    let mode = body.encryption_mode;
    let new = NewDevice::new(body.r#type, body.name, body.capabilities, mode)?;
    let (id, status) = devices::register(&state, &caller, new, idempotency_key).await?;
    Ok(Json(RegisteredDevice {
        device_id: id.to_string(),
        status,
        encryption_enabled: mode.is_some(),
    }))
}

/// A registered device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Device)]
pub(crate) struct DeviceView {
    /// The id of the device, which begins with `dev_`. Points name the device by it or by its name.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The kind of device as free text, 1 to 64 characters; empty if it cannot be read.
    r#type: String,
    /// The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be read.
    name: String,
    status: Status,
    /// The time of the last point received from the device, to the minute; null if none.
    #[schema(format = DateTime)]
    last_sync: Option<String>,
    /// The encryption mode of the device's points, unless a request names another; null for none.
    encryption_mode: Option<String>,
    /// The quantities that the device measures, or its functions: at most 64 texts; empty if none were given or they cannot be read.
    capabilities: Vec<String>,
}

/// All devices of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceList {
    /// All devices, including revoked ones, in the order of registration.
    devices: Vec<DeviceView>,
}

/// List devices, oldest first.
#[utoipa::path(get, path = "/v1/sfdp/devices", tag = "Devices", operation_id = "listDevices",
    responses((status = 200, description = "All devices of the account", body = DeviceList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<DeviceList>, ApiError> {
    let devices = devices::list(&state, caller.user).await?;
    let views = devices.into_iter().map(|(device, status)| DeviceView {
        id: device.id.to_string(),
        status,
        r#type: device.kind,
        name: device.name,
        last_sync: device.last_sync.map(|at| at.to_string()),
        encryption_mode: device.mode.map(|mode| mode.to_string()),
        capabilities: device.capabilities,
    });
    Ok(Json(DeviceList {
        devices: views.collect(),
    }))
}

/// The confirmation that a device was revoked.
#[derive(Serialize, ToSchema)]
#[schema(as = RevokedDevice)]
pub(crate) struct RevokedDevice {
    /// Always true: new points of the device are refused.
    revoked: bool,
}

/// Revoke a device. New points of the device are refused; its stored points stay.
#[utoipa::path(delete, path = "/v1/sfdp/devices/{id}", tag = "Devices", operation_id = "revokeDevice",
    params(("id" = String, Path, description = "The id of the device")),
    responses((status = 200, description = "The device is revoked", body = RevokedDevice)))]
pub(super) async fn revoke(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
) -> Result<Json<RevokedDevice>, ApiError> {
    devices::revoke(&state, &caller, id, devices::DeviceDirectory::All).await?;
    Ok(Json(RevokedDevice { revoked: true }))
}
