//! Replacing the root key: a new KEK under the new root key, everything that was under the old KEK
//! under the new one, then the record that says which root key is the right one.
//!
//! Until that record is renamed into its place the old root key opens everything, from then on the
//! new one; what is left of the other is removed by the next opening. A kill anywhere leaves one of
//! the two, never neither.
//!
//! The platform's own keys do not all survive: who has the old root key and an old backup has them. The
//! attestation key is followed by another, which the old one signs; the key that authenticates envelopes
//! is followed by another and kept to verify; the key of stored digests is replaced; every other key is
//! wrapped again as it is.

use lockstep_seal::{Cipher, Key, unwrap};
use lockstep_store::StoreError;

use super::digests::DIGEST;
use super::rotate::written;
use super::{ATTEST, Kek, Keyring, MAC, NEXT, does_not_open, epochs, lock, wrapped};
use crate::locked::Locked;
use crate::rng::Rng;
use crate::root::{Check, VaultError, write_secret};
use crate::store::keys as rows;

/// Wrapped keys by their names, and the number and text of the rotation.
type Followed = (Vec<(String, Vec<u8>)>, (i64, String));

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
        let (keys, (number, rotation)) = self.followed(&new).await?;
        let acts = self
            .db
            .write("keys.root.prepare", move |tx| {
                rows::insert_kek(tx, version, &kek)?;
                for (name, wrapped) in &keys {
                    rows::insert_platform_key(tx, name, version, wrapped)?;
                }
                rows::insert_rotation(tx, number, version, &rotation)?;
                rows::act(tx)
            })
            .await?;
        self.did(acts);
        Ok(new)
    }

    /// Every key of the platform as it is under a new KEK, by its name; and the rotation of the one that
    /// signs.
    async fn followed(&self, new: &Kek) -> Result<Followed, VaultError> {
        let version = self.kek.version;
        let stored = self
            .db
            .read::<_, StoreError, _>("keys.platform.all", move |tx| {
                rows::platform_keys(tx, version)
            })
            .await?;
        let rng = &mut Rng::new(&self.entropy);
        let now = self.clock.now();
        let under = |name: &str, key: &Key, rng: &mut Rng| {
            let row = name.as_bytes();
            wrapped(&new.key, new.version, b"server", row, key, rng)
        };
        let next = self.attester.successor(now);
        let mut keys = Vec::with_capacity(stored.len() + 1);
        for (name, stored) in stored {
            let key = unwrap(&self.kek.key, &stored, b"server", name.as_bytes());
            let key = key.map_err(|_| does_not_open(&name))?;
            match &*name {
                ATTEST => keys.push((name, under(ATTEST, &next.seed, rng))),
                // Finished by the opening of this keyring.
                NEXT => {}
                // Whoever has the old root key and an old backup cannot check guesses against digests that
                // are made from now on. Older digests match nothing any more.
                DIGEST => {
                    let fresh = Key::generate(Cipher::Aes256Gcm, rng);
                    keys.push((name, under(DIGEST, &fresh, rng)));
                }
                MAC => {
                    let fresh = Key::generate(Cipher::Aes256Gcm, rng);
                    let old = self.macs.name_once_replaced(now);
                    keys.push((name, under(MAC, &fresh, rng)));
                    let wrapped = under(&old, &key, rng);
                    keys.push((old, wrapped));
                }
                _ => {
                    let wrapped = under(&name, &key, rng);
                    keys.push((name, wrapped));
                }
            }
        }
        Ok((keys, written(&next)?))
    }

    /// The epochs' keys under both KEKs.
    pub(crate) fn both_epochs(&self, new: &Kek) -> Result<(), VaultError> {
        let all = lock(&self.epochs).clone();
        epochs::write(
            &self.place.epochs(),
            &self.vault,
            &all,
            &[&self.kek, new],
            &self.entropy,
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
