//! A scrub of the accounts: every row is read, every receipt is held against its signature, every sealed
//! name is opened, and what each account stores is counted again from the tables.

use data_encoding::HEXLOWER;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Usage};
use lockstep_web::app_state::{self, Damage, Scrubbed};
use lockstep_web::{ApiError, AppState};

use super::{erasure, sealing};
use crate::store;

/// One portion; see [`lockstep_web::Capability::scrub`]. First the rows and receipts, then sealed names, then
/// what is counted of [`PORTION`] accounts at a time.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<Scrubbed, ApiError> {
    let Some(after) = after else {
        let mut found = erasure::scrub(&state).await?;
        found.next = Some(NAMES.to_owned());
        return Ok(found);
    };
    // Hexadecimal, since a damaged id need not be text.
    let place = |hex: &str| HEXLOWER.decode(hex.as_bytes()).unwrap_or_default();
    let Some(after) = after.strip_prefix(USAGE) else {
        let after = place(after.strip_prefix(NAMES).unwrap_or_default());
        let (mut found, next) = sealing::scrub(&state, after).await?;
        found.next = Some(match next {
            Some(row) => format!("{NAMES}{}", HEXLOWER.encode(&row)),
            None => USAGE.to_owned(),
        });
        return Ok(found);
    };
    scrub_usage(&state, place(after)).await
}

async fn scrub_usage(state: &AppState, after: Vec<u8>) -> Result<Scrubbed, ApiError> {
    let ids = state
        .db
        .read::<_, StoreError, _>("scrub.accounts.next", move |tx| {
            store::ids_after(tx, &after, PORTION)
        })
        .await?;
    let mut found = Scrubbed {
        next: ids
            .last()
            .map(|id| format!("{USAGE}{}", HEXLOWER.encode(id))),
        ..Scrubbed::default()
    };
    for id in ids {
        // A damaged id is named with its row.
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

/// Compares what is counted of an account with its tables, and replaces a wrong count; whether it was.
async fn recount(state: &AppState, user: &UserId) -> Result<bool, StoreError> {
    let (of, capabilities) = (user.clone(), state.capabilities());
    let is_right = state.db.read::<_, StoreError, _>("scrub.usage", move |tx| {
        let stored = app_state::usage(capabilities, tx, &of)?;
        let counted = Usage::counted(tx, &of)?;
        // An account that never stored anything has no row.
        Ok(counted.map_or(stored == Usage::default(), |counted| counted == stored))
    });
    if is_right.await? {
        return Ok(false);
    }
    let of = user.clone();
    // Counted again where it is written: nothing is stored between the two.
    let replaced = state
        .db
        .write::<_, StoreError, _>("scrub.usage.replace", move |tx| {
            app_state::usage(capabilities, tx, &of)?.replace(tx, &of)
        });
    replaced.await?;
    tracing::warn!(account = %user, "the count of what an account stores was wrong and was replaced");
    Ok(true)
}

/// Before the cursor of a sealed name.
const NAMES: &str = "names:";
/// Before the cursor of an account whose usage was counted.
const USAGE: &str = "usage:";
/// Accounts to a portion.
const PORTION: u32 = 32;
