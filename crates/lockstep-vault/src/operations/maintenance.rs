//! Background maintenance of the vault: expired keys, keys whose destruction is due, secrets that no row
//! names, epochs.
//!
//! A secret is destroyed only on recorded evidence ([`destructions`]): of a key whose delay has ended, of an
//! erased account, or of a key that this store began to create and gave up. A secret without any record in
//! the store is kept.

use std::time::Duration;

use lockstep_store::{Actor, StoreError, Timestamp};
use lockstep_web::capability::AlertFinding;
use lockstep_web::{ApiError, AppState, IdempotencyKey};

use crate::key::{KeyAction, KeyRecord, Status};
use crate::operations::creation::RotationReason;
use crate::operations::transition::change;
use crate::periods::{EPOCH, UNNAMED};
use crate::store::destructions::{self, DestructionTarget};
use crate::store::expiry::{self, PeriodEnd};
use crate::store::{self, pairing};
use crate::vault::Vault;
use lockstep_web::Owner;

/// Reports keys whose rotation is overdue.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn overdue(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let before = state.clock.now().minus(ROTATION_GRACE);
    let end = PeriodEnd {
        expiry: before,
        // After the period is reduced, the next rounds of the maintenance rotate the keys, unless this is disabled.
        creation: match state.settings().encryption.auto_rotate_keys {
            true => Timestamp(i64::MIN),
            false => before.minus(Vault::of(&state)?.mode_keys().rotation_period()),
        },
    };
    let counted = state
        .db
        .read("vault.overdue", move |tx| expiry::count_overdue(tx, end));
    let keys = counted.await?;
    let message = format!(
        "not rotated: {} whose period ended more than an hour ago. Turn encryption.autoRotateKeys on, or let \
         their owners rotate the keys",
        lockstep_web::counted(keys, "current key", "current keys")
    );
    let found = (keys > 0).then(|| AlertFinding::single(message));
    Ok(found.into_iter().collect())
}

/// The time in which the maintenance rotates a key whose period has ended.
const ROTATION_GRACE: Duration = Duration::from_secs(3600);

/// Runs one maintenance round. An interrupted step continues in the next round. A failure for one key is logged
/// and does not affect other keys; the last failure is returned.
///
/// Irreversible steps wait while the clock is ahead.
pub(crate) async fn round(vault: &Vault) -> Result<(), ApiError> {
    let round = MaintenanceRound { vault, last: None };
    round.run().await
}

/// A maintenance round.
struct MaintenanceRound<'v> {
    vault: &'v Vault,
    /// The last failure.
    last: Option<ApiError>,
}

impl MaintenanceRound<'_> {
    async fn run(mut self) -> Result<(), ApiError> {
        let vault = self.vault;
        if vault.clock().may_act() {
            let step = self.expire().await;
            self.take("expiring keys", step);
            let step = self.finish_destruction().await;
            self.take("destroying keys", step);
            let step = self.reconcile().await;
            self.take("comparing secrets with the store", step);
        }
        match read_keys(vault, "vault.pending", store::pending).await {
            Ok(pending) => pending
                .into_iter()
                .for_each(|key| vault.mode_keys().complete(key)),
            Err(error) => self.take("completing keys", Err(error)),
        }
        if vault.clock().may_act() {
            let step = vault.epochs().turn(EPOCH).await;
            self.take("the epoch", step);
        }
        let settled = vault.pairing().record_progress().await;
        self.take("the clock and the pairing", settled.map_err(ApiError::from));
        self.last.map_or(Ok(()), Err)
    }

    /// Expires keys whose period has ended; current keys are rotated if the setting is on.
    async fn expire(&mut self) -> Result<(), ApiError> {
        let vault = self.vault;
        let now = vault.ctx().clock.now();
        let end = PeriodEnd {
            expiry: now,
            creation: now.minus(vault.mode_keys().rotation_period()),
        };
        let due = read_keys(vault, "vault.due", move |tx| expiry::due(tx, end)).await?;
        let rotates = vault.ctx().settings().encryption.auto_rotate_keys;
        for key in due {
            let owner = Owner::system(key.user.clone());
            let follows = key.current
                && key.status.encrypts()
                && vault.mode_keys().ensure_allowed(key.slot).is_ok();
            let done = if rotates && follows {
                let rotated = vault.mode_keys().rotate(
                    &owner,
                    &key.id,
                    RotationReason::Expired,
                    IdempotencyKey::default(),
                );
                rotated.await.map(drop)
            } else {
                vault
                    .mode_keys()
                    .change(&owner, &key.id, KeyAction::Expire)
                    .await
                    .map(drop)
            };
            self.take(key.id.as_str(), done);
        }
        Ok(())
    }

    /// Records the destruction, then removes the secret, then updates the key's row.
    async fn finish_destruction(&mut self) -> Result<(), ApiError> {
        let vault = self.vault;
        let now = vault.ctx().clock.now();
        let due = read_keys(vault, "vault.condemned", move |tx| {
            store::due_destructions(tx, now)
        })
        .await?;
        for key in due {
            let done = finish_destroying(vault, &key).await;
            self.take(key.id.as_str(), done);
        }
        Ok(())
    }

    /// Compares the secrets in `keys.db` with the store. Secrets with a recorded destruction are removed;
    /// keys whose creation did not finish are given up. A secret unknown to the store is kept and counted,
    /// and never used.
    async fn reconcile(&mut self) -> Result<(), ApiError> {
        let vault = self.vault;
        let now = vault.ctx().clock.now();
        if !vault.looks_for_unnamed(now) {
            return Ok(());
        }
        let before = now.minus(UNNAMED);
        let db = &vault.ctx().db;
        let unfinished = db.read::<_, StoreError, _>("vault.unfinished", move |tx| {
            destructions::unfinished(tx, before)
        });
        for key in unfinished.await? {
            let done = vault.destruction().give_up(&key).await;
            self.take(&key, done);
        }
        let compared = vault.key_examination().compare().await?;
        for (account, key) in compared.condemned {
            // The destruction was recorded for the key itself or for its account.
            let done = match vault.destruction().destroy_recorded(&key).await {
                Ok(()) => Ok(()),
                Err(_) => match vault.destruction().evidence(&account).await {
                    Ok(of) => {
                        let done = vault.keyring().destroy_account(&of, &account).await;
                        done.map_err(ApiError::from)
                    }
                    Err(error) => Err(error),
                },
            };
            self.take(&key, done);
        }
        if !compared.unknown.is_empty() {
            tracing::warn!(
                count = compared.unknown.len(),
                "there are keys that the store does not name: they are kept but not used; `lockstep doctor` \
                    lists them"
            );
        }
        vault.looked_for_unnamed(now);
        Ok(())
    }

    /// Logs a failure and continues.
    fn take(&mut self, what: &str, done: Result<(), ApiError>) {
        let Err(error) = done else { return };
        let reason = error.log.as_deref().unwrap_or(&error.message);
        tracing::warn!(what, reason, "not completed in this round");
        self.last = Some(error);
    }
}

async fn finish_destroying(vault: &Vault, key: &KeyRecord) -> Result<(), ApiError> {
    let (id, user) = (key.id.clone(), key.user.clone());
    let recorded = vault
        .change_keys(&key.user, "vault.key.destroy.record", move |tx| {
            // From here on the destruction cannot be cancelled.
            let due = store::by_id(tx, &user, &id)?.is_some_and(|key| {
                key.status == Status::PendingDestruction
                    && key.destroy_at.is_some_and(|at| at <= tx.now())
            });
            if due {
                destructions::record(tx, DestructionTarget::Key(id.as_str()))?;
            }
            Ok(due)
        })
        .await?;
    if !recorded {
        return Ok(());
    }
    vault
        .destruction()
        .destroy_recorded(key.id.as_str())
        .await?;
    let (id, user, acts) = (key.id.clone(), key.user.clone(), vault.keyring().acts());
    vault
        .change_keys(&key.user, "vault.key.destroy", move |tx| {
            pairing::record_acts(tx, acts)?;
            let Some(key) = store::by_id(tx, &user, &id)? else {
                return Ok(());
            };
            change(tx, &Actor::system(), &key, KeyAction::Destroy).map(drop)
        })
        .await
}

async fn read_keys(
    vault: &Vault,
    name: &'static str,
    read: impl FnOnce(&lockstep_store::Tx<'_>) -> Result<Vec<KeyRecord>, StoreError> + Send + 'static,
) -> Result<Vec<KeyRecord>, ApiError> {
    Ok(vault.ctx().db.read::<_, StoreError, _>(name, read).await?)
}

/// Runs the maintenance of keys. The server calls it as a background job.
pub(crate) async fn run(state: AppState) -> Result<(), ApiError> {
    round(Vault::of(&state)?).await
}
