//! UADM devices: registration, passwords, twins.

use std::collections::HashMap;

use lockstep_points::device::Device;
use lockstep_points::store::device::device_by_id;
use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{DamagedRow, Entry, Event, Status as Outcome, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Mode, Vault};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Owner};
use serde_json::{Map, Value as Json, json};
use zeroize::Zeroizing;

use crate::credential;
use crate::device::NewDevice;
use crate::events::UADM_DEVICE_CHANGED;
use crate::hub::DeviceHub;
use crate::store::{self, uadm as rows};
use crate::uadm::{DeviceContent, UadmDevice, check_patch};

/// A registration with valid fields.
pub(crate) struct NewUadmDevice {
    pub(crate) new: NewDevice,
    /// The registered device that becomes a UADM device; without it a device is registered.
    pub(crate) existing: Option<DeviceId>,
    pub(crate) configuration: Map<String, Json>,
}

/// The password of a device, shown once.
pub(crate) type Password = Zeroizing<String>;

/// Registers a UADM device, or makes a registered device one. Returns it with its password.
pub(crate) async fn register(
    state: &AppState,
    caller: &Caller,
    new: NewUadmDevice,
    idempotency_key: IdempotencyKey,
) -> Result<(UadmDevice, Password), ApiError> {
    let modes: Vec<Mode> = new.new.mode.into_iter().collect();
    let owner = caller.owner();
    let vault = Vault::of(state)?;
    let keys = vault
        .writing_keys(&owner.user, &owner.actor, &modes, &[])
        .await?;
    let (password, digest) = credential::generate(&*state.entropy);
    let quotas = state.quotas();
    let device = state
        .db
        .write("devices.register_uadm", move |tx| {
            idempotency_key.run_secret(tx, &owner.user, |tx| {
                let meter = quotas.before(tx, &owner.user)?;
                keys.check(tx)?;
                let id = match &new.existing {
                    Some(id) => attachable(tx, &owner.user, id, &new.new)?,
                    None => super::insert(tx, (&owner.user, Some(&keys)), &new.new)?,
                };
                let content = DeviceContent {
                    configuration: new.configuration.clone(),
                    ..DeviceContent::default()
                };
                rows::insert(tx, &keys, &id, (&digest, &content))?;
                meter.check(tx)?;
                write_audit_and_event(tx, &owner, "uadm.register", &id)?;
                rows::by_id(tx, &keys, &id)?.ok_or_else(|| ApiError::not_found("device"))
            })
        })
        .await?;
    Ok((device, password))
}

/// Checks that a registered device can become a UADM device.
fn attachable(
    tx: &Tx<'_>,
    user: &UserId,
    id: &DeviceId,
    new: &NewDevice,
) -> Result<DeviceId, ApiError> {
    let device = device_by_id(tx, user, id)?;
    let device = device.ok_or_else(|| ApiError::not_found("device"))?;
    let conflict = |why: &'static str| Err(ApiError::conflict(why));
    if !device.is_active() {
        return conflict("device_id: the device is revoked, register it again");
    }
    if device.kind != new.kind || device.name != new.name {
        return conflict("device_id: device_type and name must be those of the registered device");
    }
    if new.mode.is_some() && device.mode != new.mode {
        return conflict("encryption_mode: must be that of the registered device");
    }
    if rows::exists(tx, user, id)? {
        return conflict("device_id: the device is already a UADM device");
    }
    Ok(device.id)
}

/// Returns a UADM device.
pub(crate) async fn device(
    state: &AppState,
    user: &UserId,
    id: DeviceId,
) -> Result<UadmDevice, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    state
        .db
        .read("devices.uadm", move |tx| {
            let found = rows::by_id(tx, &keys, &id)?;
            found.ok_or_else(|| ApiError::not_found("device"))
        })
        .await
}

/// Returns the UADM devices of an account, the oldest first.
pub(crate) async fn list(state: &AppState, user: &UserId) -> Result<Vec<UadmDevice>, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    let all = state
        .db
        .read::<_, StoreError, _>("devices.uadm_list", move |tx| rows::all(tx, &keys));
    Ok(all.await?)
}

/// Replaces the password of a device, and closes its connections. Returns the new password.
pub(crate) async fn rotate(
    state: &AppState,
    caller: &Caller,
    id: DeviceId,
    idempotency_key: IdempotencyKey,
) -> Result<Password, ApiError> {
    let keys = Vault::of(state)?.account_keys(&caller.user).await?;
    let (owner, device) = (caller.owner(), id.clone());
    let (password, digest) = credential::generate(&*state.entropy);
    state
        .db
        .write("devices.rotate_password", move |tx| {
            idempotency_key.run_secret(tx, &owner.user, |tx| {
                active_device(tx, &keys, &id)?;
                rows::set_secret(tx, &owner.user, &id, &digest)?;
                Ok(write_audit_and_event(
                    tx,
                    &owner,
                    "uadm.rotate_password",
                    &id,
                )?)
            })
        })
        .await?;
    DeviceHub::of(state)?.close(&device);
    Ok(password)
}

/// Applies a merge patch to the desired state of a device's twin. With `version`, only if this is the version of the
/// desired state.
pub(crate) async fn patch_desired_state(
    state: &AppState,
    caller: &Caller,
    id: DeviceId,
    (patch, version): (Map<String, Json>, Option<u64>),
) -> Result<UadmDevice, ApiError> {
    let invalid = |reason| ApiError::invalid("desired", reason);
    check_patch(&patch).map_err(invalid)?;
    let keys = Vault::of(state)?.account_keys(&caller.user).await?;
    let (owner, target) = (caller.owner(), id.clone());
    let quotas = state.quotas();
    let device = state
        .db
        .write("devices.desire", move |tx| {
            let meter = quotas.before(tx, &owner.user)?;
            let mut device = active_device(tx, &keys, &id)?;
            let desired = &mut device.content.desired;
            if version.is_some_and(|version| version != desired.version) {
                let now = desired.version;
                return Err(ApiError::conflict(format!(
                    "version: the desired state now has version {now}; read it again"
                )));
            }
            desired.merge(&patch, tx.now()).map_err(invalid)?;
            rows::set_content(tx, &keys, &id, &device.content)?;
            meter.check(tx)?;
            write_audit_and_event(tx, &owner, "uadm.desire", &id)?;
            Ok(device)
        })
        .await?;
    DeviceHub::of(state)?.wake(&target);
    Ok(device)
}

/// Returns a UADM device that is not revoked.
pub(crate) fn active_device(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DeviceId,
) -> Result<UadmDevice, ApiError> {
    let device = rows::by_id(tx, keys, id)?.ok_or_else(|| ApiError::not_found("device"))?;
    if device.device.is_damaged {
        return Err(ApiError::conflict(
            "the stored row of the device is damaged: revoke the device and register it again",
        ));
    }
    if !device.device.is_active() {
        return Err(ApiError::conflict(
            "the device is revoked: register it again",
        ));
    }
    Ok(device)
}

/// A device that showed its password.
#[derive(Clone, Debug)]
pub(crate) struct ConnectedDevice {
    pub(crate) user: UserId,
    pub(crate) device: Device,
}

/// Checks a device's password; `None` if the device may not connect.
pub(crate) async fn authenticate(
    state: &AppState,
    id: DeviceId,
    password: &[u8],
) -> Result<Option<ConnectedDevice>, ApiError> {
    let shown = credential::digest(password);
    let accounts = state.clone();
    state
        .db
        .read_credential("devices.login", move |tx| {
            let Some(login) = rows::login(tx, &id)? else {
                return Ok::<_, ApiError>(None);
            };
            let may_connect = login.secret.matches(&shown)
                && login.device.is_active()
                && accounts.is_active(tx, &login.user)?;
            Ok(may_connect.then_some(ConnectedDevice {
                user: login.user,
                device: login.device,
            }))
        })
        .await
}

/// Returns a device that may connect: it is not revoked, and its account is active. Another broker has checked its
/// password.
pub(crate) async fn find_active(
    state: &AppState,
    id: DeviceId,
) -> Result<Option<ConnectedDevice>, ApiError> {
    let accounts = state.clone();
    let read = state
        .db
        .read::<_, StoreError, _>("devices.find", move |tx| {
            let Some(login) = rows::login(tx, &id)? else {
                return Ok(None);
            };
            let is_active = login.device.is_active() && accounts.is_active(tx, &login.user)?;
            Ok(is_active.then_some(ConnectedDevice {
                user: login.user,
                device: login.device,
            }))
        });
    Ok(read.await?)
}

/// Returns the UADM devices of all accounts after the id `after`, in order, at most `limit`.
pub(crate) async fn devices_after(
    state: &AppState,
    after: Vec<u8>,
    limit: u32,
) -> Result<Vec<DeviceId>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("devices.uadm_after", move |tx| {
            rows::devices_after(tx, &after, limit)
        });
    Ok(read.await?)
}

/// Records the connection of a device. `change` gets its stored MQTT sessions and the time, and returns those to store, if they
/// change. It runs in the transaction: of several connections at once, none stores sessions without those of the others.
pub(crate) async fn record_connection(
    state: &AppState,
    connected: &ConnectedDevice,
    mut change: impl FnMut(&str, Timestamp) -> Option<String> + Send + 'static,
) -> Result<(), ApiError> {
    let (user, id) = (connected.user.clone(), connected.device.id.clone());
    let write = state
        .db
        .write::<_, StoreError, _>("devices.connected", move |tx| {
            Vault::ensure_active(tx, &user)?;
            rows::note_contact(tx, &user, &id)?;
            let stored = rows::sessions(tx, &user, &id)?;
            if let Some(sessions) = change(&stored, tx.now()) {
                rows::set_sessions(tx, &user, &id, &sessions)?;
            }
            Ok(())
        });
    Ok(write.await?)
}

/// Returns the stored MQTT sessions of a device.
pub(crate) async fn sessions(
    state: &AppState,
    connected: &ConnectedDevice,
) -> Result<String, ApiError> {
    let (user, id) = (connected.user.clone(), connected.device.id.clone());
    let read = state
        .db
        .read::<_, StoreError, _>("devices.sessions", move |tx| rows::sessions(tx, &user, &id));
    Ok(read.await?)
}

/// Closes the connections of devices that were revoked, and of accounts that are no longer active.
pub(crate) async fn close_invalid(state: &AppState) -> Result<(), ApiError> {
    let hub = DeviceHub::of(state)?;
    let connected = hub.connected();
    if connected.is_empty() {
        return Ok(());
    }
    let accounts = state.clone();
    let invalid = state
        .db
        .read::<_, StoreError, _>("devices.check_connected", move |tx| {
            let (mut active, mut invalid) = (HashMap::new(), Vec::new());
            let ids: Vec<&DeviceId> = connected.iter().map(|link| &link.device).collect();
            let may_connect = rows::may_connect(tx, &ids)?;
            for (link, may_connect) in connected.into_iter().zip(may_connect) {
                let is_active = match active.get(&link.user) {
                    Some(is_active) => *is_active,
                    None => {
                        let is_active = accounts.is_active(tx, &link.user)?;
                        active.insert(link.user.clone(), is_active);
                        is_active
                    }
                };
                if !is_active || !may_connect {
                    invalid.push(link);
                }
            }
            Ok(invalid)
        })
        .await?;
    for link in invalid {
        hub.close(&link.device);
    }
    Ok(())
}

/// Opens the UADM rows of an account; returns their number and the damaged ones.
pub(crate) async fn check_rows(
    state: &AppState,
    user: &UserId,
) -> Result<(u64, Vec<DamagedRow>), ApiError> {
    let owner = user.clone();
    let has_rows = state
        .db
        .read::<_, StoreError, _>("devices.has_uadm", move |tx| rows::has_rows(tx, &owner));
    if !has_rows.await? {
        return Ok((0, Vec::new()));
    }
    let keys = Vault::of(state)?.account_keys(user).await?;
    let check = state
        .db
        .read::<_, StoreError, _>("devices.scrub_uadm", move |tx| {
            let (mut count, mut damaged) = rows::check(tx, &keys)?;
            let (commands, more) = store::commands::check(tx, &keys)?;
            count += commands;
            damaged.extend(more);
            Ok((count, damaged))
        });
    Ok(check.await?)
}

/// Replaces the content of a device that does not open, so that the row is whole again.
pub(crate) async fn repair(state: &AppState, user: &UserId, id: &DeviceId) -> Result<(), ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    let id = id.clone();
    let write = state
        .db
        .write::<_, StoreError, _>("devices.repair_uadm", move |tx| {
            rows::repair(tx, &keys, &id)
        });
    Ok(write.await?)
}

/// Resets the data that were sealed under the lost key of an account: the commands are removed, the twins are empty. Returns the
/// number of commands.
pub(crate) async fn forget_lost(state: &AppState, user: &UserId) -> Result<u64, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    let write = state
        .db
        .write::<_, StoreError, _>("devices.forget_lost", move |tx| {
            rows::reset_contents(tx, &keys, &DeviceContent::default())
        });
    Ok(write.await?)
}

/// Writes the audit entry and the event of a change to a UADM device.
fn write_audit_and_event(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    id: &DeviceId,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "devices",
        status: Outcome::Success,
        details: format!("device {id}"),
        metadata: json!({ "deviceId": id }),
    })?;
    write_device_event(tx, &owner.user, id)
}

/// Writes the event of a change to a UADM device.
pub(crate) fn write_device_event(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<(), StoreError> {
    tx.event(&Event {
        user: user.as_str(),
        kind: UADM_DEVICE_CHANGED,
        payload: json!({ "device_id": id }),
    })?;
    Ok(())
}
