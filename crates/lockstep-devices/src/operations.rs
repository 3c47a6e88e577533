//! The operations of the device registry.

pub(crate) mod commands;
pub(crate) mod installation;
pub(crate) mod reports;
pub(crate) mod uadm;

use data_encoding::HEXLOWER;
use lockstep_points::device::{Device, MAX_DEVICES, Status};
use lockstep_points::store::device as device_rows;
use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{Actor, Entry, Status as Outcome, StoreError, Tx};
use lockstep_vault::search::{self, SearchRecord};
use lockstep_vault::{AccountKeys, Vault, key_queries};
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey};
use serde_json::json;

use crate::device::NewDevice;
use crate::hub::DeviceHub;
use crate::store;

/// Registers a device.
pub(crate) async fn register(
    state: &AppState,
    caller: &Caller,
    new: NewDevice,
    idempotency_key: IdempotencyKey,
) -> Result<(DeviceId, Status), ApiError> {
    let (mode, user, actor) = (new.mode, caller.user.clone(), caller.actor());
    if let Some(mode) = mode {
        let (asked, account) = (idempotency_key.clone(), user.clone());
        let earlier = state
            .db
            .read::<_, ApiError, _>("devices.earlier", move |tx| {
                asked.before::<DeviceId>(tx, &account)
            })
            .await?;
        if earlier.is_none() {
            // The account's key is created now; the rest of its mode's keys follow in the
            // background.
            Vault::of(state)?
                .writing_keys(&user, &actor, &[mode], &[])
                .await?;
        }
    }
    let owner = user.clone();
    // A device can be registered although the account's key is damaged.
    let keys = Vault::of(state)?.account_keys(&user).await.ok();
    let id = state
        .db
        .write("devices.register", move |tx| {
            idempotency_key.run(tx, &owner, |tx| {
                let id = insert(tx, (&owner, keys.as_ref()), &new)?;
                write_audit_and_event(tx, (&owner, &actor), "device.register", &id)?;
                Ok(id)
            })
        })
        .await?;
    let ready = match mode {
        None => true,
        Some(mode) => {
            state
                .db
                .read("devices.ready", move |tx| {
                    Ok::<_, ApiError>(key_queries::is_ready(tx, &user, mode)?)
                })
                .await?
        }
    };
    let status = if ready {
        Status::Active
    } else {
        Status::Pending
    };
    Ok((id, status))
}

/// Adds a device to the registry.
fn insert(
    tx: &mut Tx<'_>,
    (owner, keys): (&UserId, Option<&AccountKeys>),
    new: &NewDevice,
) -> Result<DeviceId, ApiError> {
    let known = device_rows::devices(tx, owner)?;
    let taken = |device: &&Device| device.is_active() && device.name == new.name;
    if known.iter().any(|device| taken(&device)) {
        return Err(ApiError::conflict(
            "name: another device of the account has this name; choose another name",
        ));
    }
    if known.len() >= MAX_DEVICES {
        return Err(ApiError::conflict(format!(
            "an account has {MAX_DEVICES} devices at most"
        )));
    }
    let device = Device {
        id: DeviceId::generate(tx.now(), tx.entropy()),
        kind: new.kind.clone(),
        name: new.name.clone(),
        capabilities: new.capabilities.clone(),
        mode: new.mode,
        created_at: tx.now(),
        last_sync: None,
        revoked_at: None,
        is_damaged: false,
    };
    device_rows::insert_device(tx, owner, &device)?;
    match keys {
        Some(keys) => search::index(tx, keys, &[search_record(&device)])?,
        None => search::rebuild(tx, owner)?,
    }
    Ok(device.id)
}

fn search_record(device: &Device) -> SearchRecord {
    SearchRecord {
        kind: "device",
        id: device.id.to_string(),
        time: Some(device.created_at),
        title: device.name.clone(),
        notes: device.kind.clone(),
        links: Vec::new(),
    }
}

/// Adds the devices of an account to its search index.
pub(crate) async fn index(state: &AppState, user: UserId) -> Result<(), ApiError> {
    let keys = Vault::of(state)?.account_keys(&user).await?;
    let indexed = state
        .db
        .write::<_, StoreError, _>("devices.index", move |tx| {
            let devices = device_rows::devices(tx, &user)?;
            let readable = devices.iter().filter(|device| !device.is_damaged);
            let records: Vec<_> = readable.map(search_record).collect();
            search::index(tx, &keys, &records)
        });
    Ok(indexed.await?)
}

/// Returns every device of the account, the oldest first, with its status.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
) -> Result<Vec<(Device, Status)>, ApiError> {
    state
        .db
        .read("devices.list", move |tx| {
            let devices = device_rows::devices(tx, &user)?.into_iter();
            let with_status = devices.map(|device| {
                let ready = match device.mode {
                    None => true,
                    Some(mode) => key_queries::is_ready(tx, &user, mode)?,
                };
                let status = device.status(tx.now(), ready);
                Ok((device, status))
            });
            with_status.collect()
        })
        .await
}

/// Revokes a device: its later points are refused; its stored points stay. The connections of a UADM device are
/// closed, and its open commands fail.
pub(crate) async fn revoke(
    state: &AppState,
    caller: &Caller,
    id: DeviceId,
    part: DeviceDirectory,
) -> Result<(), ApiError> {
    let (user, actor) = (caller.user.clone(), caller.actor());
    let revoked = id.clone();
    let is_uadm = revoke_row(state, (user, actor), id, part).await?;
    if is_uadm {
        DeviceHub::of(state)?.close(&revoked);
        uadm::repair(state, &caller.user, &revoked).await?;
        commands::fail_open(state, &caller.user, &revoked).await?;
    }
    Ok(())
}

/// The devices that a request can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceDirectory {
    /// Every device.
    All,
    /// UADM devices.
    Uadm,
}

/// Revokes a device in the registry; returns whether it is a UADM device.
async fn revoke_row(
    state: &AppState,
    (user, actor): (UserId, Actor),
    id: DeviceId,
    part: DeviceDirectory,
) -> Result<bool, ApiError> {
    state
        .db
        .write("devices.revoke", move |tx| {
            let device = device_rows::device_by_id(tx, &user, &id)?;
            let device = device.ok_or_else(|| ApiError::not_found("device"))?;
            let is_uadm = store::uadm::exists(tx, &user, &id)?;
            if part == DeviceDirectory::Uadm && !is_uadm {
                return Err(ApiError::not_found("device"));
            }
            if device.revoked_at.is_none() || device.is_damaged {
                device_rows::revoke_device(tx, &user, &device)?;
                write_audit_and_event(tx, (&user, &actor), "device.revoke", &id)?;
                if is_uadm {
                    uadm::write_device_event(tx, &user, &id)?;
                }
            }
            Ok(is_uadm)
        })
        .await
}

/// Reads the devices of the accounts after the account that `after` names; see
/// [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    // Hexadecimal, since a damaged id may not be text.
    let after = after.and_then(|after| HEXLOWER.decode(after.as_bytes()).ok());
    let after = after.unwrap_or_default();
    let (mut scrubbed, accounts) = state
        .db
        .read::<_, StoreError, _>("devices.scrub", move |tx| {
            let accounts = device_rows::accounts_after(tx, &after, SCRUBBED_ACCOUNTS)?;
            let mut scrubbed = ScrubResult {
                next: accounts.last().map(|id| HEXLOWER.encode(id)),
                ..ScrubResult::default()
            };
            if after.is_empty() {
                let unreached = device_rows::without_account(tx)?;
                scrubbed.rows += unreached.len() as u64;
                scrubbed
                    .damaged
                    .extend(unreached.into_iter().map(Damage::from));
            }
            for id in &accounts {
                let (rows, damaged) = device_rows::check_devices(tx, id)?;
                scrubbed.rows += rows;
                scrubbed
                    .damaged
                    .extend(damaged.into_iter().map(Damage::from));
            }
            Ok((scrubbed, accounts))
        })
        .await?;
    for account in accounts {
        let user = String::from_utf8(account)
            .ok()
            .and_then(|text| text.parse().ok());
        let Some(user) = user else { continue };
        let (rows, damaged) = uadm::check_rows(&state, &user).await?;
        scrubbed.rows += rows;
        scrubbed
            .damaged
            .extend(damaged.into_iter().map(Damage::from));
    }
    Ok(scrubbed)
}

/// Writes the audit entry of a change to a device. The audit log counts the registry as part of
/// the fitness API.
fn write_audit_and_event(
    tx: &mut Tx<'_>,
    (user, actor): (&UserId, &Actor),
    action: &'static str,
    device: &DeviceId,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, user)?;
    tx.audit(&Entry {
        actor,
        action,
        component: "fitness",
        status: Outcome::Success,
        details: format!("device {device}"),
        metadata: json!({ "deviceId": device }),
    })?;
    Ok(())
}

/// Accounts that one portion of a scrub reads.
const SCRUBBED_ACCOUNTS: i64 = 100;
