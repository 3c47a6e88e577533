//! What the vault does by itself: keys whose time is over, keys whose delay is over, secrets that
//! nothing names, epochs.

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError};
use lockstep_web::{Fault, House, Once};

use crate::key::{Act, KeyRecord};
use crate::operations::keys::{Owner, change};
use crate::operations::making::Why;
use crate::store;
use crate::vault::{EPOCH, Vault, to_its_end};

impl Vault {
    /// One round of all of it. Each step can be cut off anywhere and is taken up by the next round; what
    /// cannot be done for one key is said and keeps no other waiting. The last of it is the answer.
    pub(crate) async fn tend(&self) -> Result<(), Fault> {
        let mut round = Round::default();
        let step = self.expire(&mut round).await;
        round.take("expiring keys", step);
        let step = self.finish_destruction(&mut round).await;
        round.take("destroying keys", step);
        let step = self.forget_unnamed(&mut round).await;
        round.take("forgetting secrets", step);
        match self.read_keys("vault.pending", store::pending).await {
            Ok(pending) => pending.into_iter().for_each(|key| self.complete(key)),
            Err(fault) => round.take("completing keys", Err(fault)),
        }
        let turned = self.keyring().turn(EPOCH).await;
        let turned = turned.map_err(|error| Fault::internal(error.to_string()));
        round.take("the epoch", turned.map(drop));
        round.end()
    }

    /// Everything of an account is gone when this returns, whatever its keys' states.
    pub(crate) async fn destroy_account(&self, user: &UserId) -> Result<(), Fault> {
        let (vault, user) = (self.clone(), user.clone());
        to_its_end(async move {
            let destroyed = vault.keyring().destroy_account(user.as_str()).await;
            vault.forget(&user);
            vault.forget_jobs(&user);
            Ok(destroyed?)
        })
        .await
    }

    /// Keys whose time is over: current ones are followed by others where that is wanted.
    async fn expire(&self, round: &mut Round) -> Result<(), Fault> {
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
            let follows = key.current && key.status.encrypts() && self.allowed(key.slot).is_ok();
            let done = if rotates && follows {
                let rotated = self.rotate(&owner, &key.id, Why::Time, Once::default());
                rotated.await.map(drop)
            } else {
                self.change(&owner, &key.id, Act::Expire).await.map(drop)
            };
            round.take(key.id.as_str(), done);
        }
        Ok(())
    }

    /// The secret goes first, then its row says so.
    async fn finish_destruction(&self, round: &mut Round) -> Result<(), Fault> {
        let now = self.ctx().clock.now();
        let condemned = self
            .read_keys("vault.condemned", move |tx| store::condemned(tx, now))
            .await?;
        for key in condemned {
            round.take(key.id.as_str(), self.finish_destroying(&key).await);
        }
        Ok(())
    }

    async fn finish_destroying(&self, key: &KeyRecord) -> Result<(), Fault> {
        // Its delay being over, nothing can take it back any more.
        self.keyring().destroy(key.id.as_str()).await?;
        let (id, user) = (key.id.clone(), key.user.clone());
        self.change_keys(&key.user, "vault.key.destroy", move |tx| {
            let Some(key) = store::by_id(tx, &user, &id)? else {
                return Ok(());
            };
            change(tx, &Actor::system(), &key, Act::Destroy).map(drop)
        })
        .await
    }

    /// Secrets whose keys never came to be.
    async fn forget_unnamed(&self, round: &mut Round) -> Result<(), Fault> {
        let now = self.ctx().clock.now();
        if !self.looks_for_unnamed(now) {
            return Ok(());
        }
        let before = now.minus(UNNAMED);
        let mut last = String::new();
        loop {
            let secrets = self.keyring().older_than(before, last, BATCH).await?;
            let Some((key, _)) = secrets.last() else {
                break;
            };
            last = key.clone();
            let db = &self.ctx().db;
            let unnamed = db.read("vault.unnamed", move |tx| store::unnamed(tx, &secrets));
            for key in unnamed.await? {
                let done = self.keyring().destroy(&key).await;
                round.take(&key, done.map_err(Fault::from));
            }
        }
        self.looked_for_unnamed(now);
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

/// What of a round could not be done.
#[derive(Default)]
struct Round {
    last: Option<Fault>,
}

impl Round {
    /// Says why something could not be done, and goes on.
    fn take(&mut self, what: &str, done: Result<(), Fault>) {
        let Err(fault) = done else { return };
        let reason = fault.log.as_deref().unwrap_or(&fault.message);
        tracing::warn!(what, reason, "not done this time");
        self.last = Some(fault);
    }

    fn end(self) -> Result<(), Fault> {
        self.last.map_or(Ok(()), Err)
    }
}

/// The job of the house.
pub(crate) async fn run(house: House) -> Result<(), Fault> {
    Vault::of(&house)?.tend().await
}

/// A key is made in less time than this; they are looked for as often.
pub(crate) const UNNAMED: Duration = Duration::from_secs(3600);
/// Secrets to a transaction.
const BATCH: u32 = 1000;
