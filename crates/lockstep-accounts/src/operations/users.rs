//! Accounts: created, listed, searched and changed.

use std::collections::HashMap;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, QueueOwner, StoreError, Tx};
use lockstep_vault::{Ring, Vault};
use lockstep_web::{Counts, Fault, House, Once, Paging, Role, Tier, house};
use serde_json::json;

use super::{Accounts, existing, keep_an_admin, note};
use crate::credential::LastUse;
use crate::names::{self, AccountNames, NameIndex, NameKey, Names, StoredNames};
use crate::password::{Password, Rules};
use crate::store::names::{self as rows, Indexed};
use crate::store::{self, Filter, Stored, erasures};
use crate::user::{Account, NewUser, Standing, User, email_address};

/// What a page of accounts holds, and how many there are.
pub type Users = (Vec<User>, u64);

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

/// An account to create.
#[derive(Clone)]
struct Creation {
    actor: Actor,
    /// The account of the actor, where it has one.
    owner: Option<UserId>,
    once: Once,
    new: NewUser,
    password: String,
}

/// An account whose names are to be sealed again.
#[derive(Clone)]
struct Renamed {
    ring: Ring,
    before: StoredNames,
    old: AccountNames,
    new: AccountNames,
    /// The new key of the e-mail address, where that changes.
    email_key: Option<String>,
}

impl Accounts {
    /// Makes an account.
    ///
    /// # Errors
    /// A password that the rules refuse; a user name or an e-mail address that is taken.
    pub async fn create(
        &self,
        actor: Actor,
        new: NewUser,
        password: Password,
        once: Once,
    ) -> Result<User, Fault> {
        let owner = actor.id.parse::<UserId>().ok();
        if let Some(owner) = owner.clone() {
            let once = once.clone();
            let before = self
                .house
                .db
                .read("accounts.create.before", move |tx| {
                    once.before::<UserId>(tx, &owner)
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
        let creation = Creation {
            actor,
            owner,
            once,
            new,
            password,
        };
        // To its end, also where the client hangs up: a key that was made has its account then.
        let (house, queue) = (self.house.clone(), QueueOwner::current());
        let created = tokio::spawn(queue.scope(async move { create(&house, creation).await }));
        let id = created
            .await
            .unwrap_or_else(|error| Err(Fault::internal(error.to_string())))?;
        self.without_counts(id).await
    }

    async fn without_counts(&self, id: UserId) -> Result<User, Fault> {
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.named", move |tx| store::named(tx, &id))
            .await?;
        let found = found.ok_or_else(|| Fault::not_found("user"))?;
        self.shown(found, Counts::default()).await
    }

    /// The account with its names and counts.
    async fn shown(&self, stored: Stored, counts: Counts) -> Result<User, Fault> {
        let Stored { account, names } = stored;
        let opened = Names::of(&self.house)?;
        let names = opened.shown(&self.house, &account.id, &names).await;
        let mut user = User::new(account, names);
        user.counts = counts;
        if let Some(uses) = self.house.part::<LastUse>() {
            // What is noted of the last use is newer than what is stored.
            user.last_active = uses.of_user(&user.id, user.last_active);
        }
        Ok(user)
    }

    /// One account with its counts.
    ///
    /// # Errors
    /// No such account.
    pub async fn user(&self, id: UserId) -> Result<User, Fault> {
        let capabilities = self.house.capabilities();
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.user", move |tx| {
                let found = store::named(tx, &id)?;
                Ok((found, house::counts(capabilities, tx, &id)?))
            })
            .await?;
        let (found, counts) = found;
        let found = found.ok_or_else(|| Fault::not_found("user"))?;
        self.shown(found, counts).await
    }

    /// A page of accounts with their counts, and how many there are. A search opens the names of every
    /// account that the other filters leave.
    ///
    /// # Errors
    /// [`StoreError`], as a fault.
    pub async fn users(&self, filter: Filter, paging: Paging) -> Result<Users, Fault> {
        let (page, total) = match filter.search.as_deref() {
            None | Some("") => {
                let read = self
                    .house
                    .db
                    .read::<_, StoreError, _>("accounts.users", move |tx| {
                        store::list(tx, &filter, paging)
                    });
                read.await?
            }
            Some(text) => {
                let text = text.to_lowercase();
                self.searched(filter, &text, paging).await?
            }
        };
        let ids: Vec<UserId> = page.iter().map(|found| found.account.id.clone()).collect();
        let capabilities = self.house.capabilities();
        let counts = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.users.counts", move |tx| {
                ids.iter()
                    .map(|id| house::counts(capabilities, tx, id))
                    .collect::<Result<Vec<_>, _>>()
            })
            .await?;
        let mut users = Vec::with_capacity(page.len());
        for (stored, counts) in page.into_iter().zip(counts) {
            users.push(self.shown(stored, counts).await?);
        }
        Ok((users, total))
    }

    /// A page of the accounts whose user name or e-mail address contains the text.
    async fn searched(
        &self,
        filter: Filter,
        text: &str,
        paging: Paging,
    ) -> Result<(Vec<Stored>, u64), Fault> {
        let opened = Names::of(&self.house)?;
        let from = u64::try_from(paging.offset()).unwrap_or(0);
        let on_page = from..from + u64::from(paging.limit);
        let (mut page, mut total, mut after) = (Vec::new(), 0, String::new());
        loop {
            let (filter, behind) = (filter.clone(), after.clone());
            let portion = self
                .house
                .db
                .read::<_, StoreError, _>("accounts.search", move |tx| {
                    store::list_after(tx, &filter, &behind, SEARCHED_AT_ONCE)
                })
                .await?;
            let Some(last) = portion.last() else {
                return Ok((page, total));
            };
            after = last.account.id.to_string();
            for stored in portion {
                let id = &stored.account.id;
                let names = opened.shown(&self.house, id, &stored.names).await;
                if names.contain(text) {
                    if on_page.contains(&total) {
                        page.push(stored);
                    }
                    total += 1;
                }
            }
        }
    }

    /// The user names of accounts, for whoever shows what refers to them by id, as the audit log does.
    /// An account that is erased, or whose names do not open, has none.
    ///
    /// # Errors
    /// [`StoreError`], as a fault.
    pub async fn user_names(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, Fault> {
        let asked = ids.to_vec();
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.user_names", move |tx| {
                asked
                    .iter()
                    .filter_map(|id| match store::named(tx, id) {
                        // Its row is damaged: a scrub names it.
                        Err(error) if error.is_damage() => None,
                        found => found.transpose(),
                    })
                    .collect::<Result<Vec<_>, _>>()
            })
            .await?;
        let opened = Names::of(&self.house)?;
        let mut names = HashMap::with_capacity(found.len());
        for Stored {
            account,
            names: stored,
        } in found
        {
            let shown = opened.shown(&self.house, &account.id, &stored).await;
            if !shown.username.is_empty() {
                names.insert(account.id, shown.username);
            }
        }
        Ok(names)
    }

    /// The account with this user name or e-mail address, for the command line.
    ///
    /// # Errors
    /// No such account.
    pub async fn named(&self, name: String) -> Result<User, Fault> {
        let key = Names::of(&self.house)?.index().sign_in(&name);
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.find", move |tx| {
                let Some((account, _)) = store::by_key(tx, &key)? else {
                    return Ok(None);
                };
                store::named(tx, &account.id)
            })
            .await?;
        let found = found.ok_or_else(|| Fault::not_found("user"))?;
        self.shown(found, Counts::default()).await
    }

    /// Changes an account; what is `None` stays.
    ///
    /// # Errors
    /// An e-mail address that is taken; the last administrator; names that do not open where one of
    /// them is to change.
    pub async fn change(&self, actor: Actor, id: UserId, change: Change) -> Result<User, Fault> {
        if let Some(email) = &change.email {
            email_address(email)?;
        }
        let renamed = match change.email.is_some() || change.wallet_address.is_some() {
            true => Some(self.renamed(&id, &change).await?),
            false => None,
        };
        let index = Names::of(&self.house)?.index();
        let capabilities = self.house.capabilities();
        let (stored, counts) = self
            .house
            .db
            .write::<_, Fault, _>("accounts.change", move |tx| {
                apply(tx, &actor, &id, &change, (renamed.as_ref(), &index))?;
                // Read here: a read of its own could fail after the change is done.
                let stored = store::named(tx, &id)?.ok_or_else(|| Fault::not_found("user"))?;
                Ok((stored, house::counts(capabilities, tx, &id)?))
            })
            .await?;
        self.shown(stored, counts).await
    }

    /// The names of an account as they become by a change, and the key to seal them under.
    async fn renamed(&self, id: &UserId, change: &Change) -> Result<Renamed, Fault> {
        let of = id.clone();
        let stored = self
            .house
            .db
            .read::<_, Fault, _>("accounts.change.before", move |tx| {
                changeable(tx, &of)?;
                store::named(tx, &of)?.ok_or_else(|| Fault::not_found("user"))
            })
            .await?;
        let names = Names::of(&self.house)?;
        let ring = Vault::of(&self.house)?.ring(id).await?;
        let old = names.open(&self.house, id, &stored.names).await?;
        let mut new = old.clone();
        if let Some(email) = &change.email {
            new.email.clone_from(email);
        }
        if let Some(wallet) = &change.wallet_address {
            new.wallet_address.clone_from(wallet);
        }
        Ok(Renamed {
            ring,
            before: stored.names,
            email_key: change
                .email
                .as_ref()
                .map(|email| names.index().email(email)),
            old,
            new,
        })
    }
}

/// Creates the account. Its key is made first, so the names are asked for before: else whoever sends
/// names that are taken could fill `keys.db`.
async fn create(house: &House, creation: Creation) -> Result<UserId, Fault> {
    let names = Names::of(house)?;
    let index = names.index();
    let _one = names.creating().lock().await;
    let asked = (creation.clone(), index.clone());
    let before = house
        .db
        .read::<_, Fault, _>("accounts.create.free", move |tx| {
            let (creation, index) = asked;
            if let Some(owner) = &creation.owner
                && let Some(id) = creation.once.before(tx, owner)?
            {
                return Ok(Some(id));
            }
            free(tx, &creation.new, &index)?;
            Ok(None)
        })
        .await?;
    if let Some(id) = before {
        return Ok(id);
    }
    let id = UserId::generate(house.clock.now(), &*house.entropy);
    let ring = Vault::of(house)?.ring(&id).await?;
    house
        .db
        .write("accounts.create", move |tx| {
            let act = |tx: &mut Tx<'_>| insert(tx, &creation, &index, &ring);
            match &creation.owner {
                Some(owner) => creation.once.run(tx, owner, act),
                None => act(tx),
            }
        })
        .await
}

fn insert(
    tx: &mut Tx<'_>,
    creation: &Creation,
    index: &NameIndex,
    ring: &Ring,
) -> Result<UserId, Fault> {
    let (new, id) = (&creation.new, ring.user());
    free(tx, new, index)?;
    let sealed = names::seal_account(
        tx,
        ring,
        &AccountNames {
            username: new.username.clone(),
            email: new.email.clone(),
            wallet_address: None,
        },
    )?;
    let indexed = Indexed {
        sealed: &sealed,
        username_key: &index.username(&new.username),
        email_key: &index.email(&new.email),
    };
    let about = (id, new.role, new.tier);
    store::insert(tx, about, &indexed, &index.check(), &creation.password)?;
    let metadata = json!({ "role": new.role, "tier": new.tier });
    note(tx, &creation.actor, "user.create", id, metadata)?;
    Ok(id.clone())
}

/// Refuses names that another account has.
fn free(tx: &Tx<'_>, new: &NewUser, index: &NameIndex) -> Result<(), Fault> {
    if rows::taken(tx, &NameKey::Username(index.username(&new.username)), None)? {
        return Err(Fault::conflict("username: is taken, choose another"));
    }
    if rows::taken(tx, &NameKey::Email(index.email(&new.email)), None)? {
        return Err(email_taken());
    }
    Ok(())
}

fn email_taken() -> Fault {
    Fault::conflict("email: is taken, choose another")
}

/// The account, if it is neither erased nor being erased.
fn changeable(tx: &Tx<'_>, id: &UserId) -> Result<Account, Fault> {
    let account = existing(tx, id)?;
    if erasures::unfinished(tx, id)?.is_some() {
        // Its keys may be gone already.
        return Err(Fault::conflict(
            "the account is being erased: it cannot be changed any more",
        ));
    }
    Ok(account)
}

fn apply(
    tx: &mut Tx<'_>,
    by: &Actor,
    id: &UserId,
    change: &Change,
    (renamed, index): (Option<&Renamed>, &NameIndex),
) -> Result<(), Fault> {
    let before = changeable(tx, id)?;
    let mut account = before.clone();
    account.role = change.role.unwrap_or(account.role);
    account.status = change.status.unwrap_or(account.status);
    account.tier = change.tier.unwrap_or(account.tier);
    if let Some(email) = &change.email
        && rows::taken(tx, &NameKey::Email(index.email(email)), Some(id))?
    {
        return Err(email_taken());
    }
    if account.role != Role::Admin || account.status != Standing::Active {
        keep_an_admin(tx, &before)?;
    }
    store::update(tx, &account)?;
    if let Some(renamed) = renamed {
        let stored = store::named(tx, id)?.map(|stored| stored.names);
        if stored.as_ref() != Some(&renamed.before) {
            return Err(Fault::conflict(
                "another request changed the account at the same time: send this one again",
            ));
        }
        let sealed = names::seal_account(tx, &renamed.ring, &renamed.new)?;
        rows::rename(tx, id, &sealed, renamed.email_key.as_deref())?;
    }
    if account.status == Standing::Suspended {
        store::revoke_all(tx, id)?;
    }
    let metadata = json!({
        "role": account.role, "status": account.status, "tier": account.tier,
        "emailChanged": renamed.is_some_and(|it| it.new.email != it.old.email),
        "walletChanged": renamed.is_some_and(|it| it.new.wallet_address != it.old.wallet_address),
    });
    note(tx, by, "user.change", id, metadata)
}

/// Accounts that a search reads in one transaction.
const SEARCHED_AT_ONCE: u32 = 200;
