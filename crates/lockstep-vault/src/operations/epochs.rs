//! The epochs of the keys. Each epoch has a key that wraps the account keys; the turn of the epoch destroys the
//! key of the epoch before.

use std::time::Duration;

use lockstep_store::{Actor, Entry, Status, StoreError, Timestamp, Tx};
use lockstep_web::ApiError;

use crate::periods::{DAY, EPOCH};
use crate::root::VaultError;
use crate::vault::Vault;

/// The epochs of the keys.
#[derive(Clone, Copy)]
pub struct Epochs<'v>(&'v Vault);

impl Vault {
    /// The epochs of the keys.
    #[must_use]
    pub fn epochs(&self) -> Epochs<'_> {
        Epochs(self)
    }
}

impl Epochs<'_> {
    /// The time when the present epoch began. An earlier backup opens nothing of accounts without the epochs' file of
    /// its time.
    #[must_use]
    pub fn since(self) -> Timestamp {
        self.0.keyring().epoch_since()
    }

    /// Begins a new epoch now: account keys in older copies of `keys.db` and of the epochs' file cannot be
    /// opened with newer files.
    ///
    /// # Errors
    /// [`ApiError`] if the turn fails; the regular maintenance then turns the epoch.
    pub async fn begin(self) -> Result<(), ApiError> {
        self.turn(Duration::ZERO).await
    }

    /// The time from which no present copy of `keys.db` can open data that is destroyed now: the end of
    /// this epoch plus one day. The day covers a platform that is switched off when the epoch ends; a
    /// longer stop delays this time further.
    #[must_use]
    pub fn horizon(self) -> Timestamp {
        let end = self.since().plus(EPOCH);
        end.max(self.0.ctx().clock.now())
            .plus(Duration::from_secs(DAY))
    }

    /// Begins a new epoch if the newest is older than `age`, and destroys the older ones. An audit entry is
    /// written before as evidence.
    pub(crate) async fn turn(self, age: Duration) -> Result<(), ApiError> {
        let failed = |error: VaultError| ApiError::internal(error.to_string());
        if !self.0.keyring().turn_is_due(age) {
            return Ok(());
        }
        let note = |tx: &mut Tx<'_>| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "epoch.turn",
                component: "vault",
                status: Status::Success,
                details:
                    "a new epoch starts: older copies of the wrapped keys no longer open the keys of accounts"
                        .to_owned(),
                metadata: serde_json::Value::Null,
            })
        };
        let noted: Result<_, StoreError> = self.0.ctx().db.write("vault.epoch.turn", note).await;
        noted?;
        let expected = self.0.key_examination().expected_accounts().await?;
        let turned = self.0.keyring().turn(age, expected).await;
        turned.map(drop).map_err(failed)
    }
}
