//! Locking of in-memory state.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// No holder of these locks panics between two related changes, so a poisoned lock is usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
