//! Repairs the rows that claims state: the time of the last change of the time zone, and the counts of deleted
//! and replaced points.

use lockstep_store::StoreError;
use lockstep_vault::AccountKeys;
use lockstep_web::capability::ScrubResult;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::Value as Json;

use super::write_audit_and_event;
use crate::store::{ledger, scrub};

/// Repairs the rows if they are not the ones last written, and reports each. Counts that are lost are not
/// guessed: counting begins again, and an audit entry records it.
pub(super) async fn repair(
    app_state: &AppState,
    account_keys: &AccountKeys,
    scrubbed: &mut ScrubResult,
) -> Result<(), ApiError> {
    let reading = account_keys.clone();
    let read = app_state
        .db
        .read::<_, StoreError, _>("scrub.claimed", move |tx| {
            ledger::claimed_rows(tx, &reading)
        });
    if read.await? == ledger::ClaimedRows::default() {
        return Ok(());
    }
    let writing = account_keys.clone();
    let repair = app_state
        .db
        .write::<_, StoreError, _>("scrub.claimed.repair", move |tx| {
            let repaired = ledger::repair_claimed(tx, &writing)?;
            if repaired.counts {
                let owner = Owner::system(writing.user().clone());
                let details =
                    "the counts of deleted and replaced points were not the ones last written: counting starts again"
                        .to_owned();
                write_audit_and_event(tx, &owner, "points.recount", details, Json::Null)?;
            }
            Ok(repaired)
        });
    let repaired = match repair.await {
        // The account was erased since.
        Err(StoreError::Erased) => return Ok(()),
        repaired => repaired?,
    };
    for (table, is_repaired, why) in [
        (
            "zone_change",
            repaired.zone,
            "the time of the last change of the time zone was not the one last written, and was restored",
        ),
        (
            "point_change",
            repaired.counts,
            "the counts of deleted and replaced points were not the ones last written: claims count them from \
             now on",
        ),
    ] {
        if is_repaired {
            let repaired = scrub::damage(account_keys, table, "", None, why);
            scrubbed.repaired.push(repaired);
        }
    }
    Ok(())
}
