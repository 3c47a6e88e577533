//! Changes accounts, and replaces damaged values.

use lockstep_store::id::UserId;
use lockstep_store::{Actor, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, Role, Tier, capability};
use serde_json::json;

use super::directory::shown;
use super::users::{email_taken, username_taken};
use super::{Accounts, existing, keep_an_admin, write_audit_and_event};
use crate::events;
use crate::names::{self, AccountNames, NameIndex, NameKey, Names, StoredNames};
use crate::store::names::{self as rows, NewKeys};
use crate::store::{self, NewValues, erasures};
use crate::user::{Account, AccountStatus, User, email_address, user_name};

/// The changes of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AccountChange {
    /// The new role.
    pub(crate) role: Option<Role>,
    /// The new status, active or suspended.
    pub(crate) status: Option<AccountStatus>,
    /// The new tier.
    pub(crate) tier: Option<Tier>,
    /// The new user name.
    pub(crate) username: Option<String>,
    /// The new e-mail address.
    pub(crate) email: Option<String>,
    /// The new wallet address; `Some(None)` removes it.
    pub(crate) wallet_address: Option<Option<String>>,
}

/// An account whose names are to be sealed again.
#[derive(Clone)]
struct RenamedAccount {
    account_keys: AccountKeys,
    before: StoredNames,
    old: AccountNames,
    new: AccountNames,
    /// The new keys of the names that change.
    keys: NewKeys,
}

impl Accounts {
    /// Changes an account; fields that are `None` stay. Given fields replace damaged values.
    ///
    /// # Errors
    /// A name that is taken; the last administrator; a damaged field that is not given; names that
    /// cannot be opened if one of them is to change, unless both are given.
    pub(crate) async fn change(
        &self,
        actor: Actor,
        id: UserId,
        change: AccountChange,
    ) -> Result<User, ApiError> {
        if let Some(name) = &change.username {
            user_name(name)?;
        }
        if let Some(email) = &change.email {
            email_address(email)?;
        }
        let renames = change.username.is_some() || change.email.is_some();
        let renamed = match renames || change.wallet_address.is_some() {
            true => Some(self.renamed(&id, &change).await?),
            false => None,
        };
        let index = Names::of(&self.state)?.index();
        let capabilities = self.state.capabilities();
        let (stored, counts) = self
            .state
            .db
            .write::<_, ApiError, _>("accounts.change", move |tx| {
                apply(tx, &actor, &id, &change, (renamed.as_ref(), &index))?;
                // Read here: a separate read could fail after the change is committed.
                let stored = store::named(tx, &id)?.ok_or_else(|| ApiError::not_found("user"))?;
                Ok((stored, capability::counts(capabilities, tx, &id)?))
            })
            .await?;
        shown(&self.state, stored, counts).await
    }

    /// Returns the names of an account after a change, and the key to seal them under.
    async fn renamed(
        &self,
        id: &UserId,
        change: &AccountChange,
    ) -> Result<RenamedAccount, ApiError> {
        let owner = id.clone();
        let stored = self
            .state
            .db
            .read::<_, ApiError, _>("accounts.change.before", move |tx| {
                changeable(tx, &owner)?;
                store::named(tx, &owner)?.ok_or_else(|| ApiError::not_found("user"))
            })
            .await?;
        let names = Names::of(&self.state)?;
        let account_keys = Vault::of(&self.state)?.account_keys(id).await?;
        let old = match names.open(&self.state, id, &stored.names).await {
            Ok(old) => old,
            // Permanently damaged, because the account's key is available.
            Err(_) if change.username.is_some() && change.email.is_some() => {
                AccountNames::default()
            }
            Err(fault) => {
                let mut refused = ApiError::conflict(format!(
                    "the stored names of the account cannot be decrypted: `lockstep user change {id} \
                     --name NAME --email ADDRESS` replaces them"
                ));
                refused.log = fault.log;
                return Err(refused);
            }
        };
        let mut new = old.clone();
        if let Some(name) = &change.username {
            new.username.clone_from(name);
        }
        if let Some(email) = &change.email {
            new.email.clone_from(email);
        }
        if let Some(wallet) = &change.wallet_address {
            new.wallet_address.clone_from(wallet);
        }
        let index = names.index();
        Ok(RenamedAccount {
            account_keys,
            before: stored.names,
            keys: NewKeys {
                username: change.username.as_deref().map(|name| index.username(name)),
                email: change.email.as_deref().map(|email| index.email(email)),
            },
            old,
            new,
        })
    }
}

/// Returns the account if it is neither erased nor being erased.
fn changeable(tx: &Tx<'_>, id: &UserId) -> Result<Account, ApiError> {
    let account = existing(tx, id)?;
    if erasures::is_unfinished(tx, id)? {
        // The account's keys may already be destroyed.
        return Err(ApiError::conflict(
            "the account is being erased and can no longer be changed",
        ));
    }
    Ok(account)
}

fn apply(
    tx: &mut Tx<'_>,
    actor: &Actor,
    id: &UserId,
    change: &AccountChange,
    (renamed, index): (Option<&RenamedAccount>, &NameIndex),
) -> Result<(), ApiError> {
    let before = changeable(tx, id)?;
    if let Some(name) = &change.username
        && rows::is_taken(tx, &NameKey::Username(index.username(name)), Some(id))?
    {
        return Err(username_taken());
    }
    if let Some(email) = &change.email
        && rows::is_taken(tx, &NameKey::Email(index.email(email)), Some(id))?
    {
        return Err(email_taken());
    }
    let new = NewValues {
        role: change.role,
        status: change.status,
        tier: change.tier,
    };
    store::update(tx, id, new)?;
    let account = existing(tx, id)?;
    if !account.damaged.is_empty() {
        return Err(ApiError::conflict(format!(
            "the stored {} of the account cannot be read: send new values for all of them in one request",
            account.damaged.join(", ")
        )));
    }
    if account.role != Role::Admin || account.status != AccountStatus::Active {
        keep_an_admin(tx, &before)?;
    }
    if let Some(renamed) = renamed {
        let stored = store::named(tx, id)?.map(|stored| stored.names);
        if stored.as_ref() != Some(&renamed.before) {
            return Err(ApiError::conflict(
                "another request changed the account at the same time: send this one again",
            ));
        }
        let sealed = names::seal_account(tx, &renamed.account_keys, &renamed.new)?;
        rows::rename(tx, id, &sealed, &renamed.keys)?;
    }
    if account.status == AccountStatus::Suspended {
        store::revoke_all(tx, id)?;
    }
    let metadata = json!({
        "role": account.role, "status": account.status, "tier": account.tier,
        "usernameChanged": renamed.is_some_and(|it| it.new.username != it.old.username),
        "emailChanged": renamed.is_some_and(|it| it.new.email != it.old.email),
        "walletChanged": renamed.is_some_and(|it| it.new.wallet_address != it.old.wallet_address),
    });
    write_audit_and_event(tx, actor, events::USER_CHANGE, id, metadata)
}
