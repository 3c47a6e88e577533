//! The vault while the platform runs: the keyring, cached keys, the worker pool.

mod cache;
mod quotas;
mod refusals;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::FromRef;
use lockstep_documents::VerificationKeys;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{ClockGuard, ClockState, Ctx, StoreError, Timestamp, Tx};
use lockstep_web::jobs::Pool;
use lockstep_web::quota::QuotaGate;
use lockstep_web::{ApiError, AppState, DigestKey};

use crate::attest::Attester;
use crate::evaluation_uploads::UploadingAccounts;
use crate::keyring::{Keyring, Macs, OpenMode};
use crate::periods::UNNAMED;
use crate::rng::Rng;
use crate::root::{UnlockedRoot, VaultError};
use crate::spool::SpoolUsage;
use crate::store::{self, pairing};

pub use self::cache::KeyCache;
pub use self::quotas::VaultQuotas;
pub(crate) use crate::sync::{lock, to_its_end};

/// The keys and their operations; cheap to clone.
#[derive(Clone)]
pub struct Vault(Arc<Inner>);

struct Inner {
    ctx: Ctx,
    keyring: Keyring,
    guard: Mutex<ClockGuard>,
    /// The last reported state of the clock.
    reported_clock: Mutex<ClockState>,
    cache: KeyCache,
    verification_keys: Arc<VerificationKeys>,
    pool: Pool,
    /// Serialises rotations of the attestation key.
    rotating: tokio::sync::Mutex<()>,
    /// Keys whose material is being created or loaded: one task at a time for each key.
    making: Mutex<HashMap<KeyId, Arc<tokio::sync::Mutex<()>>>>,
    sending: UploadingAccounts,
    /// The time of the last search for secrets that no row names.
    looked: Mutex<Option<Timestamp>>,
    spooled: SpoolUsage,
    /// The last account whose search index was looked at since the start; `None` after the last one.
    search_pass: Mutex<Option<String>>,
    /// The storage quotas of accounts; set once by the server.
    quotas: OnceLock<QuotaGate>,
}

impl UnlockedRoot {
    /// Opens the vault over its store.
    ///
    /// # Errors
    /// [`VaultError`] if the store, `keys.db` and the epochs' file do not belong together.
    pub async fn open(self, ctx: &Ctx) -> Result<Vault, VaultError> {
        self.open_as(ctx, OpenMode::Usual).await
    }

    /// Opens the vault although the store is older than its keys, or the keys are older: an operator
    /// accepts the missing data. Keys that the store does not name are kept and not used.
    ///
    /// # Errors
    /// [`VaultError`] if the store and `keys.db` belong together, so that there is nothing to accept, or if
    /// they are of different installations.
    pub async fn accept_rollback(self, ctx: &Ctx) -> Result<Vault, VaultError> {
        self.open_as(ctx, OpenMode::AcceptRollback).await
    }

    async fn open_as(self, ctx: &Ctx, opening: OpenMode) -> Result<Vault, VaultError> {
        let keyring = Keyring::open(self, ctx, opening).await?;
        let stored = ctx
            .db
            .read::<_, StoreError, _>("vault.clock", pairing::clock_at)
            .await?;
        // The later of the two times: one of the files may have been restored from a backup.
        let last = keyring.clock_at().await?.max(stored);
        let guard = ClockGuard::start(last, ctx.clock.now(), ctx.clock.monotonic());
        let vault = Vault(Arc::new(Inner {
            ctx: ctx.clone(),
            keyring,
            guard: Mutex::new(guard),
            reported_clock: Mutex::new(ClockState::Agrees),
            cache: KeyCache::default(),
            verification_keys: Arc::default(),
            pool: Pool::new(),
            rotating: tokio::sync::Mutex::new(()),
            making: Mutex::default(),
            sending: UploadingAccounts::default(),
            looked: Mutex::default(),
            spooled: SpoolUsage::default(),
            search_pass: Mutex::new(Some(String::new())),
            quotas: OnceLock::new(),
        }));
        vault.clock().state();
        vault.mode_keys().record_states().await?;
        Ok(vault)
    }
}

impl Vault {
    /// The vault of the application state.
    ///
    /// # Errors
    /// The application state has no vault.
    pub fn of(state: &AppState) -> Result<&Self, ApiError> {
        state
            .extension()
            .ok_or_else(|| ApiError::internal("the server was assembled without a vault"))
    }

    /// Stores what `keys.db` and the store record of each other, and closes the files. If the store is
    /// closed already, the next start does this.
    pub async fn close(&self) {
        if let Err(error) = self.pairing().record_progress().await {
            tracing::debug!(%error, "the keys and the store recorded each other a minute ago");
        }
        self.0.keyring.close().await;
    }

    /// The paths of the key files.
    #[must_use]
    pub fn key_paths(&self) -> &crate::root::KeyPaths {
        self.0.keyring.key_paths()
    }

    /// The signer of the platform's own statements.
    #[must_use]
    pub fn attester(&self) -> Attester {
        self.0.keyring.attester()
    }

    /// The verification keys of proofs that were read since the start.
    #[must_use]
    pub fn verification_keys(&self) -> &Arc<VerificationKeys> {
        &self.0.verification_keys
    }

    /// The key of stored digests for one purpose. A digest of a guessable text is stored only under such a
    /// key. The key is valid until the root key is replaced.
    #[must_use]
    pub fn digests(&self, purpose: &str) -> DigestKey {
        self.0.keyring.digests(purpose)
    }

    /// Refuses if the account was erased. For transactions that store an account's data without sealing.
    ///
    /// # Errors
    /// [`StoreError::Erased`], or another.
    pub fn ensure_active(tx: &Tx<'_>, user: &UserId) -> Result<(), StoreError> {
        store::ensure_active(tx, user)
    }

    /// Removes an account that was not erased from the erased ones. The caller has evidence.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn not_erased(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
        store::not_erased(tx, user)
    }

    /// Serialises rotations of the attestation key.
    pub(crate) fn rotating(&self) -> &tokio::sync::Mutex<()> {
        &self.0.rotating
    }

    pub(crate) fn guard(&self) -> &Mutex<ClockGuard> {
        &self.0.guard
    }

    pub(crate) fn reported_clock(&self) -> &Mutex<ClockState> {
        &self.0.reported_clock
    }

    pub(crate) fn search_pass(&self) -> &Mutex<Option<String>> {
        &self.0.search_pass
    }

    pub(crate) fn spooled(&self) -> &SpoolUsage {
        &self.0.spooled
    }

    /// The store, the clock and the entropy source.
    #[must_use]
    pub fn ctx(&self) -> &Ctx {
        &self.0.ctx
    }

    /// The keys that authenticate envelopes which only this platform makes.
    #[must_use]
    pub fn macs(&self) -> &Macs {
        self.keyring().macs()
    }

    /// The opened keys in memory.
    #[must_use]
    pub fn cache(&self) -> &KeyCache {
        &self.0.cache
    }

    pub(crate) fn keyring(&self) -> &Keyring {
        &self.0.keyring
    }

    /// The worker pool for long computations.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// A random number generator over the entropy of the store.
    #[must_use]
    pub fn rng(&self) -> Rng {
        Rng::new(&self.ctx().entropy)
    }

    /// A lock to hold while material of this key is created or loaded. The pool bounds the total memory of
    /// these tasks.
    pub(crate) fn making(&self, id: &KeyId) -> Arc<tokio::sync::Mutex<()>> {
        let mut making = lock(&self.0.making);
        making.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(making.entry(id.clone()).or_default())
    }

    pub(crate) fn sending(&self) -> &UploadingAccounts {
        &self.0.sending
    }

    /// Whether it is time to look for secrets that nothing names: since the last time an hour has passed,
    /// or the clock was set back.
    pub(crate) fn looks_for_unnamed(&self, now: Timestamp) -> bool {
        lock(&self.0.looked).is_none_or(|last| now < last || now.since(last) >= UNNAMED)
    }

    pub(crate) fn looked_for_unnamed(&self, now: Timestamp) {
        *lock(&self.0.looked) = Some(now);
    }

    /// Changes the rows of an account's keys, and removes the keys from the cache. Otherwise a stopped key
    /// would continue to work.
    pub(crate) async fn change_keys<T: Send + 'static>(
        &self,
        user: &UserId,
        name: &'static str,
        job: impl FnMut(&mut Tx<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (vault, user) = (self.clone(), user.clone());
        to_its_end(async move {
            let written = vault.ctx().db.write(name, job).await;
            vault.cache().forget(&user);
            written
        })
        .await
    }
}

/// Handlers take the vault as their state.
impl FromRef<AppState> for Vault {
    fn from_ref(state: &AppState) -> Self {
        Self::of(state)
            .expect("the server assembles every state with a vault")
            .clone()
    }
}
