//! UADM devices in the platform API: `/api/uadm/devices`.

mod commands;
mod twin;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::DeviceId;
use lockstep_vault::Mode;
use lockstep_web::{
    ApiError, AppState, Area, Caller, CreateBody, EmptyBody, Page, Paging, Params, PathParam,
    Permission, Routes,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::device::NewDevice;
use crate::hub::DeviceHub;
use crate::operations as registry;
use crate::operations::uadm::{self, NewUadmDevice};
use crate::uadm::{MAX_CONFIGURATION_BYTES, UadmDevice, UadmStatus, check_size};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(register))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(revoke))
        .allow(Permission::WriteOwn, routes!(rotate))
        .and(commands::routes())
        .and(twin::routes())
}

/// An encryption mode of a device's points.
// Only the spelling of requests and answers: everywhere else a mode is an `Option<Mode>`. It has another name in the
// OpenAPI document than the mode of a dataset, so it cannot be the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeviceEncryptionMode)]
pub(crate) enum DeviceMode {
    /// Sealed under the account's own key.
    None,
    /// Sealed under a key of the mode Basic.
    Basic,
    /// Homomorphic ciphertexts.
    Fhe,
    /// Sealed and committed to.
    Zk,
}

impl From<DeviceMode> for Option<Mode> {
    fn from(wire: DeviceMode) -> Self {
        match wire {
            DeviceMode::None => None,
            DeviceMode::Basic => Some(Mode::Basic),
            DeviceMode::Fhe => Some(Mode::Fhe),
            DeviceMode::Zk => Some(Mode::Zk),
        }
    }
}

impl From<Option<Mode>> for DeviceMode {
    fn from(mode: Option<Mode>) -> Self {
        match mode {
            None => Self::None,
            Some(Mode::Basic) => Self::Basic,
            Some(Mode::Fhe) => Self::Fhe,
            Some(Mode::Zk) => Self::Zk,
        }
    }
}

/// A UADM device to register.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RegisterUadmDeviceRequest)]
pub(crate) struct RegisterRequest {
    /// The kind of device, 1 to 64 printable characters.
    #[schema(example = "treadmill")]
    device_type: String,
    /// The name, unique among the account's devices, 1 to 256 printable characters.
    name: String,
    /// Settings for the device, at most 16 KiB as JSON. The server stores them and does not read them.
    #[schema(value_type = Option<Object>, example = json!({ "max_speed_kmh": 18 }))]
    configuration: Option<Map<String, Value>>,
    /// The id of a registered device of the fitness API, which becomes a UADM device; `device_type` and
    /// `name` must be its own.
    #[schema(value_type = Option<String>)]
    device_id: Option<DeviceId>,
    /// The encryption mode of the points that the device sends; default `none`.
    encryption_mode: Option<DeviceMode>,
}

/// A UADM device.
#[derive(Serialize, ToSchema)]
#[schema(as = UadmDevice)]
pub(crate) struct DeviceView {
    /// The id of the device, which begins with `dev_`; the fitness API has the same one.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    device_id: String,
    status: UadmStatus,
    /// The kind of device as free text, 1 to 64 characters.
    device_type: String,
    /// The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be read.
    name: String,
    /// The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the owner stored
    /// no settings.
    #[schema(value_type = Object)]
    configuration: Map<String, Value>,
    encryption_mode: DeviceMode,
    /// The time of the registration as a UADM device, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of the last connection; null before the first.
    #[schema(format = DateTime)]
    last_seen: Option<String>,
}

/// The credentials of a UADM device. The server shows the password once and keeps only a digest.
#[derive(Serialize, ToSchema)]
#[schema(as = UadmCredentials)]
pub(crate) struct Credentials {
    /// The MQTT user name: the id of the device.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    username: String,
    /// The MQTT password.
    password: String,
    /// The prefix of the device's topics: it receives `commands`, `desired` and `errors`, and sends `acks`, `telemetry`
    /// and `reported` under it.
    #[schema(example = "uadm/dev_01h455vb4pex5vsknk084sn02q")]
    topic: String,
}

/// The registered UADM device with its credentials.
#[derive(Serialize, ToSchema)]
#[schema(as = RegisteredUadmDevice)]
pub(crate) struct RegisteredUadmDevice {
    #[serde(flatten)]
    device: DeviceView,
    credentials: Credentials,
}

impl DeviceView {
    fn new(device: UadmDevice, hub: &DeviceHub) -> Self {
        Self {
            status: device.status(hub.is_connected(&device.device.id)),
            device_id: device.device.id.to_string(),
            device_type: device.device.kind,
            name: device.device.name,
            configuration: device.content.configuration,
            encryption_mode: device.device.mode.into(),
            created_at: device.created_at.to_string(),
            last_seen: device.seen_at.map(|at| at.to_string()),
        }
    }
}

fn credentials(id: &DeviceId, password: &str) -> Credentials {
    Credentials {
        username: id.to_string(),
        password: password.to_owned(),
        topic: format!("uadm/{id}"),
    }
}

/// Register a UADM device: a device that takes commands and sends points over MQTT.
///
/// The response shows the password of the device once.
#[utoipa::path(post, path = "/api/uadm/devices", tag = "UADM", operation_id = "registerUadmDevice",
    request_body = RegisterRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request is refused with 409, since the password is shown once")),
    responses((status = 200, description = "The device with its credentials", body = RegisteredUadmDevice),
        (status = 404, description = "NOT_FOUND: the device does not exist", body = lockstep_web::openapi::ErrorResponse),
        (status = 422, description = "ENCRYPTION_ERROR: the encryption mode is not available", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn register(
    State(state): State<AppState>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<RegisterRequest>,
) -> Result<Json<RegisteredUadmDevice>, ApiError> {
    let configuration = body.configuration.unwrap_or_default();
    check_size("configuration", &configuration, MAX_CONFIGURATION_BYTES)?;
    let mode = body.encryption_mode.and_then(Option::<Mode>::from);
    let new = NewUadmDevice {
        new: NewDevice::new(body.device_type, body.name, Vec::new(), mode)
            .map_err(named_device_type)?,
        existing: body.device_id,
        configuration,
    };
    let (device, password) = uadm::register(&state, &caller, new, idempotency_key).await?;
    let credentials = credentials(&device.device.id, &password);
    Ok(Json(RegisteredUadmDevice {
        device: DeviceView::new(device, DeviceHub::of(&state)?),
        credentials,
    }))
}

/// Names the parameter `type` of the fitness API as this area does.
fn named_device_type(error: ApiError) -> ApiError {
    let details = error.details.as_ref();
    let text = |name: &str| details.and_then(|it| it[name].as_str()).map(str::to_owned);
    match (text("parameter").as_deref(), text("reason")) {
        (Some("type"), Some(reason)) => ApiError::invalid("device_type", reason),
        _ => error,
    }
}

/// The selection and order of devices.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeviceQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of devices per page.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
    /// The field that determines the order.
    #[param(inline, default = "created_at")]
    sort: Option<UadmDeviceSortField>,
    /// The direction of the order.
    #[param(inline, default = "desc")]
    order: Option<DeviceOrder>,
}

/// The field that determines the order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(title = "UadmDeviceSortField")]
pub(crate) enum UadmDeviceSortField {
    /// The time of registration.
    CreatedAt,
    /// The name.
    Name,
}

/// The direction of a list.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(title = "SortOrder")]
pub(crate) enum DeviceOrder {
    /// The least entry first.
    Asc,
    /// The greatest entry first.
    Desc,
}

/// A page of UADM devices.
#[derive(Serialize, ToSchema)]
#[schema(as = UadmDevicePage)]
pub(crate) struct DevicePage {
    /// The devices on this page, in the requested order.
    data: Vec<DeviceView>,
    /// The number of devices on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List UADM devices, including revoked ones.
#[utoipa::path(get, path = "/api/uadm/devices", tag = "UADM", operation_id = "listUadmDevices",
    params(DeviceQuery),
    responses((status = 200, description = "A page of devices", body = DevicePage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<DeviceQuery>,
) -> Result<(HeaderMap, Json<DevicePage>), ApiError> {
    let paging = Paging::new(Area::Platform, query.page, query.limit)?;
    let mut all = uadm::list(&state, &caller.user).await?;
    if query.sort == Some(UadmDeviceSortField::Name) {
        all.sort_by_cached_key(|device| device.device.name.to_lowercase());
    }
    if query.order != Some(DeviceOrder::Asc) {
        all.reverse();
    }
    let (total, hub) = (all.len() as u64, DeviceHub::of(&state)?);
    let offset = usize::try_from(paging.offset()).unwrap_or(usize::MAX);
    let page = all.into_iter().skip(offset).take(paging.limit as usize);
    let page = Page {
        entries: page.map(|device| DeviceView::new(device, hub)).collect(),
        total,
    };
    Ok(paging.respond(&uri, page, |data, total| DevicePage {
        data,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// Get a UADM device.
#[utoipa::path(get, path = "/api/uadm/devices/{device_id}", tag = "UADM", operation_id = "getUadmDevice",
    params(("device_id" = String, Path, description = "The id of the device")),
    responses((status = 200, description = "The device", body = DeviceView)))]
pub(super) async fn get(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
) -> Result<Json<DeviceView>, ApiError> {
    let device = uadm::device(&state, &caller.user, id).await?;
    Ok(Json(DeviceView::new(device, DeviceHub::of(&state)?)))
}

/// The confirmation of a revocation.
#[derive(Serialize, ToSchema)]
#[schema(as = RevokedUadmDevice)]
pub(crate) struct RevokedUadmDevice {
    /// Always true: connections, commands and points of the device are refused.
    revoked: bool,
}

/// Revoke a UADM device: close its connections and fail its open commands. Its points are kept.
///
/// The device is also revoked in the fitness API (`/v1/sfdp/devices`).
#[utoipa::path(delete, path = "/api/uadm/devices/{device_id}", tag = "UADM", operation_id = "revokeUadmDevice",
    params(("device_id" = String, Path, description = "The id of the device")),
    responses((status = 200, description = "The device is revoked", body = RevokedUadmDevice)))]
pub(super) async fn revoke(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
) -> Result<Json<RevokedUadmDevice>, ApiError> {
    registry::revoke(&state, &caller, id, registry::DeviceDirectory::Uadm).await?;
    Ok(Json(RevokedUadmDevice { revoked: true }))
}

/// Replace the password of a UADM device. The server closes its connections.
#[utoipa::path(post, path = "/api/uadm/devices/{device_id}/credentials", tag = "UADM", operation_id = "rotateUadmCredentials",
    params(("device_id" = String, Path, description = "The id of the device"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request is refused with 409, since the password is shown once")),
    responses((status = 200, description = "The new credentials", body = Credentials),
        (status = 409, description = "CONFLICT: the device is revoked", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn rotate(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<DeviceId>,
    EmptyBody { idempotency_key }: EmptyBody,
) -> Result<Json<Credentials>, ApiError> {
    let password = uadm::rotate(&state, &caller, id.clone(), idempotency_key).await?;
    Ok(Json(credentials(&id, &password)))
}
