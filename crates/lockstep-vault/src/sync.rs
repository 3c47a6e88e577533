//! Locks of what is in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// No change is left half-done under these locks, so a panic under one poisons nothing.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
