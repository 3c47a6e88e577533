//! The record of an account's lost key, and of the data lost with it.

use lockstep_store::audit::recorded::REPLACE_LOST_KEY;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Status, StoreError, Tx};
use serde_json::json;

use super::destructions::{self, DestructionTarget};
use super::key_state;
use crate::key::KeyRecord;

/// The committed record of a loss, required to replace a lost key.
#[derive(Debug)]
pub(crate) struct LossRecord {
    account: String,
    keys: Vec<String>,
    rows: Vec<KeyRecord>,
}

impl LossRecord {
    /// The account whose key is lost.
    pub(crate) fn account(&self) -> &str {
        &self.account
    }

    /// The keys that were lost with the account's key.
    pub(crate) fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The new rows of these keys, except of those whose row cannot be read.
    pub(crate) fn rows(&self) -> &[KeyRecord] {
        &self.rows
    }
}

/// Records that the account's key is lost: marks all of its keys in the server's custody as destroyed,
/// records each destruction, and appends the audit entry, in this transaction.
pub(crate) fn record(
    tx: &mut Tx<'_>,
    user: &UserId,
    actor: &Actor,
) -> Result<LossRecord, StoreError> {
    super::ensure_active(tx, user)?;
    let (keys, rows) = super::mark_lost(tx, user)?;
    for key in &keys {
        destructions::record(tx, DestructionTarget::Key(key))?;
    }
    super::name_account(tx, user)?;
    super::search::reset(tx, user, super::search::Reset::Named)?;
    let digest = key_state::account_digest(user);
    tx.audit(&Entry {
        actor,
        action: REPLACE_LOST_KEY,
        component: "vault",
        status: Status::Warning,
        details: format!(
            "an operator accepted that the key of this account is lost, with all that was sealed \
             under it: {REPLACE_LOST_KEY} {digest}"
        ),
        // The entry outlives the account.
        metadata: json!({ "accountDigest": digest, "keysLost": keys.len() }),
    })?;
    Ok(LossRecord {
        account: user.to_string(),
        keys,
        rows,
    })
}
