//! Reads and changes the system settings.

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::audit::entry;
use lockstep_store::{Actor, Entry, Settings, Status, StoreError, Tx};
use lockstep_web::capability::Damage;
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
    changed(state, owner, CHANGE, move |old| change.clone().apply(old)).await
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
    changed(state, owner, CHANGE_TIERS, move |old| {
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
        write_audit(tx, (&actor, CHANGE), &old, &new)?;
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
            component: COMPONENT,
            status: Status::Success,
            details: lockstep_web::counted(count as u64, "setting", "settings"),
            metadata: changed,
        })?;
    }
    Ok(())
}

/// Names the settings if their row was removed: the audit log states a change, and none is stored.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn scrub(state: &AppState) -> Result<Option<Damage>, ApiError> {
    let read = state.db.read::<_, StoreError, _>("scrub.settings", |tx| {
        if Settings::are_stored(tx)? {
            return Ok(false);
        }
        let mut is_changed = false;
        for action in [CHANGE, CHANGE_TIERS] {
            entry::visit_action(tx, COMPONENT, action, |_, _| is_changed = true)?;
        }
        Ok(is_changed)
    });
    let is_removed = read.await?;
    Ok(is_removed.then(|| Damage {
        table: "setting".into(),
        account: None,
        row: "settings".to_owned(),
        from: None,
        to: None,
        points: 0,
        reason: "the row is missing, although the audit log states a change of the settings, so the defaults apply: \
                 change the settings again (PATCH /v1/admin/settings), reset them (`lockstep settings reset`), or \
                 restore a backup"
            .to_owned(),
    }))
}

/// The component of the audit entries.
const COMPONENT: &str = "administration";
/// The action of the entry of a change of settings.
const CHANGE: &str = "settings.change";
/// The action of the entry of a change of limits and quotas of tiers.
const CHANGE_TIERS: &str = "tiers.change";
/// The maximum time that a change of settings waits for the evaluation of the alert rules.
const EVALUATION_WAIT: Duration = Duration::from_secs(2);
