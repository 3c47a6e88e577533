//! Records an import while it runs: the points of each batch, then the activities and the result.
//!
//! The record is stored before the first batch, and each batch records its points in its own transaction.
//! An import that is cut off is therefore listed, and can be undone.

use lockstep_formats::files::Activity;
use lockstep_points::Ingested;
use lockstep_points::provenance::Brought;
use lockstep_store::id::{ActivityId, ImportId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::{account_keys, note};
use crate::activity::{Content, MAX_START_MILLIS, Recording};
use crate::import_record::{Content as Record, State};
use crate::store::activity;
use crate::store::imported::{self, Stored};

/// Stores the record of an import that begins; returns its id.
///
/// # Errors
/// The account has [`MAX_IMPORTS`] imports.
pub(super) async fn begin(
    state: &AppState,
    owner: &Owner,
    file: Option<String>,
) -> Result<ImportId, ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("import.begin", move |tx| {
            let stored = imported::count(tx, account_keys.user())?;
            if stored >= MAX_IMPORTS {
                return Err(ApiError::conflict(format!(
                    "an account has {MAX_IMPORTS} imports at most: DELETE \
                     /v1/sfdp/imports/{{id}}?points=keep forgets one and keeps its points"
                )));
            }
            let id = ImportId::generate(tx.now(), tx.entropy());
            let record = Stored {
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

/// Records the points of a batch, in the transaction that stores them.
///
/// # Errors
/// The import is being undone, or was forgotten.
pub(super) fn record_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    (import, number): (&ImportId, i64),
    brought: &[Brought],
) -> Result<(), ApiError> {
    let mut record = unfinished(tx, account_keys, import)?;
    for one in brought {
        record.content.new += one.new.len() as u64;
        record.content.count += (one.new.len() + one.known.len()) as u64;
    }
    imported::put(tx, account_keys, &record)?;
    imported::put_batch(tx, account_keys, (import, number), brought)?;
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
                imported::delete(tx, account_keys.user(), &import)?;
            }
            Ok::<_, ApiError>(())
        })
        .await
}

/// The result of an import, for its record.
pub(super) struct Outcome {
    pub(super) format: lockstep_formats::files::Format,
    pub(super) span: Option<(i64, i64)>,
    pub(super) errors: u64,
}

/// Stores the activities of a file and completes the record. Returns the id of each activity; `None` for
/// those that the account has no room for.
///
/// # Errors
/// The import is being undone, or was forgotten.
pub(super) async fn finish(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
    outcome: Outcome,
    (activities, stored): (&[Activity], &Ingested),
) -> Result<Vec<Option<ActivityId>>, ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let mut ids = Vec::with_capacity(activities.len());
    for part in activities.chunks(ACTIVITIES_AT_ONCE) {
        let (part, keys, import) = (part.to_vec(), account_keys.clone(), import.clone());
        let format = outcome.format;
        let write = state.db.write("import.activities", move |tx| {
            let mut record = unfinished(tx, &keys, &import)?;
            let file = record.content.file.clone();
            let mut ids = Vec::with_capacity(part.len());
            for activity in part.clone() {
                let recording = Recording::of(activity, &import, format, file.as_deref());
                record
                    .content
                    .extend_activities((recording.start, recording.end));
                ids.push(store_recording(tx, &keys, recording)?);
            }
            imported::put(tx, &keys, &record)?;
            Ok::<_, ApiError>(ids)
        });
        ids.extend(write.await?);
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
            note(
                tx,
                &owner,
                "import.finish",
                format!("{count} points and {found} activities"),
                json!({ "importId": import, "count": count, "new": new, "activities": found }),
            )?;
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(ids)
}

/// Returns the record of an import that runs.
fn unfinished(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
) -> Result<Stored, ApiError> {
    ensure_unfinished(tx, account_keys, import)?;
    let found = imported::find(tx, account_keys, import)?.flatten();
    // A record that was damaged while the import ran is written again.
    Ok(found.unwrap_or_else(|| Stored {
        id: import.clone(),
        state: State::Unfinished,
        content: Record::default(),
    }))
}

/// Adds a recording to the stored activity of the same session, or stores it as an activity. Returns `None`
/// if the account has [`MAX_ACTIVITIES`].
pub(super) fn store_recording(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    recording: Recording,
) -> Result<Option<ActivityId>, StoreError> {
    // The view of an activity may begin later than another of its recordings.
    let reach = 2 * MAX_START_MILLIS.cast_signed();
    let mut best: Option<(i64, activity::Stored)> = None;
    activity::near(tx, account_keys, (recording.start, reach), |stored| {
        let Some(fit) = stored.content.fit(&recording) else {
            return;
        };
        if best.as_ref().is_none_or(|(most, _)| fit > *most) {
            best = Some((fit, stored));
        }
    })?;
    let (id, content) = match best {
        Some((_, stored)) => {
            let mut content = stored.content;
            content.add(recording);
            (stored.id, content)
        }
        None if activity::count(tx, account_keys.user())? >= MAX_ACTIVITIES => return Ok(None),
        None => {
            let id = ActivityId::generate(tx.now(), tx.entropy());
            (id, Content::of(recording))
        }
    };
    activity::put(tx, account_keys, &id, &content)?;
    Ok(Some(id))
}

/// The maximum number of imports of an account.
pub(super) const MAX_IMPORTS: u64 = 10_000;
/// The maximum number of activities of an account.
pub(super) const MAX_ACTIVITIES: u64 = 50_000;
/// The number of activities that one transaction stores.
const ACTIVITIES_AT_ONCE: usize = 50;
