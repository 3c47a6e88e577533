//! Scrubs erasures: their rows, the evidence of unfinished ones, and the signatures of receipts.

use lockstep_documents::{VerificationPolicy, verify};
use lockstep_store::DamagedRow;
use lockstep_store::StoreError;
use lockstep_vault::Vault;
use lockstep_web::capability::{self, Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use crate::operations::erasure::is_begun;
use crate::store::{damage, erasures};

/// Reads every account row and checks the signature of every receipt.
pub(super) async fn scrub(state: &AppState) -> Result<ScrubResult, ApiError> {
    let attester = Vault::of(state)?.attester().clone();
    let found = state
        .db
        .read::<_, StoreError, _>("scrub.erasures", move |tx| {
            let (rows, mut damaged) = damage::check_rows(tx)?;
            for (id, user) in erasures::all_unfinished(tx)? {
                if !is_begun(tx, &user)? {
                    damaged.push(DamagedRow {
                        table: "erasure",
                        account: Some(user.to_string()),
                        row: id.to_string(),
                        reason: "column user_id: nothing proves that this erasure of the account was begun; \
                                 restore the row from a backup"
                            .to_owned(),
                    });
                }
            }
            let (all, unreadable) = erasures::all(tx, &attester)?;
            let mut found = ScrubResult {
                rows: rows + (all.len() + unreadable.len()) as u64,
                damaged: damaged
                    .into_iter()
                    .chain(unreadable)
                    .map(Damage::from)
                    .collect(),
                ..ScrubResult::default()
            };
            for erasure in all {
                let Some((_, receipt)) = &erasure.finished else {
                    continue;
                };
                let text = serde_json::to_vec(receipt).unwrap_or_default();
                if let Err(error) = verify(&text, &VerificationPolicy::default()) {
                    found.damaged.push(Damage {
                        table: "erasure".into(),
                        account: None,
                        row: erasure.id.to_string(),
                        from: None,
                        to: None,
                        points: 0,
                        reason: error.to_string(),
                    });
                }
            }
            Ok(found)
        });
    let mut found: ScrubResult = found.await?;
    let repaired = capability::repair_lists(&state.db, erasures::LIST, "erasures").await?;
    found.repaired.extend(repaired);
    Ok(found)
}
