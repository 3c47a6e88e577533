//! Finds and removes damaged rows of this capability.

use data_encoding::HEXLOWER;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use crate::store::{self, activity, imported, stored_insights};

/// Deletes the records that were sealed under an account's lost key: insights, activities and imports. Returns the number
/// of insights, which the account's streams do not report again.
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

/// Opens the rows of the account after the one that `after` names; see
/// [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(
    app_state: AppState,
    after: Option<String>,
) -> Result<ScrubResult, ApiError> {
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
    let mut scrubbed = ScrubResult {
        rows: unowned.len() as u64,
        ..ScrubResult::default()
    };
    scrubbed.damaged.extend(unowned.iter().map(|unowned| {
        let store::RowsWithoutAccount {
            table,
            account,
            rows,
        } = unowned;
        let consequence = match *table {
            "told_insight" => "They are deleted some minutes after they were stored",
            _ => "No request reads them",
        };
        let rows = lockstep_web::counted(*rows, "row", "rows");
        let reason = format!(
            "table {table}, column user_id: expected a text: no account owns {rows}. {consequence}"
        );
        damaged(table, account, "", &reason)
    }));
    let Some(id) = id else {
        return Ok(scrubbed);
    };
    scrubbed.next = Some(HEXLOWER.encode(&id));
    let shown = String::from_utf8_lossy(&id);
    let Ok(user) = shown.parse::<UserId>() else {
        scrubbed.rows += 1;
        let reason = "column user_id: rows name an account whose id is not valid";
        scrubbed
            .damaged
            .push(damaged("told_insight", &shown, "", reason));
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
            let mut rows = stored_insights::check(tx, &account_keys, |id| {
                bad.push(("told_insight", id.to_owned()));
            })?;
            rows += activity::check(tx, &account_keys, |id| {
                bad.push(("activity", id.to_owned()));
            })?;
            rows += imported::check(tx, &account_keys, |table, row| {
                bad.push((table, row.to_owned()));
            })?;
            Ok((rows, bad))
        })
        .await?;
    scrubbed.rows += rows;
    let reports = bad
        .iter()
        .map(|(table, row)| damaged(table, &shown, row, reason_of(table)));
    scrubbed.damaged.extend(reports);
    Ok(scrubbed)
}

fn reason_of(table: &str) -> &'static str {
    match table {
        "activity" => {
            "it does not open, or is not the row that was stored: DELETE /v1/sfdp/activities/{id} removes \
             it, and an import of its file stores the activity again"
        }
        "import_record" => {
            "it does not open, or its state is unknown: DELETE /v1/sfdp/imports/{id} still undoes the import"
        }
        "import_batch" => {
            "it does not open: undoing its import keeps the points that it stored, which DELETE \
             /v1/sfdp/data removes"
        }
        _ => "it does not open",
    }
}

fn damaged(table: &'static str, account: &str, row: &str, reason: &str) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account.to_owned()),
        row: row.to_owned(),
        from: None,
        to: None,
        points: 0,
        reason: reason.to_owned(),
    }
}
