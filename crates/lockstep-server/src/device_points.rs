//! Connects the devices' broker with the point store, which depends on the crate of the devices.

use lockstep_devices::{Telemetry, TelemetryOutcome};
use lockstep_points::operations::ingest::OnWritten;
use lockstep_points::operations::telemetry;
use lockstep_web::app_state::Pending;
use lockstep_web::{ApiError, AppState, Owner};

/// Stores the points that a device sent.
pub(crate) fn store(
    state: AppState,
    owner: Owner,
    message: Telemetry,
) -> Pending<Result<TelemetryOutcome, ApiError>> {
    Box::pin(async move {
        let device = (message.device.as_str(), &*message.name);
        // As in `POST /v1/sfdp/data`: a point that a device sends belongs to no import any more.
        let on_written = Some(lockstep_fitness::operations::imports::take_over as OnWritten);
        let stored = telemetry::store(&state, owner, device, &message.payload, on_written).await?;
        Ok(TelemetryOutcome {
            stored: stored.count,
            errors: stored.errors,
        })
    })
}
