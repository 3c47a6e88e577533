//! An external broker of UADM devices: the server is its client, with MQTT 5.
//!
//! The broker checks the passwords of devices and lets each device use its own topics only: `docs/devices.md` says what
//! it must enforce. The server asks it for a connection without credentials first, and does not use a broker that grants
//! one. While the server or the broker is away, commands wait in the store, and the broker keeps the devices' messages
//! in the server's session.

pub(super) mod client;
mod incoming;
mod outgoing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use lockstep_web::api_error::ErrorKind;
use lockstep_web::app_state::BoxedFuture;
use lockstep_web::{ApiError, AppState};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{oneshot, watch};
use zeroize::Zeroizing;

use self::client::{Client, Introduction, Message, RECEIVE_MAXIMUM, ReceivedPacket};
use self::incoming::{Lanes, Progress};
use self::outgoing::PublishedMessages;
use super::messages;
use super::stored::MAX_SESSION;
use crate::hub::DeviceHub;
use crate::hub::presence::Presence;

/// A connection to a broker, with or without TLS.
pub trait BrokerStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> BrokerStream for T {}

/// Opens a connection to the broker.
pub type OpenBroker =
    Arc<dyn Fn() -> BoxedFuture<std::io::Result<Box<dyn BrokerStream>>> + Send + Sync>;

/// An external broker.
pub struct ExternalBroker {
    /// Opens a connection to the broker.
    pub open: OpenBroker,
    /// The client identifier of the server: no other client of the broker has it.
    pub client_id: String,
    /// The user name of the server.
    pub user_name: String,
    /// The password of the server.
    pub password: Zeroizing<String>,
}

/// Connects to an external broker until `end` changes; connects again with growing pauses.
pub async fn serve_external(
    state: AppState,
    broker: ExternalBroker,
    mut end: watch::Receiver<bool>,
) {
    let presence = match DeviceHub::of(&state) {
        Ok(hub) => hub.use_external(),
        Err(error) => {
            return tracing::error!(reason = error.log, "no external MQTT broker is used");
        }
    };
    let mut pause = FIRST_PAUSE;
    loop {
        let since = state.clock.monotonic();
        let linked = link(&state, &broker, &presence, end.clone()).await;
        presence.set_linked(false);
        metrics::gauge!("lockstep_mqtt_broker_connected").set(0.0);
        if *end.borrow() {
            return;
        }
        if let Err(LinkError(reason)) = linked {
            tracing::warn!(
                reason,
                "the external MQTT broker is not connected: commands wait"
            );
        }
        if state.clock.monotonic().saturating_sub(since) > STABLE {
            pause = FIRST_PAUSE;
        }
        tokio::select! {
            () = tokio::time::sleep(pause + jitter(&state, pause)) => {}
            _ = end.changed() => return,
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// Returns up to a quarter of a pause, so that servers do not all connect at once.
fn jitter(state: &AppState, pause: Duration) -> Duration {
    let [byte] = lockstep_store::clock::entropy_array::<1>(&*state.entropy);
    pause / 4 * u32::from(byte) / 256
}

/// The reason why a link ended, for the log.
struct LinkError(String);

impl From<ApiError> for LinkError {
    fn from(error: ApiError) -> Self {
        Self(error.log.unwrap_or_else(|| error.message.into_owned()))
    }
}

impl From<std::io::Error> for LinkError {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// Whether a later attempt may succeed.
fn is_unavailable(error: &ApiError) -> bool {
    error.kind == ErrorKind::Unavailable
}

/// A connection with its protocol state.
struct ProtocolStream {
    stream: Box<dyn BrokerStream>,
    client: Client,
    buffer: Box<[u8; READ_BYTES]>,
}

impl ProtocolStream {
    async fn open(broker: &ExternalBroker) -> Result<Self, LinkError> {
        let opened = tokio::time::timeout(CONNECT_TIME, (broker.open)()).await;
        Ok(Self {
            stream: opened.map_err(|_| LinkError("the connection took too long".to_owned()))??,
            client: Client::new(),
            buffer: Box::new([0; READ_BYTES]),
        })
    }

    /// Introduces the server; returns the broker's reason if it refuses, and the packets that came with its answer.
    async fn connect(
        &mut self,
        introduction: Introduction<'_>,
    ) -> Result<(Option<String>, Vec<ReceivedPacket>), LinkError> {
        self.client.connect(&introduction);
        self.flush().await?;
        let answer = tokio::time::timeout(CONNECT_TIME, self.answer()).await;
        answer.unwrap_or_else(|_| Err(LinkError("the broker does not answer".to_owned())))
    }

    async fn answer(&mut self) -> Result<(Option<String>, Vec<ReceivedPacket>), LinkError> {
        let mut packets = Vec::new();
        while packets.is_empty() {
            packets = self.read().await?;
            if self.client.is_over && packets.is_empty() {
                return Err(LinkError("the broker does not speak MQTT 5".to_owned()));
            }
        }
        let early = packets.split_off(1);
        match packets.pop() {
            Some(ReceivedPacket::Connack(refusal)) => Ok((refusal, early)),
            _ => Err(LinkError(
                "the broker's first packet is not a CONNACK".to_owned(),
            )),
        }
    }

    async fn read(&mut self) -> Result<Vec<ReceivedPacket>, LinkError> {
        let count = self.stream.read(&mut self.buffer[..]).await?;
        if count == 0 {
            return Err(LinkError("the broker closed the connection".to_owned()));
        }
        Ok(self.client.receive(&self.buffer[..count]))
    }

    /// Sends the waiting packets.
    async fn flush(&mut self) -> Result<(), LinkError> {
        if self.client.out.is_empty() {
            return Ok(());
        }
        let out = std::mem::take(&mut self.client.out);
        let sending = async {
            self.stream.write_all(&out).await?;
            self.stream.flush().await
        };
        let sent = tokio::time::timeout(WRITE_TIME, sending).await;
        Ok(sent.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))?)
    }
}

/// Asks the broker for a connection without credentials. A broker that grants it may let anyone be any device.
async fn refuse_open_broker(broker: &ExternalBroker) -> Result<(), LinkError> {
    let mut wire = ProtocolStream::open(broker).await?;
    let introduction = Introduction {
        client_id: "",
        credentials: None,
        session: Duration::ZERO,
    };
    // Some brokers close the connection instead of an answer.
    let Ok((None, _)) = wire.connect(introduction).await else {
        return Ok(());
    };
    wire.client.disconnect();
    wire.flush().await?;
    let reason = "the broker accepts clients without credentials, so anyone could send as any device: configure the \
                  broker to refuse them (mosquitto: allow_anonymous false)";
    Err(LinkError(reason.to_owned()))
}

/// Connects, and serves the connection until it ends.
async fn link(
    state: &AppState,
    broker: &ExternalBroker,
    presence: &Arc<Presence>,
    end: watch::Receiver<bool>,
) -> Result<(), LinkError> {
    let mut ended = end.clone();
    let opening = async {
        refuse_open_broker(broker).await?;
        let mut wire = ProtocolStream::open(broker).await?;
        let introduction = Introduction {
            client_id: &broker.client_id,
            credentials: Some((&broker.user_name, broker.password.as_str())),
            session: MAX_SESSION,
        };
        match wire.connect(introduction).await? {
            (None, early) => Ok((wire, early)),
            (Some(reason), _) => Err(LinkError(format!(
                "the broker refuses the server ({reason}): check mqtt.user_name and mqtt.password_file"
            ))),
        }
    };
    let (wire, early) = tokio::select! {
        opened = opening => opened?,
        _ = ended.changed() => return Ok(()),
    };
    metrics::gauge!("lockstep_mqtt_broker_connected").set(1.0);
    tracing::info!("the external MQTT broker is connected");
    let mut link = Link {
        lanes: Lanes::start(state, presence),
        outgoing: PublishedMessages::new(state, presence),
        unanswered: VecDeque::new(),
        is_subscribed: false,
    };
    link.run((state, presence), wire, early, end).await
}

/// A connection that the broker accepted.
struct Link {
    lanes: Lanes,
    outgoing: PublishedMessages,
    /// The messages that are not confirmed, in their order.
    unanswered: VecDeque<UnconfirmedMessage>,
    /// Whether the broker granted the subscriptions. Before, commands would be answered unheard.
    is_subscribed: bool,
}

/// A message that is not confirmed.
struct UnconfirmedMessage {
    packet: Option<u16>,
    stage: Stage,
}

enum Stage {
    /// The message waits for its lane.
    Processing(oneshot::Receiver<Progress>),
    Reached(Progress),
}

impl Link {
    async fn run(
        &mut self,
        (state, presence): (&AppState, &Presence),
        mut wire: ProtocolStream,
        early: Vec<ReceivedPacket>,
        mut end: watch::Receiver<bool>,
    ) -> Result<(), LinkError> {
        wire.client.subscribe(&FILTERS);
        let (mut heard, mut packets) = (state.clock.monotonic(), early);
        let mut tick = tokio::time::interval(TICK);
        let mut ticks_to_ping = PING_TICKS;
        loop {
            self.handle(packets, presence).await?;
            self.answer(&mut wire.client)?;
            if self.is_subscribed {
                self.outgoing.send(&mut wire.client).await?;
            }
            wire.flush().await?;
            if wire.client.is_over {
                return Err(LinkError("the broker ended the connection".to_owned()));
            }
            packets = Vec::new();
            let has_room = self.unanswered.len() < MAX_UNANSWERED;
            let has_more =
                self.outgoing.has_more() && wire.client.has_window() && self.is_subscribed;
            tokio::select! {
                read = wire.read(), if has_room => {
                    packets = read?;
                    heard = state.clock.monotonic();
                }
                () = self.progress() => {}
                () = presence.news.notified() => {}
                () = std::future::ready(()), if has_more => {}
                _ = tick.tick() => {
                    let now = state.clock.monotonic();
                    if has_room && now.saturating_sub(heard) > SILENCE {
                        return Err(LinkError("the broker is silent".to_owned()));
                    }
                    ticks_to_ping -= 1;
                    if ticks_to_ping == 0 {
                        ticks_to_ping = PING_TICKS;
                        wire.client.ping();
                    }
                    presence.forget_silent(now);
                    self.outgoing.repeat();
                }
                _ = end.changed() => {
                    wire.client.disconnect();
                    return wire.flush().await;
                }
            }
        }
    }

    /// Processes packets in their order.
    async fn handle(
        &mut self,
        packets: Vec<ReceivedPacket>,
        presence: &Presence,
    ) -> Result<(), LinkError> {
        for packet in packets {
            match packet {
                ReceivedPacket::Connack(_) => {
                    return Err(LinkError("the broker sent a second CONNACK".to_owned()));
                }
                ReceivedPacket::Suback(true) => {
                    self.is_subscribed = true;
                    presence.set_linked(true);
                }
                ReceivedPacket::Suback(false) => {
                    let filters = FILTERS.join(", ");
                    let reason = format!(
                        "the broker refuses the subscriptions to {filters}: check its access rules"
                    );
                    return Err(LinkError(reason));
                }
                ReceivedPacket::Message(message) => self.message(message).await,
                ReceivedPacket::Puback(packet, reach) => self.outgoing.confirmed(packet, reach)?,
                ReceivedPacket::Disconnect(reason) => {
                    return Err(LinkError(format!(
                        "the broker ended the connection: {reason}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Hands a message to the lane of its device. A message that was retained counted when it was sent.
    async fn message(&mut self, message: Message) {
        let Message {
            topic,
            payload,
            is_retained,
            packet,
        } = message;
        let processing = match is_retained {
            true => None,
            false => self.lanes.dispatch(&topic, payload).await,
        };
        let stage = match processing {
            Some(processing) => Stage::Processing(processing),
            None => Stage::Reached(Progress::Done(None)),
        };
        self.unanswered
            .push_back(UnconfirmedMessage { packet, stage });
    }

    /// Confirms the messages whose effect is on disk, up to the first whose effect is not.
    fn answer(&mut self, client: &mut Client) -> Result<(), LinkError> {
        while let Some(UnconfirmedMessage {
            packet,
            stage: Stage::Reached(progress),
        }) = self.unanswered.front_mut()
        {
            match progress {
                Progress::Done(failure) => {
                    if let Some(failure) = failure {
                        outgoing::publish_error(client, failure);
                    }
                    if let Some(packet) = packet {
                        client.confirm(*packet);
                    }
                    self.unanswered.pop_front();
                }
                Progress::Storing(..) => return Ok(()),
                Progress::Failed(error) => return Err(error.clone().into()),
            }
        }
        Ok(())
    }

    /// Returns when the first message that is not confirmed came further; never without such a message.
    async fn progress(&mut self) {
        let Some(first) = self.unanswered.front_mut() else {
            return std::future::pending().await;
        };
        let cut_off = |error: oneshot::error::RecvError| ApiError::internal(error.to_string());
        let reached = match &mut first.stage {
            Stage::Processing(receiver) => match receiver.await {
                Ok(progress) => progress,
                Err(error) => Progress::Failed(cut_off(error)),
            },
            Stage::Reached(Progress::Storing(device, outcome)) => {
                let stored = outcome.await.map_err(cut_off).and_then(|stored| stored);
                match messages::stored(stored) {
                    Ok(effect) => Progress::Done(incoming::error_for_device(device, effect)),
                    Err(error) if is_unavailable(&error) => Progress::Failed(error),
                    Err(error) => incoming::drop_message(device, &error),
                }
            }
            Stage::Reached(_) => return,
        };
        first.stage = Stage::Reached(reached);
    }
}

/// The topics of every device that the server subscribes to.
const FILTERS: [&str; 3] = ["uadm/+/acks", "uadm/+/telemetry", "uadm/+/reported"];
/// The bytes that are read at once.
const READ_BYTES: usize = 64 << 10;
/// The maximum number of messages that are not confirmed: as many as the broker may send.
const MAX_UNANSWERED: usize = RECEIVE_MAXIMUM as usize;
/// The time to connect, and the time for the broker to answer CONNECT.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// The time for the broker to accept the bytes that the server sends.
const WRITE_TIME: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_secs(1);
/// The ticks between two PINGREQ.
const PING_TICKS: u32 = 20;
/// The silence of the broker after which the connection is given up: longer than two PINGREQ.
const SILENCE: Duration = Duration::from_secs(45);
/// The first pause before the server connects again; it doubles up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// The time after which a connection counts as stable: the next pause is the first again.
const STABLE: Duration = Duration::from_secs(60);
