//! Stores points that devices send over MQTT.

use std::sync::Arc;

use lockstep_store::id::DeviceId;
use lockstep_store::{Status, Timestamp, repeatable};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};

use super::ingest::{self, AdmittedPoints, OnWritten, Stages};
use super::points::{self, DATA, UploadResult};
use super::{COMPONENT, UPLOAD};
use crate::admission::Admission;
use crate::body::Sender;
use crate::columns::{Batch, MAX_BATCH_POINTS};

/// Points of one device, as the device sent them.
#[derive(Clone, Debug)]
pub struct Telemetry {
    /// The device that sent the points. The points belong to it, regardless of the device that they
    /// name.
    pub device: DeviceId,
    /// The name of the device in the account.
    pub name: String,
    /// The message: a body of `POST /v1/sfdp/data`, an array of points, or one point.
    pub payload: Vec<u8>,
}

/// The function that is called in the transaction that stores telemetry: an extension of the application state, which
/// `lockstep-fitness` supplies.
#[derive(Clone, Copy, Debug)]
pub struct OnTelemetryWritten(pub OnWritten);

/// Stores the points of telemetry messages of one account together: one event and one transaction, unless the points are
/// too much work for one. The audit log counts the points. Returns the outcome of each message in their order.
///
/// Points are checked as in [`points::upload`], and each device's registration decides the encryption mode. An error of
/// one message does not affect the others: if the points cannot be stored together, each message is stored alone.
/// [`OnTelemetryWritten`] is called in the transaction that stores the points.
///
/// # Errors
/// A message that is not JSON of one of these forms; a point that names another device; the errors of [`points::upload`].
pub async fn store(
    state: &AppState,
    owner: Owner,
    messages: Arc<[Telemetry]>,
) -> Vec<Result<UploadResult, ApiError>> {
    let count = messages.len();
    let together = match store_together(state, &owner, messages.clone()).await {
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
        let stored = store_together(state, &owner, alone).await;
        let outcome = stored.map(|mut outcomes| outcomes.pop());
        outcomes.push(
            outcome.and_then(|outcome| outcome.unwrap_or_else(|| Ok(UploadResult::default()))),
        );
    }
    outcomes
}

/// The outcome of each message, in their order.
type Outcomes = Vec<Result<UploadResult, ApiError>>;

/// Stores messages in one upload; an error concerns all of them.
async fn store_together(
    state: &AppState,
    owner: &Owner,
    messages: Arc<[Telemetry]>,
) -> Result<Outcomes, ApiError> {
    let OnTelemetryWritten(on_written) =
        *state.extension::<OnTelemetryWritten>().ok_or_else(|| {
            ApiError::internal("the server was assembled without the function for stored telemetry")
        })?;
    let bytes: usize = messages.iter().map(|message| message.payload.len()).sum();
    let stages = Stages::new(state);
    let parse = move |admission: Admission, now: Timestamp| {
        stages.time("parse", || parse_all(&messages, now, admission))
    };
    let hooks = (ingest::UNRECORDED, Some(on_written));
    let idempotency_key = IdempotencyKey::default();
    let storing = ingest::admit(state, owner.clone(), idempotency_key, (bytes, parse), hooks);
    // Many accounts store telemetry at the same moment, and it is rarely refused after a change.
    let (stored, outcomes) = repeatable(ingest::STORING, storing).await?;
    if stored.count > 0 {
        let (actor, counted) = (owner.actor.clone(), (Status::Success, stored.count));
        let counter = state.audit_counter();
        counter.count_many(actor, UPLOAD.to_owned(), COMPONENT, counted);
    }
    Ok(outcomes)
}

/// Parses messages; returns the valid points of all, and the outcome of each once the points are stored.
fn parse_all(
    messages: &[Telemetry],
    now: Timestamp,
    admission: Admission,
) -> Result<AdmittedPoints<Outcomes>, ApiError> {
    let mut batch = Batch::default();
    let mut outcomes = Vec::with_capacity(messages.len());
    for message in messages {
        let sender = Sender {
            id: message.device.as_str(),
            name: &message.name,
        };
        let parsed = points::parse_message((&message.payload, sender), now, admission.clone());
        let (parsed, _) = match parsed {
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
            times: None,
        }));
        batch.append(parsed.points);
    }
    Ok(AdmittedPoints {
        batch,
        admission,
        report: outcomes,
    })
}

fn under_mode(points: &Batch, admission: &Admission) -> u64 {
    let series = points.series().iter();
    let has_mode = series.filter(|series| admission.options(&series.device).mode.is_some());
    has_mode.map(|series| series.columns.len() as u64).sum()
}
