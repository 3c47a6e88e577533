//! Stores the telemetry that the devices' broker receives: `lockstep-devices` cannot depend on the point store.

use std::sync::Arc;

use lockstep_devices::{Telemetry, TelemetryOutcome};
use lockstep_points::operations::ingest::OnWritten;
use lockstep_points::operations::telemetry;
use lockstep_web::app_state::BoxedFuture;
use lockstep_web::{ApiError, AppState, Owner};

/// Stores the points that devices of one account sent.
pub(crate) fn store(
    state: AppState,
    owner: Owner,
    messages: Arc<[Telemetry]>,
) -> BoxedFuture<Vec<Result<TelemetryOutcome, ApiError>>> {
    Box::pin(async move {
        // As in `POST /v1/sfdp/data`: a point that a device sends no longer belongs to an import.
        let on_written = Some(crate::operations::imports::take_over as OnWritten);
        let outcomes = telemetry::store(&state, owner, messages, on_written).await;
        let outcomes = outcomes.into_iter().map(|outcome| {
            outcome.map(|stored| TelemetryOutcome {
                stored: stored.count,
                errors: stored.errors,
            })
        });
        outcomes.collect()
    })
}
