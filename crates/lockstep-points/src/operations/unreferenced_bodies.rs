//! Removes unreferenced rows in a scrub: rows without an account, and stored bytes that no chunk names.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use crate::store::{scrub, unreferenced_bodies};

/// Returns the stored id of the next account to examine; before the first one, also the rows without an
/// account.
pub(super) async fn account_after(
    app_state: &AppState,
    after: Vec<u8>,
) -> Result<(Option<Vec<u8>>, Vec<Damage>), StoreError> {
    let read = app_state.db.read("scrub.account", move |tx| {
        let unowned = match after.is_empty() {
            true => scrub::without_account(tx)?,
            false => Vec::new(),
        };
        Ok((scrub::account_after(tx, &after)?, unowned))
    });
    read.await
}

/// Removes stored bytes that no chunk names, and reports each of them once.
pub(super) async fn remove(
    app_state: &AppState,
    account_keys: &AccountKeys,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    loop {
        let user = account_keys.user().clone();
        let read = app_state.db.read("scrub.unnamed", move |tx| {
            unreferenced_bodies::has_any(tx, &user)
        });
        let is_any: Result<bool, StoreError> = read.await;
        if !is_any? {
            return Ok(());
        }
        let writing = account_keys.clone();
        let write = app_state.db.write("scrub.remove_unnamed", move |tx| {
            unreferenced_bodies::remove_readable(tx, &writing)
        });
        let removed: Result<Vec<String>, StoreError> = write.await;
        let removed = removed?;
        if removed.is_empty() {
            return Ok(());
        }
        scrubbed.repaired.extend(removed.iter().map(|number| {
            let reason = "no chunk named it: it was removed";
            scrub::damage(account_keys, "seg_body", number, None, reason)
        }));
    }
}
