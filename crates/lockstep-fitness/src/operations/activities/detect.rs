//! Detects activities: sustained efforts in the points that no stored activity has.

use lockstep_store::id::ActivityId;
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use super::{Activity, account_keys};
use crate::activity::{DETECTED, Recording};
use crate::operations::import_record::store_recording;
use crate::operations::query::Query;
use crate::operations::{metrics, note};
use crate::store::activity::{self, Stored};

/// Stores the sustained efforts of a range that no stored activity has, and returns them in order of time. A
/// repeated detection stores nothing. Without a range: the 7 days up to the latest point.
///
/// # Errors
/// An invalid range, or one that is too long.
pub async fn detect(
    state: &AppState,
    owner: Owner,
    range: Query,
) -> Result<Vec<Activity>, ApiError> {
    let efforts = metrics::unrecorded_efforts(state, &owner.user, range).await?;
    if efforts.is_empty() {
        return Ok(Vec::new());
    }
    let account_keys = account_keys(state, &owner.user).await?;
    state
        .db
        .write("activity.detect", move |tx| {
            let mut ids: Vec<ActivityId> = Vec::new();
            for effort in &efforts {
                // An import may have stored the activity meanwhile.
                let range = (effort.from, effort.to - 1);
                if !activity::spans(tx, &account_keys, range)?.is_empty() {
                    continue;
                }
                let recording = Recording {
                    format: DETECTED.to_owned(),
                    start: effort.from,
                    end: effort.to,
                    ..Recording::default()
                };
                ids.extend(store_recording(tx, &account_keys, recording)?);
            }
            let mut activities = Vec::with_capacity(ids.len());
            for id in &ids {
                let stored: Option<Stored> = activity::find(tx, &account_keys, id)?.flatten();
                activities.extend(stored.map(Into::into));
            }
            let count = ids.len();
            note(
                tx,
                &owner,
                "activity.detect",
                format!("{count} activities"),
                json!({ "count": count }),
            )?;
            Ok::<_, ApiError>(activities)
        })
        .await
}
