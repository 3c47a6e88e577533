//! Replacement of a lost account key: `keys.db` lacks the key, or holds bytes that do not open.

use lockstep_seal::{Cipher, Key, KeyName, wrap};

use super::{Keyring, SecretError, digest, lock};
use crate::rng::Rng;
use crate::store::keys as rows;
use crate::store::lost::LossRecord;

impl Keyring {
    /// Replaces the account's lost key by a new key. The loss is recorded before. Data sealed under the
    /// lost key cannot be opened from now on, even if an older `keys.db` is restored.
    pub(crate) async fn replace_lost(&self, loss: &LossRecord) -> Result<(), SecretError> {
        let account = loss.account().to_owned();
        // No other task may read the account's key or turn the epoch between these steps.
        let _one = self.turning.lock().await;
        let newest = lock(&self.epochs)
            .last()
            .cloned()
            .ok_or(SecretError::Destroyed)?;
        let mut rng = Rng::new(&self.entropy);
        let key = Key::generate(Cipher::Aes256Gcm, &mut rng);
        let name = KeyName {
            id: self.vault,
            version: newest.n,
        };
        let (under, row) = (&newest.key, account.as_bytes());
        let wrapped = wrap(under, name, row, b"account", &key, &mut rng)
            .map_err(|_| SecretError::Sealed(account.clone()))?;
        let owner = account.clone();
        let acts = self
            .db
            .write("keys.account.replace_lost", move |tx| {
                if rows::was_destroyed(tx, &digest(&owner))? {
                    return Err(SecretError::Destroyed);
                }
                rows::replace_account(tx, &owner, newest.n, &wrapped)?;
                Ok(rows::count_act(tx)?)
            })
            .await?;
        self.note_committed_acts(acts);
        lock(&self.accounts).remove(&account);
        Ok(())
    }
}
