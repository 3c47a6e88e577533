//! Backup of the keys: a copy of `keys.db`, and the check that the copied keys open.

use std::path::Path;

use lockstep_store::StoreError;
use lockstep_store::audit::checkpoint::ChainHead;

use crate::keyring::SecretError;
use crate::root::VaultError;
use crate::store;
use crate::vault::Vault;

/// The backup of the keys.
#[derive(Clone, Copy)]
pub struct KeyBackup<'v>(&'v Vault);

impl Vault {
    /// The backup of the keys.
    #[must_use]
    pub fn backup(&self) -> KeyBackup<'_> {
        KeyBackup(self)
    }
}

impl KeyBackup<'_> {
    /// Copies the wrapped keys into the folder of a backup, after the store, so that they are ahead of it.
    /// `before` is the result of [`KeyBackup::newest_seen_entry`] from before the copy of the store.
    ///
    /// # Errors
    /// [`VaultError`] if the copy cannot be written.
    pub async fn copy(self, folder: &Path, before: Option<ChainHead>) -> Result<(), VaultError> {
        self.0.keyring().copy(folder, before).await
    }

    /// The bytes of the wrapped keys, which a copy takes, too. A file that cannot be read is an error of the copy.
    #[must_use]
    pub fn bytes(self) -> u64 {
        let keys = self.0.key_paths().keys();
        std::fs::metadata(keys).map_or(0, |about| about.len())
    }

    /// The newest committed audit entry that `keys.db` received: every copy of the store begun after this
    /// call holds it.
    #[must_use]
    pub fn newest_seen_entry(self) -> Option<ChainHead> {
        self.0.keyring().newest_seen_entry()
    }

    /// Whether the store names any key. Without one there is nothing to back up.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_needed(self) -> Result<bool, StoreError> {
        let db = &self.0.ctx().db;
        let named = db.read::<_, StoreError, _>("vault.named", store::vault);
        Ok(named.await?.is_some())
    }

    /// Opens the secret of every key the store names; returns their number.
    ///
    /// # Errors
    /// A sentence that names the first key that does not open.
    pub async fn verify(self) -> Result<u64, String> {
        let db = &self.0.ctx().db;
        let keys = db
            .read::<_, StoreError, _>("vault.stored_keys", store::stored_keys)
            .await
            .map_err(|error| error.to_string())?;
        let accounts = db
            .read::<_, StoreError, _>("vault.accounts", store::named_accounts)
            .await
            .map_err(|error| error.to_string())?;
        let mut count = 0;
        for account in accounts {
            match self.0.keyring().has_account(&account).await {
                Ok(true) => count += 1,
                // The account was erased during the backup: the store is the older of the two.
                Ok(false) if self.was_erased(&account).await? => {}
                Ok(false) => return Err(SecretError::Missing(account).to_string()),
                Err(error) => return Err(error.to_string()),
            }
        }
        for (account, key) in keys {
            match self.0.keyring().secret(&account, &key).await {
                Ok(_) => count += 1,
                // The key was destroyed during the backup: the store is the older of the two.
                Err(SecretError::Destroyed) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(count)
    }

    async fn was_erased(self, name: &str) -> Result<bool, String> {
        let destroyed = self.0.keyring().was_destroyed(name).await;
        destroyed.map_err(|error| error.to_string())
    }
}
