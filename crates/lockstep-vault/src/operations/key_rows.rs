//! Reads the rows of keys for operations. A damaged row refuses only what needs its key.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_web::ApiError;

use crate::key::{KeyRecord, Slot};
use crate::store;

/// The row of a key.
///
/// # Errors
/// 422 for a damaged row, with the remedy.
pub(crate) fn by_id(tx: &Tx<'_>, user: &UserId, id: &KeyId) -> Result<Option<KeyRecord>, ApiError> {
    store::by_id(tx, user, id).map_err(|error| refused(error, &format!("key {id}")))
}

/// The row of a slot's current key.
///
/// # Errors
/// 422 for a damaged row, with the remedy.
pub(crate) fn current(
    tx: &Tx<'_>,
    user: &UserId,
    slot: Slot,
) -> Result<Option<KeyRecord>, ApiError> {
    store::current(tx, user, slot).map_err(|error| {
        let which = format!(
            "current key of mode {} and {}",
            slot.mode,
            slot.scheme_name()
        );
        refused(error, &which)
    })
}

/// Returns the error of a key whose readable row does not fit its secret.
pub(crate) fn misfit(id: &KeyId) -> ApiError {
    damaged(
        "its level or scheme does not fit the secret",
        &format!("key {id}"),
    )
}

fn refused(error: StoreError, which: &str) -> ApiError {
    if !error.is_damage() {
        return error.into();
    }
    damaged(&error.to_string(), which)
}

fn damaged(reason: &str, which: &str) -> ApiError {
    ApiError {
        log: Some(reason.to_owned()),
        ..ApiError::encryption(format!(
            "the stored row of the {which} is damaged: data under this key cannot be read or written until \
             the operator repairs the row with `lockstep scrub` or restores it from a backup. POST \
             /v1/encryption/keys/generate makes another key for new data"
        ))
    }
}
