//! Creates and lists accounts.

use lockstep_store::id::UserId;
use lockstep_store::{Actor, QueueOwner, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, Counts, IdempotencyKey, Paging, capability};
use serde_json::json;

use super::directory::{account_named, shown};
use super::scrub::missing;
use super::{Accounts, write_audit_and_event};
use crate::events;
use crate::names::{self, AccountNames, IdentityName, NameIndex, NameKey, Names, fold};
use crate::password::{Password, Rules};
use crate::store::names::{self as rows, IndexedNames};
use crate::store::{self, Filter, StoredAccount, identities, totp};
use crate::user::{NewUser, User};

/// A page of accounts, and their total number.
pub(crate) type Users = (Vec<User>, u64);

/// An account to create.
#[derive(Clone)]
pub(super) struct NewAccount {
    pub(super) actor: Actor,
    /// The account of the actor, if any.
    pub(super) owner: Option<UserId>,
    pub(super) idempotency_key: IdempotencyKey,
    pub(super) new: NewUser,
    pub(super) password: String,
    /// The end of a generated password; `None` for a chosen one.
    pub(super) password_until: Option<Timestamp>,
    /// The account whose missing row is created again; `None` for a new account.
    pub(super) restored: Option<UserId>,
    /// The provider and the identity that is linked to the new account.
    pub(super) identity: Option<(String, IdentityName)>,
}

impl Accounts {
    /// Creates an account.
    ///
    /// # Errors
    /// A password that the rules refuse; a user name or an e-mail address that is taken.
    pub(crate) async fn create(
        &self,
        actor: Actor,
        new: NewUser,
        password: Password,
        idempotency_key: IdempotencyKey,
    ) -> Result<User, ApiError> {
        self.create_until(actor, new, (password, None), idempotency_key)
            .await
    }

    /// Creates an account as [`Accounts::create`] does, with a password that opens sign-ins until a time.
    pub(super) async fn create_until(
        &self,
        actor: Actor,
        new: NewUser,
        (password, password_until): (Password, Option<Timestamp>),
        idempotency_key: IdempotencyKey,
    ) -> Result<User, ApiError> {
        let owner = actor.id.parse::<UserId>().ok();
        if let Some(owner) = owner.clone() {
            let idempotency_key = idempotency_key.clone();
            let before = self
                .state
                .db
                .read("accounts.create.before", move |tx| {
                    idempotency_key.before::<UserId>(tx, &owner)
                })
                .await?;
            if let Some(id) = before {
                return self.without_counts(id).await;
            }
        }
        let rules = Rules {
            parameter: "password",
            username: &new.username,
            email: &new.email,
        };
        let password = self.hash_chosen(&password, rules).await?;
        let creation = NewAccount {
            actor,
            owner,
            idempotency_key,
            new,
            password,
            password_until,
            restored: None,
            identity: None,
        };
        self.create_row(creation).await
    }

    /// Makes the missing row of an account again, with other names and another password. Its earlier sign-ins and
    /// API keys end.
    ///
    /// # Errors
    /// An account whose row is stored, which was erased, or which no record names; a password that the rules
    /// refuse; a user name or an e-mail address that is taken.
    pub(crate) async fn restore(
        &self,
        id: UserId,
        new: NewUser,
        password: Password,
    ) -> Result<User, ApiError> {
        let missing = missing::accounts(&self.state).await?;
        if !missing.contains(&id) {
            return Err(ApiError::not_found("account with a missing row"));
        }
        let rules = Rules {
            parameter: "password",
            username: &new.username,
            email: &new.email,
        };
        let password = self.hash_chosen(&password, rules).await?;
        let creation = NewAccount {
            actor: Actor::system(),
            owner: None,
            idempotency_key: IdempotencyKey::default(),
            new,
            password,
            password_until: None,
            restored: Some(id),
            identity: None,
        };
        self.create_row(creation).await
    }

    pub(super) async fn create_row(&self, creation: NewAccount) -> Result<User, ApiError> {
        // Runs to its end even if the client disconnects, so that every created key has its
        // account.
        let (state, queue) = (self.state.clone(), QueueOwner::current());
        let created = tokio::spawn(queue.scope(async move { create(&state, creation).await }));
        let stored = created
            .await
            .unwrap_or_else(|error| Err(ApiError::internal(error.to_string())))?;
        shown(&self.state, stored, Counts::default()).await
    }

    async fn without_counts(&self, id: UserId) -> Result<User, ApiError> {
        let found = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.named", move |tx| store::named(tx, &id))
            .await?;
        let found = found.ok_or_else(|| ApiError::not_found("user"))?;
        shown(&self.state, found, Counts::default()).await
    }

    /// Returns one account with its counts.
    ///
    /// # Errors
    /// The account does not exist.
    pub(crate) async fn user(&self, id: UserId) -> Result<User, ApiError> {
        let capabilities = self.state.capabilities();
        let found = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.user", move |tx| {
                let found = store::named(tx, &id)?;
                Ok((found, capability::counts(capabilities, tx, &id)?))
            })
            .await?;
        let (found, counts) = found;
        let found = found.ok_or_else(|| ApiError::not_found("user"))?;
        shown(&self.state, found, counts).await
    }

    /// Returns a page of accounts with their counts, and their total number.
    ///
    /// # Errors
    /// [`StoreError`], as an API error.
    pub(crate) async fn users(&self, filter: Filter, paging: Paging) -> Result<Users, ApiError> {
        let (page, total) = match filter.search.as_deref() {
            None | Some("") => {
                let read = self
                    .state
                    .db
                    .read::<_, StoreError, _>("accounts.users", move |tx| {
                        store::list(tx, &filter, paging)
                    });
                read.await?
            }
            Some(text) => {
                let text = fold(text);
                self.searched(filter, &text, paging).await?
            }
        };
        let ids: Vec<UserId> = page.iter().map(|found| found.account.id.clone()).collect();
        let capabilities = self.state.capabilities();
        let counts = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.users.counts", move |tx| {
                ids.iter()
                    .map(|id| capability::counts(capabilities, tx, id))
                    .collect::<Result<Vec<_>, _>>()
            })
            .await?;
        let mut users = Vec::with_capacity(page.len());
        for (stored, counts) in page.into_iter().zip(counts) {
            users.push(shown(&self.state, stored, counts).await?);
        }
        Ok((users, total))
    }

    /// Returns the account with this id, user name or e-mail address; see [`account_named`].
    ///
    /// # Errors
    /// The account does not exist.
    pub async fn named(&self, name: String) -> Result<User, ApiError> {
        account_named(&self.state, name).await
    }
}

/// Creates the account. Its key is created first, so the names are checked before: otherwise
/// requests with taken names could fill `keys.db`.
async fn create(state: &AppState, creation: NewAccount) -> Result<StoredAccount, ApiError> {
    let names = Names::of(state)?;
    let index = names.index();
    let _one = names.creating().lock().await;
    let asked = (creation.clone(), index.clone());
    let before = state
        .db
        .read::<_, ApiError, _>("accounts.create.free", move |tx| {
            let (creation, index) = asked;
            if let Some(owner) = &creation.owner
                && let Some(id) = creation.idempotency_key.before(tx, owner)?
            {
                return created(tx, &id).map(Some);
            }
            free(tx, &creation.new, &index)?;
            Ok(None)
        })
        .await?;
    if let Some(stored) = before {
        return Ok(stored);
    }
    let id = match &creation.restored {
        Some(id) => id.clone(),
        None => UserId::generate(state.clock.now(), &*state.entropy),
    };
    let account_keys = Vault::of(state)?.account_keys(&id).await?;
    state
        .db
        .write("accounts.create", move |tx| {
            let act = |tx: &mut Tx<'_>| insert(tx, &creation, &index, &account_keys);
            let id = match &creation.owner {
                Some(owner) => creation.idempotency_key.run(tx, owner, act),
                None => act(tx),
            }?;
            // Read in the transaction: a separate read could fail after the account is created.
            created(tx, &id)
        })
        .await
}

fn created(tx: &Tx<'_>, id: &UserId) -> Result<StoredAccount, ApiError> {
    store::named(tx, id)?.ok_or_else(|| ApiError::not_found("user"))
}

fn insert(
    tx: &mut Tx<'_>,
    creation: &NewAccount,
    index: &NameIndex,
    account_keys: &AccountKeys,
) -> Result<UserId, ApiError> {
    let (new, id) = (&creation.new, account_keys.user());
    free(tx, new, index)?;
    let sealed = names::seal_account(
        tx,
        account_keys,
        &AccountNames {
            username: new.username.clone(),
            email: new.email.clone(),
            wallet_address: None,
        },
    )?;
    let indexed = IndexedNames {
        sealed: &sealed,
        username_key: &index.username(&new.username),
        email_key: &index.email(&new.email),
    };
    let row = store::NewAccountRow {
        id,
        role: new.role,
        tier: new.tier,
        password_until: creation.password_until,
        // A restored account keeps its row of TOTP.
        second_factor: &index.second_factor(id, totp::enabled(tx, id)?.is_some()),
    };
    let mut metadata = json!({ "role": new.role, "tier": new.tier });
    if creation.restored.is_some() {
        if store::has_row(tx, id)? {
            return Err(ApiError::conflict("the row of the account is stored again"));
        }
        store::credentials::revoke_everything(tx, id)?;
        metadata["restored"] = json!(true);
    }
    store::insert(tx, &row, &indexed, &index.check(), &creation.password)?;
    if let Some((provider, identity)) = &creation.identity {
        insert_identity(tx, account_keys, index, (provider, identity))?;
        metadata["provider"] = json!(provider);
    }
    write_audit_and_event(tx, &creation.actor, events::USER_CREATE, id, metadata)?;
    Ok(id.clone())
}

/// Links an identity to the account that owns the keys.
pub(super) fn insert_identity(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    index: &NameIndex,
    (provider, identity): (&str, &IdentityName),
) -> Result<(), ApiError> {
    let row = identities::SealedIdentity {
        user: account_keys.user().clone(),
        provider: provider.to_owned(),
        sealed: names::seal_identity(tx, account_keys, provider, identity)?,
        digest: index.identity(identity),
    };
    Ok(identities::insert(tx, &row, &index.check())?)
}

/// Refuses names that another account has.
fn free(tx: &Tx<'_>, new: &NewUser, index: &NameIndex) -> Result<(), ApiError> {
    if rows::is_taken(tx, &NameKey::Username(index.username(&new.username)), None)? {
        return Err(username_taken());
    }
    if rows::is_taken(tx, &NameKey::Email(index.email(&new.email)), None)? {
        return Err(email_taken());
    }
    Ok(())
}

pub(super) fn username_taken() -> ApiError {
    ApiError::conflict("username: is taken, choose another")
}

pub(super) fn email_taken() -> ApiError {
    ApiError::conflict("email: is taken, choose another")
}
