//! Packets of MQTT 3.1.1 and 5 as one vocabulary, over the connection state of `mqtt-protocol-core`.

mod answers;
mod framing;
mod incoming;

use std::collections::HashSet;
use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::{ConnectionOptions, Event, TimerKind};
use mqtt_protocol_core::mqtt::packet::{GenericPacketTrait, Packet, Qos, v3_1_1, v5_0};

use super::MAX_PACKET_BYTES;
use super::unconfirmed::Unconfirmed;
pub(super) use incoming::MessageOutcome;
use incoming::{Reply, connect_3, connect_5, filters, reply};

type Connection = mqtt::Connection<mqtt::role::Server>;

/// A packet from the client.
#[derive(Debug)]
pub(super) enum ReceivedPacket {
    Connect(Connect),
    Subscribe {
        packet: u16,
        filters: Vec<(String, u8)>,
    },
    Unsubscribe {
        packet: u16,
        filters: Vec<String>,
    },
    Publish(Publish),
    /// The client received a message.
    Puback(u16),
    /// A ping, a repeated message, or the end of a delivery that nothing began. It counts like a message.
    WithoutMessage,
    /// The client ends the connection in order.
    Disconnect,
}

/// The client's request to connect.
#[derive(Debug)]
pub(super) struct Connect {
    pub(super) client: String,
    pub(super) user_name: String,
    pub(super) password: zeroize::Zeroizing<Vec<u8>>,
    /// Whether an earlier session is forgotten.
    pub(super) is_clean: bool,
    /// The time that the session outlives the connection; zero for none.
    pub(super) session: Duration,
    pub(super) has_will: bool,
    /// Whether the client asks for extended authentication, or sends data for it.
    pub(super) has_extended_authentication: bool,
}

/// A message from the client.
#[derive(Debug)]
pub(super) struct Publish {
    pub(super) topic: String,
    pub(super) payload: Vec<u8>,
    pub(super) is_retained: bool,
    reply: Reply,
}

/// The reason why a client may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectRefusal {
    Credentials,
    /// The server cannot check the credentials now, or the address tried too often.
    Busy,
    /// Too many connections of the device or the account.
    Full,
    /// The client identifier is empty or too long.
    Client,
    /// The connection has a will.
    Will,
    /// The client asks for extended authentication.
    Authentication,
}

/// The reason why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DisconnectReason {
    TakenOver,
    Revoked,
    ShuttingDown,
    Foreign,
    Retained,
    Unavailable,
    /// The memory budget of the account is spent.
    OutOfMemory,
    /// A packet did not arrive completely in time.
    Incomplete,
    /// The client ended the delivery of a message before the message was confirmed.
    EarlyRelease,
}

/// The protocol state of one connection.
pub(super) struct Protocol {
    connection: Connection,
    /// Bytes to send.
    pub(super) out: Vec<u8>,
    received: Vec<ReceivedPacket>,
    /// The beginning of an incomplete packet, or bytes that came with CONNECT: the client need not wait for the answer.
    held: Vec<u8>,
    /// The number of complete packets.
    packets: u64,
    /// The messages with the quality of service 2 whose delivery the client has not ended.
    unreleased: u32,
    /// The packets of those of them that have no answer yet.
    unanswered: HashSet<u16>,
    /// The bytes of the packets that are being processed.
    processing: usize,
    /// The messages to the client that the connection keeps until it confirms them.
    unconfirmed: Unconfirmed,
    /// Whether the connection keeps such messages: those of a session that outlives it.
    keeps_unconfirmed: bool,
    /// Whether CONNECT was received.
    is_introduced: bool,
    /// The longest pause between two packets of the client.
    pub(super) keep_alive: Duration,
    is_v5: bool,
    is_connected: bool,
    /// Whether the connection must be closed once `out` is sent.
    pub(super) is_over: bool,
}

impl Protocol {
    pub(super) fn new() -> Self {
        let options = ConnectionOptions::new()
            .maximum_packet_size_recv(MAX_PACKET_BYTES)
            .receive_maximum(RECEIVE_MAXIMUM);
        let mut connection = Connection::with_options(mqtt::Version::Undetermined, options);
        connection.set_auto_ping_response(true);
        Self {
            connection,
            out: Vec::new(),
            received: Vec::new(),
            held: Vec::new(),
            packets: 0,
            unreleased: 0,
            unanswered: HashSet::new(),
            processing: 0,
            unconfirmed: Unconfirmed::default(),
            keeps_unconfirmed: false,
            is_introduced: false,
            keep_alive: MAX_KEEP_ALIVE,
            is_v5: false,
            is_connected: false,
            is_over: false,
        }
    }

    /// Processes received bytes; returns the complete packets in them. Bytes after CONNECT wait until
    /// [`Protocol::accept`]: call this again then.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> Vec<ReceivedPacket> {
        let mut held = std::mem::take(&mut self.held);
        if held.is_empty() {
            // Usually the bytes are whole packets, and nothing is kept.
            let done = self.receive_packets(bytes);
            self.held = bytes[done..].to_vec();
        } else {
            held.extend_from_slice(bytes);
            self.held = match self.receive_packets(&held) {
                0 => held,
                // Gives the memory of the complete packets back.
                done => held[done..].to_vec(),
            };
        }
        std::mem::take(&mut self.received)
    }

    /// Processes the complete packets at the beginning of bytes; returns the length of these packets.
    fn receive_packets(&mut self, bytes: &[u8]) -> usize {
        let mut done = 0;
        while !self.is_over
            && (self.is_connected || !self.is_introduced)
            && let Some(length) = framing::first_packet(&bytes[done..])
        {
            let packet = &bytes[done..done + length];
            if framing::has_reserved_connect_flag(packet) {
                // The library accepts it.
                self.is_over = true;
            } else {
                let mut events = self.connection.recv(&mut Cursor::new(packet));
                events.retain(|event| !self.holds_back(event));
                self.process(events);
            }
            done += length;
            self.packets += 1;
        }
        self.processing = done;
        done
    }

    /// Ends the processing of the packets that [`Protocol::receive`] returned last: they are no longer in memory.
    pub(super) fn finish_processing(&mut self) {
        self.processing = 0;
    }

    /// Returns the number of the packet of which only the beginning has arrived, if there is one.
    pub(super) fn incomplete_packet(&self) -> Option<u64> {
        (self.is_connected && !self.held.is_empty()).then_some(self.packets)
    }

    /// Returns the bytes in memory: packets that arrive or are processed, and messages to the client that are not sent
    /// or not confirmed.
    pub(super) fn held_bytes(&self) -> usize {
        let arriving = self.held.capacity() + self.processing;
        arriving + self.out.capacity() + self.unconfirmed.bytes()
    }

    /// Ends a connection whose client was silent too long.
    pub(super) fn time_out(&mut self) {
        let events = self.connection.notify_timer_fired(TimerKind::PingreqRecv);
        self.process(events);
        self.is_over = true;
    }

    /// Whether an event of a received packet is held back: the library confirms each repeated message with the quality of
    /// service 2 by itself, also before the first is on disk. The answer to the first is then the answer to both. Counts
    /// the repeated message, which the library does not report.
    fn holds_back(&mut self, event: &Event) -> bool {
        let Event::RequestSendPacket { packet, .. } = event else {
            return false;
        };
        let packet = match packet {
            Packet::V3_1_1Pubrec(answer) => answer.packet_id(),
            Packet::V5_0Pubrec(answer) => answer.packet_id(),
            _ => return false,
        };
        self.received.push(ReceivedPacket::WithoutMessage);
        self.unanswered.contains(&packet)
    }

    fn process(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::NotifyPacketReceived(packet) => self.packet(packet),
                Event::RequestSendPacket { packet, .. } => {
                    self.out.extend_from_slice(&packet.to_continuous_buffer());
                }
                Event::RequestTimerReset {
                    kind: TimerKind::PingreqRecv,
                    duration_ms,
                } => self.keep_alive = Duration::from_millis(duration_ms).min(MAX_KEEP_ALIVE),
                Event::RequestClose | Event::NotifyError(_) => self.is_over = true,
                _ => {}
            }
        }
    }

    fn packet(&mut self, packet: Packet) {
        let received = match packet {
            Packet::V3_1_1Connect(packet) => ReceivedPacket::Connect(connect_3(&packet)),
            Packet::V5_0Connect(packet) => {
                self.is_v5 = true;
                ReceivedPacket::Connect(connect_5(&packet))
            }
            Packet::V3_1_1Subscribe(packet) => ReceivedPacket::Subscribe {
                packet: packet.packet_id(),
                filters: filters(packet.entries()),
            },
            Packet::V5_0Subscribe(packet) => ReceivedPacket::Subscribe {
                packet: packet.packet_id(),
                filters: filters(packet.entries()),
            },
            Packet::V3_1_1Unsubscribe(packet) => ReceivedPacket::Unsubscribe {
                packet: packet.packet_id(),
                filters: packet
                    .entries()
                    .iter()
                    .map(|it| it.as_str().to_owned())
                    .collect(),
            },
            Packet::V5_0Unsubscribe(packet) => ReceivedPacket::Unsubscribe {
                packet: packet.packet_id(),
                filters: packet
                    .entries()
                    .iter()
                    .map(|it| it.as_str().to_owned())
                    .collect(),
            },
            Packet::V3_1_1Publish(packet) => ReceivedPacket::Publish(Publish {
                topic: packet.topic_name().to_owned(),
                payload: packet.payload().as_slice().to_vec(),
                is_retained: packet.retain(),
                reply: reply(packet.qos(), packet.packet_id()),
            }),
            Packet::V5_0Publish(packet) => ReceivedPacket::Publish(Publish {
                topic: packet.topic_name().to_owned(),
                payload: packet.payload().as_slice().to_vec(),
                is_retained: packet.retain(),
                reply: reply(packet.qos(), packet.packet_id()),
            }),
            Packet::V3_1_1Puback(packet) => ReceivedPacket::Puback(packet.packet_id()),
            Packet::V5_0Puback(packet) => ReceivedPacket::Puback(packet.packet_id()),
            Packet::V3_1_1Pubrel(packet) => return self.release(packet.packet_id()),
            Packet::V5_0Pubrel(packet) => return self.release(packet.packet_id()),
            Packet::V3_1_1Disconnect(_) | Packet::V5_0Disconnect(_) => ReceivedPacket::Disconnect,
            // Answered by the library.
            Packet::V3_1_1Pingreq(_) | Packet::V5_0Pingreq(_) => ReceivedPacket::WithoutMessage,
            // Extended authentication and answers to messages that the server never sends.
            _ => {
                self.is_over = true;
                return;
            }
        };
        match &received {
            ReceivedPacket::Connect(connect) => {
                self.is_introduced = true;
                self.keeps_unconfirmed = !connect.session.is_zero();
            }
            ReceivedPacket::Puback(packet) => {
                self.unconfirmed.confirm(*packet);
            }
            ReceivedPacket::Publish(Publish {
                reply: Reply::Pubrec(packet),
                ..
            }) => {
                self.unreleased = self.unreleased.saturating_add(1);
                self.unanswered.insert(*packet);
            }
            _ => {}
        }
        self.received.push(received);
    }

    /// Ends the delivery of a message with the quality of service 2.
    fn release(&mut self, packet: u16) {
        if self.unanswered.contains(&packet) {
            return self.disconnect(DisconnectReason::EarlyRelease);
        }
        match self.unreleased.checked_sub(1) {
            Some(left) => self.unreleased = left,
            None => self.received.push(ReceivedPacket::WithoutMessage),
        }
        self.pubcomp(packet);
    }

    /// Whether the client takes another message with an answer now.
    pub(super) fn has_window(&self) -> bool {
        let vacancy = self.connection.get_receive_maximum_vacancy_for_send();
        vacancy.is_none_or(|vacancy| vacancy > 0)
    }

    /// Sends a message; with a quality of service of 1, returns the number of the packet that the client confirms.
    pub(super) fn publish(
        &mut self,
        (topic, payload): (String, Vec<u8>),
        (qos, is_again): (u8, bool),
    ) -> Option<u16> {
        let packet = match qos {
            0 => None,
            _ => Some(self.connection.acquire_packet_id().ok()?),
        };
        let qos = match qos {
            0 => Qos::AtMostOnce,
            _ => Qos::AtLeastOnce,
        };
        let is_again = is_again && packet.is_some();
        if let Some(packet) = packet.filter(|_| self.keeps_unconfirmed) {
            self.unconfirmed.insert(packet, topic.len() + payload.len());
        }
        if self.is_v5 {
            let message = v5_0::Publish::builder().topic_name(topic.as_str());
            self.send(message.and_then(|it| {
                let it = it.qos(qos).dup(is_again).packet_id(packet);
                it.payload(payload).build()
            }));
        } else {
            let message = v3_1_1::Publish::builder().topic_name(topic.as_str());
            self.send(message.and_then(|it| {
                let it = it.qos(qos).dup(is_again).packet_id(packet);
                it.payload(payload).build()
            }));
        }
        packet
    }

    /// Whether the client uses MQTT 5.
    pub(super) fn is_v5(&self) -> bool {
        self.is_v5
    }

    fn send<P>(&mut self, packet: Result<P, mqtt::result_code::MqttError>)
    where
        P: Into<Packet>,
    {
        match packet {
            Ok(packet) => {
                let events = self.connection.send(packet.into());
                self.process(events);
            }
            Err(error) => {
                tracing::warn!(?error, "an MQTT packet cannot be made");
                self.is_over = true;
            }
        }
    }
}

/// The maximum number of messages of a client that wait for their answer: more than the shortest messages of one read, since a client
/// of MQTT 3.1.1 knows no limit. The session stops reading long before.
const RECEIVE_MAXIMUM: u16 = 2048;
/// The longest pause between two packets of a client, regardless of its requested keep-alive.
pub(super) const MAX_KEEP_ALIVE: Duration = Duration::from_secs(1800);
