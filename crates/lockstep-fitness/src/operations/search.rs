//! Adds activities and imports of an account to its search index.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_store::portion::PORTION_ROWS;
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use super::activity_writer::MAX_PROCESSED_BYTES;
use crate::store::{activity, imported};

/// Adds a portion of the records: first of activities, then of imports.
pub(crate) async fn index(
    state: AppState,
    user: UserId,
    after: Option<String>,
) -> Result<Option<String>, ApiError> {
    let keys = account_keys(&state, &user).await?;
    let after = after.unwrap_or_else(|| ACTIVITIES.to_owned());
    let indexed = state
        .db
        .write::<_, StoreError, _>("fitness.index", move |tx| {
            if let Some(import) = after.strip_prefix(IMPORTS) {
                let next = imported::index_after(tx, &keys, import, PORTION_ROWS as i64)?;
                return Ok(next.map(|import| format!("{IMPORTS}{import}")));
            }
            let activity = after.strip_prefix(ACTIVITIES).unwrap_or_default();
            let portion = (PORTION_ROWS, MAX_PROCESSED_BYTES);
            Ok(Some(
                match activity::index_after(tx, &keys, activity, portion)? {
                    Some(activity) => format!("{ACTIVITIES}{activity}"),
                    None => IMPORTS.to_owned(),
                },
            ))
        });
    Ok(indexed.await?)
}

/// The prefixes of cursors.
const ACTIVITIES: &str = "activity/";
const IMPORTS: &str = "import/";
