//! Accounts, tokens and API keys: the only SQL of this crate, with `store/erasures.rs`.

pub(crate) mod erasures;

use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, audit, outbox, params};
use lockstep_web::caller::Scopes;
use lockstep_web::{Counts, Paging, Role, Tier};

use crate::secret::{Hash, Kind};
use crate::user::{NewUser, Standing, User};

const USER: &str =
    "id, username, email, role, status, tier, wallet_address, created_at, last_active";

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
    let users = tx.query(
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

pub(crate) fn touch(tx: &mut Tx<'_>, id: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE account SET last_active = ?2 WHERE id = ?1",
        params![id, tx.now()],
    )?;
    Ok(())
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
    revoke_all(tx, id)?;
    tx.execute("DELETE FROM api_key WHERE user_id = ?1", params![id])?;
    tx.execute("DELETE FROM ticket WHERE user_id = ?1", params![id])?;
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

/// A token as stored.
pub(crate) struct StoredToken {
    pub(crate) user: UserId,
    pub(crate) family: String,
    pub(crate) expires_at: Timestamp,
    pub(crate) used: bool,
}

pub(crate) fn insert_token(
    tx: &mut Tx<'_>,
    hash: &Hash,
    user: &UserId,
    family: &str,
    kind: Kind,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO token(hash, user_id, family, kind, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![hash, user, family, kind.name(), expires_at],
    )?;
    Ok(())
}

pub(crate) fn token(
    tx: &Tx<'_>,
    hash: &Hash,
    kind: Kind,
) -> Result<Option<StoredToken>, StoreError> {
    tx.query_opt(
        "SELECT user_id, family, expires_at, used_at IS NOT NULL FROM token
         WHERE hash = ?1 AND kind = ?2",
        params![hash, kind.name()],
        |row| {
            Ok(StoredToken {
                user: row.parse(0)?,
                family: row.at(1)?,
                expires_at: row.at(2)?,
                used: row.at(3)?,
            })
        },
    )
}

pub(crate) fn use_token(tx: &mut Tx<'_>, hash: &Hash) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE token SET used_at = ?2 WHERE hash = ?1",
        params![hash, tx.now()],
    )?;
    Ok(())
}

pub(crate) fn revoke_family(tx: &mut Tx<'_>, family: &str) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM token WHERE family = ?1", params![family])
}

pub(crate) fn revoke_all(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM token WHERE user_id = ?1", params![user])
}

pub(crate) fn forget_tokens(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let now = params![tx.now()];
    tx.execute("DELETE FROM ticket WHERE expires_at < ?1", now)?;
    tx.execute("DELETE FROM token WHERE expires_at < ?1", now)
}

/// A ticket as stored.
pub(crate) struct Ticket {
    pub(crate) user: UserId,
    /// Of the credential it stands for.
    pub(crate) credential: Hash,
    pub(crate) expires_at: Timestamp,
}

pub(crate) fn insert_ticket(
    tx: &mut Tx<'_>,
    hash: &Hash,
    ticket: &Ticket,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO ticket(hash, user_id, credential, expires_at) VALUES (?1, ?2, ?3, ?4)",
        params![hash, &ticket.user, &ticket.credential, ticket.expires_at],
    )?;
    Ok(())
}

/// Gives the ticket out of the store: there is no second time.
pub(crate) fn take_ticket(tx: &mut Tx<'_>, hash: &Hash) -> Result<Option<Ticket>, StoreError> {
    tx.query_opt(
        "DELETE FROM ticket WHERE hash = ?1 RETURNING user_id, credential, expires_at",
        params![hash],
        |row| {
            Ok(Ticket {
                user: row.parse(0)?,
                credential: row.at(1)?,
                expires_at: row.at(2)?,
            })
        },
    )
}

/// An API key, without its secret.
#[derive(Clone, Debug)]
pub struct ApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// What it is called.
    pub name: String,
    /// What it is narrowed to.
    pub scopes: Scopes,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

fn api_key(row: &Row<'_>) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        id: row.parse(0)?,
        name: row.at(1)?,
        scopes: Scopes::split(row.at(2)?),
        created_at: row.at(3)?,
        expires_at: row.at(4)?,
    })
}

pub(crate) fn insert_api_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    key: &ApiKey,
    hash: &Hash,
) -> Result<(), StoreError> {
    let scopes = key.scopes.joined();
    tx.execute(
        "INSERT INTO api_key(id, user_id, name, hash, scopes, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            &key.id,
            user,
            &key.name,
            hash,
            &scopes,
            key.created_at,
            key.expires_at
        ],
    )?;
    Ok(())
}

pub(crate) fn api_key_by_hash(
    tx: &Tx<'_>,
    hash: &Hash,
) -> Result<Option<(UserId, ApiKey)>, StoreError> {
    tx.query_opt(
        "SELECT id, name, scopes, created_at, expires_at, user_id FROM api_key WHERE hash = ?1",
        params![hash],
        |row| Ok((row.parse(5)?, api_key(row)?)),
    )
}

pub(crate) fn api_keys(
    tx: &Tx<'_>,
    user: &UserId,
    paging: Paging,
) -> Result<(Vec<ApiKey>, u64), StoreError> {
    let total = tx.query_one(
        "SELECT COUNT(*) FROM api_key WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )?;
    let keys = tx.query(
        "SELECT id, name, scopes, created_at, expires_at FROM api_key WHERE user_id = ?1
         ORDER BY created_at, id LIMIT ?2 OFFSET ?3",
        params![user, paging.limit, paging.offset()],
        api_key,
    )?;
    Ok((keys, total))
}

pub(crate) fn delete_api_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &ApiKeyId,
) -> Result<bool, StoreError> {
    let count = tx.execute(
        "DELETE FROM api_key WHERE user_id = ?1 AND id = ?2",
        params![user, id],
    )?;
    Ok(count == 1)
}
