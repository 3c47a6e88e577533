//! The replacement of the keys that are not of an account: the root key and the attestation key.

use std::path::Path;

use lockstep_documents::rotation::Rotation;

use crate::root::{self, VaultError};
use crate::vault::Vault;

/// The root key and the attestation key.
#[derive(Clone, Copy)]
pub struct PlatformKeys<'v>(&'v Vault);

impl Vault {
    /// The root key and the attestation key.
    #[must_use]
    pub fn platform_keys(&self) -> PlatformKeys<'_> {
        PlatformKeys(self)
    }
}

impl PlatformKeys<'_> {
    /// Replaces the root key by the key in `file`; with `make`, creates that file. The caller must close
    /// this vault and open it again with the new key. After a crash either the old or the new root key is
    /// valid.
    ///
    /// # Errors
    /// [`VaultError`]; [`VaultError::NotAnother`] if the file contains the current root key.
    pub async fn replace_root(self, file: &Path, make: bool) -> Result<(), VaultError> {
        let new = root::in_file(file, make, &self.0.ctx().entropy)?;
        self.0.keyring().replace_root(&new).await
    }

    /// Replaces the platform's signing key. The old key signs the new one. The old seed is overwritten when
    /// this returns.
    ///
    /// # Errors
    /// [`VaultError`]. The new key may already sign; the next opening then finishes the rotation.
    pub async fn rotate_attestation(self) -> Result<Rotation, VaultError> {
        let vault = self.0.clone();
        let rotated = tokio::spawn(async move {
            let _one = vault.rotating().lock().await;
            let (shared_vault, handle) = (vault.clone(), tokio::runtime::Handle::current());
            // Waits for a write to `keys.db` under a lock of threads.
            let begin = move || shared_vault.keyring().begin_rotation(&handle);
            let begun = tokio::task::spawn_blocking(begin).await;
            let rotation = begun.map_err(|error| VaultError::Torn(error.to_string()))??;
            vault.keyring().record_rotations(vault.ctx()).await?;
            vault.keyring().settle_rotations().await?;
            vault.pairing().record_head().await;
            Ok(rotation)
        });
        let rotated = rotated.await;
        rotated.unwrap_or_else(|error| Err(VaultError::Torn(error.to_string())))
    }
}
