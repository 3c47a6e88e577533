//! Adds activities, imports and stored insights of an account to its search index.

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_store::portion::PORTION_ROWS;
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use super::activity_writer::MAX_PROCESSED_BYTES;
use crate::store::{activity, imported, stored_insights};

/// Adds a portion of the records: first of activities, then of imports, at last the insights, which are few.
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
            if after == INSIGHTS {
                stored_insights::index_all(tx, &keys)?;
                return Ok(None);
            }
            if let Some(import) = after.strip_prefix(IMPORTS) {
                let next = imported::index_after(tx, &keys, import, PORTION_ROWS as i64)?;
                return Ok(Some(match next {
                    Some(import) => format!("{IMPORTS}{import}"),
                    None => INSIGHTS.to_owned(),
                }));
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
const INSIGHTS: &str = "insight/";
