//! Commands: created once, sent to the device, and ended once by the device's answer, by a revocation or by time.

use std::time::Duration;

use lockstep_store::id::{CommandId, DeviceId, UserId};
use lockstep_store::{Actor, Entry, Event, Status as Outcome, StoreError, Timestamp, Tx};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, Caller, IdempotencyKey, Owner, Page, Paging};
use serde_json::{Value as Json, json};

use super::uadm::active_device;
use crate::device::device_actor;
use crate::events::UADM_COMMAND_CHANGED;
use crate::hub::DeviceHub;
use crate::store::commands::{self, EndedCommand, EndedCommands};
use crate::uadm::{
    COMMANDS_KEPT, Command, CommandState, MAX_KEPT_COMMANDS, MAX_OPEN_COMMANDS, NewCommand,
};

/// Queues a command. While a connection of the device receives commands, waits up to [`MAX_WAIT`] for the end of the
/// command. Returns the command as it is then.
pub(crate) async fn control(
    state: &AppState,
    caller: &Caller,
    device: DeviceId,
    (new, idempotency_key): (NewCommand, IdempotencyKey),
) -> Result<Command, ApiError> {
    let keys = Vault::of(state)?.account_keys(&caller.user).await?;
    let owner = caller.owner();
    let (quotas, target) = (state.quotas(), device.clone());
    let id = state
        .db
        .write("devices.control", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                let meter = quotas.before(tx, &owner.user)?;
                keys.check(tx)?;
                active_device(tx, &keys, &target)?;
                if commands::count_open(tx, &owner.user, &target)? >= MAX_OPEN_COMMANDS {
                    return Err(ApiError::conflict(format!(
                        "{MAX_OPEN_COMMANDS} commands are queued for this device: wait until the device answers \
                            or commands expire"
                    )));
                }
                if commands::count(tx, &owner.user, &target)? >= MAX_KEPT_COMMANDS {
                    commands::forget_oldest(tx, &owner.user, &target, FORGOTTEN_AT_ONCE)?;
                }
                let command = Command {
                    id: CommandId::generate(tx.now(), tx.entropy()),
                    device: target.clone(),
                    number: crate::store::uadm::take_number(tx, &owner.user, &target)?,
                    state: CommandState::Queued,
                    created_at: tx.now(),
                    expires_at: tx.now().plus(new.time_to_live),
                    delivered_at: None,
                    finished_at: None,
                    content: new.content.clone(),
                };
                commands::insert(tx, &keys, &command)?;
                meter.check(tx)?;
                let name = (&target, &command.id);
                audit(tx, &owner, "uadm.control", name)?;
                event(tx, &owner.user, name, CommandState::Queued)?;
                Ok(command.id)
            })
        })
        .await?;
    let hub = DeviceHub::of(state)?;
    let mut waiter = hub.wait(&id);
    hub.wake(&device);
    let command = command(state, &caller.user, device.clone(), id.clone()).await?;
    if !command.state.is_open() || !hub.has_receiver(&device) {
        return Ok(command);
    }
    let is_finished = tokio::time::timeout(MAX_WAIT, waiter.finished()).await;
    if is_finished.is_err() && hub.has_receiver(&device) {
        tracing::debug!("the device did not answer in time");
    }
    self::command(state, &caller.user, device, id).await
}

/// Returns a command.
pub(crate) async fn command(
    state: &AppState,
    user: &UserId,
    device: DeviceId,
    id: CommandId,
) -> Result<Command, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    state
        .db
        .read("devices.command", move |tx| {
            let found = commands::by_id(tx, &keys, (&device, &id))?;
            let found = found.ok_or_else(|| ApiError::not_found("command"))?;
            Ok(as_of(found, tx.now()))
        })
        .await
}

/// Returns a page of the commands of a device, the newest first.
pub(crate) async fn list(
    state: &AppState,
    user: &UserId,
    device: DeviceId,
    paging: Paging,
) -> Result<Page<Command>, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    state
        .db
        .read("devices.commands", move |tx| {
            if !crate::store::uadm::exists(tx, keys.user(), &device)? {
                return Err(ApiError::not_found("device"));
            }
            let page = commands::page(tx, &keys, &device, (paging.offset(), paging.limit))?;
            let entries = page.into_iter().map(|found| as_of(found, tx.now()));
            Ok(Page {
                entries: entries.collect(),
                total: commands::count(tx, keys.user(), &device)?,
            })
        })
        .await
}

/// A command that expired is expired, even before the job has recorded it.
fn as_of(command: Command, now: Timestamp) -> Command {
    if command.state.is_open() && command.expires_at <= now {
        return Command {
            state: CommandState::Expired,
            finished_at: Some(command.expires_at),
            ..command
        };
    }
    command
}

/// Returns the next commands for a connected device, after the number `after`.
pub(crate) async fn waiting(
    state: &AppState,
    user: &UserId,
    device: &DeviceId,
    (after, limit): (i64, i64),
) -> Result<Vec<Command>, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    let device = device.clone();
    state
        .db
        .read("devices.waiting", move |tx| {
            Ok(commands::waiting(tx, &keys, &device, (after, limit))?)
        })
        .await
}

/// Records that the device received commands.
pub(crate) async fn record_delivery(
    state: &AppState,
    user: &UserId,
    device: &DeviceId,
    ids: Vec<CommandId>,
) -> Result<(), ApiError> {
    let (user, device) = (user.clone(), device.clone());
    state
        .db
        .write("devices.delivered", move |tx| {
            Vault::ensure_active(tx, &user)?;
            for id in &ids {
                if commands::deliver(tx, &user, (&device, id))? {
                    event(tx, &user, (&device, id), CommandState::Delivered)?;
                }
            }
            Ok(())
        })
        .await
}

/// A device's answer to a command.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledgement {
    pub(crate) id: CommandId,
    /// Whether the device executed the command.
    pub(crate) is_done: bool,
    pub(crate) result: Option<Json>,
}

/// The effect of a device's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AckEffect {
    /// The command ended by this answer.
    Accepted,
    /// The command had ended before; the answer changed nothing.
    Late(CommandState),
    /// The device has no such command.
    Unknown,
}

/// Ends a command by the device's answer, once: a later answer changes nothing.
pub(crate) async fn acknowledge(
    state: &AppState,
    user: &UserId,
    device: &DeviceId,
    ack: Acknowledgement,
) -> Result<AckEffect, ApiError> {
    let keys = Vault::of(state)?.account_keys(user).await?;
    let (owner, device) = (device_actor(user), device.clone());
    let id = ack.id.clone();
    let effect = state
        .db
        .write("devices.acknowledge", move |tx| {
            active_device(tx, &keys, &device)?;
            let Some(mut command) = commands::by_id(tx, &keys, (&device, &ack.id))? else {
                return Ok::<_, ApiError>(AckEffect::Unknown);
            };
            command = as_of(command, tx.now());
            if !command.state.is_open() {
                return Ok(AckEffect::Late(command.state));
            }
            let ended = match ack.is_done {
                true => CommandState::Acknowledged,
                false => CommandState::Failed,
            };
            command.content.result = ack.result.clone();
            if !commands::finish(tx, &keys, &command, ended)? {
                return Ok(AckEffect::Late(command.state));
            }
            let name = (&device, &ack.id);
            audit(tx, &owner, "uadm.acknowledge", name)?;
            event(tx, &owner.user, name, ended)?;
            Ok(AckEffect::Accepted)
        })
        .await?;
    let label = match effect {
        AckEffect::Accepted => "accepted",
        AckEffect::Late(_) => "late",
        AckEffect::Unknown => "unknown",
    };
    metrics::counter!("lockstep_uadm_acknowledgements_total", "effect" => label).increment(1);
    if effect == AckEffect::Accepted {
        DeviceHub::of(state)?.finish(&id);
    }
    Ok(effect)
}

/// Ends commands that expired, in portions.
pub(crate) async fn expire(state: &AppState) -> Result<(), ApiError> {
    let has_due = state
        .db
        .read::<_, StoreError, _>("devices.due_commands", commands::has_due);
    if !has_due.await? {
        return Ok(());
    }
    loop {
        let ended = state
            .db
            .write("devices.expire_commands", |tx| {
                let ended = commands::expire(tx, ENDED_AT_ONCE)?;
                note_ended(tx, &ended.ended, CommandState::Expired)?;
                Ok::<_, StoreError>(ended)
            })
            .await?;
        if !notify_waiters(state, &ended)? {
            return Ok(());
        }
    }
}

/// Ends the open commands of a revoked device, in portions.
pub(crate) async fn fail_open(
    state: &AppState,
    user: &UserId,
    device: &DeviceId,
) -> Result<(), ApiError> {
    loop {
        let (owner, device) = (user.clone(), device.clone());
        let ended = state
            .db
            .write("devices.fail_commands", move |tx| {
                let ended = commands::fail_open(tx, &owner, &device, ENDED_AT_ONCE)?;
                note_ended(tx, &ended.ended, CommandState::Failed)?;
                Ok::<_, StoreError>(ended)
            })
            .await?;
        if !notify_waiters(state, &ended)? {
            return Ok(());
        }
    }
}

/// Tells those who wait for these commands; returns whether more commands may have to end.
fn notify_waiters(state: &AppState, portion: &EndedCommands) -> Result<bool, ApiError> {
    let hub = DeviceHub::of(state)?;
    for one in &portion.ended {
        hub.finish(&one.id);
    }
    Ok(portion.is_full)
}

/// Removes commands that ended long ago, in portions.
pub(crate) async fn forget(state: &AppState) -> Result<(), ApiError> {
    loop {
        let removed = state
            .db
            .write::<_, StoreError, _>("devices.forget_commands", |tx| {
                commands::forget(tx, tx.now().minus(COMMANDS_KEPT), FORGOTTEN_AT_ONCE)
            })
            .await?;
        if (removed as i64) < FORGOTTEN_AT_ONCE {
            return Ok(());
        }
    }
}

/// Writes the events of ended commands, and one audit entry for each device.
fn note_ended(
    tx: &mut Tx<'_>,
    ended: &[EndedCommand],
    state: CommandState,
) -> Result<(), StoreError> {
    let mut counts: std::collections::BTreeMap<(&UserId, &DeviceId), u64> = Default::default();
    for one in ended {
        *counts.entry((&one.user, &one.device)).or_default() += 1;
        event(tx, &one.user, (&one.device, &one.id), state)?;
    }
    for ((_, device), count) in counts {
        tx.audit(&Entry {
            actor: &Actor::system(),
            action: match state {
                CommandState::Expired => "uadm.expire",
                _ => "uadm.fail",
            },
            component: "devices",
            status: Outcome::Success,
            details: format!("device {device}"),
            metadata: json!({ "deviceId": device, "commands": count }),
        })?;
    }
    Ok(())
}

fn audit(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    (device, id): (&DeviceId, &CommandId),
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "devices",
        status: Outcome::Success,
        details: format!("command {id}"),
        metadata: json!({ "deviceId": device, "commandId": id }),
    })?;
    Ok(())
}

fn event(
    tx: &mut Tx<'_>,
    user: &UserId,
    (device, id): (&DeviceId, &CommandId),
    state: CommandState,
) -> Result<(), StoreError> {
    tx.event(&Event {
        user: user.as_str(),
        kind: UADM_COMMAND_CHANGED,
        payload: json!({ "device_id": device, "command_id": id, "status": state.as_str() }),
    })?;
    Ok(())
}

/// The longest time that `control` waits for the device's answer.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Commands that one transaction ends.
const ENDED_AT_ONCE: u32 = 200;
/// Commands that one transaction removes.
const FORGOTTEN_AT_ONCE: i64 = 500;
