//! Operations on keys: create, find, change.

use std::sync::Arc;
use std::time::Duration;

use lockstep_fhe::EvaluationKeys;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, QueueOwner, StoreError, Timestamp};
use lockstep_web::{ApiError, IdempotencyKey, Owner, Page, Paging};

use crate::key::{Custody, KeyAction, KeyRecord, KeySlot, Status, UnsupportedKeySlot};
use crate::keyring::SecretError;
use crate::material::{ComputeKeys, LoadedKey, Material, compute_keys, parameters};
use crate::operations::creation::{
    CreationCondition, NewKey, Outcome, RotationReason, followable, names_none,
};
use crate::operations::key_rows;
use crate::operations::mode_keys::ModeKeys;
use crate::operations::transition::{change, not_now};
use crate::periods::DAY;
use crate::store::{self, ListedKey};

impl ModeKeys<'_> {
    /// The slot's current key. Creates a key if the slot has none, and rotates an expired one.
    pub async fn current(self, owner: &Owner, slot: KeySlot) -> Result<Arc<LoadedKey>, ApiError> {
        self.ensure_allowed(slot)?;
        let now = self.0.ctx().clock.now();
        if let Some(loaded) = self.0.cache().current(&owner.user, slot)
            && loaded.record.status.encrypts()
            && now < self.period_end(&loaded.record)
        {
            return Ok(loaded);
        }
        let removals = self.0.cache().removals();
        let user = owner.user.clone();
        let found = self
            .0
            .ctx()
            .db
            .read::<_, ApiError, _>("vault.current", move |tx| {
                key_rows::current(tx, &user, slot)
            })
            .await?;
        let rotates = self.0.ctx().settings().encryption.auto_rotate_keys;
        if let Some(record) = found {
            let fresh = now < self.period_end(&record);
            match record.status {
                status if status.encrypts() && fresh => {
                    return self.open_and_cache(removals, record).await;
                }
                // The maintenance expires a key while automatic rotation is disabled.
                status if rotates && (status.encrypts() || status == Status::Expired) => {}
                Status::Suspended => {
                    return Err(ApiError::encryption_parameter(
                        "mode",
                        format!(
                            "the current key {} is suspended: resume it, or generate another key",
                            record.id
                        ),
                    ));
                }
                _ => {
                    return Err(ApiError::encryption_parameter(
                        "mode",
                        format!(
                            "the current key {} has expired, and automatic rotation is disabled on this server: \
                                generate another key",
                            record.id
                        ),
                    ));
                }
            }
        }
        self.create(
            owner,
            slot,
            CreationCondition::IfNone,
            IdempotencyKey::default(),
        )
        .await?;
        let (removals, user) = (self.0.cache().removals(), owner.user.clone());
        let found = self
            .0
            .ctx()
            .db
            .read::<_, ApiError, _>("vault.current", move |tx| {
                key_rows::current(tx, &user, slot)
            })
            .await?;
        let record =
            found.ok_or_else(|| ApiError::internal("a key was created and cannot be found"))?;
        self.open_and_cache(removals, record).await
    }

    /// Refuses to encrypt with less security than the administrator allows.
    pub fn ensure_allowed(self, slot: KeySlot) -> Result<(), ApiError> {
        slot.at_least(self.minimum_level())
            .map_err(|UnsupportedKeySlot { parameter, reason }| {
                ApiError::encryption_parameter(parameter, reason)
            })
    }

    /// The minimum bits of security that the administrator allows.
    pub fn minimum_level(self) -> u32 {
        self.0.ctx().settings().encryption.min_key_length
    }

    /// The time from which a key encrypts no new data: its expiry, or earlier if the rotation period was reduced.
    #[must_use]
    pub fn period_end(self, key: &KeyRecord) -> Timestamp {
        key.period_end(self.rotation_period())
    }

    /// The time after its creation from which a key encrypts no new data.
    pub(crate) fn rotation_period(self) -> Duration {
        let days = self.0.ctx().settings().encryption.rotation_period.max(1);
        Duration::from_secs(u64::from(days) * DAY)
    }

    /// The caller's key of this id, with its secret, if it decrypts.
    pub async fn named(self, user: &UserId, id: &KeyId) -> Result<Arc<LoadedKey>, ApiError> {
        if let Some(loaded) = self.0.cache().key(user, id) {
            return Ok(loaded);
        }
        let removals = self.0.cache().removals();
        let record = self.record(user, id).await?;
        if !record.status.decrypts() {
            // The secret may already be destroyed.
            return Err(not_now(&record, "be used"));
        }
        self.open_and_cache(removals, record).await
    }

    /// The caller's key of this id, without its secret.
    pub async fn record(self, user: &UserId, id: &KeyId) -> Result<KeyRecord, ApiError> {
        let (user, id) = (user.clone(), id.clone());
        let found = self
            .0
            .ctx()
            .db
            .read::<_, ApiError, _>("vault.key", move |tx| key_rows::by_id(tx, &user, &id))
            .await?;
        found.ok_or_else(|| ApiError::not_found("key"))
    }

    /// A page of the caller's keys, and their total number.
    pub async fn page(self, user: UserId, paging: Paging) -> Result<Page<ListedKey>, ApiError> {
        self.0
            .ctx()
            .db
            .read("vault.keys", move |tx| Ok(store::page(tx, &user, paging)?))
            .await
    }

    /// Creates a key and returns it to its owner once; in server custody it becomes current.
    pub async fn generate(
        self,
        owner: &Owner,
        slot: KeySlot,
        custody: Custody,
        idempotency_key: IdempotencyKey,
    ) -> Result<NewKey, ApiError> {
        match self
            .create(
                owner,
                slot,
                CreationCondition::Always(custody),
                idempotency_key,
            )
            .await?
        {
            Outcome::Created(new) => Ok(new),
            _ => Err(ApiError::internal(
                "the key of an earlier request with this Idempotency-Key is not stored",
            )),
        }
    }

    /// Creates the next key of a key's slot. The secret is not returned.
    pub async fn rotate(
        self,
        owner: &Owner,
        id: &KeyId,
        reason: RotationReason,
        idempotency_key: IdempotencyKey,
    ) -> Result<KeyRecord, ApiError> {
        let (user, key_id, asked) = (owner.user.clone(), id.clone(), idempotency_key.clone());
        let (old, before) = self
            .0
            .ctx()
            .db
            .read("vault.rotate", move |tx| {
                let old = key_rows::by_id(tx, &user, &key_id)?;
                let old = old.ok_or_else(|| ApiError::not_found("key"))?;
                let before = asked.before::<String>(tx, &user)?;
                if before.is_none() {
                    followable(&old)?;
                }
                Ok::<_, ApiError>((old, before))
            })
            .await?;
        let made = match before {
            Some(text) => Outcome::Before(text.parse().map_err(|_| names_none())?),
            None => {
                self.ensure_allowed(old.slot)?;
                let making = CreationCondition::After(old.id, reason);
                self.create(owner, old.slot, making, idempotency_key)
                    .await?
            }
        };
        match made {
            Outcome::Created(new) => Ok(new.record),
            Outcome::Before(id) => self.record(&owner.user, &id).await,
            Outcome::Needless => Err(ApiError::internal(
                "the key of an earlier request with this Idempotency-Key is not stored",
            )),
        }
    }

    /// Applies `act` to a key.
    pub async fn change(
        self,
        owner: &Owner,
        id: &KeyId,
        act: KeyAction,
    ) -> Result<KeyRecord, ApiError> {
        let (account, id) = (owner.clone(), id.clone());
        // While the clock is ahead no key is destroyed, and no delay counts as over.
        let trusted = self.0.clock().may_act();
        self.0
            .change_keys(&owner.user, "vault.key.change", move |tx| {
                let key = key_rows::by_id(tx, &account.user, &id)?
                    .ok_or_else(|| ApiError::not_found("key"))?;
                let over = key.destroy_at.is_some_and(|at| at <= tx.now());
                if act == KeyAction::Cancel && over && trusted {
                    return Err(not_now(&key, "be kept: its delay has ended"));
                }
                change(tx, &account.actor, &key, act)
            })
            .await
    }

    /// Suspends a key: [`KeyAction::Suspend`].
    ///
    /// # Errors
    /// The key does not exist or cannot be suspended.
    pub async fn suspend(self, user: &UserId, actor: &Actor, key: &KeyId) -> Result<(), ApiError> {
        let owner = Owner {
            user: user.clone(),
            actor: actor.clone(),
        };
        let suspended = self.change(&owner, key, KeyAction::Suspend).await;
        suspended.map(drop)
    }

    /// The evaluation keys of a homomorphic key. Absent ones are created, or refused with `parameter` if
    /// their owner must upload them.
    pub async fn evaluation_keys(
        self,
        record: &KeyRecord,
        parameter: &str,
    ) -> Result<Arc<EvaluationKeys>, ApiError> {
        if let Some(keys) = self.0.cache().evaluation_keys(&record.id) {
            return Ok(keys);
        }
        let making = self.0.making(&record.id);
        let _one = making.lock().await;
        if let Some(keys) = self.0.cache().evaluation_keys(&record.id) {
            return Ok(keys);
        }
        let (user, id) = (record.user.clone(), record.id.clone());
        let stored = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.evaluation", move |tx| {
                store::evaluation_key(tx, &user, &id)
            })
            .await?;
        let set = record.slot.set();
        let set = set.ok_or_else(|| ApiError::internal("no parameter set of a homomorphic key"))?;
        let is_damaged = stored.is_some();
        let read = match stored {
            // The bytes end with a checksum, so a changed byte is an error here.
            Some(body) => {
                let read = self.0.pool().run(&record.user, move |_| {
                    Ok(EvaluationKeys::from_bytes(&parameters(set), &body).ok())
                });
                read.await?
            }
            None => None,
        };
        let keys = match read {
            Some(keys) => keys,
            None if is_damaged && record.custody == Custody::Client => {
                return Err(ApiError::encryption(format!(
                    "the stored evaluation keys of {0} are damaged: send them again with PUT \
                     /v1/encryption/keys/{0}/evaluation-keys",
                    record.id
                )));
            }
            None if record.custody == Custody::Client => {
                return Err(ApiError::encryption_parameter(
                    parameter,
                    format!(
                        "the evaluation keys of {0} are missing: send them with PUT \
                            /v1/encryption/keys/{0}/evaluation-keys",
                        record.id
                    ),
                ));
            }
            None => self.make_evaluation(record, is_damaged).await?,
        };
        let keys = Arc::new(keys);
        self.0.cache().insert_evaluation_keys(record, &keys);
        Ok(keys)
    }

    /// Makes the evaluation keys of a key in the server's custody, and stores those of a current key.
    async fn make_evaluation(
        self,
        record: &KeyRecord,
        is_damaged: bool,
    ) -> Result<EvaluationKeys, ApiError> {
        let loaded = self.named(&record.user, &record.id).await?;
        let mut rng = self.0.rng();
        let ComputeKeys {
            evaluation: keys,
            evaluation_bytes: body,
            public_bytes: public,
        } = self
            .0
            .pool()
            .run(&record.user, move |_| {
                let Material::Fhe(secret) = &loaded.material else {
                    return Err(ApiError::internal("not a homomorphic key"));
                };
                compute_keys(&secret.open()?, &mut rng)
            })
            .await?;
        let owner = Owner {
            user: record.user.clone(),
            actor: Actor::system(),
        };
        let (account, id) = (owner.clone(), record.id.clone());
        self.0
            .change_keys(&owner.user, "vault.evaluation.keep", move |tx| {
                let Some(key) = key_rows::by_id(tx, &account.user, &id)? else {
                    return Err(ApiError::not_found("key"));
                };
                if is_damaged {
                    tracing::warn!(key = %id, "damaged evaluation keys were created again");
                    store::drop_evaluation_key(tx, &account.user, &id)?;
                }
                if key.current {
                    store::keep_evaluation_key(tx, &account.user, &id, &public, &body)?;
                }
                if key.status == Status::Pending {
                    change(tx, &account.actor, &key, KeyAction::Ready)?;
                }
                Ok(())
            })
            .await?;
        Ok(keys)
    }

    /// Opens a key's secret and caches it.
    async fn open_and_cache(
        self,
        removals: u64,
        record: KeyRecord,
    ) -> Result<Arc<LoadedKey>, ApiError> {
        if record.custody == Custody::Client {
            return Err(ApiError::encryption_parameter(
                "parameters.keyId",
                "only the owner has the secret of this key",
            ));
        }
        let secret = self
            .0
            .keyring()
            .secret(record.user.as_str(), record.id.as_str())
            .await;
        let secret = secret.map_err(|error| match error {
            // The key was destroyed after its record was read.
            SecretError::Destroyed => ApiError::not_found("key"),
            error => error.into(),
        })?;
        let material = Material::read(record.slot, &secret)
            .ok_or_else(|| key_rows::key_row_mismatch(&record.id))?;
        let loaded = Arc::new(LoadedKey::new(record, material));
        self.0.cache().insert(removals, &loaded);
        Ok(loaded)
    }

    /// Creates the evaluation keys of a key in the background.
    pub(crate) fn complete(self, record: KeyRecord) {
        let vault = self.0.clone();
        let owner = QueueOwner::Account(record.user.clone());
        tokio::spawn(owner.scope(async move {
            let keys = vault.mode_keys();
            let made = match keys.evaluation_keys(&record, "keyId").await {
                Ok(_) => keys.ready(&record).await,
                Err(error) => Err(error),
            };
            if let Err(error) = made {
                tracing::warn!(key = %record.id, reason = error.log, "a key is not complete yet");
            }
        }));
    }

    /// Marks a pending key as ready; the key may have been stopped since.
    async fn ready(self, record: &KeyRecord) -> Result<(), ApiError> {
        let (user, id) = (record.user.clone(), record.id.clone());
        self.0
            .change_keys(
                &record.user,
                "vault.key.ready",
                move |tx| match key_rows::by_id(tx, &user, &id)? {
                    Some(key) if key.status == Status::Pending => {
                        change(tx, &Actor::system(), &key, KeyAction::Ready).map(drop)
                    }
                    _ => Ok(()),
                },
            )
            .await
    }
}
