//! The registry of devices.

use lockstep_store::id::{DeviceId, UserId};
use lockstep_vault::Vault;
use lockstep_web::{Fault, House, Once};
use serde_json::json;

use super::{Owner, note, ring, writing_ring};
use crate::device::{Device, NewDevice, Status};
use crate::store::registry;

/// Registers a device.
pub async fn register(
    house: &House,
    owner: Owner,
    new: NewDevice,
    once: Once,
) -> Result<(DeviceId, Status), Fault> {
    let (mode, user) = (new.mode, owner.user.clone());
    if let Some(mode) = mode {
        let (asked, of) = (once.clone(), user.clone());
        let earlier = house
            .db
            .read::<_, Fault, _>("devices.earlier", move |tx| {
                asked.before::<DeviceId>(tx, &of)
            })
            .await?;
        if earlier.is_none() {
            // The key is made now, and what it needs besides in the background.
            writing_ring(house, &owner, &[mode], &[]).await?;
        }
    }
    let ring = ring(house, &user).await?;
    let id = house
        .db
        .write("devices.register", move |tx| {
            let user = owner.user.clone();
            once.run(tx, &user, |tx| {
                let known = registry::devices(tx, &owner.user)?;
                let taken =
                    |device: &&Device| device.revoked_at.is_none() && device.name == new.name;
                if known.iter().any(|device| taken(&device)) {
                    return Err(Fault::conflict(
                        "name: another device of yours is called so, choose another",
                    ));
                }
                if known.len() >= MAX_DEVICES {
                    return Err(Fault::conflict(format!(
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
                };
                registry::insert_device(tx, &ring, &device)?;
                let details = format!("device {}", device.id);
                note(
                    tx,
                    &owner,
                    "device.register",
                    details,
                    json!({ "deviceId": device.id }),
                )?;
                Ok(device.id)
            })
        })
        .await?;
    let ready = match mode {
        None => true,
        Some(mode) => {
            house
                .db
                .read("devices.ready", move |tx| {
                    Ok::<_, Fault>(Vault::is_ready(tx, &user, mode)?)
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

/// Every device of the account, the oldest first, and how each does.
pub async fn list(house: &House, user: UserId) -> Result<Vec<(Device, Status)>, Fault> {
    house
        .db
        .read("devices.list", move |tx| {
            let devices = registry::devices(tx, &user)?.into_iter();
            let with_status = devices.map(|device| {
                let ready = match device.mode {
                    None => true,
                    Some(mode) => Vault::is_ready(tx, &user, mode)?,
                };
                let status = device.status(tx.now(), ready);
                Ok((device, status))
            });
            with_status.collect()
        })
        .await
}

/// Revokes a device: what it sends from now on is refused; its points stay.
pub async fn revoke(house: &House, owner: Owner, id: DeviceId) -> Result<(), Fault> {
    house
        .db
        .write("devices.revoke", move |tx| {
            let device = registry::device_by_id(tx, &owner.user, &id)?;
            let device = device.ok_or_else(|| Fault::not_found("device"))?;
            if device.revoked_at.is_none() {
                registry::revoke_device(tx, &owner.user, &id)?;
                let details = format!("device {id}");
                note(
                    tx,
                    &owner,
                    "device.revoke",
                    details,
                    json!({ "deviceId": id }),
                )?;
            }
            Ok(())
        })
        .await
}

/// Devices of an account, revoked ones too.
pub const MAX_DEVICES: usize = 1000;
