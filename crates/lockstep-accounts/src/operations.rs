//! The acts: signing in, keys, the life of an account.

pub mod credentials;
pub mod erasure;
pub(crate) mod passwords;
pub(crate) mod scrub;
pub mod sealing;
pub(crate) mod tickets;
mod users;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::clock::entropy_array;
use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Actor, Entry, Event, QueueOwner, Status, StoreError, Timestamp, Tx};
use lockstep_web::caller::{Credential, Scopes};
use lockstep_web::digest::{DigestKey, KeyedDigest};
use lockstep_web::limits::Limiter;
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Role, Tier, address_prefix};
use serde_json::{Value as Json, json};
use zeroize::Zeroizing;

pub use self::credentials::{Maker, NewApiKey};
pub use self::users::{Change, Users};
use crate::credential::{CredentialId, LastUse, Session};
use crate::names::Names;
use crate::password::{Hasher, Password, Rules};
use crate::secret::{self, Hash, Kind, Token};
use crate::store;
pub use crate::store::Filter;
use crate::store::credentials as rows;
pub use crate::store::credentials::ApiKey;
use crate::user::{Account, NewUser, Standing};

/// What the acts need besides the house; cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) state: AppState,
    hasher: Hasher,
    failures: Arc<Failures>,
}

/// Attempts to sign in, for each name and network.
struct Failures {
    attempts: Limiter<(KeyedDigest, IpAddr)>,
    /// Names as they are counted: of one length, however long the text was that was sent as one.
    names: DigestKey,
}

/// An attempt that counts as failed until it is withdrawn.
struct Attempt {
    failures: Arc<Failures>,
    place: (KeyedDigest, IpAddr),
}

impl Attempt {
    fn withdraw(self) {
        self.failures.attempts.withdraw(&self.place);
    }
}

/// What a sign-in gives.
pub struct Tokens {
    /// For the `Authorization` header.
    pub access: Token,
    /// For the next pair.
    pub refresh: Token,
}

impl Accounts {
    /// Over the house.
    #[must_use]
    pub fn new(state: AppState) -> Self {
        let hasher = Hasher::new(&*state.entropy);
        let names = DigestKey::new(Zeroizing::new(entropy_array(&*state.entropy)));
        let failures = Failures {
            attempts: Limiter::new(),
            names,
        };
        Self {
            state,
            hasher,
            failures: Arc::new(failures),
        }
    }

    /// Counts an attempt before it is made: two at once cannot share the last one.
    fn attempt(&self, username: &str, address: IpAddr) -> Result<Attempt, ApiError> {
        let name = username.to_lowercase();
        let name = self.failures.names.digest("name", &[name.as_bytes()]);
        let place = (name, address_prefix(address));
        let now = self.state.clock.monotonic();
        let decision = self.failures.attempts.admit(place, FAILURES, MINUTE, now);
        if !decision.admitted {
            return Err(ApiError::too_many_failures(decision.next_in));
        }
        Ok(Attempt {
            failures: Arc::clone(&self.failures),
            place,
        })
    }

    /// User name or e-mail address, and password, for a pair of tokens. An unknown name and a wrong
    /// password are the same.
    pub async fn sign_in(
        &self,
        username: String,
        password: Password,
        address: IpAddr,
    ) -> Result<Tokens, ApiError> {
        let attempt = self.attempt(&username, address)?;
        let key = Names::of(&self.state)?.index().sign_in(&username);
        let found = self
            .state
            .db
            .read_credential::<_, StoreError, _>("accounts.find", move |tx| store::by_key(tx, &key))
            .await?;
        let (user, stored) =
            found.map_or((None, None), |(user, stored)| (Some(user), Some(stored)));
        let equal = self.hasher.verify(&password, stored.clone()).await?;
        let user = user.filter(|user| equal && user.status == Standing::Active);
        let Some(user) = user else {
            self.audit_refused(Actor::anonymous(), "refused sign-in");
            return Err(ApiError::wrong_password());
        };
        attempt.withdraw();
        let owner = QueueOwner::Account(user.id.clone());
        let signing_in = self.state.db.write("accounts.sign_in", move |tx| {
            // It may have been suspended, or its password changed, since that was compared.
            let now = store::by_id(tx, &user.id)?.map(|user| user.status);
            if now != Some(Standing::Active) || store::password(tx, &user.id)? != stored {
                return Err(ApiError::wrong_password());
            }
            let actor = actor(&user);
            note(tx, &actor, "user.sign_in", &user.id, Json::Null)?;
            let session = Session {
                id: SessionId::generate(tx.now(), tx.entropy()),
                created_at: tx.now(),
                expires_at: tx.now().plus(REFRESH_TIME),
                last_used: None,
            };
            rows::insert_session(tx, &user.id, &session)?;
            issue(tx, &user.id, &session.id)
        });
        owner.scope(signing_in).await
    }

    /// A refresh token for the next pair. Each works once: seen again, its whole family ends.
    pub async fn refresh(&self, token: &str) -> Result<Tokens, ApiError> {
        let Some((Kind::Refresh, hash)) = secret::read(token) else {
            return Err(ApiError::bad_credential());
        };
        let outcome = self
            .state
            .db
            .write("accounts.refresh", move |tx| refresh(tx, &hash))
            .await?;
        outcome.ok_or_else(ApiError::bad_credential)
    }

    /// Refuses where strangers may not make accounts.
    pub(crate) fn registration_open(&self) -> Result<(), ApiError> {
        if self.state.policy().registration_open {
            return Ok(());
        }
        Err(ApiError::permission_denied(
            "registration is closed here: ask an administrator for an account",
        ))
    }

    /// The hash of a password that is to be set.
    async fn hash_chosen(&self, password: &Password, rules: Rules<'_>) -> Result<String, ApiError> {
        let entropy = &*self.state.entropy;
        self.hasher.hash_chosen(password, rules, entropy).await
    }

    /// Makes the first administrator on an empty store; `None` where there are accounts already.
    /// The password is the one given, or a random one.
    pub async fn first_start(&self, given: Option<String>) -> Result<Option<FirstAdmin>, ApiError> {
        let found: bool = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.any", store::any)
            .await?;
        if found {
            return Ok(None);
        }
        let made = given.is_none();
        let text = given.unwrap_or_else(|| {
            Token::generate(Kind::Access, &*self.state.entropy).reveal()[6..38].to_owned()
        });
        let password = Password::given(text.clone());
        let new = NewUser::new(
            crate::password::FIRST_ADMIN,
            crate::password::FIRST_ADMIN_EMAIL,
            Role::Admin,
            Tier::Enterprise,
        )?;
        self.create(Actor::system(), new, password, IdempotencyKey::default())
            .await?;
        Ok(Some(FirstAdmin {
            password: made.then_some(text),
        }))
    }

    /// A sign-in counts as nobody's, and the name is not kept: people type passwords into name
    /// fields.
    fn audit_refused(&self, actor: Actor, action: &str) {
        let audit_counter = self.state.audit_counter();
        audit_counter.count(actor, action.to_owned(), "accounts", Status::Warning);
    }
}

/// The administrator of a first start.
pub struct FirstAdmin {
    /// The password, where it was made here: to be printed once.
    pub password: Option<String>,
}

/// Who a credential stands for, and that it was seen.
pub(crate) async fn authenticate(state: &AppState, credential: &str) -> Result<Caller, ApiError> {
    let Some((kind, hash)) = secret::read(credential) else {
        return Err(ApiError::bad_credential());
    };
    let found = state
        .db
        .read_credential::<_, StoreError, _>("accounts.authenticate", move |tx| {
            owner(tx, kind, &hash)
        })
        .await?;
    let found = found.ok_or_else(ApiError::bad_credential)?;
    if let Some(uses) = state.extension::<LastUse>() {
        uses.note(&found.id, &found.user.id, state.clock.now());
    }
    Ok(caller(found))
}

/// A credential that opens something.
pub(crate) struct Found {
    pub(crate) id: CredentialId,
    user: Account,
    pub(crate) scopes: Scopes,
    pub(crate) expires: Option<Timestamp>,
    credential: Credential,
}

fn caller(found: Found) -> Caller {
    Caller {
        user: found.user.id,
        role: found.user.role,
        tier: found.user.tier,
        scopes: found.scopes,
        expires: found.expires,
        credential: found.credential,
    }
}

fn owner(tx: &Tx<'_>, kind: Kind, hash: &Hash) -> Result<Option<Found>, StoreError> {
    match kind {
        Kind::Refresh | Kind::Ticket => Ok(None),
        Kind::Access => of_access(tx, hash),
        Kind::ApiKey => of_api_key(tx, hash),
    }
}

fn of_access(tx: &Tx<'_>, hash: &Hash) -> Result<Option<Found>, StoreError> {
    let Some(token) = rows::token(tx, hash, Kind::Access)? else {
        return Ok(None);
    };
    let shown = Shown {
        id: CredentialId::Session(token.session),
        hash,
        scopes: Scopes::default(),
        expires: Some(token.expires_at),
    };
    standing(tx, &token.user, shown)
}

fn of_api_key(tx: &Tx<'_>, hash: &Hash) -> Result<Option<Found>, StoreError> {
    let Some((user, key)) = rows::api_key_by_hash(tx, hash)? else {
        return Ok(None);
    };
    let shown = Shown {
        id: CredentialId::ApiKey(key.id),
        hash,
        scopes: key.scopes,
        expires: key.expires_at,
    };
    standing(tx, &user, shown)
}

/// A credential as stored.
struct Shown<'a> {
    id: CredentialId,
    hash: &'a Hash,
    scopes: Scopes,
    expires: Option<Timestamp>,
}

/// The credential, if it has not ended and its account is active.
fn standing(tx: &Tx<'_>, user: &UserId, shown: Shown<'_>) -> Result<Option<Found>, StoreError> {
    if shown.expires.is_some_and(|at| at <= tx.now()) {
        return Ok(None);
    }
    let user = store::by_id(tx, user)?.filter(|user| user.status == Standing::Active);
    Ok(user.map(|user| Found {
        user,
        id: shown.id,
        scopes: shown.scopes,
        expires: shown.expires,
        credential: Credential(*shown.hash),
    }))
}

fn issue(tx: &mut Tx<'_>, user: &UserId, session: &SessionId) -> Result<Tokens, ApiError> {
    let access = Token::generate(Kind::Access, tx.entropy());
    let refresh = Token::generate(Kind::Refresh, tx.entropy());
    let now = tx.now();
    let (soon, late) = (now.plus(ACCESS_TIME), now.plus(REFRESH_TIME));
    let (of_access, of_refresh) = (access.hash(), refresh.hash());
    rows::insert_token(tx, (Kind::Access, &of_access), user, session, soon)?;
    rows::insert_token(tx, (Kind::Refresh, &of_refresh), user, session, late)?;
    rows::prolong_session(tx, session, late)?;
    Ok(Tokens { access, refresh })
}

fn refresh(tx: &mut Tx<'_>, hash: &Hash) -> Result<Option<Tokens>, ApiError> {
    let Some(token) = rows::token(tx, hash, Kind::Refresh)? else {
        return Ok(None);
    };
    let user = store::by_id(tx, &token.user)?.filter(|user| user.status == Standing::Active);
    let Some(user) = user.filter(|_| token.expires_at > tx.now()) else {
        return Ok(None);
    };
    if token.used {
        // Somebody kept a copy: neither of the two goes on. This is kept, so it is no error here.
        rows::revoke_session(tx, &user.id, &token.session)?;
        tx.audit(&Entry {
            actor: &actor(&user),
            action: "user.refresh_replayed",
            component: "accounts",
            status: Status::Warning,
            details: "a refresh token was used twice: its sign-in was ended".to_owned(),
            metadata: json!({ "userId": user.id }),
        })?;
        tx.event(&Event {
            user: user.id.as_str(),
            topic: "user.refresh_replayed",
            payload: json!({}),
        })?;
        return Ok(None);
    }
    rows::use_token(tx, hash)?;
    issue(tx, &user.id, &token.session).map(Some)
}

fn existing(tx: &Tx<'_>, id: &UserId) -> Result<Account, ApiError> {
    store::by_id(tx, id)?
        .filter(|account| account.status != Standing::Deleted)
        .ok_or_else(|| ApiError::not_found("user"))
}

fn keep_an_admin(tx: &Tx<'_>, user: &Account) -> Result<(), ApiError> {
    let is_one = user.role == Role::Admin && user.status == Standing::Active;
    if is_one && store::other_active_admins(tx, &user.id)? == 0 {
        return Err(ApiError::conflict(
            "this is the last active admin: make another one before you change this one",
        ));
    }
    Ok(())
}

/// The audit entry and the event of an act on an account.
fn note(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    user: &UserId,
    metadata: Json,
) -> Result<(), ApiError> {
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
        topic: action,
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

/// How long an access token opens the API.
pub(crate) const ACCESS_TIME: Duration = Duration::from_secs(3600);
const REFRESH_TIME: Duration = Duration::from_secs(30 * 24 * 3600);
const MINUTE: Duration = Duration::from_secs(60);
const FAILURES: u32 = 10;
