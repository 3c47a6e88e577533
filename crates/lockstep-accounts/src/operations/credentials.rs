//! Creates, lists and revokes sign-ins and API keys, and records when each was last used.

use lockstep_store::id::{ApiKeyId, SessionId, UserId};
use lockstep_store::{Actor, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::caller::{Credential, Scopes};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Paging, free_text};
use serde_json::json;

use super::second_factor::need_session;
use super::tickets::resolve_in_transaction;
use super::{Accounts, existing, write_audit_and_event};
use crate::credential::{
    CredentialId, LastUse, ListedCredential, RevokedCounts, Session, WithName,
};
use crate::events;
use crate::names::{self, NameIndex, Names};
use crate::secret::{self, Token, TokenKind};
use crate::store::credentials::{self as rows, ApiKey};

/// A new API key.
#[derive(Clone, Debug)]
pub(crate) struct ApiKeyWithSecret {
    /// The key's name.
    pub(crate) name: String,
    /// The scopes that narrow the key.
    pub(crate) scopes: Scopes,
    /// The expiry, if any.
    pub(crate) expires_at: Option<Timestamp>,
}

impl ApiKeyWithSecret {
    fn check_name(&self) -> Result<(), ApiError> {
        if !(1..=MAX_NAME_CHARS).contains(&self.name.chars().count()) {
            let reason = format!("must be 1 to {MAX_NAME_CHARS} characters");
            return Err(ApiError::invalid("name", reason));
        }
        free_text::one_line(&self.name).map_err(|reason| ApiError::invalid("name", reason))
    }
}

/// The requester of an API key.
#[derive(Clone, Debug)]
pub(crate) struct KeyRequester {
    /// The account that will own the key.
    pub(crate) user: UserId,
    /// The requester's name in the audit log.
    pub(crate) actor: Actor,
    /// The credential of the request; `None` for the local command line.
    pub(crate) credential: Option<Credential>,
}

impl From<&Caller> for KeyRequester {
    fn from(caller: &Caller) -> Self {
        Self {
            user: caller.user.clone(),
            actor: caller.actor(),
            credential: Some(caller.credential),
        }
    }
}

/// A page of an account's sign-ins.
pub(crate) struct Sessions {
    pub(crate) page: Vec<Session>,
    pub(crate) total: u64,
    /// The caller's own sign-in; `None` if the caller uses an API key.
    pub(crate) current: Option<SessionId>,
}

impl Accounts {
    /// Creates an API key; the token is shown once. An API key can only create keys with no later
    /// expiry and no more rights, and they are revoked with it.
    ///
    /// # Errors
    /// A name that is too long or has control characters; scopes or an expiry beyond those of the requesting key; an
    /// API key of an account with TOTP; too many keys.
    pub(crate) async fn create_api_key(
        &self,
        maker: KeyRequester,
        new: ApiKeyWithSecret,
        idempotency_key: IdempotencyKey,
    ) -> Result<(ApiKey, Token), ApiError> {
        new.check_name()?;
        let account_keys = Vault::of(&self.state)?.account_keys(&maker.user).await?;
        let index = Names::of(&self.state)?.index();
        let made = self.state.db.write("accounts.api_key.create", move |tx| {
            idempotency_key.run_secret(tx, &maker.user, |tx| {
                create_api_key(tx, &maker, &new, &account_keys, &index)
            })
        });
        let (key, token): (ApiKey, Token) = made.await?;
        self.state.expect_credential(token.reveal());
        Ok((key, token))
    }

    /// Returns the keys that open the names of an account's API keys; `None` if they are
    /// unavailable or there is no name to open.
    async fn ring_for<T>(&self, user: &UserId, all: &[WithName<T>]) -> Option<AccountKeys> {
        all.iter().find(|(_, sealed)| sealed.is_some())?;
        let account_keys = Vault::of(&self.state).ok()?.account_keys(user).await;
        account_keys.inspect_err(|fault| {
            tracing::debug!(account = %user, reason = fault.log, "names of API keys are shown empty");
        })
        .ok()
    }

    /// Returns a page of an account's API keys and their total number.
    pub(crate) async fn api_keys(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<ApiKey>, u64), ApiError> {
        let owner = user.clone();
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.api_keys", move |tx| {
                rows::api_keys(tx, &owner, paging)
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

    /// Returns a page of the caller's sign-ins, the newest first.
    pub(crate) async fn sessions(
        &self,
        caller: &Caller,
        paging: Paging,
    ) -> Result<Sessions, ApiError> {
        let (user, shown) = (caller.user.clone(), caller.credential);
        let read = self.state.db.read("accounts.sessions", move |tx| {
            let (page, total) = rows::sessions(tx, &user, paging)?;
            let current = rows::session_token(tx, &shown.0)?;
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

    /// Returns a page of an account's sign-ins and API keys, the oldest first, and their total
    /// number.
    ///
    /// # Errors
    /// The account does not exist.
    pub(crate) async fn credentials(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<ListedCredential>, u64), ApiError> {
        let owner = user.clone();
        let read = self
            .state
            .db
            .read::<_, ApiError, _>("accounts.credentials", move |tx| {
                existing(tx, &owner)?;
                Ok(rows::listed(tx, &owner, paging)?)
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

    /// Revokes one sign-in or API key of an account, and the keys that the API key created.
    ///
    /// # Errors
    /// The account has no such credential.
    pub(crate) async fn revoke_one(
        &self,
        actor: Actor,
        user: UserId,
        id: CredentialId,
    ) -> Result<RevokedCounts, ApiError> {
        self.state
            .db
            .write("accounts.credential.revoke", move |tx| {
                revoke_one(tx, &actor, &user, &id)
            })
            .await
    }

    /// Revokes every sign-in and API key of an account, and unlinks its identities.
    ///
    /// # Errors
    /// The account does not exist.
    pub(crate) async fn revoke_everything(
        &self,
        actor: Actor,
        user: UserId,
    ) -> Result<RevokedCounts, ApiError> {
        self.state
            .db
            .write("accounts.credentials.revoke", move |tx| {
                existing(tx, &user)?;
                let revoked = rows::revoke_everything(tx, &user)?;
                let metadata = json!({
                    "sessions": revoked.sessions, "apiKeys": revoked.api_keys,
                    "identities": revoked.identities,
                });
                write_audit_and_event(
                    tx,
                    &actor,
                    events::USER_CREDENTIALS_REVOKE,
                    &user,
                    metadata,
                )?;
                Ok(revoked)
            })
            .await
    }

    /// Revokes the caller's credential with this secret: a sign-in by any of its tokens, an API key
    /// with the keys it created, or a ticket. Returns whether there was one.
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
                    TokenKind::Ticket => return Ok(rows::delete_ticket(tx, user, &hash)?),
                    TokenKind::Access | TokenKind::Refresh | TokenKind::Console => {
                        rows::token(tx, &hash, kind)?
                            .filter(|token| token.user == *user)
                            .map(|token| CredentialId::Session(token.session))
                    }
                    // The caller has the key's secret: a damaged key is revoked too.
                    TokenKind::ApiKey => rows::api_key_by_hash(tx, &hash)?
                        .filter(|(owner, _)| owner == user)
                        .and_then(|(_, key)| {
                            key.map_or_else(|damaged| damaged.id, |key| Some(key.id))
                        })
                        .map(CredentialId::ApiKey),
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
    maker: &KeyRequester,
    new: &ApiKeyWithSecret,
    account_keys: &AccountKeys,
    index: &NameIndex,
) -> Result<(ApiKey, Token), ApiError> {
    if new.expires_at.is_some_and(|at| at <= tx.now()) {
        return Err(ApiError::invalid("expiresAt", "must be in the future"));
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
        // Checked in this transaction: the credential may have been revoked since it was shown.
        let shown = resolve_in_transaction(tx, credential)?.ok_or_else(ApiError::bad_credential)?;
        let is_session = matches!(shown.id, CredentialId::Session(_));
        need_session(tx, &maker.user, index, is_session)?;
        if let CredentialId::ApiKey(parent) = shown.id {
            within_parent(&mut key, &shown.scopes, shown.expires)?;
            key.parent = Some(parent);
        }
    }
    let token = Token::generate(TokenKind::ApiKey, tx.entropy());
    let sealed = names::seal_api_key(tx, account_keys, &key.id, &key.name)?;
    rows::insert_api_key(tx, &maker.user, &key, &sealed, &token.hash())?;
    let metadata = json!({
        "keyId": key.id, "scopes": key.scopes.list(), "parentId": key.parent,
        "expiresAt": key.expires_at.map(|at| at.to_string()),
    });
    write_audit_and_event(
        tx,
        &maker.actor,
        events::API_KEY_CREATE,
        &maker.user,
        metadata,
    )?;
    Ok((key, token))
}

/// Returns the name of an API key, or an empty name if it cannot be opened.
fn opened_name(account_keys: Option<&AccountKeys>, id: &ApiKeyId, sealed: &[u8]) -> String {
    account_keys
        .and_then(|account_keys| names::open_api_key(account_keys, id, sealed).ok())
        .unwrap_or_default()
}

/// Limits a key to the scopes and the expiry of the key that creates it. Without its own expiry it
/// takes its creator's.
fn within_parent(
    key: &mut ApiKey,
    scopes: &Scopes,
    expires: Option<Timestamp>,
) -> Result<(), ApiError> {
    let within = key.scopes.are_narrow() && key.scopes.list().iter().all(|it| scopes.hold(it));
    if scopes.are_narrow() && !within {
        return Err(ApiError::permission_denied(
            "an API key cannot create a key with more rights than its own",
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
) -> Result<RevokedCounts, ApiError> {
    let mut revoked = RevokedCounts::default();
    let (kind, what) = match id {
        CredentialId::Session(id) => {
            revoked.sessions = u64::from(rows::revoke_session(tx, user, id)?);
            (events::USER_SIGN_OUT, "session")
        }
        CredentialId::ApiKey(id) => {
            revoked.api_keys = rows::delete_api_key(tx, user, id)? as u64;
            (events::API_KEY_DELETE, "API key")
        }
    };
    if revoked == RevokedCounts::default() {
        return Err(ApiError::not_found(what));
    }
    let metadata = match id {
        CredentialId::Session(id) => json!({ "sessionId": id }),
        CredentialId::ApiKey(id) => json!({ "keyId": id, "revoked": revoked.api_keys }),
    };
    write_audit_and_event(tx, actor, kind, user, metadata)?;
    Ok(revoked)
}

/// Returns when a credential was last used: the later of the stored and the unwritten time.
fn last_used(state: &AppState, id: &CredentialId, stored: Option<Timestamp>) -> Option<Timestamp> {
    match state.extension::<LastUse>() {
        Some(uses) => uses.of(id, stored),
        None => stored,
    }
}

/// Writes when credentials were last used: once a minute, and at shutdown.
///
/// # Errors
/// The store cannot be written; the unwritten times are kept for the next run.
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

/// The maximum number of API keys of an account.
const MAX_API_KEYS: u64 = 1000;
/// The maximum number of characters of the name of an API key.
const MAX_NAME_CHARS: usize = 100;
