//! The messages that a device publishes: answers to commands, points, reported states.

use lockstep_points::operations::points::UploadResult;
use lockstep_points::operations::telemetry::Telemetry;
use lockstep_store::id::CommandId;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, ConnectionLease, charged_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use super::topic::Inbound;
use crate::hub::DeviceHub;
use crate::operations::commands::{self, AckEffect, Acknowledgement};
use crate::operations::reports;
use crate::operations::uadm::ConnectedDevice;
use crate::telemetry::Outcome;
use crate::uadm::{MAX_RESULT_BYTES, MAX_TWIN_BYTES};

/// The effect of a message.
pub(super) enum Effect {
    /// The message is processed and on disk.
    Done,
    /// The message is processed; parts of it are refused, or it changed nothing. The errors are sent to the device.
    Noted(Json),
    /// The message is refused.
    Refused(Json),
}

/// Processes an answer to a command, or a reported state.
///
/// # Errors
/// The server cannot process the message now: it must not be confirmed.
pub(super) async fn process(
    state: &AppState,
    device: &ConnectedDevice,
    topic: Inbound,
    payload: &[u8],
) -> Result<Effect, ApiError> {
    count(topic);
    let processing = async {
        match topic {
            Inbound::Reported => report(state, device, payload).await,
            _ => acknowledge(state, device, payload).await,
        }
    };
    // The account may have been suspended since the message arrived.
    let check = state.account_write_check(&device.user);
    refusal_as_effect(topic, check.scope(processing).await)
}

/// Hands points to the store; returns as soon as there is room for them. [`stored`] tells the effect.
pub(super) async fn submit(
    state: &AppState,
    device: &ConnectedDevice,
    payload: Vec<u8>,
) -> Result<Outcome, ApiError> {
    count(Inbound::Telemetry);
    let message = Telemetry {
        device: device.device.id.clone(),
        name: device.device.name.clone(),
        payload,
    };
    let collector = DeviceHub::of(state)?.telemetry();
    collector.submit(state, &device.user, message).await
}

/// Returns the effect of points that were handed to the store.
///
/// # Errors
/// As [`process`].
pub(super) fn stored(outcome: Result<UploadResult, ApiError>) -> Result<Effect, ApiError> {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => return refusal_as_effect(Inbound::Telemetry, Err(error)),
    };
    if outcome.errors.is_empty() {
        return Ok(Effect::Done);
    }
    let errors = &outcome.errors[..outcome.errors.len().min(MAX_ERRORS)];
    Ok(Effect::Noted(json!({
        "topic": Inbound::Telemetry.name(), "stored": outcome.count, "errors": errors,
    })))
}

fn count(topic: Inbound) {
    // With literal labels the key of the counter is a constant, and is not built for each message.
    let counter = match topic {
        Inbound::Acks => metrics::counter!("lockstep_mqtt_messages_total", "topic" => "acks"),
        Inbound::Telemetry => {
            metrics::counter!("lockstep_mqtt_messages_total", "topic" => "telemetry")
        }
        Inbound::Reported => {
            metrics::counter!("lockstep_mqtt_messages_total", "topic" => "reported")
        }
    };
    counter.increment(1);
}

/// Turns an error of the client into an effect that is sent to the device.
fn refusal_as_effect(topic: Inbound, effect: Result<Effect, ApiError>) -> Result<Effect, ApiError> {
    match effect {
        Err(error) if is_of_client(&error) => {
            let mut details = json!({ "topic": topic.name(), "message": error.message });
            if let Some(more) = &error.details {
                details["details"] = more.clone();
            }
            Ok(Effect::Refused(details))
        }
        effect => effect,
    }
}

/// Whether repeating the message would have the same error.
fn is_of_client(error: &ApiError) -> bool {
    !matches!(error.kind, ErrorKind::Internal | ErrorKind::Unavailable)
}

/// A device's answer to a command, as sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AckMessage {
    command_id: CommandId,
    #[serde(default)]
    status: AckStatus,
    #[serde(default)]
    result: Option<Json>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum AckStatus {
    #[default]
    Acknowledged,
    Failed,
}

async fn acknowledge(
    state: &AppState,
    device: &ConnectedDevice,
    payload: &[u8],
) -> Result<Effect, ApiError> {
    let (message, _memory): (AckMessage, _) = parsed(
        state,
        device,
        payload,
        || "must be JSON with command_id, and optionally status (acknowledged or failed) and result",
    )?;
    let bytes = message
        .result
        .as_ref()
        .map_or(0, |result| result.to_string().len());
    if bytes > MAX_RESULT_BYTES {
        let reason = format!("must have at most {MAX_RESULT_BYTES} bytes as JSON");
        return Err(ApiError::invalid("result", reason));
    }
    let id = message.command_id.clone();
    let ack = Acknowledgement {
        id: message.command_id,
        is_done: message.status == AckStatus::Acknowledged,
        result: message.result,
    };
    let effect = commands::acknowledge(state, &device.user, &device.device.id, ack).await?;
    let noted =
        |text: String| json!({ "topic": Inbound::Acks.name(), "command_id": id, "message": text });
    Ok(match effect {
        AckEffect::Accepted => Effect::Done,
        AckEffect::Late(state) => Effect::Noted(noted(format!("the command is already {state}"))),
        AckEffect::Unknown => Effect::Noted(noted("the command does not exist".to_owned())),
    })
}

async fn report(
    state: &AppState,
    device: &ConnectedDevice,
    payload: &[u8],
) -> Result<Effect, ApiError> {
    let (patch, _memory): (Map<String, Json>, _) = parsed(
        state,
        device,
        payload,
        || "must be a JSON object: a merge patch (RFC 7396)",
    )?;
    reports::report(state, &device.user, &device.device.id, patch).await?;
    Ok(Effect::Done)
}

/// Parses the JSON of a message; the returned memory is charged to the account until it is dropped.
fn parsed<T: DeserializeOwned>(
    state: &AppState,
    device: &ConnectedDevice,
    payload: &[u8],
    otherwise: fn() -> &'static str,
) -> Result<(T, ConnectionLease), ApiError> {
    if payload.len() > MAX_JSON_BYTES {
        let reason = format!("must have at most {MAX_JSON_BYTES} bytes");
        return Err(ApiError::invalid("message", reason));
    }
    let memory = state.connection_lease(&device.user);
    charged_json(memory, payload, || {
        ApiError::invalid("message", otherwise())
    })
}

/// The maximum number of bytes of a reported state or of an answer to a command: twice the maximum of their content.
const MAX_JSON_BYTES: usize = 2 * MAX_TWIN_BYTES;
/// The maximum number of errors of points that a message to the device names.
const MAX_ERRORS: usize = 100;
