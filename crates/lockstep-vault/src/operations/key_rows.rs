//! Reads the rows of keys for operations. A damaged row refuses only the operations that need its key.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_web::ApiError;

use crate::key::{Custody, KeyRecord, KeySlot, Mode};
use crate::material::Material;
use crate::operations::mode_keys::ModeKeys;
use crate::store::{self, key_state};

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
    slot: KeySlot,
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
pub(crate) fn key_row_mismatch(id: &KeyId) -> ApiError {
    damaged(
        "its level or scheme does not fit the secret",
        &format!("key {id}"),
    )
}

impl ModeKeys<'_> {
    /// Records the state of the keys of a store of an earlier version, as their rows state it. A key whose
    /// newest audit entry or whose secret contradicts its row is left to the scrub. Appends no audit entry, so
    /// that two copies of a backup stay equal when they are opened.
    pub(crate) async fn record_states(self) -> Result<(), StoreError> {
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("vault.key_states.missing", |tx| {
            let keys = key_state::unrecorded(tx)?;
            let newest = match keys.is_empty() {
                true => std::collections::BTreeMap::new(),
                false => key_state::newest(tx)?,
            };
            Ok((keys, newest))
        });
        let (keys, newest) = read.await?;
        let mut fitting = Vec::new();
        for key in keys {
            let Some(seq) = newest.get(key.id.as_str()) else {
                continue;
            };
            if self.fits_secret(&key).await {
                fitting.push((key, *seq));
            }
        }
        for portion in fitting.chunks(STATES) {
            let portion = portion.to_vec();
            db.write::<_, StoreError, _>("vault.key_states.record", move |tx| {
                for (key, seq) in &portion {
                    if key_state::agrees_with_earlier(tx, key, *seq)? {
                        key_state::put(tx, key, *seq)?;
                    }
                }
                Ok(())
            })
            .await?;
        }
        Ok(())
    }

    /// Whether the secret of a homomorphic key is of the level that the key's row names. Secrets of other
    /// keys do not tell.
    async fn fits_secret(self, key: &KeyRecord) -> bool {
        if key.slot.mode != Mode::Fhe || key.custody != Custody::Server {
            return true;
        }
        let secret = self.0.keyring().secret(key.user.as_str(), key.id.as_str());
        match secret.await {
            Ok(secret) => Material::read(key.slot, &secret).is_some(),
            Err(_) => true,
        }
    }
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

/// The number of keys whose states are recorded in one transaction.
const STATES: usize = 256;
