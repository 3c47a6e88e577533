//! Replacement of the root key: create a new KEK under the new root key, wrap all keys of the old KEK under
//! it, then write the record that names the valid root key.
//!
//! Until that record is renamed into place, the old root key opens everything; afterwards the new one does.
//! The next opening removes the remains of the other. A crash at any point leaves exactly one valid root
//! key.
//!
//! An attacker with the old root key and an old backup has the platform's own keys, so some are replaced.
//! The attestation key gets a successor that the old key signs. The envelope authentication key gets a
//! successor and is kept to verify. The key of stored digests is replaced. Every other key is wrapped again
//! unchanged.

use lockstep_seal::{Cipher, Key, unwrap};
use lockstep_store::{Db, StoreError};

use super::digests::DIGEST;
use super::rotate::written;
use super::{ATTEST, Kek, Keyring, MAC, NEXT, does_not_open, epochs, lock, wrapped};
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::root::{Check, KeyPaths, VaultError, write_secret};
use crate::store::keys as rows;

/// Wrapped keys by their names, and the number and text of the rotation.
type RewrappedKeys = (Vec<(String, Vec<u8>)>, (i64, String));

impl Keyring {
    /// Makes `root` the root key. The caller must open this keyring again afterwards.
    pub(crate) async fn replace_root(&self, root: &Key) -> Result<(), VaultError> {
        let path = self.place.check();
        let bytes = std::fs::read(&path).map_err(|source| VaultError::File {
            path: path.clone(),
            source,
        })?;
        let check = Check::read(&bytes, &path)?;
        if check.is_of(root) {
            return Err(VaultError::NotAnother);
        }
        let new = self.prepare(root).await?;
        self.both_epochs(&new)?;
        self.acknowledge(root)
    }

    /// Creates a new KEK under the new root key, beside the old one, and wraps the platform's keys under
    /// it.
    pub(crate) async fn prepare(&self, root: &Key) -> Result<Kek, VaultError> {
        let mut rng = Rng::new(&self.entropy);
        let new = Kek {
            version: self.kek.version + 1,
            key: LockedMemory::new(Key::generate(Cipher::Aes256Gcm, &mut rng)),
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
                rows::count_act(tx)
            })
            .await?;
        self.note_committed_acts(acts);
        Ok(new)
    }

    /// Every key of the platform wrapped under the new KEK, by its name; and the rotation of the
    /// attestation key.
    async fn followed(&self, new: &Kek) -> Result<RewrappedKeys, VaultError> {
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
                // The opening of this keyring has already finished this rotation.
                NEXT => {}
                // An attacker with the old root key and an old backup cannot check guesses against digests
                // made from now on. Older digests no longer match any value.
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

    /// Writes the epoch keys under both KEKs.
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

    /// Writes the record that decides which root key is valid.
    pub(crate) fn acknowledge(&self, root: &Key) -> Result<(), VaultError> {
        let check = serde_json::to_vec(&Check::new(&self.vault, root))
            .map_err(|error| VaultError::Torn(format!("keys.check: {error}")))?;
        write_secret(&self.place.check(), &check)
    }

    /// Removes all keys under other KEKs: those of an interrupted or completed replacement.
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
            self.compact().await?;
        }
        Ok(())
    }
}

/// Repairs the version that a row of the platform's keys names. The column is not authenticated: a key that
/// opens under this KEK is one of it, and would otherwise be left behind by a replacement.
pub(super) async fn repair_platform_keys(
    db: &Db,
    kek: &Kek,
    paths: &KeyPaths,
) -> Result<(), StoreError> {
    let version = kek.version;
    let read = db.read::<_, StoreError, _>("keys.platform.outside", move |tx| {
        rows::platform_keys_outside(tx, version)
    });
    for (name, wrapped) in read.await? {
        if unwrap(&kek.key, &wrapped, b"server", name.as_bytes()).is_err() {
            continue;
        }
        tracing::warn!(
            key = name,
            place = paths.keys_name(),
            "the row of a key of the platform named another key-encryption key; it is repaired"
        );
        db.write::<_, StoreError, _>("keys.platform.repair", move |tx| {
            rows::repair_platform_key(tx, &name, version, &wrapped)
        })
        .await?;
    }
    Ok(())
}
