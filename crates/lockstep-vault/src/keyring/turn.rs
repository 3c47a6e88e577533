//! The turn of the epoch: every account key is wrapped under a new epoch key, and the old epoch keys are
//! destroyed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use lockstep_seal::{Cipher, Key, KeyName, wrap};
use lockstep_store::StoreError;

use super::accounts::opened;
use super::epochs::{self, Epoch};
use super::{Keyring, digest, lock};
use crate::locked::LockedMemory;
use crate::periods::EPOCH;
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::keys as rows;

impl Keyring {
    /// Whether the newest epoch is older than `age`, or a turn was interrupted.
    pub(crate) fn turn_is_due(&self, age: Duration) -> bool {
        let epochs = lock(&self.epochs);
        let now = self.clock.now();
        let newest = epochs.last().map(|epoch| epoch.made);
        let is_delayed = lock(&self.turn_delayed)
            .is_some_and(|since| now >= since && now.since(since) < RETRY_DELAYED_TURN);
        (epochs.len() > 1 && !is_delayed) || newest.is_none_or(|made| now.since(made) >= age)
    }

    /// Begins a new epoch if the newest is older than `age`: wraps every account key again and destroys the
    /// old epoch keys. The account keys in older backups of `keys.db` can then no longer be opened.
    ///
    /// The old epoch keys are destroyed only if the key of every account in `expected`, and every other account
    /// key in `keys.db`, was opened with the new epoch key. An account key that is missing or does not open does
    /// not prevent the turn for other accounts. The old epoch keys then stay until an operator restores the row or
    /// gives the account a new key: only they could open it. On PostgreSQL they stay in any case for an hour after the
    /// last account key was wrapped again.
    pub(crate) async fn turn(
        &self,
        age: Duration,
        expected: Vec<String>,
    ) -> Result<bool, VaultError> {
        let _one = self.turning.lock().await;
        let Some(epochs) = self.epochs_to_turn(age).await? else {
            return Ok(false);
        };
        let Some(newest) = epochs.last().cloned() else {
            return Ok(false);
        };
        self.rewrap_accounts(epochs).await?;
        self.compact().await?;
        let left = self.unopened(newest.clone(), expected).await?;
        if !left.is_empty() {
            *lock(&self.turn_delayed) = Some(self.clock.now());
            return Err(VaultError::Torn(format!(
                "{}: the keys of {} accounts are missing or do not open ({}). All others are under \
                 the new epoch; the old epochs' keys are kept. Put these rows back from a backup, or \
                 give these accounts new keys: `lockstep user replace-lost-key`",
                self.place.keys_name(),
                left.len(),
                shown(&left)
            )));
        }
        let now = self.clock.now();
        let rewrapped_at = *lock(&self.rewrapped_at);
        if self.place.server.is_some() && now.since(rewrapped_at) < KEEP_ON_SERVER {
            // A replica that is promoted may lack the keys as they were just wrapped: only the old epochs' keys open those
            // that it has. The beginning of the epoch may be long ago, if the turn was interrupted.
            *lock(&self.turn_delayed) = Some(now);
            return Ok(false);
        }
        *lock(&self.turn_delayed) = None;
        self.ensure_epochs_are_current().await?;
        let only = vec![newest];
        self.write_epochs(&only)?;
        *lock(&self.epochs) = only;
        // Older backups open nothing of accounts from now on, so an earlier destruction is in none that opens.
        let forget = self
            .db
            .write::<_, StoreError, _>("keys.destroyed.forget", |tx| {
                rows::forget_destroyed(tx, tx.now().minus(EPOCH * 4))
            });
        forget.await?;
        Ok(true)
    }

    /// The epoch keys of a turn, the newest last; `None` if no turn is due. Begins the new epoch if it is time.
    async fn epochs_to_turn(&self, age: Duration) -> Result<Option<Vec<Epoch>>, VaultError> {
        let now = self.clock.now();
        let mut epochs = lock(&self.epochs).clone();
        let newest = epochs.last().map(|epoch| (epoch.n, epoch.made));
        let due = newest.is_none_or(|(_, made)| now.since(made) >= age);
        if !due && epochs.len() < 2 {
            return Ok(None);
        }
        if due {
            self.ensure_epochs_are_current().await?;
            epochs.push(Epoch {
                n: newest.map_or(1, |(n, _)| n + 1),
                made: now,
                key: Arc::new(LockedMemory::new(Key::generate(
                    Cipher::Aes256Gcm,
                    &mut Rng::new(&self.entropy),
                ))),
            });
            // The new epoch key is on disk before any key is wrapped under it.
            self.write_epochs(&epochs)?;
            lock(&self.epochs).clone_from(&epochs);
        }
        Ok(Some(epochs))
    }

    /// Refuses to replace an epochs' file that another node has written: account keys may be under its newest epoch key, which
    /// is nowhere else. With the keys in a file, no other process has the directory.
    async fn ensure_epochs_are_current(&self) -> Result<(), VaultError> {
        if self.place.server.is_none() {
            return Ok(());
        }
        // A node that was paused, and has lost the lock of the schema to another one, learns it from a write.
        let fence = self
            .db
            .write::<_, StoreError, _>("keys.turn.fence", |tx| rows::vault(tx).map(drop));
        fence.await?;
        let path = self.place.epochs();
        let bytes = std::fs::read(&path).map_err(|source| VaultError::File {
            path: path.clone(),
            source,
        })?;
        let is_current = epochs::are_in(&bytes, &lock(&self.epochs));
        match is_current {
            true => Ok(()),
            false => Err(VaultError::Torn(format!(
                "{}: another node has written it since this one started. Nothing was changed; restart this node",
                path.display()
            ))),
        }
    }

    /// Wraps every account key that one of these epoch keys opens again, under the newest epoch key, and repairs the epoch that
    /// a row names.
    async fn rewrap_accounts(&self, epochs: Vec<Epoch>) -> Result<(), VaultError> {
        let (entropy, id) = (Arc::clone(&self.entropy), self.vault);
        // If the answer to the commit is lost, keys may have been wrapped again.
        let before = std::mem::replace(&mut *lock(&self.rewrapped_at), self.clock.now());
        let rewrapped = self.db.write::<_, StoreError, _>("keys.turn", move |tx| {
            let mut changed = 0_u64;
            let Some(newest) = epochs.last() else {
                return Ok((rows::count_act(tx)?, changed));
            };
            let mut rng = Rng::new(&entropy);
            let name = KeyName {
                id,
                version: newest.n,
            };
            for (account, stored) in rows::account_keys(tx)? {
                let Some((epoch, key)) = opened(&epochs, &account, &stored) else {
                    continue;
                };
                if epoch.n == newest.n && stored.epoch == Some(newest.n) {
                    continue;
                }
                let row = account.as_bytes();
                let wrapped = wrap(&newest.key, name, row, b"account", &key, &mut rng);
                if let Ok(wrapped) = wrapped {
                    rows::update_account(tx, &account, newest.n, &wrapped)?;
                    changed += 1;
                }
            }
            Ok((rows::count_act(tx)?, changed))
        });
        let (acts, changed) = rewrapped.await?;
        if changed == 0 {
            *lock(&self.rewrapped_at) = before;
        }
        self.note_committed_acts(acts);
        Ok(())
    }

    /// The accounts whose key this epoch key does not open as it is on disk: those in `keys.db`, and those that
    /// the store expects there. An account whose keys were destroyed needs none.
    async fn unopened(
        &self,
        epoch: Epoch,
        expected: Vec<String>,
    ) -> Result<Vec<String>, VaultError> {
        let read = self
            .db
            .read::<_, StoreError, _>("keys.turn.check", move |tx| {
                let only = std::slice::from_ref(&epoch);
                let (mut opening, mut left) = (BTreeSet::new(), BTreeSet::new());
                for (account, stored) in rows::account_keys(tx)? {
                    let side = match opened(only, &account, &stored) {
                        Some(_) => &mut opening,
                        None => &mut left,
                    };
                    side.insert(account);
                }
                for account in expected {
                    if !opening.contains(&account) && !rows::was_destroyed(tx, &digest(&account))? {
                        left.insert(account);
                    }
                }
                Ok(left.into_iter().collect())
            });
        Ok(read.await?)
    }
}

/// The first names of a list.
fn shown(all: &[String]) -> String {
    let first: Vec<&str> = all.iter().take(MAX_NAMED).map(String::as_str).collect();
    let more = if all.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}

/// The maximum number of accounts a message names.
const MAX_NAMED: usize = 20;
/// The time for which the old epochs' keys are kept on PostgreSQL after account keys were wrapped again: longer than a replica may be behind, and
/// shorter than the day that the horizon of receipts adds to the end of an epoch.
const KEEP_ON_SERVER: Duration = RETRY_DELAYED_TURN;
/// The delay of the next attempt after a turn that left rows behind, or the old epochs' keys.
const RETRY_DELAYED_TURN: Duration = Duration::from_secs(3600);
