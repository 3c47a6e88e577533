//! Seals and indexes names before the first request: clear names of earlier versions, and names
//! indexed with an earlier digest key or by earlier folding rules.

use lockstep_store::id::UserId;
use lockstep_store::{Event, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState};
use serde_json::json;

use super::second_factor;
use crate::events;
use crate::names::{self, AccountNames, NameIndex, NameKey, Names};
use crate::store::identities;
use crate::store::names::{self as rows, OutdatedNames, ResealedNames};

/// An account whose names must be sealed or indexed again.
#[derive(Clone)]
struct UnsealedAccount {
    outdated: OutdatedNames,
    names: AccountNames,
    key: AccountKey,
}

/// Whether the key of an account is available.
#[derive(Clone)]
enum AccountKey {
    Here(AccountKeys),
    /// The account is erased, or is being erased.
    Destroyed,
    /// The key is missing or damaged: a later start may find it.
    Unavailable,
}

/// The numbers of processed accounts.
#[derive(Clone, Copy, Debug, Default)]
struct SealingCounts {
    /// Accounts whose clear names were sealed or removed.
    sealed: u64,
    /// Accounts that were indexed with the current digest key.
    indexed: u64,
    /// Accounts whose names or key cannot be opened.
    unavailable: u64,
}

/// Seals names that an earlier version stored in the clear, and overwrites their bytes. Rebuilds
/// the index of names, and the marks of second factors, after the digest key was replaced. Continues
/// where an earlier start was interrupted.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn seal_names(state: &AppState) -> Result<(), ApiError> {
    second_factor::settle(state).await?;
    let index = Names::of(state)?.index();
    let mut done = SealingCounts::default();
    let (mut after, mut settles) = (String::new(), false);
    loop {
        let (check, behind) = (index.check(), after);
        let portion = state
            .db
            .read::<_, StoreError, _>("accounts.names.outdated", move |tx| {
                rows::outdated(tx, &check, &behind, PORTION)
            })
            .await?;
        let Some(last) = portion.last() else { break };
        after = last.stored.account.id.to_string();
        // An interrupted start sealed these names without overwriting their bytes.
        settles |= portion
            .iter()
            .any(|it| it.stored.names.sealed.is_some() && it.index_check.is_none());
        let part = seal_portion(state, &index, portion).await?;
        settles |= part.sealed > 0;
        done.sealed += part.sealed;
        done.indexed += part.indexed;
        done.unavailable += part.unavailable;
    }
    if settles {
        match state.db.erase_traces().await {
            Ok(()) => {
                let check = index.check();
                state
                    .db
                    .write::<_, StoreError, _>("accounts.names.settle", move |tx| {
                        rows::settle(tx, &check)
                    })
                    .await?;
            }
            Err(error) => {
                tracing::warn!(%error, "bytes of clear names are not overwritten yet: the next start overwrites them");
            }
        }
    }
    if done.indexed > 0 {
        let SealingCounts {
            sealed, indexed, ..
        } = done;
        tracing::info!(sealed, indexed, "names of accounts are sealed and indexed");
    }
    if done.unavailable > 0 {
        let count = done.unavailable;
        tracing::warn!(
            count,
            "names of accounts cannot be decrypted: run `lockstep scrub` to list the accounts"
        );
    }
    reindex_identities(state, &index).await
}

/// Computes the digests of identities again that were made with another key. Identities that cannot be opened stay as
/// they are: a scrub names them.
async fn reindex_identities(state: &AppState, index: &NameIndex) -> Result<(), ApiError> {
    let check = index.check();
    let mut after = (String::new(), String::new());
    loop {
        let behind = after;
        let portion = state
            .db
            .read::<_, StoreError, _>("accounts.identities.outdated", move |tx| {
                identities::after(tx, (&behind.0, &behind.1), Some(&check), PORTION)
            })
            .await?;
        let Some(last) = portion.last() else {
            return Ok(());
        };
        after = (last.user.to_string(), last.provider.clone());
        for identity in portion {
            if let Ok(account_keys) = Vault::of(state)?.account_keys(&identity.user).await
                && let Ok(opened) =
                    names::open_identity(&account_keys, &identity.provider, &identity.sealed)
            {
                let digest = index.identity(&opened);
                state
                    .db
                    .write::<_, StoreError, _>("accounts.identities.reindex", move |tx| {
                        identities::reindex(tx, &identity, &digest, &check)
                    })
                    .await?;
            }
        }
    }
}

async fn seal_portion(
    state: &AppState,
    index: &NameIndex,
    portion: Vec<OutdatedNames>,
) -> Result<SealingCounts, ApiError> {
    let vault = Vault::of(state)?;
    let mut unavailable = 0;
    let mut all = Vec::with_capacity(portion.len());
    for outdated in portion {
        let account = &outdated.stored.account.id;
        let key = match vault.account_keys(account).await {
            Ok(account_keys) => AccountKey::Here(account_keys),
            Err(fault) if fault.kind == ErrorKind::NotFound => AccountKey::Destroyed,
            Err(fault) if fault.kind == ErrorKind::Unavailable => return Err(fault),
            Err(fault) => {
                tracing::warn!(%account, reason = fault.log, "the key of an account is unavailable");
                AccountKey::Unavailable
            }
        };
        let stored = &outdated.stored.names;
        let names = match (&stored.sealed, &key) {
            // Indexed at an earlier start; no key is available yet to seal the names under.
            (None, AccountKey::Unavailable)
                if outdated.index_check.as_deref() == Some(&index.check()[..]) =>
            {
                None
            }
            (None, _) => Some(stored.clear.clone()),
            (Some(sealed), AccountKey::Here(account_keys)) => {
                names::open_account(account_keys, sealed).ok()
            }
            (Some(_), AccountKey::Destroyed) => continue,
            (Some(_), AccountKey::Unavailable) => None,
        };
        match names {
            None => unavailable += 1,
            Some(names) => all.push(UnsealedAccount {
                outdated,
                names,
                key,
            }),
        }
    }
    let mut done = SealingCounts::default();
    if !all.is_empty() {
        let index = index.clone();
        done = state
            .db
            .write::<_, StoreError, _>("accounts.names.seal", move |tx| {
                let mut done = SealingCounts::default();
                for pending in &all {
                    seal_one(tx, &index, pending, &mut done)?;
                }
                Ok(done)
            })
            .await?;
    }
    done.unavailable += unavailable;
    Ok(done)
}

fn seal_one(
    tx: &mut Tx<'_>,
    index: &NameIndex,
    pending: &UnsealedAccount,
    done: &mut SealingCounts,
) -> Result<(), StoreError> {
    let OutdatedNames {
        stored,
        index_check,
        username_key,
        email_key,
    } = &pending.outdated;
    let (id, account_names, check) = (&stored.account.id, &pending.names, index.check());
    // A name that was lost with the account's key is empty: it stays found by its key.
    let username_key = match account_names.username.is_empty() {
        true => username_key.clone(),
        false => unless_taken(
            tx,
            id,
            NameKey::Username(index.username(&account_names.username)),
        )?,
    };
    let email_key = match account_names.email.is_empty() {
        true => email_key.clone(),
        false => unless_taken(tx, id, NameKey::Email(index.email(&account_names.email)))?,
    };
    let mut with = ResealedNames {
        names: stored.names.sealed.as_deref(),
        clear: AccountNames::default(),
        username_key: username_key.as_deref(),
        email_key: email_key.as_deref(),
        index_check: index_check.is_some().then_some(&check),
    };
    let sealed;
    if with.names.is_none() {
        match seal_clear(tx, pending)? {
            SealingOutcome::Names(bytes) => {
                sealed = bytes;
                with.names = Some(&sealed);
                // Until the clear bytes are overwritten.
                with.index_check = None;
                done.sealed += 1;
            }
            SealingOutcome::Removed => done.sealed += 1,
            SealingOutcome::Not => {
                with.clear = account_names.clone();
                with.index_check = Some(&check);
                done.unavailable += 1;
            }
        }
    }
    rows::reseal(tx, id, &with)?;
    done.indexed += 1;
    Ok(())
}

/// The outcome for clear names.
enum SealingOutcome {
    Names(Vec<u8>),
    /// The account is erased, or is being erased.
    Removed,
    /// No key is available now.
    Not,
}

/// Seals the names of an account and of its API keys, which an earlier version stored in the clear.
fn seal_clear(tx: &mut Tx<'_>, pending: &UnsealedAccount) -> Result<SealingOutcome, StoreError> {
    let id = &pending.outdated.stored.account.id;
    let sealed = match &pending.key {
        AccountKey::Unavailable => return Ok(SealingOutcome::Not),
        AccountKey::Destroyed => None,
        AccountKey::Here(account_keys) => {
            match names::seal_account(tx, account_keys, &pending.names) {
                Ok(sealed) => Some((account_keys, sealed)),
                Err(StoreError::Erased) => None,
                Err(error) => return Err(error),
            }
        }
    };
    for (key, name) in rows::clear_api_keys(tx, id)? {
        let name = match &sealed {
            Some((account_keys, _)) => Some(names::seal_api_key(tx, account_keys, &key, &name)?),
            None => None,
        };
        rows::reseal_api_key(tx, &key, name.as_deref())?;
    }
    Ok(sealed.map_or(SealingOutcome::Removed, |(_, sealed)| {
        SealingOutcome::Names(sealed)
    }))
}

/// Returns the key, unless another account has it. That happens only if this account's names could
/// not be opened when the index was built, and another account took one of them since.
pub(super) fn unless_taken(
    tx: &Tx<'_>,
    id: &UserId,
    key: NameKey,
) -> Result<Option<String>, StoreError> {
    if rows::is_taken(tx, &key, Some(id))? {
        tracing::warn!(account = %id, "another account has a name of this account: this account cannot sign in with it");
        return Ok(None);
    }
    Ok(Some(match key {
        NameKey::Username(key) | NameKey::Email(key) => key,
    }))
}

/// Removes the sealed names of an account that cannot be opened. They were sealed under a key that
/// is lost, and an operator has accepted the loss. From then on empty names are shown; the digests
/// by which the account is found stay. Returns the number of removed names.
///
/// # Errors
/// The account's new key is unavailable; a store that cannot be read or written.
pub(crate) async fn forget_lost_names(state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    let account_keys = Vault::of(state)?.account_keys(user).await?;
    let forgotten = state
        .db
        .write::<_, StoreError, _>("accounts.names.lost", move |tx| {
            let sealed = rows::sealed_of(tx, account_keys.user())?;
            let mut forgotten = 0;
            if let Some(bytes) = sealed.account
                && names::open_account(&account_keys, &bytes).is_err()
            {
                let empty = names::seal_account(tx, &account_keys, &AccountNames::default())?;
                rows::replace_sealed(tx, account_keys.user(), &empty)?;
                tx.event(&Event {
                    user: account_keys.user().as_str(),
                    kind: events::USER_CHANGE,
                    payload: json!({}),
                })?;
                forgotten += 1;
            }
            for (id, bytes) in sealed.api_keys {
                if names::open_api_key(&account_keys, &id, &bytes).is_err() {
                    let empty = names::seal_api_key(tx, &account_keys, &id, "")?;
                    rows::reseal_api_key(tx, &id, Some(&empty))?;
                    forgotten += 1;
                }
            }
            Ok(forgotten)
        });
    Ok(forgotten.await?)
}

/// Accounts in a transaction.
const PORTION: u32 = 64;
