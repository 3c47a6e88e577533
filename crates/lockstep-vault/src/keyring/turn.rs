//! The turn of the epoch: every account's key under a new epoch's key, and the old ones destroyed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use lockstep_seal::{Cipher, Key, KeyName, unwrap, wrap};

use super::epochs::Epoch;
use super::{Keyring, lock, lost};
use crate::locked::Locked;
use crate::rng::Rng;
use crate::root::VaultError;
use crate::store::keys as rows;
use crate::vault::EPOCH;

impl Keyring {
    /// Whether the newest epoch is as old as this, or a turn was cut off.
    pub(crate) fn turn_is_due(&self, age: Duration) -> bool {
        let epochs = lock(&self.epochs);
        let newest = epochs.last().map(|epoch| epoch.made);
        epochs.len() > 1 || newest.is_none_or(|made| self.clock.now().since(made) >= age)
    }

    /// Begins a new epoch where the newest is older than `age`: wraps every account's key anew and
    /// destroys the old epochs' keys, and with them what older backups of `keys.db` hold.
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
                key: Arc::new(Locked::new(Key::generate(
                    Cipher::Aes256Gcm,
                    &mut Rng::new(&self.entropy),
                ))),
            });
            // On disk before anything is under it.
            self.write_epochs(&epochs)?;
            lock(&self.epochs).clone_from(&epochs);
        }
        let Some(newest) = epochs.last().cloned() else {
            return Ok(false);
        };
        let entropy = Arc::clone(&self.entropy);
        let name = self.vault;
        let old: HashMap<u32, Arc<Locked<Key>>> = epochs
            .iter()
            .map(|epoch| (epoch.n, Arc::clone(&epoch.key)))
            .collect();
        let (n, to) = (newest.n, Arc::clone(&newest.key));
        let acts = self
            .db
            .write("keys.turn", move |tx| {
                let mut rng = Rng::new(&entropy);
                for (account, epoch, stored) in rows::accounts_outside(tx, n)? {
                    let under = old.get(&epoch).ok_or_else(|| lost(&account))?;
                    let key = unwrap(under, &stored, account.as_bytes(), b"account")
                        .map_err(|_| lost(&account))?;
                    let name = KeyName {
                        id: name,
                        version: n,
                    };
                    let anew = wrap(&to, name, account.as_bytes(), b"account", &key, &mut rng)
                        .map_err(|_| lost(&account))?;
                    rows::update_account(tx, &account, n, &anew)?;
                }
                rows::forget_destroyed(tx, tx.now().minus(EPOCH * 4))?;
                rows::act(tx)
            })
            .await?;
        self.did(acts);
        self.fold().await?;
        // Nothing is under the old ones any more.
        let only = vec![newest];
        self.write_epochs(&only)?;
        *lock(&self.epochs) = only;
        Ok(true)
    }
}
