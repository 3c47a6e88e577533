//! Reads of the rows of an account's keys, without their secrets, in transactions of other capabilities.

use lockstep_fhe::SetId;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx};

use crate::key::{KeySlot, Mode, Status};
use crate::store;

/// The mode of a key of the account; `None` if the account has no such key or its row is damaged.
///
/// # Errors
/// [`StoreError`].
pub fn mode_of(tx: &Tx<'_>, user: &UserId, key: &KeyId) -> Result<Option<Mode>, StoreError> {
    match store::by_id(tx, user, key) {
        Ok(record) => Ok(record.map(|record| record.slot.mode)),
        Err(error) if error.is_damage() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The parameter set of a homomorphic key of the account; `None` for any other key, and if the row is
/// damaged.
///
/// # Errors
/// [`StoreError`].
pub fn parameter_set(tx: &Tx<'_>, user: &UserId, key: &KeyId) -> Result<Option<SetId>, StoreError> {
    match store::by_id(tx, user, key) {
        Ok(record) => Ok(record.and_then(|record| record.slot.set())),
        Err(error) if error.is_damage() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The number of the account's keys that are not destroyed.
///
/// # Errors
/// [`StoreError`].
pub fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    store::count_keys(tx, user)
}

/// The number of the account's keys whose secret was ever returned, and the ids of the first thousand.
///
/// # Errors
/// [`StoreError`].
pub fn exported(tx: &Tx<'_>, user: &UserId) -> Result<(u64, Vec<KeyId>), StoreError> {
    store::exported(tx, user)
}

/// Whether points can be sealed under a mode now. A homomorphic key is `pending` until its evaluation
/// keys were created in the background.
///
/// # Errors
/// [`StoreError`].
pub fn is_ready(tx: &Tx<'_>, user: &UserId, mode: Mode) -> Result<bool, StoreError> {
    match store::current(tx, user, KeySlot::usual(mode)) {
        Ok(current) => Ok(current.is_some_and(|key| key.status != Status::Pending)),
        Err(error) if error.is_damage() => Ok(false),
        Err(error) => Err(error),
    }
}
