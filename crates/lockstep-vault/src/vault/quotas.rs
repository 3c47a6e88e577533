//! The storage quotas of accounts, to which writes of the vault keep.

use lockstep_store::Tx;
use lockstep_store::id::UserId;
use lockstep_web::ApiError;
use lockstep_web::quota::QuotaGate;

use super::Vault;

/// The storage quotas of accounts.
#[derive(Clone, Copy)]
pub struct VaultQuotas<'v>(&'v Vault);

impl Vault {
    /// The storage quotas of accounts.
    #[must_use]
    pub fn quotas(&self) -> VaultQuotas<'_> {
        VaultQuotas(self)
    }
}

impl VaultQuotas<'_> {
    /// Sets the quotas, once, when the server creates its state.
    pub fn set(self, quotas: QuotaGate) {
        // A second server state over the same vault has the same quotas.
        let _ = self.0.0.quotas.set(quotas);
    }

    /// Returns the quotas as the settings are now; `None` if the server has set none.
    fn present(self) -> Option<QuotaGate> {
        let gate = self.0.0.quotas.get()?;
        Some(gate.changed_by(&self.0.ctx().settings().tiers))
    }

    /// Refuses if an account has no room for `bytes` more bytes.
    pub(crate) fn ensure_room(
        self,
        tx: &Tx<'_>,
        user: &UserId,
        bytes: u64,
    ) -> Result<(), ApiError> {
        match self.present() {
            Some(quotas) => quotas.ensure_room(tx, user, bytes),
            None => Ok(()),
        }
    }

    /// Runs `act`, and refuses if the account exceeds its quota afterwards.
    ///
    /// # Errors
    /// The error of `act`, or the quota that was exceeded.
    pub fn within<T>(
        self,
        tx: &mut Tx<'_>,
        user: &UserId,
        act: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let Some(quotas) = self.present() else {
            return act(tx);
        };
        let meter = quotas.before(tx, user)?;
        let done = act(tx)?;
        meter.check(tx)?;
        Ok(done)
    }
}
