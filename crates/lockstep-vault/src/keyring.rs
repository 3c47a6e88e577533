//! The hierarchy of keys, and `keys.db`: root key → KEK versions → epochs' keys and the platform's
//! own; epoch's key → an account's key → the secrets of its keys.
//!
//! `keys.db` is ahead of the store: a secret is on disk before anything names its key, and gone
//! before its row says so. The epochs' keys lie in a file of their own that no backup holds.

mod digests;
mod epochs;
mod first;
mod replace;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_seal::{
    Cipher, Context, Key, KeyName, Mode, Origin, Plaintext, Purpose, Sealing, open, seal, unwrap,
    wrap,
};
use lockstep_store::clock::entropy_array;
use lockstep_store::db::Options;
use lockstep_store::{Clock, Db, Entropy, Migration, StoreError, Timestamp};
use sha2::{Digest, Sha256};

use self::epochs::Epoch;
use crate::attest::Attester;
use crate::locked::Locked;
use crate::rng::Rng;
use crate::root::{Check, Place, Unlocked, VaultError, write_secret};
use crate::store::keys as rows;

/// The keys for keys, and the store of what is under them.
pub(crate) struct Keyring {
    db: Db,
    place: Place,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    vault: [u8; 16],
    kek: Kek,
    epochs: Mutex<Vec<Epoch>>,
    /// One turn of the epoch at a time, or one account's key made, taken up or destroyed.
    turning: tokio::sync::Mutex<()>,
    accounts: Mutex<HashMap<String, Arc<Locked<Key>>>>,
    /// What envelopes that only this platform makes are authenticated with.
    mac: Locked<Key>,
    /// What stored digests of guessable texts are keyed with.
    digest: Locked<Key>,
    /// Signs what the platform says of itself.
    attester: Attester,
}

/// A version of the key that everything else is under.
pub(crate) struct Kek {
    version: u32,
    key: Locked<Key>,
}

/// What can be wrong with a secret that should be there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SecretError {
    /// It is not there, and nothing says that it was destroyed.
    #[error("the secret of {0} is not in keys.db")]
    Missing(String),
    /// It is there and does not open.
    #[error("the secret of {0} does not open")]
    Sealed(String),
    /// It was destroyed, or all of the account's were.
    #[error("the key, or all of the account's, were destroyed")]
    Destroyed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Keyring {
    /// Opens it, or makes it at the first start. `named` is the vault the store names, if it does.
    pub(crate) async fn open(
        unlocked: Unlocked,
        named: Option<[u8; 16]>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, VaultError> {
        let Unlocked { place, root, check } = unlocked;
        if check.is_none() && named.is_some() {
            return Err(VaultError::Torn(format!(
                "the store names keys, but {} and {} are missing: put them back from the backup",
                place.keys().display(),
                place.check().display(),
            )));
        }
        if check.is_none() && place.keys().exists() {
            first::forget(&place, &clock, &entropy).await?;
        }
        let db = Db::open(
            Options {
                file: place.keys(),
                readers: READERS,
                clock: Arc::clone(&clock),
                entropy: Arc::clone(&entropy),
            },
            MIGRATIONS,
        )?;
        db.write("keys.overwrite", rows::overwrite_removed).await?;
        let mut rng = Rng::new(&entropy);
        let vault = match check.as_ref().and_then(Check::vault) {
            Some(vault) => {
                let held = db.read("keys.vault", rows::vault).await?;
                if held != Some(vault) || named.is_some_and(|named| named != vault) {
                    return Err(VaultError::Torn(
                        "keys.db, keys.check and lockstep.db are not of one installation: put them \
                         back from one backup"
                            .to_owned(),
                    ));
                }
                vault
            }
            None => {
                let vault = entropy_array::<16>(&*entropy);
                let kek = Key::generate(Cipher::Aes256Gcm, &mut rng);
                let mac = Key::generate(Cipher::Aes256Gcm, &mut rng);
                let wrapped_kek = wrapped(&root, 0, b"kek", b"1", &kek, &mut rng);
                let wrapped_mac = wrapped(&kek, 1, b"server", MAC.as_bytes(), &mac, &mut rng);
                db.write("keys.first", move |tx| {
                    rows::insert_vault(tx, &vault)?;
                    rows::insert_kek(tx, 1, &wrapped_kek)?;
                    rows::insert_platform_key(tx, MAC, 1, &wrapped_mac)
                })
                .await?;
                vault
            }
        };
        // Two only where a root key is being replaced: which of them opens is the right one.
        let stored = db.read("keys.kek", rows::keks).await?;
        let several = stored.len() > 1;
        let kek = stored.into_iter().find_map(|(version, stored)| {
            let key = unwrap(&root, &stored, b"kek", version.to_string().as_bytes()).ok()?;
            let key = Locked::new(key);
            Some(Kek { version, key })
        });
        let kek = kek.ok_or(VaultError::WrongRoot)?;
        let mac = platform_key(&db, &kek, MAC).await?;
        let mac = mac.ok_or_else(|| does_not_open(MAC))?;
        let digest = digests::open(&db, &kek, &mut rng).await?;
        let attest = match platform_key(&db, &kek, ATTEST).await? {
            Some(attest) => attest,
            // keys.db is new, or older than this key.
            None => {
                let seed = Key::generate(Cipher::Aes256Gcm, &mut rng);
                let (version, row) = (kek.version, ATTEST.as_bytes());
                let stored = wrapped(&kek.key, version, b"server", row, &seed, &mut rng);
                db.write("keys.attest.make", move |tx| {
                    rows::insert_platform_key(tx, ATTEST, version, &stored)
                })
                .await?;
                seed
            }
        };
        let path = place.epochs();
        let (epochs, others) = match std::fs::read(&path) {
            Ok(bytes) => epochs::read(&bytes, &path, &vault, &kek)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if db.read("keys.accounts", rows::accounts).await? > 0 {
                    return Err(VaultError::Torn(format!(
                        "{} is missing: without it no account's keys open. It stands in no backup; \
                         put it back from where you keep the root key",
                        path.display()
                    )));
                }
                let first = Epoch {
                    n: 1,
                    made: clock.now(),
                    key: Arc::new(Locked::new(Key::generate(Cipher::Aes256Gcm, &mut rng))),
                };
                (vec![first], false)
            }
            Err(source) => return Err(VaultError::File { path, source }),
        };
        let attester = Attester::new(attest, &vault, &entropy);
        let keyring = Self {
            db,
            clock,
            entropy,
            vault,
            kek,
            epochs: Mutex::new(epochs),
            turning: tokio::sync::Mutex::new(()),
            accounts: Mutex::default(),
            mac: Locked::new(mac),
            digest: Locked::new(digest),
            attester,
            place,
        };
        let ours = !keyring.place.copy;
        if ours && !keyring.place.epochs().exists() {
            let epochs = lock(&keyring.epochs).clone();
            keyring.write_epochs(&epochs)?;
        }
        if ours && (several || others) {
            keyring.forget_other_keks(others).await?;
        }
        // Last of all: from here on the root key must be this one.
        if check.is_none() {
            let check = Check::new(&vault, &root);
            let text = serde_json::to_vec(&check)
                .map_err(|error| VaultError::Torn(format!("keys.check: {error}")))?;
            write_secret(&keyring.place.check(), &text)?;
        }
        Ok(keyring)
    }

    /// Where everything lies.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// The vault's name.
    pub(crate) fn vault(&self) -> [u8; 16] {
        self.vault
    }

    /// The platform's own key for envelopes that nobody else makes.
    pub(crate) fn mac(&self) -> &Key {
        &self.mac
    }

    /// Signs for the platform.
    pub(crate) fn attester(&self) -> &Attester {
        &self.attester
    }

    /// When the newest epoch began.
    pub(crate) fn epoch_since(&self) -> Timestamp {
        let newest = lock(&self.epochs).last().map(|epoch| epoch.made);
        newest.unwrap_or_else(|| self.clock.now())
    }

    /// Puts a key's secret on disk, under its account's key. When this returns it is fsynced.
    pub(crate) async fn keep(
        &self,
        account: &str,
        key_id: &str,
        secret: &[u8],
    ) -> Result<(), SecretError> {
        let under = self.account_key(account).await?;
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
        self.db
            .write("keys.keep", move |tx| {
                // The key it is under may be gone since.
                if rows::was_destroyed(tx, &digest(&account))?
                    || rows::account(tx, &account)?.is_none()
                {
                    return Err(SecretError::Destroyed);
                }
                Ok(rows::insert_secret(tx, &key_id, &account, &wrapped)?)
            })
            .await
    }

    /// A key's secret.
    pub(crate) async fn secret(
        &self,
        account: &str,
        key_id: &str,
    ) -> Result<Plaintext, SecretError> {
        let (of, id) = (account.to_owned(), key_id.to_owned());
        let stored = self
            .db
            .read("keys.secret", move |tx| {
                if let Some(stored) = rows::secret(tx, &id, &of)? {
                    return Ok(stored);
                }
                for name in [&id, &of] {
                    if rows::was_destroyed(tx, &digest(name))? {
                        return Err(SecretError::Destroyed);
                    }
                }
                Err(SecretError::Missing(id))
            })
            .await?;
        let under = self.account_key(account).await?;
        open(&under, &stored, &secret_context(account, key_id))
            .map_err(|_| SecretError::Sealed(key_id.to_owned()))
    }

    /// Removes a key's secret for good.
    pub(crate) async fn destroy(&self, key_id: &str) -> Result<(), StoreError> {
        let id = key_id.to_owned();
        self.db
            .write("keys.destroy", move |tx| {
                rows::insert_destroyed(tx, &digest(&id))?;
                rows::delete_secret(tx, &id)
            })
            .await?;
        self.fold().await
    }

    /// Removes everything of an account for good; no key of it is made again.
    pub(crate) async fn destroy_account(&self, account: &str) -> Result<(), StoreError> {
        // Not while somebody takes up its key: what they read before this would be remembered after.
        let one = self.turning.lock().await;
        let of = account.to_owned();
        self.db
            .write("keys.destroy_account", move |tx| {
                rows::insert_destroyed(tx, &digest(&of))?;
                rows::delete_account(tx, &of)
            })
            .await?;
        lock(&self.accounts).remove(account);
        drop(one);
        self.fold().await
    }

    /// Secrets that lie there since before `before`, as (key, account), the first `limit` behind a key:
    /// their keys may never have come to be.
    pub(crate) async fn older_than(
        &self,
        before: Timestamp,
        behind: String,
        limit: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.db
            .read("keys.older", move |tx| {
                rows::older_than(tx, before, &behind, limit)
            })
            .await
    }

    /// Whether something of this name was destroyed here of late.
    pub(crate) async fn was_destroyed(&self, name: &str) -> Result<bool, StoreError> {
        let digest = digest(name);
        self.db
            .read("keys.destroyed", move |tx| rows::was_destroyed(tx, &digest))
            .await
    }

    /// Begins a new epoch where the newest is older than `age`: wraps every account's key anew and
    /// destroys the old epochs' keys, and with them what older backups of `keys.db` hold.
    pub(crate) async fn turn(&self, age: Duration) -> Result<bool, VaultError> {
        let _one = self.turning.lock().await;
        let now = self.clock.now();
        let mut epochs = lock(&self.epochs).clone();
        let newest = epochs.last().map(|epoch| (epoch.n, epoch.made));
        let due = newest.is_none_or(|(_, made)| now.since(made) >= age);
        if !due && epochs.len() < 2 {
            return Ok(false);
        }
        if due {
            epochs.push(Epoch {
                n: newest.map_or(1, |(n, _)| n + 1),
                made: now,
                key: Arc::new(Locked::new(Key::generate(
                    Cipher::Aes256Gcm,
                    &mut Rng::new(&self.entropy),
                ))),
            });
            // On disk before anything is under it.
            self.write_epochs(&epochs)?;
            lock(&self.epochs).clone_from(&epochs);
        }
        let Some(newest) = epochs.last().cloned() else {
            return Ok(false);
        };
        let entropy = Arc::clone(&self.entropy);
        let name = self.vault;
        let old: HashMap<u32, Arc<Locked<Key>>> = epochs
            .iter()
            .map(|epoch| (epoch.n, Arc::clone(&epoch.key)))
            .collect();
        let (n, to) = (newest.n, Arc::clone(&newest.key));
        self.db
            .write("keys.turn", move |tx| {
                let mut rng = Rng::new(&entropy);
                for (account, epoch, stored) in rows::accounts_outside(tx, n)? {
                    let under = old.get(&epoch).ok_or_else(|| lost(&account))?;
                    let key = unwrap(under, &stored, account.as_bytes(), b"account")
                        .map_err(|_| lost(&account))?;
                    let name = KeyName {
                        id: name,
                        version: n,
                    };
                    let anew = wrap(&to, name, account.as_bytes(), b"account", &key, &mut rng)
                        .map_err(|_| lost(&account))?;
                    rows::update_account(tx, &account, n, &anew)?;
                }
                rows::forget_destroyed(tx, tx.now().minus(age * 4))
            })
            .await?;
        self.fold().await?;
        // Nothing is under the old ones any more.
        let only = vec![newest];
        self.write_epochs(&only)?;
        *lock(&self.epochs) = only;
        Ok(true)
    }

    /// Copies `keys.db` and its record into a folder. Blocks. Nothing in the copy opens without the
    /// root key and the epochs' file.
    pub(crate) fn copy(&self, folder: &Path) -> Result<(), VaultError> {
        self.db.backup(&folder.join(crate::root::KEYS), |_, _| {})?;
        let (from, to) = (self.place.check(), folder.join(crate::root::CHECK));
        let bytes =
            std::fs::read(&from).map_err(|source| VaultError::File { path: from, source })?;
        write_secret(&to, &bytes)
    }

    /// Lets go of the files.
    pub(crate) async fn close(&self) {
        self.db.close().await;
    }

    /// Whether the account's key for keys is there, and opens.
    pub(crate) async fn has_account(&self, account: &str) -> Result<bool, SecretError> {
        let of = account.to_owned();
        let stored = self
            .db
            .read::<_, StoreError, _>("keys.account", move |tx| rows::account(tx, &of))
            .await?;
        if stored.is_none() {
            return Ok(false);
        }
        self.account_key(account).await.map(|_| true)
    }

    /// The account's key for keys; made when first needed.
    pub(crate) async fn account_key(&self, account: &str) -> Result<Arc<Locked<Key>>, SecretError> {
        if let Some(key) = lock(&self.accounts).get(account) {
            return Ok(Arc::clone(key));
        }
        // Not while the epoch turns: what is read then could be under a key that is gone.
        let _one = self.turning.lock().await;
        let of = account.to_owned();
        let newest = lock(&self.epochs)
            .last()
            .cloned()
            .ok_or(SecretError::Destroyed)?;
        let stored = self
            .db
            .read::<_, StoreError, _>("keys.account", move |tx| rows::account(tx, &of))
            .await?;
        let (epoch, stored) = match stored {
            Some(stored) => stored,
            None => {
                let mut rng = Rng::new(&self.entropy);
                let key = Key::generate(Cipher::Aes256Gcm, &mut rng);
                let name = KeyName {
                    id: self.vault,
                    version: newest.n,
                };
                let made = wrap(
                    &newest.key,
                    name,
                    account.as_bytes(),
                    b"account",
                    &key,
                    &mut rng,
                )
                .map_err(|_| SecretError::Sealed(account.to_owned()))?;
                let (of, n) = (account.to_owned(), newest.n);
                let kept = self
                    .db
                    .write::<_, StoreError, _>("keys.account.make", move |tx| {
                        if rows::was_destroyed(tx, &digest(&of))? {
                            return Ok(None);
                        }
                        rows::insert_account(tx, &of, n, &made)?;
                        // Another may have come first.
                        rows::account(tx, &of)
                    })
                    .await?;
                kept.ok_or(SecretError::Destroyed)?
            }
        };
        let under = lock(&self.epochs)
            .iter()
            .find(|known| known.n == epoch)
            .map(|known| Arc::clone(&known.key));
        let sealed = || SecretError::Sealed(account.to_owned());
        let under = under.ok_or_else(sealed)?;
        let key = unwrap(&under, &stored, account.as_bytes(), b"account").map_err(|_| sealed())?;
        let key = Arc::new(Locked::new(key));
        let mut accounts = lock(&self.accounts);
        if accounts.len() >= ACCOUNTS_HELD {
            accounts.clear();
        }
        accounts.insert(account.to_owned(), Arc::clone(&key));
        Ok(key)
    }

    fn write_epochs(&self, all: &[Epoch]) -> Result<(), VaultError> {
        let mut rng = Rng::new(&self.entropy);
        let path = self.place.epochs();
        epochs::write(&path, &self.vault, all, &[&self.kek], &mut rng)
    }

    /// What was removed stands in neither file nor log.
    async fn fold(&self) -> Result<(), StoreError> {
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

#[cfg(test)]
impl Keyring {
    /// As `keys.db` was before there was one.
    pub(crate) async fn forget_the_attestation_key(&self) {
        let forget = |tx: &mut lockstep_store::Tx<'_>| rows::delete_platform_key(tx, ATTEST);
        self.db.write("keys.attest.forget", forget).await.unwrap();
    }

    pub(crate) fn remembered_for_a_test(&self, account: &str) -> Option<Arc<Locked<Key>>> {
        lock(&self.accounts).get(account).cloned()
    }

    pub(crate) fn remember_for_a_test(&self, account: &str, key: Arc<Locked<Key>>) {
        lock(&self.accounts).insert(account.to_owned(), key);
    }

    pub(crate) async fn keks_for_a_test(&self) -> Vec<u32> {
        let all = self.db.read("keys.kek", rows::keks).await.unwrap();
        all.into_iter().map(|(version, _)| version).collect()
    }
}

/// One of the platform's own keys, if it is there.
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
        "keys.db: the platform's key `{name}` does not open"
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

fn lost(account: &str) -> StoreError {
    StoreError::Damaged(format!("keys.db: the key of {account} does not open"))
}

fn digest(name: &str) -> [u8; 32] {
    Sha256::digest(name.as_bytes()).into()
}

/// Nothing is left half-done under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "keys",
        n: 1,
        sql: include_str!("../migrations/keys_0001.sql"),
    },
    Migration {
        capability: "keys",
        n: 2,
        sql: include_str!("../migrations/keys_0002.sql"),
    },
];
/// What envelopes that nobody else makes are authenticated with.
const MAC: &str = "mac";
/// The seed of the attestation key.
const ATTEST: &str = "attest";
const READERS: usize = 2;
const ACCOUNTS_HELD: usize = 256;
