//! Locking of in-memory state, and work that outlives its request.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lockstep_store::QueueOwner;
use lockstep_web::ApiError;

/// No holder of these locks panics between two related changes, so a poisoned lock is usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Completes `work` even if the client disconnects: a future awaited in the task of a request is dropped
/// with the connection at any `await`.
pub(crate) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(QueueOwner::current().scope(work)).await;
    done.unwrap_or_else(|error| Err(ApiError::internal(error.to_string())))
}
