//! The table of commands.

use lockstep_store::id::{CommandId, DeviceId, UserId};
use lockstep_store::{DamagedRow, Row, RowName, StoreError, Timestamp, Tx, Value, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use crate::uadm::{Command, CommandContent, CommandState};

const COMMAND_COLUMNS: &str =
    "n, id, state, created_at, expires_at, delivered_at, finished_at, body";

/// The place of a command's sealed part: its device and its id.
fn command_row(device: &DeviceId, id: &CommandId) -> [u8; 32] {
    let mut place = [0; 32];
    place[..16].copy_from_slice(&device.to_bytes());
    place[16..].copy_from_slice(&id.to_bytes());
    place
}

fn context(place: &[u8; 32]) -> AadContext<'_> {
    AadContext {
        what: "uadm_command",
        row: place,
    }
}

/// Reads a command; for a damaged row, its readable columns. A damaged command is `failed`: the server never sends it.
fn command(row: &Row<'_>, keys: &AccountKeys, device: &DeviceId) -> Result<Command, StoreError> {
    let id: Result<CommandId, _> = row.parse(1);
    let state: Result<CommandState, _> = row.parse(2);
    let expires_at = row.at::<Timestamp>(4);
    let is_readable = id.is_ok() && state.is_ok() && expires_at.is_ok();
    let id = id.unwrap_or_else(|_| CommandId::from_bytes([0; 16]));
    let sealed = row.at::<&[u8]>(7).unwrap_or_default();
    let opened = keys
        .open_own(context(&command_row(device, &id)), sealed)
        .ok();
    let content =
        opened.and_then(|(plain, _)| serde_json::from_slice::<CommandContent>(&plain).ok());
    if content.is_none() {
        keys.note_damage();
    }
    let state = match (state, &content) {
        (Ok(state), Some(_)) if is_readable => state,
        _ => CommandState::Failed,
    };
    Ok(Command {
        id,
        device: device.clone(),
        number: row.at(0).unwrap_or(0),
        state,
        created_at: row.at(3).unwrap_or(Timestamp(0)),
        expires_at: expires_at.unwrap_or(Timestamp(0)),
        delivered_at: row.at(5).unwrap_or_default(),
        finished_at: row.at(6).unwrap_or_default(),
        content: content.unwrap_or_default(),
    })
}

fn sealed(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (device, id): (&DeviceId, &CommandId),
    content: &CommandContent,
) -> Result<Vec<u8>, StoreError> {
    let plain =
        serde_json::to_vec(content).map_err(|error| StoreError::Damaged(error.to_string()))?;
    keys.seal(tx, None, context(&command_row(device, id)), b"", &plain)
}

/// Adds a command.
pub(crate) fn insert(tx: &mut Tx<'_>, keys: &AccountKeys, new: &Command) -> Result<(), StoreError> {
    let body = sealed(tx, keys, (&new.device, &new.id), &new.content)?;
    tx.execute(
        "INSERT INTO uadm_command(user_id, device_id, n, id, state, created_at, expires_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            keys.user(),
            &new.device,
            new.number,
            &new.id,
            new.state.as_str(),
            new.created_at,
            new.expires_at,
            &body
        ],
    )?;
    Ok(())
}

/// Returns a command of a device.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (device, id): (&DeviceId, &CommandId),
) -> Result<Option<Command>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COMMAND_COLUMNS} FROM uadm_command WHERE user_id = ?1 AND device_id = ?2 AND id = ?3"
        ),
        params![keys.user(), device, id],
        |row| command(row, keys, device),
    )
}

/// Returns a page of the commands of a device, the newest first.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    device: &DeviceId,
    (offset, limit): (i64, u32),
) -> Result<Vec<Command>, StoreError> {
    tx.query(
        &format!(
            "SELECT {COMMAND_COLUMNS} FROM uadm_command WHERE user_id = ?1 AND device_id = ?2
             ORDER BY n DESC LIMIT ?3 OFFSET ?4"
        ),
        params![keys.user(), device, limit, offset],
        |row| command(row, keys, device),
    )
}

/// Returns the first commands after the number `after` that wait for the device and have not expired, in their order.
pub(crate) fn waiting(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    device: &DeviceId,
    (after, limit): (i64, i64),
) -> Result<Vec<Command>, StoreError> {
    tx.query(
        &format!(
            "SELECT {COMMAND_COLUMNS} FROM uadm_command
             WHERE user_id = ?1 AND device_id = ?2 AND n > ?3 AND state IN ('queued', 'delivered')
                 AND expires_at > ?4
             ORDER BY n LIMIT ?5"
        ),
        params![keys.user(), device, after, tx.now(), limit],
        |row| command(row, keys, device),
    )
}

/// Returns the number of commands of a device.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId, device: &DeviceId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM uadm_command WHERE user_id = ?1 AND device_id = ?2",
        params![user, device],
        |row| row.at(0),
    )
}

/// Returns the number of commands that wait for the device.
pub(crate) fn count_open(tx: &Tx<'_>, user: &UserId, device: &DeviceId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM uadm_command
         WHERE user_id = ?1 AND device_id = ?2 AND state IN ('queued', 'delivered')",
        params![user, device],
        |row| row.at(0),
    )
}

/// Records that the device received a command; returns whether the command was queued.
pub(crate) fn deliver(
    tx: &mut Tx<'_>,
    user: &UserId,
    (device, id): (&DeviceId, &CommandId),
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE uadm_command SET state = 'delivered', delivered_at = ?4
         WHERE user_id = ?1 AND device_id = ?2 AND id = ?3 AND state = 'queued'",
        params![user, device, id, tx.now()],
    )?;
    Ok(changed > 0)
}

/// Ends a command that waits, with the device's answer. The condition on the state makes the change happen once.
pub(crate) fn finish(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    command: &Command,
    state: CommandState,
) -> Result<bool, StoreError> {
    let body = sealed(tx, keys, (&command.device, &command.id), &command.content)?;
    let changed = tx.execute(
        "UPDATE uadm_command SET state = ?4, finished_at = ?5, delivered_at = coalesce(delivered_at, ?5),
             body = ?6
         WHERE user_id = ?1 AND device_id = ?2 AND id = ?3 AND state IN ('queued', 'delivered')",
        params![
            keys.user(),
            &command.device,
            &command.id,
            state.as_str(),
            tx.now(),
            &body
        ],
    )?;
    Ok(changed > 0)
}

/// Whether the time of a command is over that waits for its device.
pub(crate) fn has_due(tx: &Tx<'_>) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM uadm_command WHERE state IN ('queued', 'delivered') AND expires_at <= ?1 LIMIT 1",
        params![tx.now()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// A command that ended without an answer.
pub(crate) struct EndedCommand {
    pub(crate) user: UserId,
    pub(crate) device: DeviceId,
    pub(crate) id: CommandId,
}

/// Commands that ended in one portion.
pub(crate) struct EndedCommands {
    /// The commands whose rows are readable.
    pub(crate) ended: Vec<EndedCommand>,
    /// Whether more commands may have to end.
    pub(crate) is_full: bool,
}

/// Ends at most `limit` commands that expired.
pub(crate) fn expire(tx: &mut Tx<'_>, limit: u32) -> Result<EndedCommands, StoreError> {
    let due = "state IN ('queued', 'delivered') AND expires_at <= ?1
         ORDER BY expires_at, user_id, device_id, n LIMIT ?2";
    let now = tx.now();
    end(tx, due, params![now, limit], (CommandState::Expired, limit))
}

/// Ends at most `limit` commands of a device that wait, as `failed`.
pub(crate) fn fail_open(
    tx: &mut Tx<'_>,
    user: &UserId,
    device: &DeviceId,
    limit: u32,
) -> Result<EndedCommands, StoreError> {
    let open = "state IN ('queued', 'delivered') AND user_id = ?1 AND device_id = ?2
         ORDER BY n LIMIT ?3";
    let params = params![user, device, limit];
    end(tx, open, params, (CommandState::Failed, limit))
}

/// Ends the commands that a condition names. A row with a damaged identifier ends, too, but is not returned.
fn end(
    tx: &mut Tx<'_>,
    condition: &str,
    params: &[Value<'_>],
    (state, limit): (CommandState, u32),
) -> Result<EndedCommands, StoreError> {
    let name = RowName {
        table: "uadm_command",
        account: Some(0),
        row: Some(2),
    };
    let select = format!("SELECT user_id, device_id, id FROM uadm_command WHERE {condition}");
    let ended = tx.query_skipping(name, &select, params, |row| {
        Ok(EndedCommand {
            user: row.parse(0)?,
            device: row.parse(1)?,
            id: row.parse(2)?,
        })
    })?;
    let (now, text) = (tx.now().0, state.as_str());
    let changed = tx.execute(
        &format!(
            "UPDATE uadm_command SET state = '{text}', finished_at = {now}
             WHERE (user_id, device_id, n) IN
                 (SELECT user_id, device_id, n FROM uadm_command WHERE {condition})"
        ),
        params,
    )?;
    Ok(EndedCommands {
        ended,
        is_full: changed >= limit as usize,
    })
}

/// Opens every command of an account; returns their number and the damaged ones.
pub(crate) fn check(tx: &Tx<'_>, keys: &AccountKeys) -> Result<(u64, Vec<DamagedRow>), StoreError> {
    let name = RowName {
        table: "uadm_command",
        account: Some(9),
        row: Some(1),
    };
    let (whole, mut damaged) = tx.query_readable(
        name,
        &format!(
            "SELECT {COMMAND_COLUMNS}, device_id, user_id FROM uadm_command WHERE user_id = ?1"
        ),
        params![keys.user()],
        |row| {
            let (id, device): (CommandId, DeviceId) = (row.parse(1)?, row.parse(8)?);
            row.at::<i64>(0)?;
            row.parse::<CommandState>(2)?;
            row.at::<Timestamp>(3)?;
            row.at::<Timestamp>(4)?;
            row.at::<Option<Timestamp>>(5)?;
            row.at::<Option<Timestamp>>(6)?;
            let opened = keys.open_own(context(&command_row(&device, &id)), row.at(7)?);
            opened
                .map(drop)
                .map_err(|_| row.wrong(7, "a sealed value that opens"))
        },
    )?;
    for one in &mut damaged {
        one.reason
            .push_str("; the command is not sent: its owner sends it again");
    }
    Ok(((whole.len() + damaged.len()) as u64, damaged))
}

/// Removes at most `limit` commands that ended at or before a time; returns their number.
pub(crate) fn forget(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM uadm_command WHERE (user_id, device_id, n) IN
             (SELECT user_id, device_id, n FROM uadm_command
              WHERE finished_at IS NOT NULL AND finished_at <= ?1 ORDER BY finished_at LIMIT ?2)",
        params![before, limit],
    )
}

/// Removes the oldest ended commands of a device, at most `limit`.
pub(crate) fn forget_oldest(
    tx: &mut Tx<'_>,
    user: &UserId,
    device: &DeviceId,
    limit: i64,
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM uadm_command WHERE user_id = ?1 AND device_id = ?2 AND n IN
             (SELECT n FROM uadm_command
              WHERE user_id = ?1 AND device_id = ?2 AND state NOT IN ('queued', 'delivered')
              ORDER BY n LIMIT ?3)",
        params![user, device, limit],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests;
