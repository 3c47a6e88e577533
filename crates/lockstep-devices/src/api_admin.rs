//! The devices of all accounts: `/v1/admin/devices`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_web::{ApiError, AppState, Area, PageQuery, Params, Permission, Routes};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::operations::installation;
use crate::store::installation::ListedDevice;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new().allow(Permission::ReadInstallation, routes!(list))
}

/// A device of any account, without its name and its data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceSummary {
    /// The id of the device, which begins with `dev_`.
    #[schema(example = "dev_01h455vb4pex5vsknk084sn02q")]
    device_id: String,
    /// The kind of device, as its owner describes it.
    #[schema(example = "chest_strap")]
    kind: String,
    /// The id of the account that owns the device.
    #[schema(example = "usr_01h455vb4pex5vsknk084sn02q")]
    owner_id: String,
    /// Whether the device takes commands over MQTT.
    takes_commands: bool,
    /// Whether the device has an open connection now.
    connected: bool,
    /// The time of the device's last points or its last contact, to the minute; null before the first.
    #[schema(format = DateTime)]
    last_seen: Option<String>,
    /// The time of registration, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time of revocation, in UTC; null for a device that is not revoked.
    #[schema(format = DateTime)]
    revoked_at: Option<String>,
}

impl From<(ListedDevice, bool)> for DeviceSummary {
    fn from((device, connected): (ListedDevice, bool)) -> Self {
        Self {
            device_id: device.id,
            kind: device.kind,
            owner_id: device.owner,
            takes_commands: device.takes_commands,
            connected,
            last_seen: device.seen_at.map(|at| at.to_string()),
            created_at: device.created_at.to_string(),
            revoked_at: device.revoked_at.map(|at| at.to_string()),
        }
    }
}

/// A page of the devices of all accounts.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstallationDevicePage {
    /// The devices in the order of their owners, the oldest of an owner first.
    devices: Vec<DeviceSummary>,
    /// The number of devices of all accounts.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the devices of all accounts, without their names and data.
///
/// Only the owner of a device reads its name, its twin and its points.
#[utoipa::path(get, path = "/v1/admin/devices", tag = "Administration", operation_id = "listInstallationDevices",
    params(PageQuery),
    responses((status = 200, description = "A page of devices", body = InstallationDevicePage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<InstallationDevicePage>), ApiError> {
    let paging = query.paging(Area::Administration)?;
    let page = installation::list(&state, paging).await?;
    Ok(
        paging.respond(&uri, page, |devices: Vec<DeviceSummary>, total| {
            InstallationDevicePage {
                devices,
                total,
                page: paging.page,
                limit: paging.limit,
            }
        }),
    )
}
