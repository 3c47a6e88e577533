//! Finds rows that are missing although the audit log says that they were added and not removed. Most tables have no
//! other record of how many rows an account has.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{Actor, Entry, NODE, Status};
use crate::damaged::DamagedRow;
use crate::error::StoreError;
use crate::id::UserId;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

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

/// A row that an entry added.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RowKey {
    table: &'static str,
    user: String,
    id: String,
}

/// Returns the rows of these tables that an entry added and no entry removed, and that are not stored. Reads the whole
/// log once: for scrubs only. An entry that cannot be read is left out: [`super::verify`] reports it. The entries of an
/// erased account are erased with it.
///
/// # Errors
/// [`StoreError`].
pub fn missing_rows(tx: &Tx<'_>, tables: &[&RecordedRows]) -> Result<Vec<DamagedRow>, StoreError> {
    let mut missing: BTreeMap<RowKey, i64> = BTreeMap::new();
    // The last entry with which an operator accepted the rows, or the loss of the key, of each account.
    let mut accepted: BTreeMap<String, i64> = BTreeMap::new();
    tx.visit(
        "SELECT seq, user_id, component, action, status, metadata FROM audit_body WHERE node = ?1 ORDER BY seq",
        params![NODE],
        |row| {
            let Some(entry) = RecordedEntry::read(row) else {
                return Ok(true);
            };
            if entry.is_acceptance() {
                accepted.extend(entry.text("accountDigest").map(|digest| (digest, entry.seq)));
                return Ok(true);
            }
            let Some((of, is_added)) = entry.table_of(tables) else {
                return Ok(true);
            };
            let Some(id) = entry.text(of.field) else {
                return Ok(true);
            };
            let key = RowKey {
                table: of.table,
                user: entry.user.to_owned(),
                id,
            };
            if !is_added {
                missing.remove(&key);
            } else if entry.user.parse::<UserId>().is_ok() && !is_stored(tx, &key)? {
                missing.insert(key, entry.seq);
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    let rows = missing.into_iter().filter(|(key, seq)| {
        let accepted = accepted.get(&account_digest(&key.user));
        accepted.is_none_or(|accepted| accepted < seq)
    });
    Ok(rows
        .map(|(key, seq)| DamagedRow {
            table: key.table,
            account: Some(key.user),
            row: key.id,
            reason: format!(
                "the row is missing: audit entry {seq} added it, and no entry removed it; restore a backup"
            ),
        })
        .collect())
}

/// The columns of an entry that say which row it is about.
struct RecordedEntry<'r> {
    seq: i64,
    user: &'r str,
    component: &'r str,
    action: &'r str,
    status: &'r str,
    metadata: &'r str,
}

impl<'r> RecordedEntry<'r> {
    /// Returns `None` for an entry that cannot be read or has no metadata.
    fn read(row: &Row<'r>) -> Option<Self> {
        Some(Self {
            seq: row.at(0).ok()?,
            user: row.at(1).ok()?,
            component: row.at(2).ok()?,
            action: row.at(3).ok()?,
            status: row.at(4).ok()?,
            metadata: row.at(5).ok()?,
        })
    }

    /// Whether an operator accepted the rows, or the loss of the key, of an account.
    fn is_acceptance(&self) -> bool {
        [("store", ACCEPT), ("vault", REPLACE_LOST_KEY)].contains(&(self.component, self.action))
    }

    /// Returns the table whose row the entry added or removed, and whether it added it.
    fn table_of<'t>(&self, tables: &[&'t RecordedRows]) -> Option<(&'t RecordedRows, bool)> {
        if self.status != Status::Success.as_str() {
            return None;
        }
        let of = |table: &&&RecordedRows| {
            let is_named = table.added == self.action || table.removed.contains(&self.action);
            table.component == self.component && is_named
        };
        let table = *tables.iter().find(of)?;
        Some((table, table.added == self.action))
    }

    fn text(&self, field: &str) -> Option<String> {
        let metadata: Json = serde_json::from_str(self.metadata).ok()?;
        Some(metadata.get(field)?.as_str()?.to_owned())
    }
}

fn is_stored(tx: &Tx<'_>, key: &RowKey) -> Result<bool, StoreError> {
    let table = key.table;
    tx.query_one(
        &format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE user_id = ?1 AND id = ?2)"),
        params![&*key.user, &*key.id],
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

/// The SHA-256 of an account's id in hexadecimal, as entries that outlive the account name it.
#[must_use]
pub fn account_digest(user: &str) -> String {
    let digest = super::account_digest(user);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The action of the entry that says that the key of an account was replaced, and what was sealed under it removed.
pub const REPLACE_LOST_KEY: &str = "account.key.replace_lost";
/// The action of [`accept`].
const ACCEPT: &str = "rows.accept";
