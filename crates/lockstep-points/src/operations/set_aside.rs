//! Chunks that were set aside: the alert about them, and those that open again.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::capability::{AlertFinding, Damage};
use lockstep_web::{ApiError, AppState};

use crate::store::damage::{SetAsideChunk, count_aside};
use crate::store::{scrub, set_aside};

/// Reports chunks that were set aside.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn alerts(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let counted = state.db.read("points.damaged.count", count_aside);
    let (chunks, points) = counted.await?;
    let message = format!(
        "set aside: {} with {}. `lockstep scrub` names the chunks; restore them from a backup, or let their owners \
         delete or upload the points again",
        lockstep_web::counted(chunks, "damaged chunk", "damaged chunks"),
        lockstep_web::counted(points, "point", "points"),
    );
    let found = (chunks > 0).then(|| AlertFinding::single(message));
    Ok(found.into_iter().collect())
}

/// Puts back the chunks that were set aside and open again.
pub(super) async fn put_back(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<Vec<SetAsideChunk>, StoreError> {
    let reading = account_keys.clone();
    let is_any = app_state
        .db
        .read::<_, StoreError, _>("points.aside", move |tx| set_aside::has_whole(tx, &reading));
    if !is_any.await? {
        return Ok(Vec::new());
    }
    let writing = account_keys.clone();
    let back = app_state
        .db
        .write::<_, StoreError, _>("points.put_back", move |tx| {
            set_aside::put_back(tx, &writing)
        });
    let back = back.await?;
    for one in &back {
        tracing::warn!(
            account = %account_keys.user(), series = one.series, from = %one.first, to = %one.last,
            points = one.points, "a chunk that was set aside opens again and was put back"
        );
    }
    Ok(back)
}

/// The report of chunks that were put back.
pub(super) fn returned<'a>(
    account_keys: &'a AccountKeys,
    chunks: &'a [SetAsideChunk],
) -> impl Iterator<Item = Damage> + 'a {
    chunks.iter().map(move |one| Damage {
        points: one.points,
        ..scrub::damage(
            account_keys,
            "seg_body",
            &format!("series {}", one.series),
            Some((one.first.0, one.last.0)),
            "the chunk was set aside, opens again and was put back",
        )
    })
}
