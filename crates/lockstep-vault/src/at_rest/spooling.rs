//! Files of an account that wait in the spool.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use crate::spool::{SpoolLimits, SpoolWriter};
use crate::vault::Vault;

impl SpoolWriter {
    /// Creates a spool file for an upload of an account, within its quota.
    ///
    /// # Errors
    /// The file cannot be created.
    pub async fn create(state: &AppState, user: &UserId) -> Result<Self, ApiError> {
        let (quotas, owner) = (state.quotas(), user.clone());
        let (_, quota) = state
            .db
            .read::<_, StoreError, _>("spool.quota", move |tx| quotas.of(tx, &owner))
            .await?;
        let policy = state.policy();
        let limits = SpoolLimits {
            account: quota.spool_bytes,
            total: match policy.spool_bytes {
                0 => u64::MAX,
                total => total,
            },
        };
        let vault = Vault::of(state)?;
        let spooled = vault.spooled().clone();
        // A write to the page cache: short enough to stay on this thread.
        Self::begin(spooled, user, &policy.spool, limits, &mut vault.rng())
    }
}

impl Vault {
    /// Bytes of an account that wait in the spool.
    #[must_use]
    pub fn spooled_bytes(&self, user: &UserId) -> u64 {
        self.spooled().of(user)
    }
}
