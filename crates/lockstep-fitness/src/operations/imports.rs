//! Lists imports, and undoes an import as a whole.
//!
//! An import is undone batch by batch, each in one transaction, so that a large import holds no other write
//! up. The import stays listed as `undoing` until its last batch is undone; a repeated deletion continues.

use lockstep_points::operations::points;
use lockstep_points::provenance::{Brought, release};
use lockstep_points::store::Moments;
use lockstep_store::id::{ImportId, UserId};
use lockstep_store::{QueueOwner, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::{account_keys, note};
use crate::import_record::{Content, State};
use crate::store::activity;
use crate::store::imported::{self, BatchPlace};

/// An import of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The id; it contains the time at which the import began.
    pub id: ImportId,
    /// Whether the import is complete.
    pub state: State,
    /// The name of the file, the counts and times.
    pub content: Content,
}

/// A page of imports, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The imports.
    pub imports: Vec<Import>,
    /// Whether older imports follow.
    pub has_more: bool,
    /// The number of damaged records that were passed over.
    pub damaged: u64,
}

/// Returns at most `limit` imports before one, newest first.
///
/// # Errors
/// The account's keys or the store cannot be used.
pub async fn list(
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
            for mut stored in page {
                if stored.state != State::Complete && stored.content.format.is_none() {
                    let (count, new) = imported::counts(tx, &account_keys, &stored.id)?;
                    (stored.content.count, stored.content.new) = (count, new);
                }
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
pub struct Undone {
    /// The number of removed points.
    pub points: u64,
    /// The number of removed activities.
    pub activities: u64,
    /// The number of batches whose record is damaged: their points stay.
    pub damaged_batches: u64,
}

/// Forgets an import: its points and activities stay.
///
/// # Errors
/// There is no such import.
pub async fn forget(state: &AppState, owner: Owner, import: ImportId) -> Result<(), ApiError> {
    state
        .db
        .write("import.forget", move |tx| {
            if !imported::delete(tx, &owner.user, &import)? {
                return Err(ApiError::not_found("import"));
            }
            note(
                tx,
                &owner,
                "import.forget",
                "an import was forgotten".to_owned(),
                json!({ "importId": import }),
            )?;
            Ok(())
        })
        .await
}

/// Removes the points that an import newly brought, and its activities. A point that another import brought
/// too stays, and counts as that import's from now on.
///
/// An undo that has begun is finished even if its caller goes away.
///
/// # Errors
/// There is no such import; a chunk that cannot be opened or sealed again.
pub async fn undo(state: &AppState, owner: Owner, import: ImportId) -> Result<Undone, ApiError> {
    let undoing = undo_all(state.clone(), owner, import);
    // A spawned task does not inherit the account, so it is passed explicitly.
    let undoing = tokio::spawn(QueueOwner::current().scope(undoing));
    let undone = undoing.await;
    undone.map_err(|error| ApiError::internal(format!("import.undo: {error}")))?
}

async fn undo_all(state: AppState, owner: Owner, import: ImportId) -> Result<Undone, ApiError> {
    let mut undone = Undone {
        activities: begin(&state, &owner, &import).await?,
        ..Undone::default()
    };
    loop {
        let of = import.clone();
        let select = move |tx: &mut Tx<'_>, keys: &AccountKeys| next_batch(tx, keys, &of);
        let (step, points) = points::delete_moments(&state, owner.clone(), select).await?;
        undone.points += points;
        match step {
            Step::Undone => {}
            Step::Damaged => undone.damaged_batches += 1,
            Step::End => break,
        }
    }
    state
        .db
        .write("import.undo", move |tx| {
            imported::delete(tx, &owner.user, &import)?;
            let Undone {
                points, activities, ..
            } = undone;
            note(
                tx,
                &owner,
                "import.undo",
                format!("{points} points and {activities} activities"),
                json!({ "importId": import, "count": points, "activities": activities }),
            )?;
            Ok::<_, ApiError>(undone)
        })
        .await
}

/// Marks the import, so that no batch is added to it, and removes its recordings from the activities.
/// Returns the number of removed activities.
async fn begin(state: &AppState, owner: &Owner, import: &ImportId) -> Result<u64, ApiError> {
    let (account_keys, import) = (account_keys(state, &owner.user).await?, import.clone());
    state
        .db
        .write("import.undo_activities", move |tx| {
            let Some(stored) = imported::find(tx, &account_keys, &import)? else {
                return Err(ApiError::not_found("import"));
            };
            imported::set_state(tx, account_keys.user(), &import, State::Undoing)?;
            // A damaged record does not say where its activities are.
            let range = match stored.map(|stored| stored.content.activity_span) {
                Some(None) => return Ok(0),
                Some(Some((from, to))) => (
                    from.saturating_sub(DAY_MILLIS),
                    to.saturating_add(DAY_MILLIS),
                ),
                None => (i64::MIN, i64::MAX),
            };
            let mut removed = 0;
            for mut stored in activity::overlapping(tx, &account_keys, range)? {
                if stored.content.remove_import(&import)
                    && !activity::put(tx, &account_keys, &stored.id, &stored.content)?
                {
                    removed += 1;
                }
            }
            Ok(removed)
        })
        .await
}

/// The result of undoing one batch.
enum Step {
    Undone,
    Damaged,
    End,
}

/// Deletes the record of the last batch of an import, and returns the times of the points to delete with it.
fn next_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
) -> Result<(Step, Vec<Moments>), ApiError> {
    let Some(batch) = imported::last_batch(tx, account_keys, import)? else {
        return Ok((Step::End, Vec::new()));
    };
    imported::delete_batch(tx, account_keys.user(), (import, batch.number))?;
    let Some(mut brought) = batch.brought else {
        return Ok((Step::Damaged, Vec::new()));
    };
    brought.iter_mut().for_each(|one| one.known.clear());
    let mut after: Option<BatchPlace> = None;
    while let Some(range) = Brought::span(&brought) {
        let next = imported::other_batch(tx, account_keys, import, range, after.as_ref())?;
        let Some((place, mut other)) = next else {
            break;
        };
        if release(&mut brought, &mut other) {
            imported::replace_batch(tx, account_keys, &place, &other)?;
        }
        after = Some(place);
    }
    let moments = brought.into_iter().map(|one| Moments {
        kind: one.kind,
        device: one.device,
        times: one.new,
    });
    Ok((Step::Undone, moments.collect()))
}

/// A day in milliseconds: recordings of one activity begin and end closer together.
const DAY_MILLIS: i64 = 86_400_000;
