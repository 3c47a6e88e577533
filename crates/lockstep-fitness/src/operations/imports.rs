//! Lists imports, and undoes an import as a whole.
//!
//! An import is undone batch by batch, each in one transaction, so that a large import holds no other write
//! up. The import stays listed as `undoing` until its last batch is undone; a repeated deletion continues. The
//! activities are removed after the points. An undo that cannot delete its first points changes nothing.

use lockstep_points::operations::points;
use lockstep_points::provenance::{self, BatchTimes, WrittenTimes, release};
use lockstep_points::store::{self, PointTimes};
use lockstep_store::id::{ImportId, UserId};
use lockstep_store::{QueueOwner, StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::activity_writer::MAX_PROCESSED_BYTES;
use super::stream::{ACTIVITY_CHANGED, ACTIVITY_DELETED, note_activities};
use super::{account_keys, erase_traces, write_audit_and_event};
use crate::import_record::{Content, State};
use crate::store::activity::{self, PageStart};
use crate::store::imported::{self, BatchPosition};

/// An import of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The id; it contains the time at which the import began.
    pub(crate) id: ImportId,
    /// Whether the import is complete.
    pub(crate) state: State,
    /// The name of the file, the counts and times.
    pub(crate) content: Content,
}

/// A page of imports, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// The imports.
    pub(crate) imports: Vec<Import>,
    /// Whether older imports follow.
    pub(crate) has_more: bool,
    /// The number of damaged records that were passed over.
    pub(crate) damaged: u64,
}

/// Returns at most `limit` imports before one, newest first.
///
/// # Errors
/// The account's keys or the store cannot be used.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
    before: Option<ImportId>,
    limit: usize,
) -> Result<Page, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("imports.list", move |tx| {
            let (mut page, damaged) =
                imported::page(tx, &account_keys, before.as_ref(), limit + 1)?;
            let has_more = page.len() > limit;
            page.truncate(limit);
            let mut imports = Vec::with_capacity(page.len());
            for stored in page {
                imports.push(Import {
                    id: stored.id,
                    state: stored.state,
                    content: stored.content,
                });
            }
            Ok::<_, ApiError>(Page {
                imports,
                has_more,
                damaged,
            })
        })
        .await
}

/// The result of undoing an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UndoneImport {
    /// The number of removed points.
    pub(crate) points: u64,
    /// The number of removed activities.
    pub(crate) activities: u64,
    /// The number of batches whose record is damaged: their points stay.
    pub(crate) damaged_batches: u64,
}

/// Forgets an import: its points and activities stay. The record is deleted last: an interrupted call leaves
/// the import listed with fewer points, and can be repeated.
///
/// # Errors
/// The import does not exist.
pub(crate) async fn forget(
    state: &AppState,
    owner: Owner,
    import: ImportId,
) -> Result<(), ApiError> {
    loop {
        let (user, import) = (owner.user.clone(), import.clone());
        let write = state.db.write("import.forget_batches", move |tx| {
            imported::delete_batches(tx, &user, &import, FORGOTTEN_AT_ONCE)
        });
        let deleted: Result<usize, StoreError> = write.await;
        if deleted? < FORGOTTEN_AT_ONCE {
            break;
        }
    }
    // An import can be forgotten although the account's key is damaged.
    let keys = account_keys(state, &owner.user).await.ok();
    state
        .db
        .write("import.forget", move |tx| {
            if !imported::delete(tx, (&owner.user, keys.as_ref()), &import)? {
                return Err(ApiError::not_found("import"));
            }
            write_audit_and_event(
                tx,
                &owner,
                "import.forget",
                "the record of an import was deleted".to_owned(),
                json!({ "importId": import }),
            )?;
            Ok::<_, ApiError>(())
        })
        .await?;
    erase_traces(state).await;
    Ok(())
}

/// Removes the points that an import newly added, and its activities. A point that another import added
/// too stays, and counts as that import's from now on.
///
/// An undo that has begun is finished even if its client disconnects.
///
/// # Errors
/// The import does not exist; a chunk that cannot be opened or sealed again.
pub(crate) async fn undo(
    state: &AppState,
    owner: Owner,
    import: ImportId,
) -> Result<UndoneImport, ApiError> {
    let undoing = undo_all(state.clone(), owner, import);
    // A spawned task does not inherit the account, so it is passed explicitly.
    let undoing = tokio::spawn(QueueOwner::current().scope(undoing));
    let undone = undoing.await;
    let undone = undone.map_err(|error| ApiError::internal(format!("import.undo: {error}")))?;
    erase_traces(state).await;
    undone
}

async fn undo_all(
    state: AppState,
    owner: Owner,
    import: ImportId,
) -> Result<UndoneImport, ApiError> {
    let (range, before) = begin(&state, &owner, &import).await?;
    let mut undone = UndoneImport::default();
    let mut scan = Scan::default();
    let mut is_changed = false;
    // The points first: if they cannot be deleted, the activities stay too.
    loop {
        let (of, from) = (import.clone(), std::mem::take(&mut scan));
        let select =
            move |tx: &mut Tx<'_>, keys: &AccountKeys| undo_batch(tx, keys, &of, from.clone());
        let deleted = points::delete_moments(&state, owner.clone(), select).await;
        let (step, points) = match deleted {
            Ok(deleted) => deleted,
            Err(fault) => {
                if !is_changed {
                    reset(&state, &owner, &import, before).await?;
                }
                return Err(with_remedy(fault));
            }
        };
        is_changed = true;
        undone.points += points;
        match step {
            Step::Undone => {}
            Step::Damaged => undone.damaged_batches += 1,
            Step::More(more) => scan = more,
            Step::End => break,
        }
    }
    if let Some(range) = range {
        undone.activities = undo_activities(&state, &owner, &import, range).await?;
    }
    let keys = account_keys(&state, &owner.user).await.ok();
    state
        .db
        .write("import.undo", move |tx| {
            imported::delete(tx, (&owner.user, keys.as_ref()), &import)?;
            let UndoneImport {
                points, activities, ..
            } = undone;
            write_audit_and_event(
                tx,
                &owner,
                "import.undo",
                format!(
                    "{} and {}",
                    lockstep_web::counted(points, "point", "points"),
                    lockstep_web::counted(activities, "activity", "activities")
                ),
                json!({ "importId": import, "count": points, "activities": activities }),
            )?;
            Ok::<_, ApiError>(undone)
        })
        .await
}

/// Gives the points of an upload to the upload: undoing the imports that added them leaves them stored. Reads
/// at most [`MAX_BATCHES_TAKEN_OVER`] batches, so that an upload of many years does not delay other
/// writes.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn take_over(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    written: &[WrittenTimes<'_>],
) -> Result<(), ApiError> {
    let Some(span) = WrittenTimes::span(written) else {
        return Ok(());
    };
    let batches = imported::batches_within(tx, account_keys, span, MAX_BATCHES_TAKEN_OVER)?;
    for (place, mut batch_times) in batches {
        if provenance::take_over(&mut batch_times, written) {
            imported::replace_batch(tx, account_keys, &place, &batch_times)?;
        }
    }
    Ok(())
}

/// Adds to a refusal how an import is removed whose points cannot be rewritten.
fn with_remedy(fault: ApiError) -> ApiError {
    if fault.kind != ErrorKind::Encryption {
        return fault;
    }
    let message = format!(
        "{}. The activities and the other points of the import stay. DELETE /v1/sfdp/data deletes a whole \
         range without reading it: undo the import after that, or forget it with points=keep",
        fault.message
    );
    ApiError {
        message: message.into(),
        ..fault
    }
}

/// Returns an import whose undo has changed nothing to its earlier state.
async fn reset(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
    before: State,
) -> Result<(), ApiError> {
    let (user, import) = (owner.user.clone(), import.clone());
    let write = state.db.write("import.undo_reset", move |tx| {
        imported::set_state(tx, &user, &import, before)?;
        Ok::<_, ApiError>(())
    });
    write.await
}

/// Marks the import, so that no batch is added to it. Returns the range in which its activities begin, `None`
/// if it has none, and the state before.
async fn begin(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
) -> Result<(Option<(i64, i64)>, State), ApiError> {
    let (account_keys, import) = (account_keys(state, &owner.user).await?, import.clone());
    state
        .db
        .write("import.undo_begin", move |tx| {
            let Some(stored) = imported::find(tx, &account_keys, &import)? else {
                return Err(ApiError::not_found("import"));
            };
            let before = imported::state(tx, account_keys.user(), &import)?;
            imported::set_state(tx, account_keys.user(), &import, State::Undoing)?;
            imported::drop_unnumbered(tx, account_keys.user(), &import)?;
            let range = match stored {
                Some(stored) => stored.content.activity_span.map(|(from, to)| {
                    (
                        from.saturating_sub(DAY_MILLIS),
                        to.saturating_add(DAY_MILLIS),
                    )
                }),
                // A damaged record does not say where its activities are.
                None => Some((i64::MIN, i64::MAX)),
            };
            Ok((range, before.unwrap_or(State::Undoing)))
        })
        .await
}

/// Removes the recordings of an import from the activities that begin in a range. Returns the number of
/// removed activities.
async fn undo_activities(
    state: &AppState,
    owner: &Owner,
    import: &ImportId,
    range: (i64, i64),
) -> Result<u64, ApiError> {
    let account_keys = account_keys(state, &owner.user).await?;
    let (mut removed, mut after) = (0, None::<PageStart>);
    loop {
        let (keys, import, from) = (account_keys.clone(), import.clone(), after.take());
        let write = state.db.write("import.undo_activities", move |tx| {
            let (mut changed, mut last) = (Vec::new(), None);
            let (mut read, mut bytes) = (0, 0);
            activity::visit(tx, &keys, range, from.as_ref(), |mut stored| {
                read += 1;
                bytes += stored.bytes;
                let (start, id) = (stored.view.start, stored.id.clone());
                last = Some(PageStart { start, id });
                if stored.content.remove_import(&import) {
                    changed.push(stored);
                }
                read < ACTIVITIES_AT_ONCE && bytes < MAX_PROCESSED_BYTES
            })?;
            let is_cut = read >= ACTIVITIES_AT_ONCE || bytes >= MAX_PROCESSED_BYTES;
            let (mut kept, mut deleted) = (Vec::new(), Vec::new());
            for stored in changed {
                let is_kept = activity::put(tx, &keys, &stored.id, &stored.content)?;
                let ids = if is_kept { &mut kept } else { &mut deleted };
                ids.push(stored.id);
            }
            note_activities(tx, keys.user(), ACTIVITY_CHANGED, &kept)?;
            note_activities(tx, keys.user(), ACTIVITY_DELETED, &deleted)?;
            let removed = deleted.len() as u64;
            let next = last.filter(|_| is_cut);
            Ok::<_, ApiError>((removed, next))
        });
        let (of_part, next) = write.await?;
        removed += of_part;
        if next.is_none() {
            return Ok(removed);
        }
        after = next;
    }
}

/// The result of one transaction.
enum Step {
    /// A batch is undone.
    Undone,
    /// The record of a batch is damaged: its points stay.
    Damaged,
    /// The batches of other imports were compared up to here.
    More(Scan),
    /// No batch is left.
    End,
}

/// The progress of comparing the batches of other imports with the batch to undo.
#[derive(Clone, Debug, Default)]
struct Scan {
    after: Option<BatchPosition>,
    /// Batches up to this number of the store were compared before.
    newer_than: i64,
    /// The highest number when the comparison began; `None` before it began.
    ceiling: Option<i64>,
}

/// Compares the last batch of an import with at most [`BATCHES_AT_ONCE`] batches of other imports. Points
/// that others added too are released to them. After the last comparison the batch is deleted; returns the
/// times of the points to delete with it.
fn undo_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
    mut scan: Scan,
) -> Result<(Step, Vec<PointTimes>), ApiError> {
    let Some(batch) = imported::last_batch(tx, account_keys, import)? else {
        return Ok((Step::End, Vec::new()));
    };
    let place = (import, batch.number);
    let Some(mut batch_times) = batch.batch_times else {
        imported::delete_batch(tx, account_keys.user(), place)?;
        return Ok((Step::Damaged, Vec::new()));
    };
    batch_times.iter_mut().for_each(|one| one.known.clear());
    for _ in 0..BATCHES_AT_ONCE {
        let highest = imported::highest_number(tx)?;
        let ceiling = *scan.ceiling.get_or_insert(highest);
        let range = BatchTimes::span(&batch_times);
        let next = match range {
            Some(range) => {
                let bounds = (scan.newer_than, scan.after.as_ref());
                imported::other_batch(tx, account_keys, import, range, bounds)?
            }
            None => None,
        };
        if let Some((other_place, mut other)) = next {
            if release(&mut batch_times, &mut other) {
                imported::replace_batch(tx, account_keys, &other_place, &other)?;
            }
            scan.after = Some(other_place);
        } else if range.is_some() && highest > ceiling {
            // Batches were stored since the comparison began.
            scan = Scan {
                after: None,
                newer_than: ceiling,
                ceiling: Some(highest),
            };
        } else {
            return part_of(tx, account_keys, place, (batch_times, scan));
        }
    }
    imported::put_batch(tx, account_keys, place, &batch_times)?;
    Ok((Step::More(scan), Vec::new()))
}

/// Takes the points of a compared batch that one transaction deletes. The batch keeps the others; without others it is
/// deleted.
fn part_of(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    place: (&ImportId, i64),
    (batch_times, scan): (Vec<BatchTimes>, Scan),
) -> Result<(Step, Vec<PointTimes>), ApiError> {
    let moments = batch_times.into_iter().map(|one| PointTimes {
        kind: one.kind,
        device: one.device,
        times: one.new,
    });
    let (now, later) = store::divide(tx, account_keys.user(), moments.collect())?;
    if later.is_empty() {
        imported::delete_batch(tx, account_keys.user(), place)?;
        return Ok((Step::Undone, now));
    }
    let later = later.into_iter().map(|one| BatchTimes {
        kind: one.kind,
        device: one.device,
        new: one.times,
        known: Vec::new(),
    });
    imported::put_batch(tx, account_keys, place, &later.collect::<Vec<_>>())?;
    Ok((Step::More(scan), now))
}

/// A day in milliseconds: recordings of one activity begin and end closer together.
const DAY_MILLIS: i64 = 86_400_000;
/// The maximum number of activities that one transaction reads.
const ACTIVITIES_AT_ONCE: usize = 100;
/// The number of batches that one transaction of [`forget`] deletes.
const FORGOTTEN_AT_ONCE: usize = 16;
/// The number of batches from which one upload takes points over: those of the newest imports.
const MAX_BATCHES_TAKEN_OVER: usize = 64;
/// The number of batches that one transaction compares; each takes some milliseconds.
const BATCHES_AT_ONCE: usize = 16;
