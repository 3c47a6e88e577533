//! Reads and changes the system settings.

use std::sync::Arc;

use lockstep_store::{Entry, Settings, Status};
use lockstep_web::{ApiError, AppState, Owner};

use crate::settings::{SettingsChange, differences};

/// Changes settings. They are stored with their audit entry and act at once.
///
/// # Errors
/// 400 for a value out of range: nothing is changed then.
pub(crate) async fn change(
    state: &AppState,
    owner: Owner,
    change: SettingsChange,
) -> Result<Arc<Settings>, ApiError> {
    let changed = state.change_settings("admin.settings.change", move |tx, old| {
        let new = change.clone().apply(old.clone())?;
        let changed = differences(&old, &new);
        let count = changed.as_object().map_or(0, serde_json::Map::len);
        if count > 0 {
            tx.audit(&Entry {
                actor: &owner.actor,
                action: "settings.change",
                component: "administration",
                status: Status::Success,
                details: format!("{count} settings"),
                metadata: changed,
            })?;
        }
        Ok::<_, ApiError>(new)
    });
    changed.await
}
