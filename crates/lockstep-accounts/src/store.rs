//! Account rows. This file and the files in `store/` hold the only SQL of this crate.

mod api_keys;
pub(crate) mod credentials;
pub(crate) mod damage;
pub(crate) mod erasures;
pub(crate) mod identities;
pub(crate) mod names;
pub(crate) mod second_factor;
mod stated;
#[cfg(test)]
mod tests;
mod times;
pub(crate) mod totp;

use lockstep_store::counted_list::{self, Source};
use lockstep_store::id::UserId;
use lockstep_store::{Row, RowName, StoreError, Timestamp, Tx, audit, outbox, params};
use lockstep_vault::Vault;
use lockstep_web::{KeyedDigest, Paging, Role, Tier};

pub(crate) use self::credentials::{forget_tokens, revoke_all};
use self::names::{IndexedNames, NAMES};
use crate::names::{NameKey, StoredNames};
use crate::user::{Account, AccountStatus};

/// The columns of an account. An erased account has no password: a row with a password and the status `deleted`
/// was not erased, so its status is damaged.
const ACCOUNT: &str = "id, role,
    CASE WHEN status = 'deleted' AND password IS DISTINCT FROM '' THEN 'not erased' ELSE status END AS status,
    tier, created_at, last_active";
/// Whether an account is erased; for conditions in SQL.
const IS_ERASED: &str = "((status = 'deleted' AND password = '') IS TRUE)";

/// The columns of [`ACCOUNT`] that identify a row.
pub(crate) const ACCOUNT_ROW: RowName = RowName {
    table: "account",
    account: Some(0),
    row: None,
};

/// Reads an account; only a damaged id is an error. A damaged role, status or tier is replaced by
/// the value that allows least, and is named in [`Account::damaged`].
fn account(row: &Row<'_>) -> Result<Account, StoreError> {
    let id: UserId = row.parse(0)?;
    let (role, status, tier) = (row.parse(1), row.parse(2), row.parse(3));
    let mut damaged = Vec::new();
    // The role and the tier of an erased account have no meaning.
    if !matches!(status, Ok(AccountStatus::Deleted)) {
        let fields = [
            ("role", role.is_err()),
            ("status", status.is_err()),
            ("tier", tier.is_err()),
        ];
        damaged.extend(fields.iter().filter(|it| it.1).map(|it| it.0));
    }
    Ok(Account {
        role: role.unwrap_or(Role::User),
        status: match status {
            Ok(status) if damaged.is_empty() => status,
            _ => AccountStatus::Suspended,
        },
        tier: tier.unwrap_or(Tier::Standard),
        damaged,
        created_at: times::time(row, 4).unwrap_or_else(|_| times::generated_at(id.to_bytes())),
        last_active: times::optional_time(row, 5).unwrap_or_default(),
        id,
    })
}

/// An account with its names as stored.
#[derive(Clone)]
pub(crate) struct StoredAccount {
    pub(crate) account: Account,
    pub(crate) names: StoredNames,
}

fn stored(row: &Row<'_>) -> Result<StoredAccount, StoreError> {
    Ok(StoredAccount {
        account: account(row)?,
        names: names::names(row, 6),
    })
}

/// The clear columns of a new account.
pub(crate) struct NewAccountRow<'a> {
    pub(crate) id: &'a UserId,
    pub(crate) role: Role,
    pub(crate) tier: Tier,
    /// The end of a generated password; `None` for a chosen one.
    pub(crate) password_until: Option<Timestamp>,
    /// The mark that states whether sign-ins need a second factor.
    pub(crate) second_factor: &'a KeyedDigest,
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    account: &NewAccountRow<'_>,
    names: &IndexedNames<'_>,
    check: &KeyedDigest,
    password: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO account(id, username, email, names, username_key, email_key, index_check,
            password, role, status, tier, created_at, second_factor, password_until)
         VALUES (?1, '', '', ?2, ?3, ?4, ?5, ?6, ?7, 'active', ?8, ?9, ?10, ?11)",
        params![
            account.id,
            names.sealed,
            names.username_key,
            names.email_key,
            check,
            password,
            account.role.as_str(),
            account.tier.as_str(),
            tx.now(),
            account.second_factor,
            account.password_until,
        ],
    )?;
    Ok(())
}

pub(crate) fn by_id(tx: &Tx<'_>, id: &UserId) -> Result<Option<Account>, StoreError> {
    tx.query_opt(
        &format!("SELECT {ACCOUNT} FROM account WHERE id = ?1"),
        params![id],
        account,
    )
}

/// Whether a row of this account is stored, also a damaged one.
pub(crate) fn has_row(tx: &Tx<'_>, id: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt("SELECT 1 FROM account WHERE id = ?1", params![id], |_| {
        Ok(())
    })?;
    Ok(found.is_some())
}

/// Whether the rows of this account were removed by an erasure.
pub(crate) fn is_erased(tx: &Tx<'_>, id: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        &format!("SELECT 1 FROM account WHERE id = ?1 AND {IS_ERASED}"),
        params![id],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Returns the accounts that were not erased, whose digest is among those of erased accounts, and whose erasure no
/// audit entry proves.
pub(crate) fn falsely_erased(tx: &Tx<'_>) -> Result<Vec<UserId>, StoreError> {
    let sql = format!("SELECT id FROM account WHERE NOT {IS_ERASED}");
    let mut found = Vec::new();
    for id in tx.query_skipping(ACCOUNT_ROW, &sql, &[], |row| row.parse::<UserId>(0))? {
        match Vault::ensure_active(tx, &id) {
            Ok(()) => {}
            Err(StoreError::Erased) if erasures::is_proven(tx, &id)? => {}
            Err(StoreError::Erased) => found.push(id),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Returns the account with its sealed names.
pub(crate) fn named(tx: &Tx<'_>, id: &UserId) -> Result<Option<StoredAccount>, StoreError> {
    tx.query_opt(
        &format!("SELECT {ACCOUNT}, {NAMES} FROM account WHERE id = ?1"),
        params![id],
        stored,
    )
}

/// Returns the account found by a name key, and its password hash: an empty hash if it is damaged.
pub(crate) fn by_key(tx: &Tx<'_>, key: &NameKey) -> Result<Option<(Account, String)>, StoreError> {
    let (column, key) = key.column();
    // No account is found by a row without a readable id.
    let found = tx.query_skipping(
        ACCOUNT_ROW,
        &format!("SELECT {ACCOUNT}, password FROM account WHERE {column} = ?1"),
        params![key],
        |row| Ok((account(row)?, row.at(6).unwrap_or_default())),
    )?;
    Ok(found.into_iter().next())
}

pub(crate) fn any(tx: &Tx<'_>) -> Result<bool, StoreError> {
    Ok(tx
        .query_opt("SELECT 1 FROM account LIMIT 1", &[], |_| Ok(()))?
        .is_some())
}

/// Returns the number of other administrators that can act: active, and not damaged.
pub(crate) fn other_active_admins(tx: &Tx<'_>, but: &UserId) -> Result<usize, StoreError> {
    let others = tx.query_skipping(
        ACCOUNT_ROW,
        &format!("SELECT {ACCOUNT} FROM account WHERE role = 'admin' AND id <> ?1"),
        params![but],
        account,
    )?;
    let active = others
        .iter()
        .filter(|it| it.status == AccountStatus::Active);
    Ok(active.count())
}

/// The filter of a list of accounts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// Lists only this role.
    pub(crate) role: Option<Role>,
    /// Lists only this status; `None` lists all accounts that are not erased.
    pub(crate) status: Option<AccountStatus>,
    /// Part of a name or an address, in any case.
    pub(crate) search: Option<String>,
}

/// The condition of a [`Filter`]. Erased accounts are listed only if it requests them.
fn filtered() -> String {
    format!(
        "(?1 IS NULL OR role = ?1)
         AND ((status = ?2 AND (?2 <> 'deleted' OR {IS_ERASED})) OR (?2 IS NULL AND NOT {IS_ERASED}))"
    )
}

/// The lists of accounts that are not erased, and those by status, role, or both.
pub(crate) const LISTS: Source = Source {
    prefix: "account",
    entries: "SELECT 'account' AS list, id FROM account
            WHERE NOT ((status = 'deleted' AND password = '') IS TRUE)
        UNION ALL SELECT 'account:role:' || role, id FROM account
            WHERE NOT ((status = 'deleted' AND password = '') IS TRUE) AND role IN ('user', 'auditor', 'admin')
        UNION ALL SELECT 'account:status:' || status, id FROM account
            WHERE status IN ('active', 'suspended') OR ((status = 'deleted' AND password = '') IS TRUE)
        UNION ALL SELECT 'account:both:' || status || ':' || role, id FROM account
            WHERE (status IN ('active', 'suspended') OR ((status = 'deleted' AND password = '') IS TRUE))
                AND role IN ('user', 'auditor', 'admin')",
};

/// The counted list of the accounts that a filter selects; the search is not applied.
fn list_of(filter: &Filter) -> String {
    let status = filter.status.map(AccountStatus::as_str);
    match (status, filter.role.map(Role::as_str)) {
        (None, None) => "account".to_owned(),
        (None, Some(role)) => format!("account:role:{role}"),
        (Some(status), None) => format!("account:status:{status}"),
        (Some(status), Some(role)) => format!("account:both:{status}:{role}"),
    }
}

/// Returns a page of accounts and their total number; the search is not applied.
pub(crate) fn list(
    tx: &Tx<'_>,
    filter: &Filter,
    paging: Paging,
) -> Result<(Vec<StoredAccount>, u64), StoreError> {
    let list = list_of(filter);
    let ids = counted_list::ids(tx, &list, paging.oldest())?;
    // An entry of a damaged list shows no account that the filter does not select.
    let accounts = selected(tx, filter, ids.iter().map(String::as_str))?;
    Ok((accounts, counted_list::total(tx, &list)?))
}

/// Returns those of these accounts that a filter selects; the search is not applied.
pub(crate) fn selected<'i>(
    tx: &Tx<'_>,
    filter: &Filter,
    ids: impl IntoIterator<Item = &'i str>,
) -> Result<Vec<StoredAccount>, StoreError> {
    let role = filter.role.map(Role::as_str);
    let status = filter.status.map(AccountStatus::as_str);
    let sql = format!(
        "SELECT {ACCOUNT}, {NAMES} FROM account WHERE id = ?3 AND {}",
        filtered()
    );
    let mut accounts = Vec::new();
    for id in ids {
        let found = tx.query_skipping(ACCOUNT_ROW, &sql, params![role, status, id], stored)?;
        accounts.extend(found);
    }
    Ok(accounts)
}

/// Returns accounts after this id; the search is not applied.
pub(crate) fn list_after(
    tx: &Tx<'_>,
    filter: &Filter,
    after: &str,
    limit: u32,
) -> Result<Vec<StoredAccount>, StoreError> {
    tx.query_skipping(
        ACCOUNT_ROW,
        &format!(
            "SELECT {ACCOUNT}, {NAMES} FROM account WHERE {} AND id > ?3 ORDER BY id LIMIT ?4",
            filtered()
        ),
        params![
            filter.role.map(Role::as_str),
            filter.status.map(AccountStatus::as_str),
            after,
            limit
        ],
        stored,
    )
}

/// New values for the columns of an account; `None` keeps a column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NewValues {
    pub(crate) role: Option<Role>,
    pub(crate) status: Option<AccountStatus>,
    pub(crate) tier: Option<Tier>,
}

/// Replaces columns of an account, also damaged ones.
pub(crate) fn update(tx: &mut Tx<'_>, id: &UserId, new: NewValues) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET role = coalesce(?2, role), status = coalesce(?3, status),
            tier = coalesce(?4, tier) WHERE id = ?1",
        params![
            id,
            new.role.map(Role::as_str),
            new.status.map(AccountStatus::as_str),
            new.tier.map(Tier::as_str),
        ],
    )
    .map(drop)
}

/// Stores the hash of a chosen password, which has no end.
pub(crate) fn set_password(tx: &mut Tx<'_>, id: &UserId, hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET password = ?2, password_until = NULL WHERE id = ?1",
        params![id, hash],
    )?;
    Ok(())
}

/// Returns the hash of an account's password: an empty one if it is damaged. An erased account has
/// none.
pub(crate) fn password(tx: &Tx<'_>, id: &UserId) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        &format!("SELECT password FROM account WHERE id = ?1 AND NOT {IS_ERASED}"),
        params![id],
        |row| Ok(row.at(0).unwrap_or_default()),
    )
}

/// Returns the end of a generated password; `None` for a chosen one. A damaged end has passed.
pub(crate) fn password_until(tx: &Tx<'_>, id: &UserId) -> Result<Option<Timestamp>, StoreError> {
    let until = tx.query_opt(
        "SELECT password_until FROM account WHERE id = ?1",
        params![id],
        |row| Ok(times::optional_time(row, 0).unwrap_or(Some(Timestamp(0)))),
    )?;
    Ok(until.flatten())
}

/// Returns the stored ids of the first `limit` accounts after this id; damaged ids are returned
/// unchanged.
pub(crate) fn ids_after(tx: &Tx<'_>, after: &[u8], limit: u32) -> Result<Vec<Vec<u8>>, StoreError> {
    tx.query(
        "SELECT CAST(id AS BLOB) FROM account
         WHERE id > CAST(?1 AS TEXT) AND id < x'' ORDER BY id LIMIT ?2",
        params![after, limit],
        |row| row.at(0),
    )
}

/// Returns the tier of an account: the smallest one if it is damaged.
pub(crate) fn tier(tx: &Tx<'_>, id: &UserId) -> Result<Option<Tier>, StoreError> {
    tx.query_opt(
        "SELECT tier FROM account WHERE id = ?1",
        params![id],
        |row| Ok(row.parse(0).unwrap_or(Tier::Standard)),
    )
}

/// Whether an account exists and was not deleted.
pub(crate) fn is_known(tx: &Tx<'_>, id: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM account WHERE id = ?1 AND status <> 'deleted'",
        params![id],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Whether an account exists and is active. A damaged status is not active.
pub(crate) fn is_active(tx: &Tx<'_>, id: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM account WHERE id = ?1 AND status = 'active'",
        params![id],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Removes all data of the account except its row with its id and its status `deleted`.
pub(crate) fn erase(tx: &mut Tx<'_>, id: &UserId) -> Result<(), StoreError> {
    credentials::revoke_everything(tx, id)?;
    totp::delete(tx, id)?;
    lockstep_web::idempotency::erase(tx, id)?;
    audit::erase(tx, id)?;
    outbox::erase(tx, id)?;
    tx.execute(
        "UPDATE account SET username = '', username_key = NULL, email = '', email_key = NULL,
            names = NULL, index_check = NULL, second_factor = NULL, password = '',
            password_until = NULL, status = 'deleted', wallet_address = NULL, last_active = NULL
         WHERE id = ?1",
        params![id],
    )?;
    // The row stays: a damaged value in it would be reported by every later scrub.
    damage::repair(tx, id)?;
    Ok(())
}
