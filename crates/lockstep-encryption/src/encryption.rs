//! The state of this capability while the platform runs: the vault, and the proving keys in use.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};
use lockstep_zk::{CurveName, PairingScheme};

/// Encrypts, computes and proves under the keys of a vault; cheap to clone, derefs to the [`Vault`].
#[derive(Clone)]
pub struct Encryption {
    vault: Vault,
    provers: Provers,
}

type Provers = Arc<Mutex<HashMap<ProverName, Prover>>>;
type Prover = Arc<dyn Any + Send + Sync>;

/// The name of a proving key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ProverName {
    /// The account of an uploaded circuit; `None` for a built-in circuit, whose key serves every account.
    pub(crate) owner: Option<UserId>,
    pub(crate) scheme: PairingScheme,
    pub(crate) curve: CurveName,
    /// The full name of the circuit.
    pub(crate) circuit: String,
}

impl ProverName {
    /// The name in the store, which the owner is not part of.
    pub(crate) fn text(&self) -> String {
        format!("{}/{}/{}", self.scheme, self.curve, self.circuit)
    }
}

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
            .ok_or_else(|| ApiError::internal("the application state has no encryption"))
    }

    pub(crate) fn prover<K: Any + Send + Sync>(&self, name: &ProverName) -> Option<Arc<K>> {
        let prover = lock(&self.provers).get(name).cloned()?;
        prover.downcast().ok()
    }

    pub(crate) fn remember_prover<K: Any + Send + Sync>(&self, name: ProverName, key: Arc<K>) {
        let mut provers = lock(&self.provers);
        if provers.len() >= MAX_PROVERS {
            provers.clear();
        }
        provers.insert(name, key);
    }

    /// Removes the keys for the uploaded circuits of an erased account from memory.
    pub(crate) fn forget_provers(&self, user: &UserId) {
        lock(&self.provers).retain(|name, _| name.owner.as_ref() != Some(user));
    }

    #[cfg(test)]
    pub(crate) fn holds_prover(&self, name: &ProverName) -> bool {
        lock(&self.provers).contains_key(name)
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
            .expect("the server puts the encryption into every application state")
            .clone()
    }
}

/// No holder of this lock panics between two related changes, so a poisoned lock is usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The maximum number of proving keys in memory.
const MAX_PROVERS: usize = 8;
