//! The progress that `keys.db` and the store record of each other, so that each detects an older copy of the
//! other.

use lockstep_store::audit::checkpoint;
use lockstep_store::{StoreError, Tx};

use crate::store::pairing;
use crate::vault::{Vault, lock};

/// The progress that `keys.db` and the store record of each other.
#[derive(Clone, Copy)]
pub(crate) struct Pairing<'v>(&'v Vault);

impl Vault {
    /// The progress that `keys.db` and the store record of each other.
    pub(crate) fn pairing(&self) -> Pairing<'_> {
        Pairing(self)
    }
}

impl Pairing<'_> {
    /// Records in `keys.db` and the store the committed progress of the other, and the accepted time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn record_progress(self) -> Result<(), StoreError> {
        let clock = &self.0.ctx().clock;
        let trusted = lock(self.0.guard()).trusted_time(clock.now(), clock.monotonic());
        let acts = self.0.keyring().acts();
        let keep = move |tx: &mut Tx<'_>| {
            pairing::record_acts(tx, acts)?;
            pairing::keep_clock(tx, trusted)
        };
        self.0.ctx().db.write("vault.settle", keep).await?;
        self.record_seen().await
    }

    /// Records the newest committed audit entry in `keys.db` after an operation on keys, because an older
    /// store would not know the key. The next maintenance round repeats a failed attempt.
    pub(crate) async fn record_head(self) {
        if let Err(error) = self.record_seen().await {
            tracing::warn!(%error, "the keys record the state of the store after a minute");
        }
    }

    async fn record_seen(self) -> Result<(), StoreError> {
        let clock = &self.0.ctx().clock;
        let trusted = lock(self.0.guard()).trusted_time(clock.now(), clock.monotonic());
        let head = self.0.ctx().db.read("vault.head", checkpoint::head).await?;
        self.0.keyring().record_seen(head, trusted).await
    }
}
