//! A scrub of the accounts: every row is read, every receipt is held against its signature, and what each
//! account stores is counted again from the tables.

use data_encoding::HEXLOWER;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Usage};
use lockstep_web::house::{self, Damage, Scrubbed};
use lockstep_web::{Fault, House};

use super::erasure;
use crate::store;

/// One portion; see [`lockstep_web::Capability::scrub`]. First the rows and receipts, then [`PORTION`]
/// accounts at a time.
pub(crate) async fn scrub(house: House, after: Option<String>) -> Result<Scrubbed, Fault> {
    let Some(after) = after else {
        let mut found = erasure::scrub(&house).await?;
        found.next = Some(String::new());
        return Ok(found);
    };
    let after = HEXLOWER.decode(after.as_bytes()).unwrap_or_default();
    let ids = house
        .db
        .read::<_, StoreError, _>("scrub.accounts.next", move |tx| {
            store::ids_after(tx, &after, PORTION)
        })
        .await?;
    let mut found = Scrubbed {
        next: ids.last().map(|id| HEXLOWER.encode(id)),
        ..Scrubbed::default()
    };
    for id in ids {
        // A damaged id is named with its row.
        let Ok(user) = String::from_utf8_lossy(&id).parse::<UserId>() else {
            continue;
        };
        found.rows += 1;
        if recount(&house, &user).await? {
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
async fn recount(house: &House, user: &UserId) -> Result<bool, StoreError> {
    let (of, capabilities) = (user.clone(), house.capabilities());
    let is_right = house.db.read::<_, StoreError, _>("scrub.usage", move |tx| {
        let stored = house::usage(capabilities, tx, &of)?;
        let counted = Usage::counted(tx, &of)?;
        // An account that never stored anything has no row.
        Ok(counted.map_or(stored == Usage::default(), |counted| counted == stored))
    });
    if is_right.await? {
        return Ok(false);
    }
    let of = user.clone();
    // Counted again where it is written: nothing is stored between the two.
    let replaced = house
        .db
        .write::<_, StoreError, _>("scrub.usage.replace", move |tx| {
            house::usage(capabilities, tx, &of)?.replace(tx, &of)
        });
    replaced.await?;
    tracing::warn!(account = %user, "the count of what an account stores was wrong and was replaced");
    Ok(true)
}

/// Accounts to a portion.
const PORTION: u32 = 32;
