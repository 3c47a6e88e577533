//! Uploads of evaluation keys: at most one at a time for each account.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::sync::lock;

/// The accounts with a running upload of evaluation keys.
#[derive(Clone, Default)]
pub(crate) struct UploadingAccounts(Arc<Mutex<HashSet<UserId>>>);

/// The running upload of an account; ends when dropped.
pub(crate) struct UploadSlot {
    sending: UploadingAccounts,
    user: UserId,
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        lock(&self.sending.0).remove(&self.user);
    }
}

impl UploadSlot {
    /// Begins an upload, unless the account already has a running one.
    pub(crate) fn begin(sending: &UploadingAccounts, user: &UserId) -> Result<Self, ApiError> {
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
