//! The hierarchy of keys, and `keys.db`: root key → KEK versions → epoch keys and the platform's own keys;
//! epoch key → account key → the secrets of the account's keys. On PostgreSQL, a schema takes the place of `keys.db`.
//!
//! `keys.db` is ahead of the store: a secret is on disk before any row names its key, and is removed before
//! the row says so. The epoch keys are in a separate file that no backup contains.

mod accounts;
mod digests;
mod epochs;
mod first;
#[cfg(test)]
pub(crate) mod flips;
mod lost;
mod macs;
mod migrations;
mod open;
mod pairing;
pub mod relocation;
mod replace;
mod rotate;
#[cfg(test)]
pub(crate) mod testing;
mod turn;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lockstep_seal::{
    Context, Key, KeyName, Mode, Origin, Plaintext, Purpose, Sealing, open as unseal, seal, unwrap,
    wrap,
};
use lockstep_store::audit::checkpoint::ChainHead;
use lockstep_store::db::Options;
use lockstep_store::{Clock, Db, Entropy, StoreError, Timestamp};
use sha2::{Digest, Sha256};

use self::epochs::Epoch;
pub(crate) use self::macs::Macs;
use self::migrations::MIGRATIONS;
pub(crate) use self::open::OpenMode;
use crate::attest::Attester;
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::root::{KeyPaths, VaultError, write_secret};
use crate::store::destructions::Evidence;
use crate::store::keys as rows;

/// The key-encryption keys, and the store of the secrets under them.
pub(crate) struct Keyring {
    db: Db,
    place: KeyPaths,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    vault: [u8; 16],
    kek: Kek,
    epochs: Mutex<Vec<Epoch>>,
    /// Serialises turns of the epoch and changes of account keys: creating, loading, destroying.
    turning: tokio::sync::Mutex<()>,
    /// The time of the last turn that kept the old epochs' keys.
    turn_delayed: Mutex<Option<Timestamp>>,
    /// The time after which no account key was wrapped again by a turn; at the earliest that of the opening.
    rewrapped_at: Mutex<Timestamp>,
    accounts: Mutex<HashMap<String, Arc<LockedMemory<Key>>>>,
    /// The keys that authenticate the envelopes only this platform creates.
    macs: Macs,
    /// The key of stored digests of guessable texts.
    digest: LockedMemory<Key>,
    /// Signs the platform's own statements.
    attester: Attester,
    /// The number of operations on keys that are on disk.
    acts: AtomicI64,
    /// The newest entry of the store's audit chain that is known to be committed.
    seen: Mutex<Option<ChainHead>>,
}

/// A version of the key that encrypts all other keys.
pub(crate) struct Kek {
    version: u32,
    key: LockedMemory<Key>,
}

/// The action if an account has no key-encryption key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfAbsent {
    /// Create the key: the store does not expect one.
    Make,
    /// Refuse: the key is missing or was destroyed.
    Refuse,
}

impl IfAbsent {
    /// Chooses the action by whether the store expects a key.
    pub(crate) fn expected(expected: bool) -> Self {
        if expected { Self::Refuse } else { Self::Make }
    }
}

/// The reason why the secret of a key cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SecretError {
    /// `keys.db` does not contain the secret, and no record says that it was destroyed.
    #[error("the secret of {0} is not among the stored keys")]
    Missing(String),
    /// `keys.db` contains the secret, but it does not open.
    #[error("the secret of {0} does not open")]
    Sealed(String),
    /// The secret was destroyed, or all keys of the account were.
    #[error("the key, or all of the account's, were destroyed")]
    Destroyed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SecretError {
    /// Maps a damaged row to a secret that does not open, so that other keys stay usable.
    fn of_row(self, name: &str) -> Self {
        match self {
            Self::Store(error) if error.is_damage() => {
                tracing::error!(key = name, %error, "a row of the wrapped keys is damaged");
                Self::Sealed(name.to_owned())
            }
            error => error,
        }
    }
}

impl Keyring {
    /// The paths of the key files.
    pub(crate) fn key_paths(&self) -> &KeyPaths {
        &self.place
    }

    /// The id of the installation.
    pub(crate) fn vault(&self) -> [u8; 16] {
        self.vault
    }

    /// The keys that authenticate the envelopes only this platform creates.
    pub(crate) fn macs(&self) -> &Macs {
        &self.macs
    }

    /// The number of operations on keys that are on disk.
    pub(crate) fn acts(&self) -> i64 {
        self.acts.load(Ordering::Acquire)
    }

    /// Records that an operation on keys was committed.
    fn note_committed_acts(&self, acts: i64) {
        self.acts.fetch_max(acts, Ordering::AcqRel);
    }

    /// The newest audit entry that is known to be committed.
    pub(crate) fn newest_seen_entry(&self) -> Option<ChainHead> {
        *lock(&self.seen)
    }

    /// Stores the newest committed audit entry and the newest accepted time in `keys.db`. An older copy of
    /// the store is detected from then on.
    pub(crate) async fn record_seen(
        &self,
        head: Option<ChainHead>,
        clock_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.db
            .write("keys.see", move |tx| {
                rows::record_newest_entry(tx, head, clock_at)
            })
            .await?;
        *lock(&self.seen) = head;
        Ok(())
    }

    /// The newest accepted time, as stored in `keys.db`.
    pub(crate) async fn clock_at(&self) -> Result<Option<Timestamp>, StoreError> {
        let pairing = self.db.read("keys.pairing", rows::pairing).await?;
        Ok(pairing.and_then(|pairing| pairing.clock_at))
    }

    /// A signer with the current key of the platform.
    pub(crate) fn attester(&self) -> Attester {
        self.attester.renewed()
    }

    /// The start of the newest epoch.
    pub(crate) fn epoch_since(&self) -> Timestamp {
        let newest = lock(&self.epochs).last().map(|epoch| epoch.made);
        newest.unwrap_or_else(|| self.clock.now())
    }

    /// Stores the secret of a key under its account's key. The secret is fsynced when this returns.
    pub(crate) async fn keep(
        &self,
        account: &str,
        key_id: &str,
        secret: &[u8],
        absent: IfAbsent,
    ) -> Result<(), SecretError> {
        let under = self.account_key(account, absent).await?;
        let sealing = Sealing {
            mode: Mode::AtRest,
            origin: Origin::Server,
            key_name: KeyName {
                id: self.vault,
                version: 1,
            },
            context: secret_context(account, key_id),
            ext: b"",
        };
        let wrapped = seal(&under, &sealing, secret, &mut Rng::new(&self.entropy))
            .map_err(|_| SecretError::Sealed(key_id.to_owned()))?;
        let (account, key_id) = (account.to_owned(), key_id.to_owned());
        let acts = self
            .db
            .write("keys.keep", move |tx| {
                // The account key that wraps the secret may have been destroyed since.
                if rows::was_destroyed(tx, &digest(&account))?
                    || rows::account(tx, &account)?.is_none()
                {
                    return Err(SecretError::Destroyed);
                }
                rows::insert_secret(tx, &key_id, &account, &wrapped)?;
                Ok(rows::count_act(tx)?)
            })
            .await?;
        self.note_committed_acts(acts);
        Ok(())
    }

    /// Reads the secret of a key.
    pub(crate) async fn secret(
        &self,
        account: &str,
        key_id: &str,
    ) -> Result<Plaintext, SecretError> {
        let (owner, id) = (account.to_owned(), key_id.to_owned());
        let stored = self
            .db
            .read("keys.secret", move |tx| {
                if let Some(stored) = rows::secret(tx, &id, &owner)? {
                    return Ok(stored);
                }
                for name in [&id, &owner] {
                    if rows::was_destroyed(tx, &digest(name))? {
                        return Err(SecretError::Destroyed);
                    }
                }
                Err(SecretError::Missing(id))
            })
            .await
            .map_err(|error: SecretError| error.of_row(key_id))?;
        let under = self.account_key(account, IfAbsent::Refuse).await?;
        unseal(&under, &stored, &secret_context(account, key_id))
            .map_err(|_| SecretError::Sealed(key_id.to_owned()))
    }

    /// Removes the secret of a key permanently, given the record of its destruction.
    pub(crate) async fn destroy(
        &self,
        evidence: &Evidence,
        key_id: &str,
    ) -> Result<(), StoreError> {
        supports(evidence, key_id)?;
        let id = key_id.to_owned();
        let acts = self
            .db
            .write("keys.destroy", move |tx| {
                rows::insert_destroyed(tx, &digest(&id))?;
                rows::delete_secret(tx, &id)?;
                rows::count_act(tx)
            })
            .await?;
        self.note_committed_acts(acts);
        self.compact().await
    }

    /// Removes all keys of an account permanently, given the record of that. No key is created for the
    /// account again.
    pub(crate) async fn destroy_account(
        &self,
        evidence: &Evidence,
        account: &str,
    ) -> Result<(), StoreError> {
        supports(evidence, account)?;
        // Waits for every task that loads the account's key: otherwise the task would cache the key after
        // its destruction.
        let one = self.turning.lock().await;
        let owner = account.to_owned();
        let acts = self
            .db
            .write("keys.destroy_account", move |tx| {
                rows::insert_destroyed(tx, &digest(&owner))?;
                rows::delete_account(tx, &owner)?;
                rows::count_act(tx)
            })
            .await?;
        self.note_committed_acts(acts);
        lock(&self.accounts).remove(account);
        drop(one);
        self.compact().await
    }

    /// The other account whose secret of this key opens; `None` if it opens for no other account.
    pub(crate) async fn other_account(
        &self,
        account: &str,
        key_id: &str,
    ) -> Result<Option<String>, StoreError> {
        let id = key_id.to_owned();
        let read = self.db.read("keys.secret.account", move |tx| {
            rows::secret_account(tx, &id)
        });
        let Some(other) = read.await?.filter(|other| other != account) else {
            return Ok(None);
        };
        match self.secret(&other, key_id).await {
            Ok(_) => Ok(Some(other)),
            Err(SecretError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// The keys whose secrets `keys.db` contains, as (key, account): at most `limit`, after a given key.
    /// Damaged text is decoded as far as possible.
    pub(crate) async fn secrets(
        &self,
        behind: Vec<u8>,
        limit: u32,
    ) -> Result<Vec<rows::SecretName>, StoreError> {
        self.db
            .read("keys.secrets", move |tx| rows::secrets(tx, &behind, limit))
            .await
    }

    /// The accounts whose key-encryption key `keys.db` contains.
    pub(crate) async fn accounts(&self) -> Result<Vec<String>, StoreError> {
        self.db.read("keys.accounts", rows::account_names).await
    }

    /// The accounts with secrets of keys in `keys.db`.
    pub(crate) async fn accounts_with_secrets(&self) -> Result<Vec<String>, StoreError> {
        self.db
            .read("keys.accounts.secrets", rows::accounts_with_secrets)
            .await
    }

    /// Whether `keys.db` recently recorded the destruction of an object of this name.
    pub(crate) async fn was_destroyed(&self, name: &str) -> Result<bool, StoreError> {
        let digest = digest(name);
        self.db
            .read("keys.destroyed", move |tx| rows::was_destroyed(tx, &digest))
            .await
    }

    /// Copies `keys.db` and its key-check record into a folder. The copy cannot be opened without the root
    /// key and the epochs' file. The copy is made after that of the store, so the audit entry in it is set
    /// back to `seen`, which was committed before both.
    pub(crate) async fn copy(
        &self,
        folder: &Path,
        seen: Option<ChainHead>,
    ) -> Result<(), VaultError> {
        let (db, file) = (self.db.clone(), folder.join(crate::root::KEYS));
        let to = file.clone();
        tokio::task::spawn_blocking(move || db.backup(&to, |_, _| {}))
            .await
            .unwrap_or(Err(StoreError::Panicked {
                transaction: "keys.copy",
            }))?;
        let options = Options {
            file,
            postgres: None,
            readers: 1,
            clock: Arc::clone(&self.clock),
            entropy: Arc::clone(&self.entropy),
        };
        let copy = Db::open(options, MIGRATIONS)?;
        let set = copy.write("keys.copy.see", move |tx| rows::see_again(tx, seen));
        let set: Result<(), StoreError> = set.await;
        copy.close().await;
        set?;
        remove_log(copy).await?;
        let (from, to) = (self.place.check(), folder.join(crate::root::CHECK));
        let bytes =
            std::fs::read(&from).map_err(|source| VaultError::File { path: from, source })?;
        write_secret(&to, &bytes)
    }

    /// The damage that the engine finds in `keys.db`, and the differences of its structure.
    pub(crate) async fn check_pages(&self) -> Result<Vec<String>, StoreError> {
        let check = |tx: &lockstep_store::Tx<'_>| tx.integrity();
        let mut found = self.db.read("keys.check", check).await?;
        found.extend(self.db.schema_differences().await?);
        Ok(found)
    }

    /// Closes the files.
    pub(crate) async fn close(&self) {
        self.db.close().await;
    }

    fn write_epochs(&self, all: &[Epoch]) -> Result<(), VaultError> {
        let path = self.place.epochs();
        epochs::write(&path, &self.vault, all, &[&self.kek], &self.entropy)
    }

    /// Compacts `keys.db` and its log, so that neither contains removed secrets. On PostgreSQL: VACUUM.
    async fn compact(&self) -> Result<(), StoreError> {
        if self.place.server.is_some() {
            return self.db.erase_traces().await;
        }
        let db = self.db.clone();
        tokio::task::spawn_blocking(move || db.checkpoint())
            .await
            .unwrap_or_else(|_| {
                Err(StoreError::Panicked {
                    transaction: "keys.fold",
                })
            })
    }
}

/// Removes the files of the log of a closed copy. The connections that only read are closed last, and cannot.
async fn remove_log(copy: Db) -> Result<(), StoreError> {
    tokio::task::spawn_blocking(move || copy.checkpoint())
        .await
        .unwrap_or(Err(StoreError::Panicked {
            transaction: "keys.copy",
        }))
}

/// Reads a key of the platform, if it exists.
async fn platform_key(db: &Db, kek: &Kek, name: &'static str) -> Result<Option<Key>, VaultError> {
    let version = kek.version;
    let stored = db
        .read("keys.platform", move |tx| {
            rows::platform_key(tx, name, version)
        })
        .await?;
    let key = stored.map(|stored| unwrap(&kek.key, &stored, b"server", name.as_bytes()));
    key.transpose().map_err(|_| does_not_open(name))
}

fn does_not_open(name: &str) -> VaultError {
    VaultError::Torn(format!(
        "the wrapped keys: the platform's key `{name}` does not open"
    ))
}

fn wrapped(
    under: &Key,
    version: u32,
    what: &[u8],
    row: &[u8],
    key: &Key,
    rng: &mut Rng,
) -> Vec<u8> {
    let name = KeyName {
        id: [0; 16],
        version,
    };
    wrap(under, name, what, row, key, rng).expect("these contexts are a few bytes long")
}

fn secret_context<'a>(account: &'a str, key_id: &'a str) -> Context<'a> {
    Context {
        account: account.as_bytes(),
        purpose: Purpose::Wrap,
        row: key_id.as_bytes(),
    }
}

fn supports(evidence: &Evidence, name: &str) -> Result<(), StoreError> {
    if evidence.is_of(name) {
        return Ok(());
    }
    Err(StoreError::Damaged(format!(
        "the recorded destruction is not that of {name}: nothing is destroyed"
    )))
}

fn digest(name: &str) -> [u8; 32] {
    Sha256::digest(name.as_bytes()).into()
}

/// No holder of these locks panics between two related changes, so a poisoned lock is usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The row of the key that authenticates the envelopes only this platform creates.
const MAC: &str = "mac";
/// The row of the seed of the attestation key.
const ATTEST: &str = "attest";
/// The row of the seed of the next attestation key, until the store records the rotation.
const NEXT: &str = "attest.next";
const READERS: usize = 2;
const ACCOUNTS_HELD: usize = 256;
