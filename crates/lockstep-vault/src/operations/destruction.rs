//! The destruction of keys, each on evidence that the store has recorded before ([`destructions`]).

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::store::destructions::{self, DestructionTarget, Evidence};
use crate::vault::{Vault, to_its_end};

/// The destruction of keys.
#[derive(Clone, Copy)]
pub(crate) struct KeyDestruction<'v>(&'v Vault);

impl Vault {
    /// The destruction of keys.
    pub(crate) fn destruction(&self) -> KeyDestruction<'_> {
        KeyDestruction(self)
    }
}

impl KeyDestruction<'_> {
    /// Destroys all keys of an account, in any state. They are gone when this returns.
    pub(crate) async fn destroy_account(self, user: &UserId) -> Result<(), ApiError> {
        let (vault, user) = (self.0.clone(), user.clone());
        to_its_end(async move {
            let owner = user.clone();
            vault
                .ctx()
                .db
                .write::<_, StoreError, _>("vault.account.destroy.record", move |tx| {
                    destructions::record(tx, DestructionTarget::Account(owner.as_str()))
                })
                .await?;
            let evidence = vault.destruction().evidence(user.as_str()).await?;
            let destroyed = vault
                .keyring()
                .destroy_account(&evidence, user.as_str())
                .await;
            vault.cache().forget(&user);
            vault.pairing().record_head().await;
            Ok(destroyed?)
        })
        .await
    }

    /// Removes the secret of a key whose destruction is recorded.
    pub(crate) async fn destroy_recorded(self, key: &str) -> Result<(), ApiError> {
        let evidence = self.evidence(key).await?;
        Ok(self.0.keyring().destroy(&evidence, key).await?)
    }

    /// The committed evidence that a key or an account is to be destroyed.
    pub(crate) async fn evidence(self, name: &str) -> Result<Evidence, ApiError> {
        let account_name = name.to_owned();
        let found = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.evidence", move |tx| {
                destructions::evidence(tx, &account_name)
            })
            .await?;
        found.ok_or_else(|| {
            ApiError::internal(format!(
                "no destruction of {name} is recorded: the key is not changed"
            ))
        })
    }

    /// Gives up a key that this store began to create and never named, and removes its secret.
    pub(crate) async fn give_up(self, key: &str) -> Result<(), ApiError> {
        let id = key.to_owned();
        let given_up = self
            .0
            .ctx()
            .db
            .write::<_, StoreError, _>("vault.key.give_up", move |tx| {
                destructions::give_up(tx, &id)
            })
            .await?;
        if !given_up {
            return Ok(());
        }
        self.destroy_recorded(key).await
    }
}
