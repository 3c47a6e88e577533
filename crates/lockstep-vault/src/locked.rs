//! Long-lived keys in pages that are never swapped out.

use std::ops::Deref;
use std::sync::Once;

/// A value alone in its pages, locked in memory where the system allows so much; the value wipes
/// itself when it is dropped, and the pages are let go after that.
pub struct Locked<T> {
    // Dropped first.
    value: Box<Page<T>>,
    _lock: Option<region::LockGuard>,
}

/// Whole pages, so that letting one value go does not unlock its neighbour.
#[repr(align(4096))]
struct Page<T>(T);

impl<T> Locked<T> {
    pub(crate) fn new(value: T) -> Self {
        Self::filled(value, |_| {})
    }

    /// The same for a value that is written where it will stay: no copy of it is left elsewhere.
    pub(crate) fn filled(empty: T, fill: impl FnOnce(&mut T)) -> Self {
        let mut value = Box::new(Page(empty));
        let lock = region::lock(&raw const *value, size_of::<Page<T>>());
        if let Err(error) = &lock {
            static SAID: Once = Once::new();
            SAID.call_once(|| {
                tracing::warn!(%error, "keys cannot be locked in memory: raise RLIMIT_MEMLOCK, or turn swap off");
            });
        }
        fill(&mut value.0);
        Self {
            value,
            _lock: lock.ok(),
        }
    }
}

impl<T> Deref for Locked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value.0
    }
}
