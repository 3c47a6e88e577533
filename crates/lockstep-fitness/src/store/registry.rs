//! Devices and the profile, and what the account's end and administration ask of this capability.

use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, Usage, params};
use lockstep_vault::rest::Spot;
use lockstep_vault::{Mode, Ring};
use lockstep_web::{Counts, Fault};

use super::{changes, day};
use crate::device::Device;
use crate::profile::Profile;

const DEVICE: &str = "id, type, name, capabilities, created_at, last_sync, revoked_at, mode";

fn device(row: &Row<'_>) -> Result<Device, StoreError> {
    Ok(Device {
        id: row.parse(0)?,
        kind: row.at(1)?,
        name: row.at(2)?,
        capabilities: json(row.at(3)?).map_err(|_| row.wrong(3, "a JSON array"))?,
        created_at: row.at(4)?,
        last_sync: row.at(5)?,
        revoked_at: row.at(6)?,
        mode: super::mode(row.at::<Option<&str>>(7)?.unwrap_or_default())
            .map_err(|_| row.wrong(7, "a mode"))?,
    })
}

pub(crate) fn insert_device(
    tx: &mut Tx<'_>,
    user: &UserId,
    device: &Device,
) -> Result<(), StoreError> {
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
    day::forget_all(tx, user)
}

pub(crate) fn devices(tx: &Tx<'_>, user: &UserId) -> Result<Vec<Device>, StoreError> {
    tx.query(
        &format!("SELECT {DEVICE} FROM device WHERE user_id = ?1 ORDER BY created_at, id"),
        params![user],
        device,
    )
}

/// Reads the row of every device of an account; gives their number and those that cannot be read.
pub(crate) fn check_devices(
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let name = RowName {
        table: "device",
        account: Some(8),
        row: Some(0),
    };
    let sql = format!("SELECT {DEVICE}, user_id FROM device WHERE user_id = ?1");
    let (all, damaged) =
        tx.query_readable(name, &sql, params![user], |row| device(row).map(drop))?;
    Ok(((all.len() + damaged.len()) as u64, damaged))
}

pub(crate) fn device_by_id(
    tx: &Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<Option<Device>, StoreError> {
    tx.query_opt(
        &format!("SELECT {DEVICE} FROM device WHERE user_id = ?1 AND id = ?2"),
        params![user, id],
        device,
    )
}

pub(crate) fn revoke_device(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE device SET revoked_at = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, tx.now()],
    )?;
    Ok(())
}

pub(crate) fn touch_device(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE device SET last_sync = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, tx.now()],
    )?;
    Ok(())
}

/// The profile. A damaged one is an error that says how to replace it: with defaults, days would be those
/// of another time zone, and metrics would be wrong.
pub(crate) fn profile(tx: &Tx<'_>, ring: &Ring) -> Result<Profile, Fault> {
    stored_profile(tx, ring).map_err(|error| {
        if !error.is_damage() {
            return error.into();
        }
        Fault {
            log: Some(error.to_string()),
            ..Fault::encryption(
                "the stored profile is damaged and cannot be opened: send it again with PUT \
                 /v1/sfdp/profile. What needs its time zone cannot be answered until then",
            )
        }
    })
}

fn stored_profile(tx: &Tx<'_>, ring: &Ring) -> Result<Profile, StoreError> {
    let stored = tx.query_opt(
        "SELECT body FROM profile WHERE user_id = ?1",
        params![ring.user()],
        |row| row.at::<Vec<u8>>(0),
    )?;
    match stored {
        None => Ok(Profile::default()),
        Some(sealed) => json(&super::opened_text(tx, ring, PROFILE, &sealed)?),
    }
}

pub(crate) fn save_profile(
    tx: &mut Tx<'_>,
    ring: &Ring,
    profile: &Profile,
) -> Result<(), StoreError> {
    let user = ring.user();
    // One that is damaged had another zone for all that is known.
    let before = stored_profile(tx, ring).ok();
    if before.is_none_or(|before| before.time_zone != profile.time_zone) {
        day::forget_all(tx, user)?;
        changes::note_zone(tx, user)?;
    }
    let body = ring.seal(tx, None, PROFILE, b"", text(profile)?.as_bytes())?;
    tx.execute(
        "INSERT INTO profile(user_id, body) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET body = excluded.body",
        params![user, &body],
    )?;
    Ok(())
}

/// Leaves nothing of an account.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in [
        "day",
        "seg_body",
        "seg",
        "series",
        "point_number",
        "device",
        "profile",
        "told_insight",
        "client_block",
        "point_change",
        "zone_change",
        "damaged_chunk",
    ] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1"),
            params![user],
        )?;
    }
    Ok(())
}

/// Whether there are points of a type from a device, whoever sealed them.
pub(crate) fn is_there(
    tx: &Tx<'_>,
    user: &UserId,
    (kind, device): (&str, &str),
) -> Result<bool, StoreError> {
    let found: i64 = tx.query_one(
        "SELECT COUNT(*) FROM (
             SELECT 1 FROM series WHERE user_id = ?1 AND type = ?2 AND device = ?3
             UNION ALL
             SELECT 1 FROM client_block WHERE user_id = ?1 AND type = ?2 AND device = ?3)",
        params![user, kind, device],
        |row| row.at(0),
    )?;
    Ok(found > 0)
}

/// What is stored of an account's points, counted as the triggers of `account_usage` count it.
pub fn usage(tx: &Tx<'_>, user: &UserId) -> Result<Usage, StoreError> {
    let mut usage = Usage {
        series: tx.query_one(
            "SELECT COUNT(*) FROM series WHERE user_id = ?1",
            params![user],
            |row| row.at(0),
        )?,
        ..Usage::default()
    };
    for table in ["seg_body", "client_block"] {
        let sql = format!(
            "SELECT COUNT(*), CAST(coalesce(SUM(coalesce(length(body), 0)), 0) AS BIGINT)
             FROM {table} WHERE user_id = ?1"
        );
        let (chunks, bytes) = tx.query_one(&sql, params![user], |row| {
            Ok((row.at::<u64>(0)?, row.at::<u64>(1)?))
        })?;
        usage.chunks += chunks;
        usage.bytes += bytes;
    }
    Ok(usage)
}

/// What administration shows: the account's series.
pub fn counts(tx: &Tx<'_>, user: &UserId) -> Result<Counts, StoreError> {
    let datastreams = tx.query_one(
        "SELECT COUNT(*) FROM (SELECT type, device FROM series WHERE user_id = ?1
             UNION SELECT type, device FROM client_block WHERE user_id = ?1)",
        params![user],
        |row| row.at(0),
    )?;
    Ok(Counts {
        datastreams,
        ..Counts::default()
    })
}

const PROFILE: Spot<'static> = Spot {
    what: "profile",
    row: b"",
};

/// Whether a minute has gone by since `before`.
pub(crate) fn is_stale(before: Option<Timestamp>, now: Timestamp) -> bool {
    before.is_none_or(|at| now.since(at).as_secs() >= 60)
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

fn text<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}
