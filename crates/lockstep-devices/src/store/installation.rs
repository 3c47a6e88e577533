//! The devices of all accounts.

use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};

/// A device of any account, without its name.
#[derive(Clone, Debug)]
pub(crate) struct ListedDevice {
    /// The id; a damaged one as far as it can be shown.
    pub(crate) id: String,
    /// The id of the owner; a damaged one as far as it can be shown.
    pub(crate) owner: String,
    /// The kind of device, as its owner describes it.
    pub(crate) kind: String,
    /// The time of registration.
    pub(crate) created_at: Timestamp,
    /// The time of its last points or its last contact, to the minute.
    pub(crate) seen_at: Option<Timestamp>,
    /// The time of revocation.
    pub(crate) revoked_at: Option<Timestamp>,
    /// Whether it takes commands over MQTT.
    pub(crate) takes_commands: bool,
}

/// Returns a part of the devices of all accounts in the order of owners and ids, and the number of all.
///
/// # Errors
/// A store that cannot be read.
pub(crate) fn page(
    tx: &Tx<'_>,
    offset: i64,
    limit: u32,
) -> Result<(Vec<ListedDevice>, u64), StoreError> {
    let mut devices = tx.query(
        "SELECT id, user_id, type, created_at, last_sync, revoked_at FROM device
         ORDER BY user_id, id LIMIT ?1 OFFSET ?2",
        params![limit, offset],
        |row| {
            Ok(ListedDevice {
                id: row.shown(0),
                owner: row.shown(1),
                kind: row.at(2).unwrap_or_default(),
                created_at: row.at(3).unwrap_or(Timestamp(0)),
                seen_at: row.at(4).unwrap_or_default(),
                revoked_at: row.at(5).unwrap_or_default(),
                takes_commands: false,
            })
        },
    )?;
    for device in &mut devices {
        let (Ok(user), Ok(id)) = (
            device.owner.parse::<UserId>(),
            device.id.parse::<DeviceId>(),
        ) else {
            continue;
        };
        let contact = tx.query_opt(
            "SELECT seen_at FROM uadm_device WHERE user_id = ?1 AND id = ?2",
            params![&user, &id],
            |row| Ok(row.at::<Option<Timestamp>>(0).unwrap_or_default()),
        )?;
        device.takes_commands = contact.is_some();
        device.seen_at = device.seen_at.max(contact.flatten());
    }
    let total: i64 = tx.query_one("SELECT COUNT(*) FROM device", &[], |row| row.at(0))?;
    Ok((devices, total.unsigned_abs()))
}
