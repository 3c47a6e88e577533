//! Finds accounts by id, name or address, and returns the names of accounts. Unlike
//! [`Accounts`](super::Accounts) this costs nothing to create, so that other capabilities use it in
//! each request.

use std::collections::HashMap;

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Counts};

use crate::credential::LastUse;
use crate::names::Names;
use crate::store::{self, StoredAccount};
use crate::user::User;

/// Returns the user names of accounts, for views that refer to accounts by id, such as the
/// audit log. An account that is erased, or whose names cannot be opened, is left out.
///
/// # Errors
/// [`StoreError`], as an API error.
pub async fn user_names(
    state: &AppState,
    ids: &[UserId],
) -> Result<HashMap<UserId, String>, ApiError> {
    let asked = ids.to_vec();
    let found = state
        .db
        .read::<_, StoreError, _>("accounts.user_names", move |tx| {
            asked
                .iter()
                .filter_map(|id| match store::named(tx, id) {
                    // The row is damaged: a scrub reports it.
                    Err(error) if error.is_damage() => None,
                    found => found.transpose(),
                })
                .collect::<Result<Vec<_>, _>>()
        })
        .await?;
    let opened = Names::of(state)?;
    let mut names = HashMap::with_capacity(found.len());
    for StoredAccount {
        account,
        names: stored,
    } in found
    {
        let shown = opened.shown(state, &account.id, &stored).await;
        if !shown.username.is_empty() {
            names.insert(account.id, shown.username);
        }
    }
    Ok(names)
}

/// Returns the account with this id, user name or e-mail address.
///
/// # Errors
/// The account does not exist.
pub async fn account_named(state: &AppState, name: String) -> Result<User, ApiError> {
    let key = Names::of(state)?.index().sign_in(&name);
    let id = name.parse::<UserId>().ok();
    let found = state
        .db
        .read::<_, StoreError, _>("accounts.find", move |tx| {
            // A user name may have the form of an id: the id comes first.
            if let Some(id) = &id
                && let Some(stored) = store::named(tx, id)?
            {
                return Ok(Some(stored));
            }
            let Some((account, _)) = store::by_key(tx, &key)? else {
                return Ok(None);
            };
            store::named(tx, &account.id)
        })
        .await?;
    let found = found.ok_or_else(|| ApiError::not_found("user"))?;
    shown(state, found, Counts::default()).await
}

/// Returns the account with its names and counts.
pub(super) async fn shown(
    state: &AppState,
    stored: StoredAccount,
    counts: Counts,
) -> Result<User, ApiError> {
    let StoredAccount { account, names } = stored;
    let names = Names::of(state)?.shown(state, &account.id, &names).await;
    let mut user = User::new(account, names);
    user.counts = counts;
    if let Some(uses) = state.extension::<LastUse>() {
        // The recorded last use is newer than the stored one.
        user.last_active = uses.of_user(&user.id, user.last_active);
    }
    Ok(user)
}
