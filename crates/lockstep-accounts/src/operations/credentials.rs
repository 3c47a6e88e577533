//! Sign-ins and API keys: made, listed, revoked, and when each was last used.

use lockstep_store::id::{ApiKeyId, SessionId, UserId};
use lockstep_store::{Actor, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::caller::{Credential, Scopes};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Paging};
use serde_json::json;

use super::tickets::again;
use super::{Accounts, existing, note};
use crate::credential::{CredentialId, LastUse, Listed, Revoked, Session};
use crate::names;
use crate::secret::{self, Kind, Token};
use crate::store::credentials::{self as rows, ApiKey};

/// A new API key.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// What it is called.
    pub name: String,
    /// What it is narrowed to.
    pub scopes: Scopes,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

/// Who asks for an API key.
#[derive(Clone, Debug)]
pub struct Maker {
    /// Whose key it becomes.
    pub user: UserId,
    /// As the audit log names the maker.
    pub actor: Actor,
    /// The credential that asks; none for the command line on this machine.
    pub credential: Option<Credential>,
}

impl From<&Caller> for Maker {
    fn from(caller: &Caller) -> Self {
        Self {
            user: caller.user.clone(),
            actor: caller.actor(),
            credential: Some(caller.credential),
        }
    }
}

/// An account's sign-ins, and which of them asks.
pub(crate) struct Sessions {
    pub(crate) page: Vec<Session>,
    pub(crate) total: u64,
    /// The caller's own; none for an API key.
    pub(crate) current: Option<SessionId>,
}

impl Accounts {
    /// Makes an API key; the token is shown once. An API key makes only keys that end no later than
    /// it and may no more than it, and they are revoked with it.
    ///
    /// # Errors
    /// Scopes or an end beyond those of the key that asks; too many keys.
    pub async fn create_api_key(
        &self,
        maker: Maker,
        new: NewApiKey,
        once: IdempotencyKey,
    ) -> Result<(ApiKey, Token), ApiError> {
        let account_keys = Vault::of(&self.state)?.account_keys(&maker.user).await?;
        self.state
            .db
            .write("accounts.api_key.create", move |tx| {
                once.run_secret(tx, &maker.user, |tx| {
                    create_api_key(tx, &maker, &new, &account_keys)
                })
            })
            .await
    }

    /// The ring that opens the names of an account's API keys; `None` where it cannot be had, or where
    /// there is no name to open.
    async fn ring_for<T>(&self, user: &UserId, all: &[rows::WithName<T>]) -> Option<AccountKeys> {
        all.iter().find(|(_, sealed)| sealed.is_some())?;
        let account_keys = Vault::of(&self.state).ok()?.account_keys(user).await;
        account_keys.inspect_err(|fault| {
            tracing::debug!(account = %user, reason = fault.log, "names of API keys are shown empty");
        })
        .ok()
    }

    /// A page of an account's API keys, and how many there are.
    pub(crate) async fn api_keys(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<ApiKey>, u64), ApiError> {
        let of = user.clone();
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.api_keys", move |tx| {
                rows::api_keys(tx, &of, paging)
            });
        let (stored, total) = read.await?;
        let account_keys = self.ring_for(&user, &stored).await;
        let mut keys = Vec::with_capacity(stored.len());
        for (mut key, sealed) in stored {
            let id = CredentialId::ApiKey(key.id.clone());
            key.last_used = last_used(&self.state, &id, key.last_used);
            if let Some(sealed) = sealed {
                key.name = opened_name(account_keys.as_ref(), &key.id, &sealed);
            }
            keys.push(key);
        }
        Ok((keys, total))
    }

    /// A page of the caller's sign-ins, the newest first.
    pub(crate) async fn sessions(
        &self,
        caller: &Caller,
        paging: Paging,
    ) -> Result<Sessions, ApiError> {
        let (user, shown) = (caller.user.clone(), caller.credential);
        let read = self.state.db.read("accounts.sessions", move |tx| {
            let (page, total) = rows::sessions(tx, &user, paging)?;
            let current = rows::token(tx, &shown.0, Kind::Access)?;
            Ok::<_, StoreError>(Sessions {
                page,
                total,
                current: current.map(|token| token.session),
            })
        });
        let mut sessions = read.await?;
        for session in &mut sessions.page {
            let id = CredentialId::Session(session.id.clone());
            session.last_used = last_used(&self.state, &id, session.last_used);
        }
        Ok(sessions)
    }

    /// A page of the sign-ins and API keys of an account, the oldest first, and how many there are.
    ///
    /// # Errors
    /// No such account.
    pub(crate) async fn credentials(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<Listed>, u64), ApiError> {
        let of = user.clone();
        let read = self
            .state
            .db
            .read::<_, ApiError, _>("accounts.credentials", move |tx| {
                existing(tx, &of)?;
                Ok(rows::listed(tx, &of, paging)?)
            });
        let (stored, total) = read.await?;
        let account_keys = self.ring_for(&user, &stored).await;
        let mut all = Vec::with_capacity(stored.len());
        for (mut listed, sealed) in stored {
            listed.last_used = last_used(&self.state, &listed.id, listed.last_used);
            if let (CredentialId::ApiKey(id), Some(sealed)) = (&listed.id, sealed) {
                listed.name = Some(opened_name(account_keys.as_ref(), id, &sealed));
            }
            all.push(listed);
        }
        Ok((all, total))
    }

    /// Revokes one sign-in or API key of an account; with an API key also those it made.
    ///
    /// # Errors
    /// The account has no such credential.
    pub(crate) async fn revoke_one(
        &self,
        actor: Actor,
        user: UserId,
        id: CredentialId,
    ) -> Result<Revoked, ApiError> {
        self.state
            .db
            .write("accounts.credential.revoke", move |tx| {
                revoke_one(tx, &actor, &user, &id)
            })
            .await
    }

    /// Revokes every sign-in and API key of an account.
    ///
    /// # Errors
    /// No such account.
    pub(crate) async fn revoke_everything(
        &self,
        actor: Actor,
        user: UserId,
    ) -> Result<Revoked, ApiError> {
        self.state
            .db
            .write("accounts.credentials.revoke", move |tx| {
                existing(tx, &user)?;
                let revoked = rows::revoke_everything(tx, &user)?;
                let metadata = json!({
                    "sessions": revoked.sessions, "apiKeys": revoked.api_keys,
                });
                note(tx, &actor, "user.credentials.revoke", &user, metadata)?;
                Ok(revoked)
            })
            .await
    }

    /// Revokes the credential whose secret this is, if it is the caller's: a sign-in by any of its
    /// tokens, an API key with those it made, a ticket. Whether there was one.
    pub(crate) async fn revoke(&self, caller: &Caller, secret: &str) -> Result<bool, ApiError> {
        let Some((kind, hash)) = secret::read(secret) else {
            return Ok(false);
        };
        let caller = caller.clone();
        self.state
            .db
            .write("accounts.revoke", move |tx| {
                let user = &caller.user;
                let id = match kind {
                    Kind::Ticket => return Ok(rows::delete_ticket(tx, user, &hash)?),
                    Kind::Access | Kind::Refresh => rows::token(tx, &hash, kind)?
                        .filter(|token| token.user == *user)
                        .map(|token| CredentialId::Session(token.session)),
                    Kind::ApiKey => rows::api_key_by_hash(tx, &hash)?
                        .filter(|(owner, _)| owner == user)
                        .map(|(_, key)| CredentialId::ApiKey(key.id)),
                };
                let Some(id) = id else { return Ok(false) };
                revoke_one(tx, &caller.actor(), user, &id)?;
                Ok(true)
            })
            .await
    }
}

fn create_api_key(
    tx: &mut Tx<'_>,
    maker: &Maker,
    new: &NewApiKey,
    account_keys: &AccountKeys,
) -> Result<(ApiKey, Token), ApiError> {
    if new.expires_at.is_some_and(|at| at <= tx.now()) {
        return Err(ApiError::invalid("expiresAt", "must lie in the future"));
    }
    if rows::count_api_keys(tx, &maker.user)? >= MAX_API_KEYS {
        return Err(ApiError::conflict(format!(
            "the account has {MAX_API_KEYS} API keys, which is the maximum: remove one first"
        )));
    }
    let mut key = ApiKey {
        id: ApiKeyId::generate(tx.now(), tx.entropy()),
        name: new.name.clone(),
        scopes: new.scopes.clone(),
        created_at: tx.now(),
        expires_at: new.expires_at,
        parent: None,
        last_used: None,
    };
    if let Some(credential) = maker.credential {
        // Asked in this transaction: it may have been revoked since it was shown.
        let shown = again(tx, credential)?.ok_or_else(ApiError::bad_credential)?;
        if let CredentialId::ApiKey(parent) = shown.id {
            within_parent(&mut key, &shown.scopes, shown.expires)?;
            key.parent = Some(parent);
        }
    }
    let token = Token::generate(Kind::ApiKey, tx.entropy());
    let sealed = names::seal_api_key(tx, account_keys, &key.id, &key.name)?;
    rows::insert_api_key(tx, &maker.user, &key, &sealed, &token.hash())?;
    let metadata = json!({
        "keyId": key.id, "scopes": key.scopes.list(), "parentId": key.parent,
    });
    note(tx, &maker.actor, "api_key.create", &maker.user, metadata)?;
    Ok((key, token))
}

/// The name of an API key, or an empty one where it does not open.
fn opened_name(account_keys: Option<&AccountKeys>, id: &ApiKeyId, sealed: &[u8]) -> String {
    account_keys
        .and_then(|account_keys| names::open_api_key(account_keys, id, sealed).ok())
        .unwrap_or_default()
}

/// A key may no more and ends no later than the key that makes it. Without an end of its own it has
/// its maker's.
fn within_parent(
    key: &mut ApiKey,
    scopes: &Scopes,
    expires: Option<Timestamp>,
) -> Result<(), ApiError> {
    let within = key.scopes.are_narrow() && key.scopes.list().iter().all(|it| scopes.hold(it));
    if scopes.are_narrow() && !within {
        return Err(ApiError::permission_denied(
            "a key cannot make a key that may do more than itself",
        ));
    }
    let Some(end) = expires else { return Ok(()) };
    if key.expires_at.is_some_and(|asked| asked > end) {
        return Err(ApiError::invalid(
            "expiresAt",
            format!(
                "must not be after {end}, when the API key that makes it ends: sign in to make a key that lasts longer"
            ),
        ));
    }
    key.expires_at = Some(key.expires_at.unwrap_or(end));
    Ok(())
}

fn revoke_one(
    tx: &mut Tx<'_>,
    actor: &Actor,
    user: &UserId,
    id: &CredentialId,
) -> Result<Revoked, ApiError> {
    let mut revoked = Revoked::default();
    let (action, what) = match id {
        CredentialId::Session(id) => {
            revoked.sessions = u64::from(rows::revoke_session(tx, user, id)?);
            ("user.sign_out", "session")
        }
        CredentialId::ApiKey(id) => {
            revoked.api_keys = rows::delete_api_key(tx, user, id)? as u64;
            ("api_key.delete", "API key")
        }
    };
    if revoked == Revoked::default() {
        return Err(ApiError::not_found(what));
    }
    let metadata = match id {
        CredentialId::Session(id) => json!({ "sessionId": id }),
        CredentialId::ApiKey(id) => json!({ "keyId": id, "revoked": revoked.api_keys }),
    };
    note(tx, actor, action, user, metadata)?;
    Ok(revoked)
}

/// When a credential was last used, by what is stored and what waits to be.
fn last_used(state: &AppState, id: &CredentialId, stored: Option<Timestamp>) -> Option<Timestamp> {
    match state.extension::<LastUse>() {
        Some(uses) => uses.of(id, stored),
        None => stored,
    }
}

/// Writes when credentials were last used: once a minute, and when the server ends.
///
/// # Errors
/// A store that takes no writes; what is noted is kept for the next time.
pub async fn write_last_uses(state: &AppState) -> Result<(), ApiError> {
    let Some(uses) = state.extension::<LastUse>() else {
        return Ok(());
    };
    let unwritten = uses.take();
    if unwritten.is_empty() {
        return Ok(());
    }
    let again = unwritten.clone();
    let written = state
        .db
        .write::<_, StoreError, _>("accounts.last_use", move |tx| {
            rows::write_uses(tx, &unwritten)
        })
        .await;
    if let Err(error) = written {
        uses.put_back(again);
        return Err(error.into());
    }
    Ok(())
}

/// API keys of an account.
const MAX_API_KEYS: u64 = 1000;
