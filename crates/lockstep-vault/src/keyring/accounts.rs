//! The key-encryption keys of accounts: creates and loads them.

use std::sync::Arc;

use lockstep_seal::{Cipher, Key, KeyName, unwrap, wrap};
use lockstep_store::StoreError;

use super::epochs::Epoch;
use super::{ACCOUNTS_HELD, IfAbsent, Keyring, SecretError, digest, lock};
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::store::keys::{self as rows, StoredAccountKey};

impl Keyring {
    /// Returns whether the account's key-encryption key is stored and opens.
    pub(crate) async fn has_account(&self, account: &str) -> Result<bool, SecretError> {
        let owner = account.to_owned();
        let stored = self
            .db
            .read::<_, StoreError, _>("keys.account", move |tx| rows::account(tx, &owner))
            .await
            .map_err(|error| SecretError::from(error).of_row(account))?;
        if stored.is_none() {
            return Ok(false);
        }
        let opened = self.account_key(account, IfAbsent::Refuse).await;
        opened.map(|_| true)
    }

    /// Returns the account's key-encryption key; creates it when first needed. If the store expects an
    /// existing key, none is created: data under the missing key would not open, and data under the new key
    /// would be lost once the right `keys.db` is restored.
    pub(crate) async fn account_key(
        &self,
        account: &str,
        absent: IfAbsent,
    ) -> Result<Arc<LockedMemory<Key>>, SecretError> {
        if let Some(key) = lock(&self.accounts).get(account) {
            return Ok(Arc::clone(key));
        }
        // Not during a turn of the epoch: a row read then could be under a destroyed key.
        let _one = self.turning.lock().await;
        let owner = account.to_owned();
        let newest = lock(&self.epochs)
            .last()
            .cloned()
            .ok_or(SecretError::Destroyed)?;
        let stored = self
            .db
            .read::<_, StoreError, _>("keys.account", move |tx| rows::account(tx, &owner))
            .await
            .map_err(|error| SecretError::from(error).of_row(account))?;
        let stored = match stored {
            Some(stored) => stored,
            None if absent == IfAbsent::Refuse => {
                return Err(match self.was_destroyed(account).await? {
                    true => SecretError::Destroyed,
                    false => SecretError::Missing(account.to_owned()),
                });
            }
            None => self.make_account_key(account, &newest).await?,
        };
        let known = lock(&self.epochs).clone();
        let (epoch, key) = opened(&known, account, &stored)
            .map(|(epoch, key)| (epoch.n, Arc::new(LockedMemory::new(key))))
            .ok_or_else(|| SecretError::Sealed(account.to_owned()))?;
        if stored.epoch != Some(epoch) {
            self.repair_epoch(account, epoch, stored).await?;
        }
        let mut accounts = lock(&self.accounts);
        if accounts.len() >= ACCOUNTS_HELD {
            accounts.clear();
        }
        accounts.insert(account.to_owned(), Arc::clone(&key));
        Ok(key)
    }

    /// Writes the epoch whose key opens the account's key.
    async fn repair_epoch(
        &self,
        account: &str,
        epoch: u32,
        stored: StoredAccountKey,
    ) -> Result<(), SecretError> {
        tracing::warn!(
            account,
            epoch,
            place = self.place.keys_name(),
            "the row of an account's key named an epoch whose key does not open it; the row is repaired"
        );
        let owner = account.to_owned();
        let repair = self
            .db
            .write::<_, StoreError, _>("keys.account.repair", move |tx| {
                let wrapped = stored.wrapped.as_deref().unwrap_or_default();
                rows::update_account(tx, &owner, epoch, wrapped)
            });
        Ok(repair.await?)
    }

    async fn make_account_key(
        &self,
        account: &str,
        newest: &Epoch,
    ) -> Result<StoredAccountKey, SecretError> {
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
        let (owner, n) = (account.to_owned(), newest.n);
        let kept = self
            .db
            .write::<_, StoreError, _>("keys.account.make", move |tx| {
                if rows::was_destroyed(tx, &digest(&owner))? {
                    return Ok(None);
                }
                rows::insert_account(tx, &owner, n, &made)?;
                let acts = rows::count_act(tx)?;
                // Another task may have created the key first.
                Ok(rows::account(tx, &owner)?.map(|kept| (kept, acts)))
            })
            .await?;
        let (kept, acts) = kept.ok_or(SecretError::Destroyed)?;
        self.note_committed_acts(acts);
        Ok(kept)
    }
}

/// Opens an account's key: first with the epoch key that its row names, then with every other one.
pub(super) fn opened<'e>(
    epochs: &'e [Epoch],
    account: &str,
    stored: &StoredAccountKey,
) -> Option<(&'e Epoch, Key)> {
    let wrapped = stored.wrapped.as_deref()?;
    let named = |epoch: &&Epoch| stored.epoch == Some(epoch.n);
    let others = epochs.iter().filter(|epoch| !named(epoch));
    epochs.iter().filter(named).chain(others).find_map(|epoch| {
        let key = unwrap(&epoch.key, wrapped, account.as_bytes(), b"account").ok()?;
        Some((epoch, key))
    })
}
