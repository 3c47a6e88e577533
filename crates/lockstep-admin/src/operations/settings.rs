//! Reads and changes the system settings.

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::{Actor, Entry, Settings, Status, StoreError, Tx};
use lockstep_web::{ApiError, AppState, Owner};

use crate::settings::{SettingsChange, differences};
use crate::tier::TiersChange;

/// Changes settings. They are stored with their audit entry and act at once.
///
/// # Errors
/// 400 for a value out of range, and for scheduled backups without a directory: nothing is changed then.
pub(crate) async fn change(
    state: &AppState,
    owner: Owner,
    change: SettingsChange,
) -> Result<Arc<Settings>, ApiError> {
    if change.enables_backups() && state.policy().backups.is_none() {
        let reason =
            "backup.directory is not configured: name a directory in the configuration and restart";
        return Err(ApiError::invalid("database.backupEnabled", reason));
    }
    changed(state, owner, "settings.change", move |old| {
        change.clone().apply(old)
    })
    .await
}

/// Changes limits and quotas of tiers. They are stored with their audit entry and act at once.
///
/// # Errors
/// 400 for a value out of range: nothing is changed then.
pub(crate) async fn change_tiers(
    state: &AppState,
    owner: Owner,
    change: TiersChange,
) -> Result<Arc<Settings>, ApiError> {
    changed(state, owner, "tiers.change", move |old| {
        let tiers = change.clone().apply(old.tiers)?;
        Ok(Settings { tiers, ..old })
    })
    .await
}

async fn changed(
    state: &AppState,
    owner: Owner,
    action: &'static str,
    apply: impl Fn(Settings) -> Result<Settings, ApiError> + Send + 'static,
) -> Result<Arc<Settings>, ApiError> {
    let changed = state.change_settings("admin.settings.change", move |tx, old| {
        let new = apply(old.clone())?;
        write_audit(tx, (&owner.actor, action), &old, &new)?;
        Ok::<_, ApiError>(new)
    });
    let settings = changed.await?;
    // A threshold or a quota may have changed. The settings are changed already: a failure here does
    // not undo them. A job may be verifying the whole audit chain: it evaluates the rules again
    // afterwards.
    let evaluated = tokio::time::timeout(EVALUATION_WAIT, super::alerts::evaluate(state));
    if let Ok(Err(error)) = evaluated.await {
        let reason = error.log.unwrap_or_else(|| error.message.into_owned());
        tracing::warn!(reason, "the alert rules were not evaluated");
    }
    Ok(settings)
}

/// Sets every setting to its default.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn reset(state: &AppState, actor: Actor) -> Result<Arc<Settings>, ApiError> {
    let changed = state.change_settings("admin.settings.reset", move |tx, old| {
        let new = Settings::default();
        write_audit(tx, (&actor, "settings.change"), &old, &new)?;
        Ok::<_, ApiError>(new)
    });
    changed.await
}

/// Writes the audit entry of a change, unless nothing changed.
fn write_audit(
    tx: &mut Tx<'_>,
    (actor, action): (&Actor, &'static str),
    old: &Settings,
    new: &Settings,
) -> Result<(), StoreError> {
    let changed = differences(old, new);
    let count = changed.as_object().map_or(0, serde_json::Map::len);
    if count > 0 {
        tx.audit(&Entry {
            actor,
            action,
            component: "administration",
            status: Status::Success,
            details: lockstep_web::counted(count as u64, "setting", "settings"),
            metadata: changed,
        })?;
    }
    Ok(())
}

/// The maximum time that a change of settings waits for the evaluation of the alert rules.
const EVALUATION_WAIT: Duration = Duration::from_secs(2);
