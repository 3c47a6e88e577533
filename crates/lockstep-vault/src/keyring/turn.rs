//! The turn of the epoch: every account key is wrapped under a new epoch key, and the old epoch keys are
//! destroyed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use lockstep_seal::{Cipher, Key, KeyName, unwrap, wrap};
use lockstep_store::StoreError;

use super::epochs::Epoch;
use super::{Keyring, lock};
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::keys as rows;
use crate::vault::EPOCH;

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
    /// An account key that does not open does not prevent the turn for other accounts. The old epoch keys
    /// then stay until an operator restores the row or gives the account a new key: only they could open
    /// it.
    pub(crate) async fn turn(&self, age: Duration) -> Result<bool, VaultError> {
        let _one = self.turning.lock().await;
        let now = self.clock.now();
        let mut epochs = lock(&self.epochs).clone();
        let newest = epochs.last().map(|epoch| (epoch.n, epoch.made));
        let due = newest.is_none_or(|(_, made)| now.since(made) >= age);
        if !due && epochs.len() < 2 {
            return Ok(false);
        }
        if due {
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
        let Some(newest) = epochs.last().cloned() else {
            return Ok(false);
        };
        let entropy = Arc::clone(&self.entropy);
        let name = self.vault;
        let old: HashMap<u32, Arc<LockedMemory<Key>>> = epochs
            .iter()
            .map(|epoch| (epoch.n, Arc::clone(&epoch.key)))
            .collect();
        let (n, to) = (newest.n, Arc::clone(&newest.key));
        let turned = self.db.write("keys.turn", move |tx| {
            let mut rng = Rng::new(&entropy);
            let name = KeyName {
                id: name,
                version: n,
            };
            let (accounts, damaged) = rows::accounts_outside(tx, n)?;
            let mut left: Vec<String> = damaged
                .into_iter()
                .map(|row| row.account.unwrap_or_default())
                .collect();
            for row in accounts {
                let account = row.account.as_bytes();
                let key = old.get(&row.epoch).and_then(|epoch_key| {
                    unwrap(epoch_key, &row.wrapped, account, b"account").ok()
                });
                let rewrapped =
                    key.and_then(|key| wrap(&to, name, account, b"account", &key, &mut rng).ok());
                match rewrapped {
                    Some(wrapped) => rows::update_account(tx, &row.account, n, &wrapped)?,
                    None => left.push(row.account),
                }
            }
            rows::forget_destroyed(tx, tx.now().minus(EPOCH * 4))?;
            Ok::<_, StoreError>((rows::count_act(tx)?, left))
        });
        let (acts, left) = turned.await?;
        self.note_committed_acts(acts);
        self.compact().await?;
        if !left.is_empty() {
            *lock(&self.turn_delayed) = Some(now);
            return Err(VaultError::Torn(format!(
                "keys.db: the keys of {} accounts do not open ({}). All others are under the new epoch; \
                 the old epochs' keys are kept. Put these rows back from a backup, or give these \
                 accounts new keys: `lockstep user replace-lost-key`",
                left.len(),
                shown(&left)
            )));
        }
        *lock(&self.turn_delayed) = None;
        // No account key is under the old epoch keys any more.
        let only = vec![newest];
        self.write_epochs(&only)?;
        *lock(&self.epochs) = only;
        Ok(true)
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
/// The delay of the next attempt after a turn that left rows behind.
const RETRY_DELAYED_TURN: Duration = Duration::from_secs(3600);
