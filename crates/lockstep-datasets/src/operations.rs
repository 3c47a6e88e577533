//! The operations of datasets: one function for each act.

pub(crate) mod conversion;
pub(crate) mod creation;
pub(crate) mod read;
pub(crate) mod removal;
pub(crate) mod scrub;
pub(crate) mod statistics;
pub(crate) mod upload;

use lockstep_store::figure::{self, Figure};
use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::portion::PORTION_ROWS;
use lockstep_store::{Entry, Event, EventKind, Status as Outcome, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault, search};
use lockstep_web::figures::{FigureScope, Figures, counts};
use lockstep_web::{ApiError, AppState, Owner, Page, Paging};
use serde_json::json;

use crate::dataset::{Dataset, DatasetSortField, EncryptionMode, NewDataset};
use crate::store::{self, holds, live};

/// The keys that open the entries and data of an account.
pub(crate) async fn account_keys(state: &AppState, user: &UserId) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?.account_keys(user).await
}

/// The keys that seal new data in a mode.
pub(crate) async fn writing_keys(
    state: &AppState,
    owner: &Owner,
    mode: EncryptionMode,
) -> Result<AccountKeys, ApiError> {
    let modes: Vec<_> = mode.key_mode().into_iter().collect();
    Vault::of(state)?
        .writing_keys(&owner.user, &owner.actor, &modes, &[])
        .await
}

/// Adds datasets of mode `none` without data: the fast path of generated accounts. It writes neither audit entries nor
/// events, checks no quota, and leaves the index of names to the next list by name.
///
/// # Errors
/// A name that is refused; an account that is being erased.
pub fn add_entries(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    names: impl Iterator<Item = String>,
) -> Result<(), ApiError> {
    keys.check(tx)?;
    let mut records = Vec::new();
    live::change(tx, keys, |tx, live| {
        for name in names {
            let new = NewDataset::new(name, String::new(), EncryptionMode::None)?;
            let id = DatasetId::generate(tx.now(), tx.entropy());
            store::insert_unindexed(tx, live, &id, &new)?;
            records.push(store::search_record(&id, tx.now(), (&new.name, "")));
        }
        Ok::<_, ApiError>(())
    })?;
    Ok(search::index(tx, keys, &records)?)
}

/// Adds a portion of the datasets of an account to its search index.
pub(crate) async fn index(
    state: AppState,
    user: UserId,
    after: Option<String>,
) -> Result<Option<String>, ApiError> {
    let keys = account_keys(&state, &user).await?;
    let after = after.unwrap_or_default();
    let indexed = state
        .db
        .write::<_, StoreError, _>("datasets.index", move |tx| {
            store::index_after(tx, &keys, &after, PORTION_ROWS as i64)
        });
    Ok(indexed.await?)
}

/// Accepts the entries of an account as they are stored, after a scrub has found that they are not the ones last
/// written. The audit log records it. Returns false for an account that has no datasets and never had any.
///
/// # Errors
/// The keys of the account are missing; [`StoreError`].
pub(crate) async fn accept_rows(state: &AppState, user: &UserId) -> Result<bool, ApiError> {
    let asked = user.clone();
    let is_known = state
        .db
        .read::<_, StoreError, _>("datasets.known", move |tx| {
            Ok(live::is_recorded(tx, &asked)? || live::has_entries(tx, &asked)?)
        });
    if !is_known.await? {
        return Ok(false);
    }
    let (keys, owner) = (
        account_keys(state, user).await?,
        Owner::system(user.clone()),
    );
    let accept = state
        .db
        .write::<_, StoreError, _>("datasets.accept_rows", move |tx| {
            live::accept(tx, &keys)?;
            tx.audit(&Entry {
                actor: &owner.actor,
                action: "rows.accept",
                component: "datasets",
                status: Outcome::Success,
                details: format!("the stored datasets of {} were accepted", owner.user),
                metadata: json!({}),
            })?;
            Ok(true)
        });
    Ok(accept.await?)
}

/// Returns the entry of a dataset.
pub(crate) async fn entry(
    state: &AppState,
    user: &UserId,
    id: DatasetId,
) -> Result<Dataset, ApiError> {
    let keys = account_keys(state, user).await?;
    state
        .db
        .read("datasets.entry", move |tx| {
            let found = store::by_id(tx, &keys, &id)?;
            found.ok_or_else(|| ApiError::not_found("dataset"))
        })
        .await
}

/// Returns a page of the datasets of an account, without schemas.
pub(crate) async fn list(
    state: &AppState,
    user: &UserId,
    order: (DatasetSortField, bool),
    paging: Paging,
) -> Result<Page<Dataset>, ApiError> {
    let keys = account_keys(state, user).await?;
    if order.0 == DatasetSortField::Name {
        mend_name_index(state, &keys).await?;
    }
    state
        .db
        .read("datasets.list", move |tx| {
            let entries = store::page(tx, &keys, order, (paging.offset(), paging.limit))?;
            let total = store::count(tx, keys.user())?;
            Ok(Page { entries, total })
        })
        .await
}

/// Builds the index of names again if it is not whole. A list works without it, so a full disk is not an error.
async fn mend_name_index(state: &AppState, keys: &AccountKeys) -> Result<(), ApiError> {
    let reading = keys.clone();
    let is_whole = state
        .db
        .read::<_, StoreError, _>("datasets.names", move |tx| {
            store::is_name_index_whole(tx, &reading)
        })
        .await?;
    if is_whole {
        return Ok(());
    }
    let sealing = keys.clone();
    let rebuilt = state
        .db
        .write::<_, StoreError, _>("datasets.index_names", move |tx| {
            store::rebuild_name_index(tx, &sealing)
        })
        .await;
    match rebuilt {
        Ok(()) | Err(StoreError::Full) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Writes the audit entry and the event of a change to a dataset.
pub(crate) fn write_audit_and_event(
    tx: &mut Tx<'_>,
    owner: &Owner,
    (action, kind): (&'static str, &'static EventKind),
    (id, rows): (&DatasetId, u64),
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "datasets",
        status: Outcome::Success,
        details: format!("dataset {id}"),
        metadata: json!({ "datasetId": id, "rows": rows }),
    })?;
    tx.event(&Event {
        user: owner.user.as_str(),
        kind,
        payload: json!({ "dataset_id": id }),
    })?;
    Ok(())
}

/// Whether a listing forbids the deletion of a dataset.
pub(crate) fn check_deletable(
    tx: &Tx<'_>,
    user: &UserId,
    id: &DatasetId,
) -> Result<bool, ApiError> {
    let retentions = holds::retentions(tx, user, id)?;
    if retentions.contains(&crate::hold::Retention::Refuse) {
        return Err(ApiError::conflict(
            "a listing offers this dataset: withdraw the listing, then delete the dataset",
        ));
    }
    Ok(!retentions.is_empty())
}

/// Counts stored rows for the analytics of administration.
fn count_rows(tx: &mut Tx<'_>, user: &UserId, rows: u64) -> Result<(), StoreError> {
    if rows == 0 {
        return Ok(());
    }
    let figure = Figure {
        name: ROWS_STORED,
        user: Some(user),
        subject: "",
        n: i64::try_from(rows).unwrap_or(i64::MAX),
    };
    let now = tx.now();
    figure::add(tx, now, &figure)
}

/// Returns the rows that were stored, by period.
pub(crate) fn figures(tx: &Tx<'_>, scope: &FigureScope) -> Result<Figures, StoreError> {
    let stored = figure::series(tx, ROWS_STORED, scope.user.as_ref(), scope.span)?;
    let stored = counts(stored);
    Ok(Figures {
        data_processed: stored.iter().sum(),
        stored,
        ..Figures::default()
    })
}

/// The figure that counts stored rows.
const ROWS_STORED: &str = "datasets.rows";
