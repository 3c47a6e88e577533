//! The operations of the point store. Each is one named transaction that stores rows, audit entry and
//! event together.

pub mod blocks;
mod claimed;
pub mod damage;
pub mod days;
pub mod event;
pub mod ingest;
pub mod pages;
pub mod points;
pub mod profile;
pub mod query;
pub(crate) mod set_aside;
pub mod telemetry;
mod unreferenced_bodies;

use lockstep_store::id::UserId;
use lockstep_store::{Entry, Event, EventKind, Status, StoreError, Tx};
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::{Value as Json, json};

use crate::store::Change;
use event::{PointsChanged, SeriesChange};

/// Loads the account keys for reading, and for writing without an encryption mode.
async fn account_keys(state: &AppState, user: &UserId) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?.account_keys(user).await
}

/// Loads the account keys for writing under modes: the required modes, and as far as possible the modes
/// that stored points may need.
async fn writing_keys(
    state: &AppState,
    owner: &Owner,
    required: &[Mode],
    optional: &[Mode],
) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?
        .writing_keys(&owner.user, &owner.actor, required, optional)
        .await
}

/// Writes the audit entry and the event of a change to points: series, times and counts, never values. Points of devices
/// have no entry each: [`telemetry`] counts them. `moments` are the times of added points by series, in order.
fn note_points(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    kind: &'static EventKind,
    changes: &[Change],
    moments: &[&[i64]],
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let count: u64 = changes.iter().map(|change| change.count).sum();
    let series: Vec<SeriesChange> = changes
        .iter()
        .enumerate()
        .map(|(nth, change)| SeriesChange::new(change, moments.get(nth).copied()))
        .collect();
    match owner.actor.is_device() {
        true => Vault::ensure_active(tx, &owner.user)?,
        false => write_audit_and_event(
            tx,
            owner,
            action,
            lockstep_web::counted(count, "point", "points"),
            json!({ "count": count, "series": series.len() }),
        )?,
    }
    tx.event(&Event {
        user: owner.user.as_str(),
        kind,
        payload: PointsChanged { count, series },
    })?;
    Ok(())
}

/// Writes the audit entry of an operation on an active account's fitness data.
///
/// # Errors
/// The account is being erased; [`StoreError`].
pub fn write_audit_and_event(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    details: String,
    metadata: Json,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: COMPONENT,
        status: Status::Success,
        details,
        metadata,
    })?;
    Ok(())
}

/// The action of an upload in the audit log.
const UPLOAD: &str = "points.upload";
/// The component in the audit log: points are data of the fitness API.
const COMPONENT: &str = "fitness";
