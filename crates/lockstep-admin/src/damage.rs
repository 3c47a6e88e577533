//! The alert about damaged rows. `lockstep-server` opens every stored row once a week and records the damaged ones.

use lockstep_store::{StoreError, note};
use lockstep_web::capability::{AlertFinding, Damage};
use lockstep_web::{ApiError, AppState};
use serde::Deserialize;

/// The name of the record in the store.
pub const SCRUB_RECORD: &str = "scrub";

/// The damaged rows of the record. Its further fields are those of the pass that runs.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DamagedRows {
    /// Of the last complete pass.
    damaged: Vec<Damage>,
    /// Of the pass that runs.
    found: Vec<Damage>,
}

/// The alert rule: the last pass over the stored rows, or the one that runs, found damaged rows. Chunks of points have a
/// rule of their own, which follows them at once.
pub(crate) async fn found(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("admin.damage.read", |tx| note::read(tx, SCRUB_RECORD));
    // A record that cannot be read is written again by the next pass.
    let rows: DamagedRows = read
        .await?
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let count = |all: &[Damage]| all.iter().filter(|row| row.points == 0).count() as u64;
    let most = count(&rows.damaged).max(count(&rows.found));
    let message = format!(
        "damaged: {}. `lockstep scrub` names them; repair them, then run it again to end this alert",
        lockstep_web::counted(most, "stored row", "stored rows")
    );
    let found = (most > 0).then(|| AlertFinding::single(message));
    Ok(found.into_iter().collect())
}
