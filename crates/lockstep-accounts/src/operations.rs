//! The operations: signing in, API keys, and the life of an account.

mod attempts;
mod bounded_session;
mod change;
mod client_network;
pub(crate) mod console;
pub mod credentials;
mod directory;
mod effective_role;
pub mod erasure;
mod first_start;
pub(crate) mod oidc;
mod other_account;
pub(crate) mod own_erasure;
pub(crate) mod passwords;
pub(crate) mod scrub;
pub mod sealing;
pub(crate) mod search;
mod second_factor;
mod sign_in;
pub(crate) mod tickets;
pub(crate) mod totp;
mod users;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Event, EventKind, Status, StoreError, Timestamp, Tx};
use lockstep_web::caller::{Credential, Scopes, StoredRights};
use lockstep_web::{ApiError, AppState, Caller, Role};
use serde_json::{Value as Json, json};

use self::attempts::Failures;
use self::bounded_session::BoundedSession;
pub(crate) use self::change::AccountChange;
use self::console::Renewals;
pub(crate) use self::credentials::{ApiKeyWithSecret, KeyRequester};
pub use self::directory::{account_named, user_names};
use self::effective_role::acting;
pub use self::first_start::FirstAdmin;
use self::oidc::{PendingSignIns, Reauthentications};
pub(crate) use self::sign_in::SignIn;
use crate::credential::{CredentialId, LastUse};
use crate::events;
use crate::oidc::Providers;
use crate::password::{Hasher, Password, Rules};
use crate::secret::{self, Hash, Token, TokenKind};
use crate::store;
pub(crate) use crate::store::Filter;
use crate::store::credentials as rows;
pub(crate) use crate::store::credentials::ApiKey;
use crate::user::{Account, AccountStatus};

/// The accounts service: the state that the operations need in addition to [`AppState`]; cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) state: AppState,
    hasher: Hasher,
    failures: Arc<Failures>,
    oidc: Arc<Oidc>,
    renewals: Arc<Renewals>,
}

/// The OpenID providers, the sign-ins that have begun there, and those whose persons identified there once more.
struct Oidc {
    providers: Providers,
    begun: PendingSignIns,
    reauthenticated: Reauthentications,
}

/// The tokens that a sign-in returns.
pub(crate) struct Tokens {
    /// The access token, for the `Authorization` header.
    pub(crate) access: Token,
    /// The refresh token, for the next pair.
    pub(crate) refresh: Token,
    /// The lifetime of the access token.
    pub(crate) access_lifetime: Duration,
}

impl Accounts {
    /// Creates the service over the application state. This computes a password hash: create it once, not in each
    /// request.
    #[must_use]
    pub fn new(state: AppState) -> Self {
        let hasher = Hasher::new(&*state.entropy, state.policy().sign_in.password_cost);
        let failures = Failures::new(&*state.entropy);
        let oidc = Oidc {
            providers: Providers::new(&state.policy().oidc),
            begun: PendingSignIns::new(&*state.entropy),
            reauthenticated: Reauthentications::default(),
        };
        Self {
            oidc: Arc::new(oidc),
            state,
            hasher,
            failures: Arc::new(failures),
            renewals: Arc::default(),
        }
    }

    /// Exchanges a refresh token for the next pair. Each refresh token works once: a second use
    /// ends its whole sign-in.
    pub(crate) async fn refresh(&self, token: &str) -> Result<Tokens, ApiError> {
        let Some((TokenKind::Refresh, hash)) = secret::read(token) else {
            return Err(ApiError::bad_credential());
        };
        let max_age = self.state.policy().sign_in.max_session_age;
        let outcome = self
            .state
            .db
            .write("accounts.refresh", move |tx| refresh(tx, &hash, max_age))
            .await?;
        let tokens = outcome.ok_or_else(ApiError::bad_credential)?;
        self.state.expect_credential(tokens.access.reveal());
        Ok(tokens)
    }

    /// Returns an error if public registration is closed.
    pub(crate) fn registration_open(&self) -> Result<(), ApiError> {
        if self.state.policy().registration_open {
            return Ok(());
        }
        Err(ApiError::permission_denied(
            "registration is disabled on this server: ask an administrator for an account",
        ))
    }

    /// Hashes a password that is to be set.
    async fn hash_chosen(&self, password: &Password, rules: Rules<'_>) -> Result<String, ApiError> {
        let entropy = &*self.state.entropy;
        self.hasher.hash_chosen(password, rules, entropy).await
    }

    /// Audits a refused sign-in as anonymous and without the name: people type passwords into name
    /// fields.
    fn audit_refused(&self, actor: Actor, action: &str) {
        let audit_counter = self.state.audit_counter();
        audit_counter.count(actor, action.to_owned(), "accounts", Status::Warning);
    }
}

/// Resolves a bearer credential to its caller and records its use.
pub(crate) async fn authenticate(state: &AppState, credential: &str) -> Result<Caller, ApiError> {
    let Some((kind, hash)) = secret::read(credential) else {
        return Err(ApiError::bad_credential());
    };
    let found = state
        .db
        .read_credential::<_, ApiError, _>("accounts.authenticate", move |tx| {
            owner(tx, kind, &hash)
        })
        .await?;
    let found = found.ok_or_else(ApiError::bad_credential)?;
    if let Some(uses) = state.extension::<LastUse>() {
        uses.note(&found.id, &found.user.id, state.clock.now());
    }
    Ok(caller(found))
}

/// A valid credential with its account.
pub(crate) struct AuthenticatedCredential {
    pub(crate) id: CredentialId,
    /// The account, with the role with which it acts.
    user: Account,
    lacks_second_factor: bool,
    pub(crate) scopes: Scopes,
    pub(crate) expires: Option<Timestamp>,
    credential: Credential,
}

fn caller(found: AuthenticatedCredential) -> Caller {
    Caller {
        user: found.user.id,
        role: found.user.role,
        lacks_second_factor: found.lacks_second_factor,
        tier: found.user.tier,
        scopes: found.scopes,
        expires: found.expires,
        credential: found.credential,
        session: match &found.id {
            CredentialId::Session(id) => Some(id.to_string()),
            CredentialId::ApiKey(_) => None,
        },
        api_key: match found.id {
            CredentialId::ApiKey(id) => Some(id.to_string()),
            CredentialId::Session(_) => None,
        },
    }
}

fn owner(
    tx: &Tx<'_>,
    kind: TokenKind,
    hash: &Hash,
) -> Result<Option<AuthenticatedCredential>, ApiError> {
    match kind {
        TokenKind::Refresh | TokenKind::Ticket => Ok(None),
        TokenKind::Access | TokenKind::Console => of_session(tx, hash),
        TokenKind::ApiKey => of_api_key(tx, hash),
    }
}

fn of_session(tx: &Tx<'_>, hash: &Hash) -> Result<Option<AuthenticatedCredential>, ApiError> {
    let Some(token) = rows::session_token(tx, hash)? else {
        return Ok(None);
    };
    let shown = StoredCredential {
        id: CredentialId::Session(token.session),
        hash,
        scopes: Scopes::default(),
        expires: Some(token.expires_at),
    };
    active_credential(tx, &token.user, shown)
}

fn of_api_key(tx: &Tx<'_>, hash: &Hash) -> Result<Option<AuthenticatedCredential>, ApiError> {
    let Some((user, key)) = rows::api_key_by_hash(tx, hash)? else {
        return Ok(None);
    };
    let key = key.map_err(|damaged| {
        let column = damaged.column;
        ApiError::permission_denied(format!(
            "the stored {column} of this API key cannot be read, so the key is refused: revoke it and \
             create another"
        ))
    })?;
    let shown = StoredCredential {
        id: CredentialId::ApiKey(key.id),
        hash,
        scopes: key.scopes,
        expires: key.expires_at,
    };
    active_credential(tx, &user, shown)
}

/// A credential as stored.
struct StoredCredential<'a> {
    id: CredentialId,
    hash: &'a Hash,
    scopes: Scopes,
    expires: Option<Timestamp>,
}

/// Returns the credential if it has not expired and its account is active.
fn active_credential(
    tx: &Tx<'_>,
    user: &UserId,
    shown: StoredCredential<'_>,
) -> Result<Option<AuthenticatedCredential>, ApiError> {
    if shown.expires.is_some_and(|at| at <= tx.now()) {
        return Ok(None);
    }
    let Some(account) = active(tx, user)? else {
        return Ok(None);
    };
    let (user, lacks_second_factor) = acting(tx, account)?;
    Ok(Some(AuthenticatedCredential {
        user,
        lacks_second_factor,
        id: shown.id,
        scopes: shown.scopes,
        expires: shown.expires,
        credential: Credential(*shown.hash),
    }))
}

fn issue(tx: &mut Tx<'_>, user: &UserId, session: &BoundedSession) -> Result<Tokens, ApiError> {
    let access = Token::generate(TokenKind::Access, tx.entropy());
    let refresh = Token::generate(TokenKind::Refresh, tx.entropy());
    let now = tx.now();
    let (soon, late) = (
        session.expiry(now, ACCESS_TOKEN_LIFETIME),
        session.expiry(now, REFRESH_TOKEN_LIFETIME),
    );
    let (of_access, of_refresh) = (access.hash(), refresh.hash());
    let id = &session.id;
    rows::insert_token(tx, (TokenKind::Access, &of_access), user, id, soon)?;
    rows::insert_token(tx, (TokenKind::Refresh, &of_refresh), user, id, late)?;
    rows::prolong_session(tx, id, late)?;
    Ok(Tokens {
        access,
        refresh,
        access_lifetime: soon.since(now),
    })
}

fn refresh(tx: &mut Tx<'_>, hash: &Hash, max_age: Duration) -> Result<Option<Tokens>, ApiError> {
    let Some(token) = rows::token(tx, hash, TokenKind::Refresh)? else {
        return Ok(None);
    };
    let user = active(tx, &token.user)?;
    let Some(user) = user.filter(|_| token.expires_at > tx.now()) else {
        return Ok(None);
    };
    if token.used {
        // Two clients hold this token, so the sign-in ends for both. The result is `Ok`, since an
        // error would roll this back.
        rows::revoke_session(tx, &user.id, &token.session)?;
        tx.audit(&Entry {
            actor: &actor(&user),
            action: events::USER_REFRESH_REPLAYED.name(),
            component: "accounts",
            status: Status::Warning,
            details: "a refresh token was used twice: its sign-in was ended".to_owned(),
            metadata: json!({ "userId": user.id }),
        })?;
        tx.event(&Event {
            user: user.id.as_str(),
            kind: events::USER_REFRESH_REPLAYED,
            payload: json!({}),
        })?;
        return Ok(None);
    }
    let session = BoundedSession::new(token.session, max_age);
    if session.has_ended(tx.now()) {
        return Ok(None);
    }
    rows::use_token(tx, hash)?;
    issue(tx, &user.id, &session).map(Some)
}

/// Returns the account if it is active.
///
/// # Errors
/// A damaged account.
fn active(tx: &Tx<'_>, id: &UserId) -> Result<Option<Account>, ApiError> {
    let account = store::by_id(tx, id)?;
    match account.as_ref().and_then(damaged_account) {
        Some(damaged) => Err(damaged),
        None => Ok(account.filter(|account| account.status == AccountStatus::Active)),
    }
}

/// Returns the role with which an account acts; `None` if the account is not active or its row is damaged.
///
/// # Errors
/// [`StoreError`].
pub fn active_role(tx: &Tx<'_>, id: &UserId) -> Result<Option<Role>, StoreError> {
    Ok(undamaged_active_account(tx, id)?.map(|(account, _)| account.role))
}

/// Returns an active account as [`acting`] does; `None` also for a damaged row.
fn undamaged_active_account(
    tx: &Tx<'_>,
    id: &UserId,
) -> Result<Option<(Account, bool)>, StoreError> {
    let account = match store::by_id(tx, id) {
        Err(error) if error.is_damage() => None,
        account => account?,
    };
    let is_active =
        |account: &Account| account.status == AccountStatus::Active && account.damaged.is_empty();
    let account = account.filter(is_active);
    account.map(|account| acting(tx, account)).transpose()
}

/// See [`lockstep_web::AppState::caller_later`].
pub(crate) fn caller_later(
    tx: &Tx<'_>,
    id: &UserId,
    rights: &StoredRights,
) -> Result<Option<Caller>, StoreError> {
    let expires = match &rights.api_key {
        None => None,
        Some(key) => match rows::api_key_by_id(tx, id, key)? {
            Some(key) if key.expires_at.is_none_or(|at| at > tx.now()) => key.expires_at,
            _ => return Ok(None),
        },
    };
    // Scopes that this version does not know allow nothing.
    let Ok(scopes) = Scopes::new(rights.scopes.clone()) else {
        return Ok(None);
    };
    let account = undamaged_active_account(tx, id)?;
    Ok(account.map(|(account, lacks_second_factor)| Caller {
        user: account.id,
        role: account.role,
        lacks_second_factor,
        tier: account.tier,
        scopes,
        expires,
        // No credential was shown, so none can be revoked.
        credential: Credential([0; 32]),
        api_key: rights.api_key.clone(),
        session: None,
    }))
}

/// See [`lockstep_web::app_state::Identity::has_rights`].
pub(crate) fn has_rights(tx: &Tx<'_>, caller: &Caller) -> Result<bool, StoreError> {
    let is_kept = match (&caller.session, &caller.api_key) {
        (Some(session), _) => rows::has_session(tx, &caller.user, session)?,
        (None, Some(key)) => rows::api_key_by_id(tx, &caller.user, key)?.is_some(),
        // Background work that a sign-in started continues after the sign-in ends.
        (None, None) => true,
    };
    let account = if is_kept {
        undamaged_active_account(tx, &caller.user)?
    } else {
        None
    };
    Ok(account.is_some_and(|(account, _)| account.role == caller.role))
}

/// Returns the error for a request of a damaged account.
fn damaged_account(account: &Account) -> Option<ApiError> {
    let fields = account.damaged.join(", ");
    (!fields.is_empty()).then(|| {
        ApiError::permission_denied(format!(
            "the stored {fields} of this account cannot be read, so its requests are refused: an \
             administrator sets them with PATCH /v1/admin/users/{id}, or an operator with \
             `lockstep user change {id}`",
            id = account.id
        ))
    })
}

fn existing(tx: &Tx<'_>, id: &UserId) -> Result<Account, ApiError> {
    store::by_id(tx, id)?
        .filter(|account| account.status != AccountStatus::Deleted)
        .ok_or_else(|| ApiError::not_found("user"))
}

fn keep_an_admin(tx: &Tx<'_>, user: &Account) -> Result<(), ApiError> {
    let is_one = user.role == Role::Admin && user.status == AccountStatus::Active;
    if is_one && store::other_active_admins(tx, &user.id)? == 0 {
        return Err(ApiError::conflict(
            "this is the last active administrator: make another account an administrator first",
        ));
    }
    Ok(())
}

/// Writes the audit entry and the event of an operation on an account.
fn write_audit_and_event(
    tx: &mut Tx<'_>,
    actor: &Actor,
    kind: &'static EventKind,
    user: &UserId,
    metadata: Json,
) -> Result<(), ApiError> {
    let action = kind.name();
    let details = format!("{action} {user}");
    let entry = Entry {
        actor,
        action,
        component: "accounts",
        status: Status::Success,
        details,
        metadata,
    };
    tx.audit(&entry)?;
    tx.event(&Event {
        user: user.as_str(),
        kind,
        payload: json!({}),
    })?;
    Ok(())
}

fn actor(user: &Account) -> Actor {
    Actor {
        id: user.id.to_string(),
        role: user.role.as_str().to_owned(),
    }
}

/// The lifetime of an access token, unless its sign-in ends before.
const ACCESS_TOKEN_LIFETIME: Duration = Duration::from_secs(3600);
const REFRESH_TOKEN_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
