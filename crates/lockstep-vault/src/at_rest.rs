//! Encryption at rest of the data of an account: chunks of points, the profile, and values derived from
//! them.
//!
//! [`AccountKeys`] seals and opens synchronously, inside transactions of the store. Data without a mode is
//! sealed under the account's own key. Data of a mode is sealed under the current key of the mode's usual
//! slot, and can be opened as long as that key decrypts.

mod block;
mod spooling;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use lockstep_documents::signed_root::Block;
use lockstep_fhe::SecretKey;
use lockstep_seal::{
    Cipher, Context, Header, Key, KeyName, Mode as SealMode, Origin, Purpose, Sealing, open, seal,
};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, StoreError, Tx};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, DigestKey};
use tokio::runtime::Handle;
use zeroize::Zeroizing;

pub use crate::spool::{SpoolFile, SpoolWriter};
pub use block::{Commitment, blinding, homomorphic_points};
pub use lockstep_fhe::{Scale, Width};
pub use lockstep_seal::Plaintext;

use crate::key::{Custody, KeyRecord, KeySlot, Mode, Status, UnusableKeyReason};
use crate::keyring::{IfAbsent, SecretError};
use crate::locked::LockedMemory;
use crate::material::{LoadedKey, Material};
use crate::operations::key_rows;
use crate::rng::PublicRng;
use crate::roots;
use crate::store;
use crate::vault::{Vault, lock};
use lockstep_web::Owner;

/// The keys that seal the stored data of an account; cheap to clone.
#[derive(Clone)]
pub struct AccountKeys(Arc<Inner>);

struct Inner {
    vault: Vault,
    user: UserId,
    own: Arc<LockedMemory<Key>>,
    /// The current keys of the requested modes; new data is sealed under them.
    current: Vec<Arc<LoadedKey>>,
    /// Homomorphic secret keys in expanded form, cached for the lifetime of this value.
    expanded: Mutex<HashMap<KeyId, Arc<SecretKey>>>,
    /// See [`AccountKeys::row_digests`]; derived on first use.
    row_digests: OnceLock<DigestKey>,
    /// Whether a stored value of the account did not open; see [`AccountKeys::note_damage`].
    met_damage: AtomicBool,
    handle: Handle,
}

/// The storage location of a sealed value. The bytes open at no other location.
#[derive(Clone, Copy, Debug)]
pub struct AadContext<'a> {
    /// The kind of value: `points`, `profile`, …
    pub what: &'static str,
    /// The row of the value among the values of its kind.
    pub row: &'a [u8],
}

/// The reason why a sealed value of the account does not open.
#[derive(Debug, thiserror::Error)]
pub enum UnsealError {
    /// The key of the value no longer decrypts.
    #[error("its key {0} is {1}")]
    Stopped(KeyId, UnusableKeyReason),
    /// The stored bytes differ from the sealed bytes, or belong to another location.
    #[error("it does not belong here, or has been changed")]
    Damaged,
    /// Reading the key from the store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Vault {
    /// The keys of an account, for reading and for data without a mode.
    ///
    /// # Errors
    /// The keys of the account were destroyed.
    pub async fn account_keys(&self, user: &UserId) -> Result<AccountKeys, ApiError> {
        account_keys_of(self, user, Vec::new()).await
    }

    /// The keys of an account for sealing data under modes. Creates the current key of each mode where it
    /// is absent. A mode of `optional` whose key is unavailable is left out.
    ///
    /// # Errors
    /// The current key of a mode of `required` is stopped; the error names the reason.
    pub async fn writing_keys(
        &self,
        user: &UserId,
        actor: &Actor,
        required: &[Mode],
        optional: &[Mode],
    ) -> Result<AccountKeys, ApiError> {
        let owner = Owner {
            user: user.clone(),
            actor: actor.clone(),
        };
        let mut current = Vec::with_capacity(required.len() + optional.len());
        for mode in required {
            let loaded = self
                .mode_keys()
                .current(&owner, KeySlot::usual(*mode))
                .await;
            current.push(loaded.map_err(|error| cannot_be_given(*mode, error))?);
        }
        for mode in optional.iter().filter(|mode| !required.contains(mode)) {
            match self
                .mode_keys()
                .current(&owner, KeySlot::usual(*mode))
                .await
            {
                Ok(loaded) => current.push(loaded),
                Err(error) if is_of_one_key(&error) => {}
                Err(error) => return Err(error),
            }
        }
        account_keys_of(self, user, current).await
    }
}

async fn account_keys_of(
    vault: &Vault,
    user: &UserId,
    current: Vec<Arc<LoadedKey>>,
) -> Result<AccountKeys, ApiError> {
    Ok(AccountKeys(Arc::new(Inner {
        vault: vault.clone(),
        user: user.clone(),
        own: own_key(vault, user).await?,
        current,
        expanded: Mutex::default(),
        row_digests: OnceLock::new(),
        met_damage: AtomicBool::new(false),
        handle: Handle::current(),
    })))
}

/// The key that seals the account's data without a mode. The key is on disk, and the store names the
/// account, before any data is sealed under it.
async fn own_key(vault: &Vault, user: &UserId) -> Result<Arc<LockedMemory<Key>>, ApiError> {
    if let Some(key) = vault.cache().account_key(user) {
        return Ok(key);
    }
    let removals = vault.cache().removals();
    let owner = user.clone();
    let (named, expected) = vault
        .ctx()
        .db
        .read::<_, StoreError, _>("vault.account", move |tx| {
            let expected = store::destructions::expects_account(tx, owner.as_str())?;
            Ok((store::names_account(tx, &owner)?, expected))
        })
        .await?;
    let absent = IfAbsent::expected(expected);
    let account = vault.keyring().account_key(user.as_str(), absent).await?;
    let (owner, installation) = (user.clone(), vault.keyring().vault());
    let acts = vault.keyring().acts();
    if !named {
        vault
            .ctx()
            .db
            .write::<_, StoreError, _>("vault.account.name", move |tx| {
                store::ensure_active(tx, &owner)?;
                store::bind(tx, &installation)?;
                store::pairing::record_acts(tx, acts)?;
                store::name_account(tx, &owner)
            })
            .await?;
        vault.pairing().record_head().await;
    }
    let key = Arc::new(LockedMemory::new(
        account.derive(Cipher::Aes256Gcm, AT_REST),
    ));
    vault.cache().insert_account_key(removals, user, &key);
    Ok(key)
}

impl AccountKeys {
    /// The account that owns the keys.
    #[must_use]
    pub fn user(&self) -> &UserId {
        &self.0.user
    }

    /// The key for digests over the account's stored rows, derived from the account's own key.
    #[must_use]
    pub fn row_digests(&self) -> &DigestKey {
        self.0.row_digests.get_or_init(|| {
            let key = self.0.own.derive(Cipher::Aes256Gcm, ROW_DIGESTS);
            DigestKey::new(Zeroizing::new(*key.expose()))
        })
    }

    /// Records that a stored value of the account did not open.
    pub fn note_damage(&self) {
        self.0.met_damage.store(true, Ordering::SeqCst);
    }

    /// Whether damage was recorded since the last call; clears the record.
    #[must_use]
    pub fn take_damage(&self) -> bool {
        self.0.met_damage.swap(false, Ordering::SeqCst)
    }

    /// The key that the clear header of sealed bytes names; `Some(None)` is the account's own key. `None`
    /// if the bytes have no readable header.
    #[must_use]
    pub fn key_named_by(bytes: &[u8]) -> Option<Option<KeyId>> {
        let id = Header::parse(bytes).ok()?.key_name.id;
        Some((id != [0; 16]).then(|| KeyId::from_bytes(id)))
    }

    /// Whether the account has a key of this id, in any state.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn knows(&self, tx: &Tx<'_>, key: &KeyId) -> Result<bool, StoreError> {
        store::is_named(tx, &self.0.user, key)
    }

    /// The current key of a mode; `None` without a mode.
    #[must_use]
    pub fn current(&self, mode: Option<Mode>) -> Option<&KeyId> {
        Some(&self.current_key(mode?)?.record.id)
    }

    /// Refuses if the account was erased or if one of these keys no longer decrypts. Called in the
    /// transaction that stores sealed data, this check orders the two changes. A key that was only rotated
    /// passes.
    ///
    /// # Errors
    /// The account does not exist, a conflict, or [`StoreError`].
    pub fn check(&self, tx: &Tx<'_>) -> Result<(), ApiError> {
        store::ensure_active(tx, &self.0.user)?;
        for loaded in &self.0.current {
            let record = key_rows::by_id(tx, &self.0.user, &loaded.record.id)?;
            if !record.is_some_and(|record| record.status.decrypts()) {
                return Err(ApiError::conflict(
                    "a key of the account changed during the request: send it again",
                ));
            }
        }
        Ok(())
    }

    /// Seals `plain` for a location, in the transaction that stores the result. `ext` is stored
    /// beside it in the clear, and is authenticated.
    ///
    /// # Errors
    /// These keys were loaded without `mode`; [`StoreError::Erased`].
    pub fn seal(
        &self,
        tx: &Tx<'_>,
        mode: Option<Mode>,
        location: AadContext<'_>,
        ext: &[u8],
        plain: &[u8],
    ) -> Result<Vec<u8>, StoreError> {
        store::ensure_active(tx, &self.0.user)?;
        let (id, under) = match mode {
            None => ([0; 16], &**self.0.own),
            Some(mode) => {
                let loaded = self.current_key(mode).ok_or_else(|| not_asked_for(mode))?;
                (loaded.record.id.to_bytes(), loaded.at_rest())
            }
        };
        let sealing = Sealing {
            mode: SealMode::AtRest,
            origin: Origin::Server,
            key_name: KeyName { id, version: 1 },
            context: self.context(location),
            ext,
        };
        // Sealing takes nothing but the message id from it, which is stored in the clear.
        seal(under, &sealing, plain, &mut PublicRng(tx))
            .map_err(|error| StoreError::Damaged(error.to_string()))
    }

    /// Opens the bytes stored at `location` under a key; without a key, under the account's own. Returns the
    /// plaintext and the clear extension.
    ///
    /// # Errors
    /// [`UnsealError`].
    pub fn open<'b>(
        &self,
        tx: &Tx<'_>,
        key: Option<&KeyId>,
        location: AadContext<'_>,
        bytes: &'b [u8],
    ) -> Result<(Plaintext, &'b [u8]), UnsealError> {
        let Some(key) = key else {
            return self.open_own(location, bytes);
        };
        let loaded = self.key(tx, key)?;
        self.open_under(loaded.at_rest(), location, bytes)
    }

    /// Opens the bytes stored at `location` under the account's own key. Needs no transaction.
    ///
    /// # Errors
    /// [`UnsealError::Damaged`].
    pub fn open_own<'b>(
        &self,
        location: AadContext<'_>,
        bytes: &'b [u8],
    ) -> Result<(Plaintext, &'b [u8]), UnsealError> {
        self.open_under(&self.0.own, location, bytes)
    }

    fn open_under<'b>(
        &self,
        under: &Key,
        location: AadContext<'_>,
        bytes: &'b [u8],
    ) -> Result<(Plaintext, &'b [u8]), UnsealError> {
        let plain =
            open(under, bytes, &self.context(location)).map_err(|_| UnsealError::Damaged)?;
        let header = Header::parse(bytes).map_err(|_| UnsealError::Damaged)?;
        Ok((plain, header.ext))
    }

    /// The reason why data under a key cannot be opened; `None` if it can.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn stopped(
        &self,
        tx: &Tx<'_>,
        key: &KeyId,
    ) -> Result<Option<UnusableKeyReason>, StoreError> {
        match self.key(tx, key) {
            Ok(_) => Ok(None),
            Err(UnsealError::Stopped(_, stop)) => Ok(Some(stop)),
            Err(UnsealError::Store(error)) => Err(error),
            Err(UnsealError::Damaged) => Err(damaged(key)),
        }
    }

    /// The expanded secret of a homomorphic key; `None` for a key of another kind.
    ///
    /// # Errors
    /// [`StoreError`] if the secret is damaged.
    pub fn expanded(&self, loaded: &LoadedKey) -> Result<Option<Arc<SecretKey>>, StoreError> {
        let Material::Fhe(secret) = &loaded.material else {
            return Ok(None);
        };
        let id = &loaded.record.id;
        let mut expanded = lock(&self.0.expanded);
        if let Some(key) = expanded.get(id) {
            return Ok(Some(Arc::clone(key)));
        }
        let key = Arc::new(secret.open().map_err(|_| damaged(id))?);
        expanded.insert(id.clone(), Arc::clone(&key));
        Ok(Some(key))
    }

    /// Signs the root of a block at the end of the account's chain, in the transaction that stores the
    /// block. Returns the digest of the signed record.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn attest(&self, tx: &mut Tx<'_>, block: &Block<'_>) -> Result<[u8; 32], StoreError> {
        let roots = self.0.vault.signed_roots();
        roots.sign_block(tx, &self.0.user, block)
    }

    /// The digest of the record that signed the root of a block.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn attested(&self, tx: &Tx<'_>, root: &[u8; 32]) -> Result<Option<[u8; 32]>, StoreError> {
        roots::record_of_block(tx, &self.0.user, root)
    }

    fn current_key(&self, mode: Mode) -> Option<&Arc<LoadedKey>> {
        let mut current = self.0.current.iter();
        current.find(|loaded| loaded.record.slot.mode == mode)
    }

    /// A key that decrypts, with its secret.
    fn key(&self, tx: &Tx<'_>, id: &KeyId) -> Result<Arc<LoadedKey>, UnsealError> {
        let vault = &self.0.vault;
        let stopped = |reason| UnsealError::Stopped(id.clone(), reason);
        let decrypts = |record: &KeyRecord| {
            if record.status.decrypts() && record.custody == Custody::Server {
                return Ok(());
            }
            Err(stopped(UnusableKeyReason::Status(record.status)))
        };
        if let Some(loaded) = vault.cache().key(&self.0.user, id) {
            decrypts(&loaded.record)?;
            return Ok(loaded);
        }
        let removals = vault.cache().removals();
        let record = match store::by_id(tx, &self.0.user, id) {
            Ok(record) => record,
            // The row is damaged and can be restored: data under this key is unreadable until then, other
            // data is unaffected.
            Err(error) if error.is_damage() => {
                tracing::error!(key = %id, %error, "the row of a key is damaged");
                return Err(stopped(UnusableKeyReason::Damaged));
            }
            Err(error) => return Err(error.into()),
        };
        // The row of a destroyed key stays: a key without one lost it.
        let record = record.ok_or_else(|| stopped(UnusableKeyReason::Damaged))?;
        decrypts(&record)?;
        // A transaction runs on a thread of the store, so this wait blocks no thread of the runtime. `keys.db` is
        // another file with its own readers, which cannot wait for the current transaction.
        let reading = vault.keyring().secret(self.0.user.as_str(), id.as_str());
        #[expect(clippy::disallowed_methods, reason = "a transaction cannot await")]
        let secret = self.0.handle.block_on(reading);
        let secret = match secret {
            Ok(secret) => secret,
            // The key was destroyed after this transaction began.
            Err(SecretError::Missing(_) | SecretError::Destroyed) => {
                return Err(stopped(UnusableKeyReason::Status(Status::Destroyed)));
            }
            Err(SecretError::Store(error)) => return Err(error.into()),
            // Only the data under this key is lost; a scrub names the key.
            Err(SecretError::Sealed(_)) => {
                tracing::error!(key = %id, "the secret of a key is damaged");
                return Err(stopped(UnusableKeyReason::Damaged));
            }
        };
        let Some(material) = Material::read(record.slot, &secret) else {
            // A readable row with a wrong level or scheme: unreadable data until the row is restored.
            tracing::error!(key = %id, "the row of a key does not fit the key's secret");
            return Err(stopped(UnusableKeyReason::Damaged));
        };
        let loaded = Arc::new(LoadedKey::new(record, material));
        vault.cache().insert(removals, &loaded);
        Ok(loaded)
    }

    fn context<'a>(&'a self, location: AadContext<'a>) -> Context<'a> {
        Context {
            account: self.0.user.as_str().as_bytes(),
            purpose: Purpose::Named(location.what),
            row: location.row,
        }
    }
}

/// Whether the error concerns one key: it is stopped, lost, or its row is damaged.
fn is_of_one_key(error: &ApiError) -> bool {
    matches!(
        error.kind,
        ErrorKind::EncryptionParameters | ErrorKind::Encryption
    )
}

fn cannot_be_given(mode: Mode, error: ApiError) -> ApiError {
    match error.kind {
        ErrorKind::Internal | ErrorKind::Unavailable | ErrorKind::Conflict => error,
        _ => ApiError::encryption(format!(
            "encryptionMode: {mode} cannot be given: {}",
            error.message
        )),
    }
}

fn not_asked_for(mode: Mode) -> StoreError {
    StoreError::Damaged(format!("the account keys were loaded without mode {mode}"))
}

fn damaged(key: &KeyId) -> StoreError {
    StoreError::Damaged(format!("the secret of {key} is damaged"))
}

const AT_REST: &[u8] = b"at rest";
const ROW_DIGESTS: &[u8] = b"row digests";
