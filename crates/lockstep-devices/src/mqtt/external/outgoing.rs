//! Publishes commands, in order, and desired states through an external broker.
//!
//! The broker does not say whether a device received a command, only whether a subscription matched. So a command is
//! published again, with growing pauses, until the device answers or the command expires; a device that sends a message
//! after a silence gets its open commands at once. The broker keeps the newest desired state of each device as a retained
//! message.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::{CommandId, DeviceId};
use lockstep_web::{ApiError, AppState};
use serde_json::json;

use super::client::{Client, DeliveryResult, Publication};
use super::incoming::MessageError;
use crate::hub::DeviceHub;
use crate::hub::presence::Presence;
use crate::mqtt::payload;
use crate::mqtt::topic::Outbound;
use crate::operations::commands;
use crate::operations::uadm::{self, ConnectedDevice};

/// The messages that one link has published.
pub(super) struct PublishedMessages {
    state: AppState,
    presence: Arc<Presence>,
    /// Devices with something to send, in turn.
    ready: VecDeque<DeviceId>,
    is_ready: HashSet<DeviceId>,
    /// Devices with open commands.
    open: HashMap<DeviceId, OpenCommands>,
    /// The version of the desired state that the broker has.
    desired: HashMap<DeviceId, u64>,
    /// The commands that the broker has not confirmed, by the number of their packet.
    in_flight: HashMap<u16, (DeviceId, CommandId)>,
    /// The last device of the first round, in which every device is looked at; `None` after the round.
    first_round: Option<Vec<u8>>,
}

/// The open commands of a device.
struct OpenCommands {
    /// The number of the last command that was sent; 0 if all are sent again.
    sent: i64,
    /// The number of the newest command that was ever sent.
    newest: i64,
    /// The time when that command was first sent.
    since: Duration,
    is_absent: bool,
    /// The time at which the commands are sent again.
    again_at: Duration,
}

impl OpenCommands {
    /// Returns the pause before the commands are sent again: a quarter of the time since the newest, within bounds.
    fn pause(&self, now: Duration) -> Duration {
        let minimum = match self.is_absent {
            true => ABSENT_PAUSE,
            false => PRESENT_PAUSE,
        };
        (now.saturating_sub(self.since) / 4).clamp(minimum, MAX_PAUSE)
    }
}

impl PublishedMessages {
    pub(super) fn new(state: &AppState, presence: &Arc<Presence>) -> Self {
        Self {
            state: state.clone(),
            presence: presence.clone(),
            ready: VecDeque::new(),
            is_ready: HashSet::new(),
            open: HashMap::new(),
            desired: HashMap::new(),
            in_flight: HashMap::new(),
            first_round: Some(Vec::new()),
        }
    }

    /// Sends as far as the broker takes messages.
    ///
    /// # Errors
    /// The server cannot read its store now.
    pub(super) async fn send(&mut self, client: &mut Client) -> Result<(), ApiError> {
        while client.has_window() && client.out.len() < MAX_OUT_BYTES {
            while let Some((device, is_again)) = self.presence.take_changed() {
                if is_again {
                    self.open.remove(&device);
                }
                self.push(device);
            }
            let Some(device) = self.ready.pop_front() else {
                if !self.look_further().await? {
                    return Ok(());
                }
                continue;
            };
            self.is_ready.remove(&device);
            self.send_to(client, device).await?;
        }
        Ok(())
    }

    /// Whether [`PublishedMessages::send`] has something to do.
    pub(super) fn has_more(&self) -> bool {
        !self.ready.is_empty() || self.first_round.is_some()
    }

    /// Notes where a published message went.
    pub(super) fn confirmed(&mut self, packet: u16, reach: DeliveryResult) -> Result<(), ApiError> {
        let Some((device, command)) = self.in_flight.remove(&packet) else {
            return Ok(());
        };
        if reach == DeliveryResult::Accepted {
            self.presence.set_present(&device);
            if let Some(open) = self.open.get_mut(&device)
                && std::mem::take(&mut open.is_absent)
            {
                self.push(device);
            }
            return Ok(());
        }
        if reach == DeliveryResult::Refused {
            tracing::warn!(%device, "the MQTT broker refuses a command: check its access rules");
        }
        let now = self.state.clock.monotonic();
        self.presence.set_absent(&device, now);
        if let Some(open) = self.open.get_mut(&device) {
            open.is_absent = true;
            open.sent = 0;
            open.again_at = now + open.pause(now);
        }
        // A caller that waits for the answer learns that the command waits.
        DeviceHub::of(&self.state)?.finish(&command);
        Ok(())
    }

    /// Marks the commands whose pause has ended: they are sent again.
    pub(super) fn repeat(&mut self) {
        let now = self.state.clock.monotonic();
        let mut due = Vec::new();
        for (device, open) in &mut self.open {
            if open.again_at <= now {
                open.sent = 0;
                open.again_at = now + open.pause(now);
                due.push(device.clone());
            }
        }
        for device in due {
            self.push(device);
        }
    }

    fn push(&mut self, device: DeviceId) {
        if self.is_ready.insert(device.clone()) {
            self.ready.push_back(device);
        }
    }

    /// Adds the next devices of the first round; returns whether there were any.
    async fn look_further(&mut self) -> Result<bool, ApiError> {
        let Some(after) = self.first_round.take() else {
            return Ok(false);
        };
        let devices = uadm::devices_after(&self.state, after, ROUND_DEVICES).await?;
        self.first_round = devices.last().map(|last| last.as_str().as_bytes().to_vec());
        for device in devices {
            self.push(device);
        }
        Ok(self.first_round.is_some())
    }

    async fn send_to(&mut self, client: &mut Client, id: DeviceId) -> Result<(), ApiError> {
        let Some(device) = uadm::find_active(&self.state, id.clone()).await? else {
            self.open.remove(&id);
            // A revoked device: the broker forgets its state.
            self.desired.remove(&id);
            publish_desired(client, &id, Vec::new());
            return Ok(());
        };
        let sent = match self.send_desired(client, &device).await {
            Ok(()) => self.send_commands(client, &device).await,
            Err(error) => Err(error),
        };
        match sent {
            // An error of one account must not stop other accounts: only its commands wait.
            Err(error) if !super::is_unavailable(&error) => {
                tracing::error!(device = %id, reason = error.log, "commands of a device cannot be sent");
                Ok(())
            }
            sent => sent,
        }
    }

    async fn send_desired(
        &mut self,
        client: &mut Client,
        device: &ConnectedDevice,
    ) -> Result<(), ApiError> {
        let id = &device.device.id;
        let stored = uadm::device(&self.state, &device.user, id.clone()).await?;
        let desired = stored.content.desired;
        if desired.version == 0 || self.desired.get(id) == Some(&desired.version) {
            return Ok(());
        }
        let payload = json!({ "version": desired.version, "state": desired.state });
        publish_desired(client, id, payload.to_string().into_bytes());
        self.desired.insert(id.clone(), desired.version);
        Ok(())
    }

    async fn send_commands(
        &mut self,
        client: &mut Client,
        device: &ConnectedDevice,
    ) -> Result<(), ApiError> {
        let (user, id) = (&device.user, &device.device.id);
        let waiting = commands::waiting(&self.state, user, id, (0, MAX_UNANSWERED)).await?;
        if waiting.is_empty() {
            self.open.remove(id);
            return Ok(());
        }
        let (monotonic, now) = (self.state.clock.monotonic(), self.state.clock.now());
        let open = self.open.entry(id.clone()).or_insert(OpenCommands {
            sent: 0,
            newest: 0,
            since: monotonic,
            is_absent: false,
            again_at: monotonic + PRESENT_PAUSE,
        });
        for command in waiting {
            if command.number <= open.sent || !command.state.is_open() {
                continue;
            }
            if !client.has_window() {
                let device = id.clone();
                self.push(device);
                return Ok(());
            }
            let packet = client.publish(Publication {
                topic: Outbound::Commands.of(id),
                payload: payload::command(&command),
                is_confirmed: true,
                is_retained: false,
                expires_in: Some(command.expires_at.since(now)),
            });
            open.sent = command.number;
            if command.number > open.newest {
                (open.newest, open.since) = (command.number, monotonic);
            }
            if let Some(packet) = packet {
                self.in_flight.insert(packet, (id.clone(), command.id));
            }
            if open.is_absent {
                // One command is enough to see whether the device is there.
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Publishes an error in a message of a device to the device.
pub(super) fn publish_error(client: &mut Client, failure: &MessageError) {
    client.publish(Publication {
        topic: Outbound::Errors.of(&failure.device),
        payload: failure.error.to_string().into_bytes(),
        is_confirmed: false,
        is_retained: false,
        expires_in: None,
    });
}

fn publish_desired(client: &mut Client, device: &DeviceId, payload: Vec<u8>) {
    client.publish(Publication {
        topic: Outbound::Desired.of(device),
        payload,
        is_confirmed: true,
        is_retained: true,
        expires_in: None,
    });
}

/// The maximum number of commands of a device that were sent and have no answer.
const MAX_UNANSWERED: i64 = 16;
/// The bytes that wait to be written before no more are added.
const MAX_OUT_BYTES: usize = 256 << 10;
/// Devices that are looked at together in the first round.
const ROUND_DEVICES: u32 = 256;
/// The shortest pause before a command is sent again that the broker may have handed to the device.
const PRESENT_PAUSE: Duration = Duration::from_secs(10);
/// The shortest pause before a command is sent again to a device without a subscription.
const ABSENT_PAUSE: Duration = Duration::from_secs(2);
/// The longest pause before a command is sent again.
const MAX_PAUSE: Duration = Duration::from_secs(60);
