//! Accounts whose key is lost: `keys.db` lacks it, or holds bytes that do not open.
//!
//! The points, profile and keys of such an account cannot be opened, and no new data can be sealed.
//! Restoring the right `keys.db` makes all of it readable. Without it, an operator gives the account a new
//! key, and the data under the lost key is recorded as lost. This never happens automatically.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, StoreError};
use lockstep_web::ApiError;

use crate::keyring::SecretError;
use crate::operations::transition::write_audit_and_state;
use crate::store::{destructions, lost, pairing};
use crate::vault::{Vault, to_its_end};

/// The accounts whose key is lost.
#[derive(Clone, Copy)]
pub struct LostKeys<'v>(&'v Vault);

impl Vault {
    /// The accounts whose key is lost.
    #[must_use]
    pub fn lost_keys(&self) -> LostKeys<'_> {
        LostKeys(self)
    }
}

impl LostKeys<'_> {
    /// Gives an account with a lost key a new one, and marks the keys under the lost one as destroyed.
    /// Returns the number of these keys.
    ///
    /// # Errors
    /// A conflict if the account's key opens; not found if no data of the account was sealed.
    pub async fn replace(self, user: &UserId, actor: &Actor) -> Result<u64, ApiError> {
        let (vault, user, actor) = (self.0.clone(), user.clone(), actor.clone());
        to_its_end(async move { vault.lost_keys().replace_now(&user, &actor).await }).await
    }

    async fn replace_now(self, user: &UserId, actor: &Actor) -> Result<u64, ApiError> {
        let owner = user.clone();
        let db = &self.0.ctx().db;
        let expected = db.read::<_, StoreError, _>("vault.account.expected", move |tx| {
            destructions::expects_account(tx, owner.as_str())
        });
        if !expected.await? {
            return Err(ApiError::not_found("account with sealed data or keys"));
        }
        match self.0.keyring().has_account(user.as_str()).await {
            Ok(true) => {
                return Err(ApiError::conflict(
                    "the key of this account can be opened: nothing is lost, and nothing was changed",
                ));
            }
            Ok(false) if self.0.keyring().was_destroyed(user.as_str()).await? => {
                return Err(SecretError::Destroyed.into());
            }
            Ok(false) | Err(SecretError::Sealed(_) | SecretError::Missing(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let (owner, actor) = (user.clone(), actor.clone());
        let recorded = self
            .0
            .change_keys(user, "vault.account.key.lost", move |tx| {
                let recorded = lost::record(tx, &owner, &actor)?;
                for row in recorded.rows() {
                    write_audit_and_state(tx, &actor, "key.destroy", row)?;
                }
                Ok(recorded)
            })
            .await?;
        self.0.keyring().replace_lost(&recorded).await?;
        self.0.cache().forget(user);
        for key in recorded.keys() {
            if let Ok(key) = key.parse::<KeyId>() {
                self.0.cache().forget_evaluation_keys(&key);
            }
        }
        let acts = self.0.keyring().acts();
        db.write::<_, StoreError, _>("vault.account.key.replaced", move |tx| {
            pairing::record_acts(tx, acts)
        })
        .await?;
        self.0.pairing().record_head().await;
        tracing::warn!(account = %user, keys = recorded.keys().len(), "a lost key was replaced");
        Ok(recorded.keys().len() as u64)
    }
}
