//! Removes old deliveries, rows of erased accounts and rows that can no longer be opened; checks stored
//! rows.

use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{DamagedRow, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::capability::{self, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::seal::{open_config, open_message};
use super::store;
use super::store::{RowBatch, deliveries};

/// Removes deliveries that are older than the log keeps, and those of removed webhooks, in portions. Makes deliveries due
/// that wait for longer than any pause between two attempts.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn forget(state: AppState) -> Result<(), ApiError> {
    loop {
        let removed = state
            .db
            .read::<_, StoreError, _>("webhooks.removed", deliveries::removed_webhook);
        match removed.await? {
            Some(webhook) => forget_deliveries(&state, webhook).await?,
            None => break,
        }
    }
    hurry(&state).await?;
    // A clock that is ahead would empty the log.
    if !Vault::of(&state)?.clock().may_act() {
        return Ok(());
    }
    loop {
        let forget = |tx: &mut Tx<'_>| {
            let before = tx.now().minus(LOG_KEPT);
            deliveries::forget(tx, before, PORTION)
        };
        let removed: usize = state
            .db
            .write::<_, StoreError, _>("webhooks.forget", forget)
            .await?;
        if removed < PORTION as usize {
            return Ok(());
        }
    }
}

/// Makes deliveries due, in portions, whose next attempt was planned by a clock that was ahead.
async fn hurry(state: &AppState) -> Result<(), ApiError> {
    loop {
        // A write would be refused on a full disk, even of nothing.
        let has_late = state.db.read::<_, StoreError, _>("webhooks.late", |tx| {
            deliveries::has_later(tx, tx.now().plus(LONGEST_PAUSE))
        });
        if !has_late.await? {
            return Ok(());
        }
        let hurry = |tx: &mut Tx<'_>| {
            let latest = tx.now().plus(LONGEST_PAUSE);
            deliveries::hurry(tx, latest, PORTION)
        };
        let hurried: usize = state
            .db
            .write::<_, StoreError, _>("webhooks.hurry", hurry)
            .await?;
        if hurried == 0 {
            return Ok(());
        }
    }
}

/// Removes the deliveries of a removed webhook in portions.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn forget_deliveries(state: &AppState, webhook: String) -> Result<(), ApiError> {
    loop {
        let webhook = webhook.clone();
        let forget = move |tx: &mut Tx<'_>| deliveries::forget_of(tx, &webhook, PORTION);
        let removed: usize = state
            .db
            .write::<_, StoreError, _>("webhooks.forget_deliveries", forget)
            .await?;
        if removed < PORTION as usize {
            return Ok(());
        }
    }
}

/// Removes the deliveries of a suspended account in portions, before the transaction of its erasure.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn forget_account(state: &AppState, user: &UserId) -> Result<(), ApiError> {
    loop {
        let user = user.clone();
        let forget = move |tx: &mut Tx<'_>| deliveries::forget_account(tx, &user, PORTION);
        let removed: usize = state
            .db
            .write::<_, StoreError, _>("webhooks.forget_account", forget)
            .await?;
        if removed < PORTION as usize {
            return Ok(());
        }
    }
}

/// Removes the webhooks of an account whose key is lost: their secrets cannot be opened. Returns their number.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn forget_lost(state: AppState, user: UserId) -> Result<u64, ApiError> {
    forget_account(&state, &user).await?;
    let removing = state
        .db
        .write::<_, StoreError, _>("webhooks.forget_lost", move |tx| {
            let count = store::count(tx, &user)?;
            store::erase(tx, &user)?;
            Ok(count)
        });
    Ok(removing.await?)
}

/// Checks the lists of deliveries, then a portion of the rows of webhooks, then of deliveries. The cursor names the table
/// and the last id.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(super) async fn scrub(state: AppState, after: &str) -> Result<ScrubResult, ApiError> {
    match after.strip_prefix(DELIVERIES) {
        Some(after) => scrub_deliveries(&state, after.to_owned()).await,
        None if after.is_empty() => {
            let rows = "webhook deliveries";
            let repaired = capability::repair_lists(&state.db, deliveries::LISTS, rows).await?;
            let mut scrubbed = scrub_webhooks(&state, String::new()).await?;
            scrubbed.repaired.extend(repaired);
            Ok(scrubbed)
        }
        None => scrub_webhooks(&state, after.to_owned()).await,
    }
}

async fn scrub_webhooks(state: &AppState, after: String) -> Result<ScrubResult, ApiError> {
    let reading = state
        .db
        .read::<_, StoreError, _>("webhooks.scrub", move |tx| {
            store::portion(tx, &after, PORTION)
        });
    let RowBatch {
        rows,
        damaged,
        last,
    } = reading.await?;
    let mut scrubbed = ScrubResult {
        rows: (rows.len() + damaged.len()) as u64,
        damaged: damaged.into_iter().map(Into::into).collect(),
        next: Some(last.unwrap_or_else(|| DELIVERIES.to_owned())),
        ..ScrubResult::default()
    };
    for webhook in rows {
        let keys = keys_of(state, &webhook.user).await;
        let opens =
            keys.is_none_or(|keys| open_config(&keys, &webhook.id, &webhook.config).is_ok());
        if !opens {
            let row = unopened("webhook", &webhook.user, webhook.id.as_str());
            scrubbed.damaged.push(row.into());
        }
    }
    Ok(scrubbed)
}

async fn scrub_deliveries(state: &AppState, after: String) -> Result<ScrubResult, ApiError> {
    let reading = state
        .db
        .read::<_, StoreError, _>("webhooks.scrub_deliveries", move |tx| {
            deliveries::portion(tx, &after, PORTION)
        });
    let RowBatch {
        rows,
        damaged,
        last,
    } = reading.await?;
    let mut scrubbed = ScrubResult {
        rows: (rows.len() + damaged.len()) as u64,
        damaged: damaged.into_iter().map(Into::into).collect(),
        next: last.map(|last| format!("{DELIVERIES}{last}")),
        ..ScrubResult::default()
    };
    let mut keys: Option<AccountKeys> = None;
    for message in rows {
        if keys
            .as_ref()
            .is_none_or(|keys| *keys.user() != message.user)
        {
            keys = keys_of(state, &message.user).await;
        }
        let opens = keys
            .as_ref()
            .is_none_or(|keys| open_message(keys, &message.id, &message.sealed).is_some());
        if !opens {
            let row = unopened("webhook_delivery", &message.user, message.id.as_str());
            scrubbed.damaged.push(row.into());
        }
    }
    Ok(scrubbed)
}

/// Returns the keys of an account; without them its rows are not checked.
async fn keys_of(state: &AppState, user: &UserId) -> Option<AccountKeys> {
    Vault::of(state).ok()?.account_keys(user).await.ok()
}

fn unopened(table: &'static str, user: &UserId, row: &str) -> DamagedRow {
    DamagedRow {
        table,
        account: Some(user.to_string()),
        row: row.to_owned(),
        reason: "the sealed bytes do not open".to_owned(),
    }
}

/// The time for which the log keeps a delivery.
pub(super) const LOG_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// More than the longest pause between two attempts: a day and a tenth of it.
const LONGEST_PAUSE: Duration = Duration::from_secs(27 * 3600);
/// The maximum number of rows of one transaction.
const PORTION: u32 = 500;
/// The start of a cursor in the table of deliveries.
const DELIVERIES: &str = "deliveries:";
