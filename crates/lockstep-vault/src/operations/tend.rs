//! What the vault does by itself: keys whose time is over, keys whose delay is over, secrets that
//! nothing names, epochs.

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError};
use lockstep_web::{Fault, House};

use crate::key::{Act, KeyRecord};
use crate::operations::keys::{Owner, change};
use crate::store;
use crate::vault::{EPOCH, Vault};

impl Vault {
    /// One round of all of it. Each step can be cut off anywhere and is taken up by the next round.
    pub(crate) async fn tend(&self) -> Result<(), Fault> {
        self.expire().await?;
        self.finish_destruction().await?;
        self.forget_unnamed().await?;
        for record in self.read_keys("vault.pending", store::pending).await? {
            self.complete(record);
        }
        let turned = self.keyring().turn(EPOCH).await;
        turned.map_err(|error| Fault::internal(error.to_string()))?;
        Ok(())
    }

    /// Everything of an account is gone when this returns, whatever its keys' states.
    pub(crate) async fn destroy_account(&self, user: &UserId) -> Result<(), Fault> {
        self.keyring().destroy_account(user.as_str()).await?;
        self.forget(user);
        self.forget_jobs(user);
        Ok(())
    }

    /// Keys whose time is over: current ones are followed by others where that is wanted.
    async fn expire(&self) -> Result<(), Fault> {
        let now = self.ctx().clock.now();
        let due = self
            .read_keys("vault.due", move |tx| store::due(tx, now))
            .await?;
        let rotates = self.ctx().settings().encryption.auto_rotate_keys;
        for key in due {
            let owner = Owner {
                user: key.user.clone(),
                actor: Actor::system(),
            };
            if key.current && rotates && key.status.encrypts() {
                self.rotate(&owner, &key.id).await?;
            } else {
                self.change(&owner, &key.id, Act::Expire).await?;
            }
        }
        Ok(())
    }

    /// The secret goes first, then its row says so.
    async fn finish_destruction(&self) -> Result<(), Fault> {
        let now = self.ctx().clock.now();
        let condemned = self
            .read_keys("vault.condemned", move |tx| store::condemned(tx, now))
            .await?;
        for key in condemned {
            // Its delay being over, nothing can take it back any more.
            self.keyring().destroy(key.id.as_str()).await?;
            let (id, user) = (key.id.clone(), key.user.clone());
            self.ctx()
                .db
                .write("vault.key.destroy", move |tx| {
                    let Some(key) = store::by_id(tx, &user, &id)? else {
                        return Ok(());
                    };
                    change(tx, &Actor::system(), &key, Act::Destroy).map(drop)
                })
                .await?;
            self.forget(&key.user);
        }
        Ok(())
    }

    /// Secrets whose keys never came to be.
    async fn forget_unnamed(&self) -> Result<(), Fault> {
        let before = self.ctx().clock.now().minus(UNNAMED);
        for (key, account) in self.keyring().older_than(before).await? {
            let (of, id) = (account, key.clone());
            let named = self
                .ctx()
                .db
                .read::<_, StoreError, _>("vault.named_key", move |tx| store::exists(tx, &of, &id))
                .await?;
            if !named {
                self.keyring().destroy(&key).await?;
            }
        }
        Ok(())
    }

    async fn read_keys(
        &self,
        name: &'static str,
        read: impl FnOnce(&lockstep_store::Tx<'_>) -> Result<Vec<KeyRecord>, StoreError>
        + Send
        + 'static,
    ) -> Result<Vec<KeyRecord>, Fault> {
        Ok(self.ctx().db.read::<_, StoreError, _>(name, read).await?)
    }
}

/// The job of the house.
pub(crate) async fn run(house: House) -> Result<(), Fault> {
    Vault::of(&house)?.tend().await
}

/// A key is made in less time than this.
const UNNAMED: Duration = Duration::from_secs(3600);
