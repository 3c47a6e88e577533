//! The tables of UADM devices: credentials, configuration, twin, sessions.

use lockstep_points::device::Device;
use lockstep_points::store::device::{mode, readable_device};
use lockstep_store::id::{DeviceId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StorageUsage, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use crate::credential::PasswordDigest;
use crate::uadm::{DeviceContent, UadmDevice};

const UADM_COLUMNS: &str =
    "device.id, device.type, device.name, device.capabilities, device.created_at,
    device.last_sync, device.revoked_at, device.mode,
    uadm_device.created_at, uadm_device.contact_at, uadm_device.seen_at, uadm_device.body";

fn context(id: &[u8; 16]) -> AadContext<'_> {
    AadContext {
        what: "uadm_device",
        row: id,
    }
}

/// Reads a device; for a damaged row, its readable columns. A body that does not open makes the device damaged: no
/// configuration or twin is shown in its place.
fn uadm_device(row: &Row<'_>, keys: &AccountKeys) -> Result<UadmDevice, StoreError> {
    let mut device = readable_device(row)?;
    let sealed = row.at::<&[u8]>(11).unwrap_or_default();
    let opened = keys.open_own(context(&device.id.to_bytes()), sealed).ok();
    let content = opened.and_then(|(plain, _)| serde_json::from_slice(&plain).ok());
    if content.is_none() {
        keys.note_damage();
        device.is_damaged = true;
    }
    Ok(UadmDevice {
        device,
        created_at: row.at(8).unwrap_or(Timestamp(0)),
        contact_at: row.at(9).unwrap_or_default(),
        seen_at: row.at(10).unwrap_or_default(),
        content: content.unwrap_or_default(),
    })
}

fn sealed(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DeviceId,
    content: &DeviceContent,
) -> Result<Vec<u8>, StoreError> {
    let plain =
        serde_json::to_vec(content).map_err(|error| StoreError::Damaged(error.to_string()))?;
    keys.seal(tx, None, context(&id.to_bytes()), b"", &plain)
}

/// Makes a registered device a UADM device.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DeviceId,
    (secret, content): (&PasswordDigest, &DeviceContent),
) -> Result<(), StoreError> {
    let body = sealed(tx, keys, id, content)?;
    tx.execute(
        "INSERT INTO uadm_device(user_id, id, created_at, secret, next_command, sessions, body)
         VALUES (?1, ?2, ?3, ?4, 1, '{}', ?5)",
        params![keys.user(), id, tx.now(), &secret.0, &body],
    )?;
    Ok(())
}

/// Returns a UADM device of the account.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DeviceId,
) -> Result<Option<UadmDevice>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {UADM_COLUMNS} FROM uadm_device
             JOIN device ON device.user_id = uadm_device.user_id AND device.id = uadm_device.id
             WHERE uadm_device.user_id = ?1 AND uadm_device.id = ?2"
        ),
        params![keys.user(), id],
        |row| uadm_device(row, keys),
    )
}

/// Returns the UADM devices of the account, the oldest first.
pub(crate) fn all(tx: &Tx<'_>, keys: &AccountKeys) -> Result<Vec<UadmDevice>, StoreError> {
    tx.query(
        &format!(
            "SELECT {UADM_COLUMNS} FROM uadm_device
             JOIN device ON device.user_id = uadm_device.user_id AND device.id = uadm_device.id
             WHERE uadm_device.user_id = ?1 ORDER BY uadm_device.created_at, uadm_device.id"
        ),
        params![keys.user()],
        |row| uadm_device(row, keys),
    )
}

/// Whether a device of the account is a UADM device.
pub(crate) fn exists(tx: &Tx<'_>, user: &UserId, id: &DeviceId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM uadm_device WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Replaces the configuration and the twin of a device.
pub(crate) fn set_content(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &DeviceId,
    content: &DeviceContent,
) -> Result<(), StoreError> {
    let body = sealed(tx, keys, id, content)?;
    tx.execute(
        "UPDATE uadm_device SET body = ?3 WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id, &body],
    )?;
    Ok(())
}

/// Replaces the password of a device.
pub(crate) fn set_secret(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
    secret: &PasswordDigest,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE uadm_device SET secret = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, &secret.0],
    )?;
    Ok(())
}

/// The account and the password of a device, which a connection shows.
pub(crate) struct Login {
    pub(crate) user: UserId,
    pub(crate) secret: PasswordDigest,
    pub(crate) device: Device,
}

/// Returns the account and the password of a device; `None` without such a device or with a damaged row.
pub(crate) fn login(tx: &Tx<'_>, id: &DeviceId) -> Result<Option<Login>, StoreError> {
    let found = tx.query_opt(
        "SELECT device.id, device.type, device.name, device.capabilities, device.created_at,
             device.last_sync, device.revoked_at, device.mode, uadm_device.user_id, uadm_device.secret
         FROM uadm_device
         JOIN device ON device.user_id = uadm_device.user_id AND device.id = uadm_device.id
         WHERE uadm_device.id = ?1",
        params![id],
        |row| {
            let (user, secret) = (row.parse::<UserId>(8), row.at::<[u8; 32]>(9));
            Ok(match (user, secret) {
                (Ok(user), Ok(secret)) => Some(Login {
                    user,
                    secret: PasswordDigest(secret),
                    device: readable_device(row)?,
                }),
                _ => None,
            })
        },
    )?;
    Ok(found.flatten())
}

/// Returns for each device whether [`login`] returns it and it is not revoked. Every connected device is looked up once a
/// second: only the columns that decide are read.
pub(crate) fn may_connect(tx: &Tx<'_>, ids: &[&DeviceId]) -> Result<Vec<bool>, StoreError> {
    let lists: Vec<_> = ids.iter().map(|id| *params![*id]).collect();
    let found = tx.query_each(
        "SELECT device.name, device.mode, device.revoked_at, uadm_device.user_id, uadm_device.secret
         FROM uadm_device
         JOIN device ON device.user_id = uadm_device.user_id AND device.id = uadm_device.id
         WHERE uadm_device.id = ?1",
        &lists,
        |row| {
            let is_readable = row.at::<&str>(0).is_ok()
                && row.at(1).and_then(mode).is_ok()
                && row.parse::<UserId>(3).is_ok()
                && row.at::<[u8; 32]>(4).is_ok();
            let revoked_at = row.at::<Option<Timestamp>>(2);
            Ok(is_readable && matches!(revoked_at, Ok(None)))
        },
    )?;
    let of_rows = |rows: &Vec<bool>| rows.first().copied().unwrap_or(false);
    Ok(found.iter().map(of_rows).collect())
}

/// Returns the ids of the UADM devices of all accounts after the id `after`, in order, at most `limit`. Damaged ids are
/// skipped: the answer is empty only at the end of the table.
pub(crate) fn devices_after(
    tx: &Tx<'_>,
    after: &[u8],
    limit: u32,
) -> Result<Vec<DeviceId>, StoreError> {
    let name = RowName {
        table: "uadm_device",
        account: None,
        row: Some(0),
    };
    tx.query_skipping(
        name,
        "SELECT id FROM uadm_device WHERE id > CAST(?1 AS TEXT) AND id < x'' ORDER BY id LIMIT ?2",
        params![after, limit],
        |row| row.parse(0),
    )
}

/// Records a contact with the device.
pub(crate) fn note_contact(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE uadm_device SET contact_at = coalesce(contact_at, ?3), seen_at = ?3
         WHERE user_id = ?1 AND id = ?2",
        params![user, id, tx.now()],
    )?;
    Ok(())
}

/// Returns the stored MQTT sessions of a device, as JSON; an empty text if the column is damaged.
pub(crate) fn sessions(tx: &Tx<'_>, user: &UserId, id: &DeviceId) -> Result<String, StoreError> {
    let found = tx.query_opt(
        "SELECT sessions FROM uadm_device WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |row| Ok(row.at::<String>(0).unwrap_or_default()),
    )?;
    Ok(found.unwrap_or_default())
}

/// Replaces the stored MQTT sessions of a device.
pub(crate) fn set_sessions(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
    sessions: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE uadm_device SET sessions = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, sessions],
    )?;
    Ok(())
}

/// Takes the number of the next command of a device; `None` if the row is damaged.
pub(crate) fn take_number(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeviceId,
) -> Result<i64, StoreError> {
    // The stored counter may be damaged: the number is above that of every stored command.
    let number: i64 = tx.query_one(
        "SELECT max(
             coalesce((SELECT CAST(next_command AS BIGINT) FROM uadm_device WHERE user_id = ?1 AND id = ?2), 1),
             coalesce((SELECT max(n) + 1 FROM uadm_command WHERE user_id = ?1 AND device_id = ?2), 1))",
        params![user, id],
        |row| row.at(0),
    )?;
    tx.execute(
        "UPDATE uadm_device SET next_command = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, number + 1],
    )?;
    Ok(number)
}

/// Whether an account has UADM devices.
pub(crate) fn has_rows(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM uadm_device WHERE user_id = ?1 LIMIT 1",
        params![user],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Opens the row of every UADM device of an account; returns their number and the damaged ones.
pub(crate) fn check(tx: &Tx<'_>, keys: &AccountKeys) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let name = RowName {
        table: "uadm_device",
        account: Some(6),
        row: Some(0),
    };
    let (whole, mut damaged) = tx.query_readable(
        name,
        "SELECT id, created_at, secret, contact_at, seen_at, body, user_id FROM uadm_device WHERE user_id = ?1",
        params![keys.user()],
        |row| {
            let id: DeviceId = row.parse(0)?;
            row.at::<Timestamp>(1)?;
            row.at::<[u8; 32]>(2)?;
            row.at::<Option<Timestamp>>(3)?;
            row.at::<Option<Timestamp>>(4)?;
            let opened = keys.open_own(context(&id.to_bytes()), row.at(5)?);
            opened.map(drop).map_err(|_| row.wrong(5, "a sealed value that opens"))
        },
    )?;
    for one in &mut damaged {
        one.reason.push_str(
            "; its owner revokes the device (DELETE /api/uadm/devices/{device_id}) and registers it again",
        );
    }
    Ok(((whole.len() + damaged.len()) as u64, damaged))
}

/// Makes the row of a revoked device whole: replaces the unreadable columns.
pub(crate) fn repair(tx: &mut Tx<'_>, keys: &AccountKeys, id: &DeviceId) -> Result<(), StoreError> {
    let Some(device) = by_id(tx, keys, id)? else {
        return Ok(());
    };
    // The device's own row was made whole by the revocation.
    if device.device.is_damaged {
        set_content(tx, keys, id, &DeviceContent::default())?;
    }
    tx.execute(
        "UPDATE uadm_device SET created_at = ?3, contact_at = ?4, seen_at = ?5,
             secret = CASE WHEN typeof(secret) = 'blob' AND length(secret) = 32 THEN secret ELSE zeroblob(32) END
         WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id, device.created_at, device.contact_at, device.seen_at],
    )?;
    Ok(())
}

/// Removes the commands of an account and replaces the contents of its devices; returns the number of commands.
pub(crate) fn reset_contents(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    content: &DeviceContent,
) -> Result<u64, StoreError> {
    let user = keys.user();
    let removed = tx.execute("DELETE FROM uadm_command WHERE user_id = ?1", params![user])?;
    let name = RowName {
        table: "uadm_device",
        account: None,
        row: Some(0),
    };
    let ids: Vec<DeviceId> = tx.query_skipping(
        name,
        "SELECT id FROM uadm_device WHERE user_id = ?1",
        params![user],
        |row| row.parse(0),
    )?;
    for id in &ids {
        set_content(tx, keys, id, content)?;
    }
    Ok(removed as u64)
}

/// Removes the UADM rows of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in TABLES {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// Counts what an account stores, as the triggers of `account_usage` do.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    let counted = TABLES.map(|table| lockstep_store::CountedColumns {
        table,
        columns: &["body"],
    });
    StorageUsage::of_columns(tx, user, &counted)
}

const TABLES: [&str; 2] = ["uadm_command", "uadm_device"];
