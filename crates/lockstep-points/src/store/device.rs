//! The rows of registered devices. `lockstep-devices` registers and revokes; an upload reads the rows to decide which
//! points are stored, and notes their arrival.

use std::time::Duration;

use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, params};
use lockstep_vault::Mode;

use crate::device::Device;

const DEVICE_COLUMNS: &str =
    "id, type, name, capabilities, created_at, last_sync, revoked_at, mode";

/// Reads a row of which every column is readable.
fn device(row: &Row<'_>) -> Result<Device, StoreError> {
    Ok(Device {
        id: row.parse(0)?,
        kind: row.at(1)?,
        name: row.at(2)?,
        capabilities: json(row.at(3)?).map_err(|_| row.wrong(3, "a JSON array"))?,
        created_at: row.at(4)?,
        last_sync: row.at(5)?,
        revoked_at: row.at(6)?,
        mode: mode(row.at(7)?).map_err(|_| row.wrong(7, "a mode"))?,
        is_damaged: false,
    })
}

/// Reads the readable columns of a damaged row. A damaged id becomes an id of zeros, which no request names.
/// A column that only describes the device becomes empty; every other one makes the device damaged.
fn damaged_device(row: &Row<'_>) -> Device {
    let id = row.parse(0);
    let name = row.at::<String>(2);
    let mode = row.at(7).and_then(mode);
    let revoked_at = row.at::<Option<Timestamp>>(6);
    Device {
        is_damaged: id.is_err() || name.is_err() || mode.is_err() || revoked_at.is_err(),
        id: id.unwrap_or_else(|_| DeviceId::from_bytes([0; 16])),
        kind: row.at(1).unwrap_or_default(),
        name: name.unwrap_or_default(),
        capabilities: row.at(3).and_then(json).unwrap_or_default(),
        created_at: row.at(4).unwrap_or(Timestamp(0)),
        last_sync: row.at(5).unwrap_or_default(),
        revoked_at: revoked_at.unwrap_or_default(),
        mode: mode.unwrap_or_default(),
    }
}

/// Reads a row whose first columns are those of a device, in the order of [`DEVICE_COLUMNS`]; for a damaged row, its
/// readable columns. A scrub names the column.
///
/// # Errors
/// A row that cannot be read for another reason than damage.
pub fn readable_device(row: &Row<'_>) -> Result<Device, StoreError> {
    match device(row) {
        Err(error) if error.is_damage() => Ok(damaged_device(row)),
        read => read,
    }
}

/// Adds a device to the registry.
///
/// # Errors
/// A store that cannot be written.
pub fn insert_device(tx: &mut Tx<'_>, user: &UserId, device: &Device) -> Result<(), StoreError> {
    let capabilities = text(&device.capabilities)?;
    tx.execute(
        "INSERT INTO device(user_id, id, type, name, capabilities, created_at, mode)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            user,
            &device.id,
            &device.kind,
            &device.name,
            &capabilities,
            device.created_at,
            device.mode.map(Mode::as_str)
        ],
    )?;
    Ok(())
}

/// Returns the devices of an account, the oldest first, including revoked ones.
///
/// # Errors
/// A store that cannot be read.
pub fn devices(tx: &Tx<'_>, user: &UserId) -> Result<Vec<Device>, StoreError> {
    tx.query(
        &format!("SELECT {DEVICE_COLUMNS} FROM device WHERE user_id = ?1 ORDER BY created_at, id"),
        params![user],
        readable_device,
    )
}

/// Returns a device of an account.
///
/// # Errors
/// A store that cannot be read.
pub fn device_by_id(
    tx: &Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<Option<Device>, StoreError> {
    tx.query_opt(
        &format!("SELECT {DEVICE_COLUMNS} FROM device WHERE user_id = ?1 AND id = ?2"),
        params![user, id],
        readable_device,
    )
}

/// Revokes a device. Unreadable columns of its row are replaced, so that the row is whole again.
///
/// # Errors
/// A store that cannot be written.
pub fn revoke_device(tx: &mut Tx<'_>, user: &UserId, device: &Device) -> Result<(), StoreError> {
    let capabilities = text(&device.capabilities)?;
    tx.execute(
        "UPDATE device SET type = ?3, name = ?4, capabilities = ?5, created_at = ?6, mode = ?7,
             last_sync = ?8, revoked_at = ?9
         WHERE user_id = ?1 AND id = ?2",
        params![
            user,
            &device.id,
            &device.kind,
            &device.name,
            &capabilities,
            device.created_at,
            device.mode.map(Mode::as_str),
            device.last_sync,
            device.revoked_at.unwrap_or(tx.now())
        ],
    )?;
    Ok(())
}

/// Records that points of some devices arrived now: of active devices that `has_sent` names and
/// whose last record is at least a minute old.
///
/// # Errors
/// A store that cannot be written.
pub fn note_sync(
    tx: &mut Tx<'_>,
    user: &UserId,
    has_sent: impl Fn(&Device) -> bool,
) -> Result<(), StoreError> {
    // Few devices are stale when many send: only those are read. An unreadable time is replaced.
    let stale = tx.query(
        &format!(
            "SELECT {DEVICE_COLUMNS} FROM device WHERE user_id = ?1
             AND (last_sync IS NULL OR typeof(last_sync) <> 'integer' OR last_sync <= ?2)"
        ),
        params![user, tx.now().minus(SYNC_PRECISION)],
        readable_device,
    )?;
    for device in stale {
        if device.is_active() && has_sent(&device) {
            tx.send(
                "UPDATE device SET last_sync = ?3 WHERE user_id = ?1 AND id = ?2",
                params![user, &device.id, tx.now()],
            )?;
        }
    }
    Ok(())
}

/// Returns the number of devices of an account, including revoked ones. No device is ever removed
/// alone: while the number is unchanged, so are the devices and their names.
///
/// # Errors
/// A store that cannot be read.
pub fn count_devices(tx: &Tx<'_>, user: &UserId) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM device WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Removes the devices of an account.
///
/// # Errors
/// A store that cannot be written.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    // The bytes of the id may be stored as another type.
    tx.execute(
        "DELETE FROM device WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        params![user],
    )?;
    Ok(())
}

/// Returns the stored ids of the first accounts after `after` that have devices, in order, at most
/// `limit`; a damaged id is returned unchanged.
///
/// # Errors
/// A store that cannot be read.
pub fn accounts_after(tx: &Tx<'_>, after: &[u8], limit: i64) -> Result<Vec<Vec<u8>>, StoreError> {
    // Only text identifiers: SQLite sorts blobs after every text.
    tx.query(
        "SELECT CAST(user_id AS BLOB) FROM (SELECT DISTINCT user_id FROM device
             WHERE user_id > CAST(?1 AS TEXT) AND user_id < x'' ORDER BY user_id LIMIT ?2) AS owner
         ORDER BY user_id",
        params![after, limit],
        |row| row.at(0),
    )
}

/// Returns the rows whose account is not a text: no cursor of [`accounts_after`] reaches them.
///
/// # Errors
/// A store that cannot be read.
pub fn without_account(tx: &Tx<'_>) -> Result<Vec<DamagedRow>, StoreError> {
    tx.query(
        "SELECT user_id, id FROM device WHERE typeof(user_id) <> 'text'",
        &[],
        |row| {
            Ok(DamagedRow {
                table: "device",
                account: Some(row.shown(0)),
                row: row.shown(1),
                reason:
                    "table device, column user_id: expected a text; register the device again, or \
                         restore the row from a backup"
                        .to_owned(),
            })
        },
    )
}

/// Reads the row of every device of an account; returns their number and the unreadable rows.
///
/// # Errors
/// A store that cannot be read.
pub fn check_devices(tx: &Tx<'_>, user: &[u8]) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let name = RowName {
        table: "device",
        account: Some(8),
        row: Some(0),
    };
    let sql =
        format!("SELECT {DEVICE_COLUMNS}, user_id FROM device WHERE user_id = CAST(?1 AS TEXT)");
    let (all, mut damaged) = tx.query_readable(name, &sql, params![user], |row| {
        row.parse::<UserId>(8)?;
        device(row).map(drop)
    })?;
    for one in &mut damaged {
        one.reason.push_str(
            "; its owner must delete the device (DELETE /v1/sfdp/devices/{id}) and register it again",
        );
    }
    Ok(((all.len() + damaged.len()) as u64, damaged))
}

/// `last_sync` of a device is at most this much older than its last points.
const SYNC_PRECISION: Duration = Duration::from_secs(60);

/// Parses the column `mode`.
///
/// # Errors
/// A text that is no mode.
pub fn mode(text: Option<&str>) -> Result<Option<Mode>, StoreError> {
    let mode = text.filter(|text| !text.is_empty()).map(str::parse);
    mode.transpose()
        .map_err(|_| StoreError::Damaged("an encryption mode".to_owned()))
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}
