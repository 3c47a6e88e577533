//! Finds and removes damaged rows of this capability.

use data_encoding::HEXLOWER;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::capability::{Damage, Scrubbed};
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use crate::store::{self, told};

/// Deletes the insights that were sealed under an account's lost key; returns their number. The account's
/// streams do not report them again.
///
/// # Errors
/// The store cannot be used.
pub(crate) async fn forget_lost(app_state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    let user = user.clone();
    let write = app_state
        .db
        .write::<_, StoreError, _>("insights.lost", move |tx| store::forget(tx, &user));
    Ok(write.await? as u64)
}

/// Opens the insights of the account after the one that `after` names; see
/// [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(
    app_state: AppState,
    after: Option<String>,
) -> Result<Scrubbed, ApiError> {
    // Hexadecimal, since a damaged id need not be text.
    let after = after.map(|after| HEXLOWER.decode(after.as_bytes()).unwrap_or_default());
    let after = after.unwrap_or_default();
    let (id, unowned) = app_state
        .db
        .read::<_, StoreError, _>("scrub.insights.account", move |tx| {
            let unowned = match after.is_empty() {
                true => store::without_account(tx)?,
                false => Vec::new(),
            };
            Ok((store::account_after(tx, &after)?, unowned))
        })
        .await?;
    let mut scrubbed = Scrubbed {
        rows: unowned.len() as u64,
        ..Scrubbed::default()
    };
    scrubbed.damaged.extend(unowned.iter().map(|(account, rows)| {
        let reason = format!(
            "table told_insight, column user_id: expected a text: no account owns these {rows} rows. They \
             are deleted some minutes after they were stored"
        );
        damaged(account, "", &reason)
    }));
    let Some(id) = id else {
        return Ok(scrubbed);
    };
    scrubbed.next = Some(HEXLOWER.encode(&id));
    let shown = String::from_utf8_lossy(&id);
    let Ok(user) = shown.parse::<UserId>() else {
        scrubbed.rows += 1;
        let reason = "column user_id: rows name an account that cannot be";
        scrubbed.damaged.push(damaged(&shown, "", reason));
        return Ok(scrubbed);
    };
    // The vault reports keys that do not open.
    let Ok(account_keys) = account_keys(&app_state, &user).await else {
        return Ok(scrubbed);
    };
    let (rows, bad) = app_state
        .db
        .read::<_, StoreError, _>("scrub.insights", move |tx| {
            let mut bad = Vec::new();
            let rows = told::check(tx, &account_keys, |id| bad.push(id.to_owned()))?;
            Ok((rows, bad))
        })
        .await?;
    scrubbed.rows += rows;
    let reports = bad.iter().map(|id| damaged(&shown, id, "it does not open"));
    scrubbed.damaged.extend(reports);
    Ok(scrubbed)
}

fn damaged(account: &str, row: &str, reason: &str) -> Damage {
    Damage {
        table: "told_insight".into(),
        account: Some(account.to_owned()),
        row: row.to_owned(),
        from: None,
        to: None,
        points: 0,
        reason: reason.to_owned(),
    }
}
