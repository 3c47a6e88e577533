//! Finds accounts whose row is missing: the audit log, the count of stored data or a key names them, and no
//! erasure removed them.

use std::collections::BTreeSet;

use lockstep_store::audit::entry;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Status, StorageUsage, StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_web::capability::Damage;
use lockstep_web::{ApiError, AppState};

use super::account_damage;
use crate::{events, store};

/// Returns the accounts whose row is missing.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(in crate::operations) async fn accounts(state: &AppState) -> Result<Vec<UserId>, ApiError> {
    let with_secrets = Vault::of(state)?
        .key_examination()
        .accounts_with_secrets()
        .await?;
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.accounts.missing", move |tx| {
            without_row(tx, with_secrets)
        });
    Ok(read.await?)
}

fn without_row(tx: &Tx<'_>, with_secrets: BTreeSet<String>) -> Result<Vec<UserId>, StoreError> {
    let mut held = with_secrets;
    held.extend(StorageUsage::accounts(tx)?);
    let mut named = held.clone();
    let created = events::USER_CREATE.name();
    entry::visit_action(tx, "accounts", created, |details, _| {
        named.extend(details.rsplit(' ').next().map(str::to_owned));
    })?;
    let mut missing = Vec::new();
    for id in named {
        // Entries of earlier versions may name an account otherwise, and the scrub of rows reports other ids.
        let Ok(user) = id.parse::<UserId>() else {
            continue;
        };
        if store::has_row(tx, &user)? {
            continue;
        }
        match Vault::ensure_active(tx, &user) {
            Ok(()) => missing.push(user),
            // The row of an erased account stays, and its data and keys are gone.
            Err(StoreError::Erased) if held.contains(user.as_str()) => missing.push(user),
            Err(StoreError::Erased) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(missing)
}

/// The reports of the accounts whose row is missing.
pub(super) async fn scrub(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let missing = accounts(state).await?;
    let report = |user: &UserId| {
        let reason = format!(
            "the row of the account is missing, and no erasure removed it: its data is stored, and no request \
             reaches it. Restore the row from a backup. Without one, `lockstep user restore {user} NAME --email \
             ADDRESS` makes a new row with another password"
        );
        account_damage(user, reason)
    };
    Ok(missing.iter().map(report).collect())
}

/// Removes the digests of accounts that were not erased from those of erased accounts, where the accounts' keys prove
/// it: an erasure destroys them first. Returns the removed digests and those that stay.
pub(super) async fn repair_erased(
    state: &AppState,
) -> Result<(Vec<Damage>, Vec<Damage>), ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.accounts.erased", store::falsely_erased);
    let (mut repaired, mut damaged) = (Vec::new(), Vec::new());
    for user in read.await? {
        let report = |reason: &str| Damage {
            table: "erased_account".into(),
            ..account_damage(&user, reason.to_owned())
        };
        if !Vault::of(state)?
            .key_examination()
            .has_account_key(&user)
            .await?
        {
            damaged.push(report(
                "the account was not erased, its digest is among those of erased accounts, and its key is missing: \
                 restore the store and its keys from a backup",
            ));
            continue;
        }
        let owner = user.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("scrub.accounts.not_erased", move |tx| {
                Vault::not_erased(tx, &owner)?;
                tx.audit(&Entry {
                    actor: &Actor::system(),
                    action: "user.not_erased",
                    component: "accounts",
                    status: Status::Warning,
                    details: "the digest of an account that was not erased was removed".to_owned(),
                    metadata: serde_json::Value::Null,
                })
                .map(drop)
            });
        write.await?;
        repaired.push(report(
            "the account was not erased: its digest among those of erased accounts was removed",
        ));
    }
    Ok((repaired, damaged))
}
