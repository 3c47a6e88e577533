//! Takes locks whose holders never leave a half-done change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock and ignores poisoning: after a panic the protected value is still complete.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
