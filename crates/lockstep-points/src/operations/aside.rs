//! Chunks that were set aside and open again.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::AppState;
use lockstep_web::capability::Damage;

use crate::store::damage::Aside;
use crate::store::{aside, scrub};

/// Puts back the chunks that were set aside and open again.
pub(super) async fn put_back(
    app_state: &AppState,
    account_keys: &AccountKeys,
) -> Result<Vec<Aside>, StoreError> {
    let reading = account_keys.clone();
    let is_any = app_state
        .db
        .read::<_, StoreError, _>("points.aside", move |tx| aside::is_any_whole(tx, &reading));
    if !is_any.await? {
        return Ok(Vec::new());
    }
    let writing = account_keys.clone();
    let back = app_state
        .db
        .write::<_, StoreError, _>("points.put_back", move |tx| aside::put_back(tx, &writing));
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
    chunks: &'a [Aside],
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
