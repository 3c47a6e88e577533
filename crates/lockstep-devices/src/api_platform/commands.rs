//! Commands to UADM devices: `/api/uadm/devices/{device_id}/control` and `/commands`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::{CommandId, DeviceId};
use lockstep_web::{
    ApiError, AppState, Area, Caller, CreateBody, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::operations::commands;
use crate::uadm::{Command, CommandState, NewCommand};

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(control))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
}

/// A command to send.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ControlUadmDeviceRequest)]
pub(crate) struct ControlUadmDeviceRequest {
    /// The name of the command, 1 to 128 printable characters.
    #[schema(example = "set_speed")]
    command: String,
    /// The parameters of the command, at most 16 KiB as JSON.
    #[schema(value_type = Option<Object>, example = json!({ "kmh": 8.5 }))]
    parameters: Option<Map<String, Value>>,
    /// Seconds after which the command expires if the device has not answered: 1 to 604800, default 60.
    #[schema(minimum = 1, maximum = 604800, default = 60)]
    expires_in: Option<u64>,
}

/// The state of a command that was sent.
#[derive(Serialize, ToSchema)]
#[schema(as = ControlUadmDeviceResult)]
pub(crate) struct ControlResult {
    /// The id of the command, which begins with `cmd_`.
    #[schema(example = "cmd_01h455vb4pex5vsknk084sn02q")]
    command_id: String,
    status: CommandState,
    /// The device's answer; absent before it arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
}

/// A command to a UADM device.
#[derive(Serialize, ToSchema)]
#[schema(as = UadmCommand)]
pub(crate) struct CommandView {
    /// The id of the command, which begins with `cmd_`.
    #[schema(example = "cmd_01h455vb4pex5vsknk084sn02q")]
    command_id: String,
    /// The id of the receiving device, which begins with `dev_`.
    device_id: String,
    /// The name of the command; empty if the stored command is damaged.
    command: String,
    /// The parameters as sent, at most 16 KiB as JSON; empty if the command has no parameters.
    #[schema(value_type = Object)]
    parameters: Map<String, Value>,
    status: CommandState,
    /// The device's answer: any JSON value; null before it arrives.
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
    /// The time at which the owner sent the command, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time after which a command without an answer is `expired`, in UTC.
    #[schema(format = DateTime)]
    expires_at: String,
    /// The time when the device confirmed that it received the command.
    #[schema(format = DateTime)]
    delivered_at: Option<String>,
    /// The time when the command was acknowledged, failed or expired.
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl From<Command> for CommandView {
    fn from(command: Command) -> Self {
        Self {
            command_id: command.id.to_string(),
            device_id: command.device.to_string(),
            command: command.content.command,
            parameters: command.content.parameters,
            status: command.state,
            result: command.content.result,
            created_at: command.created_at.to_string(),
            expires_at: command.expires_at.to_string(),
            delivered_at: command.delivered_at.map(|at| at.to_string()),
            finished_at: command.finished_at.map(|at| at.to_string()),
        }
    }
}

/// Send a command to a UADM device.
///
/// While the device is connected, the answer waits up to 2 seconds for the device's acknowledgement. Otherwise the
/// command is `queued` until the device connects or the command expires.
#[utoipa::path(post, path = "/api/uadm/devices/{device_id}/control", tag = "UADM", operation_id = "controlUadmDevice",
    request_body = ControlUadmDeviceRequest,
    params(("device_id" = String, Path, description = "The id of the device"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same command and sends no other command")),
    responses((status = 200, description = "The command", body = ControlResult),
        (status = 409, description = "CONFLICT: the device is revoked, or 10000 of its commands are queued", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn control(
    State(state): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<ControlUadmDeviceRequest>,
) -> Result<Json<ControlResult>, ApiError> {
    // After the body: an unknown field is reported before a wrong path.
    let id: DeviceId = id.parse().map_err(|_| ApiError::not_found("device"))?;
    let parameters = body.parameters.unwrap_or_default();
    let new = NewCommand::new(body.command, parameters, body.expires_in)?;
    let command = commands::control(&state, &caller, id, (new, idempotency_key)).await?;
    Ok(Json(ControlResult {
        command_id: command.id.to_string(),
        status: command.state,
        result: command.content.result,
    }))
}

/// Which commands.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CommandQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of commands per page.
    #[param(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
}

/// A page of commands.
#[derive(Serialize, ToSchema)]
#[schema(as = UadmCommandPage)]
pub(crate) struct CommandPage {
    /// The commands on this page, newest first.
    data: Vec<CommandView>,
    /// The number of commands on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the commands of a UADM device, newest first. A finished command is listed for 7 days.
#[utoipa::path(get, path = "/api/uadm/devices/{device_id}/commands", tag = "UADM", operation_id = "listUadmCommands",
    params(("device_id" = String, Path, description = "The id of the device"), CommandQuery),
    responses((status = 200, description = "A page of commands", body = CommandPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<CommandQuery>,
    PathParam(id): PathParam<DeviceId>,
) -> Result<(HeaderMap, Json<CommandPage>), ApiError> {
    let paging = Paging::new(Area::Platform, query.page, query.limit)?;
    let page = commands::list(&state, &caller.user, id, paging).await?;
    Ok(paging.respond(&uri, page, |data, total| CommandPage {
        data,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// Get a command of a UADM device.
#[utoipa::path(get, path = "/api/uadm/devices/{device_id}/commands/{command_id}", tag = "UADM", operation_id = "getUadmCommand",
    params(("device_id" = String, Path, description = "The id of the device"),
        ("command_id" = String, Path, description = "The id of the command")),
    responses((status = 200, description = "The command", body = CommandView)))]
pub(super) async fn get(
    State(state): State<AppState>,
    caller: Caller,
    Path((device, command)): Path<(String, String)>,
) -> Result<Json<CommandView>, ApiError> {
    let device: DeviceId = device.parse().map_err(|_| ApiError::not_found("device"))?;
    let command: CommandId = command
        .parse()
        .map_err(|_| ApiError::not_found("command"))?;
    let command = commands::command(&state, &caller.user, device, command).await?;
    Ok(Json(command.into()))
}
