//! The state of this capability while the platform runs: the vault, and the proving keys in use.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};

/// Encrypts, computes and proves under the keys of a vault; cheap to clone, derefs to the [`Vault`].
#[derive(Clone)]
pub struct Encryption {
    vault: Vault,
    provers: Provers,
}

/// Proving keys by their owner and name. The name is scheme, curve and circuit; the owner of a built-in
/// circuit's key is empty.
type Provers = Arc<Mutex<HashMap<(String, String), Prover>>>;
type Prover = Arc<dyn Any + Send + Sync>;

impl Encryption {
    /// Creates the capability over a vault, for the server's state.
    #[must_use]
    pub fn new(vault: Vault) -> Self {
        Self {
            vault,
            provers: Provers::default(),
        }
    }

    /// The encryption capability of the application state.
    ///
    /// # Errors
    /// The application state has no encryption capability.
    pub fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the house has no encryption"))
    }

    pub(crate) fn prover<K: Any + Send + Sync>(&self, owner: &str, name: &str) -> Option<Arc<K>> {
        let of = (owner.to_owned(), name.to_owned());
        let prover = lock(&self.provers).get(&of).cloned()?;
        prover.downcast().ok()
    }

    pub(crate) fn remember_prover<K: Any + Send + Sync>(
        &self,
        owner: &str,
        name: &str,
        key: Arc<K>,
    ) {
        let mut provers = lock(&self.provers);
        if provers.len() >= MAX_PROVERS {
            provers.clear();
        }
        provers.insert((owner.to_owned(), name.to_owned()), key);
    }

    #[cfg(test)]
    pub(crate) fn holds_prover(&self, name: &str) -> bool {
        let of = (String::new(), name.to_owned());
        lock(&self.provers).contains_key(&of)
    }
}

impl Deref for Encryption {
    type Target = Vault;

    fn deref(&self) -> &Vault {
        &self.vault
    }
}

/// Handlers take the capability as their state.
impl FromRef<AppState> for Encryption {
    fn from_ref(state: &AppState) -> Self {
        Self::of(state)
            .expect("the server puts the encryption into every house")
            .clone()
    }
}

/// No holder of this lock panics between two related changes, so a poisoned lock is usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The maximum number of proving keys in memory.
const MAX_PROVERS: usize = 8;
