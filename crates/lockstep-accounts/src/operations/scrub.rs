//! Scrubs the accounts: reads every row, checks the signature of every receipt, opens every sealed
//! name, and recounts each account's usage from the tables.

mod erasures;
mod identities;
pub(super) mod missing;
mod names;

use data_encoding::HEXLOWER;
use lockstep_store::id::UserId;
use lockstep_store::{StorageUsage, StoreError};
use lockstep_web::capability::{self, Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::second_factor;
use crate::store;
use crate::store::damage;

/// Scrubs one portion; see [`lockstep_web::Capability::scrub`]. First the rows and receipts, then
/// sealed names, identities, then the usage of [`PORTION`] accounts at a time.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let Some(after) = after else {
        let repaired = repair_columns(&state).await?;
        let mut found = erasures::scrub(&state).await?;
        found.repaired.extend(repaired);
        found.repaired.extend(settle_marks(&state).await?);
        let (not_erased, damaged) = missing::repair_erased(&state).await?;
        found.repaired.extend(not_erased);
        found.damaged.extend(damaged);
        let lists = capability::repair_lists(&state.db, store::LISTS, "accounts").await?;
        found.repaired.extend(lists);
        found.damaged.extend(missing::scrub(&state).await?);
        found.next = Some(NAMES.to_owned());
        return Ok(found);
    };
    // Hexadecimal, since a damaged id may not be text.
    let place = |hex: &str| HEXLOWER.decode(hex.as_bytes()).unwrap_or_default();
    if let Some(after) = after.strip_prefix(IDENTITIES) {
        let (mut found, next) = identities::scrub(&state, after).await?;
        found.next = Some(match next {
            Some(place) => format!("{IDENTITIES}{place}"),
            None => USAGE.to_owned(),
        });
        return Ok(found);
    }
    let Some(after) = after.strip_prefix(USAGE) else {
        let after = place(after.strip_prefix(NAMES).unwrap_or_default());
        let (mut found, next) = names::scrub(&state, after).await?;
        found.next = Some(match next {
            Some(row) => format!("{NAMES}{}", HEXLOWER.encode(&row)),
            None => IDENTITIES.to_owned(),
        });
        return Ok(found);
    };
    scrub_usage(&state, place(after)).await
}

/// Replaces damaged values of accounts that follow from other columns.
async fn repair_columns(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let found = state
        .db
        .read::<_, StoreError, _>("scrub.accounts.columns", damage::repairable);
    let mut repaired = Vec::new();
    for one in found.await? {
        let user = one.user.clone();
        let columns = state
            .db
            .write::<_, StoreError, _>("scrub.accounts.repair", move |tx| damage::repair(tx, &user))
            .await?
            .join(", ");
        tracing::warn!(account = %one.user, columns, "damaged values of an account were replaced");
        let reason = format!(
            "table account, column {columns}: was damaged and was replaced (created_at by the time in the account's id, other columns by an empty value)"
        );
        repaired.push(account_damage(&one.user, reason));
    }
    Ok(repaired)
}

/// Replaces unreadable marks of accounts that state whether sign-ins need a second factor.
async fn settle_marks(state: &AppState) -> Result<Vec<Damage>, ApiError> {
    let settled = second_factor::settle(state).await?;
    let report = |user: &UserId| {
        let reason = "table account, column second_factor: did not state whether the account has TOTP, and was replaced \
                      by what the audit log and the row of TOTP state";
        account_damage(user, reason.to_owned())
    };
    Ok(settled.iter().map(report).collect())
}

fn account_damage(user: &UserId, reason: String) -> Damage {
    Damage {
        table: "account".into(),
        account: Some(user.to_string()),
        row: user.to_string(),
        from: None,
        to: None,
        points: 0,
        reason,
    }
}

async fn scrub_usage(state: &AppState, after: Vec<u8>) -> Result<ScrubResult, ApiError> {
    let ids = state
        .db
        .read::<_, StoreError, _>("scrub.accounts.next", move |tx| {
            store::ids_after(tx, &after, PORTION)
        })
        .await?;
    let mut found = ScrubResult {
        next: ids
            .last()
            .map(|id| format!("{USAGE}{}", HEXLOWER.encode(id))),
        ..ScrubResult::default()
    };
    for id in ids {
        // The scrub of the rows reports a damaged id.
        let Ok(user) = String::from_utf8_lossy(&id).parse::<UserId>() else {
            continue;
        };
        found.rows += 1;
        if recount(state, &user).await? {
            found.repaired.push(Damage {
                table: "account_usage".into(),
                account: Some(user.to_string()),
                row: String::new(),
                from: None,
                to: None,
                points: 0,
                reason: "the count of what the account stores was wrong, and was made again from \
                         the tables"
                    .to_owned(),
            });
        }
    }
    Ok(found)
}

/// Compares an account's usage counters with its tables and replaces wrong counters; returns
/// whether they were wrong.
async fn recount(state: &AppState, user: &UserId) -> Result<bool, StoreError> {
    let (owner, capabilities) = (user.clone(), state.capabilities());
    let is_right = state.db.read::<_, StoreError, _>("scrub.usage", move |tx| {
        let stored = capability::usage(capabilities, tx, &owner)?;
        let counted = StorageUsage::counted(tx, &owner)?;
        // An account that never stored data has no row.
        Ok(
            counted.map_or(stored == StorageUsage::default(), |counted| {
                counted == stored
            }),
        )
    });
    if is_right.await? {
        return Ok(false);
    }
    let owner = user.clone();
    // Recounted in the writing transaction, so that no write comes in between.
    let replaced = state
        .db
        .write::<_, StoreError, _>("scrub.usage.replace", move |tx| {
            capability::usage(capabilities, tx, &owner)?.replace(tx, &owner)
        });
    replaced.await?;
    tracing::warn!(account = %user, "the usage counters of an account were wrong and were replaced");
    Ok(true)
}

/// The cursor prefix of a sealed name.
const NAMES: &str = "names:";
/// The cursor prefix of an identity.
const IDENTITIES: &str = "identities:";
/// The cursor prefix of an account whose usage was counted.
const USAGE: &str = "usage:";
/// Accounts in a portion.
const PORTION: u32 = 32;
