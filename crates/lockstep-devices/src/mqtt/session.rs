//! One connection of a device, from its first packet to its end.

mod incoming;
mod outgoing;
mod stream;

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::time::Duration;

use lockstep_store::id::{CommandId, DeviceId};
use lockstep_store::{Clock, Timestamp};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, gate};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::futures::Notified;
use tokio::sync::watch;
use tokio::sync::watch::error::RecvError;
use tokio::time::Sleep;

use super::protocol::{Connect, ConnectRefusal, DisconnectReason, Protocol, ReceivedPacket};
use super::stored::{self, Sessions, Subscriptions};
use super::topic::Outbound;
use crate::hub::allowance::DeviceAllowance;
use crate::hub::{CloseReason, ConnectionEntry, DeviceHub, Link};
use crate::operations::commands;
use crate::operations::uadm::{self, ConnectedDevice};
use incoming::UnansweredMessage;
use stream::ProtocolStream;

/// The connection of a device.
struct Session {
    state: AppState,
    device: ConnectedDevice,
    entered: ConnectionEntry,
    allowance: DeviceAllowance,
    client: [u8; 32],
    /// The time that the session outlives the connection.
    kept: Duration,
    subscriptions: Subscriptions,
    /// The commands that the device has not confirmed, by the number of their packet.
    in_flight: HashMap<u16, CommandId>,
    /// The number of the last command that was sent.
    sent: i64,
    /// Whether this connection received the commands at the last look.
    is_receiver: bool,
    /// Whether there may be commands to send.
    may_have_commands: bool,
    /// The messages of the device that have no answer yet, in their order.
    unanswered: VecDeque<UnansweredMessage>,
    /// The version of the desired state that was sent last.
    desired_version: Option<u64>,
    /// The packet with the desired state that the device has not confirmed. A newer state waits for the confirmation.
    desired_packet: Option<u16>,
}

/// Serves a connection.
pub(super) async fn serve<S>(
    state: AppState,
    stream: S,
    peer: IpAddr,
    mut end: watch::Receiver<bool>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let mut wire = ProtocolStream::new(stream, state.unauthenticated_lease(peer));
    let greeting = tokio::time::timeout(
        CONNECT_TIME,
        authenticate_first_packet(&state, &mut wire, peer),
    );
    let greeted = tokio::select! {
        greeted = greeting => greeted.ok().flatten(),
        _ = end.changed() => None,
    };
    if let Some((session, early)) = greeted {
        let outcome = run(session, &mut wire, early, end).await;
        if let Err(error) = outcome {
            tracing::debug!(reason = error.log, "an MQTT connection ended by an error");
            wire.protocol.disconnect(DisconnectReason::Unavailable);
        }
    }
    wire.close().await;
}

/// Reads the first packet and checks the credentials. Returns the session and the packets that came with the first.
async fn authenticate_first_packet<S>(
    state: &AppState,
    wire: &mut ProtocolStream<S>,
    peer: IpAddr,
) -> Option<(Session, Vec<ReceivedPacket>)>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let mut packets = Vec::new();
    while packets.is_empty() {
        packets = wire.read(Some(Duration::ZERO)).await?;
        let is_too_long = packets.is_empty() && wire.received > MAX_CONNECT_BYTES;
        if wire.protocol.is_over || is_too_long || !wire.charge() {
            return None;
        }
    }
    let Some(ReceivedPacket::Connect(connect)) = packets.pop() else {
        return None;
    };
    match admit(state, wire, peer, connect).await {
        Ok(session) => {
            let lease = state.connection_lease(&session.device.user);
            Some((session, wire.receive_early(lease)))
        }
        Err(denied) => {
            metrics::counter!("lockstep_mqtt_connections_denied_total").increment(1);
            wire.protocol.deny(denied);
            None
        }
    }
}

/// Checks the credentials and opens the session.
async fn admit<S>(
    state: &AppState,
    wire: &mut ProtocolStream<S>,
    peer: IpAddr,
    connect: Connect,
) -> Result<Session, ConnectRefusal> {
    if connect.client.len() > MAX_CLIENT_BYTES {
        return Err(ConnectRefusal::Client);
    }
    if connect.has_will {
        return Err(ConnectRefusal::Will);
    }
    if connect.has_extended_authentication {
        return Err(ConnectRefusal::Authentication);
    }
    // Counted before the store is asked, as for every credential that may be a guess.
    if !gate::admit_attempt(state, peer) {
        return Err(ConnectRefusal::Busy);
    }
    let device = authenticate(state, &connect).await;
    if !matches!(device, Err(ConnectRefusal::Credentials)) {
        gate::withdraw_attempt(state, peer);
    }
    let device = device?;
    let mut connect = connect;
    let mut assigned = String::new();
    if connect.client.is_empty() {
        if connect.session > Duration::ZERO && !wire.protocol.is_v5() {
            return Err(ConnectRefusal::Client);
        }
        let random: [u8; 12] = lockstep_store::clock::entropy_array(&*state.entropy);
        assigned = format!("auto-{}", data_encoding::HEXLOWER.encode(&random));
        connect.client.clone_from(&assigned);
    }
    let vault = Vault::of(state).map_err(|_| ConnectRefusal::Busy)?;
    let client = stored::digest(&vault.digests(stored::DIGESTS), &connect.client);
    let hub = DeviceHub::of(state).map_err(|_| ConnectRefusal::Busy)?;
    let id = device.device.id.clone();
    let allowance = hub.allowances().of(&id, state.clock.monotonic());
    let entered = hub
        .enter(device.user.clone(), id, client)
        .map_err(|_| ConnectRefusal::Full)?;
    // The password may have been replaced, or the device revoked, before the connection was entered.
    authenticate(state, &connect).await?;
    let (subscriptions, has_session) = open_session(state, &device, (&client, &connect))
        .await
        .map_err(|_| ConnectRefusal::Busy)?;
    wire.protocol
        .accept(has_session, (&assigned, connect.session));
    let mut session = Session {
        state: state.clone(),
        device,
        entered,
        allowance,
        client,
        kept: connect.session,
        subscriptions: Subscriptions::new(),
        in_flight: HashMap::new(),
        sent: 0,
        is_receiver: false,
        may_have_commands: false,
        unanswered: VecDeque::new(),
        desired_version: None,
        desired_packet: None,
    };
    // A device that connects again and again is slowed down, too.
    session.charge();
    session.subscribe_all(subscriptions);
    Ok(session)
}

async fn authenticate(
    state: &AppState,
    connect: &Connect,
) -> Result<ConnectedDevice, ConnectRefusal> {
    let id: DeviceId = connect
        .user_name
        .parse()
        .map_err(|_| ConnectRefusal::Credentials)?;
    let device = uadm::authenticate(state, id, &connect.password).await;
    device
        .map_err(|_| ConnectRefusal::Busy)?
        .ok_or(ConnectRefusal::Credentials)
}

/// Returns the subscriptions of the client's earlier session, and whether there is one. Records the connection.
async fn open_session(
    state: &AppState,
    device: &ConnectedDevice,
    (client, connect): (&[u8; 32], &Connect),
) -> Result<(Subscriptions, bool), ApiError> {
    let sessions = Sessions::parse(&uadm::sessions(state, device).await?);
    let earlier = sessions
        .find(client, state.clock.now())
        .filter(|_| !connect.is_clean)
        .cloned();
    let has_session = earlier.is_some();
    let subscriptions = earlier.unwrap_or_default();
    let (client, kept, current) = (*client, connect.session, subscriptions.clone());
    let change = move |stored: &str, now: Timestamp| {
        let mut sessions = Sessions::parse(stored);
        if kept.is_zero() {
            return sessions.remove(&client).then(|| sessions.text());
        }
        sessions.put(&client, current.clone(), (now, kept));
        Some(sessions.text())
    };
    uadm::record_connection(state, device, change).await?;
    Ok((subscriptions, has_session))
}

/// Serves the connection until it ends.
async fn run<S>(
    mut session: Session,
    wire: &mut ProtocolStream<S>,
    early: Vec<ReceivedPacket>,
    mut end: watch::Receiver<bool>,
) -> Result<(), ApiError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let link = session.entered.link.clone();
    let clock = session.state.clock.clone();
    let mut packets = early;
    // These live as long as the connection: to register and remove them for each message would cost more than the
    // message.
    let mut changed = pin!(link.changed());
    let mut ending = pin!(end.changed());
    let mut alarm = pin!(tokio::time::sleep(wire.protocol.keep_alive));
    loop {
        let mut has_changed = false;
        // Processing may wait for the store; the end of the connection does not.
        let closing = {
            let mut exchanging = pin!(exchange(&mut session, wire, packets));
            loop {
                tokio::select! {
                    // Usually nothing has to wait, and only the first is polled.
                    biased;
                    exchanged = &mut exchanging => match exchanged? {
                        true => break None,
                        false => return Ok(()),
                    },
                    closing = signal(&link, changed.as_mut(), ending.as_mut()) => match closing {
                        None => has_changed = true,
                        closing => break closing,
                    },
                }
            }
        };
        if let Some(reason) = closing {
            wire.protocol.disconnect(reason);
            return Ok(());
        }
        packets = Vec::new();
        if has_changed {
            session.may_have_commands = true;
            continue;
        }
        let now = clock.monotonic();
        // A device that sends too much is read later: the server does not hear it until then.
        let pause = session.allowance.pause(now);
        let silent_at = now + pause + wire.protocol.keep_alive;
        let pause = session.has_room().then_some(pause);
        tokio::select! {
            // A device that always sends does not keep its connection open.
            biased;
            closing = signal(&link, changed.as_mut(), ending.as_mut()) => match closing {
                None => session.may_have_commands = true,
                Some(reason) => {
                    wire.protocol.disconnect(reason);
                    return Ok(());
                }
            },
            () = session.stored() => {}
            read = wire.read(pause) => match read {
                Some(read) => packets = read,
                None => return Ok(()),
            },
            () = sleep_until(alarm.as_mut(), &*clock, silent_at) => {
                wire.protocol.time_out();
                return Ok(());
            }
        }
    }
}

/// Returns when commands or the desired state may have changed, or with the reason why the server ends the connection.
async fn signal<'l>(
    link: &'l Link,
    mut changed: Pin<&mut Notified<'l>>,
    ending: Pin<&mut impl Future<Output = Result<(), RecvError>>>,
) -> Option<DisconnectReason> {
    tokio::select! {
        biased;
        () = changed.as_mut() => {
            changed.set(link.changed());
            link.closing().map(reason_of)
        }
        _ = ending => Some(DisconnectReason::ShuttingDown),
    }
}

/// Returns at a monotonic time. `alarm` may ring earlier: it is set again then, and not each time that the moment is put
/// off.
async fn sleep_until(mut alarm: Pin<&mut Sleep>, clock: &dyn Clock, moment: Duration) {
    loop {
        alarm.as_mut().await;
        let left = moment.saturating_sub(clock.monotonic());
        if left.is_zero() {
            return;
        }
        alarm.set(tokio::time::sleep(left));
    }
}

fn reason_of(closing: CloseReason) -> DisconnectReason {
    match closing {
        CloseReason::TakenOver => DisconnectReason::TakenOver,
        CloseReason::Revoked => DisconnectReason::Revoked,
    }
}

/// Processes packets, and sends the packets that wait for the client; returns whether the connection continues.
async fn exchange<S>(
    session: &mut Session,
    wire: &mut ProtocolStream<S>,
    packets: Vec<ReceivedPacket>,
) -> Result<bool, ApiError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    // Before the packets are processed, which may wait for the store.
    if !wire.charge() || !session.handle(&mut wire.protocol, packets).await? {
        return Ok(false);
    }
    session.answer(&mut wire.protocol)?;
    session.send_waiting(&mut wire.protocol).await?;
    wire.protocol.finish_processing();
    if !wire.protocol.out.is_empty() {
        wire.has_limited_bandwidth = session.state.settings().network.max_bandwidth > 0;
    }
    // With the messages to the client.
    if !wire.charge() || wire.flush().await.is_err() {
        return Ok(false);
    }
    Ok(wire.charge() && !wire.protocol.is_over)
}

impl Session {
    /// Counts a message, or a packet without one, for the device. [`run`] reads further ones later if there are too many.
    fn charge(&self) {
        self.allowance.charge(self.state.clock.monotonic());
    }

    /// Processes packets in their order; returns whether the connection continues.
    async fn handle(
        &mut self,
        protocol: &mut Protocol,
        packets: Vec<ReceivedPacket>,
    ) -> Result<bool, ApiError> {
        let mut delivered = Vec::new();
        for packet in packets {
            match packet {
                // A second CONNECT is an error of the protocol.
                ReceivedPacket::Connect(_) | ReceivedPacket::Disconnect => return Ok(false),
                ReceivedPacket::Subscribe { packet, filters } => {
                    self.charge();
                    self.subscribe(protocol, packet, &filters).await?;
                }
                ReceivedPacket::Unsubscribe { packet, filters } => {
                    self.charge();
                    self.unsubscribe(protocol, packet, &filters).await?;
                }
                ReceivedPacket::Publish(message) => {
                    self.charge();
                    self.message(protocol, message).await?;
                }
                ReceivedPacket::WithoutMessage => self.charge(),
                ReceivedPacket::Puback(packet) => {
                    delivered.extend(self.in_flight.remove(&packet));
                    self.desired_packet = self.desired_packet.filter(|sent| *sent != packet);
                    self.may_have_commands = true;
                }
            }
            if protocol.is_over {
                break;
            }
        }
        if !delivered.is_empty() {
            let (user, id) = (&self.device.user, &self.device.device.id);
            commands::record_delivery(&self.state, user, id, delivered).await?;
        }
        Ok(true)
    }

    async fn subscribe(
        &mut self,
        protocol: &mut Protocol,
        packet: u16,
        filters: &[(String, u8)],
    ) -> Result<(), ApiError> {
        let id = &self.device.device.id;
        let mut granted = Vec::new();
        let mut subscriptions = self.subscriptions.clone();
        for (filter, qos) in filters {
            let topic = Outbound::parse(filter, id);
            let qos = (*qos).min(1);
            granted.push(topic.map(|_| qos));
            if let Ok(topic) = topic {
                subscriptions.insert(topic, qos);
                if topic == Outbound::Desired {
                    self.desired_version = None;
                }
            }
        }
        if subscriptions != self.subscriptions {
            self.store_session(&subscriptions).await?;
        }
        protocol.suback(packet, &granted);
        self.subscribe_all(subscriptions);
        Ok(())
    }

    async fn unsubscribe(
        &mut self,
        protocol: &mut Protocol,
        packet: u16,
        filters: &[String],
    ) -> Result<(), ApiError> {
        let id = &self.device.device.id;
        let mut subscriptions = self.subscriptions.clone();
        let existed = filters.iter().map(|filter| {
            let topic = Outbound::parse(filter, id).ok();
            topic.is_some_and(|topic| subscriptions.remove(&topic).is_some())
        });
        let existed: Vec<bool> = existed.collect();
        self.store_session(&subscriptions).await?;
        protocol.unsuback(packet, &existed);
        self.subscribe_all(subscriptions);
        Ok(())
    }

    /// Applies subscriptions. The newest connection that subscribed to commands receives them.
    fn subscribe_all(&mut self, subscriptions: Subscriptions) {
        let receives = subscriptions.contains_key(&Outbound::Commands);
        self.entered.link.set_receives(receives);
        self.subscriptions = subscriptions;
        self.may_have_commands = true;
    }

    /// Stores the subscriptions of a session that outlives the connection.
    async fn store_session(&self, subscriptions: &Subscriptions) -> Result<(), ApiError> {
        if self.kept.is_zero() {
            return Ok(());
        }
        let (client, kept, subscriptions) = (self.client, self.kept, subscriptions.clone());
        let change = move |stored: &str, now: Timestamp| {
            let mut sessions = Sessions::parse(stored);
            sessions.put(&client, subscriptions.clone(), (now, kept));
            Some(sessions.text())
        };
        uadm::record_connection(&self.state, &self.device, change).await
    }
}

/// The maximum number of bytes of the first packet, which is read before the credentials are checked.
const MAX_CONNECT_BYTES: u64 = 16 << 10;
/// The time for the first packet and the check of its credentials.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// The longest client identifier.
const MAX_CLIENT_BYTES: usize = 256;

#[cfg(test)]
mod tests;
