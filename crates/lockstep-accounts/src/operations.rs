//! The acts: signing in, keys, the life of an account.

pub mod erasure;
pub(crate) mod tickets;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{Actor, Entry, Event, Status, StoreError, Timestamp, Tx};
use lockstep_web::caller::{Credential, Scopes};
use lockstep_web::limits::Limiter;
use lockstep_web::{Caller, Fault, House, Once, Paging, Role, Tier, house};
use serde_json::{Value as Json, json};

use crate::password::{Hasher, Password};
use crate::secret::{self, Hash, Kind, Token};
use crate::store::{self, erasures};
pub use crate::store::{ApiKey, Filter};
use crate::user::{NewUser, Standing, User, email_address};

/// What the acts need besides the house; cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) house: House,
    hasher: Hasher,
    failures: Arc<Limiter<(String, IpAddr)>>,
}

/// What a sign-in gives.
pub struct Tokens {
    /// For the `Authorization` header.
    pub access: Token,
    /// For the next pair.
    pub refresh: Token,
}

/// What a page of accounts holds, and how many there are.
pub type Users = (Vec<User>, u64);

impl Accounts {
    /// Over the house.
    #[must_use]
    pub fn new(house: House) -> Self {
        let hasher = Hasher::new(&*house.entropy);
        Self {
            house,
            hasher,
            failures: Arc::default(),
        }
    }

    /// Name and password for a pair of tokens. An unknown name and a wrong password are the same.
    pub async fn sign_in(
        &self,
        username: String,
        password: Password,
        address: IpAddr,
    ) -> Result<Tokens, Fault> {
        let place = (username.to_lowercase(), address);
        let now = self.house.clock.monotonic();
        // A try is counted before it is made, and taken back when it succeeds: two at once
        // cannot share the last one.
        let decision = self.failures.admit(place.clone(), FAILURES, MINUTE, now);
        if !decision.admitted {
            return Err(Fault::too_many_failures(decision.next_in));
        }
        let name = username.clone();
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.find", move |tx| store::by_name(tx, &name))
            .await?;
        let (user, stored) =
            found.map_or((None, None), |(user, stored)| (Some(user), Some(stored)));
        let equal = self.hasher.verify(&password, stored).await?;
        let user = user.filter(|user| equal && user.status == Standing::Active);
        let Some(user) = user else {
            self.audit_refused_sign_in().await?;
            return Err(Fault::wrong_password());
        };
        self.failures.withdraw(&place);
        self.house
            .db
            .write("accounts.sign_in", move |tx| {
                let actor = actor(&user);
                note(tx, &actor, "user.sign_in", &user.id, Json::Null)?;
                let family = ApiKeyId::generate(tx.now(), tx.entropy()).to_string();
                issue(tx, &user.id, &family)
            })
            .await
    }

    /// A refresh token for the next pair. Each works once: seen again, its whole family ends.
    pub async fn refresh(&self, token: &str) -> Result<Tokens, Fault> {
        let Some((Kind::Refresh, hash)) = secret::read(token) else {
            return Err(Fault::bad_credential());
        };
        let outcome = self
            .house
            .db
            .write("accounts.refresh", move |tx| refresh(tx, &hash))
            .await?;
        outcome.ok_or_else(Fault::bad_credential)
    }

    /// Refuses where strangers may not make accounts.
    pub(crate) fn registration_open(&self) -> Result<(), Fault> {
        if self.house.policy().registration_open {
            return Ok(());
        }
        Err(Fault::permission_denied(
            "registration is closed here: ask an administrator for an account",
        ))
    }

    /// Ends the sign-in that a token belongs to; an unknown one is already ended.
    pub async fn revoke(&self, caller: &Caller, token: &str) -> Result<(), Fault> {
        let read = secret::read(token);
        let caller = caller.clone();
        self.house
            .db
            .write("accounts.revoke", move |tx| {
                let Some((kind, hash)) = read else {
                    return Ok(());
                };
                let stored = store::token(tx, &hash, kind)?;
                if let Some(stored) = stored.filter(|stored| stored.user == caller.user) {
                    store::revoke_family(tx, &stored.family)?;
                    note(
                        tx,
                        &caller.actor(),
                        "user.sign_out",
                        &caller.user,
                        Json::Null,
                    )?;
                }
                Ok(())
            })
            .await
    }

    /// Makes an account.
    pub async fn create(
        &self,
        actor: Actor,
        new: NewUser,
        password: Password,
        once: Once,
    ) -> Result<User, Fault> {
        let hash = self.hasher.hash(&password, &*self.house.entropy).await?;
        let owner = actor.id.parse::<UserId>().ok();
        self.house
            .db
            .write("accounts.create", move |tx| {
                let act = |tx: &mut Tx<'_>| create(tx, &actor, &new, &hash);
                let id = match &owner {
                    Some(owner) => once.run(tx, owner, act)?,
                    None => act(tx)?,
                };
                store::by_id(tx, &id)?.ok_or_else(|| Fault::not_found("user"))
            })
            .await
    }

    /// One account with its counts.
    pub async fn user(&self, id: UserId) -> Result<User, Fault> {
        let capabilities = self.house.capabilities();
        let found = self
            .house
            .db
            .read("accounts.user", move |tx| {
                let Some(mut user) = store::by_id(tx, &id)? else {
                    return Ok(None);
                };
                user.counts = house::counts(capabilities, tx, &user.id)?;
                Ok::<_, StoreError>(Some(user))
            })
            .await?;
        found.ok_or_else(|| Fault::not_found("user"))
    }

    /// A page of accounts with their counts, and how many there are.
    pub async fn users(&self, filter: Filter, paging: Paging) -> Result<Users, Fault> {
        let capabilities = self.house.capabilities();
        self.house
            .db
            .read("accounts.users", move |tx| {
                let (mut users, total) = store::list(tx, &filter, paging)?;
                for user in &mut users {
                    user.counts = house::counts(capabilities, tx, &user.id)?;
                }
                Ok((users, total))
            })
            .await
    }

    /// Changes an account; what is `None` stays.
    pub async fn change(&self, actor: Actor, id: UserId, change: Change) -> Result<User, Fault> {
        if let Some(email) = &change.email {
            email_address(email)?;
        }
        let capabilities = self.house.capabilities();
        self.house
            .db
            .write("accounts.change", move |tx| {
                apply(tx, &actor, &id, &change)?;
                // Read here: a read of its own could fail after the change is done.
                let mut user = existing(tx, &id)?;
                user.counts = house::counts(capabilities, tx, &id)?;
                Ok(user)
            })
            .await
    }

    /// Sets a password and ends every sign-in.
    pub async fn set_password(
        &self,
        actor: Actor,
        username: String,
        password: Password,
    ) -> Result<(), Fault> {
        let hash = self.hasher.hash(&password, &*self.house.entropy).await?;
        self.house
            .db
            .write("accounts.set_password", move |tx| {
                let Some((user, _)) = store::by_name(tx, &username)? else {
                    return Err(Fault::not_found("user"));
                };
                store::set_password(tx, &user.id, &hash)?;
                store::revoke_all(tx, &user.id)?;
                note(tx, &actor, "user.set_password", &user.id, Json::Null)
            })
            .await
    }

    /// Makes the first administrator on an empty store; `None` where there are accounts already.
    /// The password is the one given, or a random one.
    pub async fn first_start(&self, given: Option<String>) -> Result<Option<FirstAdmin>, Fault> {
        let found: bool = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.any", store::any)
            .await?;
        if found {
            return Ok(None);
        }
        let made = given.is_none();
        let text = given.unwrap_or_else(|| {
            Token::generate(Kind::Access, &*self.house.entropy).reveal()[6..38].to_owned()
        });
        let password = Password::new(text.clone())?;
        let new = NewUser::new("admin", "admin@localhost", Role::Admin, Tier::Enterprise)?;
        self.create(Actor::system(), new, password, Once::default())
            .await?;
        Ok(Some(FirstAdmin {
            password: made.then_some(text),
        }))
    }

    /// Makes an API key; the token is shown once.
    pub async fn create_api_key(
        &self,
        user: UserId,
        actor: Actor,
        new: NewApiKey,
        once: Once,
    ) -> Result<(ApiKey, Token), Fault> {
        self.house
            .db
            .write("accounts.api_key.create", move |tx| {
                once.run_secret(tx, &user, |tx| {
                    if new.expires_at.is_some_and(|at| at <= tx.now()) {
                        return Err(Fault::invalid("expiresAt", "must lie in the future"));
                    }
                    let key = ApiKey {
                        id: ApiKeyId::generate(tx.now(), tx.entropy()),
                        name: new.name.clone(),
                        scopes: new.scopes.clone(),
                        created_at: tx.now(),
                        expires_at: new.expires_at,
                    };
                    let token = Token::generate(Kind::ApiKey, tx.entropy());
                    store::insert_api_key(tx, &user, &key, &token.hash())?;
                    let metadata = json!({ "keyId": key.id, "scopes": key.scopes.list() });
                    note(tx, &actor, "api_key.create", &user, metadata)?;
                    Ok((key, token))
                })
            })
            .await
    }

    /// A page of an account's API keys, and how many there are.
    pub(crate) async fn api_keys(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<ApiKey>, u64), Fault> {
        self.house
            .db
            .read("accounts.api_keys", move |tx| {
                Ok(store::api_keys(tx, &user, paging)?)
            })
            .await
    }

    /// Removes an API key: from now on it opens nothing.
    pub(crate) async fn delete_api_key(&self, caller: Caller, id: ApiKeyId) -> Result<(), Fault> {
        self.house
            .db
            .write("accounts.api_key.delete", move |tx| {
                if !store::delete_api_key(tx, &caller.user, &id)? {
                    return Err(Fault::not_found("API key"));
                }
                note(
                    tx,
                    &caller.actor(),
                    "api_key.delete",
                    &caller.user,
                    json!({ "keyId": id }),
                )
            })
            .await
    }

    /// The id and role of a named account, for the command line.
    pub async fn named(&self, username: String) -> Result<User, Fault> {
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.find", move |tx| store::by_name(tx, &username))
            .await?;
        found
            .map(|(user, _)| user)
            .ok_or_else(|| Fault::not_found("user"))
    }

    async fn audit_refused_sign_in(&self) -> Result<(), Fault> {
        // The name is not kept: people type passwords into name fields.
        let action = "refused sign-in".to_owned();
        self.house
            .tally()
            .count(Actor::anonymous(), action, "accounts", Status::Warning);
        Ok(())
    }
}

/// The administrator of a first start.
pub struct FirstAdmin {
    /// The password, where it was made here: to be printed once.
    pub password: Option<String>,
}

/// What of an account is to change.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// New role.
    pub role: Option<Role>,
    /// New status, active or suspended.
    pub status: Option<Standing>,
    /// New tier.
    pub tier: Option<Tier>,
    /// New address.
    pub email: Option<String>,
    /// New wallet; `Some(None)` removes it.
    pub wallet_address: Option<Option<String>>,
}

/// An API key to be made.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// What it is called.
    pub name: String,
    /// What it is narrowed to.
    pub scopes: Scopes,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

/// Who a credential stands for, and that it was seen.
pub(crate) async fn authenticate(house: &House, credential: &str) -> Result<Caller, Fault> {
    let Some((kind, hash)) = secret::read(credential) else {
        return Err(Fault::bad_credential());
    };
    let found = house
        .db
        .read::<_, StoreError, _>("accounts.authenticate", move |tx| owner(tx, kind, &hash))
        .await?;
    let found = found.ok_or_else(Fault::bad_credential)?;
    let now = house.clock.now();
    if found
        .user
        .last_active
        .is_none_or(|seen| now.since(seen) >= MINUTE)
    {
        let id = found.user.id.clone();
        let touched = house
            .db
            .write::<_, StoreError, _>("accounts.touch", move |tx| store::touch(tx, &id))
            .await;
        // To know who calls needs no write: on a full disk everybody still reads.
        match touched {
            Ok(()) | Err(StoreError::Full) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(caller(found))
}

/// A credential that opens something.
pub(crate) struct Found {
    user: User,
    scopes: Scopes,
    expires: Option<Timestamp>,
    credential: Credential,
}

fn caller(found: Found) -> Caller {
    Caller {
        user: found.user.id,
        username: found.user.username,
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
    let Some(token) = store::token(tx, hash, Kind::Access)? else {
        return Ok(None);
    };
    let end = Some(token.expires_at);
    standing(tx, &token.user, (hash, Scopes::default(), end))
}

fn of_api_key(tx: &Tx<'_>, hash: &Hash) -> Result<Option<Found>, StoreError> {
    let Some((user, key)) = store::api_key_by_hash(tx, hash)? else {
        return Ok(None);
    };
    standing(tx, &user, (hash, key.scopes, key.expires_at))
}

/// The credential, if it has not ended and its account is active.
fn standing(
    tx: &Tx<'_>,
    user: &UserId,
    (hash, scopes, expires): (&Hash, Scopes, Option<Timestamp>),
) -> Result<Option<Found>, StoreError> {
    if expires.is_some_and(|at| at <= tx.now()) {
        return Ok(None);
    }
    let user = store::by_id(tx, user)?.filter(|user| user.status == Standing::Active);
    Ok(user.map(|user| Found {
        user,
        scopes,
        expires,
        credential: Credential(*hash),
    }))
}

fn issue(tx: &mut Tx<'_>, user: &UserId, family: &str) -> Result<Tokens, Fault> {
    let access = Token::generate(Kind::Access, tx.entropy());
    let refresh = Token::generate(Kind::Refresh, tx.entropy());
    let now = tx.now();
    let (soon, late) = (now.plus(ACCESS_TIME), now.plus(REFRESH_TIME));
    store::insert_token(tx, &access.hash(), user, family, Kind::Access, soon)?;
    store::insert_token(tx, &refresh.hash(), user, family, Kind::Refresh, late)?;
    Ok(Tokens { access, refresh })
}

fn refresh(tx: &mut Tx<'_>, hash: &Hash) -> Result<Option<Tokens>, Fault> {
    let Some(token) = store::token(tx, hash, Kind::Refresh)? else {
        return Ok(None);
    };
    let user = store::by_id(tx, &token.user)?.filter(|user| user.status == Standing::Active);
    let Some(user) = user.filter(|_| token.expires_at > tx.now()) else {
        return Ok(None);
    };
    if token.used {
        // Somebody kept a copy: neither of the two goes on. This is kept, so it is no error here.
        store::revoke_family(tx, &token.family)?;
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
    store::use_token(tx, hash)?;
    issue(tx, &user.id, &token.family).map(Some)
}

fn create(tx: &mut Tx<'_>, by: &Actor, new: &NewUser, password: &str) -> Result<UserId, Fault> {
    if store::by_name(tx, &new.username)?.is_some() {
        return Err(Fault::conflict("username: is taken, choose another"));
    }
    let id = UserId::generate(tx.now(), tx.entropy());
    if store::email_taken(tx, &new.email, &id)? {
        return Err(Fault::conflict("email: is taken, choose another"));
    }
    store::insert(tx, &id, new, password)?;
    note(
        tx,
        by,
        "user.create",
        &id,
        json!({ "role": new.role, "tier": new.tier }),
    )?;
    Ok(id)
}

fn apply(tx: &mut Tx<'_>, by: &Actor, id: &UserId, change: &Change) -> Result<(), Fault> {
    let before = existing(tx, id)?;
    if erasures::unfinished(tx, id)?.is_some() {
        // Its keys may be gone already.
        return Err(Fault::conflict(
            "the account is being erased: it cannot be changed any more",
        ));
    }
    let mut user = before.clone();
    user.role = change.role.unwrap_or(user.role);
    user.status = change.status.unwrap_or(user.status);
    user.tier = change.tier.unwrap_or(user.tier);
    if let Some(email) = &change.email {
        if store::email_taken(tx, email, id)? {
            return Err(Fault::conflict("email: is taken, choose another"));
        }
        user.email.clone_from(email);
    }
    if let Some(wallet) = &change.wallet_address {
        user.wallet_address.clone_from(wallet);
    }
    if user.role != Role::Admin || user.status != Standing::Active {
        keep_an_admin(tx, &before)?;
    }
    store::update(tx, &user)?;
    if user.status == Standing::Suspended {
        store::revoke_all(tx, id)?;
    }
    let metadata = json!({
        "role": user.role, "status": user.status, "tier": user.tier,
        "emailChanged": user.email != before.email,
        "walletChanged": user.wallet_address != before.wallet_address,
    });
    note(tx, by, "user.change", id, metadata)
}

fn existing(tx: &Tx<'_>, id: &UserId) -> Result<User, Fault> {
    store::by_id(tx, id)?
        .filter(|user| user.status != Standing::Deleted)
        .ok_or_else(|| Fault::not_found("user"))
}

fn keep_an_admin(tx: &Tx<'_>, user: &User) -> Result<(), Fault> {
    let is_one = user.role == Role::Admin && user.status == Standing::Active;
    if is_one && store::other_active_admins(tx, &user.id)? == 0 {
        return Err(Fault::conflict(
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
) -> Result<(), Fault> {
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

fn actor(user: &User) -> Actor {
    Actor {
        id: user.id.to_string(),
        name: user.username.clone(),
        role: user.role.as_str().to_owned(),
    }
}

/// How long an access token opens the API.
pub(crate) const ACCESS_TIME: Duration = Duration::from_secs(3600);
const REFRESH_TIME: Duration = Duration::from_secs(30 * 24 * 3600);
const MINUTE: Duration = Duration::from_secs(60);
const FAILURES: u32 = 10;
