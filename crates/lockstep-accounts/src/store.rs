//! Accounts: the only SQL of this crate, with `store/credentials.rs` and `store/erasures.rs`.

pub(crate) mod credentials;
pub(crate) mod erasures;
#[cfg(test)]
mod tests;

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Tx, audit, outbox, params};
use lockstep_web::{Counts, Paging, Role, Tier};

pub(crate) use self::credentials::{forget_tokens, revoke_all};
use crate::user::{NewUser, Standing, User};

const USER: &str =
    "id, username, email, role, status, tier, wallet_address, created_at, last_active";

/// Where [`USER`] has the name of an account.
const ACCOUNT: RowName = RowName {
    table: "account",
    account: Some(0),
    row: None,
};

fn user(row: &Row<'_>) -> Result<User, StoreError> {
    Ok(User {
        id: row.parse(0)?,
        username: row.at(1)?,
        email: row.at(2)?,
        role: row.parse(3)?,
        status: row.parse(4)?,
        tier: row.parse(5)?,
        wallet_address: row.at(6)?,
        created_at: row.at(7)?,
        last_active: row.at(8)?,
        counts: Counts::default(),
    })
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    id: &UserId,
    new: &NewUser,
    password: &str,
) -> Result<(), StoreError> {
    let (username_key, email_key) = (new.username.to_lowercase(), new.email.to_lowercase());
    tx.execute(
        "INSERT INTO account(id, username, username_key, email, email_key, password, role, status,
            tier, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'active', ?8, ?9)",
        params![
            id,
            &new.username,
            &username_key,
            &new.email,
            &email_key,
            password,
            new.role.as_str(),
            new.tier.as_str(),
            tx.now(),
        ],
    )?;
    Ok(())
}

pub(crate) fn by_id(tx: &Tx<'_>, id: &UserId) -> Result<Option<User>, StoreError> {
    tx.query_opt(
        &format!("SELECT {USER} FROM account WHERE id = ?1"),
        params![id],
        user,
    )
}

pub(crate) fn by_name(tx: &Tx<'_>, username: &str) -> Result<Option<(User, String)>, StoreError> {
    let key = username.to_lowercase();
    tx.query_opt(
        &format!("SELECT {USER}, password FROM account WHERE username_key = ?1"),
        params![&key],
        |row| Ok((user(row)?, row.at(9)?)),
    )
}

pub(crate) fn email_taken(tx: &Tx<'_>, email: &str, but: &UserId) -> Result<bool, StoreError> {
    let key = email.to_lowercase();
    let found = tx.query_opt(
        "SELECT 1 FROM account WHERE email_key = ?1 AND id <> ?2",
        params![&key, but],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

pub(crate) fn any(tx: &Tx<'_>) -> Result<bool, StoreError> {
    Ok(tx
        .query_opt("SELECT 1 FROM account LIMIT 1", &[], |_| Ok(()))?
        .is_some())
}

pub(crate) fn other_active_admins(tx: &Tx<'_>, but: &UserId) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM account WHERE role = 'admin' AND status = 'active' AND id <> ?1",
        params![but],
        |row| row.at(0),
    )
}

/// What a list of accounts is narrowed to.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only this role.
    pub role: Option<Role>,
    /// Only this status; none is all but the erased.
    pub status: Option<Standing>,
    /// Part of a name or an address, in any case.
    pub search: Option<String>,
}

pub(crate) fn list(
    tx: &Tx<'_>,
    filter: &Filter,
    paging: Paging,
) -> Result<(Vec<User>, u64), StoreError> {
    // An erased account is only seen by who asks for erased ones.
    const WHERE: &str = "(?1 IS NULL OR role = ?1)
        AND (status = ?2 OR (?2 IS NULL AND status <> 'deleted'))
        AND (?3 IS NULL OR username_key LIKE ?3 ESCAPE '\\' OR email_key LIKE ?3 ESCAPE '\\')";
    let pattern = filter.search.as_ref().map(|search| {
        let literal = search.to_lowercase().replace('\\', "\\\\");
        format!("%{}%", literal.replace('%', "\\%").replace('_', "\\_"))
    });
    let role = filter.role.map(Role::as_str);
    let status = filter.status.map(Standing::as_str);
    let pattern = pattern.as_deref();
    let total = tx.query_one(
        &format!("SELECT COUNT(*) FROM account WHERE {WHERE}"),
        params![role, status, pattern],
        |row| row.at(0),
    )?;
    let users = tx.query_skipping(
        ACCOUNT,
        &format!("SELECT {USER} FROM account WHERE {WHERE} ORDER BY id LIMIT ?4 OFFSET ?5"),
        params![role, status, pattern, paging.limit, paging.offset()],
        user,
    )?;
    Ok((users, total))
}

pub(crate) fn update(tx: &mut Tx<'_>, user: &User) -> Result<(), StoreError> {
    let email_key = user.email.to_lowercase();
    tx.execute(
        "UPDATE account SET email = ?2, email_key = ?3, role = ?4, status = ?5, tier = ?6,
            wallet_address = ?7 WHERE id = ?1",
        params![
            &user.id,
            &user.email,
            &email_key,
            user.role.as_str(),
            user.status.as_str(),
            user.tier.as_str(),
            user.wallet_address.as_deref(),
        ],
    )?;
    Ok(())
}

pub(crate) fn set_password(tx: &mut Tx<'_>, id: &UserId, hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET password = ?2 WHERE id = ?1",
        params![id, hash],
    )?;
    Ok(())
}

/// The hash of an account's password; an erased one has none.
pub(crate) fn password(tx: &Tx<'_>, id: &UserId) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT password FROM account WHERE id = ?1 AND status <> 'deleted'",
        params![id],
        |row| row.at(0),
    )
}

/// Reads every row of the tables of this capability: how many there are, and those that cannot be read.
pub(crate) fn check_rows(tx: &Tx<'_>) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let sql = format!("SELECT {USER}, password FROM account");
    let read = |row: &Row<'_>| user(row).and_then(|_| row.at::<String>(9)).map(drop);
    let (all, mut damaged) = tx.query_readable(ACCOUNT, &sql, &[], read)?;
    let mut rows = (all.len() + damaged.len()) as u64;
    rows += credentials::check_rows(tx, &mut damaged)?;
    Ok((rows, damaged))
}

/// The stored ids of the first `most` accounts after this one; damaged ids are given as they are.
pub(crate) fn ids_after(tx: &Tx<'_>, after: &[u8], most: u32) -> Result<Vec<Vec<u8>>, StoreError> {
    tx.query(
        "SELECT CAST(id AS BLOB) FROM account
         WHERE id > CAST(?1 AS TEXT) AND id < x'' ORDER BY id LIMIT ?2",
        params![after, most],
        |row| row.at(0),
    )
}

/// The tier of an account.
pub(crate) fn tier(tx: &Tx<'_>, id: &UserId) -> Result<Option<Tier>, StoreError> {
    tx.query_opt(
        "SELECT tier FROM account WHERE id = ?1",
        params![id],
        |row| row.parse(0),
    )
}

/// Leaves nothing of the account but its id and that it is erased.
pub(crate) fn erase(tx: &mut Tx<'_>, id: &UserId) -> Result<(), StoreError> {
    credentials::revoke_everything(tx, id)?;
    lockstep_web::idempotency::erase(tx, id)?;
    audit::erase(tx, id)?;
    outbox::erase(tx, id)?;
    tx.execute(
        "UPDATE account SET username = '', username_key = NULL, email = '', email_key = NULL,
            password = '', status = 'deleted', wallet_address = NULL, last_active = NULL
         WHERE id = ?1",
        params![id],
    )?;
    Ok(())
}
