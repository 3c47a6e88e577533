//! Records an import while it runs: the points of each batch, then the activities and the result.
//!
//! The record is stored before the first batch, and each batch records its points in its own transaction.
//! An import that is cut off is therefore listed, and can be undone.

use lockstep_formats::files::{Activity, Format};
use lockstep_points::IngestResult;
use lockstep_points::provenance::BatchTimes;
use lockstep_store::id::{ActivityId, ImportId};
use lockstep_store::{StoreError, Tx, WriteCheck};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::activity_writer::{ActivityRefusal, ActivityWriter};
use super::{account_keys, write_audit_and_event};
use crate::activity::Recording;
use crate::import_record::{Content as Record, State};
use crate::store::imported::{self, StoredImport};

/// Stores the record of an import that begins; returns its id.
///
/// # Errors
/// The account has [`MAX_IMPORTS`] imports, or no room for the record.
pub(super) async fn begin(
    state: &AppState,
    owner: &Owner,
    file: Option<String>,
) -> Result<ImportId, ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let quotas = state.quotas();
    state
        .db
        .write("import.begin", move |tx| {
            let name_bytes = file.as_ref().map_or(0, |file| file.len() as u64);
            quotas.ensure_room(tx, account_keys.user(), MAX_RECORD_BYTES + name_bytes)?;
            let stored = imported::count(tx, account_keys.user())?;
            if stored >= MAX_IMPORTS {
                return Err(ApiError::conflict(format!(
                    "an account has {MAX_IMPORTS} imports at most: DELETE \
                     /v1/sfdp/imports/{{id}}?points=keep forgets one and keeps its points"
                )));
            }
            let id = ImportId::generate(tx.now(), tx.entropy());
            let record = StoredImport {
                id: id.clone(),
                state: State::Unfinished,
                content: Record {
                    file: file.clone(),
                    ..Record::default()
                },
            };
            imported::put(tx, &account_keys, &record)?;
            Ok(id)
        })
        .await
}

/// Records the points of a batch, or of a part of it, in the transaction that stores them.
///
/// # Errors
/// The import is being undone, or was forgotten.
pub(super) fn record_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
    batch_times: &[BatchTimes],
) -> Result<(), ApiError> {
    let mut record = unfinished(tx, account_keys, import)?;
    for one in batch_times {
        record.content.new += one.new.len() as u64;
        record.content.count += (one.new.len() + one.known.len()) as u64;
    }
    imported::put(tx, account_keys, &record)?;
    let number = imported::next_number(tx, account_keys.user(), import)?;
    imported::put_batch(tx, account_keys, (import, number), batch_times)?;
    Ok(())
}

fn ensure_unfinished(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
) -> Result<(), ApiError> {
    match imported::state(tx, account_keys.user(), import)? {
        Some(State::Unfinished) => Ok(()),
        _ => Err(ApiError::conflict(
            "the import was deleted while it ran: what it had stored is removed. Send the file again to \
             import it",
        )),
    }
}

/// Checks that the import may go on: the account exists, the import was not deleted, and the request has its rights.
///
/// # Errors
/// It may not.
pub(super) async fn ensure_goes_on(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
) -> Result<(), ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let (check, import) = (WriteCheck::current(), import.clone());
    state
        .db
        .read("import.check", move |tx| {
            if let Some(check) = &check
                && !check.holds(tx)?
            {
                return Err(StoreError::Withdrawn.into());
            }
            ensure_unfinished(tx, &account_keys, &import)
        })
        .await
}

/// Forgets an import that has stored nothing.
pub(super) async fn discard_empty(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
) -> Result<(), ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let import = import.clone();
    state
        .db
        .write("import.discard", move |tx| {
            if imported::last_batch(tx, &account_keys, &import)?.is_none() {
                imported::delete(tx, (account_keys.user(), Some(&account_keys)), &import)?;
            }
            Ok::<_, ApiError>(())
        })
        .await
}

/// The result of an import, for its record.
pub(super) struct Outcome {
    pub(super) format: Format,
    pub(super) span: Option<(i64, i64)>,
    pub(super) errors: u64,
}

/// Stores the activities of a file and completes the record. Returns the id of each activity, or the reason
/// why it is left out.
///
/// # Errors
/// The import is being undone, or was forgotten; nothing of the file can be stored.
pub(super) async fn finish(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
    outcome: Outcome,
    (activities, stored): (&[Activity], &IngestResult),
) -> Result<Vec<Result<ActivityId, ActivityRefusal>>, ApiError> {
    WriteCheck::renew();
    let account_keys = account_keys(state, &owner.user).await?;
    let mut ids: Vec<Result<ActivityId, ActivityRefusal>> = Vec::with_capacity(activities.len());
    while let Some(rest) = activities.get(ids.len()..).filter(|rest| !rest.is_empty()) {
        let part = rest.iter().take(ACTIVITIES_AT_ONCE).cloned().collect();
        let stored = store_part(state, &account_keys, (import, outcome.format), part).await?;
        ids.extend(stored);
    }
    // Nothing of the file is stored: the caller gets the reason instead of an empty import.
    if stored.count == 0
        && ids.iter().all(Result::is_err)
        && let Some(Err(reason)) = ids.first()
    {
        return Err((*reason).into());
    }
    let (owner, import) = (owner.clone(), import.clone());
    let (count, new, found) = (stored.count, stored.new, activities.len() as u64);
    state
        .db
        .write("import.finish", move |tx| {
            let mut record = unfinished(tx, &account_keys, &import)?;
            record.state = State::Complete;
            record.content = Record {
                format: Some(outcome.format.to_string()),
                count,
                new,
                activities: found,
                errors: outcome.errors,
                span: outcome.span,
                finished_at: Some(tx.now().0),
                ..record.content
            };
            imported::put(tx, &account_keys, &record)?;
            write_audit_and_event(
                tx,
                &owner,
                "import.finish",
                format!(
                    "{} and {}",
                    lockstep_web::counted(count, "point", "points"),
                    lockstep_web::counted(found, "activity", "activities")
                ),
                json!({ "importId": import, "count": count, "new": new, "activities": found }),
            )?;
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(ids)
}

/// Stores activities of a file until the transaction has processed enough. Returns the results of those that
/// it tried, at least one.
async fn store_part(
    state: &AppState,
    account_keys: &AccountKeys,
    (import, format): (&ImportId, Format),
    part: Vec<Activity>,
) -> Result<Vec<Result<ActivityId, ActivityRefusal>>, ApiError> {
    let (keys, import, quotas) = (account_keys.clone(), import.clone(), state.quotas());
    let write = state.db.write("import.activities", move |tx| {
        let mut record = unfinished(tx, &keys, &import)?;
        let file = record.content.file.clone();
        let mut writer = ActivityWriter::new(tx, quotas, &keys)?;
        let mut ids = Vec::with_capacity(part.len());
        for activity in &part {
            let recording = Recording::of(activity.clone(), &import, format, file.as_deref());
            let span = (recording.start, recording.end);
            let id = writer.add(tx, recording)?;
            if id.is_ok() {
                record.content.extend_activities(span);
            }
            ids.push(id);
            if writer.is_exhausted() {
                break;
            }
        }
        writer.note(tx)?;
        imported::put(tx, &keys, &record)?;
        Ok::<_, ApiError>(ids)
    });
    write.await
}

/// Returns the record of an import that runs.
fn unfinished(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
) -> Result<StoredImport, ApiError> {
    ensure_unfinished(tx, account_keys, import)?;
    let found = imported::find(tx, account_keys, import)?.flatten();
    // A record that was damaged while the import ran is written again.
    Ok(found.unwrap_or_else(|| StoredImport {
        id: import.clone(),
        state: State::Unfinished,
        content: Record::default(),
    }))
}

/// The maximum number of imports of an account.
pub(super) const MAX_IMPORTS: u64 = 10_000;
/// The maximum number of activities that one transaction stores.
const ACTIVITIES_AT_ONCE: usize = 50;
/// The bytes that an account must have free to begin an import, in addition to those of the file's
/// name: the record of an import, complete, has fewer.
const MAX_RECORD_BYTES: u64 = 2048;
