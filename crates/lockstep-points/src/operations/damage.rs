//! Handles damaged chunks: a read or write that meets one sets it aside and restarts, so that only its points are lost.

use data_encoding::HEXLOWER;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::Value as Json;

use super::{account_keys, write_audit_and_event};
use crate::store::damage::{self, Cursor, SetAsideChunk};
use crate::store::repair::RepairedChunk;
use crate::store::series_repair::{self, SeriesRepair};
use crate::store::{day, ledger, scrub, set_aside};

/// Reads points. If a chunk is damaged, the account's damaged chunks are set aside and the read restarts.
///
/// # Errors
/// Those of `job`.
pub async fn read_points<T, E, F>(
    app_state: &AppState,
    account_keys: &AccountKeys,
    name: &'static str,
    job: F,
) -> Result<T, E>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    for _ in 0..ATTEMPTS {
        let done = app_state.db.read(name, job.clone()).await;
        let handled = handle_damage(app_state, account_keys);
        if done.is_ok() || !matches!(handled.await, Ok(true)) {
            return done;
        }
    }
    app_state.db.read(name, job).await
}

/// Changes points. If a chunk is damaged, the account's damaged chunks are set aside and the change restarts.
///
/// # Errors
/// Those of `job`.
pub(crate) async fn write_points<T, E, F>(
    app_state: &AppState,
    account_keys: &AccountKeys,
    name: &'static str,
    job: F,
) -> Result<T, E>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let user = account_keys.user();
    for _ in 0..ATTEMPTS {
        let write = app_state.db.write_of_account(name, user, job.clone());
        let done = write.await;
        let handled = handle_damage(app_state, account_keys);
        if done.is_ok() || !matches!(handled.await, Ok(true)) {
            return done;
        }
    }
    app_state.db.write_of_account(name, user, job).await
}

/// Handles the damage that an operation met; returns whether anything was set aside or repaired.
pub async fn handle_damage(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<bool, StoreError> {
    if !account_keys.take_damage() && !is_series_unreadable(app_state, account_keys.user()).await? {
        return Ok(false);
    }
    let found = set_aside(app_state, account_keys).await?;
    let lists_are_empty = found.aside.is_empty()
        && found.returned.is_empty()
        && found.repaired.is_empty()
        && found.series.is_empty();
    Ok(found.is_counter_restored || !lists_are_empty || found.removed_series > 0)
}

async fn is_series_unreadable(app_state: &AppState, user: &UserId) -> Result<bool, StoreError> {
    let user = user.clone();
    let check = move |tx: &Tx<'_>| series_repair::is_unreadable(tx, &user);
    app_state.db.read("series.check", check).await
}

/// Reads rows of an account that need no key. Where a row of its series turns out to be damaged, it is
/// repaired and the read starts over.
///
/// # Errors
/// Those of `job`.
pub async fn read_account<T, E, F>(
    app_state: &AppState,
    user: &UserId,
    name: &'static str,
    job: F,
) -> Result<T, E>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + From<ApiError> + Send + 'static,
{
    let done = app_state.db.read(name, job.clone()).await;
    if done.is_ok() || !is_series_unreadable(app_state, user).await? {
        return done;
    }
    let account_keys = account_keys(app_state, user).await?;
    set_aside(app_state, &account_keys).await?;
    app_state.db.read(name, job).await
}

/// The result of examining an account's chunks.
#[derive(Debug, Default)]
pub struct Examination {
    pub(crate) aside: Vec<SetAsideChunk>,
    /// Chunks that were set aside before, open again and were put back.
    pub(crate) returned: Vec<SetAsideChunk>,
    pub(crate) repaired: Vec<RepairedChunk>,
    /// The numbers of series with repaired rows.
    pub(crate) series: Vec<i64>,
    /// How many rows of series without a readable number were removed.
    pub(crate) removed_series: usize,
    pub(crate) chunks: u64,
    /// Whether the account's row in `point_number` was not the one last written, and was repaired.
    pub(crate) is_counter_restored: bool,
}

/// Opens every chunk of the account and sets aside those that do not open; then repairs the rows of its
/// series.
///
/// # Errors
/// [`StoreError`].
pub async fn set_aside(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<Examination, StoreError> {
    let mut found = Examination::default();
    if restore_counter(app_state, account_keys).await? {
        found.is_counter_restored = true;
    }
    // First: the repair of series removes those without chunks.
    found.returned = super::set_aside::put_back(app_state, account_keys).await?;
    let mut next: Option<Cursor> = Some((i64::MIN, i64::MIN));
    while let Some(after) = next {
        let reading = account_keys.clone();
        let examined = app_state
            .db
            .read::<_, StoreError, _>("points.examine", move |tx| {
                damage::examine(tx, &reading, after)
            })
            .await?;
        (next, found.chunks) = (examined.next, found.chunks + examined.chunks);
        if examined.suspects.is_empty() {
            continue;
        }
        let (writing, suspects) = (account_keys.clone(), examined.suspects);
        let (aside, repaired) = app_state
            .db
            .write::<_, StoreError, _>("points.set_aside", move |tx| {
                damage::set_aside(tx, &writing, &suspects)
            })
            .await?;
        log_set_aside(account_keys, &aside);
        found.aside.extend(aside);
        found.repaired.extend(repaired);
    }
    let repaired = repair_series(app_state, account_keys).await?;
    log_set_aside(account_keys, &repaired.aside);
    found.aside.extend(repaired.aside);
    found.series = repaired.series;
    found.removed_series = repaired.removed;
    if found.removed_series > 0 {
        tracing::error!(
            account = %account_keys.user(), rows = found.removed_series,
            "rows of series without a readable number were removed, and their chunks set aside"
        );
    }
    if !found.repaired.is_empty() || !found.series.is_empty() {
        tracing::warn!(
            account = %account_keys.user(), chunks = found.repaired.len(), series = found.series.len(),
            "damaged rows of points were repaired from undamaged rows"
        );
    }
    // The examination has handled this damage.
    let _ = account_keys.take_damage();
    Ok(found)
}

/// Repairs the rows of the account's series where one needs it.
async fn repair_series(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<SeriesRepair, StoreError> {
    let reading = account_keys.clone();
    let is_needed = app_state
        .db
        .read::<_, StoreError, _>("series.examine", move |tx| {
            series_repair::is_needed(tx, &reading)
        })
        .await?;
    if !is_needed {
        return Ok(SeriesRepair::default());
    }
    let writing = account_keys.clone();
    app_state
        .db
        .write::<_, StoreError, _>("series.repair", move |tx| {
            series_repair::repair(tx, &writing)
        })
        .await
}

/// Repairs the account's row in `point_number` if it is not the row last written: whether a chunk opens
/// depends on it. Returns whether the row was repaired.
async fn restore_counter(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<bool, StoreError> {
    let reading = account_keys.clone();
    let is_right = app_state
        .db
        .read::<_, StoreError, _>("points.counter", move |tx| {
            ledger::is_counter_right(tx, &reading)
        })
        .await?;
    if is_right {
        return Ok(false);
    }
    let writing = account_keys.clone();
    app_state
        .db
        .write::<_, StoreError, _>("points.restore_counter", move |tx| {
            ledger::restore_counter(tx, &writing)
        })
        .await?;
    tracing::error!(account = %account_keys.user(), "the account's row in point_number was repaired");
    Ok(true)
}

fn log_set_aside(account_keys: &AccountKeys, aside: &[SetAsideChunk]) {
    for one in aside {
        tracing::error!(
            account = %account_keys.user(), series = one.series, from = %one.first, to = %one.last,
            points = one.points, "a stored chunk is damaged and was set aside"
        );
    }
}

/// Sets aside the chunks that were sealed under a lost key of an account, and drops values that were derived from them. The record
/// of its rows was sealed under the lost key too: it is created again from the rows, as with [`accept_rows`],
/// since the operator has accepted the loss. Gives the number of points that are lost.
///
/// # Errors
/// [`ApiError`] where the account's new key or the store cannot be used.
pub(crate) async fn set_aside_lost(app_state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    let account_keys = account_keys(app_state, user).await?;
    let found = set_aside(app_state, &account_keys).await?;
    super::days::forget_most(app_state, &account_keys).await?;
    app_state
        .db
        .write::<_, StoreError, _>("points.lost", move |tx| {
            if !ledger::is_known(tx, account_keys.user())? {
                return Ok(());
            }
            day::clear(tx, &account_keys)?;
            ledger::accept(tx, &account_keys)
        })
        .await?;
    Ok(found.aside.iter().map(|one| one.points).sum())
}

/// Examines the account after the one that `after` names; see [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(
    app_state: AppState,
    after: Option<String>,
) -> Result<ScrubResult, ApiError> {
    // Hexadecimal, since a damaged id need not be text.
    let after = after.map(|after| HEXLOWER.decode(after.as_bytes()).unwrap_or_default());
    let after = after.unwrap_or_default();
    let (id, unowned) = super::unreferenced_bodies::account_after(&app_state, after).await?;
    let mut scrubbed = ScrubResult {
        rows: unowned.len() as u64,
        damaged: unowned,
        ..ScrubResult::default()
    };
    let Some(id) = id else {
        return Ok(scrubbed);
    };
    scrubbed.next = Some(HEXLOWER.encode(&id));
    let shown = String::from_utf8_lossy(&id);
    let Ok(user) = shown.parse::<UserId>() else {
        scrubbed.rows += 1;
        scrubbed.damaged.push(whole_account(
            "points",
            shown.into_owned(),
            "column user_id: rows name an account whose id is not valid".to_owned(),
        ));
        return Ok(scrubbed);
    };
    // Without the account key nothing of the account opens; the vault reports the key.
    let account_keys = match Vault::of(&app_state)?.account_keys(&user).await {
        Ok(account_keys) => account_keys,
        Err(fault) => {
            let log = fault.log.as_deref().unwrap_or(&fault.message).to_owned();
            let reason = format!("its keys do not open: {log}");
            let damage = whole_account("account", user.to_string(), reason);
            scrubbed.damaged.push(damage);
            return Ok(scrubbed);
        }
    };
    scrub_account(&app_state, &account_keys, &mut scrubbed).await?;
    Ok(scrubbed)
}

/// Damage that costs all of an account.
fn whole_account(table: &'static str, account: String, reason: String) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account),
        row: String::new(),
        from: None,
        to: None,
        points: 0,
        reason,
    }
}

/// Examines the chunks and the rows of one account whose keys open.
async fn scrub_account(
    app_state: &AppState,
    account_keys: &AccountKeys,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let found = set_aside(app_state, account_keys).await?;
    scrubbed.rows += found.chunks;
    if found.is_counter_restored {
        let reason = "it was not the row last written, and was repaired";
        let restored = scrub::damage(account_keys, "point_number", "", None, reason);
        scrubbed.repaired.push(restored);
    }
    let returned = super::set_aside::returned(account_keys, &found.returned);
    scrubbed.repaired.extend(returned);
    super::claimed::repair(app_state, account_keys, scrubbed).await?;
    super::unreferenced_bodies::remove(app_state, account_keys, scrubbed).await?;
    let reading = account_keys.clone();
    let (rows, aside, mut damaged) = app_state
        .db
        .read::<_, StoreError, _>("scrub.rows", move |tx| {
            let mut rows = 0;
            let damaged = scrub::rows(tx, &reading, &mut rows)?;
            Ok((rows, set_aside::remaining(tx, &reading)?, damaged))
        })
        .await?;
    scrubbed.rows += rows;
    scrubbed.damaged.append(&mut damaged);
    check_rows(app_state, account_keys, scrubbed).await?;
    scrubbed.repaired.extend(found.repaired.iter().map(|one| {
        let row = format!("series {}", one.series);
        let range = Some((one.first.0, one.last.0));
        scrub::damage(
            account_keys,
            "seg",
            &row,
            range,
            "its row was repaired from its bytes",
        )
    }));
    scrubbed.repaired.extend(found.series.iter().map(|series| {
        let reason = "its row was repaired from its chunks";
        scrub::damage(account_keys, "series", &series.to_string(), None, reason)
    }));
    if found.removed_series > 0 {
        let count = found.removed_series as u64;
        let rows = lockstep_web::counted(count, "unreadable row was", "unreadable rows were");
        let reason = format!("{rows} removed; the chunks are set aside");
        let removed = scrub::damage(account_keys, "series", "", None, &reason);
        scrubbed.repaired.push(removed);
    }
    // Also those that were set aside before: they stay damaged until they open again or are deleted.
    scrubbed
        .damaged
        .extend(aside.iter().map(|(one, reason)| Damage {
            points: one.points,
            ..scrub::damage(
                account_keys,
                "seg_body",
                &format!("series {}", one.series),
                Some((one.first.0, one.last.0)),
                reason,
            )
        }));
    Ok(())
}

/// Compares the account's rows with its state. The state of an account from before states were kept is
/// made; days that differ are dropped, since they are computed again.
async fn check_rows(
    app_state: &AppState,
    account_keys: &AccountKeys,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let reading = account_keys.clone();
    let checked = app_state
        .db
        .read::<_, StoreError, _>("scrub.row_state", move |tx| ledger::check(tx, &reading))
        .await?;
    scrubbed.damaged.extend(checked.damaged);
    if checked.is_unrecorded {
        record(app_state, account_keys).await?;
    }
    if checked.days_differ {
        super::days::forget_most(app_state, account_keys).await?;
        let writing = account_keys.clone();
        app_state
            .db
            .write::<_, StoreError, _>("scrub.days", move |tx| day::clear(tx, &writing))
            .await?;
    }
    Ok(())
}

/// Makes the state of every account that was there before states were kept and has not been written since:
/// one account a transaction.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn record_all(app_state: &AppState) -> Result<(), ApiError> {
    let (mut after, mut outcome) = (String::new(), Ok::<(), StoreError>(()));
    loop {
        let from = after.clone();
        let accounts = app_state
            .db
            .read::<_, StoreError, _>("row_states.missing", move |tx| {
                ledger::accounts_without(tx, &from, ACCOUNTS_PER_PORTION)
            })
            .await?;
        let Some(last) = accounts.last() else {
            return Ok(outcome?);
        };
        after = last.to_string();
        for user in &accounts {
            // Without the account key nothing of the account opens; a scrub reports the key.
            match Vault::of(app_state)?.account_keys(user).await {
                // One account that fails delays no other.
                Ok(account_keys) => outcome = outcome.and(record(app_state, &account_keys).await),
                Err(fault) => {
                    tracing::debug!(account = %user, %fault.message, "no row state is made");
                }
            }
        }
    }
}

/// Accepts the rows of an account as they are stored, after a scrub has found that they are not the ones last
/// written. The audit log records it. Returns false for an account that has no points and never had any.
///
/// # Errors
/// The keys of the account are missing; [`StoreError`].
pub(crate) async fn accept_rows(app_state: &AppState, user: &UserId) -> Result<bool, ApiError> {
    let owner = Owner::system(user.clone());
    let asked = user.clone();
    let is_known = app_state
        .db
        .read::<_, StoreError, _>("row_states.known", move |tx| ledger::is_known(tx, &asked))
        .await?;
    if !is_known {
        return Ok(false);
    }
    let account_keys = Vault::of(app_state)?.account_keys(user).await?;
    app_state
        .db
        .write("row_states.accept", move |tx| {
            ledger::accept(tx, &account_keys)?;
            let details = format!("the stored rows of {} were accepted", owner.user);
            write_audit_and_event(tx, &owner, "rows.accept", details, Json::Null)?;
            Ok::<_, ApiError>(true)
        })
        .await
}

async fn record(app_state: &AppState, account_keys: &AccountKeys) -> Result<(), StoreError> {
    let writing = account_keys.clone();
    let made = app_state
        .db
        .write::<_, StoreError, _>("row_states.make", move |tx| ledger::record(tx, &writing));
    match made.await {
        // The account was erased since.
        Err(StoreError::Erased) => Ok(()),
        made => made,
    }
}

/// Accounts without a state that are looked up at once.
const ACCOUNTS_PER_PORTION: usize = 64;
/// The maximum number of attempts of a read or write.
const ATTEMPTS: u32 = 3;
