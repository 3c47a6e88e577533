//! Compares the rows of accounts, second factors and API keys with the newest audit entries about them.

use std::collections::HashMap;

use lockstep_store::audit::entry;
use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{DamagedRow, RowName, StoreError, Tx};
use lockstep_web::{Role, Tier};
use serde_json::Value as Json;

use super::api_keys::scopes;
use super::second_factor::{self, StatedFactors};
use super::times::optional_time;
use super::{ACCOUNT_ROW, IS_ERASED};
use crate::events;
use crate::user::AccountStatus;

/// The state of live accounts and API keys according to the audit log, by their ids.
#[derive(Default)]
struct StatedAccounts {
    accounts: HashMap<String, StatedAccount>,
    keys: HashMap<String, StatedKey>,
    /// The ids of the keys of each account that are not revoked.
    of_account: HashMap<String, Vec<String>>,
}

/// A value that no entry states is `None`.
#[derive(Default)]
struct StatedAccount {
    role: Option<String>,
    status: Option<String>,
    tier: Option<String>,
}

struct StatedKey {
    account: String,
    parent: Option<String>,
    scopes: Json,
    /// `Null` for a key without expiry; `None` in entries of earlier versions.
    expires: Option<Json>,
    is_revoked: bool,
}

/// Returns the accounts, second factors and API keys whose rows are not those that the audit log states. A row that no
/// entry states is left out.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<Vec<DamagedRow>, StoreError> {
    let mut stated = StatedAccounts::default();
    let mut factors = StatedFactors::default();
    entry::visit_component(tx, "accounts", |seq, action, details, metadata| {
        let account = details.rsplit(' ').next().unwrap_or_default();
        stated.add(action, account, metadata);
        factors.add((seq, action), account, metadata);
    })?;
    factors.note_erased(tx)?;
    let mut differing = accounts(tx, &stated.accounts)?;
    differing.extend(keys(tx, &stated.keys)?);
    differing.extend(second_factor::check_rows(tx, &factors)?);
    Ok(differing)
}

impl StatedAccounts {
    fn add(&mut self, action: &str, account: &str, metadata: &Json) {
        let text = |name: &str| metadata[name].as_str().map(str::to_owned);
        if action == events::USER_CREATE.name() {
            self.revoke_all(account);
            let created = StatedAccount {
                role: text("role"),
                status: Some(AccountStatus::Active.as_str().to_owned()),
                tier: text("tier"),
            };
            self.accounts.insert(account.to_owned(), created);
        } else if action == events::USER_CHANGE.name() {
            let stated = self.accounts.entry(account.to_owned()).or_default();
            for (value, name) in [
                (&mut stated.role, "role"),
                (&mut stated.status, "status"),
                (&mut stated.tier, "tier"),
            ] {
                *value = text(name).or(value.take());
            }
        } else if action == events::USER_DELETE_BEGIN.name()
            || action == events::USER_DELETE_AGAIN.name()
        {
            self.accounts.remove(account);
            self.revoke_all(account);
        } else if action == events::USER_CREDENTIALS_REVOKE.name()
            || action == events::USER_SET_PASSWORD.name() && metadata["apiKeysKept"] == false
        {
            self.revoke_all(account);
        } else if let Some(key) = text("keyId") {
            if action == events::API_KEY_CREATE.name() {
                let created = StatedKey {
                    account: account.to_owned(),
                    parent: text("parentId"),
                    scopes: metadata["scopes"].clone(),
                    expires: metadata.get("expiresAt").cloned(),
                    is_revoked: false,
                };
                let of_account = self.of_account.entry(account.to_owned()).or_default();
                of_account.push(key.clone());
                self.keys.insert(key, created);
            } else if action == events::API_KEY_DELETE.name() {
                self.revoke(account, key);
            }
        }
    }

    fn revoke_all(&mut self, account: &str) {
        for id in self.of_account.remove(account).unwrap_or_default() {
            self.mark_revoked(&id);
        }
    }

    /// Revokes a key with those that were created with it, directly or indirectly.
    fn revoke(&mut self, account: &str, id: String) {
        let mut ids = self.of_account.remove(account).unwrap_or_default();
        let mut revoked = vec![id];
        while let Some(id) = revoked.pop() {
            self.mark_revoked(&id);
            let parent = |one: &String| self.keys.get(one).and_then(|key| key.parent.as_deref());
            let (children, others) = ids
                .into_iter()
                .filter(|one| *one != id)
                .partition(|one| parent(one) == Some(&*id));
            ids = others;
            revoked.extend::<Vec<String>>(children);
        }
        self.of_account.insert(account.to_owned(), ids);
    }

    fn mark_revoked(&mut self, id: &str) {
        if let Some(key) = self.keys.get_mut(id) {
            key.is_revoked = true;
        }
    }
}

fn accounts(
    tx: &Tx<'_>,
    stated: &HashMap<String, StatedAccount>,
) -> Result<Vec<DamagedRow>, StoreError> {
    let sql = format!("SELECT id, role, status, tier FROM account WHERE NOT {IS_ERASED}");
    let differs = |value: &Option<String>, stored: &str| {
        value.as_deref().is_some_and(|value| value != stored)
    };
    let rows = tx.query_skipping(ACCOUNT_ROW, &sql, &[], |row| {
        let user: UserId = row.parse(0)?;
        // The check of each row names other values.
        let role = row.parse::<Role>(1)?.as_str();
        let status = row.parse::<AccountStatus>(2)?;
        let tier = row.parse::<Tier>(3)?.as_str();
        let Some(stated) = stated.get(user.as_str()) else {
            return Ok(None);
        };
        // An account with the status erased that was not erased is reported by another check.
        let status = match status {
            AccountStatus::Deleted => stated.status.as_deref().unwrap_or_default(),
            status => status.as_str(),
        };
        let columns: Vec<&str> = [
            ("role", differs(&stated.role, role)),
            ("status", differs(&stated.status, status)),
            ("tier", differs(&stated.tier, tier)),
        ]
        .into_iter()
        .filter_map(|(column, is_other)| is_other.then_some(column))
        .collect();
        Ok((!columns.is_empty()).then(|| DamagedRow {
            table: "account",
            account: Some(user.to_string()),
            row: user.to_string(),
            reason: format!(
                "column {}: the audit log states another value. Set role, status and tier again: PATCH \
                 /v1/admin/users/{user}, or `lockstep user change`",
                columns.join(", ")
            ),
        }))
    })?;
    Ok(rows.into_iter().flatten().collect())
}

fn keys(tx: &Tx<'_>, stated: &HashMap<String, StatedKey>) -> Result<Vec<DamagedRow>, StoreError> {
    let name = RowName {
        table: "api_key",
        account: Some(1),
        row: Some(0),
    };
    let sql = "SELECT id, user_id, scopes, expires_at, parent FROM api_key";
    let rows = tx.query_skipping(name, sql, &[], |row| {
        let id: ApiKeyId = row.parse(0)?;
        let scopes = scopes(row, 2)?;
        let expires = optional_time(row, 3)?.map(|at| at.to_string());
        let Some(stated) = stated.get(id.as_str()) else {
            return Ok(None);
        };
        let is_other = |column: &str, is_other: bool| is_other.then(|| column.to_owned());
        let expires = serde_json::json!(expires);
        let columns: Vec<String> = [
            is_other("user_id", row.shown(1) != stated.account),
            is_other("scopes", serde_json::json!(scopes.list()) != stated.scopes),
            is_other(
                "expires_at",
                stated
                    .expires
                    .as_ref()
                    .is_some_and(|stated| *stated != expires),
            ),
            is_other(
                "parent",
                row.at::<Option<&str>>(4)? != stated.parent.as_deref(),
            ),
        ]
        .into_iter()
        .flatten()
        .collect();
        let reason = match (stated.is_revoked, columns.is_empty()) {
            (true, _) => "the audit log states that the key was revoked".to_owned(),
            (false, false) => format!(
                "column {}: the audit log states another value",
                columns.join(", ")
            ),
            (false, true) => return Ok(None),
        };
        Ok(Some(DamagedRow {
            table: "api_key",
            account: Some(row.shown(1)),
            row: id.to_string(),
            reason: format!("{reason}. Revoke the key, and create another"),
        }))
    })?;
    Ok(rows.into_iter().flatten().collect())
}
