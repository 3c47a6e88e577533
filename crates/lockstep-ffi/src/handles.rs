//! The objects that exist between calls. Callers hold numbers instead of pointers.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::failure::{Failure, Status};

/// Keeps an object and returns its handle.
pub(crate) fn insert(object: impl Any + Send + Sync) -> u64 {
    let mut table = table();
    table.last += 1;
    let handle = table.last;
    table.objects.insert(handle, Arc::new(object));
    handle
}

/// The object of a handle. It lives until the call ends, even if the handle is closed before.
pub(crate) fn find<T: Any + Send + Sync>(handle: u64) -> Result<Arc<T>, Failure> {
    let object = table().objects.get(&handle).cloned();
    let object = object.ok_or_else(|| closed(handle))?;
    object.downcast().map_err(|_| {
        Failure::new(
            Status::ClosedHandle,
            format!("the handle {handle} has the wrong kind for this operation"),
        )
    })
}

/// Releases an object. Its secrets are wiped when the last call that uses it ends.
pub(crate) fn close(handle: u64) -> Result<(), Failure> {
    // The object is dropped after the table is unlocked.
    let object = table().objects.remove(&handle);
    object.map(drop).ok_or_else(|| closed(handle))
}

fn closed(handle: u64) -> Failure {
    Failure::new(
        Status::ClosedHandle,
        format!("the handle {handle} is closed or never existed"),
    )
}

#[derive(Default)]
struct Table {
    last: u64,
    objects: HashMap<u64, Arc<dyn Any + Send + Sync>>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}
