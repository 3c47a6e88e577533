//! Compares `keys.db` with the store and opens every key. Changes nothing.

use std::collections::BTreeSet;

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::keyring::SecretError;
use crate::store;
use crate::store::destructions::{self, KnownSecret};
use crate::store::keys::SecretName;
use crate::vault::Vault;

/// The comparison of `keys.db` with the store.
#[derive(Clone, Copy)]
pub struct KeyExamination<'v>(&'v Vault);

impl Vault {
    /// The comparison of `keys.db` with the store.
    #[must_use]
    pub fn key_examination(&self) -> KeyExamination<'_> {
        KeyExamination(self)
    }
}

impl KeyExamination<'_> {
    /// Opens every key that the store names, and compares `keys.db` with the store. Changes nothing; a
    /// failure of one key does not prevent the check of others.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn report(self) -> Result<KeysReport, ApiError> {
        let db = &self.0.ctx().db;
        let keys = db.read::<_, StoreError, _>("vault.stored_keys", store::stored_keys);
        let unknown = self.unknown_secrets().await?.into_iter();
        let mut report = KeysReport {
            unknown: unknown.map(|(_, key)| key).collect(),
            ..KeysReport::default()
        };
        for account in self.expected_accounts().await? {
            match self.0.keyring().has_account(&account).await {
                Ok(true) => report.open += 1,
                Ok(false) if self.0.keyring().was_destroyed(&account).await? => {}
                Ok(false) => {
                    report.lost_accounts.push(account.clone());
                    report.missing.push(account);
                }
                Err(SecretError::Destroyed) => {}
                Err(SecretError::Store(error)) => return Err(error.into()),
                Err(_) => {
                    report.lost_accounts.push(account.clone());
                    report.damaged.push(account);
                }
            }
        }
        for (account, key) in keys.await? {
            match self.0.keyring().secret(&account, &key).await {
                Ok(_) => report.open += 1,
                Err(SecretError::Destroyed) => {}
                Err(SecretError::Missing(_)) => {
                    match self.0.keyring().other_account(&account, &key).await? {
                        Some(_) => report.copies.push(key),
                        None => report.missing.push(key),
                    }
                }
                Err(_) => report.damaged.push(key),
            }
        }
        for account in self.0.keyring().accounts().await? {
            let owner = account.clone();
            let known = db.read::<_, StoreError, _>("vault.knows", move |tx| {
                destructions::expects_account(tx, &owner)
            });
            report.unknown_accounts += u64::from(!known.await?);
        }
        Ok(report)
    }

    /// The stored ids of the accounts that encryption keys were made for. An account's own key does not
    /// prove the account: it is made before the account's row, and remains if the creation fails.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn accounts_with_secrets(self) -> Result<BTreeSet<String>, StoreError> {
        let accounts = self.0.keyring().accounts_with_secrets().await?;
        Ok(accounts.into_iter().collect())
    }

    /// Whether the account's own key is stored and opens.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_account_key(self, user: &UserId) -> Result<bool, StoreError> {
        match self.0.keyring().has_account(user.as_str()).await {
            Ok(has_key) => Ok(has_key),
            Err(SecretError::Store(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// The damage that the engine finds in `keys.db`, and in its sequences and settings.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn check_pages(self) -> Result<Vec<String>, StoreError> {
        self.0.keyring().check_pages().await
    }

    /// The secrets of `keys.db` without a row in the store, as (account, key).
    pub(crate) async fn unknown_secrets(self) -> Result<Vec<(String, String)>, ApiError> {
        Ok(self.compare().await?.unknown)
    }

    /// The accounts whose key `keys.db` must contain.
    pub(super) async fn expected_accounts(self) -> Result<Vec<String>, StoreError> {
        let db = &self.0.ctx().db;
        db.read("vault.accounts.expected", destructions::expected_accounts)
            .await
    }

    /// Compares every secret of `keys.db` with the store.
    pub(super) async fn compare(self) -> Result<SecretComparison, ApiError> {
        let (mut compared, mut last) = (SecretComparison::default(), Vec::new());
        loop {
            let secrets = self.0.keyring().secrets(last, BATCH).await?;
            let Some(end) = secrets.last() else {
                return Ok(compared);
            };
            last = end.stored.clone();
            let known = self
                .0
                .ctx()
                .db
                .read::<_, StoreError, _>("vault.known", move |tx| {
                    let known = |secret: SecretName| {
                        let known =
                            destructions::recorded_secret(tx, &secret.account, &secret.key)?;
                        Ok((known, secret))
                    };
                    secrets
                        .into_iter()
                        .map(known)
                        .collect::<Result<Vec<_>, _>>()
                })
                .await?;
            for (known, SecretName { account, key, .. }) in known {
                match known {
                    KnownSecret::Named => {}
                    KnownSecret::Condemned => compared.condemned.push((account, key)),
                    KnownSecret::Unknown => compared.unknown.push((account, key)),
                }
            }
        }
    }
}

/// The comparison of `keys.db` with the store, key by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeysReport {
    /// The number of keys and account keys that open.
    pub open: u64,
    /// Keys that the store names and `keys.db` does not contain.
    pub missing: Vec<String>,
    /// Rows of keys that are another account's: copies, which a scrub removes.
    pub copies: Vec<String>,
    /// Keys that do not open because `keys.db` was changed.
    pub damaged: Vec<String>,
    /// Keys in `keys.db` that the store does not name. They are kept and not used.
    pub unknown: Vec<String>,
    /// The number of accounts that only `keys.db` contains.
    pub unknown_accounts: u64,
    /// Accounts whose own key is missing or damaged. Their data cannot be opened until the right `keys.db`
    /// is restored or [`crate::LostKeys::replace`] gives them a new key.
    pub lost_accounts: Vec<String>,
}

/// The secrets of `keys.db` that the store does not simply name.
#[derive(Default)]
pub(super) struct SecretComparison {
    /// Secrets with a recorded destruction, as (account, key).
    pub(super) condemned: Vec<(String, String)>,
    /// Keys unknown to the store, as (account, key).
    pub(super) unknown: Vec<(String, String)>,
}

/// The maximum number of secrets that one transaction reads.
const BATCH: u32 = 1000;
