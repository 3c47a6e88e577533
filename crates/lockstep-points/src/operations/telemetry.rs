//! Stores points that devices send over MQTT.

use std::sync::Arc;

use lockstep_devices::Telemetry;
use lockstep_store::{Status, Timestamp};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde_json::{Map, Value as Json, json};

use super::damage::read_account;
use super::ingest::{self, OnWritten, Stages};
use super::points::{self, DATA, PointsFormat, UploadResult};
use super::{COMPONENT, UPLOAD};
use crate::admission::Admission;
use crate::columns::{Batch, MAX_BATCH_POINTS};
use crate::upload::Upload;

/// Stores the points of telemetry messages of one account together: one event and one transaction, unless the points are
/// too much work for one. The audit log counts the points. Returns the outcome of each message in their order.
///
/// Points are checked as in [`points::upload`], and each device's registration decides the encryption mode. An error of
/// one message does not affect the others: if the points cannot be stored together, each message is stored alone.
/// `on_written` is called in the transaction that stores the points.
///
/// # Errors
/// Of a message: no JSON of these forms; a point that names another device; the errors of [`points::upload`].
pub async fn store(
    state: &AppState,
    owner: Owner,
    messages: Arc<[Telemetry]>,
    on_written: Option<OnWritten>,
) -> Vec<Result<UploadResult, ApiError>> {
    let count = messages.len();
    let together = match store_together(state, &owner, messages.clone(), on_written).await {
        Ok(outcomes) => return outcomes,
        Err(error) => error,
    };
    if count == 1 || matches!(together.kind, ErrorKind::Internal | ErrorKind::Unavailable) {
        return vec![Err(together); count];
    }
    tracing::debug!(
        count,
        "messages that cannot be stored together are stored one by one"
    );
    let mut outcomes = Vec::with_capacity(count);
    for message in &*messages {
        let alone = Arc::from([message.clone()]);
        let stored = store_together(state, &owner, alone, on_written).await;
        let outcome = stored.map(|mut outcomes| outcomes.pop());
        outcomes.push(
            outcome.and_then(|outcome| outcome.unwrap_or_else(|| Ok(UploadResult::default()))),
        );
    }
    outcomes
}

/// The outcome of each message, in their order.
type Outcomes = Vec<Result<UploadResult, ApiError>>;

/// Messages that are ready to be stored.
struct ParsedMessages {
    upload: Upload,
    admission: Admission,
    outcomes: Outcomes,
}

/// Stores messages in one upload; an error concerns all of them.
async fn store_together(
    state: &AppState,
    owner: &Owner,
    messages: Arc<[Telemetry]>,
    on_written: Option<OnWritten>,
) -> Result<Outcomes, ApiError> {
    let user = owner.user.clone();
    let read: Result<_, ApiError> = read_account(state, &owner.user, "points.devices", move |tx| {
        Ok(Admission::read(tx, &user)?)
    })
    .await;
    let default = state.settings().encryption.default_type;
    let admission = read?.defaulting(default);
    let (now, stages) = (state.clock.now(), Stages::new(state));
    let preparing = state.work().process("points.prepare", move || {
        let ParsedBatch {
            batch,
            outcomes,
            admission,
        } = stages.time("parse", || parse_all(&messages, now, admission))?;
        let upload = stages.time("pack", || Upload::new(batch, &admission))?;
        Ok::<_, ApiError>(ParsedMessages {
            upload,
            admission,
            outcomes,
        })
    });
    let ParsedMessages {
        upload,
        admission,
        outcomes,
    } = preparing.await??;
    let received = upload.received();
    if received > 0 {
        let hooks = (ingest::UNRECORDED, on_written);
        let idempotency_key = (IdempotencyKey::default(), now);
        ingest::store(
            state,
            owner.clone(),
            (upload, &admission),
            idempotency_key,
            hooks,
        )
        .await?;
        let (actor, counted) = (owner.actor.clone(), (Status::Success, received as u64));
        let counter = state.audit_counter();
        counter.count_many(actor, UPLOAD.to_owned(), COMPONENT, counted);
    }
    Ok(outcomes)
}

/// The valid points of messages, and the rules under which they are stored.
struct ParsedBatch {
    batch: Batch,
    outcomes: Outcomes,
    admission: Admission,
}

/// Parses messages; returns the valid points of all, and the outcome of each once the points are stored.
fn parse_all(
    messages: &[Telemetry],
    now: Timestamp,
    admission: Admission,
) -> Result<ParsedBatch, ApiError> {
    let mut batch = Batch::default();
    let mut outcomes = Vec::with_capacity(messages.len());
    for message in messages {
        // A message has no storage options: the rules of each are those of the account.
        let parse = |body: String| {
            points::parse(
                (body.as_bytes(), PointsFormat::Json),
                now,
                admission.clone(),
            )
        };
        let (parsed, _) = match body_of(message).and_then(parse) {
            Ok(parsed) => parsed,
            Err(error) => {
                outcomes.push(Err(error));
                continue;
            }
        };
        if batch.len() + parsed.points.len() > MAX_BATCH_POINTS {
            return Err(ApiError::invalid(
                DATA,
                format!("must have at most {MAX_BATCH_POINTS} points"),
            ));
        }
        outcomes.push(Ok(UploadResult {
            count: parsed.points.len() as u64,
            under_mode: under_mode(&parsed.points, &admission),
            errors: parsed.faults.into_errors(DATA),
        }));
        batch.append(parsed.points);
    }
    Ok(ParsedBatch {
        batch,
        outcomes,
        admission,
    })
}

fn under_mode(points: &Batch, admission: &Admission) -> u64 {
    let series = points.series().iter();
    let has_mode = series.filter(|series| admission.options(&series.device).mode.is_some());
    has_mode.map(|series| series.columns.len() as u64).sum()
}

/// Returns the body of `POST /data` with the points of a message, each with its device.
fn body_of(message: &Telemetry) -> Result<String, ApiError> {
    let mut points = points_of(&message.payload)?;
    for (place, point) in points.iter_mut().enumerate() {
        // Anything but an object is refused by the parser of bodies, with its index.
        let Json::Object(point) = point else { continue };
        match point.get("device") {
            None => {}
            Some(Json::String(named)) if message.is_from(named) => {}
            Some(_) => {
                let parameter = format!("data[{place}].device");
                return Err(ApiError::invalid(
                    &parameter,
                    "must be the device that sends the point",
                ));
            }
        }
        point.insert("device".to_owned(), json!(message.name));
    }
    Ok(json!({ "data": points }).to_string())
}

fn points_of(message: &[u8]) -> Result<Vec<Json>, ApiError> {
    let value: Json = serde_json::from_slice(message)
        .map_err(|_| ApiError::invalid("message", "must be JSON"))?;
    match value {
        Json::Array(points) => Ok(points),
        Json::Object(mut object) if object.contains_key("data") => {
            let data = object.remove("data");
            match (data, object.is_empty()) {
                (Some(Json::Array(points)), true) => Ok(points),
                (_, true) => Err(ApiError::invalid("data", "must be an array of points")),
                _ => Err(unknown_field(&object)),
            }
        }
        Json::Object(point) => Ok(vec![Json::Object(point)]),
        _ => Err(ApiError::invalid(
            "message",
            "must be an array of points or an object",
        )),
    }
}

fn unknown_field(object: &Map<String, Json>) -> ApiError {
    let name = object.keys().next().map_or("", String::as_str);
    let name: String = name.chars().take(64).collect();
    ApiError::invalid(&name, "is not a field: a message has only the field data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_three_forms() {
        for (message, points) in [
            (r#"{"data": [{"type": "a"}, {"type": "b"}]}"#, Some(2)),
            (r#"[{"type": "a"}]"#, Some(1)),
            (r#"{"type": "a"}"#, Some(1)),
            ("[]", Some(0)),
            ("1", None),
            ("{", None),
            ("", None),
            (r#"{"data": 1}"#, None),
            (r#"{"data": [], "encryptionMode": "ZK"}"#, None),
        ] {
            let found = points_of(message.as_bytes()).map(|points| points.len());
            assert_eq!(found.ok(), points, "{message}");
        }
    }
}
