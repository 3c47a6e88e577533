//! Repairs the time of the last change of an account's time zone, which claims state.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::AppState;

use crate::store::changes;

/// Replaces the time if it is damaged; returns whether it was.
pub(super) async fn repair(app_state: &AppState, user: &UserId) -> Result<bool, StoreError> {
    let of = user.clone();
    let read = app_state
        .db
        .read::<_, StoreError, _>("scrub.zone", move |tx| changes::is_zone_damaged(tx, &of));
    if !read.await? {
        return Ok(false);
    }
    let of = user.clone();
    let repair = app_state
        .db
        .write::<_, StoreError, _>("scrub.zone.repair", move |tx| changes::repair_zone(tx, &of));
    repair.await?;
    Ok(true)
}
