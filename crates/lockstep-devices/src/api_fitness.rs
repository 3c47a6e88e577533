//! Devices in area A: `/v1/sfdp/devices`.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::DeviceId;
use lockstep_vault as vault;
use lockstep_web::{Caller, Create, Fault, House, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::device::{NewDevice, Status};
use crate::operations as devices;

pub(crate) fn routes() -> Routes<House> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(register))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::WriteOwn, routes!(revoke))
}

/// A device to be registered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterDevice {
    #[schema(example = "chest_strap")]
    r#type: String,
    /// Unique among your devices; points may name it.
    #[schema(example = "Polar H10")]
    name: String,
    #[schema(example = json!(["heart_rate", "rr_interval"]))]
    capabilities: Vec<String>,
    /// What its points are stored under; `ENCRYPTION_ERROR` where it cannot be given. The device is
    /// `pending` while a key for it is being made, and may send meanwhile.
    encryption_mode: Option<Mode>,
}

/// A mode of encryption.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeviceEncryptionMode)]
pub(crate) enum Mode {
    #[serde(rename = "FHE")]
    Fhe,
    #[serde(rename = "ZK")]
    Zk,
    Basic,
}

impl From<Mode> for vault::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Fhe => Self::Fhe,
            Mode::Zk => Self::Zk,
            Mode::Basic => Self::Basic,
        }
    }
}

/// The device that was registered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegisteredDevice)]
pub(crate) struct Registered {
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    device_id: String,
    status: Status,
    encryption_enabled: bool,
}

/// Register a device.
#[utoipa::path(post, path = "/v1/sfdp/devices", tag = "Devices", operation_id = "registerDevice",
    request_body = RegisterDevice,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same device")),
    responses((status = 200, description = "The device", body = Registered),
        (status = 422, description = "ENCRYPTION_ERROR: the mode cannot be given", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn register(
    State(house): State<House>,
    caller: Caller,
    Create { body, once }: Create<RegisterDevice>,
) -> Result<Json<Registered>, Fault> {
    let mode = body.encryption_mode.map(vault::Mode::from);
    let new = NewDevice::new(body.r#type, body.name, body.capabilities, mode)?;
    let (id, status) = devices::register(&house, &caller, new, once).await?;
    Ok(Json(Registered {
        device_id: id.to_string(),
        status,
        encryption_enabled: mode.is_some(),
    }))
}

/// A device of the registry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Device)]
pub(crate) struct DeviceView {
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    id: String,
    r#type: String,
    name: String,
    status: Status,
    /// When a point of it last came, to the minute; null if never.
    #[schema(format = DateTime)]
    last_sync: Option<String>,
    /// What its points are stored under, where a request says nothing else; null: no mode.
    encryption_mode: Option<String>,
    capabilities: Vec<String>,
}

/// Every device of yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct Devices {
    devices: Vec<DeviceView>,
}

/// List devices, the oldest first.
#[utoipa::path(get, path = "/v1/sfdp/devices", tag = "Devices", operation_id = "listDevices",
    responses((status = 200, description = "Every device of yours", body = Devices)))]
pub(super) async fn list(
    State(house): State<House>,
    caller: Caller,
) -> Result<Json<Devices>, Fault> {
    let devices = devices::list(&house, caller.user).await?;
    let views = devices.into_iter().map(|(device, status)| DeviceView {
        id: device.id.to_string(),
        status,
        r#type: device.kind,
        name: device.name,
        last_sync: device.last_sync.map(|at| at.to_string()),
        encryption_mode: device.mode.map(|mode| mode.to_string()),
        capabilities: device.capabilities,
    });
    Ok(Json(Devices {
        devices: views.collect(),
    }))
}

/// That it was done.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceRevoked)]
pub(crate) struct Revoked {
    revoked: bool,
}

/// Revoke a device: what it sends from now on is refused; its points stay.
#[utoipa::path(delete, path = "/v1/sfdp/devices/{id}", tag = "Devices", operation_id = "revokeDevice",
    params(("id" = String, Path, description = "Which device")),
    responses((status = 200, description = "It may not send any more", body = Revoked)))]
pub(super) async fn revoke(
    State(house): State<House>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
) -> Result<Json<Revoked>, Fault> {
    devices::revoke(&house, &caller, id).await?;
    Ok(Json(Revoked { revoked: true }))
}
