//! How long the stages of an upload take.

use std::sync::Arc;

use lockstep_store::Clock;
use lockstep_web::AppState;

/// Measures the stages of an upload for `/metrics`.
#[derive(Clone)]
pub(in crate::operations) struct Stages(Arc<dyn Clock>);

impl Stages {
    pub(in crate::operations) fn new(state: &AppState) -> Self {
        Self(Arc::clone(&state.clock))
    }

    pub(in crate::operations) fn time<T>(
        &self,
        stage: &'static str,
        work: impl FnOnce() -> T,
    ) -> T {
        let start = self.0.monotonic();
        let done = work();
        let taken = self.0.monotonic().saturating_sub(start);
        metrics::histogram!("lockstep_upload_seconds", "stage" => stage).record(taken);
        done
    }
}
