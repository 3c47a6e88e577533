//! The registry of devices.

use lockstep_store::Timestamp;
use lockstep_store::id::{DeviceId, UserId};
use lockstep_web::{Fault, House, Once};
use serde_json::json;

use super::{Owner, note};
use crate::device::{Device, NewDevice};
use crate::store::registry;

/// Registers a device.
pub async fn register(
    house: &House,
    owner: Owner,
    new: NewDevice,
    once: Once,
) -> Result<DeviceId, Fault> {
    house
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
                if known.len() >= MOST {
                    return Err(Fault::conflict(format!(
                        "an account has {MOST} devices at most"
                    )));
                }
                let device = Device {
                    id: DeviceId::generate(tx.now(), tx.entropy()),
                    kind: new.kind.clone(),
                    name: new.name.clone(),
                    capabilities: new.capabilities.clone(),
                    created_at: tx.now(),
                    last_sync: None,
                    revoked_at: None,
                };
                registry::insert_device(tx, &owner.user, &device)?;
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
        .await
}

/// Every device of the account, the oldest first, and the time their status is meant at.
pub async fn list(house: &House, user: UserId) -> Result<(Vec<Device>, Timestamp), Fault> {
    house
        .db
        .read("devices.list", move |tx| {
            Ok((registry::devices(tx, &user)?, tx.now()))
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

const MOST: usize = 1000;
