//! Removes the derived rows of an account's days in transactions of bounded size.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::AppState;

use crate::store::day;

/// Removes derived rows until at most as many are left as one transaction removes at once. They are computed again on
/// demand, so a failure between two transactions costs nothing.
///
/// # Errors
/// [`StoreError`].
pub async fn forget_most(state: &AppState, account_keys: &AccountKeys) -> Result<(), StoreError> {
    loop {
        let reading = account_keys.clone();
        let read = state
            .db
            .read::<_, StoreError, _>("days.left", move |tx| day::are_many(tx, reading.user()));
        if !read.await? {
            return Ok(());
        }
        let writing = account_keys.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("days.forget_part", move |tx| {
                day::forget_part(tx, &writing)
            });
        write.await?;
    }
}
