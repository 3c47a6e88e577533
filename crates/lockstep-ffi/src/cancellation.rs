//! Tokens with which a caller cancels its calls from another thread.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "full")]
use lockstep_client_crypto::IsActive;

use crate::failure::Failure;

/// The cancellation of one call.
#[derive(Clone, Debug)]
pub(crate) struct Cancellation {
    /// The token, which the host of the WebAssembly module is asked about.
    #[cfg(target_family = "wasm")]
    token: u64,
    flag: Option<Arc<AtomicBool>>,
}

impl Cancellation {
    /// The cancellation with this token; 0 is never cancelled.
    pub(crate) fn of(token: u64) -> Result<Self, Failure> {
        let flag = match token {
            0 => None,
            token => Some(Arc::clone(table().flags.get(&token).ok_or_else(|| {
                Failure::new(
                    crate::Status::ClosedHandle,
                    "no cancellation token has this number",
                )
            })?)),
        };
        Ok(Self {
            #[cfg(target_family = "wasm")]
            token,
            flag,
        })
    }

    /// Whether the call is still wanted.
    pub(crate) fn is_active(&self) -> bool {
        let Some(flag) = &self.flag else {
            return true;
        };
        #[cfg(target_family = "wasm")]
        if crate::host::is_cancelled(self.token) {
            flag.store(true, Ordering::Relaxed);
        }
        !flag.load(Ordering::Relaxed)
    }

    /// The cancellation as a function that long work asks between its steps.
    #[cfg(feature = "full")]
    pub(crate) fn as_function(&self) -> IsActive {
        let cancellation = self.clone();
        Arc::new(move || cancellation.is_active())
    }

    /// Fails if the call was cancelled.
    pub(crate) fn ensure_active(&self) -> Result<(), Failure> {
        match self.is_active() {
            true => Ok(()),
            false => Err(Failure::cancelled()),
        }
    }
}

/// Creates a token.
pub(crate) fn create() -> u64 {
    let mut table = table();
    table.last += 1;
    let token = table.last;
    table.flags.insert(token, Arc::default());
    token
}

/// Cancels the calls with this token. Returns whether it exists.
pub(crate) fn cancel(token: u64) -> bool {
    match table().flags.get(&token) {
        Some(flag) => {
            flag.store(true, Ordering::Relaxed);
            true
        }
        None => false,
    }
}

/// Removes a token. Returns whether it existed.
pub(crate) fn forget(token: u64) -> bool {
    table().flags.remove(&token).is_some()
}

#[derive(Default)]
struct Table {
    last: u64,
    flags: HashMap<u64, Arc<AtomicBool>>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}
