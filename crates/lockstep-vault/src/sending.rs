//! Accounts that are sending evaluation keys: one upload of an account at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::sync::lock;

/// Accounts that are sending evaluation keys.
#[derive(Clone, Default)]
pub(crate) struct Sending(Arc<Mutex<HashSet<UserId>>>);

/// An account's place among them, while it sends.
pub(crate) struct UploadSlot {
    sending: Sending,
    user: UserId,
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        lock(&self.sending.0).remove(&self.user);
    }
}

impl UploadSlot {
    /// An account's place, where it does not send already.
    pub(crate) fn taken(sending: &Sending, user: &UserId) -> Result<Self, ApiError> {
        if !lock(&sending.0).insert(user.clone()) {
            return Err(ApiError::conflict(
                "evaluation keys of this account are being received: send them one after the other",
            ));
        }
        Ok(Self {
            sending: sending.clone(),
            user: user.clone(),
        })
    }
}
