//! Replacing the root key: a new KEK under the new root key, everything that was under the old KEK
//! under the new one, then the record that says which root key is the right one.
//!
//! Until that record is renamed into its place the old root key opens everything, from then on the
//! new one; what is left of the other is removed by the next opening. A kill anywhere leaves one of
//! the two, never neither.

use lockstep_seal::{Cipher, Key};

use super::{ATTEST, Kek, Keyring, MAC, digests, epochs, lock, wrapped};
use crate::locked::Locked;
use crate::rng::Rng;
use crate::root::{Check, VaultError, write_secret};
use crate::store::keys as rows;

impl Keyring {
    /// From the end of this on `root` is the root key, and this keyring is to be opened anew.
    pub(crate) async fn replace_root(&self, root: &Key) -> Result<(), VaultError> {
        let path = self.place.check();
        let bytes = std::fs::read(&path).map_err(|source| VaultError::File { path, source })?;
        let check: Check = serde_json::from_slice(&bytes)
            .map_err(|error| VaultError::Torn(format!("keys.check: {error}")))?;
        if check.is_of(root) {
            return Err(VaultError::NotAnother);
        }
        let new = self.prepare(root).await?;
        self.both_epochs(&new)?;
        self.acknowledge(root)
    }

    /// A new KEK under the new root key, beside the old one, and the platform's keys under it.
    pub(crate) async fn prepare(&self, root: &Key) -> Result<Kek, VaultError> {
        let mut rng = Rng::new(&self.entropy);
        let new = Kek {
            version: self.kek.version + 1,
            key: Locked::new(Key::generate(Cipher::Aes256Gcm, &mut rng)),
        };
        let (version, row) = (new.version, new.version.to_string());
        let kek = wrapped(root, 0, b"kek", row.as_bytes(), &new.key, &mut rng);
        let attest = self.attester.wrapped_by(|seed| {
            wrapped(
                &new.key,
                version,
                b"server",
                ATTEST.as_bytes(),
                seed,
                &mut rng,
            )
        });
        let mac = wrapped(
            &new.key,
            version,
            b"server",
            MAC.as_bytes(),
            &self.mac,
            &mut rng,
        );
        let digest = digests::replacement(&new, &mut rng);
        self.db
            .write("keys.root.prepare", move |tx| {
                rows::insert_kek(tx, version, &kek)?;
                rows::insert_platform_key(tx, MAC, version, &mac)?;
                rows::insert_platform_key(tx, ATTEST, version, &attest)?;
                rows::insert_platform_key(tx, digests::DIGEST, version, &digest)
            })
            .await?;
        Ok(new)
    }

    /// The epochs' keys under both KEKs.
    pub(crate) fn both_epochs(&self, new: &Kek) -> Result<(), VaultError> {
        let all = lock(&self.epochs).clone();
        let mut rng = Rng::new(&self.entropy);
        epochs::write(
            &self.place.epochs(),
            &self.vault,
            &all,
            &[&self.kek, new],
            &mut rng,
        )
    }

    /// The one step that decides which root key is the right one.
    pub(crate) fn acknowledge(&self, root: &Key) -> Result<(), VaultError> {
        let check = serde_json::to_vec(&Check::new(&self.vault, root))
            .map_err(|error| VaultError::Torn(format!("keys.check: {error}")))?;
        write_secret(&self.place.check(), &check)
    }

    /// Removes what is under another KEK than this: of a replacement that was cut off, or that is
    /// done.
    pub(super) async fn forget_other_keks(&self, epochs_too: bool) -> Result<(), VaultError> {
        if epochs_too {
            let all = lock(&self.epochs).clone();
            self.write_epochs(&all)?;
        }
        let version = self.kek.version;
        let removed = self
            .db
            .write("keys.root.clean", move |tx| {
                rows::delete_other_keks(tx, version)
            })
            .await?;
        if removed > 0 {
            self.fold().await?;
        }
        Ok(())
    }
}
