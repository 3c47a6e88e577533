//! Messages of devices from an external broker.
//!
//! The broker has checked who sent a message: its topic names the device. Messages of one device are processed in their
//! order, those of different devices side by side in [`LANES`] lanes. The link confirms each message once its effect is
//! on disk.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::DeviceId;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState};
use serde_json::{Value as Json, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use crate::hub::DeviceHub;
use crate::hub::presence::Presence;
use crate::mqtt::messages::{self, Effect};
use crate::mqtt::topic::{self, Inbound};
use crate::operations::uadm::{self, ConnectedDevice};
use crate::telemetry::Outcome;

/// The progress of the processing of a message.
pub(super) enum Progress {
    /// The effect is on disk, or the message has none. The error is sent to the device.
    Done(Option<MessageError>),
    /// The points are on their way to the store.
    Storing(DeviceId, Outcome),
    /// The server cannot process the message now: it must not be confirmed.
    Failed(ApiError),
}

/// An error in a message, for the device that sent it.
pub(super) struct MessageError {
    pub(super) device: DeviceId,
    pub(super) error: Json,
}

/// A message on its way to its lane.
struct ArrivedMessage {
    device: DeviceId,
    topic: Inbound,
    payload: Vec<u8>,
    progress: oneshot::Sender<Progress>,
    /// The room that the message takes in memory.
    _room: OwnedSemaphorePermit,
}

/// The lanes of one link; dropping them ends their tasks.
pub(super) struct Lanes {
    senders: Vec<mpsc::Sender<ArrivedMessage>>,
    room: Arc<Semaphore>,
}

impl Lanes {
    pub(super) fn start(state: &AppState, presence: &Arc<Presence>) -> Self {
        let start = |_| {
            let (sender, messages) = mpsc::channel(LANE_MESSAGES);
            let lane = Lane {
                state: state.clone(),
                presence: presence.clone(),
            };
            tokio::spawn(lane.run(messages));
            sender
        };
        Self {
            senders: (0..LANES).map(start).collect(),
            room: Arc::new(Semaphore::new(MAX_BYTES)),
        }
    }

    /// Hands a message to its lane as soon as there is room. `None` if the topic does not belong to a
    /// device.
    pub(super) async fn dispatch(
        &self,
        name: &str,
        payload: Vec<u8>,
    ) -> Option<oneshot::Receiver<Progress>> {
        let Some((device, topic)) = topic::inbound(name) else {
            metrics::counter!("lockstep_mqtt_foreign_topics_total").increment(1);
            return None;
        };
        let bytes = u32::try_from(payload.len().clamp(1, MAX_BYTES)).unwrap_or(u32::MAX);
        let room = self.room.clone().acquire_many_owned(bytes).await.ok()?;
        let (progress, receiver) = oneshot::channel();
        let mut hasher = DefaultHasher::new();
        device.hash(&mut hasher);
        let lane = (hasher.finish() % LANES as u64) as usize;
        let arrived = ArrivedMessage {
            device,
            topic,
            payload,
            progress,
            _room: room,
        };
        self.senders[lane].send(arrived).await.ok()?;
        Some(receiver)
    }
}

/// Processes the messages of some devices, one after the other.
struct Lane {
    state: AppState,
    presence: Arc<Presence>,
}

impl Lane {
    async fn run(self, mut messages: mpsc::Receiver<ArrivedMessage>) {
        while let Some(arrived) = messages.recv().await {
            let progress = self.process(&arrived).await;
            // The link may have ended: the broker then sends the message again.
            let _ = arrived.progress.send(progress);
        }
    }

    /// Processes a message; while the server cannot, tries again with growing pauses.
    async fn process(&self, arrived: &ArrivedMessage) -> Progress {
        if !self.admit(&arrived.device) {
            metrics::counter!("lockstep_mqtt_messages_dropped_total", "reason" => "rate")
                .increment(1);
            return Progress::Done(None);
        }
        let mut pause = FIRST_PAUSE;
        loop {
            let error = match self.try_process(arrived).await {
                Ok(progress) => return progress,
                Err(error) => error,
            };
            if error.kind != ErrorKind::Unavailable {
                return drop_message(&arrived.device, &error);
            }
            if pause > MAX_PAUSE {
                return Progress::Failed(error);
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }

    /// Whether the device may send a message now: the server cannot read a shared connection later for one device.
    fn admit(&self, device: &DeviceId) -> bool {
        let now = self.state.clock.monotonic();
        DeviceHub::of(&self.state).is_ok_and(|hub| hub.allowances().of(device, now).take(now))
    }

    async fn try_process(&self, arrived: &ArrivedMessage) -> Result<Progress, ApiError> {
        let Some(device) = uadm::find_active(&self.state, arrived.device.clone()).await? else {
            metrics::counter!("lockstep_mqtt_messages_dropped_total", "reason" => "device")
                .increment(1);
            return Ok(Progress::Done(None));
        };
        if self
            .presence
            .note_contact(&arrived.device, self.state.clock.monotonic())
        {
            uadm::record_connection(&self.state, &device, |_, _| None).await?;
        }
        if arrived.topic == Inbound::Telemetry {
            let payload = arrived.payload.clone();
            let outcome = messages::submit(&self.state, &device, payload).await?;
            return Ok(Progress::Storing(arrived.device.clone(), outcome));
        }
        let effect = self.apply(&device, arrived).await?;
        Ok(Progress::Done(error_for_device(&arrived.device, effect)))
    }

    async fn apply(
        &self,
        device: &ConnectedDevice,
        arrived: &ArrivedMessage,
    ) -> Result<Effect, ApiError> {
        let effect = messages::process(&self.state, device, arrived.topic, &arrived.payload).await;
        if arrived.topic == Inbound::Acks {
            // There is room for the next command.
            self.presence.change(&arrived.device);
        }
        effect
    }
}

/// Returns the message that tells a device about an effect.
pub(super) fn error_for_device(device: &DeviceId, effect: Effect) -> Option<MessageError> {
    let error = match effect {
        Effect::Done => return None,
        Effect::Noted(error) | Effect::Refused(error) => error,
    };
    Some(MessageError {
        device: device.clone(),
        error,
    })
}

/// Gives up a message that the server cannot process: waiting for it would stop the messages of every device.
pub(super) fn drop_message(device: &DeviceId, error: &ApiError) -> Progress {
    tracing::error!(%device, reason = error.log, "a message of a device cannot be processed");
    metrics::counter!("lockstep_mqtt_messages_dropped_total", "reason" => "error").increment(1);
    Progress::Done(Some(MessageError {
        device: device.clone(),
        error: json!({ "message": error.message }),
    }))
}

/// The lanes of a link.
const LANES: usize = 16;
/// The maximum number of messages that wait in a lane.
const LANE_MESSAGES: usize = 64;
/// The maximum number of bytes of messages in all lanes.
const MAX_BYTES: usize = 16 << 20;
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause before a message that could not be processed is tried again.
const MAX_PAUSE: Duration = Duration::from_secs(4);
