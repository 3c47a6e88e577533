//! Finds rows that are missing although the audit log says that they were added and not removed. Most tables have no
//! other record of how many rows an account has.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::{Actor, Entry, NODE, Status};
use crate::damaged::DamagedRow;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;

/// The rows of a table, and the audit entries of their owner that name them.
#[derive(Clone, Copy, Debug)]
pub struct RecordedRows {
    /// The table, whose columns `user_id` and `id` name a row.
    pub table: &'static str,
    /// The component of the entries.
    pub component: &'static str,
    /// The field of their metadata that has the id of the row.
    pub field: &'static str,
    /// The action of the entry that is written with the row.
    pub added: &'static str,
    /// The actions of the entries that are written when the row is deleted.
    pub removed: &'static [&'static str],
}

/// Returns the rows that an entry added and no entry removed, and that are not stored. Reads the whole log: for scrubs
/// only. An entry that cannot be read is left out: [`super::verify`] reports it. The entries of an erased account are
/// erased with it.
///
/// # Errors
/// [`StoreError`].
pub fn missing_rows(tx: &Tx<'_>, of: &RecordedRows) -> Result<Vec<DamagedRow>, StoreError> {
    let mut missing: BTreeMap<(String, String), i64> = BTreeMap::new();
    tx.visit(
        "SELECT seq, user_id, action, metadata FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' ORDER BY seq",
        params![NODE, of.component],
        |row| {
            let (Ok(seq), Ok(user), Ok(action), Ok(metadata)) = (
                row.at::<i64>(0),
                row.at::<&str>(1),
                row.at::<&str>(2),
                row.at::<Option<&str>>(3),
            ) else {
                return Ok(true);
            };
            let is_added = action == of.added;
            if !is_added && !of.removed.contains(&action) {
                return Ok(true);
            }
            let Some(id) = metadata.and_then(|metadata| text(metadata, of.field)) else {
                return Ok(true);
            };
            let key = (user.to_owned(), id);
            if !is_added {
                missing.remove(&key);
            } else if user.parse::<UserId>().is_ok() && !is_stored(tx, of.table, &key)? {
                missing.insert(key, seq);
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let accepted = accepted(tx)?;
    let rows = missing.into_iter().filter(|((user, _), seq)| {
        let accepted = accepted.get(&account_digest(user));
        accepted.is_none_or(|accepted| accepted < seq)
    });
    Ok(rows
        .map(|((user, id), seq)| DamagedRow {
            table: of.table,
            account: Some(user),
            row: id,
            reason: format!(
                "the row is missing: audit entry {seq} added it, and no entry removed it; restore a backup"
            ),
        })
        .collect())
}

fn text(metadata: &str, field: &str) -> Option<String> {
    let metadata: Json = serde_json::from_str(metadata).ok()?;
    Some(metadata.get(field)?.as_str()?.to_owned())
}

fn is_stored(tx: &Tx<'_>, table: &str, (user, id): &(String, String)) -> Result<bool, StoreError> {
    tx.query_one(
        &format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE user_id = ?1 AND id = ?2)"),
        params![&**user, &**id],
        |row| row.at(0),
    )
}

/// Records that an operator accepts the rows of an account as they are stored: those that are missing now are not
/// reported again. Returns false, and records nothing, for an account that no entry is of.
///
/// # Errors
/// [`StoreError`].
pub fn accept(tx: &mut Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let is_known: bool = tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM audit_body WHERE node = ?1 AND user_id = ?2)",
        params![NODE, user],
        |row| row.at(0),
    )?;
    if !is_known {
        return Ok(false);
    }
    tx.audit(&Entry {
        actor: &Actor::system(),
        action: ACCEPT,
        component: "store",
        status: Status::Success,
        details: "an operator accepted the stored rows of an account".to_owned(),
        // The entry outlives the account.
        metadata: json!({ "accountDigest": account_digest(user.as_str()) }),
    })?;
    Ok(true)
}

/// Returns the last entry with which an operator accepted the rows, or the loss of the key, of each account, by the
/// digest of its id.
fn accepted(tx: &Tx<'_>) -> Result<BTreeMap<String, i64>, StoreError> {
    let mut accepted = BTreeMap::new();
    tx.visit(
        "SELECT seq, metadata FROM audit_body WHERE node = ?1
            AND (component = 'store' AND action = ?2 OR component = 'vault' AND action = ?3) ORDER BY seq",
        params![NODE, ACCEPT, REPLACE_LOST_KEY],
        |row| {
            if let (Ok(seq), Ok(Some(metadata))) = (row.at::<i64>(0), row.at::<Option<&str>>(1))
                && let Some(digest) = text(metadata, "accountDigest")
            {
                accepted.insert(digest, seq);
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(accepted)
}

/// The SHA-256 of an account's id, as entries that outlive the account name it.
fn account_digest(user: &str) -> String {
    let digest = Sha256::digest(user.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The action of [`accept`].
const ACCEPT: &str = "rows.accept";
/// The action of the entry that says that the key of an account was replaced, and what was sealed under it removed.
const REPLACE_LOST_KEY: &str = "account.key.replace_lost";
