//! Reported states, which devices may send at any rate.
//!
//! A device may report many times a second for years, so a report leaves nothing that grows: the state is replaced,
//! the audit log counts reports, and events that follow each other closely are one.

use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{Status as Outcome, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};
use serde_json::{Map, Value as Json};

use super::uadm::{active_device, write_device_event};
use crate::device::device_actor;
use crate::store::{reports, uadm as rows};
use crate::uadm::check_patch;

/// Applies a merge patch to the reported state of a device's twin; the device sent it. A patch that changes nothing
/// writes nothing.
pub(crate) async fn report(
    state: &AppState,
    user: &UserId,
    id: &DeviceId,
    patch: Map<String, Json>,
) -> Result<(), ApiError> {
    let invalid = |reason| ApiError::invalid("reported", reason);
    check_patch(&patch).map_err(invalid)?;
    let keys = Vault::of(state)?.account_keys(user).await?;
    let (owner, id) = (user.clone(), id.clone());
    let quotas = state.quotas();
    let is_changed = state
        .db
        .write("devices.report", move |tx| {
            let meter = quotas.before(tx, &owner)?;
            let mut device = active_device(tx, &keys, &id)?;
            let before = device.content.reported.clone();
            let reported = &mut device.content.reported;
            reported.merge(&patch, tx.now()).map_err(invalid)?;
            if reported.state == before.state {
                return Ok::<_, ApiError>(false);
            }
            Vault::ensure_active(tx, &owner)?;
            rows::set_content(tx, &keys, &id, &device.content)?;
            meter.check(tx)?;
            if reports::take_event(tx, &owner, &id)? {
                write_device_event(tx, &owner, &id)?;
            }
            Ok(true)
        })
        .await?;
    if is_changed {
        let (counter, actor) = (state.audit_counter(), device_actor(user).actor);
        counter.count(actor, REPORT.to_owned(), "devices", Outcome::Success);
    }
    Ok(())
}

/// Writes the events of reported states that are due, in portions.
pub(crate) async fn write_due_events(state: &AppState) -> Result<(), ApiError> {
    let is_any_due = state
        .db
        .read::<_, StoreError, _>("devices.due_events", |tx| {
            Ok(!reports::due_events(tx, 1)?.is_empty())
        });
    if !is_any_due.await? {
        return Ok(());
    }
    loop {
        let write = state
            .db
            .write::<_, StoreError, _>("devices.write_events", |tx| {
                let due = reports::due_events(tx, EVENTS_AT_ONCE)?;
                for (user, id) in &due {
                    reports::note_event(tx, user, id)?;
                    match Vault::ensure_active(tx, user) {
                        Ok(()) => write_device_event(tx, user, id)?,
                        // The erasure removes the device.
                        Err(StoreError::Erased) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(due.len())
            });
        if write.await? < EVENTS_AT_ONCE as usize {
            return Ok(());
        }
    }
}

/// The action of reported states in the audit log.
const REPORT: &str = "uadm.report";
/// The events that one transaction writes.
const EVENTS_AT_ONCE: u32 = 200;
